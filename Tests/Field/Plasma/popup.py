# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The popup of a panel, which has margins: the colours of a picture reach to its sides, as the tabs do."""

from looks import Look
from people import music, podcast
from screen import until

# The places of what is above the page, and of the colours; null while something of these is not there.
EDGES = """(heading => { const ground = items.find(i => i.objectName === 'ground');
    return heading && ground ? [place(heading.background), place(ground)] : null })(
    items.find(i => /^Heading_/.test(sort(i)) && i.background))"""

with Look("popup", "en_GB", music, podcast, scale=1, size=(240, 44)) as look:
    look.sees("the panel is seen", "Evening Light on the Harbour")
    look.press("Evening Light on the Harbour", part=0.2)
    look.sees("its popup is seen", "Songs for Slow Trains", "Castaway")
    until(lambda: look.ask(EDGES))
    tabs, ground = look.ask(EDGES)
    sides = [(x, x + width) for x, _, width, _ in (tabs, ground)]
    look.check("colours reach as far as the tabs", max(abs(a - b) for a, b in zip(*sides)) <= 1, sides)
    look.keep("colours", look.shot())

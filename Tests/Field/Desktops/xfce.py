# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The menu of Xfce's volume plugin, and its media keys. It shows no covers."""

from panels import start_xfce
from field.screen.surface import Surface, text

with Surface("xfce") as s:
    start_xfce(s)

    def words():
        seen = text(s.shot())
        if "Trial" not in seen:
            s.key("Escape")
            s.click(20, 20)
        return seen

    trial = s.publish_seen(words)
    for what, x in (("PlayPause", 309), ("Previous", 275), ("Next", 344)):
        s.drive(trial, what, s.click, x, 108)
    s.key("Escape")
    for what, key in (("PlayPause", "Play"), ("Next", "Next"), ("Previous", "Prev"), ("Stop", "Stop")):
        s.drive(trial, what, s.key, f"XF86Audio{key}")

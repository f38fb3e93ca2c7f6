# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The example player with its real recordings, in GNOME Shell as a person sees it. Usage: player.py DEMO"""

import sys

from shell import MESSAGES, Shell
from field.screen.surface import Surface, run, until

with Surface("player", seconds=900) as s:
    shell = Shell(s, "2560x1440")
    # The demo uses the session bus of its environment, which is that of this test.
    demo = s.spawn("demo", sys.argv[1], "--stay")
    s.check("the demo ends well", demo.wait() == 0, s.log("demo").splitlines()[-1])

    def field(name):
        return run("playerctl", "metadata", name)

    shell.open_messages()
    player = until(shell.players)[0]
    for key, name in (("title", "title"), ("body", "artist")):
        s.check(f"the {name} is seen", player[key] and player[key] == field(name), player[key])
    cover = until(lambda: shell.ask(f"{MESSAGES}[0]._icon.gicon?.file?.get_uri?.() ?? null"))
    s.check("the cover is seen", cover and cover == field("mpris:artUrl"), cover)
    for key in ("next", "previous"):
        s.check(f"{key} is allowed", player[key])

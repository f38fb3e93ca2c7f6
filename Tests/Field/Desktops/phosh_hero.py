# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes a picture of phosh's lock screen with the players of the project's first page, one below the other. Usage:
phosh_hero.py NAME [PROGRAM]

Leaves $KEEP/NAME.webp. PROGRAM: another phosh than the one with the change in plugins/phosh."""

import os
import sys

from heroes import EPISODE, SONG, castaway, meridian
from looked import Looked
from field.screen.surface import Surface, run, until
from phosh_players import serve
from posed import covers

name, *program = sys.argv[1:]

with Surface("phosh_hero") as s:
    looked = Looked(s, "720x1440", scale=2, program=program[0] if program else None)
    covers()
    for make, title in ((meridian, SONG), (castaway, EPISODE)):
        served = serve(s, make)
        s.check(f"{title} is seen", until(lambda title=title: title in looked.texts(), 30), looked.texts())
        looked.resting()
        looked.picture(f"{make.__name__}.png")
        served.stop()
        until(lambda title=title: title not in looked.texts(), 30)
    run("convert", "meridian.png", "castaway.png", "-gravity", "center", "-background", "black", "-bordercolor",
        "black", "-border", "16", "-append", "-strip", "-quality", "90", os.path.join(os.environ["KEEP"],
                                                                                      f"{name}.webp"))

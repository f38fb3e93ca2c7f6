# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes a picture of a panel of this Debian with the players of the project's first page. Usage: pictures.py NAME

NAME is swaync or xfce. Leaves NAME.webp."""

import os
import sys

from heroes import SONG, castaway, meridian
from panels import start_swaync, start_xfce
from field.screen.surface import Surface, pixels, run, text, until
from posed import covers, describe, serve

# A colour of the cover of the song.
COVER = "#5b2a4a"


def keep(shot, size, corner):
    """Writes an area of a picture as NAME.webp."""
    run("convert", shot, "-crop", f"{size}+{corner}", "+repage", "-strip", "-quality", "90", f"{sys.argv[1]}.webp")


def swaync(s, play):
    # The style of SwayNotificationCenter is made for a dark theme.
    os.environ["GTK_THEME"] = "Adwaita:dark"
    start_swaync(s)
    play()

    def shot():
        run("swaync-client", "-op", seconds=5)
        return s.shot()

    s.check("the cover is seen", until(lambda: pixels(shot(), COVER) > 1000, 30))
    keep(s.shot(), "500x195", "500+0")


def xfce(s, play):
    start_xfce(s)
    for make in (meridian, castaway):
        describe(make.__name__, "multimedia-player")
    play()

    def shot():
        """Returns a picture of the screen. Opens the menu again if the menu does not show the title yet: a cover could
        not be waited for, because the menu shows none."""
        if SONG not in text(s.shot()):
            s.key("Escape")
            s.click(20, 20)
        return s.shot()

    until(lambda: SONG in text(shot()), 30)
    # While the pointer is on the button, a tool tip covers the menu.
    run("xdotool", "mousemove", "600", "400")
    until(lambda: "100%" not in text(s.shot()))
    s.check("the title is seen", SONG in text(s.shot()), text(s.shot()))
    keep(s.shot(), "368x212", "0+0")


with Surface("pictures") as s:
    drawn = covers()
    served = []
    {"swaync": swaync, "xfce": xfce}[sys.argv[1]](
        s, lambda: served.extend(serve(s, make, drawn) for make in (meridian, castaway)))
    for player in served:
        player.stop()

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the documents' pictures of mpv on desktops, with real recordings. Usage: pictures.py NAME

NAME is one of gnome plasma phosh swaync xfce. Leaves NAME.webp."""

import os
import pathlib
import sys

from panels import start_swaync, start_xfce
from field.screen.publishers import ffmpeg
from shell import Shell, start_applet, start_phosh
from field.screen.surface import Surface, pixels, run, text, until

# The game Amoebax, as in examples/demo: music by Àlex Almarza under the Free Art License, and pictures under the GPL,
# see REUSE.toml.
GAME = pathlib.Path("/usr/share/games/amoebax")
STAGES = ("Angus", "Spike", "Kerberos")


def play(s, first, *words):
    """Starts mpv with the recordings, each with the picture of its stage. first: the index of the one that plays
    first."""
    for stage in STAGES:
        ffmpeg("-i", GAME / f"music/{stage}Background.ogg", "-i", GAME / f"graphics/{stage}Background.png",
               "-map", "0:a", "-map", "1:v", "-c:a", "flac", "-c:v", "copy", "-disposition:v", "attached_pic",
               "-map_metadata", "0:s:a:0", f"{stage}.flac")
    s.spawn("mpv", "mpv", "--no-config", "--load-scripts=no", f"--script={s.programs}/nowplaying.so", "--ao=null",
            "--quiet", f"--playlist-start={first}", "--loop-playlist", "--start=20", *words,
            *(f"{stage}.flac" for stage in STAGES))


def keep(s, shot, area, colour):
    """Writes an area of a picture as NAME.webp, once there are many pixels of a colour that its cover has."""
    s.check("the cover is seen", until(lambda: pixels(shot(), colour) > 1000, 30))
    run("convert", shot(), "-crop", area, "+repage", "-strip", "-quality", "90", f"{sys.argv[1]}.webp")


def gnome(s):
    shell = Shell(s, "2560x1440")
    play(s, 0, "--vo=null")
    until(shell.players)
    shell.clear()
    shell.scale(2.0)
    shell.open_messages()
    keep(s, shell.shot, "920x860+520+0", "#AABD10")


def plasma(s):
    start_applet(s, 2)
    play(s, 1, "--vo=null")
    keep(s, s.shot, "960x897+0+143", "#FFBF2C")


def phosh(s):
    start_phosh(s, "720x1440", 2)
    # phosh dims a player that has no window.
    play(s, 2, "--vo=wlshm")
    keep(s, s.shot, "720x673+0+396", "#495316")


def swaync(s):
    # The style of SwayNotificationCenter is made for a dark theme.
    os.environ["GTK_THEME"] = "Adwaita:dark"
    start_swaync(s)
    play(s, 0, "--vo=null")

    def shot():
        run("swaync-client", "-op", seconds=5)
        return s.shot()
    keep(s, shot, "500x200+500+0", "#AABD10")


def xfce(s):
    start_xfce(s, "mpv")
    play(s, 1, "--vo=null")

    def shot():
        """Returns a picture of the screen. Opens the menu again if the menu does not show the title yet: a cover could
        not be waited for, because the menu shows none."""
        if "Spike" not in text(s.shot()):
            s.key("Escape")
            s.click(20, 20)
        return s.shot()
    until(lambda: "Spike" in text(shot()), 30)
    # While the pointer is on the button, a tool tip covers the menu.
    run("xdotool", "mousemove", "600", "400")
    until(lambda: "100%" not in text(s.shot()))
    s.check("the title is seen", "Spike" in text(s.shot()), text(s.shot()))
    run("convert", s.shot(), "-crop", "368x165+0+0", "+repage", "-strip", "-quality", "90", "xfce.webp")


with Surface("pictures") as s:
    {"gnome": gnome, "plasma": plasma, "phosh": phosh, "swaync": swaync, "xfce": xfce}[sys.argv[1]](s)

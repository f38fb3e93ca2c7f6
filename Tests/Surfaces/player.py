# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The example player with its real recordings, in GNOME Shell as a person sees it. Usage: player.py DEMO

Leaves the picture that is in the README, desktop.png."""

import os
import sys

import dbus

from shell import MESSAGES, Shell
from surface import Surface, run, until

DISPLAY = "org.gnome.Mutter.DisplayConfig"


def scale(shell, factor):
    """Shows everything larger, so that the picture is sharp on every screen."""
    serial, monitors, *_ = shell.surface.call(DISPLAY, "/org/gnome/Mutter/DisplayConfig", DISPLAY, "GetCurrentState")
    (connector, *_), modes, _ = monitors[0]
    monitor = dbus.Array([(connector, modes[0][0], dbus.Dictionary(signature="sv"))], "(ssa{sv})")
    # At the corner, so large, not turned, the first.
    screen = dbus.Struct((dbus.Int32(0), dbus.Int32(0), factor, dbus.UInt32(0), True, monitor))
    shell.surface.call(DISPLAY, "/org/gnome/Mutter/DisplayConfig", DISPLAY, "ApplyMonitorsConfig", serial,
                       dbus.UInt32(1), dbus.Array([screen]), dbus.Dictionary(signature="sv"))


with Surface("player", seconds=900) as s:
    shell = Shell(s, "2560x1440")
    # The demo uses the session bus that there is: this one.
    demo = s.spawn("demo", sys.argv[1], "--stay")
    s.check("the demo ends well", demo.wait() == 0, s.log("demo").splitlines()[-1])

    def field(name):
        return run("playerctl", "metadata", name)

    # The shell's own notifications would only stand in the way.
    shell.ask("Main.messageTray.getSources().forEach(source => source.destroy())")
    scale(shell, 2.0)
    shell.open_messages()
    player = until(shell.players)[0]
    for key, name in (("title", "title"), ("body", "artist")):
        s.check(f"the {name} is seen", player[key] and player[key] == field(name), player[key])
    cover = until(lambda: shell.ask(f"{MESSAGES}[0]._icon.gicon?.file?.get_uri?.() ?? null"))
    s.check("the cover is seen", cover and cover == field("mpris:artUrl"), cover)
    for key in ("next", "previous"):
        s.check(f"{key} is allowed", player[key])
    run("convert", shell.shot(), "-crop", "1520x860+520+0", "+repage", "-strip", "desktop.png")
    s.check("a picture was taken", os.path.getsize("desktop.png") > 50_000)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests Waybar with the manual's module, on sway inside an X server so that there is a pointer.

Only the C publisher has the intervals that the mouse wheel seeks by; the files of real players have none."""

import json
import os
import pathlib
import re

from field.screen.surface import Surface, pixels, run, text, until

# The line below the module has a colour for each of the module's classes.
STYLE = """* {font-family: DejaVu Sans; font-size: 22px;} window {background: #fff; color: #000;}
#custom-nowplaying.playing {border-bottom: 4px solid #00f;}
#custom-nowplaying.paused {border-bottom: 4px solid #f00;}"""
PLAYING, PAUSED = "#0000FF", "#FF0000"


def module():
    """Returns the block of the manual, as a reader copies it from the page."""
    page = pathlib.Path(os.environ["PROGRAMS"], "nowplaying.1").read_text()
    block = page.split(".Ss Waybar\n")[1].split(".Bd -literal -offset indent\n")[1].split(".Ed")[0]
    block = re.sub(r"\\\[u([0-9A-F]+)\]", lambda found: chr(int(found[1], 16)), block).replace("\\-", "-")
    return json.loads("{" + block + "}")


with Surface("waybar") as s:
    os.environ["PATH"] = f"{s.programs}:{os.environ['PATH']}"
    s.display("1000x200")
    custom = module()
    # The manual suggests this below the block.
    custom["custom/nowplaying"]["on-click-middle"] = "nowplaying send custom sleep"
    bar = {"layer": "top", "height": 44, "modules-left": ["custom/nowplaying"], **custom}
    pathlib.Path("bar.json").write_text(json.dumps(bar))
    pathlib.Path("style.css").write_text(STYLE)
    pathlib.Path("sway.conf").write_text("output X11-1 resolution 1000x200\n")
    s.spawn("sway", "sway", "-c", "sway.conf", WLR_BACKENDS="x11", WLR_RENDERER="pixman")
    s.wayland()
    s.spawn("bar", "waybar", "-c", "bar.json", "-s", "style.css")

    def words():
        return text(s.shot(), "-crop", "1000x46+0+0")

    def has_class(colour):
        """Waits until the module has the class of a colour and no other, or no class if the colour is None. Returns
        whether that came true."""
        others = [each for each in (PLAYING, PAUSED) if each != colour]
        return until(lambda: not any(pixels(s.shot(), each) for each in others) and
                     (colour is None or pixels("shot.png", colour)))

    def wheel(button):
        # sleeps: the bar must see the pointer come before it takes the click
        run("xdotool", "mousemove", "120", "22", "sleep", ".3", "click", str(button))

    # If the title were read as markup, nothing would be shown.
    control = s.publish("control", TITLE="Quagga <b>&amp;")
    s.check("what looks like markup is text", until(lambda: "Quagga <b>&amp;" in words(), 30), words())
    control.stop()
    s.check("nobody plays: nothing is seen", until(lambda: not words().strip(" |")), words())
    s.check("nobody plays: no class of a state", has_class(None))
    trial = s.publish("trial", BEYOND="1") if s.kind.identity == "Trial Player" else s.publish()
    s.check("the title is seen", until(lambda: "Zephyr" in words(), 30), words())
    s.check("the class playing", has_class(PLAYING))
    s.drive(trial, "PlayPause", wheel, 1)
    s.check("the class paused", has_class(PAUSED))
    s.drive(trial, "Next", wheel, 3)
    if s.kind.identity == "Trial Player":
        for what, button in (("SkipForward", 4), ("SkipBackward", 5), ("Custom", 2)):
            s.drive(trial, what, wheel, button)
        # The font has no character for a pause.
        s.drive(trial, "PlayPause", wheel, 1)
        until(lambda: trial.get("PlaybackStatus") == "Playing" and words())
        run("convert", s.shot(), "-crop", "500x39+0+0", "+repage", "-define", "webp:lossless=true", "waybar.webp")

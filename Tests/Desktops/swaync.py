# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The widget of SwayNotificationCenter, on sway inside an X server so that there is a pointer."""

import json
import os
import pathlib

from surface import Surface, run, text

PANEL = {"positionX": "right", "positionY": "top", "layer": "overlay", "cssPriority": "application",
         "control-center-width": 500, "control-center-height": 500, "fit-to-screen": True, "widgets": ["mpris"],
         "widget-config": {"mpris": {"image-size": 96, "image-radius": 0}}}

with Surface("swaync") as s:
    s.display("1000x600")
    pathlib.Path("panel.json").write_text(json.dumps(PANEL))
    pathlib.Path("sway.conf").write_text("output X11-1 resolution 1000x600\n")
    s.spawn("sway", "sway", "-c", "sway.conf", WLR_BACKENDS="x11", WLR_RENDERER="pixman")
    s.wayland()
    s.spawn("swaync", "swaync", "-c", os.path.abspath("panel.json"), "-s", "/etc/xdg/swaync/style.css")

    def words():
        # It is a moment until the panel can be opened.
        run("swaync-client", "-op", seconds=5)
        return text(s.shot())

    # It does not look at the second instance of a player.
    trial = s.publish_seen(words, s.shot, together=False)
    for what, x in (("PlayPause", 750), ("Next", 794), ("Previous", 706), ("Shuffle", 662), ("LoopStatus", 838)):
        s.drive(trial, what, s.click, x, 135)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the widget of SwayNotificationCenter, on sway inside an X server, because that has a pointer."""

from panels import start_swaync
from field.screen.surface import Surface, run, text

with Surface("swaync") as s:
    start_swaync(s)

    def words():
        # The panel cannot be opened at once.
        run("swaync-client", "-op", seconds=5)
        shot = s.shot()
        # Version 0.7 has dark words, version 0.11 white ones on the blurred cover.
        return f'{text(shot)} | {text(shot, "-crop", "356x80+636+45", "-threshold", "80%", "-negate", scale=300)}'

    # SwayNotificationCenter ignores a second instance of a player.
    trial = s.publish_seen(words, s.shot, together=False)
    for what, x in (("PlayPause", 750), ("Next", 794), ("Previous", 706), ("Shuffle", 662), ("LoopStatus", 838)):
        s.drive(trial, what, s.click, x, 135)

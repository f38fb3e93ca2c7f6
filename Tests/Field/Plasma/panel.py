# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The applet as small as in a panel: the most important session alone. The middle button plays and pauses it, and the
wheel makes it louder and quieter."""

from screen import Screen
from field.screen.surface import run

with Screen("panel", 220, 48) as s:
    s.sees("the most important session is seen", "Trial Song", "Trial Artist, Second Artist")
    s.leads("the middle button pauses", lambda: s.playback("main", "state") == "paused", s.press, "Trial Song",
            part=0.2, button=2)
    s.leads("and plays", lambda: s.playback("main", "state") == "playing", s.press, "Trial Song", part=0.2, button=2)
    before = s.property("main", "org.nowplaying.Session1", "Volume")
    s.leads("the wheel makes it louder", lambda: s.property("main", "org.nowplaying.Session1", "Volume") > before,
            run, "xdotool", "mousemove", "30", "24", "click", "4")
    s.press("Trial Song", part=0.2)
    s.sees("a click opens the rest", "Trial Album", "Forward by 15 seconds", "Trial Concert")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that the applet sleeps while nothing happens, and wakes up only once a second while a visible bar moves."""

from screen import Screen, until

from field.screen.surface import stirs

# How often Plasma's own work may wake it up during a measurement.
OWN = 4

with Screen("rests") as s:
    s.sees("each session has a tab", "Trial Song", "Trial Player – Kitchen Speaker + 2", "Trial Concert",
           "Side Episode 1")
    moving = stirs(s.applet.pid)
    # The bar moves once a second, which takes some wake-ups of Qt's threads; an animation would take thousands.
    s.check("a bar that moves costs little", moving < 300, f"{moving} wakeups in 3 s")
    s.leads("pause", lambda: s.playback("main", "state") == "paused", s.press, "Pause")
    seen = []
    sleeps = until(lambda: seen.append(stirs(s.applet.pid)) or seen[-1] <= OWN, 20)
    s.check("it sleeps while nothing plays", sleeps, seen)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the applet in a language that is written from right to left: words are on the right, and the bar still runs to
the right."""

from screen import Screen, until

with Screen("reversed", 520, 1500, layout="rtl") as s:
    s.sees("each session is seen", "Trial Song", "Kitchen Song", "Trial Concert", "Side Episode 1")
    title = s.places("Trial Concert")[0]
    s.check("words are left of the picture", title[0] < 260 - 100, title)
    back, forward = s.places("Back by 15 seconds")[0], s.places("Forward by 15 seconds")[0]
    s.check("back is left of forward", back[0] < forward[0], (back, forward))
    s.leads("seek by the bar", lambda: 120 < (s.playback("main", "elapsed") or 0) / 1e6 < 150, s.press, "Position",
            "slider", part=0.75)
    s.press("Chapters")
    until(lambda: s.places("06:40  Chapter 3"))
    s.picture("plasma-reversed.webp")

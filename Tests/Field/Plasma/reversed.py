# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the applet in a language that is written from right to left: words are on the right, and the bar still runs to
the right."""

from screen import WIDTH, Screen

SONG, CONCERT = "Trial Song", "Trial Concert"

with Screen("reversed", layout="rtl") as s:
    s.sees("each session has a tab", SONG, "Trial Player – Kitchen Speaker + 2", CONCERT, "Side Episode 1")
    tabs = s.places(CONCERT)[0][0], s.places(SONG)[0][0]
    s.check("the first tab is on the right", tabs[0] < tabs[1], tabs)
    artist = s.places("Trial Album")[0]
    s.check("words are left of the picture", artist[0] + artist[2] <= WIDTH * 0.7, artist)
    more, speed = s.places("More")[0], s.places("Speed")[0]
    s.check("the menu is on the left", more[0] < speed[0], (more, speed))
    back, forward = s.places("Back by 15 seconds")[0], s.places("Forward by 15 seconds")[0]
    s.check("back is left of forward", back[0] < forward[0], (back, forward))
    s.leads("seek by the bar", lambda: 120 < (s.playback("main", "elapsed") or 0) / 1e6 < 150, s.press, "Position",
            "slider", part=0.75)
    s.press(CONCERT)
    s.press("Chapters")
    s.sees("chapters are seen", "Chapter 3, 6:40")
    s.check("nothing is beyond the window", not s.stays_inside(), s.stays_inside())

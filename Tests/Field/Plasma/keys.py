# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The applet by the keyboard alone, as a screen reader tells it: each button that can be seen has the focus in turn,
and the keys of Plasma's own applet do what they do there."""

from screen import Screen
from field.screen.surface import run

# Each tab, with a text that the page of its session shows.
TABS = {"Trial Song": "Trial Album", "Trial Player – Kitchen Speaker + 2": "Kitchen Band",
        "Trial Concert": "Trial Band", "Side Episode 1": "Side Show"}
BUTTONS = ["Next", "Forward by 15 seconds", "Speed", "Like this song", "Dislike this song", "Shuffle", "Volume", "More"]


def position(screen):
    return (screen.playback("main", "elapsed") or 0) / 1e6


def focus(s):
    """Goes round once by Tab."""
    # The tabs are in the order in which the sessions have appeared.
    tabs = sorted(TABS, key=lambda name: s.places(name)[0][0])
    wanted = [*BUTTONS, *tabs, "Position", "Back by 15 seconds", "Previous", "Play"]
    heard = [s.moves("Tab") for _ in wanted]
    s.check("each button is told in its turn", heard == wanted, heard[len(BUTTONS):])


def keys(s):
    before = position(s)
    s.leads("right goes forward", lambda: position(s) >= before + 4, s.key, "Right")
    s.leads("left goes back", lambda: position(s) <= before + 1, s.key, "Left")
    volume = s.property("main", "org.nowplaying.Session1", "Volume")
    s.leads("up is louder", lambda: s.property("main", "org.nowplaying.Session1", "Volume") > volume, s.key, "Up")
    tabs = sorted(TABS, key=lambda name: s.places(name)[0][0])
    first = tabs.index("Trial Song")
    for name in tabs[first + 1:]:
        s.key("ctrl+Next")
        s.sees("the tab behind it", TABS[name])
    for name in reversed(tabs[:-1]):
        s.key("ctrl+Prior")
        s.sees("the tab before it", TABS[name])
    s.press("Trial Song")
    s.leads("n goes to the next item",
            lambda: s.property("main", "org.nowplaying.Session1", "Content")["id"] == "podcast", s.key, "n")


def chapters(s):
    s.press("Trial Concert")
    s.press("Chapters")
    s.sees("a list", "Overture, 0:00")
    s.key("Down")
    s.leads("a chapter is chosen", lambda: (s.playback("studio", "elapsed") or 0) / 1e6 == 120, s.key, "Return")
    s.press("Chapters")
    s.sees("the list again", "Overture, 0:00")
    s.key("Escape")
    s.sees("escape closes it", "Trial Band")


with Screen("keys") as s:
    s.sees("each session has a tab", *TABS)
    run("xdotool", "windowfocus", "--sync", s.number)
    s.follow_focus()
    s.leads("space pauses", lambda: s.playback("main", "state") == "paused", s.key, "space")
    for test in (focus, keys, chapters):
        test(s)

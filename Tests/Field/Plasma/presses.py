# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Presses the buttons of players like those of people, with the pointer, and again by keys alone: each player gets the
command that the button promises."""

from field.screen.surface import run
from people import Picture, failed, music, podcast, speakers
from screen import until


def reach(s, name):
    """Goes on by Tab until a part with this name has the focus."""
    for _ in range(40):
        if s.moves("Tab") == name:
            return
    raise AssertionError(f"Tab does not reach {name}")


def pressed(*names, **options):
    """Returns an action that clicks on parts, one after the other; the options are for the last one."""
    def act(s):
        for name in names[:-1]:
            s.press(name)
        s.press(names[-1], **options)
    return act


def keyed(*steps):
    """Returns an action of names, which are reached by Tab, and of keys."""
    def act(s):
        for kind, word in steps:
            if kind == "to":
                reach(s, word)
            elif kind == "sees":
                assert until(lambda word=word: word in s.names(), 15), s.names()
            else:
                s.key(word)
    return act


# For each button the player, the beginning of what that gets, and both ways to press it.
BUTTONS = {
    "a like": (music, "like", pressed("Like"), keyed(("to", "Like"), ("key", "space"))),
    "a skip": (podcast, "skip-forward 30", pressed("Forward by 30 seconds"),
               keyed(("to", "Forward by 30 seconds"), ("key", "space"))),
    "the speed": (podcast, "change-rate 1.5", pressed("Speed", "1.5×"),
                  keyed(("to", "Speed"), ("key", "space"), ("sees", "1.5×"), ("key", "Down"), ("key", "Return"))),
    "a room": (speakers, "level kitchen", pressed("Devices", "Kitchen", role="slider", part=0.9),
               keyed(("to", "Devices"), ("key", "space"), ("sees", "Bathroom"), ("to", "Kitchen"), ("key", "Right"))),
    "an error's button": (failed, "raise", pressed("Open"), keyed(("to", "Open"), ("key", "space"))),
    "a chapter": (podcast, "seek-to-position 1420", pressed("Chapters", "Wine and war, 23:40"),
                  keyed(("to", "Chapters"), ("key", "space"), ("sees", "Wine and war, 23:40"), ("key", "Down"),
                        ("key", "Return"))),
}

with Picture("presses", scale=1) as picture:
    for what, (player, wanted, by_pointer, by_keys) in BUTTONS.items():
        for way, act in (("the pointer", by_pointer), ("keys", by_keys)):
            picture.begin(player)
            content = player()["content"]
            picture.sees(f"{what} is there", content["title"])
            picture.rests()
            run("xdotool", "windowfocus", "--sync", picture.number)
            picture.follow_focus()
            act(picture)
            got = until(lambda: [each for each in picture.got if each.startswith(wanted)])
            picture.check(f"{what}, by {way}", got, got or [each for each in picture.got if each != "shown"])
            picture.got.clear()
            picture.end()

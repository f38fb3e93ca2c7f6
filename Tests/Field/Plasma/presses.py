# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Presses the buttons of players like those of people, with the pointer, again by keys alone, and by the actions that
screen readers use: each player gets the command that the button promises."""

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


def read(*steps):
    """Returns an action of names, each with the name of the action of that part, if it is not the first one."""
    def act(s):
        for step in steps:
            s.act(*step)
    return act


# For each button the player, the beginning of what that gets, and the ways to press it.
BUTTONS = {
    "a like": (music, "like", pressed("Like"), keyed(("to", "Like"), ("key", "space")), read(["Like"])),
    "a skip": (podcast, "skip-forward 30", pressed("Forward by 30 seconds"),
               keyed(("to", "Forward by 30 seconds"), ("key", "space")), read(["Forward by 30 seconds"])),
    "the speed": (podcast, "change-rate 1.5", pressed("Speed", "1.5×"),
                  keyed(("to", "Speed"), ("key", "space"), ("sees", "1.5×"), ("key", "Down"), ("key", "Return")),
                  read(["Speed"], ["1.5×"])),
    "a room": (speakers, "level kitchen", pressed("Devices", "Kitchen", role="slider", part=0.9),
               keyed(("to", "Devices"), ("key", "space"), ("sees", "Bathroom"), ("to", "Kitchen"), ("key", "Right")),
               read(["Devices"], ["Kitchen", "slider", "Increase"])),
    "a room's button": (speakers, "step living 1", pressed("Devices", "Living Room: louder"),
                        keyed(("to", "Devices"), ("key", "space"), ("sees", "Bathroom"), ("to", "Living Room: louder"),
                              ("key", "space")), read(["Devices"], ["Living Room: louder"])),
    "an error's button": (failed, "raise", pressed("Open"), keyed(("to", "Open"), ("key", "space")), read(["Open"])),
    "a chapter": (podcast, "seek-to-position 1420", pressed("Chapters", "Wine and war, 23:40"),
                  keyed(("to", "Chapters"), ("key", "space"), ("sees", "Wine and war, 23:40"), ("key", "Down"),
                        ("key", "Return")), read(["Chapters"], ["Wine and war, 23:40"])),
    "the position": (podcast, "seek-to-position 7", None, None, read(["Position", "slider", "Increase"])),
    "the volume": (music, "volume 0.640", None, None, read(["Volume"], ["Volume", "slider", "Increase"])),
}
WAYS = "the pointer", "keys", "a screen reader"

with Picture("presses", scale=1, seconds=900) as picture:
    for what, (player, wanted, *acts) in BUTTONS.items():
        for way, act in zip(WAYS, acts):
            if not act:
                continue
            picture.begin(player)
            content = player()["content"]
            picture.sees(f"{what} is there", content["title"])
            picture.rests()
            run("xdotool", "windowfocus", "--sync", picture.number)
            picture.follow_focus()
            act(picture)
            until(lambda: [each for each in picture.got if each.startswith(wanted)])
            picture.end()
            # The player has told all that it got while it ran.
            told = [each for each in picture.got if each != "shown"]
            picture.check(f"{what}, by {way}", len(told) == 1 and told[0].startswith(wanted), told)
            picture.got.clear()
    picture.begin(music, podcast)
    picture.sees("both have a tab", "Meridian", "Castaway")
    picture.act("Castaway")
    picture.sees("a tab, by a screen reader", "Night Skies")

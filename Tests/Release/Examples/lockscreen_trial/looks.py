# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of how a page looks: what stays where it is, which buttons differ, and the colours of what has no picture."""
import colorsys
import os
from pathlib import Path

from testkit.desktop import wait_until
from lockscreen_trial import artwork
from field.screen.lockscreen import WIDTH

COMMANDS = ["play", "pause", "seek-to-position", "previous-chapter", "next-chapter",
            "custom plain:previous Before", "custom item:next After"]
# The middle of the card, below its icon.
CARD = (WIDTH // 2, 380)


def rest(screen):
    """Waits until nothing on the screen moves, and returns its pixels."""
    seen = []
    wait_until("the page rests", lambda: seen.append(screen.pixels()) or len(seen) > 8 and seen[-8:] == seen[-1:] * 8)
    return seen[-1]


def episode(number, **said):
    return {"kind": "Podcast", "at": 400, "state": "paused", "chapters": [[0, "Opening"], [300, "The great comet"]],
            "content": {"title": f"Part {number}", "duration": 1800, "id": f"part-{number}"}, "commands": COMMANDS,
            **said}


def rows(pixels, top, bottom):
    return pixels[3 * WIDTH * top:3 * WIDTH * bottom]


def failing(screen):
    """An error moves nothing: its sentence stands in the place of the lines below the title."""
    cover = artwork.made(screen.directory, "noon", artwork.NOON, 240, 240)[1]
    player = screen.start_player("org.example.Fails", **episode(1, cover=cover, state="playing"))
    screen.show(screen.program)
    screen.wait_text("first", "Part 1")
    screen.tell(player, state="paused")
    screen.wait_text("play", "Play")
    for state, sentence in (("paused", "Sign in to play this episode"), ("playing", "No connection. " * 12 + "Sorry."),
                            ("buffering", "!")):
        screen.tell(player, state=state, rate=1)
        screen.wait_until(f"it is {state}", lambda: screen.texts().get("trouble") is None)
        # While it plays, only the digits of the time change, far below the title.
        title = screen.places()["first"].top
        above = []
        wait_until("the card has its size",
                   lambda: above.append(rows(screen.pixels(), 0, title)) or above[-8:] == above[-1:] * 8)
        places = {name: place[:5] for name, place in screen.places().items() if name not in ("elapsed", "remaining")}
        screen.tell(player, state="failed", error=sentence)
        screen.wait_text("trouble", sentence)
        pixels = rest(screen)
        assert rows(pixels, 0, title) == above[-1], f"{state}: an error has moved what is above it"
        now = {name: place[:5] for name, place in screen.places().items()}
        moved = [name for name in places if name in now and now[name][1:3] != places[name][1:3] and name != "state"]
        assert not moved, f"{state}: an error has moved {[(places[name], now[name]) for name in moved]}"
        trouble = now["trouble"]
        assert trouble[2] + trouble[4] <= now["position"][2], "the sentence covers the bar"


def steps(screen):
    """Steps to chapters have other icons than those to items, and what opens the tracks is a button like others."""
    screen.start_player("org.example.Steps", **episode(1, tracks=[["AUDIO", "1", "en", True],
                                                                  ["AUDIO", "2", "de", False]]))
    screen.show(screen.program)
    for name in ("command-17", "command-16", "custom-plain", "custom-item", "tracks"):
        screen.wait_place(name)
    rest(screen)
    places = screen.places()

    def icon(name):
        place = places[name]
        return screen.pixels(place.left + place.width // 2 - 12, place.top + place.height // 2 - 12, 24, 24)

    def brightness(left, top):
        return sum(screen.pixels(left, top, 1, 1))

    icons = [icon(name) for name in ("command-17", "command-16", "custom-plain", "custom-item")]
    shapes = {bytes(each[i] > 200 for i in range(0, len(each), 3)) for each in icons}
    assert len(shapes) == 4, "a chapter's step has the icon of an item's"
    for name in ("tracks", "command-16"):
        place = places[name]
        middle = place.top + place.height // 2
        inside, outside = brightness(place.left + 6, middle), brightness(place.left - 6, middle)
        assert inside > outside + 30, f"{name} looks like no button: {inside}, and {outside} beside it"


def hue_of(pixel):
    """Returns the hue of a pixel, 0 to 1."""
    return colorsys.rgb_to_hsv(*(byte / 255 for byte in pixel))[0]


def uncovered(screen):
    """Items without a picture have colours of their own, which are the same whenever the item comes."""
    player = screen.start_player("org.example.Bare", **episode(1))
    screen.show(screen.program)
    seen = {}
    for number in (1, 2, 3, 1, 2):
        screen.tell(player, **episode(number))
        screen.wait_text("first", f"Part {number}")
        pixels = rest(screen)
        at = 3 * (WIDTH * CARD[1] + CARD[0])
        hue = hue_of(pixels[at:at + 3])
        assert abs(seen.setdefault(number, hue) - hue) < 0.02, f"part {number} has other colours than before"
    for one, other in ((1, 2), (2, 3), (1, 3)):
        apart = abs(seen[one] - seen[other])
        assert 0.08 < apart < 0.92, f"parts {one} and {other} have one colour: {seen}"


def ink(screen, place, left, right):
    """Returns how many light pixels a button has between two distances from its middle."""
    middle, top = place.left + place.width // 2, place.top + place.height // 2 - 14
    pixels = screen.pixels(middle + left, top, right - left, 28)
    return sum(pixels[i] > 150 for i in range(0, len(pixels), 3))


def drawn(screen):
    """Each button has a picture, also the arrow around the number of a skip; and the times are at the bar's ends."""
    screen.start_player("org.example.Drawn", kind="Podcast", at=400, state="paused", content={
        "title": "The Comet of 1811 and the Year of the Great Vintage", "show_name": "Night Skies", "duration": 1800},
        commands=["previous", "skip-backward 15", "play", "pause", "skip-forward 30", "next", "seek-to-position",
                  "change-shuffle-mode", "change-repeat-mode", "like I like it", "mute"],
        devices=[{"id": "kitchen", "name": "Kitchen", "volume": 0.55},
                 {"id": "living", "name": "Living Room", "type": "TV", "can_step": True}])
    screen.show(screen.program)
    for name in ("previous", "play", "next", "shuffle", "repeat", "command-21", "quieter-1", "louder-1"):
        assert ink(screen, screen.wait_place(name), -14, 14) > 20, f"there is no picture on {name}"
    rest(screen)
    for name in ("skip-backward-15", "skip-forward-30"):
        place = screen.wait_place(name)
        for side, left, right in (("left", -17, -10), ("right", 10, 17)):
            assert ink(screen, place, left, right) > 5, f"there is no arrow at the {side} of {name}"
    places = screen.places()
    bar, first, last = places["position"], places["elapsed"], places["remaining"]
    assert abs(first.left - bar.left) < 3, f"{first} is not at the start of {bar}"
    assert abs(last.left + last.width - bar.left - bar.width) < 3, f"{last} is not at the end of {bar}"
    if os.environ.get("KEEP"):
        screen.picture(Path(os.environ["KEEP"], "drawn.png"))


TESTS = (drawn, failing, steps, uncovered)

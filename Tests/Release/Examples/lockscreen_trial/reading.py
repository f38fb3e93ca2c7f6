# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of large text, of rows that are too wide, and of what follows the direction of reading."""
from pathlib import Path

from field.screen.lockscreen import HEIGHT, WIDTH

EDGE = 28  # between the parts of a page and its edges
DOWN = "5"  # the button of the wheel that scrolls down
WORDS = ["player", "first", "second", "third", "elapsed", "rate"]


def song(**said):
    return {"at": 400, "state": "paused", "content": {"title": "Light", "artists": ["Hills"], "album": "Dusk",
                                                      "duration": 1800},
            "commands": ["previous", "play", "pause", "next", "seek-to-position", "change-rate 1 1.5",
                         "change-repeat-mode", "change-shuffle-mode", "like", "set-rating 5", "bookmark", "mute",
                         "custom sleep Einschlaftimer in einer Stunde", "custom more Noch viel mehr davon"], **said}


def heights(screen):
    return {name: place.height for name, place in screen.places().items() if name in WORDS}


def large(screen):
    """Words are as large as the desktop's font, no part is wider than the page, and all is scrolled to."""
    screen.speak("de_DE")
    cars = [{"id": f"car-{number}", "name": "Car", "type": "CAR"} for number in range(3)]
    screen.start_player("org.example.Large", **song(
        tracks=[["AUDIO", "1", "en", True], ["AUDIO", "2", "de", False]],
        devices=[{"id": "kitchen", "name": "Kitchen", "volume": 0.55}, *cars,
                 {"id": "living", "name": "Living Room", "type": "TV", "can_step": True}]))
    seen = {}
    for points in (10, 15, 20):
        folder = Path(screen.directory, "gtk-4.0")
        folder.mkdir(exist_ok=True)
        (folder / "settings.ini").write_text(f"[Settings]\ngtk-font-name=Sans {points}\n")
        screen.show(screen.program)
        screen.run("xdotool", "windowmove", screen.window, "0", "0")
        screen.wait_place("play")
        for name, height in heights(screen).items():
            wanted = seen.setdefault(name, height) * points / 10
            # A button is at least as high as a finger is wide.
            assert name == "rate" or abs(height - wanted) < 4, f"{name} is {height} high at {points} points"
        beyond = [place for place in screen.places().values() if place.left + place.width > WIDTH - EDGE
                  and not place.name.startswith(("command", "custom"))]
        assert not beyond, f"at {points} points, {beyond} is not within the page"
        if points == 20:
            before = screen.places()["first"].top
            lowest = screen.places()["louder-4"]
            assert lowest.top + lowest.height > HEIGHT, f"the page has room for all: {lowest}"
            screen.point("first")
            screen.run("xdotool", "click", "--repeat", "9", DOWN)
            screen.wait_until("the lowest part is scrolled to",
                              lambda: sum(screen.places()["louder-4"][2:5:2]) < HEIGHT - EDGE)
            assert screen.places()["first"].top < before, "the title has not moved"
        screen.screen.stop()


def contrast(screen, place, x):
    """Returns how much lighter a button is at a column of the screen than the page above it."""
    inside, outside = (screen.pixels(x, top, 1, 1) for top in (place.top + 3, place.top - 3))
    return sum(inside) - sum(outside)


def wide(screen):
    """A row that is too wide fades out at the edge of the page behind which it goes on, and no word of it is cut."""
    screen.start_player("org.example.Wide", **song())
    screen.show(screen.program)
    screen.wait_place("custom-sleep")
    crossing = [each for each in screen.places().values() if each.left < WIDTH - 60 and each.left + each.width >= WIDTH]
    assert len(crossing) == 1, f"the row does not go to the edge: {screen.places()}"
    steps = [contrast(screen, crossing[0], x) for x in (WIDTH - 56, WIDTH - 24, WIDTH - 3)]
    assert steps[0] > steps[1] + 8 > steps[2] + 16 and steps[2] < 12, f"the row ends hard at the edge: {steps}"
    screen.scroll_to("custom-more", over=crossing[0].name)
    screen.run("xdotool", "click", "--repeat", "30", "7")
    screen.wait_place("custom-more")
    place = max((each for each in screen.places().values() if each.top == crossing[0].top), key=lambda each: each.left)
    assert abs(place.left + place.width - (WIDTH - EDGE)) < 2, f"the row does not end with {place}"
    assert contrast(screen, place, place.left + 20) > 40, "the end of the row is faint"


def backwards(screen):
    """Where text runs from right to left, the next page is to the left, and loudspeakers face the bar."""
    screen.speak("ar_EG")
    screen.begin("trial")
    screen.wait_text("first", "Trial Song")
    screen.run("xdotool", "windowmove", screen.window, "0", "0")
    bar = screen.wait_place("volume")
    loud = screen.pixels(bar.left - 26, bar.top, 16, bar.height)[::3]
    left, right = (sum(loud[i] for i in range(len(loud)) if (i % 16 < 8) == is_left) for is_left in (True, False))
    assert right > left, "the loudspeaker is not mirrored"
    screen.swipe(1)
    screen.wait_place("volume")
    assert screen.texts()["first"] == "Trial Song", "a swipe to the left is one to the next page"
    screen.swipe(-1)
    screen.wait_text("first", "Kitchen Song")
    screen.run("xdotool", "key", "Prior")
    screen.wait_text("first", "Trial Song")
    screen.run("xdotool", "key", "Next")
    screen.wait_text("first", "Kitchen Song")
    screen.swipe(1)
    screen.wait_text("first", "Trial Song")


TESTS = (large, wide, backwards)

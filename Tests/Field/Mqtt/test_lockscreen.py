# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The lock screen of examples/lockscreen on another machine: it shows what plays here, and drives it."""

import time

from field.screen.lockscreen import HEIGHT, WIDTH, Screen
from house import Machine
from testkit import pictures
from testkit.host import C, SECOND

COVER = 7


def has_cover(screen):
    pixel = screen.pixels(WIDTH // 2, HEIGHT // 3, 1, 1)
    return all(abs(byte - wanted) < 4 for byte, wanted in zip(pixel, pictures.colour(COVER)))


def press(screen, host, name, *kinds):
    """Clicks a button, and returns the seconds until the player has its command."""
    start = len(host.events)
    screen.point(name)
    began = time.monotonic()
    screen.run("xdotool", "click", "1")
    return next(event["time"] for event in [host.wait("command", start)] if event["kind"] in kinds) - began


def test_the_lock_screen_of_another_machine(house, folder, lockscreen):
    kitchen = house.machine("kitchen", "--in=no").connected()
    path = folder / "cover.png"
    path.write_bytes(pictures.numbered(COVER))
    host = kitchen.play("First", artists=["One"], elapsed=60 * SECOND)
    host.ask("provide", "main", "cover", "data", path)
    host.content(title="Second", identifier="second", artists=["One"], art="cover")
    host.snapshot("PLAYING", 60 * SECOND)
    with Screen() as screen:
        bridge = screen.start(*Machine.program, "--broker", house.broker.address, "--user", "bath", "--out=no")
        bridge.expect("connected to the broker", part=True)
        screen.show(lockscreen)
        screen.wait_text("first", "Second")
        screen.wait_until("the cover is seen", lambda: has_cover(screen))
        texts = screen.texts()
        assert texts["second"] == "One" and any("Kitchen" in text for text in texts.values()), texts
        toggles = C.COMMAND_PAUSE, C.COMMAND_TOGGLE_PLAY_PAUSE
        times = [press(screen, host, "play", *toggles)]
        host.snapshot("PAUSED", 70 * SECOND)
        screen.wait_until("it is paused", lambda: screen.texts()["elapsed"] == "1:10")
        times += [press(screen, host, "next", C.COMMAND_NEXT) for _ in range(3)]
        print("from the click to the player", [f"{took * 1000:.0f} ms" for took in times])
        assert min(times) < 0.2, times
        host.content(title="Third", identifier="third", artists=["One"])
        screen.wait_text("first", "Third")
        kitchen.kill()
        screen.wait_until("it is gone", lambda: "first" not in screen.texts())
        host.snapshot("PLAYING", 80 * SECOND)
        kitchen.start()
        screen.wait_text("first", "Third")
        bridge.process.terminate()
        assert bridge.end() == 0, bridge.take()

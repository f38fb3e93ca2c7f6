# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 3: Playback, whose formula must give the position in each state."""

import time

import pytest

from lab.harness.line import position
from lab.harness.surface import SECOND, now_us, plain

SLACK = 100_000  # by how much a copy may differ, 6.4


def near(session, at, since):
    """Returns whether the session is now at the position that follows by the formula from the position `at` at the time
    `since`."""
    playback = session.playback
    lowest, highest = sorted((at, at + playback["rate"] * (now_us() - since)))
    return lowest - SLACK <= session.position() <= highest + SLACK


def test_3_main_plays_at_ten_seconds(reference, main):
    playback = main.playback
    assert (playback["state"], playback["rate"], playback["default-rate"]) == ("playing", 1.0, 1.0)
    # The snapshot was taken at 10 s, shortly before the present time.
    with open(f"/proc/{reference.process.pid}/stat", encoding="ascii") as file:
        ticks = int(file.read().rsplit(")", 1)[1].split()[19])
    started = ticks * SECOND // 100
    assert 10 * SECOND <= main.position() <= 10 * SECOND + now_us() - started + 2 * SLACK


def test_3_side_is_paused_at_a_minute(side):
    assert side.playback["state"] == "paused" and side.playback["rate"] == 0.0
    assert side.position() == side.position(now_us() + SECOND) == 60 * SECOND


def test_3_kitchen_is_interrupted_at_twenty_seconds(kitchen):
    assert kitchen.playback["state"] == "interrupted" and kitchen.playback["rate"] == 0.0
    assert kitchen.position() == 20 * SECOND


def test_3_guest_is_buffering(surface, side):
    side.send("toggle-play-pause")
    guest = surface.local["guest"]
    assert guest.playback["state"] == "buffering" and guest.playback["rate"] == 0.0


def test_3_positions_of_items(main):
    """Each starts at 0; three have none."""
    for identifier in ("podcast", "movie", "tv-show", "book", "radio", "home-media", "generic", "music"):
        before = now_us()
        main.send("next").wait_item(identifier)
        if identifier in ("radio", "home-media", "generic"):
            assert main.playback.keys() == {"state", "rate", "default-rate"}
            assert main.position() is None
        else:
            assert 0 <= main.position() <= now_us() - before + SLACK
        assert main.state == "playing" and main.playback["rate"] == 1.0


def test_3_timestamp_is_of_the_monotonic_clock(main):
    for seconds in (100, 50, 170, 0):
        begun = now_us()
        main.send("seek-to-position", position=seconds * SECOND)
        main.wait(lambda it, at=seconds, begun=begun: near(it, at * SECOND, begun), f"it is at {seconds} s")
        assert begun <= main.playback["timestamp"] <= now_us()


def test_3_position_moves_by_the_formula(main):
    begun = now_us()
    main.send("seek-to-position", position=50 * SECOND)
    main.wait(lambda it: near(it, 50 * SECOND, begun), "it plays from 50 s")
    sent = plain(main.get("Playback"))
    time.sleep(0.3)  # sleeps: the position moves within it
    later = main.get("Playback").value
    now = now_us()
    moved = position(later, now, 180 * SECOND) - sent["elapsed"] - sent["rate"] * (now - sent["timestamp"])
    assert abs(moved) < SLACK


@pytest.mark.parametrize("rate", [0.5, 1.5, 2.0])
def test_3_position_at_other_rates(main, rate):
    main.send("change-rate", rate=rate).wait_playback(rate=rate, default_rate=rate)
    begun = now_us()
    main.send("seek-to-position", position=20 * SECOND)
    main.wait(lambda it: near(it, 20 * SECOND, begun), "it plays from 20 s")
    main.send("pause").wait_playback(state="paused", rate=0.0, default_rate=rate)
    paused = main.position()
    assert 20 * SECOND <= paused <= 20 * SECOND + rate * (now_us() - begun) + SLACK


def test_3_position_stays_within_the_item(main):
    main.send("seek-to-position", position=180 * SECOND)
    main.wait(lambda it: it.position() == 180 * SECOND, "it is at the end")
    assert main.position(now_us() + 10 * SECOND) == 180 * SECOND
    main.send("seek-backward", phase="begin").wait_playback(rate=-5.0)
    assert main.position(now_us() + 100 * SECOND) == 0


@pytest.mark.parametrize("state, command", [("paused", "pause"), ("stopped", "stop")])
def test_3_rate_is_zero_unless_it_plays(main, state, command):
    main.send(command).wait_playback(state=state, rate=0.0, default_rate=1.0)
    at = main.position()
    assert at == main.position(now_us() + 5 * SECOND)
    if state == "stopped":
        assert at == 0
    main.send("play").wait_playback(state="playing", rate=1.0)

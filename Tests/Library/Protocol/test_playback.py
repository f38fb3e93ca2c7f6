# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 3: Playback, whose formula must give the position in each state."""

from lab.harness.surface import SECOND, now_us

SLACK = 100_000  # by how much a copy may differ, 6.4


def near(session, at, since):
    """Returns whether the session is now at the position that follows by the formula from the position `at` at the time
    `since`."""
    playback = session.playback
    lowest, highest = sorted((at, at + playback["rate"] * (now_us() - since)))
    return lowest - SLACK <= session.position() <= highest + SLACK


def test_3_guest_is_buffering(surface, side):
    side.send("toggle-play-pause")
    guest = surface.local["guest"]
    assert guest.playback["state"] == "buffering" and guest.playback["rate"] == 0.0


def test_3_timestamp_is_of_the_monotonic_clock(main):
    for seconds in (100, 50, 170, 0):
        begun = now_us()
        main.send("seek-to-position", position=seconds * SECOND)
        main.wait(lambda it, at=seconds, begun=begun: near(it, at * SECOND, begun), f"it is at {seconds} s")
        assert begun <= main.playback["timestamp"] <= now_us()

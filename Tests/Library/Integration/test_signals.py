# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Changes that are sent, and when: rules 7 and 8."""

import time

from testkit.host import SECOND, now_us

INTERVAL = 0.05  # the shortest time between two signals


def titled(title):
    return lambda metadata: "xesam:title" in metadata and metadata["xesam:title"].value == title


def sent_until_marker(bus, host, start, volume=0.123):
    """Returns everything sent since `start`, up to a change of volume that ends the wait: no more was sent."""
    host.volume(volume)
    bus.wait_changed(start, "Volume", lambda value: value == volume)
    return [item for item in bus.signals(start) if item != {"Volume": volume}]


def test_rule_07_moving_position_is_seen_by_playerctl(bus, host):
    at = now_us()
    host.snapshot("PLAYING", 30 * SECOND, rate=2.0, at=at)
    before = now_us()
    position = float(bus.playerctl("position"))
    after = now_us()
    assert 30 + 2 * (before - at) / 1e6 - 0.001 <= position <= 30 + 2 * (after - at) / 1e6 + 0.001


def test_rule_07_jump_is_sent(bus, host, client):
    start = bus.mark()
    host.snapshot("PLAYING", 60 * SECOND)
    sent = bus.wait_seeked(start).body[0]
    assert 60 * SECOND <= sent <= client.get("Position")
    start = bus.mark()
    host.snapshot("PAUSED", 20 * SECOND)
    assert bus.wait_seeked(start).body[0] == 20 * SECOND
    assert bus.signals(start) == [{"PlaybackStatus": "Paused"}, 20 * SECOND]
    start = bus.mark()
    host.snapshot("PAUSED", 10 * SECOND)
    assert bus.wait_seeked(start).body[0] == 10 * SECOND
    assert bus.signals(start) == [10 * SECOND]


def test_rule_07_seeked_follows_metadata_within_an_item(bus, host, client):
    """BlueZ starts at 0 with each Metadata, also with one that only brings a better title."""
    start = bus.mark()
    host.snapshot("PLAYING", 50 * SECOND)
    bus.wait_seeked(start)
    start = bus.mark()
    host.content(title="First, with a better title")
    sent = bus.wait_seeked(start).body[0]
    assert 50 * SECOND <= sent <= client.get("Position")
    changed, seeked = bus.signals(start)
    assert list(changed) == ["Metadata"] and seeked == sent


def test_rule_08_new_item_is_one_signal(bus, host):
    start = bus.mark()
    host.snapshot("PAUSED", 0)
    bus.wait_changed(start, "PlaybackStatus", lambda value: value == "Paused")
    time.sleep(1.2 * INTERVAL)  # sleeps: the interval between two signals passes, in which changes are put off
    start = bus.mark()
    host.snapshot("PLAYING", 0, commit=False)
    host.commands("PLAY", "PAUSE", "NEXT!", "SEEK_TO_POSITION", commit=False)
    host.content(identifier="second", title="Second", artists=["Artist"])
    sent = sent_until_marker(bus, host, start)
    assert len(sent) == 1
    assert {"Metadata", "PlaybackStatus", "CanGoNext", "CanGoPrevious"} <= set(sent[0])
    assert set(sent[0]["Metadata"]) == {"mpris:trackid", "mpris:length", "xesam:title", "xesam:artist"}

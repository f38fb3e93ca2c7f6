# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Changes that are sent, and when: rules 7 and 8."""

import time

import pytest

from lab.harness.bus import NAME, is_changed
from lab.harness.host import C, SECOND, now_us

INTERVAL = 0.05  # the shortest time between two signals


def titled(title):
    return lambda metadata: "xesam:title" in metadata and metadata["xesam:title"].value == title


def sent_until_marker(bus, host, start, volume=0.123):
    """Returns everything sent since `start`, up to a change of volume that ends the wait: no more was sent."""
    host.volume(volume)
    bus.wait_changed(start, "Volume", lambda value: value == volume)
    return [item for item in bus.signals(start) if item != {"Volume": volume}]


@pytest.mark.parametrize("rate", [1.0, 2.0, 0.5, -1.0])
def test_rule_07_position_is_computed_at_each_get(host, client, rate):
    at = now_us()
    host.snapshot("PLAYING", 100 * SECOND, rate=rate, at=at)
    for ask in (lambda: client.get("Position"), lambda: client.get_all()["Position"].value) * 2:
        before = now_us()
        position = ask()
        after = now_us()
        bounds = sorted(100 * SECOND + rate * (moment - at) for moment in (before, after))
        assert bounds[0] - 1 <= position <= bounds[1] + 1


def test_rule_07_position_stays_within_the_item(bus, host, client):
    # Timestamps long before the machine was started, and slightly before the start of the item.
    for at in now_us() - 1000 * SECOND, -1000 * SECOND, -2**63 + 1:
        host.snapshot("PLAYING", 0, at=at)
        assert client.get("Position") == 200 * SECOND
    host.snapshot("PAUSED", -20_000)
    assert client.get("Position") == 0
    assert client.get("CanSeek")
    host.snapshot("PLAYING", 0, at=now_us() - SECOND, rate=-1.0)
    assert client.get("Position") == 0
    host.snapshot("PAUSED", 42 * SECOND, at=now_us() - SECOND)
    assert client.get("Position") == 42 * SECOND
    assert bus.playerctl("position") == "42.000000"
    for state in "PAUSED", "PLAYING":
        host.snapshot(state, C.TIME_UNKNOWN)
        assert client.get("Position") == 0


def test_rule_07_moving_position_is_seen_by_playerctl(bus, host):
    at = now_us()
    host.snapshot("PLAYING", 30 * SECOND, rate=2.0, at=at)
    before = now_us()
    position = float(bus.playerctl("position"))
    after = now_us()
    assert 30 + 2 * (before - at) / 1e6 - 0.001 <= position <= 30 + 2 * (after - at) / 1e6 + 0.001


def test_rule_07_playing_on_tells_nothing(bus, host):
    start = bus.mark()
    at = now_us()
    for second in range(5):
        # The same movement of the position, described by a later moment of it.
        host.snapshot("PLAYING", second * 100_000, at=at + second * 100_000)
        time.sleep(0.1)  # sleeps: the line of time is described anew when time has passed
    assert [item for item in sent_until_marker(bus, host, start) if isinstance(item, dict)] == []


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


def test_rule_07_an_item_that_begins_again_is_sent(bus, host, client):
    """The same item at its end: only its position shows that it is played again."""
    start = bus.mark()
    host.snapshot("PLAYING", 0, at=now_us() - 1000 * SECOND)
    assert bus.wait_seeked(start).body[0] == client.get("Position") == 200 * SECOND
    start = bus.mark()
    host.snapshot("PLAYING", 0)
    assert bus.wait_seeked(start).body[0] <= client.get("Position") < 10 * SECOND


def test_rule_07_jump_below_the_tolerance_is_not_sent(bus, host):
    begun = bus.mark()
    host.snapshot("PAUSED", 50 * SECOND)
    bus.wait_seeked(begun)
    start = bus.mark()
    host.snapshot("PAUSED", 50 * SECOND + 400_000)
    time.sleep(1.2 * INTERVAL)  # sleeps: the interval between two signals passes, in which changes are put off
    host.snapshot("PAUSED", 50 * SECOND - 400_000)
    assert sent_until_marker(bus, host, start) == []


def test_rule_07_small_jumps_add_up(bus, host):
    """A client that is sent none of them would be far off in the end."""
    begun = bus.mark()
    host.snapshot("PAUSED", 50 * SECOND)
    bus.wait_seeked(begun)
    start = bus.mark()
    for step in range(1, 4):
        host.snapshot("PAUSED", 50 * SECOND + step * 300_000)
        # Waits for each jump before the next one.
        host.volume(step / 10)
        bus.wait_changed(start, "Volume", lambda value: value == step / 10)
    sent = sent_until_marker(bus, host, start)
    assert [item for item in sent if not isinstance(item, dict)] == [50 * SECOND + 600_000]


def test_rule_07_pause_and_resume_is_no_jump(bus, host, client):
    start = bus.mark()
    for state, word in [("PAUSED", "Paused"), ("PLAYING", "Playing")] * 3:
        before = bus.mark()
        host.snapshot(state, client.get("Position"))
        bus.wait_changed(before, "PlaybackStatus", lambda value: value == word)
    sent = bus.signals(start)
    assert sent == [{"PlaybackStatus": "Paused"}, {"PlaybackStatus": "Playing"}] * 3


def test_rule_07_seeked_follows_a_change_of_rate(bus, host, client):
    """playerctl ignores the rate, and would drift; the position itself does not jump."""
    start = bus.mark()
    host.snapshot("PLAYING", client.get("Position"), rate=2.0)
    first = bus.wait_seeked(start).body[0]
    sent = bus.signals(start)
    assert sent[0]["Rate"] == 2 and sent[1] == first and len(sent) == 2


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


def test_rule_07_new_item_at_its_start_tells_no_position(bus, host):
    start = bus.mark()
    for number in range(3):
        host.snapshot("PLAYING", 0, commit=False)
        host.content(identifier=f"next-{number}", title=f"Next {number}")
        bus.wait_changed(start, "Metadata", titled(f"Next {number}"))
    sent = sent_until_marker(bus, host, start)
    assert [list(item) for item in sent] == [["Metadata"]] * 3


def test_rule_07_new_item_in_its_middle_tells_its_position(bus, host):
    start = bus.mark()
    host.snapshot("PAUSED", 30 * SECOND, commit=False)
    host.content(identifier="resumed", title="Resumed")
    assert bus.wait_seeked(start).body[0] == 30 * SECOND
    changed, _ = bus.signals(start)
    assert changed["Metadata"]["xesam:title"].value == "Resumed" and changed["PlaybackStatus"] == "Paused"


def test_rule_07_live_item_tells_no_position(bus, host):
    host.content(identifier="live", kind="RADIO", title="Stream", length=None)
    start = bus.mark()
    host.snapshot("PLAYING", 5000 * SECOND)
    assert all(isinstance(item, dict) for item in sent_until_marker(bus, host, start))


def test_rule_08_first_change_is_sent_at_once(bus, host):
    delays = []
    for number in range(9):
        time.sleep(1.5 * INTERVAL)  # sleeps: the interval between two signals passes, in which changes are put off
        start, before = bus.mark(), time.monotonic()
        host.volume(number / 10)
        delays.append(bus.wait_changed(start, "Volume").time - before)
    assert sorted(delays)[4] < INTERVAL / 2, delays


def test_rule_08_first_change_after_the_name_is_sent_soon(bus):
    """The player appears while it is still loading: clients have read it, and got one signal."""
    delays = []
    for _ in range(9):
        host = bus.player()
        start, before = bus.mark(), time.monotonic()
        host.volume(0.5)
        delays.append(bus.wait_changed(start, "Volume").time - before)
        host.close()
        bus.wait_name(NAME, present=False)
    assert sorted(delays)[4] < INTERVAL * 1.5, delays


def test_rule_08_at_most_twenty_signals_a_second(bus, host, client):
    start, before = bus.mark(), time.monotonic()
    for number in range(300):
        host.ask_all([("volume", "main", number / 300), ("snapshot", "main", C.STATE_PLAYING, number * SECOND, 0, 1, 1),
                      ("commit", "main")])
        time.sleep(0.004)  # sleeps: paces the changes of a player that is busy
    host.volume(0.999)
    bus.wait_changed(start, "Volume", lambda value: value == 0.999)
    times = [m.time for m in bus.since(start) if is_changed(m)]
    # The time is not measured from the first signal on, because the monitor may have received that late.
    assert 10 <= len(times) <= (times[-1] - before) / INTERVAL + 2
    assert client.get("Volume") == 0.999


def test_rule_08_last_state_wins(bus, host):
    start = bus.mark()
    host.ask_all([line for number in range(500) for line in (
        ("text", "main", C.FIELD_TITLE, f"Title {number}"), ("show", "main", "main"), ("commit", "main"))])
    bus.wait_changed(start, "Metadata", titled("Title 499"))
    assert bus.playerctl("metadata", "title") == "Title 499"


def test_rule_08_unchanged_is_not_sent(bus, host):
    start = bus.mark()
    for _ in range(3):
        host.content(title="First")
        host.commands("PLAY", "PAUSE", "STOP", "NEXT", "PREVIOUS", "SEEK_TO_POSITION", "CHANGE_RATE:0.5,1,2",
                      "CHANGE_REPEAT_MODE", "CHANGE_SHUFFLE_MODE")
        host.ask("commit", "main")
        time.sleep(1.2 * INTERVAL)  # sleeps: a signal would come within it
    assert sent_until_marker(bus, host, start) == []


def test_rule_08_there_and_back_is_not_sent(bus, host):
    start = bus.mark()
    host.volume(0.5)
    bus.wait_changed(start, "Volume", lambda value: value == 0.5)
    host.ask_all([("volume", "main", 0.6), ("commit", "main"), ("volume", "main", 0.5), ("commit", "main")])
    sent = sent_until_marker(bus, host, start)
    assert {"Volume": 0.6} not in sent and sent.count({"Volume": 0.5}) <= 1


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


def test_rule_08_only_what_changed_is_sent(bus, host):
    start = bus.mark()
    host.snapshot("PAUSED", 0)
    bus.wait_changed(start, "PlaybackStatus")
    assert bus.signals(start) == [{"PlaybackStatus": "Paused"}]

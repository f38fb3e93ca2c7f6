# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 12: between two items players are stopped or have no item for a moment, which is not emitted; a lasting stop or
end is emitted."""

import time

import pytest

from testkit.bus import NAME, PLAYER, ROOT, TRACK_LIST
from testkit.host import C, SECOND
from test_signals import INTERVAL, titled

HOLD = 0.25  # how long a stop or an end is held back


def gap(bus, host, client, number, end_item):
    """Ends the item, makes a client's call, and shows the next item. Returns what a client read before the end and
    after it, and what was emitted; None when this machine was so slow that the gap was a real one."""
    start = bus.mark()
    host.snapshot("PLAYING", 50 * SECOND)
    bus.wait_seeked(start)
    time.sleep(1.2 * INTERVAL)  # sleeps: what is emitted after it would be emitted at once
    read = [client.get_all()]
    start, before = bus.mark(), time.monotonic()
    end_item()
    read.append(client.get_all())
    host.snapshot("PLAYING", 0, commit=False)
    host.content(identifier=f"after-{number}", title=f"After {number}")
    took = time.monotonic() - before
    bus.wait_changed(start, "Metadata", titled(f"After {number}"))
    return (read, bus.signals(start)) if took < HOLD * 0.8 else None


def is_unchanged(before, within):
    """Checks that a client that reads in a gap sees what was before, which counts on: nothing that is emitted later
    would tell it that playback went on."""
    positions = [properties.pop("Position").value for properties in (before, within)]
    assert before["PlaybackStatus"].value == "Playing" and before["Metadata"].value
    assert within == before
    # The position within the gap is what clients know, which may differ from the host's by as much.
    assert abs(positions[1] - positions[0]) <= SECOND // 2


def test_rule_12_no_emptiness_between_items(bus, host, client):
    """ncspot went through Stopped at each track, and clients dropped it."""
    owner, start = bus.owner(NAME), bus.mark()
    tries = (gap(bus, host, client, number, host.nothing) for number in range(20))
    read, sent = next(filter(None, tries))  # of a gap that was none on this machine
    is_unchanged(*read)
    assert [list(item) for item in sent] == [["Metadata"]]
    assert bus.owner(NAME) == owner
    assert not [m for m in bus.since(start) if m.member in ("RequestName", "ReleaseName")]


def test_rule_12_a_stop_that_lasts_is_sent(bus, host):
    start, before = bus.mark(), time.monotonic()
    host.snapshot("STOPPED", 0)
    message = bus.wait_changed(start, "PlaybackStatus", lambda value: value == "Stopped")
    assert HOLD * 0.9 <= message.time - before
    assert bus.playerctl("status") == "Stopped"
    assert bus.names() == [NAME]


def test_rule_12_nothing_for_long_releases_the_name(bus, host):
    before = time.monotonic()
    host.nothing()
    bus.wait_name(NAME, present=False)
    assert time.monotonic() - before >= HOLD * 0.9
    host.wait("bus_state", state=C.BUS_CONNECTED)
    host.content(identifier="back", title="Back")
    bus.wait_name(NAME)
    assert bus.playerctl("metadata", "title") == "Back"


def test_rule_12_free_releases_at_once(bus, host):
    delays = []
    for _ in range(5):
        start = bus.mark()
        host.ask("free", "main")
        done = time.monotonic()
        index = bus.find(lambda m: m.member == "NameOwnerChanged" and m.body[0] == NAME and not m.body[2], start)
        delays.append(bus.records[index].time - done)
        assert bus.signals(start) == [{"PlaybackStatus": "Stopped"}]
        host.publish()
        bus.wait_name(NAME)
    # Holding back would delay every round; a busy machine delays only some.
    assert min(delays) < HOLD / 2, delays


def test_rule_12_a_stopped_session_is_shown_after_a_freed_one_that_played(bus):
    """There is nothing left to show in the meantime: the freed session is no item before a gap."""
    host = bus.player("--fd-loop", title="One")
    host.session("other")
    host.snapshot("STOPPED", 0, name="other", commit=False)
    host.content("other", title="Other")
    start = bus.mark()
    host.ask_all([("free", "main"), ("primary", "other", "application")])
    bus.wait_changed(start, "Metadata", titled("Other"))
    bus.wait_name(NAME)
    assert bus.playerctl("status") == "Stopped"


ASKED = [("Next",), ("Previous",), ("OpenUri", "s", "file:///b"), ("GoTo", "o", "/org/nowplaying/track/1/b")]


@pytest.mark.parametrize("call", ASKED, ids=lambda call: call[0])
def test_rule_12_another_item_that_was_asked_for_may_take_a_second(bus, call):
    """Some players start a process for each file."""
    host = bus.host("--schemes=file")
    host.publish(title="One")
    bus.wait_name(NAME)
    client, owner = bus.client(NAME), bus.owner(NAME)
    host.ask_all([("queue", "main", "item:One", "b:Two"), ("commit", "main")])
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "the queue")
    interface = TRACK_LIST if call[0] == "GoTo" else PLAYER
    start = bus.mark()
    client.do(*call, interface=interface)
    host.nothing()
    time.sleep(0.5)  # sleeps: longer than between two items, and shorter than may be
    host.snapshot("PLAYING", 0, commit=False)
    host.content(identifier="other", title="Other")
    bus.wait_changed(start, "Metadata", titled("Other"))
    assert bus.owner(NAME) == owner
    assert not [signal for signal in bus.signals(start) if isinstance(signal, dict) and "PlaybackStatus" in signal]
    client.do(*call, interface=interface)
    before = time.monotonic()
    host.nothing()
    bus.wait_name(NAME, present=False)
    assert time.monotonic() - before >= 0.9

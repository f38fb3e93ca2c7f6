# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Rule 12: between two items players are stopped or have no item for a moment, which is not emitted; a lasting stop or
end is emitted."""

import time

import pytest

from testkit.bus import NAME, PLAYER, ROOT, TRACK_LIST
from testkit.host import SECOND

HOLD = 0.25  # how long a stop or an end is held back


def titled(title):
    return lambda metadata: "xesam:title" in metadata and metadata["xesam:title"].value == title


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
    """Some players start a process for each file. A client that reads meanwhile sees what was before."""
    host = bus.host("--schemes=file")
    host.publish(title="One", elapsed=50 * SECOND)
    bus.wait_name(NAME)
    client, owner = bus.client(NAME), bus.owner(NAME)
    host.ask_all([("queue", "main", "item:One", "b:Two"), ("commit", "main")])
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "the queue")
    interface = TRACK_LIST if call[0] == "GoTo" else PLAYER
    start = bus.mark()
    before = client.get_all()
    client.do(*call, interface=interface)
    host.nothing()
    within = client.get_all()
    assert 0 <= within.pop("Position").value - before.pop("Position").value < SECOND and within == before
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

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A queue of rows, in which the same song may be more than once, by MPRIS's TrackList."""

from testkit.bus import TRACK_LIST
from testkit.host import C
from testkit.mpris_types import NO_TRACK
from test_track_list import publish, set_queue, track, tracks, wait_sent

NO_SUCH_CONTENT = C.ERROR_NO_SUCH_CONTENT


def playing(client):
    return client.metadata()["mpris:trackid"]


def play(host, row):
    """Sets the row that plays."""
    host.ask("queue_row", "main", row)
    host.ask("commit", "main")


def play_track(bus, host, client, row, path):
    """Sets the row that plays, and waits until clients are told of its track."""
    start = bus.mark()
    play(host, row)
    bus.wait_changed(start, "Metadata", lambda value: value["mpris:trackid"].value == path)
    assert playing(client) == path


def go_to(host, client, path):
    """Returns the row and the id that the host is called with; None if it is not called."""
    start = len(host.events)
    client.do("GoTo", "o", path, interface=TRACK_LIST)
    events = host.seen("queue_go_to", start)
    return (events[0]["row"], events[0]["id"]) if events else None


def titles(client, paths):
    """Returns the titles of these tracks."""
    found, = client.do("GetTracksMetadata", "ao", paths, interface=TRACK_LIST)
    known = {entry["mpris:trackid"].value: entry["xesam:title"].value for entry in found}
    return [known[path] for path in paths]


def test_the_same_song_is_two_entries(bus):
    host, client = publish(bus, "a:One", "b:Two", "a:One", "a:One", options=["--schemes=file"])
    paths = tracks(client)
    assert len(set(paths)) == 4 and paths[:2] == [track("a"), track("b")] and playing(client) == track("b")
    assert titles(client, paths) == ["One", "Two", "One", "One"]
    for row in (3, 0, 2, 1):
        assert go_to(host, client, paths[row]) == (row, "abaa"[row])
    client.do("RemoveTrack", "o", paths[2], interface=TRACK_LIST)
    removed = host.wait("queue_remove")
    assert (removed["row"], removed["id"]) == (2, "a")
    for after, row in ((paths[2], 2), (NO_TRACK, -1), (track("gone"), 3)):
        start = len(host.events)
        client.do("AddTrack", "sob", "file:///new.flac", after, False, interface=TRACK_LIST)
        assert host.wait("queue_add", start)["row"] == row


def test_which_of_two_plays(bus):
    host, client = publish(bus, "b:Two", "a:One", "b:Two", "b:Two")
    paths = tracks(client)
    assert playing(client) == paths[0] == track("b")
    for row in (2, 0, 3):
        start = bus.mark()
        host.ask("queue_row", "main", row)
        assert playing(client) != paths[row], "only staged"
        host.ask("commit", "main")
        bus.wait_changed(start, "Metadata", lambda value: value["mpris:trackid"].value == paths[row])
        assert len(bus.signals(start)) == 1
    # The row is followed when rows are added and removed before it, and is in the emitted list.
    start = bus.mark()
    set_queue(host, "x:New", "b:Two", "b:Two", "a:One", "y:New", "b:Two")
    assert playing(client) == paths[3] and tracks(client)[5] == paths[3]
    assert wait_sent(bus, start, "TrackListReplaced")[0] == ("TrackListReplaced", tracks(client), paths[3])
    # The row counts while the content has its id.
    host.content(identifier="a", title="Other")
    assert playing(client) == track("a")
    host.content(identifier="b", title="Plays")
    assert playing(client) == paths[3]
    play(host, -1)
    assert playing(client) == tracks(client)[1]
    for row in (6, 2**62, 2**63 - 1):
        host.expected_bugs.append("client bug: nowplaying_session_set_queue_row: the queue has no such row")
        host.ask("queue_row", "main", row, expect=C.ERROR_INVALID_ARGUMENT)
    set_queue(host)
    host.ask("queue_row", "main", -1)
    host.expected_bugs.append("client bug: nowplaying_session_set_queue_row: the queue has no such row")
    host.ask("queue_row", "main", 0, expect=C.ERROR_INVALID_ARGUMENT)


def test_of_two_equal_neighbours_the_one_that_plays_stays(bus):
    """The ids alone do not tell which was removed; the row that plays does."""
    host, client = publish(bus, "b:Two", "b:Two", "a:One")
    first, second, last = tracks(client)
    play_track(bus, host, client, 1, second)
    start = bus.mark()
    host.ask("queue", "main", "b:Two", "a:One")
    play(host, 0)
    assert wait_sent(bus, start, "TrackRemoved") == [("TrackRemoved", first)]
    assert tracks(client) == [second, last] and playing(client) == second
    assert all("Metadata" not in changed for changed in bus.signals(start))


def test_a_row_is_that_of_the_queue_committed_last(bus):
    host, client = publish(bus, "a:One", "b:Two", "a:One")
    first, _, second = tracks(client)
    host.ask("answer", "queue", C.PENDING, "-")
    calls = [client.start_do("GoTo", "o", path, interface=TRACK_LIST) for path in (first, second)]
    requests = [host.wait("queue_go_to", row=row)["request"] for row in (0, 2)]

    def rows():
        return [host.ask("request_row", request)["value"] for request in requests]

    assert rows() == [0, 2]
    host.ask("queue", "main", "x:New", "a:One", "b:Two", "y:New", "a:One")
    assert rows() == [0, 2], "only staged"
    host.ask("commit", "main")
    assert rows() == [1, 4]
    set_queue(host, "b:Two", "a:One")
    host.ask("request_row", requests[0], expect=NO_SUCH_CONTENT)
    assert host.ask("request_row", requests[1])["value"] == 1
    for request in requests:
        host.ask("complete", request, C.OK, "-")
    assert host.ask("request_row", requests[1])["value"] == 1, "also after its answer"
    for call in calls:
        client.reply(call)
    set_queue(host)
    host.ask("request_row", requests[1], expect=NO_SUCH_CONTENT)


def test_an_entry_that_is_gone_has_no_effect(bus):
    host, client = publish(bus, "a:One", "b:Two", "a:One")
    gone = tracks(client)[2]
    set_queue(host, "a:One", "b:Two")
    assert go_to(host, client, gone) is None and go_to(host, client, track("a")) == (0, "a")
    client.do("RemoveTrack", "o", gone, interface=TRACK_LIST)
    assert not host.seen("queue_remove")
    start = len(host.events)
    client.do("AddTrack", "sob", "file:///new.flac", gone, False, interface=TRACK_LIST)
    added = host.wait("queue_add", start)
    assert (added["after"], added["row"]) == ("b", 1)

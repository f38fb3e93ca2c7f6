# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A queue of rows, in which the same song may be more than once, by MPRIS's TrackList."""

import random

import pytest

from lab.harness.bus import ROOT, TRACK_LIST
from lab.harness.host import C
from lab.harness.run import LOOPS
from lab.harness.types import NO_TRACK
from lab.harness.wire import SIGNAL
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


class Listener:
    """A client that reads nothing, and knows the list only from signals."""

    def __init__(self, bus):
        self.bus, self.start, self.list = bus, bus.mark(), []

    def follow(self):
        start, self.start = self.start, self.bus.mark()
        for name, *said in [(m.member, *m.body) for m in self.bus.records[start:self.start]
                            if m.interface == TRACK_LIST and m.type == SIGNAL]:
            if name == "TrackListReplaced":
                self.list = list(said[0])
            elif name == "TrackAdded":
                place = 0 if said[1] == NO_TRACK else self.list.index(said[1]) + 1
                self.list.insert(place, said[0]["mpris:trackid"].value)
            elif name == "TrackRemoved":
                self.list.remove(said[0])
            else:
                assert said[0] in self.list, name
        return self.list

    def wait(self, expected):
        self.bus.wait_for(lambda: self.follow() == expected, "the signals give the list")


@LOOPS
def test_the_same_song_is_two_entries(bus, loop):
    host, client = publish(bus, "a:One", "b:Two", "a:One", "a:One", options=["--schemes=file", *loop])
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


def test_what_stays_and_what_is_moved_keeps_its_track_id(bus):
    host, client = publish(bus, "a:One", "b:Two", "a:One", "c:Three", "a:One")
    first, b, second, c, third = tracks(client)
    start = bus.mark()
    set_queue(host, "x:New", "a:One", "b:Other tags", "a:Other tags", "c:Three", "a:One")
    said = wait_sent(bus, start, "TrackMetadataChanged", 2)
    assert [item[0] for item in said] == ["TrackAdded", "TrackMetadataChanged", "TrackMetadataChanged"]
    assert tracks(client) == [track("x"), first, b, second, c, third] and [said[1][1], said[2][1]] == [b, second]
    set_queue(host, "a:One", "a:One", "b:Two", "a:One", "c:Three")
    assert tracks(client) == [first, third, b, second, c]
    # A further equal song is another entry, even after one has been removed.
    set_queue(host, "a:One", "b:Two", "a:One", "c:Three")
    assert tracks(client) == [first, b, second, c]
    set_queue(host, "a:One", "b:Two", "a:One", "c:Three", "a:One")
    assert tracks(client)[:4] == [first, b, second, c] and tracks(client)[4] not in (first, second, third)


def test_the_signals_give_the_list(bus):
    host, client = publish(bus)
    listener = Listener(bus)
    start = bus.mark()
    set_queue(host, "a:One", "b:Two", "a:One")
    bus.wait_changed(start, "HasTrackList", lambda value: value)
    assert wait_sent(bus, start, "TrackListReplaced") == [("TrackListReplaced", tracks(client), track("b"))]
    listener.wait(tracks(client))
    for entries in ("aaba", "baa", "bcdaa", "aadcb", "a", "aaaaaaaaaaaaaa", "ab"):
        set_queue(host, *(f"{entry}:Title" for entry in entries))
        assert [path.split("/")[-1][0] for path in tracks(client)] == list(entries)
        listener.wait(tracks(client))


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


def test_what_plays_and_is_taken_out_plays_on(bus):
    host, client = publish(bus, "b:Two", "a:One", "b:Two")
    first, _, second = tracks(client)
    play_track(bus, host, client, 2, second)
    start = bus.mark()
    set_queue(host, "b:Two", "a:One")
    assert wait_sent(bus, start, "TrackRemoved") == [("TrackRemoved", second)]
    set_queue(host)
    bus.wait_changed(start, "HasTrackList", lambda value: not value)
    assert playing(client) == second and all("Metadata" not in changed for changed in bus.signals(start))


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


def test_of_equal_entries_that_changed_places_the_one_that_plays_is_in_its_row(bus):
    """Two entries with the same id are told apart by the row that plays. Where none has moved, they keep their rows."""
    host, client = publish(bus, "c:Three", "b:Two", "a:One", "b:Two")
    third, first, one, second = tracks(client)
    play_track(bus, host, client, 3, second)
    start = bus.mark()
    host.ask("queue", "main", "b:Two", "a:One", "b:Two", "c:Three")
    play(host, 0)
    wait_sent(bus, start, "TrackListReplaced")
    assert tracks(client) == [second, one, first, third] and playing(client) == second
    assert all("Metadata" not in changed for changed in bus.signals(start))
    # Another entry begins when the queue has become longer.
    host.ask("queue", "main", "b:Two", "a:One", "b:Two", "c:Three", "x:New")
    play(host, 2)
    assert tracks(client)[:4] == [second, one, first, third] and playing(client) == first


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


class Model:
    """A player with 10,000 rows, each a song with tags and an identity that the library does not get."""

    def __init__(self, seed, path):
        self.random, self.path, self.made = random.Random(seed), path, 0
        self.rows = [self.row(self.random.randrange(5000)) for _ in range(10_000)]
        self.current = self.rows[5000]

    def row(self, song):
        self.made += 1
        return {"song": str(song), "identity": self.made, "tags": 0}

    def change(self):
        rows, choose = self.rows, self.random.randrange
        near = rows.index(self.current)
        for _ in range(choose(12)):
            # Half of the rows to change are near the one that plays, where clients see them.
            here, there = (min(max(near + choose(-40, 40), 0), len(rows) - 1) if choose(2) else choose(len(rows))
                           for _ in range(2))
            how = choose(5)
            if how == 0:
                rows.insert(there, rows.pop(here))
            elif how == 1 and rows[here] is not self.current:
                rows.pop(here)
            elif how == 2:
                rows.insert(there, self.row(choose(10_000)))
            elif how == 3:
                rows.insert(there, self.row(rows[here]["song"]))
            else:
                rows[here]["tags"] += 1
        if not choose(3):
            others = [row for row in rows if row["song"] == self.current["song"]]
            self.current = self.random.choice(others if choose(2) else rows)

    def show(self, host):
        self.path.write_text("".join(f"{row['song']}:{self.title(row)}\n" for row in self.rows))
        host.ask("queue_file", "main", self.path)
        host.ask("queue_row", "main", self.rows.index(self.current))
        host.content(identifier=self.current["song"], title="Plays")

    @staticmethod
    def title(row):
        return f"{row['identity']}.{row['tags']}"


@pytest.mark.parametrize("seed", range(3))
def test_ten_thousand_rows(bus, tmp_path, seed):
    host, client = publish(bus)
    listener, model = Listener(bus), Model(seed, tmp_path / "queue")
    model.show(host)
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "HasTrackList")
    names, doubles = {}, 0
    for _ in range(30):
        seen = tracks(client)
        found = titles(client, seen)
        start = [model.title(row) for row in model.rows].index(found[0])
        shown = model.rows[start:start + len(seen)]
        assert len(seen) == len(set(seen)) == C.MAX_SHOWN_QUEUE_ENTRIES and found == [model.title(row) for row in shown]
        place = model.rows.index(model.current)
        assert playing(client) == seen[place - start]
        # The rows of a song that is there once have never belonged to another song.
        count = {}
        for row in model.rows:
            count[row["song"]] = count.get(row["song"], 0) + 1
        for path, row in zip(seen, shown):
            if count[row["song"]] == 1:
                assert names.setdefault(row["identity"], path) == path
            else:
                names.pop(row["identity"], None)
        for index in model.random.sample([i for i, row in enumerate(shown) if count[row["song"]] > 1], 2):
            assert go_to(host, client, seen[index]) == (start + index, shown[index]["song"])
            doubles += 1
        listener.wait(seen)
        model.change()
        model.show(host)
    assert doubles == 60

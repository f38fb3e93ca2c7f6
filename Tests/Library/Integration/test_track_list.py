# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the queue of a session by MPRIS's TrackList."""

import pytest

from testkit.bus import NAME, ROOT, TRACK_LIST
from testkit.host import C
from testkit.mpris_types import NO_TRACK
from testkit.wire import ERROR

SONGS = ["a:One", "b:Two", "c:Three"]


def publish(bus, *entries, options=("--schemes=file,https",), item="b"):
    """Starts a host that plays an item of its queue, and a client of it."""
    host = bus.host(*options)
    host.session()
    host.ask("queue", "main", *entries)
    host.content(identifier=item, title="Plays", commit=False)
    host.snapshot("PLAYING", 0, commit=False)
    host.commands("PLAY", "PAUSE", "NEXT")
    host.ask("primary", "main", "application")
    bus.wait_name(NAME)
    client = bus.client(NAME)
    # The interface appears a moment after the name.
    bus.wait_for(lambda: not entries or client.get("HasTrackList", ROOT), "HasTrackList")
    return host, client


def track(entry):
    return "/org/nowplaying/track/1/" + entry


def tracks(client):
    return client.get("Tracks", TRACK_LIST)


def sent(bus, start):
    """Returns the signals of the interface since `start`: the name and arguments of each."""
    return [(m.member, *m.body) for m in bus.since(start) if m.interface == TRACK_LIST]


def set_queue(host, *entries):
    host.ask("queue", "main", *entries)
    host.ask("commit", "main")


def wait_sent(bus, start, member, count=1):
    """Waits for `count` signals of a name, and returns the signals of the interface."""
    bus.wait_for(lambda: [item[0] for item in sent(bus, start)].count(member) >= count, member)
    return sent(bus, start)


def plain(metadata):
    return {key: variant.value for key, variant in metadata.items()}


def test_rule_02_the_queue_is_there_with_the_name(bus):
    """Some clients read everything at the moment when the name appears, and never again."""
    watcher = bus.client(NAME)
    watcher.bus("AddMatch", "s", f"type='signal',member='NameOwnerChanged',arg0='{NAME}'")
    start = bus.mark()
    host = bus.host()
    host.session()
    host.ask("queue", "main", *SONGS)
    host.content(identifier="b", title="Plays")
    host.ask("primary", "main", "application")
    watcher.wait_signal(lambda m: m.member == "NameOwnerChanged")
    root, found = watcher.get_all(ROOT), watcher.get_all(TRACK_LIST)
    assert root["HasTrackList"].value is True
    assert found["Tracks"].value == [track(entry[0]) for entry in SONGS]
    set_queue(host, "a:One", "b:Two")
    assert wait_sent(bus, start, "TrackRemoved") == [("TrackRemoved", track("c"))]


def test_rule_14_playerctld_does_not_find_it_at_once(bus, playerctld):
    """If playerctld found TrackList at once, it would not make the player active. Other clients get a reply."""
    owner = bus.owner(ROOT + ".playerctld")
    start = bus.mark()
    publish(bus, *SONGS)
    bus.find(lambda m: m.sender == owner and m.body == [TRACK_LIST], start, what="question of playerctld")
    bus.wait_for(lambda: playerctld.names() == [NAME], "playerctld knows the player")
    questions = [m.serial for m in bus.since(start) if m.sender == owner and m.body == [TRACK_LIST]]
    answers = [m for m in bus.since(start) if m.destination == owner and m.reply_serial in questions]
    assert [(m.type, m.error_name) for m in answers] == [(ERROR, "org.freedesktop.DBus.Error.UnknownInterface")]


def test_a_queue_that_is_there_goes_and_comes_with_the_name(bus):
    host, client = publish(bus, *SONGS)
    for _ in range(3):
        host.nothing()
        bus.wait_name(NAME, present=False)
        set_queue(host, "c:Three", "a:One")
        start = bus.mark()
        host.content(identifier="a", title="Plays")
        bus.wait_name(NAME)
        assert client.get("HasTrackList", ROOT) is True and tracks(client) == [track("c"), track("a")]
        assert sent(bus, start) == []
        set_queue(host, *SONGS)
        wait_sent(bus, start, "TrackListReplaced")


def test_a_queue_is_there_with_its_metadata(bus):
    host, client = publish(bus, *SONGS)
    assert client.get("HasTrackList", ROOT) is True
    everything = client.get_all(TRACK_LIST)
    assert everything["Tracks"].value == [track(entry) for entry in "abc"]
    assert everything["CanEditTracks"].value is True
    assert client.metadata()["mpris:trackid"] == track("b")
    # The reply is in the order of the request, without missing entries.
    found, = client.do("GetTracksMetadata", "ao", [track("c"), track("x"), track("a")], interface=TRACK_LIST)
    assert [plain(metadata) for metadata in found] == [
        {"mpris:trackid": track("c"), "xesam:title": "Three"}, {"mpris:trackid": track("a"), "xesam:title": "One"}]


def test_it_is_that_of_the_session_that_is_shown(bus):
    host, client = publish(bus, *SONGS)
    host.session("other")
    host.ask("queue", "other", "z:Last")
    host.content("other", identifier="z", title="Other")
    assert tracks(client) == [track(entry) for entry in "abc"]
    start = bus.mark()
    host.ask("primary", "other", "application")
    assert wait_sent(bus, start, "TrackListReplaced")[0] == (
        "TrackListReplaced", ["/org/nowplaying/track/2/z"], "/org/nowplaying/track/2/z")
    start = bus.mark()
    host.ask("free", "other")
    bus.wait_name(NAME, present=False)


def test_what_comes_and_goes_is_sent_one_by_one(bus):
    host, client = publish(bus, *SONGS)
    start = bus.mark()
    set_queue(host, "a:One", "n:New", "b:Two", "c:Three", "o:Other")
    said = wait_sent(bus, start, "TrackAdded", 2)
    assert [(name, plain(metadata), after) for name, metadata, after in said] == [
        ("TrackAdded", {"mpris:trackid": track("n"), "xesam:title": "New"}, track("a")),
        ("TrackAdded", {"mpris:trackid": track("o"), "xesam:title": "Other"}, track("c"))]
    start = bus.mark()
    set_queue(host, "n:New", "b:Two", "c:Three", "o:Other")
    assert wait_sent(bus, start, "TrackRemoved") == [("TrackRemoved", track("a"))]
    start = bus.mark()
    set_queue(host, "s:Start", "n:New", "b:Renamed", "c:Three", "o:Other")
    said = wait_sent(bus, start, "TrackMetadataChanged")
    assert [said[0][0], plain(said[0][1]), said[0][2]] == [
        "TrackAdded", {"mpris:trackid": track("s"), "xesam:title": "Start"}, NO_TRACK]
    assert [said[1][0], said[1][1], plain(said[1][2])] == [
        "TrackMetadataChanged", track("b"), {"mpris:trackid": track("b"), "xesam:title": "Renamed"}]
    assert tracks(client) == [track(entry) for entry in "snbco"]


def test_what_is_added_after_no_track_comes_last(bus):
    """The track comes last also when clients see only a part of the queue, or a queue that has grown since it was
    emitted."""
    host, client = publish(bus, *SONGS)
    host.ask("long_queue", "main", 100_000)
    host.ask("commit", "main")
    for _ in range(2):
        start = len(host.events)
        client.do("AddTrack", "sob", "file:///new.flac", track("gone"), False, interface=TRACK_LIST)
        assert host.wait("queue_add", start)["after"] == "99999"


def test_lyrics_and_pictures_are_of_the_item_that_plays(bus):
    host, client = publish(bus, *SONGS)
    host.content(identifier="b", title="Two", fields=[("text", "LYRICS", "La la")])
    bus.wait_for(lambda: client.metadata().get("xesam:asText") == "La la", "the lyrics")
    found, = client.do("GetTracksMetadata", "ao", [track("b")], interface=TRACK_LIST)
    assert "xesam:asText" not in found[0]


def test_clients_change_it(bus):
    host, client = publish(bus, *SONGS, options=["--schemes=file"])
    client.do("GoTo", "o", track("c"), interface=TRACK_LIST)
    assert host.wait("queue_go_to")["id"] == "c"
    client.do("RemoveTrack", "o", track("a"), interface=TRACK_LIST)
    assert host.wait("queue_remove")["id"] == "a"
    for after, entry, plays in ((track("b"), "b", True), (NO_TRACK, "(start)", False), (track("gone"), "c", False)):
        start = len(host.events)
        client.do("AddTrack", "sob", "file:///new.flac", after, plays, interface=TRACK_LIST)
        added = host.wait("queue_add", start)
        assert (added["uri"], added["after"], added["play"]) == ("file:///new.flac", entry, int(plays))
    start = len(host.events)
    client.do("AddTrack", "sob", "/a b.flac", NO_TRACK, True, interface=TRACK_LIST)
    assert host.wait("queue_add", start)["uri"] == "file:///a%20b.flac"


def test_what_is_not_there_has_no_effect(bus):
    host, client = publish(bus, *SONGS)
    for path in (track("x"), NO_TRACK, "/org/nowplaying/track/2/a", "/"):
        client.do("GoTo", "o", path, interface=TRACK_LIST)
        client.do("RemoveTrack", "o", path, interface=TRACK_LIST)
    assert not host.seen("queue_go_to") and not host.seen("queue_remove")


def test_what_the_host_does_not_take(bus):
    host, client = publish(bus, *SONGS, options=["--schemes=file", "--without=queue_go_to,queue_add,queue_remove"])
    assert client.get("CanEditTracks", TRACK_LIST) is False
    for serial in (client.start_do("GoTo", "o", track("a"), interface=TRACK_LIST),
                   client.start_do("RemoveTrack", "o", track("a"), interface=TRACK_LIST),
                   client.start_do("AddTrack", "sob", "file:///a", NO_TRACK, False, interface=TRACK_LIST)):
        assert "NotSupported" in client.refused(serial).name


@pytest.mark.parametrize("uri, error", [("https://example.org/", "NotSupported"), ("no uri", "InvalidArgs"),
                                        ("file:///" + "a" * 65536, "LimitsExceeded")])
def test_what_cannot_be_added(bus, uri, error):
    host, client = publish(bus, *SONGS, options=["--schemes=file"])
    serial = client.start_do("AddTrack", "sob", uri, NO_TRACK, False, interface=TRACK_LIST)
    assert error in client.refused(serial).name
    assert not host.seen("queue_add")


def test_too_many_tracks_at_a_time(bus):
    host, client = publish(bus, *SONGS)
    found, = client.do("GetTracksMetadata", "ao", [track("a")] * 200, interface=TRACK_LIST)
    # Each entry is described once.
    assert [entry["mpris:trackid"].value for entry in found] == [track("a")]
    serial = client.start_do("GetTracksMetadata", "ao", [track("a")] * 201, interface=TRACK_LIST)
    assert "LimitsExceeded" in client.refused(serial).name


def test_one_that_goes_before_clients_have_seen_it(bus):
    host = bus.host("--fd-loop")
    host.publish()
    host.ask("queue", "main", *SONGS)
    host.ask("commit", "main")
    bus.wait_name(NAME)
    set_queue(host)
    turns = []
    for name in ("Second", "Third"):  # whose queue takes as long to be shown
        start = bus.mark()
        other = bus.host("--id=" + name)
        other.publish()
        bus.wait_name(ROOT + "." + name)
        set_queue(other, *SONGS)
        bus.wait_changed(start, "HasTrackList", lambda value: value)
        turns.append(host.ask("turns")["value"])
    assert turns[1] - turns[0] < 20, "the loop wakes for what is gone"


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
    host.ask("request_row", requests[0], expect=C.ERROR_NO_SUCH_CONTENT)
    assert host.ask("request_row", requests[1])["value"] == 1
    for request in requests:
        host.ask("complete", request, C.OK, "-")
    assert host.ask("request_row", requests[1])["value"] == 1, "also after its answer"
    for call in calls:
        client.reply(call)
    set_queue(host)
    host.ask("request_row", requests[1], expect=C.ERROR_NO_SUCH_CONTENT)


def test_an_entry_that_is_gone_has_no_effect(bus):
    host, client = publish(bus, "a:One", "b:Two", "a:One")
    gone = tracks(client)[2]
    set_queue(host, "a:One", "b:Two")
    client.do("GoTo", "o", gone, interface=TRACK_LIST)
    client.do("RemoveTrack", "o", gone, interface=TRACK_LIST)
    assert not host.seen("queue_go_to") and not host.seen("queue_remove")
    start = len(host.events)
    client.do("AddTrack", "sob", "file:///new.flac", gone, False, interface=TRACK_LIST)
    added = host.wait("queue_add", start)
    assert (added["after"], added["row"]) == ("b", 1)


def test_it_survives_the_bus(bus):
    host, client = publish(bus, *SONGS)
    client.close()
    host.may_lose_bus = True
    bus.kill()
    set_queue(host, *SONGS, "d:Four")
    bus.start()
    # The first signal of the host may not be recorded: it may find the bus before the bus's recorder does.
    bus.wait_for(lambda: bus.owner(NAME), f"{NAME} appears")
    client = bus.client(NAME)
    bus.wait_for(lambda: client.get("HasTrackList", ROOT), "HasTrackList")
    assert tracks(client) == [track(entry) for entry in "abcd"]

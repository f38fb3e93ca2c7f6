# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the queue that a player has by MPRIS's TrackList: nothing is read until it is followed, and then it is right,
whatever the player emits."""

import struct

import pytest
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import TRACK_LIST, Listing, Plain, Whole, song, variants
from testkit.mpris_types import NO_TRACK
from testkit.wire import RETURN, Message, Variant, encode

QUEUE = 32  # NOWPLAYING_SURFACE_CHANGED_QUEUE
MOST = 1000


def start(bus, make_shown, *titles, **properties):
    """Starts a player with a queue and a surface; returns both and the entry with the queue."""
    player = Listing(bus, "plain", *(titles or ("One", "Two", "Three")), **properties).appear()
    shown = make_shown(player)
    return player, shown, shown.with_queue(shown.find(display_name="plain"))


def has(*titles):
    return lambda view: view.titles == list(titles)


def test_nothing_is_asked_or_heard_until_somebody_wants_it(bus, make_shown):
    player = Listing(bus, "plain", "One", "Two").appear()
    shown = make_shown(player)
    view = shown.find(display_name="plain")
    shown.settle(player)
    asked, sent = len(player.calls), len(shown.events)
    for _ in range(3):
        player.retell("TrackListReplaced", "aoo", list(player.songs), NO_TRACK)
        player.change(Metadata=("a{sv}", song("One")))
        shown.settle(player)
    assert player.asked() == (0, []) and len(shown.events) == sent and view.titles is None
    # GetAll is for values that may have changed with the metadata without being emitted.
    assert {call.member for call in player.calls[asked:]} <= {"GetAll"}
    # The bus does not even send the signals of TrackList to the surface.
    assert not [message for message in bus.since(0) if message.member == "AddMatch" and "TrackList" in message.body[0]]
    shown.with_queue(view)
    assert [message for message in bus.since(0) if message.member == "AddMatch" and "TrackList" in message.body[0]]


def test_the_whole_queue_by_two_questions(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    assert view.titles == ["One", "Two", "Three"] and view.present == "One" and view.changes == QUEUE
    assert (view.queue.count, view.queue.total, view.queue.can_edit) == (3, 3, 1)
    assert player.asked() == (1, [["/track/One", "/track/Two", "/track/Three"]])
    entry = view.entries[1]
    assert (entry.id, entry.artists, entry.duration_us) == (b"/track/Two", b"Somebody", 200_000_000)
    before = len(shown.events)
    assert shown.follow_queue(view).wait().status == "OK"
    assert len(shown.events) == before and player.asked()[0] == 1


def test_all_that_an_entry_has(bus, make_shown):
    player = Listing(bus, "plain", "One")
    player.songs["/track/One"] |= variants(**{
        "xesam:artist": ("as", ["A", "B"]), "xesam:album": ("s", "Album"), "xesam:url": ("s", "file:///one"),
        "mpris:artUrl": ("s", "file:///one.png"), "xesam:asText": ("s", "x" * 100_000), "vendor": ("a(ii)", [(1, 2)])})
    shown = make_shown(player.appear())
    entry = shown.with_queue(shown.find(display_name="plain")).entries[0]
    assert (entry.title, entry.artists, entry.album, entry.url, entry.artwork_url) == \
        (b"One", b"A, B", b"Album", b"file:///one", b"file:///one.png")


def test_an_entry_without_a_title_has_the_name_of_its_file(bus, make_shown):
    player = Listing(bus, "plain", "One", "Two")
    address = "file:///music/02%20Two.ogg"
    player.songs["/track/Two"] = variants(**{"mpris:trackid": ("o", "/track/Two"), "xesam:url": ("s", address)})
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="plain"))
    assert view.titles == ["One", "02 Two.ogg"] and view.entries[1].url == address.encode()


def test_no_track_is_no_entry(bus, make_shown):
    """Some players list the id NoTrack in an empty queue, or after the last song."""
    player, shown, view = start(bus, make_shown)
    nothing = variants(**{"mpris:trackid": ("o", NO_TRACK)})
    player.songs |= {NO_TRACK: nothing}
    player.change(Metadata=("a{sv}", nothing))
    player.retell("TrackAdded", "a{sv}o", nothing, "/track/Three")
    view = shown.wait_for(view, lambda view: view.queue.present == -1)
    assert view.titles == ["One", "Two", "Three"] and view.queue.total == 3
    player.songs = {NO_TRACK: nothing}
    player.outdate()
    assert shown.wait_for(view, lambda view: view.titles == []).queue.total == 0


def test_the_present_entry_is_followed(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.change(Metadata=("a{sv}", song("Three")))
    view = shown.wait_for(view, lambda view: view.present == "Three")
    assert view.changes & QUEUE and player.asked()[0] == 1
    player.change(Metadata=("a{sv}", song("Elsewhere")))
    assert shown.wait_for(view, lambda view: view.queue.present == -1).titles == ["One", "Two", "Three"]
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("Two"))
    player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, ["Metadata"])
    assert shown.wait_for(view, lambda view: view.present == "Two")


def test_what_comes_and_goes(bus, make_shown):
    """An entry that was described when it was added is not read again."""
    player, shown, view = start(bus, make_shown)
    player.songs = {"/track/One": song("One"), "/track/New": song("New"), "/track/Three": song("Three")}
    player.tell(PATH, TRACK_LIST, "TrackRemoved", "o", "/track/Two")
    player.retell("TrackAdded", "a{sv}o", song("New"), "/track/One")
    view = shown.wait_for(view, has("One", "New", "Three"))
    assert player.asked()[0] <= 3 and len(player.asked()[1]) == 1
    player.songs["/track/Later"] = song("Later")
    player.outdate()
    shown.wait_for(view, has("One", "New", "Three", "Later"))
    assert player.asked()[1][1:] == [["/track/Later"]]


def test_the_last_that_is_said_of_an_entry_counts(bus, make_shown):
    """This holds even if the description arrives before the list that contains the entry."""
    player, shown, view = start(bus, make_shown)

    def add(name, *titles):
        player.songs["/track/" + name] = song(titles[-1]) | {"mpris:trackid": Variant("o", "/track/" + name)}
        player.restate()
        for title in titles[:-1]:
            player.tell(PATH, TRACK_LIST, "TrackAdded", "a{sv}o",
                        song(title) | {"mpris:trackid": Variant("o", "/track/" + name)}, "/track/Three")
        return player.songs["/track/" + name]
    player.tell(PATH, TRACK_LIST, "TrackMetadataChanged", "oa{sv}", "/track/Four", add("Four", "Old", "Four"))
    view = shown.wait_for(view, has("One", "Two", "Three", "Four"))
    add("Five", "Old", "Five")
    player.tell(PATH, TRACK_LIST, "TrackListReplaced", "aoo", list(player.songs), "/track/Two")
    view = shown.wait_for(view, has("One", "Two", "Three", "Four", "Five"))
    player.tell(PATH, TRACK_LIST, "TrackAdded", "a{sv}o", add("Six", *map(str, range(70)), "Six"), "/track/Five")
    shown.wait_for(view, has("One", "Two", "Three", "Four", "Five", "Six"))


def test_another_queue(bus, make_shown):
    """The metadata of entries that stay may have changed, too."""
    player, shown, view = start(bus, make_shown)
    player.songs = {"/track/Two": song("Two"), "/track/One": song("Again")}
    player.songs["/track/One"]["mpris:trackid"] = Variant("o", "/track/One")
    player.retell("TrackListReplaced", "aoo", list(player.songs), "/track/Two")
    shown.wait_for(view, has("Two", "Again"))
    assert player.asked()[1][-1] == ["/track/Two", "/track/One"]


def test_an_entry_is_described_anew(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    metadata = song("Second") | {"mpris:trackid": Variant("o", "/track/Two")}
    player.tell(PATH, TRACK_LIST, "TrackMetadataChanged", "oa{sv}", "/track/Two", metadata)
    shown.wait_for(view, has("One", "Second", "Three"))
    assert player.asked()[0] == 1
    # The entry has another id now.
    player.songs = {"/track/One": song("One"), "/track/2": song("2"), "/track/Three": song("Three")}
    player.restate()
    player.tell(PATH, TRACK_LIST, "TrackMetadataChanged", "oa{sv}", "/track/Two", song("2"))
    view = shown.wait_for(view, has("One", "2", "Three"))
    assert view.entries[1].id == b"/track/2"


def test_it_can_be_edited_no_longer(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.restate(can_edit=False)
    player.tell_changed(PATH, TRACK_LIST, CanEditTracks=("b", False))
    assert shown.wait_for(view, lambda view: not view.queue.can_edit)


def test_followed_no_longer(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    assert shown.follow_queue(view, 0).wait().status == "OK"
    shown.wait_for(view, lambda view: view.queue is None)
    player.retell("TrackListReplaced", "aoo", [], NO_TRACK)
    shown.settle(player)
    assert player.asked()[0] == 1
    assert shown.with_queue(view).titles == ["One", "Two", "Three"] and player.asked()[0] == 2


def test_a_queue_that_comes_later_and_goes(bus, make_shown):
    player = Listing(bus, "plain", "One")
    faces = player.faces.pop(TRACK_LIST)
    shown = make_shown(player.appear())
    view = shown.find(display_name="plain")
    outcome = shown.follow_queue(view).wait()
    assert (outcome.status, outcome.message) == ("NOT_SUPPORTED", "The player does not show its queue")
    player.faces[TRACK_LIST] = faces
    player.tell_changed(PATH, ROOT, HasTrackList=("b", True))
    shown.wait_for(view, has("One"))
    del player.faces[TRACK_LIST]
    player.tell_changed(PATH, ROOT, HasTrackList=("b", False))
    assert shown.wait_for(view, lambda view: view.queue is None).changes & QUEUE


def test_a_player_without_one(bus, make_shown):
    """Its answers are an error, nothing, or of another type."""
    answers = ["org.freedesktop.DBus.Error.UnknownInterface", ("a{sv}", [{}]), ("s", ["x"]),
               ("a{sv}", [variants(Tracks=("au", [1]))]), ("a{sv}", [variants(CanEditTracks=("b", True))])]
    player = Plain(bus, "plain").appear()
    shown = make_shown(player)
    view = shown.find(display_name="plain")
    for answer in answers:
        player.answers[PROPERTIES, "GetAll"] = lambda call, answer=answer: answer
        assert shown.follow_queue(view).wait().status == "NOT_SUPPORTED"
        assert shown.follow_queue(view, 0).wait().status == "OK" and shown.again(view).queue is None


def test_the_queue_is_that_of_the_session_that_mpris_shows(bus, make_shown):
    player = Whole(bus, "whole")
    player.session("a")
    player.session("b", ApplicationPrimary=("b", False))
    listing = Listing(bus, "whole", "One", "Two")
    player.faces |= {TRACK_LIST: listing.faces[TRACK_LIST], PLAYER: variants(Metadata=("a{sv}", song("Two")))}
    player.answers |= {key: answer for key, answer in listing.answers.items() if key[0] == TRACK_LIST}
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(session_id="a"))
    assert view.titles == ["One", "Two"] and view.present == "Two"
    other = shown.find(session_id="b")
    assert shown.follow_queue(other).wait().status == "NOT_SUPPORTED" and shown.again(other).queue is None
    player.change("a", ApplicationPrimary=("b", False))
    player.change("b", ApplicationPrimary=("b", True))
    shown.wait_for(view, lambda view: view.queue is None)
    shown.wait_for(other, has("One", "Two"))
    listing.close()


# ---- Players that lie ----

def test_a_long_queue_is_kept_around_the_present_entry(bus, make_shown):
    titles = [str(number) for number in range(2500)]
    player, shown, view = start(bus, make_shown, *titles, Metadata=("a{sv}", song("1200")))
    assert view.queue.count == MOST == len(view.entries) and view.queue.total == 2500
    assert view.titles == titles[1100:2100] and view.present == "1200"
    player.change(Metadata=("a{sv}", song("2499")))
    view = shown.wait_for(view, lambda view: view.present == "2499")
    assert view.titles == titles[1500:]
    player.change(Metadata=("a{sv}", song("0")))
    assert shown.wait_for(view, lambda view: view.present == "0").titles == titles[:MOST]


def test_a_huge_queue(bus, make_shown):
    player = Listing(bus, "plain", "One")
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", {"mpris:trackid": Variant("o", "/t/199999")})
    shown = make_shown(player.appear())
    view = shown.find(display_name="plain")
    # Python takes seconds to encode the answer, so it is encoded before the call.
    tracks, serial = [f"/t/{number}" for number in range(200_000)], 2**31 - 1
    answer = encode(Message(type=RETURN, destination=player.calls[0].sender, serial=serial - 1, reply_serial=serial,
                            signature="a{sv}", body=[variants(Tracks=("ao", tracks))]))
    player.answers[PROPERTIES, "GetAll"] = lambda call: player.socket.sendall(
        answer.replace(struct.pack("<I", serial), struct.pack("<I", call.serial), 1))
    view = shown.with_queue(view)
    assert (view.queue.count, view.queue.total, view.queue.present) == (MOST, 200_000, MOST - 1)
    assert [entry.id.decode() for entry in view.entries] == tracks[-MOST:]


@pytest.mark.parametrize("kind, none", [("ao", "/" + "x" * 2000), ("as", "spotify:track:7"), ("as", "")])
def test_ids_that_are_there_twice_or_none(bus, make_shown, kind, none):
    """One is too long, and texts, which some libraries send, may be no paths: nobody could go to them."""
    player = Listing(bus, "plain", "One", "Two")
    player.sent = kind, ["/track/One", none, "/track/Two", "/track/One", "/track/Two"]
    player.restate()
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="plain"))
    assert view.titles == ["One", "Two"] and view.present == "One" and view.queue.total == 2


def answering(player, *maps):
    player.answers[TRACK_LIST, "GetTracksMetadata"] = lambda call: ("aa{sv}", [list(maps)])


@pytest.mark.parametrize("maps, titles", [
    ([song("Two"), song("One")], ["One", "Two"]), ([song("Two")], ["", "Two"]), ([], ["", ""]),
    ([song("Elsewhere")] * 5, ["", ""]), ([{}, song("Two")], ["", "Two"]),
    ([variants(**{"xesam:title": ("s", "A")}), variants(**{"xesam:title": ("s", "B")})], ["A", "B"]),
    ([variants(**{"xesam:title": ("s", "A")})], ["", ""]),
    ([variants(**{"mpris:trackid": ("s", "/track/Two"), "xesam:title": ("s", "A")})], ["", "A"]),
    ([song("One", **variants(**{"xesam:title": ("i", 5)})), song("Two")], ["", "Two"])])
def test_descriptions_that_do_not_match(bus, make_shown, maps, titles):
    player = Listing(bus, "plain", "One", "Two")
    answering(player, *maps)
    shown = make_shown(player.appear())
    assert shown.with_queue(shown.find(display_name="plain")).titles == titles


@pytest.mark.parametrize("answer", [("s", ["x"]), ("a{sv}", [{}]), "org.freedesktop.DBus.Error.LimitsExceeded"])
def test_no_descriptions(bus, make_shown, answer):
    """The entries are there nevertheless, and are described when the list is read again."""
    player = Listing(bus, "plain", "One", "Two")
    describe = player.answers[TRACK_LIST, "GetTracksMetadata"]
    player.answers[TRACK_LIST, "GetTracksMetadata"] = lambda call: answer
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="plain"))
    assert view.titles == ["", ""] and view.entries[0].id == b"/track/One"
    player.answers[TRACK_LIST, "GetTracksMetadata"] = describe
    player.outdate()
    shown.wait_for(view, has("One", "Two"))


def test_texts_that_are_too_long(bus, make_shown):
    player = Listing(bus, "plain", "One")
    player.songs["/track/One"] |= variants(**{"xesam:title": ("s", "é" * 3000), "xesam:url": ("s", "x:" + "x" * 5000),
                                              "mpris:length": ("x", -5)})
    shown = make_shown(player.appear())
    entry = shown.with_queue(shown.find(display_name="plain")).entries[0]
    assert (entry.title.decode(), entry.url, entry.duration_us) == ("é" * 512, b"", 0)


def test_signals_that_lie(bus, make_shown):
    """The list is that which the player has."""
    player, shown, view = start(bus, make_shown)
    stranger = Plain(bus, "stranger").appear()
    shown.others.append(stranger)
    shown.find(display_name="stranger")
    for liar in player, stranger:
        liar.tell(PATH, TRACK_LIST, "TrackAdded", "a{sv}o", song("Lie"), "/no/such")
        liar.tell(PATH, TRACK_LIST, "TrackAdded", "a{sv}o", song("One"), NO_TRACK)
        liar.tell(PATH, TRACK_LIST, "TrackAdded", "a{sv}o", {}, NO_TRACK)
        liar.tell(PATH, TRACK_LIST, "TrackRemoved", "o", "/track/Two")
        liar.tell(PATH, TRACK_LIST, "TrackRemoved", "o", NO_TRACK)
        liar.tell(PATH, TRACK_LIST, "TrackRemoved", "s", "/track/One")
        liar.tell(PATH, TRACK_LIST, "TrackListReplaced", "aoo", ["/a", "/a"], NO_TRACK)
        liar.tell(PATH, TRACK_LIST, "TrackListReplaced", "s", "x")
        liar.tell(PATH, TRACK_LIST, "TrackMetadataChanged", "oa{sv}", "/no/such", song("Lie"))
        liar.tell(PATH, TRACK_LIST, "TrackMetadataChanged", "sa{sv}", "/track/One", {})
        liar.tell(PATH, TRACK_LIST, "Nothing", "")
    shown.settle(stranger)
    shown.settle(player)
    assert shown.again(view).titles == ["One", "Two", "Three"]
    assert player.asked()[0] <= 12 and not stranger.called("GetAll", TRACK_LIST)


def test_a_flood_asks_few_questions(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    for number in range(300):
        player.songs[f"/track/{number}"] = song(str(number))
        player.retell("TrackAdded", "a{sv}o", song(str(number)), NO_TRACK)
    shown.wait_for(view, lambda view: len(view.entries) == 303)
    shown.settle(player)
    assert player.asked()[0] <= 20


def test_a_player_that_is_silent(bus, make_shown):
    """The surface waits as long as an action may take; the queue is shown when the player answers again."""
    player, shown, view = start(bus, make_shown)
    assert shown.follow_queue(view, 0).wait().status == "OK"
    everything = player.answers[PROPERTIES, "GetAll"]
    player.answers[PROPERTIES, "GetAll"] = lambda call: None
    waiting = shown.follow_queue(view)
    shown.wait(lambda: player.asked()[0] == 2, "the question")
    cancelled = shown.follow_queue(view)
    shown.cancel(cancelled)
    assert cancelled.wait().status == "CANCELLED"
    assert waiting.wait(11).status == "TIMED_OUT" and shown.again(view).queue is None
    player.answers[PROPERTIES, "GetAll"] = everything
    player.outdate()
    shown.wait_for(view, has("One", "Two", "Three"))


def test_what_changes_while_it_is_asked_for(bus, make_shown):
    """The list and a description are each outdated when they arrive: the queue is read again."""
    player, shown, view = start(bus, make_shown)
    everything, describe = player.answers[PROPERTIES, "GetAll"], player.answers[TRACK_LIST, "GetTracksMetadata"]

    def while_it(answer, title):
        def change(call):
            before = answer(call)
            if "/track/" + title not in player.songs:
                player.songs["/track/" + title] = song(title)
                player.outdate()
            return before
        return change
    player.answers[PROPERTIES, "GetAll"] = while_it(everything, "Four")
    player.answers[TRACK_LIST, "GetTracksMetadata"] = while_it(describe, "Five")
    player.outdate()
    shown.wait_for(view, has("One", "Two", "Three", "Four", "Five"))


def test_who_is_silent_for_a_while_has_the_same_queue(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.answers[PROPERTIES, "GetAll"] = lambda call: "org.freedesktop.DBus.Error.NoReply"
    player.outdate()
    shown.settle(player)
    assert player.asked()[0] == 2 and shown.again(view).titles == ["One", "Two", "Three"]
    player.answers[PROPERTIES, "GetAll"] = lambda call: "org.freedesktop.DBus.Error.UnknownInterface"
    player.outdate()
    shown.wait_for(view, lambda view: view.queue is None)


def test_the_bus_goes_while_the_player_is_asked(bus, make_shown):
    """The actions end as cancelled, and not with the error that sd-bus itself makes when the bus ends."""
    player, shown, view = start(bus, make_shown)
    player.answers[TRACK_LIST, "GetTracksMetadata"] = player.answers[PLAYER, "Next"] = lambda call: None
    assert shown.follow_queue(view, 0).wait().status == "OK"
    asked = [shown.follow_queue(view), shown.send(view, "NEXT")]
    shown.wait(lambda: len(player.asked()[1]) == 2 and player.called("Next"), "the questions")
    shown.others.clear()
    bus.kill()
    answers = [each.wait() for each in asked]
    assert {(answer.status, answer.message) for answer in answers} == {("CANCELLED", "The session bus has gone")}

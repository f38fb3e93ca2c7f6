# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests a player that sends more than a surface can read: the others are shown undisturbed, and in the end the state is
right."""

import select
import struct
import time

import pytest
from lab.library import Shown
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.fakes import (PLAYLISTS, SESSION, TRACK_LIST, Fake, Listing, Plain, Playlisting, Whole, content, path,
                           song, variants)
from testkit.floods import FLOODS, ORDERED, changed, tiny, unwatched
from testkit.wire import CALL, RETURN, SIGNAL, Message, Variant, encode


@pytest.fixture
def narrow():
    with unwatched(16_000_000) as bus:
        yield bus


@pytest.fixture
def wide():
    with unwatched(256_000_000) as bus:
        yield bus


def start(bus, make_shown):
    """Starts a player of org.nowplaying with one session, another player and a surface; returns these and the two
    entries."""
    player, other = Whole(bus, "whole"), Plain(bus, "other")
    player.session("a")
    shown = make_shown(player.appear(), other.appear())
    return player, other, shown, shown.find(session_id="a"), shown.find(display_name="other")


def flood(player, size, signal):
    """Sends this many MB of a signal as fast as the bus accepts it, without reading meanwhile."""
    data = encode(signal)
    for _ in range(size * 1_000_000 // len(data)):
        player.socket.sendall(data)


@pytest.mark.parametrize("others", FLOODS.values(), ids=FLOODS)
def test_a_flood_makes_nobody_deaf(bus, make_shown, others):
    player, other, shown, view, other_view = start(bus, make_shown)
    before = len(shown.events)
    flood(player, 25, changed(path("a"), SESSION, Content=content("Flood", **others)))
    other.change(Metadata=("a{sv}", song("Two")))
    shown.wait_for(other_view, lambda view: view.lines[0] == "Two")
    # The surface asks the flooding player for its new state, which no signal has.
    player.session("a", Content=content("Truth"))
    shown.wait_for(view, lambda view: view.lines[0] == "Truth", "the truth")
    assert len(shown.events) - before < 40 and len(player.called("GetManagedObjects")) >= 2
    # From then on the surface reads the player's signals again.
    player.change("a", Content=content("Next"))
    shown.wait_for(view, lambda view: view.lines[0] == "Next")


def test_a_burst_delays_nothing(bus, make_shown):
    """Normal players cause such bursts, also with long lyrics, and 50 at once: they are not asked again. The lyrics are
    twice as long as those of any song, and leave room for the time that a busy machine takes from the surface."""
    player, other, shown, view, other_view = start(bus, make_shown)
    lyrics = "\n".join(ORDERED.splitlines()[:400])
    for number in range(50):
        player.change("a", Content=content(f"{number}", lyrics=Variant("s", lyrics)))
        other.change(Metadata=("a{sv}", song(f"{number}")))
    shown.wait_for(view, lambda view: view.lines[0] == "49")
    shown.wait_for(other_view, lambda view: view.lines[0] == "49")
    shown.settle(player)
    assert len(player.called("GetManagedObjects")) == 1
    assert len([body for body in other.called("GetAll") if body == [ROOT]]) == 1


def test_a_message_of_very_many_entries(bus, make_shown):
    """Some entries are skipped; with too many the whole message is ignored, and the player is asked a second later."""
    player, _, shown, view, _ = start(bus, make_shown)
    player.socket.sendall(tiny(5000))
    shown.wait_for(view, lambda view: view.volume == 0.5)
    player.socket.sendall(tiny(300_000).replace(struct.pack("<d", 0.5), struct.pack("<d", 0.7)))
    player.session("a", Volume=("d", 0.9))
    before = len(shown.events)
    shown.wait_for(view, lambda view: view.volume == 0.9, "the truth")
    volumes = [view.volume for what, view in shown.events[before:] if what == "changed"]
    assert volumes[-1] == 0.9 and 0.7 not in volumes, volumes


@pytest.mark.parametrize("kind, value, volume", [
    ("a(yyyy)", [(1, 2, 3, 4)] * 110_000, 0.9), ("v", Variant("v", Variant("as", [""] * 530_000)), 0.9),
    ("ay", [7] * 600_000, 0.5), ("ai", [1] * 600_000, 0.5), ("aay", [[1] * 1000] * 100, 0.5)],
    ids=["structures", "texts", "bytes", "numbers", "lists"])
def test_a_value_of_very_many_elements(bus, make_shown, kind, value, volume):
    """Numbers are read over at once, other elements one by one."""
    player, _, shown, view, _ = start(bus, make_shown)
    player.session("a", Volume=("d", 0.9))
    player.tell_changed(path("a"), SESSION, vendor=(kind, value), Volume=("d", 0.5))
    shown.wait_for(view, lambda view: view.volume != -1.0)
    assert shown.again(view).volume == volume


@pytest.mark.parametrize("member", ["TrackListReplaced", "TrackAdded"])
def test_a_flood_of_queues(bus, make_shown, member):
    """Each signal makes the surface ask for the queue, but not while the player is paused after a flood. A list of more
    than 262,144 entries counts as none."""
    player, other = Listing(bus, "lists", "One"), Plain(bus, "other")
    shown = make_shown(player.appear(), other.appear())
    view, other_view = shown.find(display_name="lists"), shown.find(display_name="other")
    shown.with_queue(view)
    track = "a{sv}o", [song("One"), "/"]
    signature, body = track if member == "TrackAdded" else ("aoo", [["/track/One"], "/track/One"])
    flood(player, 1, Message(type=SIGNAL, serial=2**31, path=PATH, interface=ROOT + ".TrackList", member=member,
                                signature=signature, body=body))
    other.change(Metadata=("a{sv}", song("Two")))
    shown.wait_for(other_view, lambda view: view.lines[0] == "Two")
    player.songs["/track/Two"] = song("Two")
    player.restate()
    shown.wait_for(view, lambda view: view.titles == ["One", "Two"])
    player.sent = "ao", ["/"] * 262_145
    player.restate()
    player.outdate()
    shown.wait_for(view, lambda view: view.titles is None)


def test_the_lists_of_a_player_that_rests_are_not_listened_to(bus, make_shown):
    """The bus wakes no surface for a player that floods: it sends no signal of the player's lists either."""
    player, lists = Listing(bus, "lists", "One"), Playlisting(bus, "unseen", "One")
    player.faces[PLAYLISTS] = lists.faces[PLAYLISTS]
    player.answers[PLAYLISTS, "GetPlaylists"] = lists.get_playlists
    shown = make_shown(player.appear())
    view = shown.with_queue(shown.find(display_name="lists"))
    shown.with_playlists(view)
    flood(player, 1, changed(PATH, PLAYER, Volume=("d", 0.5)))
    player.songs["/track/Two"] = song("Two")
    player.restate()
    shown.wait_for(view, lambda view: view.titles == ["One", "Two"], "the end of the rest")
    for interface in TRACK_LIST, PLAYLISTS:
        rules = [message.member for message in bus.since(0) if message.member in ("AddMatch", "RemoveMatch")
                 and f"interface='{interface}'" in message.body[0]]
        rests = len(rules) // 2
        assert rests and rules == ["AddMatch", "RemoveMatch"] * rests + ["AddMatch"]
    lists.close()


def test_answers_are_work_too(wide):
    """A player that makes the surface ask it all the time is asked less often when its answers take long to read."""
    player, other, count = Plain(wide, "flood"), Plain(wide, "other"), 60
    shown = Shown(wide.address, player.appear(), other.appear())
    view, other_view = shown.find(display_name="flood"), shown.find(display_name="other")
    answer = player.answers[PROPERTIES, "GetAll"]
    # The surface skips each of the texts. The message is encoded once, because encoding takes longer than reading.
    metadata = song("Flood", vendor=Variant("as", [""] * 200_000))
    reply = encode(Message(type=RETURN, serial=2**31, reply_serial=0x12345678, destination=player.calls[0].sender,
                           signature="a{sv}", body=[variants(Metadata=("a{sv}", metadata))]))

    def answer_long(call):
        if call.body != [PLAYER]:
            return answer(call)
        player.socket.sendall(reply.replace(struct.pack("<I", 0x12345678), struct.pack("<I", call.serial), 1))

    player.answers[PROPERTIES, "GetAll"] = answer_long
    for _ in range(count):
        player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, ["Metadata"])
        shown.settle(player)
    assert len([body for body in player.called("GetAll") if body == [PLAYER]]) < 0.8 * count
    other.change(Metadata=("a{sv}", song("Two")))
    shown.wait_for(other_view, lambda view: view.lines[0] == "Two")
    player.answers[PROPERTIES, "GetAll"] = answer
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("Truth"))
    shown.wait_for(view, lambda view: view.lines[0] == "Truth", "the truth")
    shown.close()


def test_a_player_that_changes_its_name_all_the_time(bus, make_shown):
    """All of its sessions change with the name."""
    player, count, names = Whole(bus, "one"), 60, [ROOT + ".one", ROOT + ".two"]
    for number in range(64):
        player.session(f"s{number}")
    shown = make_shown(player.appear())
    shown.wait(lambda: len(shown.entries) == 64, "all sessions")
    before = len(shown.events)
    for number in range(count):
        assert player.request_name(names[1 - number % 2]) == 1
        player.bus("ReleaseName", "s", names[number % 2])
        shown.settle(player)
    assert len(shown.events) - before < 0.9 * 64 * count
    assert player.request_name(ROOT + ".three") == 1
    player.bus("ReleaseName", "s", names[count % 2])
    shown.wait(lambda: all(view.bus_name == ROOT + ".three" for view in shown.entries.values()), "the truth")


def test_a_player_that_comes_and_goes_all_the_time(bus, make_shown):
    """The player is asked less often than it appears; when it stays in the end, it is shown."""
    player, other, shown, _, other_view = start(bus, make_shown)
    surface, count = player.calls[0].sender, 300
    for number in range(count):
        player.bus("ReleaseName", "s", player.wanted_name)
        assert player.request_name(player.wanted_name) == 1
    other.change(Metadata=("a{sv}", song("Two")))
    shown.wait_for(other_view, lambda view: view.lines[0] == "Two")
    asked = [m for m in bus.since(0) if m.type == CALL and m.sender == surface and m.member == "GetManagedObjects"]
    assert len(asked) < count / 2
    shown.find(session_id="a")


def test_who_comes_and_goes_while_the_bus_is_full(narrow):
    """The bus drops messages that it cannot buffer for a surface, including changes of owners."""
    shown = Shown(narrow.address)
    player, leaves = Whole(narrow, "whole"), Plain(narrow, "leaves")
    player.session("a")
    shown.others += [player.appear(), leaves.appear()]
    shown.wait(lambda: len(shown.entries) == 2, "two entries")
    flood(player, 40, changed(path("a"), SESSION, Content=content("Flood", **FLOODS["text"])))
    shown.others.remove(leaves)
    leaves.close()
    shown.others.append(Plain(narrow, "comes").appear())
    shown.find(display_name="comes")
    shown.wait(lambda: len(shown.entries) == 2, "the end of who has left")
    shown.close()


def test_a_flood_of_a_stranger(narrow):
    """The messages go to the surface alone, which cannot refuse them. Afterwards all players are asked again."""
    shown = Shown(narrow.address)
    player, other, stranger = Whole(narrow, "whole"), Plain(narrow, "other"), Fake(narrow)
    player.session("a")
    shown.others += [player.appear(), other.appear()]
    view = shown.find(session_id="a")
    signal = encode(Message(type=SIGNAL, serial=2**31, path="/a", interface="a.b", member="C", signature="s",
                            body=["x"], destination=player.calls[0].sender))
    # This change is emitted by no signal.
    player.session("a", Content=content("Truth"))
    deadline, is_asked = time.monotonic() + 60, False
    while not is_asked:
        assert time.monotonic() < deadline
        stranger.socket.sendall(signal * 50_000)
        # The bus has all messages, and the surface has read none: it is behind, however slow the bus is.
        stranger.bus("GetId")
        # The true state arrives when everything is read, after two periods of half a second; otherwise it came with the
        # answers.
        while not is_asked and select.select([shown.descriptor], [], [], 2)[0]:
            shown.pump()
            is_asked = shown.again(view).lines[0] == "Truth"
    shown.wait(lambda: len([body for body in other.called("GetAll") if body == [PLAYER]]) > 1, "the other's question")
    shown.close()

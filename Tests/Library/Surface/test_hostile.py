# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players that lie, flood, and break every rule: the surface must stay right about the others, and bounded."""

import ctypes
import os
import select

import pytest
from testkit import protocol
from testkit.bus import PATH, PLAYER, ROOT
from testkit.fakes import (
    ALWAYS, ANIMATED, APP, BASE, MANAGER, REMOTE, SESSION, TRACKS, Fake, Plain, Whole, command, content, path,
    song, variants, whole)
from testkit.pictures import given, memory_file, png
from testkit.process import descriptors
from testkit.wire import Variant

GET_ARTWORK = SESSION, "GetArtwork"


def start(bus, make_shown, **properties):
    """Starts a player of org.nowplaying with one session and a surface; returns both and the entry."""
    player = Whole(bus, "whole")
    player.session("a", **properties)
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


WRONG = [("Content", ("s", "no")), ("Content", ("a{sv}", {"kind": Variant("s", "music")})),
         ("Content", ("a{sv}", {"id": Variant("x", 5)})), ("Content", ("a{sv}", {"id": Variant("s", "x" * 1025)})),
         ("Playback", ("x", 5)), ("Commands", ("a{sv}", {})), ("Commands", ("as", ["play"])), ("Volume", ("s", "loud")),
         ("Volume", ("x", 1)), ("CanSetVolume", ("i", 1)), ("Id", ("x", 1)), ("ApplicationPrimary", ("s", "yes")),
         ("Unknown", ("a(sa{sv})", [("x", {})]))]


@pytest.mark.parametrize("name, value", WRONG)
def test_a_wrong_property_loses_itself_alone(bus, make_shown, name, value):
    player, shown, view = start(bus, make_shown, Volume=("d", 0.5), CanSetVolume=("b", True))
    player.tell_changed(path("a"), SESSION, **{name: value}, SystemPrimary=("b", True))
    changed = shown.wait_for(view, lambda view: view.primary == 3)
    assert changed.changes == 1 and changed.item == view.item and changed.offered() == view.offered()
    assert (changed.volume, changed.abilities, changed.session_id) == (0.5, view.abilities, "a")
    # The wrong property may also be in the first answer.
    other = Whole(bus, "other")
    other.session("b", **{name: value}, SystemPrimary=("b", True))
    shown.others.append(other.appear())
    assert shown.find(bus_name=ROOT + ".other").primary & 2


@pytest.mark.parametrize("key, value", [
    ("title", ("i", 5)), ("duration", ("i", 5)), ("duration", ("x", -5)), ("artists", ("s", "One")),
    ("track-number", ("x", 5)), ("user-rating", ("d", float("nan"))), ("explicit", ("s", "yes")),
    ("animated-artwork", ("a{sv}", {})), ("artwork", ("s", "x" * 1025)), ("vendor", ("a{s(ii)}", {"a": (1, 2)})),
    ("vendor", ("v", Variant("s", "x"))), ("vendor", ("v", Variant("v", Variant("x", 5)))), ("vendor", ("g", "as"))])
def test_a_wrong_key_of_content_loses_itself_alone(bus, make_shown, key, value):
    kind, entries = content(album=Variant("s", "Album"))
    _, _, view = start(bus, make_shown, Content=(kind, entries | {key: Variant(*value)}))
    assert view.fields().get("ALBUM") == "Album" and not set(view.fields()) - {"TITLE", "ALBUM"}
    assert [view.item[name] for name in ("id", "artwork_id", "animated_square_id")] == ["id of Song", "", ""]


def test_too_much_of_everything(bus, make_shown):
    huge = content("T" * 100_000, lyrics=Variant("s", "é" * 100_000), comments=Variant("as", ["c" * 4096] * 500),
                   genres=Variant("as", ["g" * 4096] * 500), **{f"vendor-{n}": Variant("x", n) for n in range(200)})
    huge[1]["id"] = Variant("s", "id")
    commands = [command("feedback", button=("u", n), title=("s", "t" * 9000)) for n in range(500)]
    intervals = command("skip-forward", intervals=("ax", list(range(1, 10_000))))
    player, shown, view = start(bus, make_shown, Content=huge, Commands=("aa{sv}", [intervals] + commands))
    assert len(view.texts("TITLE")[0]) == 4096 and len(view.commands) == 64
    assert view.commands[0].interval_count == 64 and len(view.commands[5].title) == 4096
    texts = [text for name in ("TITLE", "LYRICS", "COMMENTS", "GENRES") for text in view.texts(name)]
    assert sum(len(text.encode()) for text in texts) <= 262_144 and len(view.texts("COMMENTS")) <= 64
    player.change("a", Volume=("d", 0.5))
    assert shown.wait_for(view, lambda view: view.volume == 0.5)


def test_more_sessions_than_are_kept(bus, make_shown):
    player = Whole(bus, "whole")
    for number in range(100):
        player.session(f"s{number}")
    other = Plain(bus, "plain")
    shown = make_shown(player.appear(), other.appear())
    shown.wait(lambda: shown.listed, "the list", 20)
    assert len(shown.entries) == 64 + 1
    for number in range(200, 300):
        player.add(f"s{number}")
    shown.settle(player)
    assert len(shown.entries) == 65 and shown.find(display_name="plain")


def test_the_same_twice(bus, make_shown):
    """A path that is added twice is described anew; two sessions with one id are two."""
    player, shown, view = start(bus, make_shown)
    player.add("b", Id=("s", "a"))
    shown.wait(lambda: len(shown.entries) == 2, "the other session")
    player.add("a", Volume=("d", 0.7))
    assert shown.wait_for(view, lambda view: view.volume == 0.7)
    assert len(shown.entries) == 2
    for _ in range(2):
        player.remove("b")
    shown.wait(lambda: len(shown.entries) == 1, "the end of one")
    player.add("a/b/c")
    player.tell(BASE, MANAGER, "InterfacesAdded", "oa{sa{sv}}", path("c"), {APP: {}})
    player.tell("/org/nowplaying/session/x", MANAGER, "InterfacesAdded", "oa{sa{sv}}", path("d"), {SESSION: {}})
    shown.settle(player)
    assert {view.session_id for view in shown.entries.values()} == {"a"} | {
        view.session_id for view in shown.entries.values() if view.session_id == "a/b/c"}


def test_nobody_speaks_for_another(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    plain = Plain(bus, "plain").appear()
    shown.others.append(plain)
    foreign = shown.find(display_name="plain")
    stranger = Fake(bus)
    shown.others.append(stranger)
    for liar in stranger, plain:
        liar.tell_changed(path("a"), SESSION, Volume=("d", 0.9))
        liar.tell(BASE, MANAGER, "InterfacesRemoved", "oas", path("a"), [SESSION])
        liar.tell(BASE, MANAGER, "InterfacesAdded", "oa{sa{sv}}", path("z"), {SESSION: whole("z")})
        liar.tell("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", ROOT + ".whole",
                  player.name, "")
    stranger.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Lie")))
    stranger.tell(PATH, PLAYER, "Seeked", "x", 5)
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Lie")))
    before = len(shown.events)
    shown.settle(plain)
    shown.settle(player)
    assert len(shown.events) == before and len(shown.entries) == 2
    assert shown.again(foreign).lines[0] == "One" and shown.again(view).volume == -1


def test_a_flood_is_one_change_a_turn(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    shown.settle(player)
    shown.others.clear()
    before, turns = len(shown.events), 0
    for number in range(1000):
        player.change("a", Volume=("d", number / 1000))
    while shown.again(view).volume != 0.999:
        assert select.select([shown.descriptor], [], [], 10)[0], "the last change did not come"
        shown.turn()
        turns += 1
    assert len(shown.events) - before <= min(turns, 499)


def test_nobody_waits_for_a_session_that_has_gone(bus, make_shown):
    """The player of a removed session may never answer."""
    player, shown, view = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    waiting = shown.send(view, "PLAY")
    shown.wait(lambda: player.called("SendCommand"), "the call")
    player.remove("a")
    assert waiting.wait(5).status == "CANCELLED"


# ---- Pictures ----

def start_picture(bus, make_shown, answer):
    """Starts a player that answers requests for its artwork by `answer`, and a surface; returns both and the entry."""
    player, shown, view = start(bus, make_shown, Content=content(artwork=Variant("s", "cover")))
    player.answers[GET_ARTWORK] = answer
    return player, shown, view


def test_lies_about_the_size(bus, make_shown):
    """The bytes count, not the type that is sent with them."""
    _, shown, view = start_picture(bus, make_shown, given(lambda: memory_file(png(8, 9)), "image/gif", 2**31, 5))
    outcome = shown.artwork(view, 64, 64).wait()
    assert (outcome.status, outcome.pixels, outcome.mime) == ("OK", (8, 9), "image/png")
    assert os.pread(outcome.descriptor, 1 << 20, 0) == outcome.data == png(8, 9)


@pytest.mark.parametrize("make, status", [
    (lambda: memory_file(png(), 0), "IO"), (lambda: memory_file(png(), 7), "IO"),
    (lambda: memory_file(png(), 13), "IO"), (lambda: memory_file(png(), 11), "IO"), (lambda: memory_file(b""), "IO"),
    (lambda: memory_file(b"text" * 9), "NOT_AN_IMAGE"), (lambda: memory_file(png(0, 5)), "NOT_AN_IMAGE"),
    (lambda: memory_file(png()[:20]), "NOT_AN_IMAGE"),
    (lambda: os.open("/dev/zero", os.O_RDONLY), "IO"), (lambda: os.open("/proc/self/status", os.O_RDONLY), "IO"),
    (lambda: os.open("/", os.O_PATH), "IO"), (lambda: memory_file(png(padding=32 << 20)), "TOO_LARGE")])
def test_files_that_are_no_pictures(bus, make_shown, make, status):
    _, shown, view = start_picture(bus, make_shown, given(make))
    outcome = shown.artwork(view).wait()
    assert outcome.status == status and outcome.message and outcome.data is None and outcome.descriptor == -1


@pytest.mark.parametrize("answer", [("", []), ("s", ["no"]), ("suu", ["image/png", 8, 8])])
def test_answers_that_are_no_pictures(bus, make_shown, answer):
    player, shown, view = start_picture(bus, make_shown, lambda call: answer)
    assert shown.artwork(view).wait().status == "NOT_AN_IMAGE"
    player.answers[GET_ARTWORK] = lambda call: "org.nowplaying.Error.Surprise"
    assert shown.artwork(view).wait().status == "COMMAND_FAILED"


def test_nothing_is_left_open(bus, make_shown):
    makes = [lambda: memory_file(png()), lambda: memory_file(png(), 0), lambda: memory_file(b"text")]
    player, shown, view = start_picture(bus, make_shown, given(makes[0]))
    for number in range(12):
        if number == 3:
            before = descriptors(os.getpid())
        player.answers[GET_ARTWORK] = given(makes[number % 3])
        shown.artwork(view).wait().close()
    assert descriptors(os.getpid()) <= before


@pytest.mark.parametrize("mime, status", [("video/mp4", "OK"), ("video/x-matroska", "NOT_A_VIDEO"),
                                          ("", "NOT_A_VIDEO")])
def test_a_video_is_handed_on_unseen(bus, make_shown, mime, status):
    ids = {"1:1": "moving"}
    player, shown, view = start(bus, make_shown, Content=content(**{"animated-artwork": Variant("a{ss}", ids)}))
    player.answers[ANIMATED, "GetVideo"] = lambda call: ("hs", [0, mime], [os.open("/dev/null", os.O_RDONLY)])
    outcome = shown.video(view, 1).wait()
    assert outcome.status == status and (outcome.descriptor >= 0) == (status == "OK")


def test_devices_that_cannot_be(bus, make_shown):
    player = Whole(bus, "whole")
    right = {"id": ("s", "a"), "name": ("s", "A"), "type": ("s", "toaster"), "can-step": ("b", False)}
    devices = [variants(**{**right, "id": ("s", each), "volume": volume}) for each, volume in {
        "a": ("d", 7.0), "b": ("d", -0.1), "c": ("s", "loud"), "d": ("d", float("nan")), "e": ("d", 1.0)}.items()]
    devices += [variants(**{**right, "name": ("s", "Again")}), *lacking({**right, "id": ("s", "x")})]
    player.session("a")[REMOTE] = variants(Devices=("aa{sv}", devices * 3))
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    assert view.abilities & 2
    assert [(device.id, device.name, device.type, device.volume, device.can_step) for device in view.devices] == [
        *((each, b"A", 1, -1.0, 0) for each in (b"a", b"b", b"c", b"d")), (b"e", b"A", 1, 1.0, 0)]


def test_tracks_that_cannot_be(bus, make_shown):
    player = Whole(bus, "whole")
    right = {"id": ("s", "a"), "kind": ("s", "audio"), "selected": ("b", True)}
    tracks = [variants(**right), *lacking({**right, "id": ("s", "x")})]
    player.session("a")[TRACKS] = variants(Tracks=("aa{sv}", tracks))
    assert [track.id for track in make_shown(player.appear()).find(session_id="a").tracks] == [b"a"]


def lacking(entry):
    """Returns copies of the entry that each lack one of its keys, and copies with one value of another type."""
    return [variants(**{key: value for key, value in entry.items() if key != missing}) for missing in entry] + [
        variants(**{**entry, wrong: ("t", 1)}) for wrong in entry]


@pytest.mark.parametrize("word", sorted(ALWAYS))
def test_a_command_that_lacks_what_it_always_has(bus, make_shown, word):
    right = {"command": ("s", word), "enabled": ("b", True), **ALWAYS[word], **({"id": ("s", "x")} if word == "custom"
                                                                                else {})}
    count = len(protocol.COMMANDS[word].keys() - protocol.MAYBE)
    assert len(right) == count
    player, shown, view = start(bus, make_shown, Commands=("aa{sv}", [command("play"), *lacking(right)]))
    assert view.offered() == ["PLAY", "TOGGLE_PLAY_PAUSE"]
    player.change("a", Commands=("aa{sv}", [variants(**right)]))
    shown.wait_for(view, lambda view: len(view.commands) == 1)


@pytest.mark.parametrize("key, value", [
    *((key, value) for key in ("user-rating", "auto-rating") for value in (1.5, -0.5, float("inf"), float("nan"))),
    *((key, 0) for key in sorted(protocol.COUNTED))])
def test_a_number_out_of_its_range_is_not_sent(bus, make_shown, key, value):
    kind = Variant("s", "podcast")  # which has the fields of episodes
    right = Variant("d", 1.0) if isinstance(value, float) else Variant("u", 1)
    player, shown, view = start(bus, make_shown, Content=content(kind=kind, **{key: right}))
    field = key.upper().replace("-", "_")
    assert view.number(field) == 1
    player.change("a", Content=content(kind=kind, **{key: Variant(right.signature, value)}))
    view = shown.wait_for(view, lambda view: view.number(field) is None)
    assert view.lines[0] == "Song"


def test_texts_are_kept_as_they_are(bus, make_shown):
    text = "<b>&amp;</b>\n\t\u202e" + "e" + "\u0301" * 1000
    _, _, view = start(bus, make_shown, Content=content(album=Variant("s", text)))
    assert view.texts("ALBUM") == [text]


def test_the_loop_of_a_thread_survives_all_of_it(bus):
    """A surface has no callbacks, and the library runs its loop on a thread. A player sends it 300 wrong values."""
    from lab import library
    handle = ctypes.c_void_p()
    options = library.Options(name=b"tests", bus_address=bus.address.encode(), bus_fd=-1, loop=0)
    library.ok(library.LIBRARY.nowplaying_surface_new(ctypes.byref(options), None, ctypes.byref(handle)))
    player = Whole(bus, "whole")
    player.session("a")
    player.appear()
    for number in range(300):
        player.change("a", Volume=("d", number / 300), Content=("s", "no"))
    player.serve()
    player.close()
    library.LIBRARY.nowplaying_surface_free(handle)

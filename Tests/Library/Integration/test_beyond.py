# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Things that MPRIS has no word for: buttons of the player's own, live windows, errors, ratings, mute and tracks.
Surfaces see them by org.nowplaying; what clients of MPRIS see is checked as well."""

import pytest

from abi import data
from testkit import commands
from testkit.bus import NAME
from testkit.host import C, now_us
from testkit.protocol import SESSION, TRACKS
from testkit.surface import Surface, plain
from testkit.wire import Variant

SECOND = 1_000_000
PLAIN = ("-",) * 4


def follow(bus):
    surface = Surface(bus)
    copy = surface.follow(NAME)
    surface.wait(copy.sessions, "it has a session")
    (identifier,) = copy.sessions()
    return surface, copy[identifier]


@pytest.fixture
def session(bus, host):
    surface, session = follow(bus)
    yield session
    surface.close()


def button(kind, enabled=1, active=0, slot=0, steps=0, words=PLAIN):
    """Returns a command for the host; words: id, title, short title, icon."""
    return getattr(C, "COMMAND_" + kind), enabled, active, slot, steps, *words


def give(host, *buttons):
    host.ask_all([("buttons", "main", *(word for one in buttons for word in one)), ("commit", "main")])


def listed(session):
    return plain(session.get("Commands"))


def detail(host, state, elapsed="-", at=None, seekable=("-", "-"), buffered="-", edge=0, kind=0, error="-"):
    host.ask_all([("detail", "main", getattr(C, "STATE_" + state), elapsed, now_us() if at is None else at, *seekable,
                   buffered, edge, kind, error), ("commit", "main")])


# ------------------------------------------------------------------------------------------------ Buttons -----------


def test_a_button_is_listed_with_its_words(host, session):
    give(host, button("PLAY", slot=C.SLOT_CENTRAL, words=("-", "-", "-", "play")),
         button("CUSTOM", active=1, slot=C.SLOT_OVERFLOW, words=("sleep", "Sleep in an hour", "Sleep", "timer")),
         button("CUSTOM", enabled=0, words=("Sleep", "Another", "-", "-")),
         button("BOOKMARK", active=1, words=("-", "Remember", "-", "bookmark")),
         button("SET_RATING", steps=5), button("MUTE"))
    session.wait(lambda it: len(it.commands) == 6, "six commands")
    assert listed(session) == [
        {"command": "play", "enabled": True, "icon": "play", "slot": "central"},
        {"command": "custom", "enabled": True, "id": "sleep", "title": "Sleep in an hour", "short-title": "Sleep",
         "icon": "timer", "slot": "overflow", "active": True},
        {"command": "custom", "enabled": False, "id": "Sleep", "title": "Another", "active": False},
        {"command": "bookmark", "enabled": True, "title": "Remember", "icon": "bookmark", "active": True},
        {"command": "set-rating", "enabled": True, "steps": 5, "icon": "star"},
        {"command": "mute", "enabled": True, "icon": "volume-off"}]


def test_a_button_of_the_players_own_reaches_the_host_by_its_id(host, session):
    give(host, button("CUSTOM", words=("a", "A", "-", "-")), button("CUSTOM", words=("b", "B", "-", "-")),
         button("CUSTOM", enabled=0, words=("off", "Off", "-", "-")), button("PLAY"))
    session.wait(lambda it: len(it.commands) == 4, "the commands")
    start = len(host.events)
    session.send("custom", id="b", item=session.item)
    event = host.wait("command", start, kind=C.COMMAND_CUSTOM)
    assert (event["id"], event["tag"]) == ("b", 1)
    refused = session.copy.surface.refused
    for error, arguments in (("InvalidArgument", {}), ("InvalidArgument", {"id": Variant("u", 7)}),
                             ("NotFound", {"id": "c"}), ("Disabled", {"id": "off"}),
                             ("NotFound", {"id": "a", "item": "another"})):
        refused(session.start("custom", **arguments), error)
    session.send("play")
    assert "id" not in host.wait("command", start, kind=C.COMMAND_PLAY)
    assert len(host.seen("command", start)) == 2


def test_one_button_is_switched_and_emitted_once(host, session):
    give(host, button("CUSTOM", words=("a", "A", "-", "-")), button("CUSTOM", words=("b", "B", "-", "-")))
    session.wait(lambda it: len(it.commands) == 2, "two buttons")
    start = session.quiet()
    host.ask_all([("custom", "main", "b", 0, 1), ("commit", "main"), ("custom", "main", "b", 0, 1), ("commit", "main")])
    session.wait(lambda it: it.commands[1]["active"], "the button is on")
    assert [entry["active"] for entry in listed(session)] == [False, True]
    assert [entry["enabled"] for entry in listed(session)] == [True, False]
    session.quiet()
    assert len(session.sent(start)) == 1


def test_mute_is_emitted_and_asked_for(host, client, session):
    give(host, button("MUTE"))
    host.volume(0.5)
    session.wait(lambda it: it.commands and it.volume == 0.5, "the volume")
    for muted in True, False:
        start = len(host.events)
        session.send("mute", muted=muted)
        assert host.wait("command", start, kind=C.COMMAND_MUTE)["mode"] == muted
        host.ask_all([("muted", "main", int(muted)), ("commit", "main")])
        session.wait(lambda it, muted=muted: it.playback.get("muted", False) == muted, f"muted {muted}")
        assert session.volume == 0.5 and client.get("Volume") == 0.5
    start = len(host.events)
    session.send("mute")
    assert host.wait("command", start, kind=C.COMMAND_MUTE)["mode"] == 1


@pytest.mark.parametrize("row", commands.ROWS, ids=commands.ALL)
def test_each_command_reaches_the_host(host, session, row):
    """Each command is sent with its argument; without it, the command is refused unless the argument is optional. Each
    is either a button, or a command that goes to another place."""
    name = row["name"].removeprefix("NOWPLAYING_COMMAND_")
    if name == "CUSTOM":
        give(host, button(name, words=("favourite", "Favourite", "-", "-")))
    else:
        host.commands({"CHANGE_RATE": "CHANGE_RATE:1,2"}.get(name, name))
    session.wait(lambda it: [entry["command"] for entry in it.commands] == [row["word"]], "the command")
    start = len(host.events)
    session.send(row["word"], **commands.given(row))
    event = host.wait("command", start, kind=getattr(C, "COMMAND_" + name))
    assert {member: event.get(member) for member in commands.expected(row)} == commands.expected(row)
    if "argument" in row:
        wrong = Variant("as", ["x"])
        session.copy.surface.refused(session.start(row["word"], **{row["argument"]["key"]: wrong}), "InvalidArgument")
        if data.forms().get(row["form"], {}).get("required"):
            session.copy.surface.refused(session.start(row["word"]), "InvalidArgument")


def test_an_advertisement_is_not_skipped(host, client, session):
    kinds = "PLAY", "PAUSE", "NEXT", "PREVIOUS", "SEEK_TO_POSITION", "SKIP_FORWARD", "SKIP_BACKWARD", "NEXT_CHAPTER"
    host.commands(*kinds, "CHANGE_RATE:1,2")
    session.wait(lambda it: len(it.commands) == 9, "the commands")
    host.content(identifier="advert", title="Buy", fields=[("integer", "ADVERTISEMENT", 1)])
    session.wait_item("advert")
    enabled = {entry["command"]: entry["enabled"] for entry in listed(session)}
    assert {word for word, is_on in enabled.items() if is_on} == {"play", "pause", "previous", "skip-backward"}
    assert session.content["advertisement"] is True
    assert client.get("CanGoNext") is False and client.get("CanPause") is True
    session.copy.surface.refused(session.start("next"), "Disabled")
    host.content(identifier="song", title="Song")
    session.wait(lambda it: it.item == "song" and all(entry["enabled"] for entry in it.commands), "all commands again")
    assert client.get("CanGoNext") is True


# ------------------------------------------------------------------------------------------------ Playback ----------


def test_a_broadcast_has_a_window(host, client, session):
    host.content(identifier="radio", kind="RADIO", title="Radio", length=None, commit=False)
    host.commands("PLAY", "SEEK_TO_POSITION", "SEEK_TO_LIVE", commit=False)
    at = now_us()
    detail(host, "PLAYING", 100 * SECOND, at, (40 * SECOND, 100 * SECOND), 110 * SECOND, edge=1)
    session.wait_item("radio")
    playback = session.playback
    assert session.get("Playback").value["seekable"].signature == "(xx)"
    assert tuple(playback["seekable"]) == (40 * SECOND, 100 * SECOND)
    assert playback["buffered"] == 110 * SECOND and playback["live-edge"] is True
    assert client.get("CanSeek") is True
    for asked, least, most in (0, 40, 40), (50, 50, 50), (10_000, 100, 200):
        start = len(host.events)
        session.send("seek-to-position", position=asked * SECOND)
        assert least * SECOND <= host.wait("command", start)["time_us"] <= most * SECOND


def test_a_broadcast_without_a_window_cannot_be_sought(host, client, session):
    host.content(identifier="radio", kind="RADIO", title="Radio", length=None, commit=False)
    host.commands("PLAY", "SEEK_TO_POSITION", commit=False)
    detail(host, "PLAYING", 100 * SECOND, edge=1)
    session.wait_item("radio")
    assert client.get("CanSeek") is False and "seekable" not in session.playback
    # A part of the snapshot that is set alone is shown alone.
    assert session.playback["live-edge"] is True and "buffered" not in session.playback
    assert [entry["enabled"] for entry in session.commands] == [True, False]
    session.copy.surface.refused(session.start("seek-to-position", position=SECOND), "Disabled")
    client.do("SetPosition", "ox", client.metadata()["mpris:trackid"], SECOND)
    detail(host, "PLAYING", 100 * SECOND, seekable=(0, 100 * SECOND))
    session.wait(lambda it: it.commands[1]["enabled"], "a window")
    assert client.get("CanSeek") is True and host.seen("command") == []
    session.send("seek-to-position", position=SECOND)
    assert host.wait("command")["time_us"] == SECOND


@pytest.mark.parametrize("elapsed, status", ((30 * SECOND, "Paused"), ("-", "Stopped")))
def test_an_error_has_a_sentence_and_a_kind(bus, host, client, session, elapsed, status):
    detail(host, "ERROR", elapsed, kind=C.ERROR_KIND_SIGN_IN, error="Sign in to play this")
    session.wait(lambda it: it.state == "error", "the error")
    assert session.playback["error"] == "Sign in to play this" and session.playback["error-kind"] == "sign-in"
    assert session.playback["rate"] == 0
    bus.wait_for(lambda: client.get("PlaybackStatus") == status, status)
    detail(host, "PLAYING", 0)
    session.wait(lambda it: it.state == "playing" and not {"error", "error-kind"} & it.playback.keys(), "no error")


def test_play_tries_again_after_an_error(host, client, session):
    host.commands("PLAY", "PAUSE")
    for tries in (lambda: session.send("play"), lambda: client.do("Play"), lambda: client.do("PlayPause")):
        detail(host, "ERROR", SECOND, kind=C.ERROR_KIND_NETWORK)
        session.wait(lambda it: it.state == "error", "the error")
        start = len(host.events)
        tries()
        host.wait("command", start, kind=C.COMMAND_PLAY)
        host.snapshot("PLAYING", SECOND)
        session.wait(lambda it: it.state == "playing", "it plays")


def test_an_error_of_a_moment_to_come_is_emitted(host, session):
    detail(host, "ERROR", SECOND, at=now_us() + 3600 * SECOND, seekable=(0, SECOND), buffered=SECOND,
           kind=C.ERROR_KIND_REGION, error="Not here")
    session.wait(lambda it: it.state == "error", "the error")
    sent = session.playback
    assert (sent.get("error"), sent["error-kind"], sent.get("buffered")) == ("Not here", "region", SECOND)
    assert "seekable" not in sent


# ------------------------------------------------------------------------------------------------ Tracks ------------

CHOICE = ((C.TRACK_AUDIO, "1", "en", "-", 1, 1), (C.TRACK_AUDIO, "2", "de", "Kommentar", 8, 0),
          (C.TRACK_SUBTITLES, "1", "pt-BR", "-", 2, 0))


@pytest.fixture
def chosen(bus):
    host = bus.player("--choice")
    host.ask_all([("tracks", "main", *(word for track in CHOICE for word in track)), ("commit", "main")])
    surface, session = follow(bus)
    session.wait(lambda it: len(session.get("Tracks", TRACKS).value) == 3, "the tracks")
    yield host, session
    surface.close()


def test_tracks_are_emitted_and_chosen(chosen):
    host, session = chosen
    assert plain(session.get("Tracks", TRACKS)) == [
        {"id": "1", "kind": "audio", "selected": True, "language": "en", "characteristics": ["default"]},
        {"id": "2", "kind": "audio", "selected": False, "language": "de", "title": "Kommentar",
         "characteristics": ["commentary"]},
        {"id": "1", "kind": "subtitles", "selected": False, "language": "pt-BR", "characteristics": ["forced"]}]
    for kind, identifier in ("audio", "2"), ("subtitles", "1"), ("subtitles", ""):
        start = len(host.events)
        session.call("SelectTrack", "ss", kind, identifier, interface=TRACKS)
        event = host.wait("select_track", start)
        assert event["kind"] == getattr(C, "TRACK_" + kind.upper()) and event.get("id", "") == identifier
    for error, kind, identifier in (("NotOffered", "captions", "1"), ("NotOffered", "smell", "1"),
                                    ("InvalidArgument", "audio", ""), ("NotFound", "audio", "3")):
        session.copy.surface.refused(session.start_raw("SelectTrack", "ss", kind, identifier, interface=TRACKS), error)


def test_other_tracks_are_emitted_once(chosen):
    host, session = chosen
    start = session.quiet()
    host.ask_all([("tracks", "main", *CHOICE[0][:5], 0, *CHOICE[1][:5], 1), ("commit", "main")])
    session.wait(lambda it: it.sent(start), "a signal")
    session.quiet()
    assert len(session.sent(start)) == 1
    assert [track["selected"].value for track in session.get("Tracks", TRACKS).value] == [False, True]


def test_the_tracks_of_another_item_follow_it_at_once(chosen):
    """The tracks are in the signal of another interface, without signals of other objects in between."""
    host, session = chosen
    for number in range(4):
        start = session.quiet()
        host.ask_all([("tracks", "main", *CHOICE[0][:5], number % 2, *CHOICE[1][:5], 1 - number % 2),
                      ("content", "main", C.CONTENT_MOVIE, f"item {number}"), ("show", "main", "main"),
                      ("commit", "main")])
        session.wait_item(f"item {number}")
        session.surface.settle()
        sent = [(message.path, message.body[0]) for message in session.copy.signals[start:]]
        assert sent == [(session.path, SESSION), (session.path, TRACKS)], sent


def test_a_session_that_takes_no_choice_has_no_tracks(host, session):
    host.ask_all([("tracks", "main", *CHOICE[0]), ("commit", "main")])
    assert TRACKS not in session.copy.objects[session.path]

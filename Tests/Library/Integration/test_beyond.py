# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Things that MPRIS has no word for: buttons of the player's own, live windows, errors, ratings, mute and tracks.
Surfaces see them by org.nowplaying; what clients of MPRIS see is checked as well."""

import pytest

from abi import data
from testkit import commands
from testkit.host import C, now_us
from testkit.surface import plain
from testkit.wire import Variant

SECOND = 1_000_000
PLAIN = ("-",) * 4


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


@pytest.mark.parametrize("speaks", [False, True])
def test_the_target_of_a_skip_counts_unless_the_host_has_spoken(host, client, session, speaks):
    """A host may skip to a chapter, or not at all, and say so before it answers."""
    host.commands("PLAY", "PAUSE", "SKIP_FORWARD")
    host.snapshot("PAUSED", 10 * SECOND)
    session.wait(lambda it: it.playback["elapsed"] == 10 * SECOND, "the position")
    host.ask("answer", "command", C.PENDING, "-")
    call = session.start("skip-forward")
    request = host.wait("command", kind=C.COMMAND_SKIP_FORWARD)["request"]
    if speaks:
        host.snapshot("PAUSED", 10 * SECOND)
    host.ask("complete", request, C.OK, "-")
    session.surface.reply(call)
    assert client.get("Position") == (10 if speaks else 20) * SECOND

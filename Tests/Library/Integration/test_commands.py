# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests rule 13: calls of clients, and the resulting commands for the host."""

import pytest

from lab.harness.bus import NAME, PATH, PLAYER, ROOT
from lab.harness.host import C, SECOND, now_us
from lab.harness.wire import Variant

NOT_SUPPORTED = "org.freedesktop.DBus.Error.NotSupported"


@pytest.fixture
def host(bus):
    return bus.player("--schemes=https,file", state="PAUSED", elapsed=10 * SECOND, volume=0.5)


def commands_since(host, start):
    """Returns the names of the commands that the host got."""
    names = {value: name[8:] for name, value in vars(C).items() if name.startswith("COMMAND_")}
    return [names[event["kind"]] for event in host.seen("command", start)]


def expect(host, start, kind, **fields):
    """Checks that the host got exactly one command since `start`, of this kind and with these fields."""
    assert commands_since(host, start) == [kind]
    event = host.seen("command", start)[0]
    assert {key: event[key] for key in fields} == fields


PLAYERCTL = [
    (["play"], "PLAY", {}), (["pause"], "PAUSE", {}), (["stop"], "STOP", {}), (["next"], "NEXT", {}),
    (["previous"], "PREVIOUS", {}), (["play-pause"], "PLAY", {}),
    (["position", "30"], "SEEK_TO_POSITION", {"time_us": 30 * SECOND}),
    (["position", "5+"], "SEEK_TO_POSITION", {"time_us": 15 * SECOND}),
    (["position", "4-"], "SEEK_TO_POSITION", {"time_us": 6 * SECOND}),
    (["loop", "Track"], "CHANGE_REPEAT_MODE", {"mode": C.REPEAT_ONE}),
    (["loop", "Playlist"], "CHANGE_REPEAT_MODE", {"mode": C.REPEAT_ALL}),
    (["shuffle", "On"], "CHANGE_SHUFFLE_MODE", {"mode": C.SHUFFLE_ITEMS}),
]


@pytest.mark.parametrize("words, kind, fields", PLAYERCTL, ids=[" ".join(row[0]) for row in PLAYERCTL])
def test_rule_13_playerctl_drives(bus, host, words, kind, fields):
    if kind == "PAUSE":
        host.snapshot("PLAYING", 10 * SECOND)
    start = len(host.events)
    bus.playerctl(*words)
    expect(host, start, kind, **fields)


def test_rule_13_playerctl_sets_the_volume(bus, host):
    bus.playerctl("volume", "0.3")
    assert host.wait("volume")["volume"] == pytest.approx(0.3)
    # Only the value that the player has set is emitted.
    assert float(bus.playerctl("volume")) == 0.5
    host.volume(0.25)
    assert float(bus.playerctl("volume")) == 0.25


def test_rule_13_gdbus_and_busctl_drive(bus, host):
    start = len(host.events)
    bus.tool("gdbus", "call", "--session", "--dest", NAME, "--object-path", PATH, "--method", PLAYER + ".Seek",
             "2000000")
    bus.tool("busctl", f"--address={bus.address}", "set-property", NAME, PATH, PLAYER, "Rate", "d", "2")
    assert commands_since(host, start) == ["SEEK_TO_POSITION", "CHANGE_RATE"]


def test_rule_13_raise_quit_and_open(bus, host, client):
    client.do("Raise", interface=ROOT)
    host.wait("raise")
    bus.playerctl("open", "https://example.org/a%20b.ogg")
    assert host.wait("open_uri")["uri"] == "https://example.org/a%20b.ogg"
    client.do("OpenUri", "s", "FILE:///tmp/x.ogg")
    host.wait("open_uri", uri="FILE:///tmp/x.ogg")
    for uri in ("ftp://example.org/", "no uri", "", "://x", "h\u00e4ttps:x"):
        error = client.refused(client.start_do("OpenUri", "s", uri))
        assert error.text, uri
    assert len(host.seen("open_uri")) == 2
    client.do("Quit", interface=ROOT)
    host.wait("quit")


def test_rule_13_raise_and_quit_without_the_callback_do_nothing(bus):
    host = bus.player("--without=raise,quit,open_uri")
    client = bus.client(NAME)
    client.do("Raise", interface=ROOT)
    client.do("Quit", interface=ROOT)
    assert client.refused(client.start_do("OpenUri", "s", "file:///x")).text


@pytest.mark.parametrize("state", ["PLAYING", "PAUSED", "STOPPED", "BUFFERING", "INTERRUPTED"])
def test_rule_13_play_and_pause_are_idempotent(host, client, state):
    """Pause never starts anything, Play never stops anything (MellowPlayer toggled); and a host that plays is not asked
    to play, at which it might start the song anew (cmus)."""
    for commands in (["PLAY", "PAUSE"], ["PLAY", "PAUSE", "TOGGLE_PLAY_PAUSE"], ["TOGGLE_PLAY_PAUSE"]):
        host.commands(*commands, commit=False)
        host.snapshot(state, SECOND)
        start = len(host.events)
        client.do("Play")
        given = commands_since(host, start)
        # The host keeps its state and commits it, which counts more than the command.
        host.snapshot(state, 2 * SECOND)
        start = len(host.events)
        client.do("Pause")
        taken = commands_since(host, start)
        if "PLAY" in commands:
            assert (given, taken) == (["PLAY"] * (state != "PLAYING"), ["PAUSE"] * (state != "PAUSED"))
        elif state == "PLAYING":
            assert (given, taken) == ([], ["TOGGLE_PLAY_PAUSE"])
        else:
            assert (given, taken) == (["TOGGLE_PLAY_PAUSE"], [])


@pytest.mark.parametrize("commands, state, given", [
    (["PLAY", "PAUSE"], "PLAYING", ["PAUSE"]), (["PLAY", "PAUSE"], "PAUSED", ["PLAY"]),
    (["PLAY", "PAUSE"], "STOPPED", ["PLAY"]), (["PLAY", "PAUSE"], "BUFFERING", ["PLAY"]),
    (["PLAY", "PAUSE", "TOGGLE_PLAY_PAUSE"], "PLAYING", ["TOGGLE_PLAY_PAUSE"]),
    (["PLAY", "PAUSE", "TOGGLE_PLAY_PAUSE!"], "PLAYING", ["PAUSE"]),
    (["PLAY", "PAUSE!"], "PLAYING", []), (["PLAY!", "PAUSE"], "PAUSED", [])])
def test_rule_13_play_pause_is_made_of_what_there_is(host, client, commands, state, given):
    host.commands(*commands, commit=False)
    host.snapshot(state, SECOND)
    start = len(host.events)
    client.do("PlayPause")
    assert commands_since(host, start) == given


@pytest.mark.parametrize("state, given", [("PLAYING", ["PAUSE"]), ("PAUSED", []), ("STOPPED", [])])
def test_rule_13_play_where_only_pause_is_offered(host, client, state, given):
    """CanPlay is true nevertheless (rule 11): Play gets a reply and has no effect."""
    host.commands("PAUSE", commit=False)
    host.snapshot(state, SECOND)
    start = len(host.events)
    assert client.do("Play") == []
    assert commands_since(host, start) == []
    assert client.do("PlayPause") == []
    assert commands_since(host, start) == given


@pytest.mark.parametrize("call, state, given", [
    ("Pause", "PLAYING", ["STOP"]), ("PlayPause", "PLAYING", ["STOP"]), ("Pause", "STOPPED", []),
    ("PlayPause", "STOPPED", ["PLAY"]), ("Play", "STOPPED", ["PLAY"])])
def test_rule_13_a_live_item_that_cannot_be_paused_is_stopped(host, client, call, state, given):
    """Media keys call PlayPause; GNOME checks CanPause first."""
    host.content(title="Station", length=None, commit=False)
    host.commands("PLAY", "STOP", commit=False)
    host.snapshot(state)
    start = len(host.events)
    assert client.get("CanPause") is True
    assert client.do(call) == []
    assert commands_since(host, start) == given


def test_rule_13_an_item_with_a_length_is_not_stopped_by_pause(host, client):
    """After a stop, the item would begin at its start again."""
    host.commands("PLAY", "STOP", commit=False)
    host.snapshot("PLAYING", 10 * SECOND)
    start = len(host.events)
    assert client.get("CanPause") is False and client.do("Pause") == client.do("PlayPause") == []
    assert commands_since(host, start) == []


def test_rule_13_stop_falls_back_to_pause(host, client):
    host.commands("PLAY", "PAUSE")
    host.snapshot("PLAYING", 10 * SECOND)
    start = len(host.events)
    client.do("Stop")
    expect(host, start, "PAUSE")
    host.commands("PLAY", "PAUSE", "STOP!")
    start = len(host.events)
    client.do("Stop")
    assert commands_since(host, start) == []


def test_rule_13_set_position_is_checked(host, client):
    trackid = client.metadata()["mpris:trackid"]
    start = len(host.events)
    for track, position in ((trackid + "x", SECOND), ("/", SECOND), (trackid, -1), (trackid, 200 * SECOND + 1),
                            ("/org/mpris/MediaPlayer2/TrackList/NoTrack", 0), (trackid, 2 ** 63 - 1),
                            (trackid, -2 ** 63)):
        client.do("SetPosition", "ox", track, position)
    assert commands_since(host, start) == []
    for position in (0, 200 * SECOND, 12_345_678):
        start = len(host.events)
        client.do("SetPosition", "ox", trackid, position)
        expect(host, start, "SEEK_TO_POSITION", time_us=position)


@pytest.mark.parametrize("offset, kind, target", [
    (200 * SECOND, "NEXT", None), (2 ** 63 - 1, "NEXT", None), (-11 * SECOND, "SEEK_TO_POSITION", 0),
    (-2 ** 63, "SEEK_TO_POSITION", 0), (190 * SECOND, "SEEK_TO_POSITION", 200 * SECOND),
    (0, "SEEK_TO_POSITION", 10 * SECOND)])
def test_rule_13_seek_beyond_the_ends(host, client, offset, kind, target):
    start = len(host.events)
    client.do("Seek", "x", offset)
    expect(host, start, kind, **({} if target is None else {"time_us": target}))


def test_rule_13_seek_counts_from_where_it_plays(host, client):
    at = now_us()
    host.snapshot("PLAYING", 50 * SECOND, at=at)
    start, before = len(host.events), now_us()
    client.do("Seek", "x", 5 * SECOND)
    assert commands_since(host, start) == ["SEEK_TO_POSITION"]
    target = host.seen("command", start)[0]["time_us"]
    assert 55 * SECOND + before - at <= target <= 55 * SECOND + now_us() - at


def test_rule_13_seek_by_skips(host, client):
    """The interval nearest to the requested offset is chosen; the first of two equally near ones."""
    host.commands("SKIP_FORWARD#7:30000000,60000000", "SKIP_BACKWARD")
    for offset, kind, interval, tag in ((1, "SKIP_FORWARD", 30, 7), (45, "SKIP_FORWARD", 30, 7),
                                        (46, "SKIP_FORWARD", 60, 7), (100, "SKIP_FORWARD", 60, 7),
                                        (-1, "SKIP_BACKWARD", 10, 0), (-99, "SKIP_BACKWARD", 10, 0)):
        start = len(host.events)
        client.do("Seek", "x", offset * SECOND)
        expect(host, start, kind, time_us=interval * SECOND, tag=tag)
    start = len(host.events)
    client.do("Seek", "x", 0)
    client.do("SetPosition", "ox", client.metadata()["mpris:trackid"], 0)
    assert commands_since(host, start) == []


ALL_CALLS = [("Play", ""), ("Pause", ""), ("PlayPause", ""), ("Stop", ""), ("Next", ""), ("Previous", ""),
             ("Seek", "x", SECOND), ("SetPosition", "ox", "the track", SECOND)]
ALL_SETS = [("LoopStatus", Variant("s", "Track")), ("Shuffle", Variant("b", True)), ("Rate", Variant("d", 2.0)),
            ("Volume", Variant("d", 0.1))]


@pytest.mark.parametrize("commands", [[], ["PLAY!", "PAUSE!", "TOGGLE_PLAY_PAUSE!", "STOP!", "NEXT!", "PREVIOUS!",
                                           "SEEK_TO_POSITION!", "SKIP_FORWARD!", "SKIP_BACKWARD!", "CHANGE_RATE!:2",
                                           "CHANGE_REPEAT_MODE!", "CHANGE_SHUFFLE_MODE!"]],
                         ids=["not offered", "disabled"])
def test_rule_13_what_is_not_there_does_nothing(host, client, commands):
    """gsd's media keys check no capability, and call methods that are not offered."""
    trackid = client.metadata()["mpris:trackid"]
    host.commands(*commands)
    host.volume(-1)
    start = len(host.events)
    for member, signature, *body in ALL_CALLS:
        assert client.do(member, signature, *[trackid if item == "the track" else item for item in body]) == []
    for name, value in ALL_SETS:
        assert client.set(name, value) == []
    assert commands_since(host, start) == [] and host.seen("volume", start) == []


def test_rule_13_nothing_is_done_without_content(host, client):
    trackid = client.metadata()["mpris:trackid"]
    host.nothing()
    start = len(host.events)
    for member, signature, *body in ALL_CALLS:
        client.do(member, signature, *[trackid if item == "the track" else item for item in body])
    assert commands_since(host, start) == []


def test_the_first_enabled_of_a_kind_is_used(host, client):
    host.commands("NEXT!#1", "NEXT#2", "NEXT#3")
    start = len(host.events)
    client.do("Next")
    expect(host, start, "NEXT", tag=2)
    host.commands(f"NEXT#{2 ** 64 - 1}")
    start = len(host.events)
    client.do("Next")
    expect(host, start, "NEXT", tag=-1)


def test_loop_modes_that_are_not_supported_are_refused(host, client):
    host.commands(f"CHANGE_REPEAT_MODE/{1 << C.REPEAT_OFF | 1 << C.REPEAT_ALL}",
                  f"CHANGE_SHUFFLE_MODE/{1 << C.SHUFFLE_OFF | 1 << C.SHUFFLE_COLLECTIONS}")
    start = len(host.events)
    error = client.refused(client.start_set("LoopStatus", Variant("s", "Track")))
    assert error.name == NOT_SUPPORTED and error.text
    client.set("LoopStatus", Variant("s", "Playlist"))
    expect(host, start, "CHANGE_REPEAT_MODE", mode=C.REPEAT_ALL)
    start = len(host.events)
    client.set("Shuffle", Variant("b", True))
    expect(host, start, "CHANGE_SHUFFLE_MODE", mode=C.SHUFFLE_COLLECTIONS)
    start = len(host.events)
    client.set("Shuffle", Variant("b", False))
    expect(host, start, "CHANGE_SHUFFLE_MODE", mode=C.SHUFFLE_OFF)


@pytest.mark.parametrize("asked, given", [(1.0, 1.0), (1.1, 1.0), (1.4, 1.5), (100.0, 2.0), (0.01, 0.5), (-3.0, 0.5),
                                          (5e-324, 0.5), (1.7e308, 2.0)])
def test_rate_is_the_nearest_that_there_is(host, client, asked, given):
    host.commands("CHANGE_RATE:0.5,1,1.5,2")
    start = len(host.events)
    client.set("Rate", Variant("d", asked))
    expect(host, start, "CHANGE_RATE", rate=given)


def test_rate_zero_is_pause(host, client):
    host.snapshot("PLAYING", SECOND)
    start = len(host.events)
    client.set("Rate", Variant("d", 0.0))
    expect(host, start, "PAUSE")


@pytest.mark.parametrize("asked, given", [(0.0, 0.0), (0.7, 0.7), (1.0, 1.0), (-0.5, 0.0), (1.5, 1.0), (1e300, 1.0)])
def test_volume_is_clamped(host, client, asked, given):
    client.set("Volume", Variant("d", asked))
    assert host.wait("volume")["volume"] == given

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests rule 13: calls of clients, and the resulting commands for the host."""

import pytest

from testkit.bus import NAME, PATH, PLAYER, ROOT
from testkit.host import C, SECOND
from testkit.wire import Variant


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


def test_loop_modes_that_are_not_supported_are_refused(host, client):
    host.commands(f"CHANGE_REPEAT_MODE/{1 << C.REPEAT_OFF | 1 << C.REPEAT_ALL}")
    error = client.refused(client.start_set("LoopStatus", Variant("s", "Track")))
    assert error.name == "org.freedesktop.DBus.Error.NotSupported" and error.text


def test_a_volume_callback_alone(bus):
    """A player that only follows clients has a volume from the start."""
    host = bus.player(volume=None)
    client = bus.client(NAME)
    assert client.get("Volume") == 1.0
    client.set("Volume", Variant("d", 0.4))
    assert host.wait("volume")["volume"] == 0.4
    host.volume(-1)
    start = len(host.events)
    client.set("Volume", Variant("d", 0.4))
    assert client.get("Volume") == 1.0 and host.seen("volume", start) == []

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests clients that flood, die or send nonsense. Nothing of this may reach the host, stop the player, or affect other
clients."""

import time

import pytest

from testkit.bus import NAME, PATH, PLAYER, PROPERTIES, ROOT
from testkit.host import C, SECOND
from testkit.process import memory
from testkit.wire import BUS, CALL, ERROR, NO_REPLY_EXPECTED, RETURN, SIGNAL, DBusError, Message, Variant

FLOOD = 10_000
ERRORS = "org.freedesktop.DBus.Error."


# The library must withstand floods in each kind of loop.
BOTH = pytest.mark.parametrize("host", ["thread", "fd"], indirect=True)


@pytest.fixture
def host(bus, request):
    is_own = getattr(request, "param", "thread") == "fd"
    return bus.player("--schemes=https", *["--fd-loop"] * is_own, elapsed=10 * SECOND, state="PAUSED", volume=0.5)


def test_flood_of_questions(bus, host, client):
    """A client sends 10,000 calls and reads no reply; all others are served meanwhile, and memory does not grow."""
    client.get_all()
    grown = memory(host.pid)
    flooder = bus.client(NAME)
    for number in range(FLOOD):
        if number % 10:
            flooder.start(NAME, PATH, PROPERTIES, "Get", "ss", PLAYER, "Position")
        else:
            flooder.start(NAME, PATH, PROPERTIES, "GetAll", "s", PLAYER)
    before = time.monotonic()
    assert client.get("Volume") == 0.5
    assert time.monotonic() - before < 10
    # The host is not kept waiting either.
    start = bus.mark()
    host.volume(0.6)
    bus.wait_changed(start, "Volume", lambda value: value == 0.6)
    flooder.close()
    assert bus.playerctl("metadata", "title") == "First"
    grown = memory(host.pid) - grown
    assert grown < 4000, f"{grown} KiB"


@BOTH
def test_flood_of_commands(bus, host, client):
    """Each call gets a reply, and each reached the host, in order."""
    flooder = bus.client(NAME)
    serials = [flooder.start_do("Next") for _ in range(FLOOD // 5)]
    assert client.get("Volume") == 0.5
    for serial in serials:
        assert flooder.finish(serial, timeout=60) == []
    assert len(host.seen("command", kind=C.COMMAND_NEXT)) == FLOOD // 5


@BOTH
def test_flood_of_signals_and_replies(bus, host, client):
    """A client sends the player thousands of signals and replies that the player has not asked for."""
    owner = bus.owner(NAME)
    attacker = bus.client(NAME)
    for number in range(2000):
        attacker.send(Message(type=SIGNAL, destination=owner, path=PATH, interface=PROPERTIES,
                              member="PropertiesChanged", signature="sa{sv}as",
                              body=[PLAYER, {"Volume": Variant("d", 0.0)}, []]))
        attacker.send(Message(type=RETURN, destination=owner, reply_serial=number + 1, signature="s", body=["?"]))
        attacker.send(Message(type=ERROR, destination=owner, reply_serial=number + 1, error_name="a.b"))
    assert client.get("Volume") == 0.5


def test_client_that_dies_in_mid_message(bus, host, client):
    dying = bus.client(NAME)
    dying.socket.sendall(b"l\1\0\1\x40\0\0\0\x02\0\0\0\x80\0\0\0half a message")
    dying.close()
    assert client.get("Volume") == 0.5


WRONG_CALLS = {
    "argument where none is": (PLAYER, "Play", "s", ["now"], "InvalidArgs"),
    "no argument": (PLAYER, "Seek", "", [], "InvalidArgs"),
    "narrow number": (PLAYER, "Seek", "i", [5], "InvalidArgs"),
    "string for path": (PLAYER, "SetPosition", "sx", ["/a", 5], "InvalidArgs"),
    "missing half": (PLAYER, "SetPosition", "o", ["/a"], "InvalidArgs"),
    "too much": (PLAYER, "OpenUri", "ss", ["https://a", "b"], "InvalidArgs"),
    "variant": (PLAYER, "Seek", "v", [Variant("x", 5)], "InvalidArgs"),
    "unknown method": (PLAYER, "Explode", "", [], "UnknownMethod"),
    "method of the other interface": (ROOT, "Play", "", [], "UnknownMethod"),
    "small letters": (PLAYER, "play", "", [], "UnknownMethod"),
    "unknown interface": ("org.example.Other", "Play", "", [], "Unknown"),
    "track list": (ROOT + ".TrackList", "GetTracksMetadata", "ao", [["/a"]], "Unknown"),
    "unknown property": (PROPERTIES, "Get", "ss", [PLAYER, "Loudness"], "Unknown"),
    "property of the other interface": (PROPERTIES, "Get", "ss", [ROOT, "Volume"], "Unknown"),
    "property of nobody": (PROPERTIES, "Get", "ss", ["org.example.Other", "Volume"], "Unknown"),
    "all of nobody": (PROPERTIES, "GetAll", "s", ["org.example.Other"], "Unknown"),
    "get with too little": (PROPERTIES, "Get", "s", [PLAYER], ""),
    "set unknown": (PROPERTIES, "Set", "ssv", [PLAYER, "Loudness", Variant("d", 1.0)], "Unknown"),
    "set without a variant": (PROPERTIES, "Set", "ssd", [PLAYER, "Volume", 0.1], ""),
    "set with too much": (PROPERTIES, "Set", "ssvs", [PLAYER, "Shuffle", Variant("b", True), "x"], "InvalidArgs"),
    "set with too little": (PROPERTIES, "Set", "ss", [PLAYER, "Shuffle"], ""),
    "illegal interface": (PROPERTIES, "GetAll", "s", ["no interface"], ""),
}


@pytest.mark.parametrize("case", WRONG_CALLS)
def test_wrong_calls_are_errors_with_a_text(bus, host, client, case):
    interface, member, signature, body, name = WRONG_CALLS[case]
    error = client.refused(client.start(NAME, PATH, interface, member, signature, *body))
    assert error.name.startswith(ERRORS + name) and error.text
    assert client.get("Volume") == 0.5
    assert host.seen("command") == [] and host.seen("open_uri") == []


WRONG_VALUES = {
    "LoopStatus": [Variant("s", "Foo"), Variant("s", ""), Variant("s", "none"), Variant("b", True), Variant("i", 1)],
    "Shuffle": [Variant("s", "true"), Variant("i", 1), Variant("d", 1.0), Variant("v", Variant("b", True))],
    "Rate": [Variant("i", 2), Variant("s", "2"), Variant("d", float("nan")), Variant("d", float("inf")),
             Variant("x", 2)],
    "Volume": [Variant("i", 1), Variant("s", "0.5"), Variant("d", float("nan")), Variant("d", float("-inf")),
               Variant("ad", [0.5]), Variant("(d)", (0.5,))],
}


@pytest.mark.parametrize("name", WRONG_VALUES)
def test_wrong_values_are_errors_with_a_text(host, client, name):
    for value in WRONG_VALUES[name]:
        error = client.refused(client.start_set(name, value))
        assert error.name.startswith(ERRORS) and error.text, value
    assert host.seen("command") == [] and host.seen("volume") == []


@pytest.mark.parametrize("interface, name, value", [
    (PLAYER, "PlaybackStatus", Variant("s", "Playing")), (PLAYER, "Metadata", Variant("a{sv}", {})),
    (PLAYER, "Position", Variant("x", 0)), (PLAYER, "CanPlay", Variant("b", False)),
    (PLAYER, "MaximumRate", Variant("d", 9.0)), (PLAYER, "CanControl", Variant("b", False)),
    (ROOT, "Identity", Variant("s", "Me")), (ROOT, "CanQuit", Variant("b", True)),
    (ROOT, "SupportedUriSchemes", Variant("as", ["x"]))])
def test_what_is_read_only_stays(client, interface, name, value):
    before = client.get(name, interface)
    error = client.refused(client.start_set(name, value, interface))
    assert error.name.startswith(ERRORS) and error.text
    assert client.get(name, interface) == before


@pytest.mark.parametrize("path", ["/", "/org/mpris", "/org/mpris/MediaPlayer2/TrackList", "/other"])
def test_other_paths_have_no_player(client, path):
    error = client.refused(client.start(NAME, path, PLAYER, "Play"))
    assert error.name.startswith(ERRORS) and error.text
    with pytest.raises(DBusError):
        client.call(NAME, path, PROPERTIES, "Get", "ss", PLAYER, "Volume")


def test_calls_that_want_no_reply_get_none(bus, host, client):
    start = bus.mark()
    client.send(Message(destination=NAME, path=PATH, interface=PLAYER, member="Next", flags=NO_REPLY_EXPECTED))
    client.send(Message(destination=NAME, path=PATH, interface=PLAYER, member="Explode", flags=NO_REPLY_EXPECTED))
    host.wait("command", kind=C.COMMAND_NEXT)
    assert client.get("Volume") == 0.5
    replies = [m for m in bus.since(start) if m.destination == client.name and m.sender != BUS and m.type != CALL]
    assert len(replies) == 1


def test_call_without_an_interface(host, client):
    """A call without an interface is legal on D-Bus; sd-bus refuses it, which is legal, too."""
    error = client.refused(client.send(Message(destination=NAME, path=PATH, member="Next")))
    assert error.name == ERRORS + "UnknownObject" and error.text
    assert host.seen("command") == []


def test_huge_and_odd_strings(bus, host, client):
    for text in ("https://" + "x" * 5_000_000, "https://\u202e" + "\U0001f3b5" * 1000):
        serial = client.start_do("OpenUri", "s", text)
        try:
            client.finish(serial)
        except DBusError as error:
            assert error.text
    client.do("SetPosition", "ox", "/" + "a" * 1_000_000, 5)
    error = client.refused(client.start_set("LoopStatus", Variant("s", "Track" * 200_000)))
    assert error.text and len(error.text) < 10_000
    assert client.get("Volume") == 0.5

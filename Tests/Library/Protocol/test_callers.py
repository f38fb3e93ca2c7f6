# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 9: what anybody on the bus may send."""

import os
import random

import pytest

from testkit.passive import PROPERTIES
from testkit.protocol import ANIMATED, APP_PATH, MANAGER, METHODS, REMOTE, ROOT, SESSION, SURFACES
from testkit.surface import Surface
from testkit.wire import Connection, DBusError, Disconnected, Message, Variant


def lives(surface):
    """Checks that the publisher still works."""
    main = surface.local["main"]
    main.set_volume(0.125)
    main.wait(lambda it: it.volume == 0.125, "it is emitted")
    main.send("next")
    surface.settle()
    surface.kitchen["kitchen"].get("Id")


def nested(depth):
    value = Variant("s", "end")
    for _ in range(depth):
        value = Variant("v", value)
    return value


ODD = {
    "large texts": {key: Variant("s", "x" * 1_000_000) for key in ("item", "mode", "phase", "unknown")},
    "nested variants": {"item": nested(20), "unknown": nested(20)},
    "many keys": {f"key-{number}": Variant("u", number) for number in range(500)},
    "containers": {"position": Variant("a{sv}", {"x": Variant("x", 1)}), "item": Variant("(sx)", ("a", 1))},
    "an empty key": {"": Variant("s", "")},
    "odd texts": {"item": Variant("s", "\u202e\u0007<b>&amp;%s%n\U0001f600"), "": Variant("s", "")},
}


@pytest.mark.parametrize("what", ODD)
def test_9_odd_dictionaries(surface, what):
    copy = surface.local
    for identifier in ("main", "side"):
        session = copy[identifier]
        for command in [entry["command"] for entry in session.commands if entry["command"] not in (
                "next", "skip-forward", "toggle-play-pause")]:
            call = session.start_raw("SendCommand", "sa{sv}", command, ODD[what])
            try:
                surface.finish(call)
            except DBusError as error:
                assert error.name.startswith("org.nowplaying.Error.")
    try:
        surface.call(copy.owner, APP_PATH, SURFACES, "Register", "a{sv}", ODD[what])
    except DBusError as error:
        assert error.name == "org.nowplaying.Error.InvalidArgument"
    lives(surface)


def test_9_duplicate_keys(surface, main):
    """Whichever of two equal keys counts, the call gets a reply."""
    pairs = [("position", Variant("x", 5_000_000)), ("position", Variant("s", "x"))]
    call = main.start_raw("SendCommand", "sa{sv}", "seek-to-position", pairs)
    try:
        surface.finish(call)
    except DBusError as error:
        assert error.name in ("org.nowplaying.Error.InvalidArgument", "org.freedesktop.DBus.Error.InvalidArgs")
    lives(surface)


def test_9_descriptors_that_nobody_wants(reference, surface, main):
    before = len(os.listdir(f"/proc/{reference.process.pid}/fd"))
    for _ in range(20):
        message = Message(destination=main.copy.owner, path=main.path, interface=SESSION, member="SendCommand",
                          signature="sa{sv}", body=["pause", {"x": Variant("h", 0)}])
        surface.finish(surface.send(message, [0]))
    surface.settle()
    assert len(os.listdir(f"/proc/{reference.process.pid}/fd")) <= before + 2
    lives(surface)


def test_9_descriptors_do_not_leak(reference, surface, main):
    surface.reply(main.start_artwork("cover-1", 64, 64))
    surface.reply(main.start_video("moving-1", "1:1"))
    before = len(os.listdir(f"/proc/{reference.process.pid}/fd"))
    for _ in range(30):
        surface.reply(main.start_artwork("cover-1", 64, 64))
        surface.reply(main.start_preview("moving-1", "3:4", 60, 80))
        surface.reply(main.start_video("moving-1", "1:1"))
    surface.settle()
    assert len(os.listdir(f"/proc/{reference.process.pid}/fd")) <= before + 4


def test_9_callers_that_do_not_wait(bus, surface, main):
    """Callers that ask for pictures and leave, or want no reply."""
    for member, interface, signature, body in (
            ("GetArtwork", SESSION, "suu", ["cover-1", 2048, 2048]),
            ("GetPreview", ANIMATED, "ssuu", ["moving-1", "1:1", 500, 500]),
            ("GetVideo", ANIMATED, "ssuu", ["moving-1", "1:1", 0, 0]),
            ("SendCommand", SESSION, "sa{sv}", ["next", {}])):
        for _ in range(5):
            caller = Surface(bus)
            caller.start(main.copy.owner, main.path, interface, member, signature, *body)
            caller.start_silent(main.copy.owner, main.path, interface, member, signature, *body)
            caller.close()
    lives(surface)


def test_9_callers_without_descriptors(bus, surface, main):
    """The bus cannot deliver a picture to them; this does not affect others."""
    caller = Connection(bus.socket)
    bus.foreign.add((bus.epoch, caller.name))
    call = caller.start(main.copy.owner, main.path, SESSION, "GetArtwork", "suu", "cover-1", 64, 64)
    try:
        caller.finish(call, 2)
    except (DBusError, TimeoutError, Disconnected):
        pass  # each bus handles it in its own way
    lives(surface)
    caller.close()


def test_9_nonsense(surface):
    """Calls each method of each object with arguments of any kind."""
    chance = random.Random(5)
    values = {"s": ["", "play", "main", "x" * 3000, "1:1"], "d": [0.5, -1.0, float("nan"), 1e300],
              "u": [0, 1, 70000, 2**32 - 1], "i": [0, 1, -1, 2**31 - 1], "a{sv}": [{}, {"x": Variant("s", "")}],
              "x": [0, -2**63], "as": [[], [""] * 100], "b": [True], "v": [Variant("s", "x")], "o": ["/"]}
    copies = [surface.local, surface.kitchen]
    for _ in range(500):
        copy = chance.choice(copies)
        path = chance.choice([ROOT, *copy.objects, "/org/nowplaying/session/x"])
        interface = chance.choice([SESSION, ANIMATED, REMOTE, SURFACES, MANAGER, PROPERTIES, ""])
        names = [*METHODS.get(interface, {}), "Get", "Set", "GetAll", "Nonsense"]
        kinds = [chance.choice(list(values)) for _ in range(chance.randrange(5))]
        # None of the texts above is a command that ends a session or never gets a reply.
        surface.start_silent(copy.owner, path, interface, chance.choice(names), "".join(kinds),
                             *(chance.choice(values[kind]) for kind in kinds))
    lives(surface)


def test_9_no_paths_in_what_is_sent(surface):
    """File descriptors are passed; paths never appear."""
    for copy in surface.local, surface.kitchen:
        assert "file:" not in str(copy.objects) and os.getcwd() not in str(copy.objects)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sections 4 and 5: the checks of arguments, their order, and that an error has no effect."""

import contextlib
import math

import pytest

from testkit.commands import ALL, RIGHT
from testkit.line import moved
from testkit.passive import PROPERTIES
from testkit.protocol import REMOTE, SESSION, SURFACES
from testkit.surface import ERROR
from testkit.wire import DBusError, Variant

NAN, INFINITE = math.nan, math.inf


def state_of(session):
    """Returns all properties of a session."""
    return session.surface.call(session.copy.owner, session.path, PROPERTIES, "GetAll", "s", SESSION)[0]


@contextlib.contextmanager
def without_effect(session):
    """Checks that calls on a session cause no signal, and that a surface that reads gets the values it knows."""
    session.surface.settle()
    start, before = len(session.copy.signals), state_of(session)
    yield
    session.surface.settle()
    assert session.sent(start) == [], "an error has an effect"
    after = state_of(session)
    assert moved(before.pop("Playback").value, after.pop("Playback").value) < 10_000
    assert after == before, "an error has an effect"


def refused(session, name, command, **given):
    """Sends a command, which must be refused with the error `name`. Returns the text of the error."""
    return session.surface.refused(session.start(command, **given), name)


WRONG = [
    ("seek-to-position", {}), ("seek-to-position", {"position": Variant("i", 5)}),
    ("seek-to-position", {"position": Variant("v", Variant("x", 5))}), ("change-rate", {"rate": NAN}),
    ("skip-forward", {"interval": Variant("d", 15e6)}), ("seek-forward", {"phase": Variant("b", True)}),
    ("change-rate", {"rate": Variant("i", 1)}), ("change-repeat-mode", {"mode": Variant("u", 1)}),
    ("feedback", {"mode": Variant("as", ["positive"])}), ("feedback", {"mode": "positive", "button": Variant("i", 0)}),
    ("pause", {"item": Variant("o", "/music")})]


def test_4_wrong_arguments(main):
    """Arguments that are missing, or of another type."""
    with without_effect(main):
        for command, given in WRONG:
            refused(main, "InvalidArgument", command, **given)


def test_4_a_command_for_the_last_item_does_not_hit_the_next(main):
    main.send("next").wait_item("podcast")
    with without_effect(main):
        refused(main, "NotFound", "feedback", mode="positive", item="music")
        refused(main, "NotFound", "next", item="music")
    main.send("next", item="podcast").wait_item("movie")


def test_5_commands_that_are_not_listed_are_not_offered(surface, main, side, kitchen):
    for command in ALL[15:]:
        surface.refused(main.start(command, **RIGHT[command]), "NotOffered")
    for command in set(ALL) - {"play", "pause", "stop", "toggle-play-pause", "next", "previous", "skip-forward"}:
        side.surface.refused(side.start(command, **RIGHT[command]), "NotOffered")
    for command in set(ALL) - {"play", "pause", "stop"}:
        surface.refused(kitchen.start(command, **RIGHT[command]), "NotOffered")


def test_5_failed_with_the_players_words(side):
    with without_effect(side):
        assert refused(side, "Failed", "previous") == "There is no previous episode"
        assert refused(side, "Failed", "previous", item="episode-1") == "There is no previous episode"


def test_4_wrong_volumes(main):
    with without_effect(main):
        for level in (-0.001, 1.001, -1.0, 100.0, NAN, INFINITE, -INFINITE):
            main.surface.refused(main.start_raw("SetVolume", "d", level), "InvalidArgument")


def test_4_devices_that_cannot(surface, kitchen):
    def asks(member, signature, *body):
        return kitchen.start_raw(member, signature, *body, interface=REMOTE)
    before = kitchen.get("Devices", REMOTE)
    for device in ("tv", "fixed"):
        for level in (0.5, 2.0, NAN):
            surface.refused(asks("SetDeviceVolume", "sd", device, level), "NotOffered")
    for device in ("speaker", "fixed"):
        for step in (1, -1, 0):
            surface.refused(asks("StepDeviceVolume", "si", device, step), "NotOffered")
    for level in (-0.1, 1.1, NAN, INFINITE):
        surface.refused(asks("SetDeviceVolume", "sd", "speaker", level), "InvalidArgument")
        surface.refused(asks("SetDeviceVolume", "sd", "none", level), "InvalidArgument")
    for step in (0, 2, -2, 2**31 - 1, -2**31):
        surface.refused(asks("StepDeviceVolume", "si", "tv", step), "InvalidArgument")
        surface.refused(asks("StepDeviceVolume", "si", "none", step), "InvalidArgument")
    for device in ("none", "", "Speaker", "x" * 5000):
        surface.refused(asks("SetDeviceVolume", "sd", device, 0.5), "NotFound")
        surface.refused(asks("StepDeviceVolume", "si", device, 1), "NotFound")
    surface.settle(0.3)
    assert kitchen.get("Devices", REMOTE) == before


def test_5_wrong_signatures(surface, main, kitchen):
    invalid = "org.freedesktop.DBus.Error.InvalidArgs"
    for session, interface, member, signature, body in (
            (main, SESSION, "SendCommand", "s", ["play"]), (main, SESSION, "SendCommand", "", []),
            (main, SESSION, "SendCommand", "sa{ss}", ["play", {}]), (main, SESSION, "SendCommand", "sas", ["play", []]),
            (main, SESSION, "SendCommand", "sa{sv}s", ["play", {}, ""]), (main, SESSION, "SetVolume", "s", ["1"]),
            (main, SESSION, "SetVolume", "i", [1]), (main, SESSION, "SetVolume", "dd", [0.1, 0.1]),
            (main, SESSION, "GetArtwork", "s", ["cover-1"]), (main, SESSION, "GetArtwork", "sii", ["cover-1", 1, 1]),
            (kitchen, REMOTE, "SetDeviceVolume", "sx", ["speaker", 1]),
            (kitchen, REMOTE, "StepDeviceVolume", "su", ["tv", 1])):
        surface.refused(session.start_raw(member, signature, *body, interface=interface), invalid)
    app = "/org/nowplaying/app"
    for signature, body in (("", []), ("as", [["1:1"]]), ("a{ss}", [{}])):
        surface.refused(surface.start(main.copy.owner, app, SURFACES, "Register", signature, *body), invalid)
    surface.refused(surface.start(main.copy.owner, app, SURFACES, "Unregister", "s", "x"), invalid)
    for wrong in ({"aspect-ratios": Variant("as", ["1:1"] * 65)}, {"aspect-ratios": Variant("s", "1:1")},
                  {"name": Variant("s", "x" * 1025)}, {"name": Variant("u", 1)}):
        surface.refused(surface.start(main.copy.owner, app, SURFACES, "Register", "a{sv}", wrong),
                        ERROR + "InvalidArgument")
    surface.local.register(*["1:1"] * 64, name=Variant("s", "x" * 1024))


def test_5_properties_are_read_only(surface):
    for copy in surface.local, surface.kitchen:
        for path, interfaces in copy.everything().items():
            for interface, properties in interfaces.items():
                for name, variant in properties.items():
                    for value in (variant, Variant("s", "x")):
                        call = surface.start(copy.owner, path, PROPERTIES, "Set", "ssv", interface, name, value)
                        assert surface.error(call).name == "org.freedesktop.DBus.Error.PropertyReadOnly"


def test_5_unknown_names(surface, main):
    unknown = {"org.freedesktop.DBus.Error." + name for name in ("UnknownMethod", "UnknownInterface")}
    owner, app = main.copy.owner, "/org/nowplaying/app"

    def error(path, interface, member, signature="", *body):
        return surface.error(surface.start(owner, path, interface, member, signature, *body)).name
    assert error(main.path, SESSION, "Nonsense") in unknown
    assert error(main.path, "org.example.Nonsense", "SendCommand", "sa{sv}", "play", {}) in unknown
    assert error(main.path, REMOTE, "StepDeviceVolume", "si", "tv", 1) in unknown
    assert error(main.path, SURFACES, "Unregister") in unknown
    assert error(app, SESSION, "SetVolume", "d", 0.1) in unknown
    assert error("/org/nowplaying", SESSION, "SetVolume", "d", 0.1) in unknown
    for path in ("/org/nowplaying/session/none", "/org/nowplaying/nothing", main.path + "/x"):
        assert error(path, SESSION, "SetVolume", "d", 0.1) == "org.freedesktop.DBus.Error.UnknownObject"
    for name in ("Nonsense", "content", ""):
        with pytest.raises(DBusError):
            surface.call(owner, main.path, PROPERTIES, "Get", "ss", SESSION, name)
    main.send("pause").wait_playback(state="paused")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sections 4 and 5: the checks of arguments, their order, and that an error has no effect."""

import contextlib
import math

import pytest

from lab.harness.commands import ALL, RIGHT
from lab.harness.line import moved
from lab.harness.passive import PROPERTIES
from lab.harness.protocol import REMOTE, SESSION, SURFACES
from lab.harness.surface import ERROR, SECOND
from lab.harness.wire import DBusError, Variant

NAN, INFINITE = math.nan, math.inf


def text(value):
    return Variant("s", value)


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
    ("seek-to-position", {}), ("seek-to-position", {"position": -1}),
    ("seek-to-position", {"position": 180 * SECOND + 1}), ("seek-to-position", {"position": 2**63 - 1}),
    ("seek-to-position", {"position": -2**63}),
    *(("seek-to-position", {"position": Variant(kind, 5)}) for kind in "yinquti" if kind != "x"),
    ("seek-to-position", {"position": Variant("d", 5.0)}), ("seek-to-position", {"position": text("5")}),
    ("seek-to-position", {"position": Variant("v", Variant("x", 5))}),
    ("skip-forward", {"interval": 0}), ("skip-forward", {"interval": -15 * SECOND}),
    ("skip-forward", {"interval": -2**63}), ("skip-forward", {"interval": Variant("i", 15 * SECOND)}),
    ("skip-forward", {"interval": Variant("d", 15e6)}), ("skip-backward", {"interval": Variant("t", 15 * SECOND)}),
    ("seek-forward", {}), ("seek-forward", {"phase": ""}), ("seek-forward", {"phase": "Begin"}),
    ("seek-forward", {"phase": Variant("b", True)}), ("seek-backward", {}), ("seek-backward", {"phase": "stop"}),
    ("change-rate", {"rate": 1.25}), ("change-rate", {"rate": 1.502}),
    ("change-rate", {"rate": 0.0}), ("change-rate", {"rate": -1.0}), ("change-rate", {"rate": NAN}),
    ("change-rate", {"rate": INFINITE}), ("change-rate", {"rate": -INFINITE}), ("change-rate", {"rate": 1e308}),
    ("change-rate", {"rate": Variant("i", 1)}), ("change-rate", {"rate": Variant("x", 2)}),
    ("change-rate", {"rate": text("2")}),
    ("change-repeat-mode", {"mode": "both"}), ("change-repeat-mode", {"mode": ""}),
    ("change-repeat-mode", {"mode": "items"}), ("change-repeat-mode", {"mode": Variant("u", 1)}),
    ("change-shuffle-mode", {"mode": "collections"}),
    ("change-shuffle-mode", {"mode": "all"}), ("change-shuffle-mode", {"mode": Variant("b", True)}),
    ("feedback", {"mode": "love"}), ("feedback", {"mode": ""}),
    ("feedback", {"mode": "negative", "button": 0}), ("feedback", {"mode": "positive", "button": 1}),
    ("feedback", {"mode": "positive", "button": 2}), ("feedback", {"mode": "positive", "button": 2**32 - 1}),
    ("feedback", {"mode": "positive", "button": Variant("i", 0)}),
    ("feedback", {"mode": Variant("as", ["positive"])}), ("feedback", {"mode": "positive", "toggle": Variant("u", 1)}),
    *((command, {"item": Variant("as", ["music"])}) for command in ("play", "next", "stop")),
    ("pause", {"item": Variant("u", 1)}), ("pause", {"item": Variant("o", "/music")}),
]


@pytest.mark.parametrize("group", range(6))
def test_4_wrong_arguments(main, group):
    """Arguments that are missing, of another type, not finite, out of range, or not in the list."""
    with without_effect(main):
        for command, given in WRONG[group::6]:
            refused(main, "InvalidArgument", command, **given)


WRONG_IN_STUDIO = [
    ("set-rating", {}), ("set-rating", {"rating": -0.001}), ("set-rating", {"rating": 1.001}),
    ("set-rating", {"rating": NAN}), ("set-rating", {"rating": INFINITE}), ("set-rating", {"rating": -INFINITE}),
    ("set-rating", {"rating": Variant("u", 1)}), ("set-rating", {"rating": text("0.5")}),
    ("set-rating", {"rating": 0.5, "toggle": text("true")}),
    ("mute", {"muted": Variant("u", 1)}), ("mute", {"muted": text("true")}),
    ("custom", {}), ("custom", {"id": Variant("u", 1)}), ("custom", {"id": Variant("as", ["favourite"])}),
    ("custom", {"mode": "favourite"}), ("custom", {"id": "favourite", "item": Variant("u", 1)}),
    *((command, {"item": Variant("as", ["concert"])}) for command in (
        "next-chapter", "previous-chapter", "bookmark")),
    ("mute", {"muted": True, "item": Variant("x", 1)}), ("set-rating", {"rating": 0.5, "item": Variant("o", "/x")}),
]


@pytest.mark.parametrize("group", range(2))
def test_4_wrong_arguments_in_the_studio(studio, group):
    with without_effect(studio):
        for command, given in WRONG_IN_STUDIO[group::2]:
            refused(studio, "InvalidArgument", command, **given)


def test_5_buttons_that_are_not_there(studio):
    """Ids are compared byte for byte. A disabled button gives the error Disabled, even if the item is wrong, too."""
    with without_effect(studio):
        for identifier in ("", "Favourite", "favourite ", "sleep timer", "x" * 5000):
            refused(studio, "NotFound", "custom", id=identifier)
        refused(studio, "Disabled", "custom", id="sleep timer/1")
        refused(studio, "Disabled", "custom", id="sleep timer/1", item=Variant("u", 1))


@pytest.mark.parametrize("command, given", [
    ("next-chapter", {}), ("previous-chapter", {}), ("set-rating", {"rating": 0.5}), ("bookmark", {}),
    ("mute", {"muted": True}), ("custom", {"id": "favourite"})])
def test_4_each_command_of_the_studio_takes_an_item(studio, command, given):
    with without_effect(studio):
        for item in "broadcast", "", "music":
            refused(studio, "NotFound", command, item=item, **given)
    studio.send(command, item="concert", **given)


@pytest.mark.parametrize("command", ALL[:15])
def test_4_each_command_takes_an_item(main, command):
    given = RIGHT[command]
    with without_effect(main):
        refused(main, "NotFound", command, item="podcast", **given)
        refused(main, "InvalidArgument", command, item=Variant("x", 1), **given)
    main.send(command, item="music", **given)


def test_4_a_command_for_the_last_item_does_not_hit_the_next(main):
    main.send("next").wait_item("podcast")
    with without_effect(main):
        refused(main, "NotFound", "feedback", mode="positive", item="music")
        refused(main, "NotFound", "next", item="music")
    main.send("next", item="podcast").wait_item("movie")


def test_4_an_item_that_is_not_there(main):
    with without_effect(main):
        for item in ("", "Music", "music ", "x" * 5000, "mus"):
            refused(main, "NotFound", "pause", item=item)


def test_4_items_of_other_sessions(surface, main, side, kitchen):
    refused(main, "NotFound", "pause", item="episode-1")
    refused(side, "NotFound", "pause", item="music")
    refused(kitchen, "NotFound", "pause", item="music")
    side.send("play", item="episode-1")
    kitchen.send("pause", item="song")


def test_5_unknown_commands_are_not_offered(main):
    with without_effect(main):
        for command in ("", "Play", "PLAY", "play ", "resume", "seek", "like", "x" * 5000):
            refused(main, "NotOffered", command)
            refused(main, "NotOffered", command, item=Variant("u", 1))


def test_5_commands_that_are_not_listed_are_not_offered(surface, main, side, kitchen):
    for command in ALL[15:]:
        surface.refused(main.start(command, **RIGHT[command]), "NotOffered")
    for command in set(ALL) - {"play", "pause", "stop", "toggle-play-pause", "next", "previous", "skip-forward"}:
        side.surface.refused(side.start(command, **RIGHT[command]), "NotOffered")
    for command in set(ALL) - {"play", "pause", "stop"}:
        surface.refused(kitchen.start(command, **RIGHT[command]), "NotOffered")


def test_5_disabled(side):
    with without_effect(side):
        refused(side, "Disabled", "next")
        refused(side, "Disabled", "next", item="episode-1")


def test_5_failed_with_the_players_words(side):
    with without_effect(side):
        assert refused(side, "Failed", "previous") == "There is no previous episode"
        assert refused(side, "Failed", "previous", item="episode-1") == "There is no previous episode"


def test_5_order_not_offered_first(side, kitchen):
    refused(side, "NotOffered", "seek-to-position")
    refused(side, "NotOffered", "change-rate", rate=NAN, item="music")
    refused(kitchen, "NotOffered", "next", item=Variant("u", 1))
    for level in (2.0, NAN):
        side.surface.refused(side.start_raw("SetVolume", "d", level), "NotOffered")


def test_5_order_disabled_before_arguments(side):
    with without_effect(side):
        refused(side, "Disabled", "next", item=Variant("u", 1))
        refused(side, "Disabled", "next", item="music")


def test_5_order_arguments_before_items(main, side, studio):
    with without_effect(studio):
        refused(studio, "InvalidArgument", "custom", id="none", item=Variant("u", 1))
        refused(studio, "InvalidArgument", "custom", item="broadcast")
        refused(studio, "InvalidArgument", "set-rating", rating=2.0, item="broadcast")
        refused(studio, "InvalidArgument", "mute", muted=Variant("s", "on"), item="broadcast")
        refused(studio, "NotFound", "custom", id="none", item="concert")
    with without_effect(main):
        refused(main, "InvalidArgument", "seek-to-position", item="podcast")
        refused(main, "InvalidArgument", "change-rate", rate=7.0, item="podcast")
        refused(main, "InvalidArgument", "feedback", mode="love", item="podcast")
        refused(side, "InvalidArgument", "skip-forward", interval=0, item="music")


def test_5_order_items_before_the_player(side):
    with without_effect(side):
        refused(side, "NotFound", "previous", item="episode-2")
        refused(side, "NotFound", "skip-forward", item="episode-2")


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

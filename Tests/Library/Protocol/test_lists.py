# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests section 3: Commands, Volume, Tracks, Devices and the app's properties at the start, by the player's page."""

import pytest

from testkit import described
from testkit.protocol import APP, REMOTE, SESSION, STANDARD, TRACKS
from testkit.surface import SECOND
from testkit.wire import Variant


def typed(session, name):
    return session.copy.objects[session.path][SESSION][name]


def session_of(surface, name):
    """Returns one of the sessions, making the guest if needed."""
    if name == "guest":
        surface.local["side"].send("toggle-play-pause")
    return (surface.kitchen if name == "kitchen" else surface.local)[name]


@pytest.mark.parametrize("name", described.SESSIONS)
def test_3_commands(surface, name):
    assert typed(session_of(surface, name), "Commands") == Variant("aa{sv}", described.commands(name))


@pytest.mark.parametrize("name", described.SESSIONS)
def test_3_sessions(surface, name):
    """Compares state, position, volume and interfaces."""
    connection, state, position, volume, can_set, interfaces = described.SESSIONS[name]
    session = session_of(surface, name)
    assert session.copy is {"local": surface.local, "remote": surface.kitchen}[connection]
    assert (session.state, session.playback["default-rate"]) == (state, 1.0)
    if state != "playing":
        assert session.position() == (described.seconds(position) or [None])[0]
    assert typed(session, "Volume") == Variant("d", float(volume))
    assert session.can_set_volume is (can_set == "yes")
    found = session.copy.objects[session.path].keys() - STANDARD
    assert found == {"org.nowplaying." + interface for interface in interfaces.split(", ")}


@pytest.mark.parametrize("name", ["main", "studio", "kitchen"])
def test_3_items_that_have_a_position(surface, name):
    session = session_of(surface, name)
    for identifier in described.items(name):
        session.wait_item(identifier)
        assert (session.position() is not None) == (identifier in described.with_position(name))
        if name != "kitchen" and "next" in [entry["command"] for entry in session.commands if entry["enabled"]]:
            session.send("next")


def test_3_tracks(studio):
    found = studio.copy.objects[studio.path][TRACKS]["Tracks"]
    assert found == Variant("aa{sv}", described.tracks("concert"))
    assert studio.get("Tracks", TRACKS) == found


def test_3_devices(kitchen):
    assert kitchen.get("Devices", REMOTE) == Variant("aa{sv}", described.devices())


def test_3_what_is_known_of_the_concert(studio):
    """Playback has no keys whose value would be false, and none that belong to other states or items."""
    assert studio.playback.keys() == {"state", "rate", "default-rate", "elapsed", "timestamp", "buffered"}
    assert studio.playback["buffered"] == 90 * SECOND


def test_3_surfaces(surface):
    for copy in surface.local, surface.kitchen:
        assert copy.app("AspectRatios") == []
        assert copy.app("PreviewOnly") == []
        assert copy.app("DesktopEntry", APP) == "trial-player"

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the module NowPlayingExtras in a program without an extension: sessions on devices, queues, tracks and
playlists, as clients of MPRIS and surfaces see and change them."""

import pytest

from lab.remote.extension import Player, players
from testkit.bus import PLAYLISTS
from testkit.desktop import wait_until
from testkit.surface import Surface
from testkit.wire import DBusError

REMOTE = "org.nowplaying.Remote1"


def name_of_shown(login):
    """Returns the name of the one player that is shown."""
    wait_until("a player is shown", lambda: players(login))
    name, = players(login)
    return name


def shown(login):
    return Player(login, name_of_shown(login))


@pytest.fixture
def session(login, app):
    """The session on devices, on a surface that follows it."""
    app.ask("local")
    surface = Surface(login)
    yield surface.follow(name_of_shown(login)).session("local")
    surface.close()


def test_0_a_session_on_devices_of_the_program(login, app):
    assert app.ask("local")["value"]
    player = shown(login)
    assert player.identity() == "RemoteApp – Kitchen + 1" and player.title() == "One"
    assert player.get("Volume") == 0.5
    player.set_volume(0.25)
    player.wait_for("Volume", 0.25)
    app.ask("end local")
    wait_until("it is gone", lambda: players(login) == [])


def test_0_it_is_shown_anew(login, app):
    for _ in range(3):
        app.ask("local")
        assert shown(login).title() == "One"
        app.ask("end local")
        wait_until("it is gone", lambda: players(login) == [])


def test_0_its_devices_on_surfaces(app, session):
    assert [(each["id"], each["name"], each["type"]) for each in session.devices] == [
        ("kitchen", "Kitchen", "speaker"), ("tv", "Television", "tv")]
    session.call("SetDeviceVolume", "sd", "kitchen", 0.75, interface=REMOTE)
    session.wait(lambda it: it.devices[0]["volume"] == 0.75, "it is louder")
    for step in (1, -1):
        session.call("StepDeviceVolume", "si", "tv", step, interface=REMOTE)
    app.wait("step", count=2)
    with pytest.raises(DBusError, match="NotOffered"):
        session.call("StepDeviceVolume", "si", "kitchen", 1, interface=REMOTE)


def test_0_its_tracks_and_queue(login, session):
    session.call("SelectTrack", "ss", "audio", "en", interface="org.nowplaying.Tracks1")
    tracks = "org.mpris.MediaPlayer2.TrackList"
    player = shown(login)
    entries = player.get("Tracks", tracks)
    assert len(entries) == 3
    player.do("GoTo", "o", entries[2], interface=tracks)
    player.wait_title("Three")


def listed(player, order, is_reversed=False):
    found, = player.do("GetPlaylists", "uusb", 0, 100, order, is_reversed, interface=PLAYLISTS)
    return [(path, name) for path, name, _ in found]


@pytest.mark.parametrize("comes_first", [True, False])
def test_0_playlists(login, app, comes_first):
    """Playlists belong to the whole app: the app's own player shows them, even if they are set after it has
    appeared."""
    if comes_first:
        app.ask("playlists", names=["Morning", "Evening", "Broken"])
    app.ask("player")
    player = shown(login)
    if not comes_first:
        app.ask("playlists", names=["Morning", "Evening", "Broken"])
    wait_until("they are listed", lambda: has_playlists(player))
    assert [name for _, name in listed(player, "User")] == ["Morning", "Evening", "Broken"]
    assert [name for _, name in listed(player, "Created")] == ["Broken", "Evening", "Morning"]
    paths = dict((name, path) for path, name in listed(player, "Alphabetical"))
    player.do("ActivatePlaylist", "o", paths["Evening"], interface=PLAYLISTS)
    app.wait("playlist", id="Evening")
    player.wait_for("ActivePlaylist", (True, (paths["Evening"], "Evening", "file:///icons/1.png")), PLAYLISTS)
    with pytest.raises(DBusError):
        player.do("ActivatePlaylist", "o", paths["Broken"], interface=PLAYLISTS)
    app.ask("playlists", names=[])
    player.wait_for("PlaylistCount", 0, PLAYLISTS)


def has_playlists(player):
    try:
        return player.get("PlaylistCount", PLAYLISTS) == 3
    except DBusError:
        return False

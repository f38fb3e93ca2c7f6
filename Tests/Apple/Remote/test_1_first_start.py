# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the first start, with an installed extension and without one: the player, its properties and the stored session
exist as soon as `start` has returned."""

import time

import pytest

from lab.remote.app import App
from lab.remote.attributes import REFERENCE, attributes, device, moment, now, track
from lab.remote.extension import Extension, players
from testkit.bus import ROOT

NAME = "org.example.App.RemoteMedia"


def test_1_not_installed(login, programs):
    extension = Extension(login, programs["extension"])
    app = App(login, extension.name)
    begun = time.monotonic()
    assert app.refused("start", attributes=attributes()) == "internalFailure"
    assert app.refused("sessions") == "internalFailure"
    assert time.monotonic() - begun < 5
    sentence = f"{NAME} is not installed: run the extension's executable with --install. If that is done, the bus looks"
    app.wait_line(sentence)
    assert sum(sentence in line for line in app.lines) == 1
    extension.install()
    assert app.start(attributes()) == "kitchen"


def test_1_an_app_that_asks_for_nothing_starts_nothing(login, extension, app):
    login.mark()
    assert not extension.is_running() and not login.processes()


def test_1_all_is_there_when_start_has_returned(login, extension, app):
    assert app.start(attributes(timestamp=now(ago=10))) == "kitchen"
    assert len(players(login)) == 1
    player = extension.player()
    assert player.player == players(login)[0]
    assert player.player.startswith("org.mpris.MediaPlayer2.App.remote")
    assert len(player.player.removeprefix("org.mpris.MediaPlayer2.App.remote")) == 8
    assert player.metadata()["mpris:length"] == 200_000_000
    assert (player.title(), player.get("PlaybackStatus")) == ("Blue", "Playing")
    assert player.identity() == "App – Kitchen"
    assert player.get("DesktopEntry", ROOT) == "org.example.App"
    assert 69 < player.seconds() < 75
    assert player.get("Volume") == 0.5
    assert not extension.row("kitchen").is_primary
    assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == "Blue"


def test_1_it_is_seen_by_playerctl(login, app):
    app.start(attributes(isPlaying=False))
    assert login.playerctl("status") == "Paused"
    assert login.playerctl("metadata", "title") == "Blue"


@pytest.mark.parametrize("form", ["Z", "fraction", "zone", "number", "number with a fraction"])
def test_1_the_position_from_any_form_of_date(extension, form):
    at = time.time() - 30
    text = moment(at)
    stamp = {"Z": text[:19] + "Z", "fraction": text, "zone": moment(at + 7200)[:19] + "+02:00",
             "number": int(at - REFERENCE), "number with a fraction": at - REFERENCE}[form]
    extension.start(attributes(timestamp=stamp))
    assert 89 < extension.player().seconds() < 95


def test_1_volume_both_ways(login, extension, app):
    app.start(attributes())
    player = extension.player()
    player.set_volume(0.25)
    assert login.calls.wait("volume", device="kitchen-speaker", id="kitchen")["level"] == pytest.approx(0.25)
    player.wait_for("Volume", 0.25)
    app.update("kitchen", attributes(devices=[device(volume=0.75)]))
    player.wait_for("Volume", 0.75)


def test_1_no_volume_above_the_loudest(login, extension):
    extension.start(attributes())
    extension.player().set_volume(3.0)
    assert login.calls.wait("volume")["level"] == 1


def test_1_commands_run_in_the_extension(login, extension, app):
    app.start(attributes())
    player = extension.player()
    for member, name in (("Pause", "pause"), ("Play", "play"), ("Next", "next")):
        start = login.calls.mark()
        player.do(member)
        login.calls.wait("command", start, name=name, id="kitchen")
    player.wait_title("Blue!")


def test_1_a_session_without_content_is_no_player(login, extension, app):
    app.start(attributes(currentTrack=None))
    assert extension.sessions() == [("kitchen", "", False)]
    assert players(login) == []


def test_1_an_id_that_is_computed(login, make_extension):
    other = make_extension(login, "computed_extension")
    app = App(login, other.name, KEY="sessionID")
    assert app.start(attributes(key="sessionID")) == "kitchen"
    assert other.ids() == ["kitchen"]
    assert "id" not in other.files()["kitchen"]["attributes"]
    app.update("kitchen", attributes(key="sessionID", title="Red"))
    other.player().wait_title("Red")
    app.end("kitchen")
    assert other.ids() == []


def test_1_the_session_cannot_be_made(login, extension, app):
    assert app.refused("start", attributes=attributes(controls=["throw"])) == "internalFailure"
    assert extension.refused("Start", "s", '{"id":"kitchen","isPlaying":true,"elapsedTime":0,"timestamp":0,'
                             '"devices":[],"controls":["throw"]}') == "Failed"
    assert extension.ids() == [] and extension.files() == {} and players(login) == []
    assert app.start(attributes()) == "kitchen"


def test_1_a_start_again_is_an_update(login, extension, app):
    app.start(attributes())
    name = extension.row("kitchen").name
    assert app.start(attributes(title="Red")) == "kitchen"
    assert extension.row("kitchen").name == name and len(login.calls.all("session")) == 1
    extension.player().wait_title("Red")


def test_1_another_name_by_the_environment(make_login, programs):
    login = make_login(NOWPLAYING_EXTENSION_NAME="org.example.Named.Extension")
    named = Extension(login, programs["extension"])
    named.name, named.path = "org.example.Named.Extension", "/org/example/Named/Extension"
    named.folder = login.state / "nowplaying" / named.name
    named.install()
    assert App(login, named.name).start(attributes()) == "kitchen"
    assert named.player().identity() == "Named – Kitchen"
    assert named.player().player.startswith("org.mpris.MediaPlayer2.Named.remote")


def test_1_another_variable_is_not_for_extensions(make_login, make_extension):
    extension = make_extension(make_login(NOWPLAYING_APPLICATION_ID="org.wrong.Program"))
    extension.start(attributes())
    player = extension.player()
    assert player.identity() == "App – Kitchen" and player.get("DesktopEntry", ROOT) == "org.example.App"


def test_1_the_name_of_the_desktop_file(login, extension):
    folder = login.data / "applications"
    folder.mkdir(parents=True)
    (folder / "org.example.App.desktop").write_text("[Desktop Entry]\nType=Application\nName=The App\nExec=app\n")
    extension.start(attributes())
    assert extension.player().identity() == "The App – Kitchen"


def test_1_different_ids_have_different_players(extension):
    names = set()
    for number in range(5):
        extension.start(attributes(f"room {number}", devices=[device(f"s{number}")], currentTrack=track(str(number))))
        names.add(extension.row(f"room {number}").name)
    assert len(names) == 5
    assert extension.ids() == [f"room {number}" for number in range(5)]

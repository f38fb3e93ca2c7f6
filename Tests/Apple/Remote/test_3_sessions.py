# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests several sessions, apps and devices, and apps that quit and come back."""

import pytest

from lab.remote.app import App
from lab.remote.attributes import attributes, device
from lab.remote.extension import players
from testkit.bus import ROOT
from testkit.desktop import wait_until
from testkit.surface import plain


def bath(**changes):
    return attributes("bath", **{"title": "Red", "devices": [device("bath", "Bath", 0.2)]} | changes)


def test_3_two_sessions(login, extension, app):
    app.start(attributes())
    app.start(bath())
    assert extension.ids() == ["kitchen", "bath"] == app.sessions() and len(players(login)) == 2
    one, two = extension.player("kitchen"), extension.player("bath")
    assert (one.identity(), two.identity()) == ("App – Kitchen", "App – Bath")
    assert (one.title(), two.title()) == ("Blue", "Red") and (one.get("Volume"), two.get("Volume")) == (0.5, 0.2)
    two.do("Pause")
    assert login.calls.wait("command")["id"] == "bath"
    two.set_volume(0.9)
    assert login.calls.wait("volume")["device"] == "bath"
    assert one.get("Volume") == 0.5
    app.end("kitchen")
    assert extension.ids() == ["bath"] and players(login) == [two.player] and list(extension.files()) == ["bath"]
    assert two.title() == "Red"


def test_3_each_on_a_connection_of_its_own(login, extension):
    extension.start(attributes())
    extension.start(bath())
    owners = {login.owner(name) for name in [*players(login), extension.name]}
    assert len(owners) == 3 and len({login.pid(name) for name in [*players(login), extension.name]}) == 1


def test_3_two_apps(login, extension, app, make_extension):
    other = make_extension(login, "computed_extension")
    second = App(login, other.name, KEY="sessionID")
    app.start(attributes())
    second.start(attributes(title="Red", key="sessionID"))
    assert extension.player().identity() == "App – Kitchen" and other.player().identity() == "Other – Kitchen"
    assert extension.player().get("DesktopEntry", ROOT) == "org.example.App"
    assert other.player().get("DesktopEntry", ROOT) == "org.example.Other"
    assert extension.pid != other.pid and extension.row("kitchen").name != other.row("kitchen").name
    app.end("kitchen")
    assert other.player().title() == "Red" and list(other.files()) == ["kitchen"]
    other.signal()
    assert extension.ids() == [] and second.sessions() == ["kitchen"]


def test_3_a_move(login, extension, app):
    app.start(attributes())
    name = extension.row("kitchen").name
    start = login.mark()
    app.update("kitchen", attributes(devices=[device("bath", "Bath", 0.25)]))
    login.wait_changed(start, "Identity", lambda value: value == "App – Bath")
    extension.player().wait_for("Volume", 0.25)
    assert extension.row("kitchen").name == name and players(login) == [name]


@pytest.mark.parametrize("names, identity", [
    ([], "App"), (["Kitchen"], "App – Kitchen"), (["Kitchen", "Bath"], "App – Kitchen + 1"),
    (["Kitchen", "Bath", "Hall"], "App – Kitchen + 2")])
def test_3_the_identity_says_where(extension, names, identity):
    extension.start(attributes(devices=[device(name, name) for name in names]))
    assert extension.player().identity() == identity


def test_3_the_volume_of_a_group(login, extension, app):
    app.start(attributes(devices=[device("a", "A", 0.2), device("b", "B", 0.6)]))
    player = extension.player()
    assert player.get("Volume") == pytest.approx(0.4)
    player.set_volume(0.2)
    levels = {name: login.calls.wait("volume", device=name)["level"] for name in ("a", "b")}
    assert levels == pytest.approx({"a": 0.1, "b": 0.3})
    wait_until("the mean is shown", lambda: player.get("Volume") == pytest.approx(0.2))


def test_3_no_device_above_its_loudest(login, extension):
    extension.start(attributes(devices=[device("a", "A", 0.2), device("b", "B", 0.6)]))
    extension.player().set_volume(0.8)
    levels = {name: login.calls.wait("volume", device=name)["level"] for name in ("a", "b")}
    assert levels == pytest.approx({"a": 0.4, "b": 1.0})


def test_3_from_silence_all_get_the_same(login, extension):
    extension.start(attributes(devices=[device("a", "A", 0), device("b", "B", 0)]))
    player = extension.player()
    assert player.get("Volume") == 0
    player.set_volume(0.3)
    levels = {name: login.calls.wait("volume", device=name)["level"] for name in ("a", "b")}
    assert levels == pytest.approx({"a": 0.3, "b": 0.3})


def test_3_devices_on_surfaces(login, extension):
    extension.start(attributes(devices=[device("a", "A", 0.2, type="tv"), device("b", "B", 0.6)]))
    session = extension.surface()
    found = {each["id"]: each for each in session.devices}
    assert {name: (each["name"], each["type"]) for name, each in found.items()} == {
        "a": ("A", "tv"), "b": ("B", "speaker")}
    assert {name: each["volume"] for name, each in found.items()} == pytest.approx({"a": 0.2, "b": 0.6})
    session.call("SetDeviceVolume", "sd", "b", 0.4, interface="org.nowplaying.Remote1")
    assert login.calls.wait("volume", device="b")["level"] == pytest.approx(0.4)
    session.surface.close()


def test_3_the_app_of_a_session_on_surfaces(login, extension):
    extension.start(attributes())
    session = extension.surface()
    app = {key: plain(value) for key, value in session.copy.objects["/org/nowplaying/app"][
        "org.nowplaying.App1"].items()}
    assert (app["Id"], app["DesktopEntry"]) == ("org.example.App", "org.example.App")
    assert app["MprisName"] == extension.row("kitchen").name
    session.surface.close()


@pytest.mark.parametrize("leave", [App.quit, App.kill], ids=["quits", "is killed"])
def test_3_the_app_goes_and_comes_back(login, extension, app, leave):
    app.start(attributes())
    name, pid = extension.row("kitchen").name, extension.pid
    leave(app)
    assert players(login) == [name] and extension.pid == pid
    player = extension.player()
    player.do("Next")
    login.calls.wait("command", name="next")
    player.wait_title("Blue!")
    again = App(login, extension.name)
    assert again.sessions() == ["kitchen"]
    again.update("kitchen", attributes(title="Red"))
    player.wait_title("Red")
    assert extension.pid == pid and len(login.calls.all("session")) == 1
    again.end("kitchen")
    assert players(login) == []


def test_3_two_processes_of_one_app(login, extension, app):
    second = App(login, extension.name)
    app.start(attributes())
    assert second.sessions() == ["kitchen"]
    second.update("kitchen", attributes(title="Red"))
    extension.player().wait_title("Red")
    second.end("kitchen")
    assert app.sessions() == []


def test_3_the_name_is_taken(login, extension):
    extension.start(attributes())
    name = extension.row("kitchen").name
    extension.end("kitchen")
    squatter = login.client()
    assert squatter.request_name(name) == 1
    extension.start(attributes())
    other = extension.row("kitchen").name
    assert other.startswith(name) and other != name and login.owner(other)
    assert extension.player().title() == "Blue"


def test_3_the_same_name_for_another_user(login, extension, make_login, make_extension):
    extension.start(attributes())
    second = make_extension(make_login())
    second.start(attributes())
    assert second.row("kitchen").name == extension.row("kitchen").name

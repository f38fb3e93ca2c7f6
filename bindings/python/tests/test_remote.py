# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests sessions on other devices, and buttons that MPRIS lacks, as a surface of org.nowplaying sees them."""
import asyncio
import concurrent.futures

import pytest

from gi.repository import GLib
from nowplaying import (
    App, AsyncioLoop, Command, Device, DeviceType, Feedback, Music, NowPlayingError, Phase, RemoteSession, Snapshot,
    Status, _remote)
from conftest import TIMEOUT, Calls, wait_until
from surface import Refused
from test_handlers import running_loop  # noqa: F401

LOCAL = "org.mpris.MediaPlayer2.Test"
KITCHEN = Device("kitchen", "Kitchen", volume=0.5, can_step=True)
TELEVISION = Device("tv", "Television", DeviceType.TV)


@pytest.fixture
def remote(surface):
    """Makes a remote session that is seen on the bus. Returns it and its bus name: remote(app, devices, **handlers)."""

    def show(app, devices=(KITCHEN,), id="living room", **handlers):
        before = surface.players()
        session = RemoteSession(app, id, **handlers)
        with session.update():
            session.content = Music("A Title", id="first")
            session.snapshot = Snapshot.playing(3.0)
            session.commands = [Command.pause(lambda: None)]
            session.devices = devices
        wait_until(lambda: len(surface.players()) > len(before))
        return session, *(set(surface.players()) - set(before))

    return show


def test_a_remote_session_is_a_player_of_its_own(bus, surface, app, shown, remote):
    local = shown(app, Music("Here"))
    session, name = remote(app, [KITCHEN, TELEVISION], on_device_volume=print, on_device_step=print)
    assert surface.players() == sorted([LOCAL, name]) and name.startswith(f"{LOCAL}.")
    assert bus.playerctl("-p", name.removeprefix("org.mpris.MediaPlayer2."), "metadata", "title") == "A Title"
    assert "'Test Player – Kitchen + 1'" in bus.gdbus(
        name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2",
        "Identity").stdout
    assert surface.of(name, "living room", "Devices") == [
        {"id": "kitchen", "name": "Kitchen", "type": "speaker", "volume": 0.5, "can-step": True},
        {"id": "tv", "name": "Television", "type": "tv", "can-step": False}]
    assert surface.of(name, "living room", "ApplicationPrimary") is True
    assert list(surface.sessions(name)) == ["living room"] and "living room" not in surface.sessions(LOCAL)
    assert session.devices == (KITCHEN, TELEVISION) and "RemoteSession 'living room'" in repr(session)

    session.close()
    wait_until(lambda: surface.players() == [LOCAL])
    assert (bus.playerctl("metadata", "title"), local.content.title) == ("Here", "Here")
    again, new_name = remote(app, [TELEVISION])
    assert new_name == name and again.devices == (TELEVISION,)


def test_the_app_answers_over_the_player_of_a_session_that_has_ended(bus, surface, remote):
    """The caller of Raise gets a reply although the remote player leaves the bus first."""
    asked, raised = Calls(), concurrent.futures.Future()

    def on_raise():
        asked()
        return raised

    with App("org.example.Test", on_raise=on_raise) as app, \
            concurrent.futures.ThreadPoolExecutor(1) as caller:
        session, name = remote(app)
        call = caller.submit(bus.gdbus, name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Raise", check=False)
        asked.take()
        session.close()
        wait_until(lambda: name not in surface.players())
        raised.set_result(None)
        assert call.result(TIMEOUT).stderr == ""


def test_a_surface_sets_the_volume_of_a_device(surface, app, remote):
    calls = Calls()

    def on_device_volume(id, volume):
        session.set_device_volume(id, volume / 2)
        calls(id, volume)

    session, name = remote(app, [KITCHEN, TELEVISION], on_device_volume=on_device_volume)
    surface.ask(name, "living room", "Remote1.SetDeviceVolume", "(sd)", "kitchen", 0.75)
    assert calls.take() == ("kitchen", 0.75) and session.devices[0].volume == 0.375
    assert surface.of(name, "living room", "Devices")[0]["volume"] == 0.375
    for device, level, error in (("tv", 0.5, "NotOffered"), ("car", 0.5, "NotFound"),
                                 ("kitchen", 2.0, "InvalidArgument")):
        with pytest.raises(Refused) as refused:
            surface.ask(name, "living room", "Remote1.SetDeviceVolume", "(sd)", device, level)
        assert refused.value.name == error
    session.set_device_volume("kitchen", None)
    assert "volume" not in surface.of(name, "living room", "Devices")[0]
    with pytest.raises(ValueError, match="no device 'car'"):
        session.set_device_volume("car", 0.5)
    assert calls.empty()


def test_the_volume_of_a_group_is_that_of_its_devices(surface, app, remote):
    calls = Calls()
    session, name = remote(
        app, [Device("left", "Left", volume=0.25), Device("right", "Right", volume=0.5)], on_device_volume=calls)
    surface.ask(name, "living room", "Session1.SetVolume", "(d)", 0.1875)
    assert {calls.take(), calls.take()} == {("left", 0.125), ("right", 0.25)}


def test_a_step_and_one_that_fails(surface, app, remote, caplog):
    calls = Calls()

    def on_device_step(id, step):
        if step < 0:
            raise NowPlayingError("The amplifier is off.", Status.COMMAND_FAILED)
        calls(id, step)

    _, name = remote(app, [KITCHEN, TELEVISION], on_device_step=on_device_step)
    surface.ask(name, "living room", "Remote1.StepDeviceVolume", "(si)", "kitchen", 1)
    assert calls.take() == ("kitchen", 1)
    with pytest.raises(Refused) as refused:
        surface.ask(name, "living room", "Remote1.StepDeviceVolume", "(si)", "kitchen", -1)
    assert (refused.value.name, refused.value.text) == ("Failed", "The amplifier is off.")
    assert "The handler of on_device_step refused: The amplifier is off." in caplog.text
    with pytest.raises(Refused) as refused:
        surface.ask(name, "living room", "Remote1.StepDeviceVolume", "(si)", "tv", 1)
    assert refused.value.name == "NotOffered" and calls.empty()


def test_without_handlers_no_device_can_be_changed(surface, app, remote):
    _, name = remote(app)
    assert surface.of(name, "living room", "Devices") == [
        {"id": "kitchen", "name": "Kitchen", "type": "speaker", "can-step": False}]
    for method, signature, argument in (("SetDeviceVolume", "(sd)", 0.5), ("StepDeviceVolume", "(si)", 1)):
        with pytest.raises(Refused) as refused:
            surface.ask(name, "living room", f"Remote1.{method}", signature, "kitchen", argument)
        assert refused.value.name == "NotOffered"


def test_a_slow_device_is_answered_by_a_coroutine_or_a_future(bus, surface, remote, running_loop):  # noqa: F811
    calls, gates = Calls(), Calls()

    async def on_device_volume(id, volume):
        await asyncio.sleep(0)
        calls(id, volume)

    def on_device_step(id, step):
        gate = concurrent.futures.Future()
        gates(gate)
        return gate

    with App("org.example.Test", loop=AsyncioLoop(running_loop)) as app:
        _, name = remote(app, on_device_volume=on_device_volume, on_device_step=on_device_step)
        surface.ask(name, "living room", "Remote1.SetDeviceVolume", "(sd)", "kitchen", 0.25)
        assert calls.take() == ("kitchen", 0.25)
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            stepped = pool.submit(surface.ask, name, "living room", "Remote1.StepDeviceVolume", "(si)", "kitchen", 1)
            gate = gates.take()
            assert not stepped.done()
            gate.set_exception(OSError("The speaker does not answer."))
            with pytest.raises(Refused, match="Failed: The speaker does not answer."):
                stepped.result(TIMEOUT)


def test_devices_are_a_part_of_an_update(surface, app, remote, monkeypatch):
    session, name = remote(app, [KITCHEN])
    with pytest.raises(ZeroDivisionError):
        with session.update():
            session.devices = [TELEVISION]
            raise ZeroDivisionError
    with session.update():
        session.devices = [TELEVISION]
        assert session.devices == (TELEVISION,)
        assert surface.of(name, "living room", "Devices")[0]["id"] == "kitchen"
    assert surface.of(name, "living room", "Devices")[0]["id"] == "tv"

    def refuse(*_):
        raise NowPlayingError("No.", Status.INVALID_ARGUMENT)

    with monkeypatch.context() as patch:
        patch.setattr("nowplaying._session._commit", refuse)
        with pytest.raises(NowPlayingError, match="No."):
            session.devices = []
    session.volume = 0.5  # commits what is staged
    assert session.devices == (TELEVISION,)
    assert surface.of(name, "living room", "Devices")[0]["id"] == "tv"


@pytest.mark.parametrize("id", ["caf\udce9", "a" * 2000], ids=["no UTF-8", "long"])
def test_devices_with_odd_ids_are_named_by_them(surface, app, remote, id):
    calls = Calls()
    _, name = remote(app, [Device(id, "Odd", volume=0.5)], on_device_volume=calls)
    shown = surface.of(name, "living room", "Devices")[0]["id"]
    surface.ask(name, "living room", "Remote1.SetDeviceVolume", "(sd)", shown, 0.25)
    assert calls.take() == (id, 0.25)


@pytest.mark.parametrize("make, error, message", [
    (lambda app: RemoteSession("a"), TypeError, r"RemoteSession\(app\) must be an App, not 'a'"),
    (lambda app: RemoteSession(app, on_device_step=5), TypeError,
     r"RemoteSession\(on_device_step\) must be a function"),
    (lambda app: RemoteSession(app, on_device_volume=asyncio.sleep), TypeError,
     r"RemoteSession\(on_device_volume\) must be .*needs an asyncio loop"),
    (lambda app: setattr(RemoteSession(app), "devices", KITCHEN), TypeError,
     r"RemoteSession\.devices must be a list of Device"),
    (lambda app: setattr(RemoteSession(app), "devices", ["kitchen"]), TypeError,
     r"RemoteSession\.devices\[0\] must be a Device, not 'kitchen'"),
    (lambda app: setattr(RemoteSession(app), "devices", [KITCHEN, TELEVISION, KITCHEN]), ValueError,
     r"RemoteSession\.devices must not have two entries with the id 'kitchen'"),
    (lambda app: setattr(RemoteSession(app), "devices", [Device(str(n), "A") for n in range(65)]), ValueError,
     r"RemoteSession\.devices must have at most 64 entries, not 65"),
])
def test_what_is_no_device_is_refused_where_it_is_written(app, make, error, message):
    with pytest.raises(error, match=message):
        make(app)


def test_a_device_that_is_gone_meanwhile(app):
    session = RemoteSession(app)
    with pytest.raises(NowPlayingError, match="does not play on that device") as raised:
        _remote._of_device(session, 0, b"kitchen", 1.0)
    assert raised.value.status == Status.NO_SUCH_CONTENT
    assert _remote.c_array(_remote.c.nowplaying_device, [KITCHEN])[0].can_step == 1


def test_like_and_dislike_are_two_buttons(bus, surface, app, shown):
    session, calls = shown(app), Calls()
    neutral, positive, negative = Feedback.NEUTRAL, Feedback.POSITIVE, Feedback.NEGATIVE
    session.commands = [
        Command.feedback(lambda mode: calls("like", mode), supported=[neutral, positive], title="Like this song",
                         short_title="Like"),
        Command.feedback(lambda mode: calls("dislike", mode), supported=[neutral, negative])]
    id, = surface.sessions(LOCAL)
    wait_until(lambda: len(surface.of(LOCAL, id, "Commands")) == 2)
    assert surface.of(LOCAL, id, "Commands") == [
        {"command": "feedback", "enabled": True, "current": "neutral", "supported": ["neutral", "positive"],
         "button": 0, "title": "Like this song", "short-title": "Like", "icon": "thumb-up"},
        {"command": "feedback", "enabled": True, "current": "neutral", "supported": ["neutral", "negative"],
         "button": 1, "icon": "thumb-down"}]

    def press(mode, **arguments):
        surface.command(LOCAL, id, "feedback", mode=GLib.Variant("s", mode), **arguments)

    press("positive")
    press("negative", button=GLib.Variant("u", 1))
    press("negative")
    assert [calls.take() for _ in range(3)] == [("like", positive), ("dislike", negative), ("dislike", negative)]
    for arguments, error in (({"mode": "tepid"}, "InvalidArgument"),
                             ({"mode": "positive", "item": "second"}, "NotFound")):
        with pytest.raises(Refused) as refused:
            surface.command(LOCAL, id, "feedback", **{key: GLib.Variant("s", word) for key, word in arguments.items()})
        assert refused.value.name == error
    session.set_feedback(positive)
    assert [command["current"] for command in surface.of(LOCAL, id, "Commands")] == ["positive", "positive"]


def test_a_button_is_held_until_its_surface_leaves(surface, surfaces, app, shown):
    session, calls = shown(app), Calls()
    session.commands = [Command.seek_forward(calls)]
    id, = surface.sessions(LOCAL)
    other = surfaces()
    other.command(LOCAL, id, "seek-forward", phase=GLib.Variant("s", "begin"))
    assert calls.take() == Phase.BEGIN
    other.leave()
    assert calls.take() == Phase.END

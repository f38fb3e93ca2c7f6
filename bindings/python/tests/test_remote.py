# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests sessions on other devices, as a surface of org.nowplaying sees them."""
import asyncio
import concurrent.futures

import pytest

from nowplaying import (
    App, AsyncioLoop, Command, Device, DeviceType, Music, NowPlayingError, RemoteSession, Snapshot, Status, _remote)
from conftest import TIMEOUT, Calls, wait_until
from surface import Refused
from test_handlers import running_loop  # noqa: F401

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


def test_the_volume_of_a_device(app):
    session = RemoteSession(app)
    session.devices = [KITCHEN]
    session.set_device_volume("kitchen", 0.25)
    assert session.devices[0].volume == 0.25
    session.set_device_volume("kitchen", None)
    assert session.devices[0].volume is None
    with pytest.raises(ZeroDivisionError):
        with session.update():
            session.devices = [TELEVISION]
            raise ZeroDivisionError
    assert session.devices[0].id == "kitchen"
    with pytest.raises(ValueError, match="no device 'car'"):
        session.set_device_volume("car", 0.5)


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
            gate.set_exception(NowPlayingError("The speaker does not answer."))
            with pytest.raises(Refused, match="Failed: The speaker does not answer."):
                stepped.result(TIMEOUT)


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

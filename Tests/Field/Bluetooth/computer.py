# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A computer whose real bluetoothd has paired a remote, for tests within the virtual machine of `run`."""

import glob
import os
import struct
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib
from remote import Remote

# The adapters are two, since btvirt mixes up the connections of one that has several: the headset is also the car.
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
context = GLib.MainContext.default()
results, files = [], []
ADAPTER = "org.bluez.Adapter1"


def wait(seconds, until=lambda: False):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        while context.iteration(False):
            pass
        time.sleep(.02)  # sleeps: the condition is asked again
    return until()


def check(what, right, seen=""):
    print(f"  {'ok    ' if right else 'FAIL  '}{what}" + ("" if right else f": {seen}"), flush=True)
    results.append(bool(right))


def bluez(path, interface):
    return dbus.Interface(bus.get_object("org.bluez", path), interface)


def objects():
    return bluez("/", "org.freedesktop.DBus.ObjectManager").GetManagedObjects()


def switch(path, name, on=True, interface=ADAPTER):
    bluez(path, "org.freedesktop.DBus.Properties").Set(interface, name, dbus.Boolean(on))


def call(method, *arguments):
    """Calls while our own objects can be called. Returns None, or the error."""
    answer = []
    method(*arguments, reply_handler=lambda *values: answer.append(None), error_handler=answer.append, timeout=60)
    wait(60, lambda: answer)
    return answer[0] if answer else "no answer"


def adapters():
    try:
        return sorted(path for path, of in objects().items() if ADAPTER in of)
    except dbus.DBusException:
        return []


class Agent(dbus.service.Object):
    @dbus.service.method("org.bluez.Agent1", in_signature="os")
    def AuthorizeService(self, device, uuid): pass

    @dbus.service.method("org.bluez.Agent1", in_signature="o")
    def RequestAuthorization(self, device): pass

    @dbus.service.method("org.bluez.Agent1", in_signature="ou")
    def RequestConfirmation(self, device, key): pass


def address(adapter):
    return str(objects()[adapter][ADAPTER]["Address"])


def pair(computer, adapter):
    """Pairs the computer with another adapter, as a device that it trusts. Returns that device."""
    switch(adapter, "Pairable")
    switch(adapter, "Discoverable")
    device = f"{computer}/dev_{address(adapter).replace(':', '_')}"
    bluez(computer, ADAPTER).StartDiscovery()
    assert wait(60, lambda: device in objects()), f"{adapter} is not found"
    bluez(computer, ADAPTER).StopDiscovery()
    error = call(bluez(device, "org.bluez.Device1").Pair)
    assert not error, error
    switch(device, "Trusted", interface="org.bluez.Device1")
    switch(adapter, "Discoverable", False)
    return Remote(address(adapter), address(computer), wait)


def kernel_keys():
    """Returns the codes of the keys that were pressed by way of the kernel since the last call."""
    codes = []
    for file in files:
        try:
            data = os.read(file, 24 * 64)
        except OSError:  # none, or the device has gone
            continue
        for at in range(0, len(data), 24):
            _, _, kind, code, value = struct.unpack_from("llHHi", data, at)
            codes += [code] if kind == 1 and value == 1 else []
    return codes


def watch_keys():
    """Begins to read the keys of the kernel, of which BlueZ makes a device for each connection."""
    while files:
        os.close(files.pop())
    files.extend(os.open(file, os.O_RDONLY | os.O_NONBLOCK) for file in glob.glob("/dev/input/event*"))


assert wait(60, lambda: len(adapters()) == 2), adapters()
agent = Agent(bus, "/agent")
agents = bluez("/org/bluez", "org.bluez.AgentManager1")
agents.RegisterAgent("/agent", "NoInputNoOutput")
agents.RequestDefaultAgent("/agent")
for each in adapters():
    switch(each, "Powered")
home, away = adapters()
switch(home, "Pairable")
remote = pair(home, away)

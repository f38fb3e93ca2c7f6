# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The services beside a daemon: a bus of the system with python-dbusmock's logind and UPower, a fake BlueZ, and a fake
portal."""

import subprocess

from testkit.bluez import refusals
from testkit.bus import PLAYER, Bus
from testkit.fakes import MANAGER, Fake
from testkit.wire import SIGNAL

LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
UPOWER = ("org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.DBus.Mock")
PORTAL = "org.freedesktop.portal.Inhibit"
MEDIA, HEADSET = "org.bluez.Media1", "/org/nowplaying/Headset"
KEYS = ("CanControl", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious")


class System:
    """A bus of the system with mocked services."""

    def __init__(self, *templates):
        self.bus = Bus().start()
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": self.bus.address}
        self.mocks = []
        self.client = self.bus.client()
        for template, name in templates:
            self.add(template, name)

    def add(self, template, name):
        self.mocks.append(subprocess.Popen(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template],
            env={**self.bus.environment, **self.environment}, stdout=subprocess.DEVNULL))
        self.bus.wait_for(lambda: self.bus.owner(name), f"{template} is there", 30)

    def locks(self):
        """Returns what logind says of each lock: what, who, why and mode."""
        return [tuple(lock[:4]) for lock in self.client.call(*LOGIND, "ListInhibitors")[0]]

    def close(self):
        self.client.close()
        for mock in self.mocks:
            mock.kill()
            mock.wait()
        self.bus.close()


class Portal(Fake):
    """The portal of a session that GNOME runs: `open` has the flags of each request that is not closed."""

    def __init__(self, bus):
        super().__init__(bus)
        self.open, self.reasons, self.count = {}, [], 0
        self.answers[PORTAL, "Inhibit"] = self.inhibit
        self.answers["org.freedesktop.portal.Request", "Close"] = self.end

    def inhibit(self, call):
        window, flags, options = call.body
        assert window == "" and set(options) == {"reason"}
        self.count += 1
        path = f"/org/freedesktop/portal/desktop/request/{self.count}"
        self.open[path] = flags
        self.reasons.append(options["reason"].value)
        return "o", [path]

    def end(self, call):
        del self.open[call.path]
        return "", []

    def appear(self):
        self.own("org.freedesktop.portal.Desktop")
        self.own("org.gnome.SessionManager")
        return self


class Bluez(Fake):
    """A bluetoothd: `players` has the dictionary of the player at each adapter, with all changes that came."""

    def __init__(self, bus, *adapters):
        super().__init__(bus)
        self.adapters, self.players, self.signals, self.registered = list(adapters), {}, [], 0
        self.answers[MANAGER, "GetManagedObjects"] = lambda call: (
            "a{oa{sa{sv}}}", [{path: {MEDIA: {}} for path in self.adapters}])
        self.answers[MEDIA, "RegisterPlayer"] = self.register
        self.answers[MEDIA, "UnregisterPlayer"] = lambda call: (self.players.pop(call.path), ("", []))[1]
        self.bus("AddMatch", "s", f"type='signal',path='{HEADSET}'")
        self.own("org.bluez")

    def register(self, call):
        path, properties = call.body
        assert path == HEADSET
        self.registered += 1
        if refusals(properties):
            return "org.bluez.Error.InvalidArguments"
        self.player = call.sender
        self.players[call.path] = dict(properties)
        return "", []

    def serve(self):
        super().serve()
        for message in list(self.inbox):
            if message.type == SIGNAL and message.path == HEADSET:
                self.inbox.remove(message)
                self.signals.append(message)
                if message.member == "PropertiesChanged":
                    assert refusals(message.body[1]) == []
                    for each in self.players.values():
                        each.update(message.body[1])

    def said(self, adapter="/org/bluez/hci0"):
        """Returns what the headset has been told: status, title and keys."""
        told = {name: value.value for name, value in self.players.get(adapter, {}).items()}
        title = told.get("Metadata", {}).get("xesam:title")
        return told.get("PlaybackStatus"), title and title.value, [told.get(key) for key in KEYS]

    def press(self, key):
        return self.start(self.player, HEADSET, PLAYER, key)

    def add(self, path):
        self.adapters.append(path)
        self.tell("/", MANAGER, "InterfacesAdded", "oa{sa{sv}}", path, {MEDIA: {}})

    def remove(self, path):
        self.adapters.remove(path)
        self.players.pop(path, None)
        self.tell("/", MANAGER, "InterfacesRemoved", "oas", path, [MEDIA])

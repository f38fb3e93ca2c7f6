# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""BlueZ's mpris-proxy, by which headsets and cars see players, against a mocked bluetoothd.

It registers a player only when every value has the type that it expects."""

import sys

import dbus

from field.screen.surface import WORD, Surface, until

ADAPTER, MOCK, MEDIA = "/org/bluez/hci0", "org.freedesktop.DBus.Mock", "org.bluez.Media1"

with Surface("bluez") as s:
    s.start_bus("system")
    s.spawn("bluez", sys.executable, "-m", "dbusmock", "--system", "--template", "bluez5")

    def bluez(path, method, *arguments):
        interface = MOCK if path == ADAPTER else "org.bluez.Mock"
        return s.call("org.bluez", path, interface, method, *arguments, bus=s.system)

    assert until(lambda: bluez("/org/bluez", "AddAdapter", "hci0", "mock")), s.log("bluez")
    # The mock adapter lacks these two methods.
    bluez(ADAPTER, "AddMethods", MEDIA, dbus.Array([("RegisterPlayer", "oa{sv}", "", ""),
                                                    ("UnregisterPlayer", "o", "", "")], "(ssss)"))
    trial = s.publish()
    s.spawn("changes", "dbus-monitor", "--system", "type='signal',member='PropertiesChanged',path_namespace='/'")
    s.spawn("proxy", "mpris-proxy")

    def registered():
        calls = bluez(ADAPTER, "GetMethodCalls", "RegisterPlayer") or []
        return [arguments for _, arguments in calls]

    until(registered)
    s.check("it registers our player", registered(), s.log("proxy").replace("\n", "; "))
    path, player = registered()[0]
    for key, value in (("PlaybackStatus", "Playing"), ("LoopStatus", "None"), ("Shuffle", False), ("CanGoNext", True)):
        s.check(f"{key} is passed on", player.get(key) == value, player.get(key))
    s.check("Position is passed on", 30_000_000 <= player.get("Position", 0) < 60_000_000, player.get("Position"))
    metadata = player.get("Metadata", {})
    for key, value in (("xesam:title", "Trial Title Zephyr"), ("xesam:artist", ["Trial Artist Quokka"]),
                       ("xesam:album", "Trial Album"), ("mpris:length", 120_000_000)):
        s.check(f"{key} is passed on", metadata.get(key) == value, metadata.get(key))

    # Calls the player as bluetoothd does for a button of a headset: without waiting, because mpris-proxy never answers.
    owners = {str(name) for name in s.system.list_names() if name.startswith(":")} - {s.system.get_unique_name()}

    def button(method):
        for owner in owners:  # mpris-proxy has no well-known name; other connections have no such object
            s.system.call_async(owner, path, "org.mpris.MediaPlayer2.Player", method, "", (), None, None)
        s.system.flush()

    for what, sent in (("Pause", "Paused"), ("Play", "Playing"), ("Next", f"{WORD} 1"), ("Previous", ""),
                       ("Stop", "Stopped")):
        s.drive(trial, what, button, what)
        if sent:
            s.check("the change is passed on", until(lambda: f'{sent}"' in s.log("changes")), sent)

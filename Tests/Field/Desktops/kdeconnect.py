# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pairs two daemons of KDE Connect, and checks what the second one, which stands for a telephone, sees and sends."""

import os

import dbus
import dbus.bus

from field.screen.surface import Surface, run, until

KDE, REMOTE = "org.kde.kdeconnect", "org.kde.kdeconnect.device.mprisremote"
DAEMON = "/usr/lib/x86_64-linux-gnu/libexec/kdeconnectd"
ADDRESS = "10.99.0.1"  # it takes nothing from 127.0.0.1

with Surface("kdeconnect") as s:
    run("ip", "link", "set", "lo", "up")
    run("ip", "address", "add", f"{ADDRESS}/24", "dev", "lo")
    os.environ.update(QT_QPA_PLATFORM="offscreen", DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nonexistent")

    def daemon(name):
        """Starts one end, on the session bus that there is."""
        home = s.here / name
        folder = home / ".config/kdeconnect"
        folder.mkdir(parents=True)
        (folder / "config").write_text(f"[General]\nname={name}\ncustomDevices={ADDRESS}\n")
        (home / "run").mkdir(mode=0o700)
        s.spawn(name, DAEMON, HOME=str(home), XDG_RUNTIME_DIR=str(home / "run"))
        bus = s.session
        assert until(lambda: bus.name_has_owner(KDE)), s.log(name)
        return bus

    def call(bus, path, interface, method, *arguments):
        return s.call(KDE, "/modules/kdeconnect" + path, interface, method, *arguments, bus=bus)

    def other(bus):
        """The device at the other end, once it can be reached."""
        devices = call(bus, "", KDE + ".daemon", "devices", True, False)
        return devices and f"/devices/{devices[0]}"

    trial = s.publish()
    desktop = daemon("desktop")
    s.start_bus("session", "other")
    phone = daemon("phone")
    for _ in range(5):
        # Another announcement breaks the connection that is being made, so that there is a pause between them.
        for bus in (desktop, phone):
            call(bus, "", KDE + ".daemon", "forceOnNetworkChange")
        if (seen := until(lambda: other(desktop), 5)) and (back := until(lambda: other(phone), 5)):
            break
    s.check("they find each other", seen and back, f"{seen} {back}")
    call(desktop, seen, KDE + ".device", "requestPair")
    until(lambda: call(phone, back, KDE + ".device", "hasPairingRequests"))
    call(phone, back, KDE + ".device", "acceptPairing")
    assert until(lambda: call(phone, back, KDE + ".device", "isTrusted"))
    remote = back + "/mprisremote"

    def view():
        call(phone, remote, REMOTE, "requestPlayerList")
        return call(phone, remote, dbus.PROPERTIES_IFACE, "GetAll", REMOTE) or {}

    until(lambda: view().get("title"), 20)
    for key, value in (("player", trial.identity), ("title", "Trial Title Zephyr"), ("artist", "Trial Artist Quokka"),
                       ("album", "Trial Album"), ("length", 120_000), ("volume", 50), ("isPlaying", True)):
        s.check(f"{key} is seen", until(lambda: view().get(key) == value, 3), view().get(key))
    for what in ("Pause", "Play", "PlayPause", "Next", "Previous"):
        s.drive(trial, what, call, phone, remote, REMOTE, "sendAction", what)
    s.drive(trial, "Seek", call, phone, remote, REMOTE, "seek", dbus.Int32(5_000_000))
    s.drive(trial, "Volume", call, phone, remote, dbus.PROPERTIES_IFACE, "Set", REMOTE, "volume",
            dbus.Int32(25, variant_level=1))
    s.drive(trial, "Stop", call, phone, remote, REMOTE, "sendAction", "Stop")

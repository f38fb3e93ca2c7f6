#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player as many small programs are one: GDBus with a table of properties, and songs that only pretend to play.

usage: small_player.py NAME [invalidates]     with the latter it never says new values, only which are no longer so
"""

import sys
import time

from gi.repository import Gio, GLib

ROOT = "org.mpris.MediaPlayer2"
PLAYER = ROOT + ".Player"
PATH = "/org/mpris/MediaPlayer2"
SONGS = [("One", 60), ("Two", 60), ("Short", 2), ("Last", 60)]
METHODS = {name: "" for name in ("Play", "Pause", "PlayPause", "Stop", "Next", "Previous")}
METHODS |= {"Seek": "<arg type='x' direction='in'/>",
            "SetPosition": "<arg type='o' direction='in'/><arg type='x' direction='in'/>"}
FIXED = {"Rate": "d", "CanGoNext": "b", "CanGoPrevious": "b", "CanPlay": "b",
         "CanPause": "b", "CanSeek": "b", "CanControl": "b"}
MOVING = {"PlaybackStatus": "s", "Metadata": "a{sv}", "Position": "x"}
SETTABLE = {"Volume": "d", "LoopStatus": "s", "Shuffle": "b"}


def properties(access, types):
    return "".join(f"<property name='{name}' type='{kind}' access='{access}'/>" for name, kind in types.items())


XML = f"""<node><interface name='{ROOT}'><method name='Raise'/><method name='Quit'/>
{properties("read", {"Identity": "s", "CanQuit": "b", "CanRaise": "b"})}</interface><interface name='{PLAYER}'>
{"".join(f"<method name='{name}'>{arguments}</method>" for name, arguments in METHODS.items())}
<signal name='Seeked'><arg type='x'/></signal>{properties("read", FIXED | MOVING)}{properties("readwrite", SETTABLE)}
</interface></node>"""


class Player:
    def __init__(self, name, invalidates):
        self.invalidates, self.loop, self.ending = invalidates, GLib.MainLoop(), 0
        self.number, self.status, self.base, self.since = 0, "Playing", 0.0, time.monotonic()
        self.values = {"Volume": 1.0, "LoopStatus": "None", "Shuffle": False}
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
            self.bus.register_object(PATH, interface, self.call, self.get, self.set)
        Gio.bus_own_name_on_connection(self.bus, f"{ROOT}.{name}", 0, None, None)
        self.arrange_end()

    def position(self):
        moved = time.monotonic() - self.since if self.status == "Playing" else 0
        return min(self.base + moved, SONGS[self.number][1])

    def get(self, _bus, _sender, _path, _interface, name):
        if name in FIXED:
            return GLib.Variant(FIXED[name], True if FIXED[name] == "b" else 1.0)
        if name in self.values:
            return GLib.Variant(SETTABLE[name], self.values[name])
        title, length = SONGS[self.number]
        return {
            "Identity": lambda: GLib.Variant("s", "A Small Player"), "CanQuit": lambda: GLib.Variant("b", True),
            "CanRaise": lambda: GLib.Variant("b", False), "PlaybackStatus": lambda: GLib.Variant("s", self.status),
            "Position": lambda: GLib.Variant("x", int(self.position() * 1e6)),
            "Metadata": lambda: GLib.Variant("a{sv}", {
                "mpris:trackid": GLib.Variant("o", f"/song/{self.number}"), "xesam:title": GLib.Variant("s", title),
                "mpris:length": GLib.Variant("x", length * 1000000),
                "xesam:artist": GLib.Variant("as", ["A Band", "Another"])})}[name]()

    def tell(self, *names):
        values = {} if self.invalidates else {name: self.get(None, None, None, None, name) for name in names}
        self.bus.emit_signal(None, PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", GLib.Variant(
            "(sa{sv}as)", (PLAYER, values, names if self.invalidates else [])))

    def set(self, _bus, _sender, _path, _interface, name, value):
        self.values[name] = value.unpack()
        self.tell(name)
        return True

    def move(self, position):
        self.base, self.since = position, time.monotonic()
        self.arrange_end()

    def become(self, status, number=None):
        """Changes the state, and perhaps the song."""
        self.base, self.since = 0.0 if number is not None or status == "Stopped" else self.position(), time.monotonic()
        self.status, self.number = status, self.number if number is None else number % len(SONGS)
        self.tell("PlaybackStatus", *(["Metadata"] if number is not None else []))
        self.arrange_end()

    def arrange_end(self):
        if self.ending:
            GLib.source_remove(self.ending)
        left = SONGS[self.number][1] - self.position()
        self.ending = GLib.timeout_add(int(left * 1000), self.end) if self.status == "Playing" else 0

    def end(self):
        self.ending = 0
        self.become("Playing", self.number + 1)

    def call(self, _bus, _sender, _path, _interface, member, arguments, invocation):
        other = "Paused" if self.status == "Playing" else "Playing"
        states = {"Play": "Playing", "Pause": "Paused", "PlayPause": other, "Stop": "Stopped"}
        if member in states:
            self.become(states[member])
        elif member in ("Next", "Previous"):
            self.become(self.status, self.number + (1 if member == "Next" else -1))
        elif member in ("Seek", "SetPosition"):
            to = arguments[-1] / 1e6 if member == "SetPosition" else self.position() + arguments[0] / 1e6
            self.move(max(0.0, to))
            self.bus.emit_signal(None, PATH, PLAYER, "Seeked", GLib.Variant("(x)", (int(self.position() * 1e6),)))
        elif member == "Quit":
            GLib.idle_add(self.loop.quit)
        invocation.return_value(None)


Player(sys.argv[1], "invalidates" in sys.argv[2:]).loop.run()

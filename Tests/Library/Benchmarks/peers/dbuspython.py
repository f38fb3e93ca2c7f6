# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The player of bare.c on dbus-python: decorated methods, properties by hand, the main loop of GLib.

usage: dbuspython.py BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)
"""
import os
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PATH = "/org/mpris/MediaPlayer2"
ROOT = "org.mpris.MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"
ARTWORK = "file:///run/user/1000/bench/artwork/7f83b1657ff1fc53b92dc18148a1d65d.png"
TRACKS = 16


def now_us():
    return time.monotonic_ns() // 1000


class Player(dbus.service.Object):
    """An object with both interfaces."""

    def __init__(self, name):
        self.current, self.playing, self.volume, self.publishes = 0, True, 1.0, False
        self.base, self.at = 0, now_us()
        bus = dbus.SessionBus()
        super().__init__(bus, PATH)
        self.name = dbus.service.BusName(name, bus, do_not_queue=True)

    # The model

    @property
    def length(self):
        return (180 + self.current) * 1_000_000

    def position(self):
        position = self.base + (now_us() - self.at if self.playing else 0)
        return max(0, min(position, self.length))

    def set_time(self, position, playing):
        self.base, self.at, self.playing = position, now_us(), playing

    def set_playing(self, playing):
        if playing != self.playing:
            self.set_time(self.position(), playing)
        if self.publishes:
            self.PropertiesChanged(PLAYER, {"PlaybackStatus": self.status()}, [])

    def go_on(self):
        self.current = (self.current + 1) % TRACKS
        self.set_time(0, self.playing)
        if self.publishes:
            self.PropertiesChanged(PLAYER, {"Metadata": self.metadata()}, [])

    # Properties

    def status(self):
        return "Playing" if self.playing else "Paused"

    def track_id(self):
        return f"/org/example/bench/track/{self.current}"

    def metadata(self):
        url = f"file:///home/user/Music/Various%20Artists/Volume%20Two/{self.current + 1:02}.flac"
        return dbus.Dictionary({
            "mpris:trackid": dbus.ObjectPath(self.track_id()),
            "mpris:length": dbus.Int64(self.length),
            "mpris:artUrl": ARTWORK,
            "xesam:title": f"Movement {self.current + 1}: Allegro con Moto",
            "xesam:artist": ["The Vtable Trio", "Ada Marshalling"],
            "xesam:album": "Songs of the Bare Metal, Volume Two (Remastered)",
            "xesam:albumArtist": ["Various Artists"],
            "xesam:genre": ["Electronic"],
            "xesam:trackNumber": dbus.Int32(self.current + 1),
            "xesam:url": url,
        }, signature="sv")

    GETTERS = {
        ROOT: {
            "CanQuit": lambda self: False,
            "CanRaise": lambda self: False,
            "HasTrackList": lambda self: False,
            "Identity": lambda self: "Benchmark",
            "DesktopEntry": lambda self: "org.example.bench",
            "SupportedUriSchemes": lambda self: ["file", "https"],
            "SupportedMimeTypes": lambda self: ["audio/flac", "audio/mpeg"],
        },
        PLAYER: {
            "PlaybackStatus": status,
            "LoopStatus": lambda self: "None",
            "Rate": lambda self: 1.0,
            "Shuffle": lambda self: False,
            "Metadata": metadata,
            "Volume": lambda self: self.volume,
            "Position": lambda self: dbus.Int64(self.position()),
            "MinimumRate": lambda self: 1.0,
            "MaximumRate": lambda self: 1.0,
            "CanGoNext": lambda self: True,
            "CanGoPrevious": lambda self: True,
            "CanPlay": lambda self: True,
            "CanPause": lambda self: True,
            "CanSeek": lambda self: True,
            "CanControl": lambda self: True,
        },
    }

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        try:
            return self.GETTERS[interface][name](self)
        except KeyError:
            raise dbus.exceptions.DBusException(
                f"no property {name}", name="org.freedesktop.DBus.Error.UnknownProperty") from None

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {name: get(self) for name, get in self.GETTERS.get(interface, {}).items()}

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ssv")
    def Set(self, interface, name, value):
        # LoopStatus, Rate and Shuffle have one value each: other values are accepted, and change nothing.
        if (interface, name) == (PLAYER, "Volume"):
            self.volume = float(value)
            self.PropertiesChanged(PLAYER, {name: self.volume}, [])
        elif (interface, name) not in ((PLAYER, "LoopStatus"), (PLAYER, "Rate"), (PLAYER, "Shuffle")):
            raise dbus.exceptions.DBusException(
                f"{name} is read-only", name="org.freedesktop.DBus.Error.PropertyReadOnly")

    @dbus.service.signal(dbus.PROPERTIES_IFACE, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    # Methods

    @dbus.service.method(ROOT)
    def Raise(self):
        pass

    @dbus.service.method(ROOT)
    def Quit(self):
        pass

    @dbus.service.method(PLAYER)
    def PlayPause(self):
        self.set_playing(not self.playing)

    @dbus.service.method(PLAYER)
    def Play(self):
        self.set_playing(True)

    @dbus.service.method(PLAYER)
    def Pause(self):
        self.set_playing(False)

    @dbus.service.method(PLAYER)
    def Stop(self):
        self.set_playing(False)

    @dbus.service.method(PLAYER)
    def Next(self):
        self.go_on()

    @dbus.service.method(PLAYER)
    def Previous(self):
        self.go_on()

    @dbus.service.method(PLAYER, in_signature="x")
    def Seek(self, offset):
        self.set_time(self.position() + int(offset), self.playing)
        self.Seeked(self.position())

    @dbus.service.method(PLAYER, in_signature="ox")
    def SetPosition(self, track, position):
        if track == self.track_id() and 0 <= position <= self.length:
            self.set_time(int(position), self.playing)
            self.Seeked(self.position())

    @dbus.service.method(PLAYER, in_signature="s")
    def OpenUri(self, uri):
        pass

    @dbus.service.signal(PLAYER, signature="x")
    def Seeked(self, position):
        pass


def main(name):
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    player, loop = Player(name), GLib.MainLoop()

    def control(*_):
        byte = os.read(0, 1)
        if not byte:
            loop.quit()
        player.publishes = player.publishes or byte == b"p"
        return True

    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, control)
    loop.run()


if __name__ == "__main__":
    main(sys.argv[1])

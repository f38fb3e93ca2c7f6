# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players of MPRIS that do what they are asked, on the session bus of the virtual machine."""

import time

import dbus
import dbus.service
from computer import wait

PLAYER = "org.mpris.MediaPlayer2.Player"


def dictionary(**values):
    """Returns a dictionary of D-Bus; "__" in a name is ":"."""
    return dbus.Dictionary({key.replace("__", ":"): value for key, value in values.items()}, signature="sv")


class Mpris(dbus.service.Object):
    """A player; `calls` has the names of the methods that were called."""

    def __init__(self, name, status, identity="", **others):
        self.name, self.identity, self.calls = name, identity or name, []
        yes = dbus.Boolean(True)
        self.state = {"PlaybackStatus": status, "CanPlay": yes, "CanPause": yes, "CanGoNext": yes,
                      "CanGoPrevious": yes, "CanSeek": yes, "CanControl": yes, "Metadata": self.song(name), **others}
        self.start, self.began = 5_000_000, time.monotonic()
        self.own_bus = dbus.SessionBus(private=True)
        self.own_bus.set_exit_on_disconnect(False)
        super().__init__(self.own_bus, "/org/mpris/MediaPlayer2")
        self.own_bus.request_name("org.mpris.MediaPlayer2." + name)

    @staticmethod
    def song(title, **values):
        path = dbus.ObjectPath("/t/" + title.encode().hex())
        return dictionary(mpris__trackid=path, xesam__title=title, mpris__length=dbus.Int64(100_000_000),
                          xesam__artist=dbus.Array(["Band"], "s"), **values)

    def position(self):
        plays = self.state["PlaybackStatus"] == "Playing"
        return dbus.Int64(self.start + (int((time.monotonic() - self.began) * 1e6) if plays else 0))

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        if interface == PLAYER:
            return dbus.Dictionary({**self.state, "Position": self.position()}, signature="sv")
        return dictionary(Identity=self.identity, DesktopEntry=self.name)

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.GetAll(interface)[name]

    @dbus.service.signal("org.freedesktop.DBus.Properties", signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated): pass

    @dbus.service.signal(PLAYER, signature="x")
    def Seeked(self, position): pass

    def say(self, at=None, **changed):
        """Changes properties; `at` is the position from then on."""
        self.start, self.began = self.position() if at is None else at, time.monotonic()
        self.state.update(changed)
        self.PropertiesChanged(PLAYER, dbus.Dictionary(changed, signature="sv"), dbus.Array([], signature="s"))

    def jump(self, to):
        self.start, self.began = to, time.monotonic()
        self.Seeked(dbus.Int64(to))

    @dbus.service.method(PLAYER)
    def Play(self):
        self.calls.append("Play")
        self.say(PlaybackStatus="Playing")

    @dbus.service.method(PLAYER)
    def Pause(self):
        self.calls.append("Pause")
        self.say(PlaybackStatus="Paused")

    @dbus.service.method(PLAYER)
    def Stop(self):
        self.calls.append("Stop")
        self.say(PlaybackStatus="Stopped")

    @dbus.service.method(PLAYER)
    def Next(self):
        self.calls.append("Next")
        self.say(at=0, Metadata=self.song(self.name + " 2"))

    @dbus.service.method(PLAYER)
    def Previous(self):
        self.calls.append("Previous")
        self.say(at=0, Metadata=self.song(self.name))

    def quit(self):
        self.remove_from_connection()
        self.own_bus.close()


def called(player, key):
    """Returns whether the player gets this call, and no other."""
    wait(20, lambda: player.calls)
    calls, player.calls = player.calls, []
    return calls == [key]

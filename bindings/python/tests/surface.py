# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A surface of org.nowplaying: a client that uses what MPRIS does not have."""
import os

from gi.repository import Gio, GLib

MPRIS, OWN = "org.mpris.MediaPlayer2.", "org.nowplaying."
APP = "/org/nowplaying/app"


class Refused(Exception):
    """An error reply of the player: its name without the common prefix, and its message."""

    def __init__(self, error):
        name = Gio.dbus_error_get_remote_error(error) or ""
        self.name, self.text = name.replace("org.nowplaying.Error.", ""), error.message.split(": ", 1)[1]
        super().__init__(f"{self.name}: {self.text}")


class Surface:
    """A client with a connection of its own."""

    def __init__(self, address):
        flags = Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)

    def leave(self):
        self.connection.close_sync(None)

    def players(self):
        """The names of the players on the bus."""
        names, = self._call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")[0]
        return sorted(name for name in names if name.startswith(MPRIS))

    def objects(self, player):
        """Returns the objects that a player publishes: {path: {interface: {property: value}}}."""
        return self._call(player, "/org/nowplaying", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")[0][0]

    def sessions(self, player):
        """Returns the sessions by id: the path, and all properties."""
        found = {}
        for path, interfaces in self.objects(player).items():
            if OWN + "Session1" in interfaces:
                properties = {name: value for each in interfaces.values() for name, value in each.items()}
                found[properties["Id"]] = path, properties
        return found

    def of(self, player, session, name):
        """Returns a property of a session; None when it is absent."""
        return self.sessions(player).get(session, ("", {}))[1].get(name)

    def register(self, player, *ratios):
        self.call(player, APP, "Surfaces1.Register", "(a{sv})", {"aspect-ratios": GLib.Variant("as", ratios)})

    def unregister(self, player):
        self.call(player, APP, "Surfaces1.Unregister")

    def ask(self, player, session, method, signature="()", *arguments):
        """Calls a method of a session, "Session1.SetVolume" for instance."""
        return self.call(player, self.sessions(player)[session][0], method, signature, *arguments)

    def call(self, player, path, method, signature="()", *arguments):
        """Returns the result of a method of org.nowplaying; for a file, its bytes."""
        interface, member = method.split(".")
        values, files = self._call(player, path, OWN + interface, member, GLib.Variant(signature, arguments))
        if files is None:
            return values
        descriptor = files.get(values[0])
        try:
            return (os.pread(descriptor, os.fstat(descriptor).st_size, 0), *values[1:])
        finally:
            os.close(descriptor)

    def _call(self, name, path, interface, method, arguments=None):
        try:
            reply, files = self.connection.call_with_unix_fd_list_sync(
                name, path, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, 60000, None, None)
        except GLib.Error as error:
            raise Refused(error) from None
        return reply.unpack(), files

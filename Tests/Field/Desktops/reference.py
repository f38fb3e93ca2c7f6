# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players for the extension of GNOME Shell: the reference player of org.nowplaying, and fake ones in their threads."""

import os
import pathlib
import queue
import threading
from types import SimpleNamespace

import dbus

from field.screen.publishers import until
from testkit.fakes import Plain, song

MANAGER = "org.freedesktop.DBus.ObjectManager"
SESSION = "org.nowplaying.Session1"


class Reference:
    """A running reference player."""

    def __init__(self, surface):
        self.surface = surface
        self.process = surface.spawn("reference", os.path.join(os.environ["PROGRAMS"], "trial-player"))
        self.paths = {}
        assert until(lambda: self.find() and "kitchen" in self.paths and "studio" in self.paths), "it does not appear"

    def find(self):
        """Finds the sessions of both connections."""
        names = [name for name in self.surface.session.list_names() if name.startswith("org.mpris.MediaPlayer2.trial")]
        for name in names:
            objects = self.surface.call(name, "/org/nowplaying", MANAGER, "GetManagedObjects") or {}
            for path, faces in objects.items():
                if SESSION in faces:
                    self.paths[str(faces[SESSION]["Id"])] = name, path
        return names

    def session(self, identifier):
        """Reads all properties of a session anew."""
        name, path = self.paths[identifier]
        objects = self.surface.call(name, "/org/nowplaying", MANAGER, "GetManagedObjects")
        return {key: value for face in objects[path].values() for key, value in face.items()}

    def send(self, identifier, command):
        self.surface.call(*self.paths[identifier], SESSION, "SendCommand", command, dbus.Dictionary(signature="sv"))

    def plain(self, name, title):
        """Starts a player of MPRIS alone."""
        return Served(self.surface, lambda bus: Plain(bus, name, Metadata=("a{sv}", song(title))))

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Served:
    """A fake player that answers from a thread of its own, so that the shell can be asked meanwhile.

    `then(player)` is called there repeatedly; it returns the seconds until the next call."""

    def __init__(self, surface, make, then=None):
        bus = SimpleNamespace(socket=str(pathlib.Path(surface.here, "run/session")), foreign=set(), epoch=0)
        self.player = make(bus)
        self.then = then
        self.todo = queue.SimpleQueue()
        self.player.appear()
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while not self.ends.is_set():
            # This pause is short, because the shell waits meanwhile for the player's answers.
            self.ends.wait(self.then(self.player) if self.then else 0.01)
            while not self.todo.empty():
                self.todo.get()(self.player)
            self.player.serve()
        self.player.close()

    def do(self, what):
        """Calls what(player) in its thread."""
        self.todo.put(what)

    def stop(self):
        self.ends.set()
        self.thread.join()

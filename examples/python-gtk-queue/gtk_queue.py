#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: gtk_queue.py [FILE…]     A list of files in a GTK window, played by GStreamer. The desktop sees it as a queue.

A click plays a row. Ends with its window, or the desktop's Quit. Needs python3-gi, gir1.2-gtk-4.0,
gir1.2-gstreamer-1.0 and gstreamer1.0-plugins-good.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GObject, Gst, Gtk  # noqa: E402

from nowplaying import App, Command, CommandKind, GLibLoop, Music, Session, Snapshot  # noqa: E402


class Row(GObject.Object):
    """An entry of the list. A file may be there twice."""

    def __init__(self, file):
        super().__init__()
        self.uri = file.get_uri()
        self.title = file.get_basename().rsplit(".", 1)[0]


class Player:
    """The list and its playback, with GStreamer. It knows nothing of the desktop and of the window."""

    def __init__(self, changed):
        self.rows = Gio.ListStore(item_type=Row)
        self.row, self.playing, self.changed = None, False, changed
        self.playbin = Gst.ElementFactory.make("playbin")
        bus = self.playbin.get_bus()
        bus.add_signal_watch()
        bus.connect("message::eos", lambda *_: self.step(1))
        bus.connect("message::error", lambda *_: self.stop())
        bus.connect("message::duration-changed", lambda *_: self.changed())

    def index(self, row):
        """Returns the index of a row; -1 if it is not in the list."""
        found, index = self.rows.find(row) if row is not None else (False, -1)
        return index if found else -1

    def insert(self, index, uri):
        row = Row(Gio.File.new_for_uri(uri))
        self.rows.insert(index, row)
        return row

    def take(self, index):
        if self.rows[index] == self.row:
            self.stop()
        self.rows.remove(index)

    def go(self, index):
        self.playbin.set_state(Gst.State.READY)
        self.row = self.rows[index]
        self.playbin.set_property("uri", self.row.uri)
        self.play()

    def step(self, step):
        index = self.index(self.row) + step
        self.go(index) if 0 <= index < len(self.rows) else self.stop()

    def play(self):
        """Plays on; begins with the first row when nothing was played yet."""
        if self.row is None:
            return self.step(1)
        self.playing = True
        self.playbin.set_state(Gst.State.PLAYING)
        self.changed()

    def pause(self):
        self.playing = False
        self.playbin.set_state(Gst.State.PAUSED)
        self.changed()

    def stop(self):
        self.row, self.playing = None, False
        self.playbin.set_state(Gst.State.READY)
        self.changed()

    def seconds(self, query):
        known, nanoseconds = query(Gst.Format.TIME)
        return nanoseconds / Gst.SECOND if known and nanoseconds >= 0 else None


class Desktop:
    """Shows the player to the desktop and lets the desktop drive it. This is all that is about libnowplaying."""

    def __init__(self, player, application):
        self.player = player
        # Handlers run in GTK's main loop, so nothing is locked. An empty list is shown too, and can be added to.
        self.app = App("gtk-queue", display_name="GTK Queue", loop=GLibLoop(), show_idle=True, no_desktop_entry=True,
                       on_raise=application.activate, on_quit=application.quit,
                       on_open_uri=lambda uri: self.add(uri, len(player.rows), True), uri_schemes=["file"])
        self.session = Session(
            self.app, on_position=lambda: player.seconds(player.playbin.query_position),
            on_queue_go_to=lambda entry: player.go(entry.row), on_queue_remove=lambda entry: player.take(entry.row),
            on_queue_add=lambda uri, after, play: self.add(uri, 0 if after is None else after.row + 1, play))
        self.session.commands = [
            Command.play(player.play), Command.pause(player.pause), Command.stop(player.stop),
            Command.next(lambda: player.step(1)), Command.previous(lambda: player.step(-1))]
        self.session.request_application_primary()
        player.rows.connect("items-changed", lambda *_: self.show())

    def show(self):
        """Sets everything anew at each change: the library finds out what differs, and which row is which."""
        player = self.player
        index = player.index(player.row)
        with self.session.update():
            self.session.queue = [self.content(row) for row in player.rows]
            self.session.queue_row = index if index >= 0 else None
            self.session.content = self.content(player.row) if player.row else None
            self.session.snapshot = (Snapshot.playing if player.playing else Snapshot.paused)(
                player.seconds(player.playbin.query_position))
            self.session.set_command_enabled(CommandKind.PLAY, len(player.rows) > 0)
            self.session.set_command_enabled(CommandKind.NEXT, index + 1 < len(player.rows))
            self.session.set_command_enabled(CommandKind.PREVIOUS, index > 0)

    def content(self, row):
        length = self.player.seconds(self.player.playbin.query_duration) if row is self.player.row else None
        return Music(row.title, id=row.uri, url=row.uri, duration=length)

    def add(self, uri, index, play):
        self.player.insert(index, uri)
        if play:
            self.player.go(index)


class Application(Gtk.Application):
    def __init__(self):
        super().__init__(application_id="org.example.GtkQueue",
                         flags=Gio.ApplicationFlags.HANDLES_OPEN | Gio.ApplicationFlags.NON_UNIQUE)
        self.player = self.desktop = self.list = None

    def do_startup(self):
        Gtk.Application.do_startup(self)
        self.player = Player(self.changed)
        self.desktop = Desktop(self.player, self)
        self.list = Gtk.ListBox()
        self.list.bind_model(self.player.rows, lambda row: Gtk.Label(label=row.title, xalign=0))
        self.list.connect("row-activated", lambda _list, row: self.player.go(row.get_index()))
        window = Gtk.ApplicationWindow(application=self, title="Queue", default_width=360, default_height=480)
        window.set_child(Gtk.ScrolledWindow(child=self.list))

    def changed(self):
        self.desktop.show()
        index = self.player.index(self.player.row)
        self.list.select_row(self.list.get_row_at_index(index) if index >= 0 else None)

    def do_activate(self):
        self.get_windows()[0].present()

    def do_open(self, files, _count, _hint):
        for file in files:
            self.player.insert(len(self.player.rows), file.get_uri())
        self.activate()

    def do_shutdown(self):
        self.player.stop()
        self.desktop.app.close()
        Gtk.Application.do_shutdown(self)


Gst.init(None)
sys.exit(Application().run(sys.argv))

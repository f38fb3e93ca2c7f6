# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs Cozy from the folder that its first argument names, with the files that follow as the chapters of a book, as if
it had imported them; does what its own buttons do, and reports its state: each line of JSON at a socket is answered by
one."""

import gettext
import os
import sys
from pathlib import Path

import gi
from answering import Driver

gi.require_version("Adw", "1")
gi.require_version("Gtk", "4.0")
gi.require_version("Gst", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import Gio, GLib  # noqa: E402
from mutagen.flac import FLAC  # noqa: E402

tree, *files = sys.argv[1:]
sys.path.insert(0, tree)
Path(tree, "cozy/version.py").write_text('__version__ = "1.3.0"\n')
DATA = "/usr/share/com.github.geigi.cozy"
gettext.install("com.github.geigi.cozy")
Gio.Resource._register(Gio.resource_load(f"{DATA}/com.github.geigi.cozy.ui.gresource"))
Path(GLib.get_user_data_dir(), "cozy").mkdir(parents=True, exist_ok=True)

from cozy import application  # noqa: E402
from cozy.db.book import Book  # noqa: E402
from cozy.db.file import File  # noqa: E402
from cozy.db.track import Track  # noqa: E402
from cozy.db.track_to_file import TrackToFile  # noqa: E402
from cozy.ext import inject  # noqa: E402
from cozy.media.gst_player import GstPlayer, GstPlayerState  # noqa: E402
from cozy.media.player import NS_TO_SEC, Player  # noqa: E402
from cozy.model.library import Library  # noqa: E402
from cozy.ui.widgets.list_box_extensions import extend_gtk_container  # noqa: E402

STATES = {GstPlayerState.PLAYING: "Playing", GstPlayerState.PAUSED: "Paused", GstPlayerState.STOPPED: "Stopped"}
init_db = application.init_db


def fill():
    """Makes the database, with a book in it."""
    init_db()
    book = Book.create(name="All", author="Somebody", reader="Nobody", position=0, rating=-1)
    for number, given in enumerate(files, 1):
        # Cozy makes addresses of paths without escaping them, so it cannot play a file with "#" in its name.
        path = Path(given).parent / f"chapter-{number}.flac"
        if not path.exists():
            path.symlink_to(given)
        read = FLAC(path)
        track = Track.create(name=read["title"][0], number=number, disk=1, position=0, book=book,
                             length=read.info.length)
        file = File.create(path=str(path), modified=int(os.path.getmtime(path)))
        TrackToFile.create(track=track, file=file, start_at=0)


class Cozy(Driver):
    def __init__(self):
        application.init_db = fill
        self.app = application.Application(DATA)
        self.app.connect_after("activate", self.begin)

    def begin(self, _):
        self.player, self.engine = inject.instance(Player), inject.instance(GstPlayer)
        self.listen()

    @property
    def book(self):
        return inject.instance(Library).books[0]

    def list(self):
        return len(self.book.chapters)

    def jump(self, place):
        """Acts as a click on a chapter, except that a chapter that plays is not paused."""
        chapter = self.book.chapters[place]
        if not (self.player.playing and self.player.loaded_chapter is chapter):
            self.player.play_pause_chapter(self.book, chapter)

    def play(self):
        if not self.player.playing:
            self.player.play_pause()

    def pause(self):
        self.player.pause()

    def state(self):
        return STATES[self.engine.state]

    def title(self):
        chapter = self.player.loaded_chapter
        return chapter.name if chapter else ""

    def position(self):
        return self.player.position / NS_TO_SEC

    def volume(self):
        return self.player.volume


extend_gtk_container()
sys.exit(Cozy().app.run(["cozy"]))

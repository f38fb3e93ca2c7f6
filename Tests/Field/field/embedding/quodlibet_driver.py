# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin for Quod Libet that lets tests drive it and read its state: each line of JSON at a socket is answered by
one."""

from answering import Driver
from gi.repository import GLib

from quodlibet import app


class QuodLibet(Driver):
    def begin(self):
        """Listens as soon as there is a window. Returns whether to try again."""
        if not getattr(app, "window", None) or not app.player:
            return True
        self.listen()
        return False

    def shown(self):
        """Returns {file name: song} of the playing list."""
        return {row[0]("~filename"): row[0] for row in app.window.songlist.get_model()}

    def list(self, *names):
        """Puts the files into the library, all of which the browser shows; returns how many it does."""
        if not set(names) <= self.shown().keys():
            for name in names:
                app.library.add_filename(name)
            app.browser.activate()
        return len(self.shown().keys() & set(names))

    def jump(self, name):
        app.player.go_to(self.shown()[name], explicit=True)
        app.player.paused = False

    def play(self):
        app.player.play()

    def pause(self):
        app.player.paused = True

    def stop(self):
        app.player.stop()

    def state(self):
        player = app.player
        return "Stopped" if not player.song else "Paused" if player.paused else "Playing"

    def title(self):
        return app.player.info and app.player.info("title") or ""

    def position(self):
        return app.player.get_position()

    def volume(self):
        return app.player.volume

    def loop(self):
        options = app.player_options
        return "None" if not options.repeat else "Track" if options.single else "Playlist"

    def shuffle(self):
        return app.player_options.shuffle


GLib.timeout_add(100, QuodLibet().begin)

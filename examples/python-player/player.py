#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: player.py FOLDER     Plays the music of a folder by GStreamer; the desktop shows it and drives it.

Ends with Ctrl-C, SIGTERM, or the desktop's Quit. Needs python3-gi, gir1.2-gstreamer-1.0 and gstreamer1.0-plugins-good.
"""
import io
import random
import signal
import sys
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

from nowplaying import (  # noqa: E402
    App, Artwork, Command, GLibLoop, Music, RepeatMode, Session, ShuffleMode, Snapshot)

MUSIC = {".flac", ".mp3", ".ogg", ".opus", ".m4a", ".wav"}


class Player:
    """A playlist on GStreamer's playbin. Knows nothing of the desktop: `changed` is called when anything changed."""

    def __init__(self, files):
        self.files = files
        self.index = 0
        self.state = Gst.State.READY  # the one that is wanted: the pipeline follows when it can
        self.repeat = RepeatMode.OFF
        self.tags = Gst.TagList.new_empty()
        self.changed = lambda: None
        self.playbin = Gst.ElementFactory.make("playbin")
        self.playbin.set_property("flags", 0x2 | 0x10)  # audio, and the volume in software: no video
        bus = self.playbin.get_bus()
        bus.add_signal_watch()
        bus.connect("message::tag", self._on_tag)
        bus.connect("message::eos", lambda *_: self._after_end())
        bus.connect("message::error", self._on_error)
        bus.connect("message::async-done", lambda *_: self.changed())

    def play(self):
        self._set_state(Gst.State.PLAYING)

    def pause(self):
        self._set_state(Gst.State.PAUSED)

    def stop(self):
        self._set_state(Gst.State.READY)

    def go(self, step):
        """Plays the file that is `step` files on, around the ends of the list."""
        self.playbin.set_state(Gst.State.READY)
        self.index = (self.index + step) % len(self.files)
        self.tags = Gst.TagList.new_empty()
        self.playbin.set_property("uri", self.uri)
        self.play()

    def seek(self, seconds):
        flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
        if not self.playbin.seek_simple(Gst.Format.TIME, flags, round(seconds * Gst.SECOND)):
            raise io.UnsupportedOperation("This file has no positions to go to.")  # an OSError: clients are sent it

    def shuffle(self, on):
        """Orders the files anew around the one that plays."""
        now = self.files[self.index]
        self.files.sort()
        if on:
            random.shuffle(self.files)
        self.index = self.files.index(now)

    @property
    def uri(self):
        return self.files[self.index].resolve().as_uri()

    @property
    def title(self):
        return self.text(Gst.TAG_TITLE) or self.files[self.index].stem

    @property
    def position(self):
        known, nanoseconds = self.playbin.query_position(Gst.Format.TIME)
        return nanoseconds / Gst.SECOND if known else None

    @property
    def duration(self):
        known, nanoseconds = self.playbin.query_duration(Gst.Format.TIME)
        return nanoseconds / Gst.SECOND if known and nanoseconds >= 0 else None

    def text(self, tag):
        return self.tags.get_string(tag)[1] or ""

    @property
    def cover(self):
        """Returns the bytes of the embedded picture, or None."""
        found, sample = self.tags.get_sample(Gst.TAG_IMAGE)
        if not found:
            return None
        buffer = sample.get_buffer()
        return buffer.extract_dup(0, buffer.get_size())

    def _set_state(self, state):
        self.state = state
        self.playbin.set_state(state)
        self.changed()

    def _on_tag(self, _bus, message):
        self.tags = self.tags.merge(message.parse_tag(), Gst.TagMergeMode.REPLACE)
        self.changed()

    def _after_end(self):
        if self.repeat == RepeatMode.OFF and self.index + 1 == len(self.files):
            self.stop()
        else:
            self.go(0 if self.repeat == RepeatMode.ONE else 1)

    def _on_error(self, _bus, message):
        print(f"{self.files[self.index]}: {message.parse_error()[0].message}", file=sys.stderr)
        self.stop()


class Desktop:
    """Shows the player to the desktop and lets the desktop drive it. This is all that is about libnowplaying."""

    def __init__(self, player, quit_player):
        self.player = player
        self.app = App("python-player", display_name="Python Player", loop=GLibLoop(), on_quit=quit_player)
        self.session = Session(self.app, on_volume=self.set_volume, on_position=lambda: player.position)
        self.session.volume = 1.0
        self.session.commands = [
            Command.play(player.play), Command.pause(player.pause), Command.stop(player.stop),
            Command.next(lambda: player.go(1)), Command.previous(lambda: player.go(-1)),
            Command.seek_to_position(player.seek), Command.change_repeat_mode(self.set_repeat),
            Command.change_shuffle_mode(self.set_shuffle, supported=[ShuffleMode.OFF, ShuffleMode.ITEMS])]
        player.changed = self.show
        self.session.request_application_primary()

    def show(self):
        player, states = self.player, {Gst.State.PLAYING: Snapshot.playing, Gst.State.PAUSED: Snapshot.paused}
        artwork = Artwork(player.uri, lambda width, height: player.cover) if player.cover else None
        with self.session.update():
            self.session.content = Music(
                player.title, player.text(Gst.TAG_ARTIST), player.text(Gst.TAG_ALBUM),
                player.duration, artwork, id=player.uri, url=player.uri)
            self.session.snapshot = states.get(player.state, Snapshot.stopped)(player.position)

    def set_repeat(self, mode):
        self.player.repeat = mode
        self.session.set_repeat_mode(mode)

    def set_shuffle(self, mode):
        self.player.shuffle(mode == ShuffleMode.ITEMS)
        self.session.set_shuffle_mode(mode)

    def set_volume(self, volume):
        self.player.playbin.set_property("volume", volume)
        self.session.volume = volume


def main(arguments):
    if len(arguments) != 1:
        sys.exit(str(__doc__).strip())
    files = sorted(path for path in Path(arguments[0]).rglob("*") if path.suffix.lower() in MUSIC)
    if not files:
        kinds = ", ".join(sorted(MUSIC))
        sys.exit(f"player.py: there is no music in {arguments[0]}: give a folder with {kinds} files.")
    Gst.init(None)
    loop = GLib.MainLoop()
    player = Player(files)
    desktop = Desktop(player, loop.quit)
    for number in (signal.SIGINT, signal.SIGTERM):
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, loop.quit)
    player.go(0)
    loop.run()
    player.stop()
    desktop.app.close()


main(sys.argv[1:])

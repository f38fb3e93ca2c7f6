# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs GNOME Music from the folder that its first argument names, with the files that follow as its songs, as if they
were indexed; does what its own keys do, and reports its state: each line of JSON at a socket is answered by one."""

import os
import sys

import gi
from answering import Driver

gi.require_version("Adw", "1")
gi.require_version("Gtk", "4.0")
gi.require_version("Gst", "1.0")
gi.require_version("GstPbutils", "1.0")
gi.require_version("Grl", "0.3")
from gi.repository import Adw, Gio, GLib, Grl, Gst, GstPbutils, Gtk  # noqa: E402

tree, *files = sys.argv[1:]
sys.path.insert(0, tree)
Gst.init(None)
Adw.init()
Gio.Resource._register(Gio.resource_load("/usr/share/org.gnome.Music/org.gnome.Music.gresource"))

from gnomemusic.application import Application  # noqa: E402
from gnomemusic.coresong import CoreSong  # noqa: E402
from gnomemusic.gstplayer import Playback  # noqa: E402
from gnomemusic.player import RepeatMode  # noqa: E402


def media(discoverer, name):
    """Returns a file as GNOME's index of files would describe it."""
    found = discoverer.discover_uri(Gio.File.new_for_path(name).get_uri())
    tags = found.get_stream_list()[0].get_tags()
    made = Grl.Media.audio_new()
    made.set_source("files")
    made.set_id(os.path.basename(name).encode().hex())
    made.set_url(found.get_uri())
    made.set_title(tags.get_string(Gst.TAG_TITLE)[1])
    made.set_artist(tags.get_string(Gst.TAG_ARTIST)[1])
    made.set_album(tags.get_string(Gst.TAG_ALBUM)[1])
    made.set_track_number(tags.get_uint(Gst.TAG_TRACK_NUMBER)[1])
    made.set_duration(found.get_duration() // Gst.SECOND)
    return made


class Music(Driver):
    def __init__(self):
        discoverer = GstPbutils.Discoverer()
        self.app, self.described = Application("org.gnome.Music"), [media(discoverer, name) for name in files]
        self.app.connect_after("activate", self.begin)

    def begin(self, _):
        if self.app.props.coremodel.props.songs.get_n_items():
            return
        songs = Gio.ListStore.new(CoreSong)
        for each in self.described:
            songs.append(CoreSong(self.app, each))
        self.app.props.coremodel.props.songs_proxy.append(songs)
        self.player.props.repeat_mode = RepeatMode.NONE
        self.listen()

    @property
    def player(self):
        return self.app.props.player

    def list(self):
        return self.app.props.coremodel.props.songs.get_n_items()

    def jump(self, place):
        """Acts as a click on a song."""
        model = self.app.props.coremodel
        wanted = Gio.File.new_for_path(files[int(place)]).get_uri()
        song = next(each for each in model.props.songs if each.props.url == wanted)
        model.props.active_core_object = song
        self.player.play(song)

    def play(self):
        self.player.play()

    def pause(self):
        self.player.pause()

    def stop(self):
        self.player.stop()

    def state(self):
        return {Playback.PLAYING: "Playing", Playback.PAUSED: "Paused"}.get(self.player.props.state, "Stopped")

    def title(self):
        song = self.player.props.current_song
        return song.props.title if song else ""

    def position(self):
        return max(self.player.get_position(), 0)

    def loop(self):
        return {RepeatMode.ALL: "Playlist", RepeatMode.SONG: "Track"}.get(self.player.props.repeat_mode, "None")

    def shuffle(self):
        return self.player.props.repeat_mode == RepeatMode.SHUFFLE


sys.exit(Music().app.run(["gnome-music"]))

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""MPRIS with libnowplaying."""
import os

import pykka
from mopidy.core import CoreListener, PlaybackState

from nowplaying import (App, Artwork, Command, Music, Playlist, RepeatMode, Session, ShuffleMode, Snapshot)

MIME_TYPES = ["audio/mpeg", "audio/x-ms-wma", "audio/x-ms-asf", "audio/x-flac", "audio/flac",
              "audio/l16;channels=2;rate=44100", "audio/l16;rate=44100;channels=2"]
# A tenth of a second is the longest time for which the library waits for a position.
PATIENCE = 0.09  # seconds


def names(artists):
    return sorted(artist.name for artist in artists if artist.name)


class MprisFrontend(pykka.ThreadingActor, CoreListener):
    """An actor that the core notifies of changes. The desktop's commands come on the library's thread, which may wait
    for the core, because the core does not wait for that thread."""

    def __init__(self, config, core):
        super().__init__()
        self.config, self.core, self.app = config, core, None

    def on_start(self):
        on_system_bus = self.config["mpris"]["bus_type"] == "system"
        self.app = App(
            "mopidy", display_name="Mopidy", no_desktop_entry=True, show_idle=True,
            track_path_prefix="/com/mopidy/track", on_open_uri=self._open,
            uri_schemes=self.core.get_uri_schemes().get(), mime_types=MIME_TYPES,
            on_activate_playlist=self._activate, bus_address=on_system_bus and os.environ.get(
                "DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/run/dbus/system_bus_socket") or "")
        self.session = Session(self.app, on_volume=self._set_volume, on_position=self._position)
        self.playlists_loaded()
        self._show()
        self.session.request_application_primary()

    def on_stop(self):
        if self.app:
            self.app.close()

    # ------------------------------------------------------------------------------------------ To the desktop

    def _show(self, *_, seeks=False, **__):
        playback, tracklist, mixer = self.core.playback, self.core.tracklist, self.core.mixer
        state, position, current = playback.get_state(), playback.get_time_position(), playback.get_current_tl_track()
        title, repeat, single = playback.get_stream_title(), tracklist.get_repeat(), tracklist.get_single()
        shuffle, mute, volume = tracklist.get_random(), mixer.get_mute(), mixer.get_volume()
        next_id, previous_id = tracklist.get_next_tlid(), tracklist.get_previous_tlid()
        current = current.get()
        id = current.tlid if current else None
        with self.session.update():
            self.session.content = self._content(current, title.get()) if current else None
            snapshot = (state.get(), id)
            if seeks or snapshot != getattr(self, "_snapshot", None):
                self._snapshot = snapshot
                make = {PlaybackState.PLAYING: Snapshot.playing, PlaybackState.PAUSED: Snapshot.paused,
                        PlaybackState.STOPPED: Snapshot.stopped}[state.get()]
                self.session.snapshot = make(position.get() / 1000)
            self.session.commands = self._commands(
                has_next=next_id.get() != id, has_previous=previous_id.get() != id,
                can_play=id is not None or next_id.get() is not None, shuffle=shuffle.get(),
                repeat=RepeatMode.OFF if not repeat.get() else RepeatMode.ONE if single.get() else RepeatMode.ALL)
            level = volume.get()
            self.session.volume = 0.0 if mute.get() or level is None else level / 100

    def _content(self, current, stream_title):
        track, album = current.track, current.track.album
        return Music(
            stream_title or track.name, names(track.artists), album and album.name, id=str(current.tlid),
            url=track.uri, duration=track.length and track.length / 1000, disc_number=track.disc_no or None,
            track_number=track.track_no or None, album_artists=names(album.artists) if album else None,
            artwork=track.uri and Artwork(track.uri, lambda width, height: self._picture(track.uri)))

    def _picture(self, uri):
        images = self.core.library.get_images([uri]).get()[uri]
        if not images:
            return None
        address = max(images, key=lambda image: image.width or 0).uri
        return Artwork.url(address) if address.startswith(("http:", "https:", "file:")) else None

    def _commands(self, has_next, has_previous, can_play, shuffle, repeat):
        playback = self.core.playback
        return [
            Command.play(self._play, enabled=can_play), Command.pause(lambda: playback.pause().get()),
            Command.stop(lambda: playback.stop().get()),
            Command.next(lambda: playback.next().get(), enabled=has_next),
            Command.previous(lambda: playback.previous().get(), enabled=has_previous),
            Command.seek_to_position(lambda seconds: playback.seek(int(seconds * 1000)).get()),
            Command.change_repeat_mode(self._set_repeat, current=repeat),
            Command.change_shuffle_mode(
                lambda mode: self.core.tracklist.set_random(mode is not ShuffleMode.OFF).get(),
                current=ShuffleMode.ITEMS if shuffle else ShuffleMode.OFF,
                supported=[ShuffleMode.OFF, ShuffleMode.ITEMS])]

    track_playback_paused = track_playback_resumed = track_playback_started = track_playback_ended = _show
    playback_state_changed = tracklist_changed = options_changed = volume_changed = mute_changed = _show
    stream_title_changed = _show

    def seeked(self, time_position):
        self._show(seeks=True)

    def playlists_loaded(self):
        self.app.playlists = [Playlist(playlist.uri, playlist.name or playlist.uri)
                              for playlist in self.core.playlists.as_list().get()]

    def playlist_changed(self, playlist):
        self.playlists_loaded()

    def playlist_deleted(self, uri):
        self.playlists_loaded()

    # ---------------------------------------------------------------------------------------- From the desktop

    def _position(self):
        try:
            return self.core.playback.get_time_position().get(PATIENCE) / 1000
        except pykka.Timeout:
            return None

    def _play(self):
        playback = self.core.playback
        is_paused = playback.get_state().get() == PlaybackState.PAUSED
        (playback.resume if is_paused else playback.play)().get()

    def _set_repeat(self, mode):
        self.core.tracklist.set_repeat(mode is not RepeatMode.OFF).get()
        self.core.tracklist.set_single(mode is RepeatMode.ONE).get()

    def _set_volume(self, volume):
        self.core.mixer.set_volume(round(volume * 100)).get()
        if volume > 0:
            self.core.mixer.set_mute(False).get()

    def _open(self, uri):
        self._play_first(self.core.tracklist.add(uris=[uri]).get(), uri)

    def _activate(self, id):
        playlist = self.core.playlists.lookup(id).get()
        tracks = playlist and self.core.tracklist.add(uris=[track.uri for track in playlist.tracks]).get()
        self._play_first(tracks, id)

    def _play_first(self, tracks, address):
        if not tracks:
            raise OSError(f"{address} has nothing to play")
        self.core.playback.play(tlid=tracks[0].tlid).get()

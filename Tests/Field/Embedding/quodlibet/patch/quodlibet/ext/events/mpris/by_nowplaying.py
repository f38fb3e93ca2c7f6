# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""MPRIS with libnowplaying."""
from datetime import datetime, timezone

from nowplaying import App, Artwork, Command, GLibLoop, Music, RepeatMode, Session, ShuffleMode, Snapshot
from senf import uri2fsn

from quodlibet import app, formats
from quodlibet.order.repeat import RepeatListForever, RepeatSongForever

LISTS = {"artists": "artist", "album_artists": "albumartist", "comments": "comment", "composers": "composer",
         "genres": "genre", "lyricists": "lyricist"}
TEXTS = {"title": "title", "album": "album", "lyrics": "~lyrics"}
NUMBERS = {"beats_per_minute": "~#bpm", "disc_number": "~#disc", "track_number": "~#track",
           "play_count": "~#playcount"}


class MPRIS2:

    def __init__(self):
        self._app = App("quodlibet", display_name=app.name, desktop_entry="io.github.quodlibet.QuodLibet",
                        loop=GLibLoop(), show_idle=True, track_path_prefix="/net/sacredchao/QuodLibet",
                        on_raise=app.present, on_quit=app.quit, on_open_uri=self._open, uri_schemes=["file"],
                        mime_types=sorted(formats.mimes))
        self._session = Session(self._app, on_volume=self._set_volume, on_position=self._position)
        player, options = app.player, app.player_options
        with self._session.update():
            self._session.commands = [
                Command.play(lambda: player.play()), Command.pause(self._pause),
                Command.toggle_play_pause(lambda: player.playpause()), Command.stop(lambda: player.stop()),
                Command.next(lambda: self._skip(player.next)), Command.previous(lambda: self._skip(player.previous)),
                Command.seek_to_position(lambda seconds: player.seek(int(seconds * 1000))),
                Command.change_repeat_mode(self._set_repeat, current=self._repeat()),
                Command.change_shuffle_mode(self._set_shuffle, current=self._shuffle(),
                                            supported=[ShuffleMode.OFF, ShuffleMode.ITEMS])]
            self._session.volume = player.volume
            self._show()
        self._session.request_application_primary()
        self._signals = [
            (options, options.connect("notify::repeat", self._options_changed)),
            (options, options.connect("notify::single", self._options_changed)),
            (options, options.connect("notify::shuffle", self._options_changed)),
            (app.librarian, app.librarian.connect("changed", self._library_changed)),
            (player, player.connect("notify::volume", self._volume_changed)),
            (player, player.connect("seek", self._sought))]

    def remove_from_connection(self):
        for sender, number in self._signals:
            sender.disconnect(number)
        self._app.close()

    # From Quod Libet

    def song_started(self, song):
        with self._session.update():
            self._show()

    def paused(self):
        self._session.snapshot = self._snapshot()

    unpaused = paused

    def song_ended(self, song, skipped):
        pass

    def _sought(self, player, song, milliseconds):
        if player.info:
            self._session.snapshot = self._snapshot(milliseconds)

    def _library_changed(self, library, songs):
        if app.player.info in songs:
            self._session.content = self._content()

    def _volume_changed(self, *_):
        self._session.volume = app.player.volume

    def _options_changed(self, *_):
        with self._session.update():
            self._session.set_repeat_mode(self._repeat())
            self._session.set_shuffle_mode(self._shuffle())

    # To the desktop

    def _show(self):
        self._session.content = self._content()
        self._session.snapshot = self._snapshot()

    def _snapshot(self, milliseconds=None):
        player = app.player
        if not player.info:
            return Snapshot.stopped(0)
        seconds = (player.get_position() if milliseconds is None else milliseconds) / 1000
        return (Snapshot.paused if player.paused else Snapshot.playing)(max(seconds, 0))

    @staticmethod
    def _position():
        return app.player.get_position() / 1000

    @staticmethod
    def _content():
        song = app.player.info
        if not song:
            return None
        played = song("~#lastplayed")
        return Music(
            id=str(id(song)), url=song("~uri"), duration=song("~#length") or None, user_rating=song("~#rating"),
            release_date=song("~year") or None,
            last_played=datetime.fromtimestamp(played, timezone.utc) if played else None,
            artwork=Artwork(song("~filename") or song("~uri"), lambda width, height: MPRIS2._cover(song)),
            **{field: song.list(tag) for field, tag in LISTS.items()},
            **{field: song.comma(tag) for field, tag in TEXTS.items()},
            **{field: song(tag, None) for field, tag in NUMBERS.items()})

    @staticmethod
    def _cover(song):
        cover = app.cover_manager.get_cover(song)
        if not cover:
            return None
        with cover:
            return cover.read()

    @staticmethod
    def _repeat():
        options = app.player_options
        if not options.repeat:
            return RepeatMode.OFF
        return RepeatMode.ONE if options.single else RepeatMode.ALL

    @staticmethod
    def _shuffle():
        return ShuffleMode.ITEMS if app.player_options.shuffle else ShuffleMode.OFF

    # From the desktop

    @staticmethod
    def _pause():
        app.player.paused = True

    @staticmethod
    def _skip(step):
        paused = app.player.paused
        step()
        app.player.paused = paused

    @staticmethod
    def _set_repeat(mode):
        app.player_options.repeat = mode is not RepeatMode.OFF
        app.window.order.repeater = RepeatSongForever if mode is RepeatMode.ONE else RepeatListForever

    @staticmethod
    def _set_shuffle(mode):
        app.player_options.shuffle = mode is not ShuffleMode.OFF

    @staticmethod
    def _set_volume(volume):
        app.player.volume = volume

    @staticmethod
    def _open(uri):
        if not app.window.open_file(uri2fsn(uri)):
            raise OSError(f"{uri} cannot be played")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""MPRIS by libnowplaying."""
from nowplaying import App, Artwork, Command, CommandKind, GLibLoop, Music, Playlist, Session, ShuffleMode, Snapshot
from nowplaying import RepeatMode as Repeat

from gnomemusic.grilowrappers import grltrackerplaylists
from gnomemusic.gstplayer import Playback
from gnomemusic.player import RepeatMode
from gnomemusic.widgets.songwidget import SongWidget

OF_A_SONG = [CommandKind.PLAY, CommandKind.PAUSE, CommandKind.TOGGLE_PLAY_PAUSE, CommandKind.STOP,
             CommandKind.SEEK_TO_POSITION]
TYPES = ["application/ogg", "audio/x-vorbis+ogg", "audio/x-flac", "audio/mpeg"]
REPEAT = {RepeatMode.ALL: Repeat.ALL, RepeatMode.SONG: Repeat.ONE}
FROM_REPEAT = {Repeat.OFF: RepeatMode.NONE, Repeat.ONE: RepeatMode.SONG, Repeat.ALL: RepeatMode.ALL}


class MPRIS:

    def __init__(self, app):
        self._player, self._model = app.props.player, app.props.coremodel
        self._recent = self._model.props.recent_playlist
        self._lists = self._model.props.playlists_sort
        self._shown = None
        player = self._player
        self._desktop = App(
            app.props.application_id, display_name="Music", bus_name=app.props.application_id, loop=GLibLoop(),
            show_idle=True, track_path_prefix="/org/gnome/GnomeMusic/TrackList", mime_types=TYPES,
            on_raise=app.do_activate, on_quit=app.quit, on_activate_playlist=self._activate_playlist)
        self._session = Session(self._desktop, on_position=player.get_position, on_queue_go_to=self._go_to)
        with self._session.update():
            self._session.commands = [
                Command.play(lambda: player.play()), Command.pause(lambda: player.pause()),
                Command.toggle_play_pause(lambda: player.play_pause()), Command.stop(lambda: player.stop()),
                Command.next(lambda: player.next()), Command.previous(lambda: player.previous()),
                Command.seek_to_position(lambda seconds: player.set_position(seconds)),
                Command.change_repeat_mode(self._set_repeat, current=self._repeat()),
                Command.change_shuffle_mode(self._set_shuffle, current=self._shuffle(),
                                            supported=[ShuffleMode.OFF, ShuffleMode.ITEMS])]
            self._show()
        self._session.request_application_primary()
        for name in ("song-changed", "seek-finished", "notify::state"):
            player.connect(name, self._show)
        player.connect("notify::repeat-mode", self._show_modes)
        self._recent.connect_after("items-changed", self._show_queue)
        self._model.connect("playlist-loaded", self._show_active)
        self._lists.connect("items-changed", self._lists_changed)
        self._lists_changed(self._lists, 0, 0, self._lists.get_n_items())

    # To the desktop

    def _show(self, *_):
        """Everything about what plays: called at each signal of the player's."""
        song, session = self._player.props.current_song, self._session
        with session.update():
            session.content = self._content(song) if song else None
            session.snapshot = self._snapshot() if song else Snapshot.stopped(0)
            session.queue_row = self._row() if song else None
            for kind in OF_A_SONG:
                session.set_command_enabled(kind, song is not None)
            session.set_command_enabled(CommandKind.NEXT, song is not None and self._player.props.has_next)
            session.set_command_enabled(CommandKind.PREVIOUS, song is not None and self._player.props.has_previous)
        if song is not self._shown:
            self._shown = song
            if song:
                song.connect("notify::thumbnail", self._cover_found)

    def _snapshot(self):
        state, seconds = self._player.props.state, self._player.get_position()
        if state == Playback.STOPPED:
            return Snapshot.stopped(0)
        if state == Playback.LOADING or self._player.props.waits:
            return Snapshot.buffering(seconds)
        return (Snapshot.paused if state == Playback.PAUSED else Snapshot.playing)(seconds)

    def _cover_found(self, song, _):
        if song is self._shown:
            self._show()

    @staticmethod
    def _id(song):
        return song.props.grlid.encode().hex()

    @staticmethod
    def _content(song):
        media, cover = song.props.media, song.props.thumbnail
        played = media.get_last_played()
        return Music(
            song.props.title, [song.props.artist], song.props.album, id=MPRIS._id(song), url=song.props.url,
            album_artists=[song.props.artist], genres=media.get_genre(), duration=song.props.duration or None,
            track_number=song.props.track_number or None, play_count=song.props.play_count,
            user_rating=1.0 if song.props.favorite else 0.0,
            last_played=played.format("%FT%T%:z") if played else None,
            artwork=Artwork.url(cover) if cover != "generic" else None)

    def _row(self):
        row = self._player.props.position - self._recent.get_offset()
        return row if 0 <= row < len(self._session.queue) else None

    def _show_queue(self, *_):
        """The songs around the one that plays: of a long list these alone, as their covers are searched for."""
        with self._session.update():
            self._session.queue_row = None
            self._session.queue = [self._content(song) for song in self._recent]
            self._show()

    def _show_modes(self, *_):
        with self._session.update():
            self._session.set_repeat_mode(self._repeat())
            self._session.set_shuffle_mode(self._shuffle())

    def _repeat(self):
        return REPEAT.get(self._player.props.repeat_mode, Repeat.OFF)

    def _shuffle(self):
        return ShuffleMode.ITEMS if self._player.props.repeat_mode == RepeatMode.SHUFFLE else ShuffleMode.OFF

    # Playlists

    @staticmethod
    def _list_id(playlist):
        """As scripts know it; a smart playlist has no id."""
        words = playlist.props.pl_id or playlist.props.tag_text
        return "/org/gnome/GnomeMusic/Playlist/" + words.rsplit(":")[-1].replace("-", "")

    def _lists_changed(self, model, position, removed, added):
        for place in range(position, position + added):
            model[place].connect("notify::title", self._show_lists)
        self._show_lists()

    def _show_lists(self, *_):
        self._desktop.playlists = [Playlist(self._list_id(each), each.props.title) for each in self._lists]
        self._show_active()

    def _show_active(self, *_):
        active = self._model.props.active_core_object
        is_list = isinstance(active, grltrackerplaylists.Playlist)
        self._desktop.active_playlist = self._list_id(active) if is_list else None

    def _activate_playlist(self, wanted):
        for playlist in self._lists:
            if self._list_id(playlist) == wanted:
                if playlist.props.model.get_n_items():
                    self._play_list(playlist)
                else:
                    number = playlist.connect("playlist-loaded", lambda loaded: (
                        loaded.disconnect(number), self._play_list(loaded)))

    def _play_list(self, playlist):
        number = self._model.connect("playlist-loaded", lambda model, _: (
            model.disconnect(number), self._player.play()))
        self._model.props.active_core_object = playlist

    # From the desktop

    def _go_to(self, entry):
        before, songs = self._player.props.current_song, self._model.props.playlist_sort
        chosen = songs[self._recent.get_offset() + entry.row]
        self._player.play(chosen)
        before.props.state = SongWidget.State.PLAYED
        chosen.props.state = SongWidget.State.PLAYING

    def _set_repeat(self, mode):
        self._player.props.repeat_mode = FROM_REPEAT[mode]

    def _set_shuffle(self, mode):
        self._player.props.repeat_mode = RepeatMode.NONE if mode is ShuffleMode.OFF else RepeatMode.SHUFFLE

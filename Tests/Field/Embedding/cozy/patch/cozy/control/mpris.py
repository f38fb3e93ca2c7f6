# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""MPRIS by libnowplaying."""
from pathlib import Path

from nowplaying import App, Artwork, Book, Command, CommandKind, GLibLoop, Session, Snapshot

from cozy.application_settings import ApplicationSettings
from cozy.control.artwork_cache import ArtworkCache
from cozy.ext import inject
from cozy.media.player import NS_TO_SEC, Player

# The commands that there are while a book is loaded.
OF_A_BOOK = [CommandKind.PLAY, CommandKind.PAUSE, CommandKind.STOP, CommandKind.NEXT, CommandKind.PREVIOUS,
             CommandKind.SKIP_FORWARD, CommandKind.SKIP_BACKWARD, CommandKind.SEEK_TO_POSITION]
COVER = 256  # pixels


class MPRIS:
    _player: Player = inject.attr(Player)
    _covers: ArtworkCache = inject.attr(ArtworkCache)
    _settings: ApplicationSettings = inject.attr(ApplicationSettings)
    _shown = None  # the chapter

    def __init__(self, app):
        desktop = App(
            app.get_application_id(), display_name="Cozy", bus_name="Cozy", loop=GLibLoop(), show_idle=True,
            track_path_prefix="/com/github/geigi/cozy/TrackId", on_raise=app.ui.window.present, on_quit=app.quit)
        self._session = Session(desktop, on_position=self._position, on_volume=self._set_volume)
        self._set_commands()
        self._session.request_application_primary()
        self._player.add_listener(self._show)
        self._settings.add_listener(self._setting_changed)

    def _set_commands(self):
        """The keys for the next and the previous one skip, as the buttons of the window do."""
        player, settings = self._player, self._settings
        self._session.commands = [
            Command.play(player.play_pause), Command.pause(player.pause), Command.stop(player.destroy),
            Command.next(player.forward), Command.previous(player.rewind),
            Command.skip_forward(lambda _: player.forward(), intervals=[settings.forward_duration]),
            Command.skip_backward(lambda _: player.rewind(), intervals=[settings.rewind_duration]),
            Command.seek_to_position(self._seek)]
        self._show()

    def _setting_changed(self, event, _):
        if event in ("forward-duration", "rewind-duration", "swap-author-reader"):
            self._set_commands()

    def _show(self, event=None, _=None):
        """How everything is: called at each event of the player's. One of them, "position", comes each second while it
        plays, when the chapter is mostly the one that is shown."""
        player, session = self._player, self._session
        book = player.loaded_book
        chapter = book.current_chapter if book else None
        with session.update():
            if event != "position" or chapter is not self._shown:
                self._shown = chapter
                session.content = self._content(book, chapter) if book else None
                for kind in OF_A_BOOK:
                    session.set_command_enabled(kind, book is not None)
            session.snapshot = self._snapshot() if book else Snapshot.stopped()
            session.volume = player.volume if book else None

    def _snapshot(self):
        shown = Snapshot.playing if self._player.playing else Snapshot.paused
        return shown(self._position(), rate=self._player.playback_speed)

    def _position(self):
        """Seconds in the chapter; a file may have several."""
        chapter = self._player.loaded_chapter
        return max(self._player.position - chapter.start_position, 0) / NS_TO_SEC if chapter else None

    def _content(self, book, chapter):
        # A picture is asked for once.
        cover = Artwork(str(book.id), lambda *_: self._covers.get_album_art_path(book, COVER) or book.cover)
        return Book(
            chapter.name, [book.author], book.name, id=str(chapter.id), author=book.author, narrator=book.reader,
            duration=chapter.length or None, track_number=chapter.number, url=Path(chapter.file).as_uri(),
            collection_id=str(book.id), artwork=cover)

    def _set_volume(self, volume):
        self._player.volume = volume
        self._show()

    def _seek(self, seconds):
        self._player.position = seconds
        self._show()

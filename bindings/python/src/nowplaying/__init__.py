# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tell the desktop what plays, and be driven by it: the Python package of libnowplaying.

    import nowplaying

    with nowplaying.App("org.example.Player") as app:
        session = nowplaying.Session(app)
        with session.update():
            session.content = nowplaying.Music("A Title", ["An Artist"], duration=180.0)
            session.snapshot = nowplaying.Snapshot.playing(position=0.0)
            session.commands = [nowplaying.Command.play(player.play), nowplaying.Command.pause(player.pause)]
        session.request_application_primary()
        player.run()

Handlers run on a thread of the library, or in your loop: see App and AsyncioLoop, GLibLoop, QtLoop, CallLoop,
ManualLoop.
Every function may be called from every thread.
"""
from typing import TYPE_CHECKING, Any

from ._app import App
from ._commands import Command
from ._artwork import Artwork
from ._content import Book, Content, Generic, HomeMedia, Movie, Music, Podcast, Radio, TVShow
from ._enums import (
    AspectRatio, BusState, CommandKind, DeviceType, Duration, ErrorKind, Feedback, Interruption, MediaType, Phase,
    PlaybackState, Primary, RepeatMode, ShuffleMode, Slot, Status, TrackCharacteristics, TrackKind)
from ._errors import NowPlayingError
from ._library import library_version
from ._queue import QueueEntry
from ._session import Session
from ._signatures import VERSION as __version__
from ._snapshot import Snapshot
from ._loops import AsyncioLoop, CallLoop, GLibLoop, Loop, ManualLoop, QtLoop

if TYPE_CHECKING:
    from ._actions import Action as Action
    from ._chapters import Chapter as Chapter
    from ._playlists import Playlist as Playlist
    from ._remote import Device as Device
    from ._remote import RemoteSession as RemoteSession
    from ._tracks import Track as Track
    from ._video import Video as Video

# The names that few programs use, with their modules, which are imported when a program first uses the name. Action is
# a future of concurrent.futures, which takes 5 ms to import.
_RARE = {"Action": "_actions", "Chapter": "_chapters", "Device": "_remote", "Playlist": "_playlists",
         "RemoteSession": "_remote", "Track": "_tracks", "Video": "_video"}


def __getattr__(name: str) -> Any:
    if name not in _RARE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib
    value = getattr(importlib.import_module(f".{_RARE[name]}", __name__), name)
    globals()[name] = value
    return value


__all__ = [
    "Action", "App", "Artwork", "AspectRatio", "AsyncioLoop", "Book", "BusState", "CallLoop", "Chapter", "Command",
    "CommandKind", "Content", "Device", "DeviceType", "Duration", "ErrorKind", "Feedback", "GLibLoop", "Generic",
    "HomeMedia", "Interruption", "Loop", "ManualLoop", "MediaType", "Movie", "Music", "NowPlayingError", "Phase",
    "PlaybackState", "Playlist", "Podcast", "Primary", "QtLoop", "QueueEntry", "Radio", "RemoteSession", "RepeatMode",
    "Session", "ShuffleMode", "Slot", "Snapshot", "Status", "TVShow", "Track", "TrackCharacteristics", "TrackKind",
    "Video", "__version__", "library_version",
]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Show what plays, and drive it: every player on the bus, for panels, lock screens, tools and bridges.

    from nowplaying.surface import CommandKind, Surface

    async with Surface("panel") as surface:
        async for change in surface.changes():
            print(change.kind, change.session.display_name, change.session.item)

    playing = surface.sessions[0]                # the most important
    await playing.send(CommandKind.PAUSE)        # or .result() on a thread that waits
    picture = await playing.picture(256, 256)

A Surface calls handlers, on_added and the like, on a thread of the library, or in your loop: see Surface, and the loops
of nowplaying. Every function may be called from every thread. Errors, loops and enumerations are those of nowplaying.
Both packages have a Session: a program that is a player and a surface writes `import nowplaying.surface as surfaces`,
and surfaces.Session.
"""
from .._actions import Action
from .._enums import (
    AspectRatio, BusState, CommandKind, DeviceType, Duration, ErrorKind, Feedback, MediaType, Phase, PlaybackState,
    Primary, RepeatMode, ShuffleMode, Slot, Status, TrackCharacteristics, TrackKind)
from .._errors import NowPlayingError
from .._loops import AsyncioLoop, CallLoop, GLibLoop, ManualLoop, QtLoop
from .._remote import Device
from .._snapshot import Snapshot
from .._tracks import Track
from ._actions import Media
from ._commands import Control, OfferedCommand, error_sentence, icon_name
from ._enums import Ability, Changed, ContentKind, ControlRow, PlaylistOrder
from ._item import Item
from ._lists import LyricsLine, Queue, QueueEntry, ShownChapter, ShownPlaylist, ShownPlaylists
from ._session import Session
from ._surface import Change, ChangeKind, Surface

__all__ = [
    "Ability", "Action", "AspectRatio", "AsyncioLoop", "BusState", "CallLoop", "Change", "ChangeKind", "Changed",
    "CommandKind", "ContentKind", "Control", "ControlRow", "Device", "DeviceType", "Duration", "ErrorKind", "Feedback",
    "GLibLoop", "Item", "LyricsLine", "ManualLoop", "Media", "MediaType", "NowPlayingError", "OfferedCommand", "Phase",
    "PlaybackState", "PlaylistOrder", "Primary", "QtLoop", "Queue", "QueueEntry", "RepeatMode", "Session",
    "ShownChapter", "ShownPlaylist", "ShownPlaylists", "ShuffleMode", "Slot", "Snapshot", "Status", "Surface", "Track",
    "TrackCharacteristics", "TrackKind", "error_sentence", "icon_name",
]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The enumerations of surface.h. A value that this package does not know may come from a newer library, and is
legal."""
from enum import Enum, IntFlag

from .. import _signatures as c
from .._enums import _OpenEnum
from . import _signatures as s


class ContentKind(_OpenEnum):
    """What is played."""

    MUSIC = c.NOWPLAYING_CONTENT_MUSIC
    PODCAST = c.NOWPLAYING_CONTENT_PODCAST
    MOVIE = c.NOWPLAYING_CONTENT_MOVIE
    TV_SHOW = c.NOWPLAYING_CONTENT_TV_SHOW
    BOOK = c.NOWPLAYING_CONTENT_BOOK
    RADIO = c.NOWPLAYING_CONTENT_RADIO
    HOME_MEDIA = c.NOWPLAYING_CONTENT_HOME_MEDIA
    GENERIC = c.NOWPLAYING_CONTENT_GENERIC


class _Flags(IntFlag):
    def __str__(self) -> str:
        return "|".join(name for name, bit in type(self).__members__.items() if bit and bit in self) or "NONE"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Ability(_Flags):
    """What a session is and can: `Ability.CAN_RAISE in session.abilities`.

    IS_WHOLE: it is of org.nowplaying; without it all is of MPRIS.
    IS_REMOTE: it plays on other devices.
    CAN_SET_VOLUME: its volume can be set.
    CAN_RAISE, CAN_QUIT: its player can bring its window to the front, can quit.
    MAY_SHOW_VIDEO: videos may be shown now: otherwise the previews alone, because the computer saves power, or for
      another reason.
    """

    NONE = 0
    IS_WHOLE = s.NOWPLAYING_SURFACE_IS_WHOLE
    IS_REMOTE = s.NOWPLAYING_SURFACE_IS_REMOTE
    CAN_SET_VOLUME = s.NOWPLAYING_SURFACE_CAN_SET_VOLUME
    CAN_RAISE = s.NOWPLAYING_SURFACE_CAN_RAISE
    CAN_QUIT = s.NOWPLAYING_SURFACE_CAN_QUIT
    MAY_SHOW_VIDEO = s.NOWPLAYING_SURFACE_MAY_SHOW_VIDEO


class Changed(_Flags):
    """What has changed of a session: `Changed.ITEM in change.changed`.

    INFO: something of the player, or of the volume, `primary` and `abilities`.
    ITEM: the item, or something of it.
    PLAYBACK: state, speed or position, as when somebody seeks.
    COMMANDS: a command came, went, or has another state.
    DEVICES: a device came, went, or has another level.
    QUEUE: the queue, which is followed, is another one, or its present entry is.
    PLAYLISTS: the playlists, which are followed, are others, or another one is active.
    """

    NONE = 0
    INFO = s.NOWPLAYING_SURFACE_CHANGED_INFO
    ITEM = s.NOWPLAYING_SURFACE_CHANGED_ITEM
    PLAYBACK = s.NOWPLAYING_SURFACE_CHANGED_PLAYBACK
    COMMANDS = s.NOWPLAYING_SURFACE_CHANGED_COMMANDS
    DEVICES = s.NOWPLAYING_SURFACE_CHANGED_DEVICES
    QUEUE = s.NOWPLAYING_SURFACE_CHANGED_QUEUE
    PLAYLISTS = s.NOWPLAYING_SURFACE_CHANGED_PLAYLISTS


class ChangeKind(Enum):
    """Whether a session came, changed or went."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"

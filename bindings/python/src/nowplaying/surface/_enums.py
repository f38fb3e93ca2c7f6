# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The enumerations of surface.h. Made by generate-signatures: do not edit."""
from .. import _signatures as c
from .._open_enum import Flags, OpenEnum
from . import _signatures as s


class ContentKind(OpenEnum):
    """The kind of an item."""

    MUSIC = c.NOWPLAYING_CONTENT_MUSIC
    PODCAST = c.NOWPLAYING_CONTENT_PODCAST
    MOVIE = c.NOWPLAYING_CONTENT_MOVIE
    TV_SHOW = c.NOWPLAYING_CONTENT_TV_SHOW
    BOOK = c.NOWPLAYING_CONTENT_BOOK
    RADIO = c.NOWPLAYING_CONTENT_RADIO
    HOME_MEDIA = c.NOWPLAYING_CONTENT_HOME_MEDIA
    GENERIC = c.NOWPLAYING_CONTENT_GENERIC


class PlaylistOrder(OpenEnum):
    """The order of playlists.

    ANY: the first that the player offers.
    ALPHABETICAL: by their names.
    CREATED, MODIFIED, PLAYED: by the time at which they were made, changed, played, the oldest first.
    USER: the user's own order.
    """

    ANY = s.NOWPLAYING_SURFACE_ORDER_ANY
    ALPHABETICAL = s.NOWPLAYING_SURFACE_ORDER_ALPHABETICAL
    CREATED = s.NOWPLAYING_SURFACE_ORDER_CREATED
    MODIFIED = s.NOWPLAYING_SURFACE_ORDER_MODIFIED
    PLAYED = s.NOWPLAYING_SURFACE_ORDER_PLAYED
    USER = s.NOWPLAYING_SURFACE_ORDER_USER


class Ability(Flags):
    """Properties and abilities: `Ability.CAN_RAISE in session.abilities`.

    SPEAKS_NOWPLAYING: its player speaks org.nowplaying; without it all is of MPRIS.
    IS_REMOTE: it plays on other devices.
    CAN_SET_VOLUME: its volume can be set.
    CAN_RAISE, CAN_QUIT: its player can bring its window to the front, can quit.
    MAY_SHOW_VIDEO: videos may be shown now: otherwise the previews alone, because the computer saves power, or for
      another reason.
    IS_MUTED: it is muted; its volume is what it has when it ceases to be.
    IS_TWIN: it is the same playback as the session of `twin_key`, which is the better of both: without `twins` it is
      not among the sessions.
    IS_BARE: it has an item of which nothing is known but an id, as of a tab that was closed: it comes behind those of
      which more is known.
    """

    NONE = 0
    SPEAKS_NOWPLAYING = s.NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING
    IS_REMOTE = s.NOWPLAYING_SURFACE_IS_REMOTE
    CAN_SET_VOLUME = s.NOWPLAYING_SURFACE_CAN_SET_VOLUME
    CAN_RAISE = s.NOWPLAYING_SURFACE_CAN_RAISE
    CAN_QUIT = s.NOWPLAYING_SURFACE_CAN_QUIT
    MAY_SHOW_VIDEO = s.NOWPLAYING_SURFACE_MAY_SHOW_VIDEO
    IS_MUTED = s.NOWPLAYING_SURFACE_IS_MUTED
    IS_TWIN = s.NOWPLAYING_SURFACE_IS_TWIN
    IS_BARE = s.NOWPLAYING_SURFACE_IS_BARE


class Changed(Flags):
    """The parts of a session that have changed: `Changed.ITEM in change.changed`.

    INFO: something of the player, or of the volume, `primary` and `abilities`.
    ITEM: the item, or something of it.
    PLAYBACK: state, speed or position, as when somebody seeks.
    COMMANDS: a command came, went, or has another state.
    DEVICES: a device came, went, or has another level.
    QUEUE: the queue, which is followed, is another one, or its present entry is.
    PLAYLISTS: the playlists, which are followed, are others, or another one is active.
    TRACKS: a track came, went, or another one is selected.
    """

    NONE = 0
    INFO = s.NOWPLAYING_SURFACE_CHANGED_INFO
    ITEM = s.NOWPLAYING_SURFACE_CHANGED_ITEM
    PLAYBACK = s.NOWPLAYING_SURFACE_CHANGED_PLAYBACK
    COMMANDS = s.NOWPLAYING_SURFACE_CHANGED_COMMANDS
    DEVICES = s.NOWPLAYING_SURFACE_CHANGED_DEVICES
    QUEUE = s.NOWPLAYING_SURFACE_CHANGED_QUEUE
    PLAYLISTS = s.NOWPLAYING_SURFACE_CHANGED_PLAYLISTS
    TRACKS = s.NOWPLAYING_SURFACE_CHANGED_TRACKS
    BEGAN_AGAIN = s.NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN

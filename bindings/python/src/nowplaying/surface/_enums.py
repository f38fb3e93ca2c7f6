# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The enumerations of surface.h. Made by generate-signatures: do not edit."""
from .._open_enum import Flags, OpenEnum


class ContentKind(OpenEnum):
    """The kind of an item."""

    MUSIC = 1
    PODCAST = 2
    MOVIE = 3
    TV_SHOW = 4
    BOOK = 5
    RADIO = 6
    HOME_MEDIA = 7
    GENERIC = 8


class PlaylistOrder(OpenEnum):
    """The order of playlists.

    ANY: The first order that the player offers.
    ALPHABETICAL: Ordered by their names.
    CREATED: Ordered by the time at which they were made, the oldest first.
    MODIFIED: Ordered by the time at which they were changed, the oldest first.
    PLAYED: Ordered by the time at which they were played, the oldest first.
    USER: Ordered as the user has put them.
    """

    ANY = 0
    ALPHABETICAL = 1
    CREATED = 2
    MODIFIED = 3
    PLAYED = 4
    USER = 5


class ControlRow(OpenEnum):
    """The row of a control.

    CENTRAL: The row in the middle of the session, with play and pause. At most five controls, from left to right, even
      where text runs from right to left; `slot` says which is which.
    BESIDE: The row beside or below it: at most MAX_BESIDE controls, the most wanted first.
    OVERFLOW: A menu, with everything else.
    STARS: The stars of a rating, from the first to the last.
    POSITION: At the bar of the position: back to live.
    VOLUME: At the volume: mute. Without a volume, show it in the menu.
    """

    CENTRAL = 0
    BESIDE = 1
    OVERFLOW = 2
    STARS = 3
    POSITION = 4
    VOLUME = 5


class Ability(Flags):
    """Properties and abilities: `Ability.CAN_RAISE in session.abilities`.

    SPEAKS_NOWPLAYING: The session's player speaks org.nowplaying; without this bit everything comes from MPRIS.
    IS_REMOTE: The session plays on other devices.
    CAN_SET_VOLUME: The session's volume can be set.
    CAN_RAISE: The session's player can bring its window to the front.
    CAN_QUIT: The session's player can quit.
    MAY_SHOW_VIDEO: Videos may be shown now. Without this bit only previews may, because the computer saves power, or
      for another reason.
    IS_MUTED: The session is muted; its volume is the one that it has when it is unmuted.
    IS_TWIN: The session is the same playback as the entry twin_key, which is the better of the two: without the option
      `twins` this session has no entry.
    IS_BARE: The session has an item of which nothing but an id is known or, where the player has stopped, no text, as
      for a tab that was closed: like a session without an item, it comes after those of which more is known.
    """

    NONE = 0
    SPEAKS_NOWPLAYING = 1
    IS_REMOTE = 2
    CAN_SET_VOLUME = 4
    CAN_RAISE = 8
    CAN_QUIT = 16
    MAY_SHOW_VIDEO = 32
    IS_MUTED = 64
    IS_TWIN = 128
    IS_BARE = 256


class Changed(Flags):
    """The parts of a session that have changed: `Changed.ITEM in change.changed`.

    INFO: Something of the player, or of the volume, `primary` and `abilities`.
    ITEM: The item has changed, or there is another one.
    PLAYBACK: The state, the speed or the position has changed, as when somebody seeks.
    COMMANDS: A command was added or removed, or has another state.
    DEVICES: A device was added or removed, or has another volume.
    QUEUE: The queue was added or removed, or has changed, or another entry is the present one.
    PLAYLISTS: The playlists were added or removed, or have changed, or another one is active.
    TRACKS: A track was added or removed, or another one is selected.
    BEGAN_AGAIN: The item begins again: it was played to its end, and the same item plays from its start, as when it is
      repeated. It counts as at its end within the last two seconds, or within the last quarter of a short item, because
      many players know only whole seconds; a stop there, or a moment without an item, does not matter. A seek to the
      start from anywhere else does not count, and an item whose length is not known never begins again. If a player
      gives each repetition a new id, there is another item instead. Set together with PLAYBACK or ITEM.
    """

    NONE = 0
    INFO = 1
    ITEM = 2
    PLAYBACK = 4
    COMMANDS = 8
    DEVICES = 16
    QUEUE = 32
    PLAYLISTS = 64
    TRACKS = 128
    BEGAN_AGAIN = 256

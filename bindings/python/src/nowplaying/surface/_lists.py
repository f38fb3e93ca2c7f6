# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The chapters and the lyrics of an item, the queue and the playlists of a player."""
from dataclasses import dataclass
from typing import FrozenSet, Optional, Tuple

from ._enums import PlaylistOrder


@dataclass(frozen=True)
class ShownChapter:
    """A chapter of an item. Texts are of foreign programs.

    index: its place among the chapters, from 0.
    start: where it begins, in seconds.
    end: where the next begins, or the item ends; None: not known.
    title: "" if there is none: show its number.
    artwork_id: for Session.chapter_artwork(); "": it has the picture of the item.
    """

    index: int
    start: float
    end: Optional[float] = None
    title: str = ""
    artwork_id: str = ""


@dataclass(frozen=True)
class LyricsLine:
    """A line of lyrics.

    text: "" before the first and between verses; with "\\n" between an original and its translation.
    end: the position at which the next line begins, in seconds; None: it is the last.
    """

    text: str
    end: Optional[float] = None


@dataclass(frozen=True)
class QueueEntry:
    """An entry of a queue. Its texts come from a foreign program; "" if there is none.

    id: names it in its queue; no two have the same.
    title: "" also of an entry that the player does not describe.
    artists: all of them, with ", " between them.
    url, artwork_url: the addresses of the entry and of its picture.
    duration: in seconds; None: not known.
    """

    id: str
    title: str = ""
    artists: str = ""
    album: str = ""
    url: str = ""
    artwork_url: str = ""
    duration: Optional[float] = None


@dataclass(frozen=True)
class Queue:
    """A queue.

    entries: at most 1000; of a longer queue those around the present one.
    total: how many the player has.
    present: index of the entry that plays; None: none of these.
    can_edit: whether entries can be added and removed.
    """

    entries: Tuple[QueueEntry, ...]
    total: int
    present: Optional[int] = None
    can_edit: bool = False


@dataclass(frozen=True)
class ShownPlaylist:
    """A playlist of a player. Texts are of foreign programs.

    id: names it for its player; no two have the same.
    name: for people; two may have the same.
    icon_url: where its picture is, or "".
    """

    id: str
    name: str
    icon_url: str = ""


@dataclass(frozen=True)
class ShownPlaylists:
    """The playlists of a player.

    lists: in the order that was asked for.
    active: index of the one that plays; None: none of these.
    orders: those that the player offers.
    """

    lists: Tuple[ShownPlaylist, ...]
    active: Optional[int] = None
    orders: FrozenSet[PlaylistOrder] = frozenset()

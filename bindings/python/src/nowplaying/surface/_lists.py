# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The queue and the playlists of a player."""
from dataclasses import dataclass
from typing import FrozenSet, Optional, Tuple

from . import _signatures as s
from ._enums import PlaylistOrder
from ._library import functions
from ._reference import Reference, every, filled, text


@dataclass(frozen=True)
class QueueEntry:
    """An entry of a queue. Texts are "" where there is none, and of foreign programs.

    id: names it in its queue; no two have the same.
    title: "" also of an entry that the player does not describe.
    artists: all of them, with ", " between them.
    url, artwork_url: where it is, and its picture.
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


def read_queue(reference: Reference) -> Optional[Queue]:
    """Returns the queue; None while it is not known."""
    queue = filled(functions.nowplaying_surface_session_get_queue, s.nowplaying_surface_queue, reference)
    if queue is None:
        return None
    entries = every(functions.nowplaying_surface_session_get_queue_entry, s.nowplaying_surface_queue_entry, reference)
    return Queue(tuple(QueueEntry(
        text(each.id), text(each.title), text(each.artists), text(each.album), text(each.url), text(each.artwork_url),
        each.duration_us / 1e6 if each.duration_us > 0 else None) for each in entries),
        queue.total, queue.present if queue.present >= 0 else None, bool(queue.can_edit))


def read_playlists(reference: Reference) -> Optional[ShownPlaylists]:
    """Returns the playlists; None while they are not known."""
    found = filled(functions.nowplaying_surface_session_get_playlists, s.nowplaying_surface_playlists, reference)
    if found is None:
        return None
    lists = every(functions.nowplaying_surface_session_get_playlist, s.nowplaying_surface_playlist, reference)
    return ShownPlaylists(
        tuple(ShownPlaylist(text(each.id), text(each.name), text(each.icon_url)) for each in lists),
        found.active if found.active >= 0 else None,
        frozenset(order for order in PlaylistOrder if found.orders & 1 << order))

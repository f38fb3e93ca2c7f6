# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The playlists of an app."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple

from . import _checks as check
from . import _signatures as c
from ._dates import optional_moment, unix_seconds
from ._library import encode
from ._records import dataclass

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True)
class Playlist:
    """One of the playlists of an App.

    id: names it within the app; another for each, and the same at each start of the app.
    name: that people see.
    icon_url: of a small picture of it, "file:///…"; None: it has none.
    created, modified, last_played: when it was made, changed last and played last; None: not known. A date is in UTC, a
      datetime local without a time zone. Clients can ask for all playlists in the order of each of these that one
      playlist has.
    """

    id: str
    name: str
    icon_url: Optional[str] = None
    created: Optional[date] = None
    modified: Optional[date] = None
    last_played: Optional[date] = None

    def __post_init__(self) -> None:
        check.some_text("Playlist.id", self.id)
        check.some_text("Playlist.name", self.name)
        check.optional_text("Playlist.icon_url", self.icon_url)
        optional_moment("Playlist.created", self.created)
        optional_moment("Playlist.modified", self.modified)
        optional_moment("Playlist.last_played", self.last_played)


def checked_playlists(name: str, playlists: Any) -> Tuple[Playlist, ...]:
    checked: Tuple[Playlist, ...] = check.list_of(name, playlists, _checked_playlist, "a list of Playlist")
    if len(checked) > c.NOWPLAYING_MAX_PLAYLISTS:
        raise ValueError(f"{name} must have at most {c.NOWPLAYING_MAX_PLAYLISTS} entries, not {len(checked)}")
    check.different_ids(name, checked)
    return checked


def _checked_playlist(name: str, playlist: Any) -> Playlist:
    if not isinstance(playlist, Playlist):
        raise check.wrong_type(name, "a Playlist", playlist)
    return playlist


def c_playlists(playlists: Sequence[Playlist]) -> Any:
    """Returns playlists as an array of C structs, which keeps the memory alive that it points to."""
    return (c.nowplaying_playlist * len(playlists))(*(c.nowplaying_playlist(
        struct_size=ctypes.sizeof(c.nowplaying_playlist), id=encode(each.id), name=encode(each.name),
        icon_url=encode(each.icon_url or ""), created=_seconds(each.created), modified=_seconds(each.modified),
        last_played=_seconds(each.last_played)) for each in playlists))


def _seconds(moment: Optional[date]) -> int:
    return c.NOWPLAYING_TIME_UNKNOWN if moment is None else unix_seconds(moment)

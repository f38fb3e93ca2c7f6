# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The playlists of an app."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Optional, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._c_content import c_array
from ._records import dataclass

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True)
class Playlist:
    """One of the playlists of an App.

    id: names it within the app; another for each, and the same at each start of the app.
    name: the name that people see.
    icon_url: the address of a small picture of it, "file:///…"; None: it has none.
    created, modified, last_played: when it was made, changed last and played last; None: not known. A date is in UTC, a
      datetime local without a time zone. Clients can ask for the playlists in the order of one of these times if at
      least one playlist has that time.
    """

    id: str
    name: str
    icon_url: Optional[str] = None
    created: Optional[date] = None
    modified: Optional[date] = None
    last_played: Optional[date] = None

    _checks: ClassVar[Dict[str, Any]] = rules.PLAYLIST


def checked_playlists(name: str, playlists: Any) -> Tuple[Playlist, ...]:
    checked: Tuple[Playlist, ...] = check.list_of(name, playlists, Playlist, most=c.NOWPLAYING_MAX_PLAYLISTS)
    check.different_ids(name, checked)
    return checked


c_playlists = functools.partial(c_array, c.nowplaying_playlist)

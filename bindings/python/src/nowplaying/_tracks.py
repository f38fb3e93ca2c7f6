# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The audio and subtitle tracks of an item."""
from __future__ import annotations

import functools
from typing import Any, ClassVar, Dict, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._c_content import c_array
from ._enums import TrackCharacteristics, TrackKind
from ._records import dataclass


@dataclass(frozen=True)
class Track:
    """An audio or subtitle track of the item that plays.

    id: names the track among those of its kind.
    kind: audio, subtitles or captions. One track of each kind plays at a time; of subtitles and captions, one or none.
    language: as BCP 47 writes it, "de", "pt-BR"; "": not known. It and the title are repaired as texts of a content.
    title: words for people, "Director's commentary"; "": surfaces show the language.
    characteristics: its nature beyond the language.
    selected: whether it is heard or seen now; at most one of its kind.
    """

    id: str
    kind: TrackKind
    language: str = ""
    title: str = ""
    characteristics: TrackCharacteristics = TrackCharacteristics.NONE
    selected: bool = False

    _checks: ClassVar[Dict[str, Any]] = rules.TRACK


def checked_tracks(name: str, tracks: Any) -> Tuple[Track, ...]:
    checked: Tuple[Track, ...] = check.list_of(name, tracks, Track, most=c.NOWPLAYING_MAX_TRACKS)
    for kind in TrackKind:
        ours = [track for track in checked if track.kind == kind]
        check.different_ids(f"{name} of the kind {kind.name}", ours)
        if sum(track.selected for track in ours) > 1:
            raise ValueError(f"{name} must have at most one entry of the kind {kind.name} that is selected")
    return checked


c_tracks = functools.partial(c_array, c.nowplaying_track)

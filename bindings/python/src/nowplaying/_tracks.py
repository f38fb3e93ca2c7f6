# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The audio and subtitle tracks of an item."""
from __future__ import annotations

import ctypes
from typing import Any, Sequence, Tuple

from . import _checks as check
from . import _signatures as c
from . import _tags as tag
from ._enums import TrackCharacteristics, TrackKind
from ._library import encode
from ._records import dataclass

#: All known bits of a track.
KNOWN = sum(bit for bit in TrackCharacteristics.__members__.values())


@dataclass(frozen=True)
class Track:
    """An audio or subtitle track of the item that plays.

    id: names the track among those of its kind.
    kind: what it is. One of each kind plays at a time; of subtitles and captions, or none.
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

    def __post_init__(self) -> None:
        check.some_text("Track.id", self.id)
        check.member("Track.kind", self.kind, TrackKind)
        for name in "language", "title":
            object.__setattr__(self, name, tag.optional_text(f"Track.{name}", getattr(self, name)) or "")
        if not isinstance(self.characteristics, TrackCharacteristics) or self.characteristics & ~KNOWN:
            raise check.wrong_type("Track.characteristics", "TrackCharacteristics "
                                   f"({', '.join(TrackCharacteristics.__members__)})", self.characteristics)
        check.flag("Track.selected", self.selected)


def checked_tracks(name: str, tracks: Any) -> Tuple[Track, ...]:
    checked: Tuple[Track, ...] = check.list_of(name, tracks, _checked_track, "a list of Track")
    if len(checked) > c.NOWPLAYING_MAX_TRACKS:
        raise ValueError(f"{name} must have at most {c.NOWPLAYING_MAX_TRACKS} entries, not {len(checked)}")
    for kind in TrackKind:
        ours = [track for track in checked if track.kind == kind]
        check.different_ids(f"{name} of the kind {kind.name}", ours)
        if sum(track.selected for track in ours) > 1:
            raise ValueError(f"{name} must have at most one entry of the kind {kind.name} that is selected")
    return checked


def _checked_track(name: str, track: Any) -> Track:
    if not isinstance(track, Track):
        raise check.wrong_type(name, "a Track", track)
    return track


def c_tracks(tracks: Sequence[Track]) -> Any:
    """Returns tracks as an array of C structs, which keeps the memory alive that it points to."""
    return (c.nowplaying_track * len(tracks))(*(c.nowplaying_track(
        struct_size=ctypes.sizeof(c.nowplaying_track), id=encode(each.id), language=encode(each.language),
        title=encode(each.title), kind=each.kind, characteristics=each.characteristics, selected=each.selected)
        for each in tracks))

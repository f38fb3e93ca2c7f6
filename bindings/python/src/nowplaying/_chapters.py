# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The chapters of a content."""
from __future__ import annotations

import ctypes
from typing import Any, List, Optional, Sequence, Tuple

from . import _checks as check
from . import _signatures as c
from . import _tags as tag
from ._artwork import Artwork, optional_artwork
from ._library import encode, microseconds
from ._records import dataclass

MOST = c.NOWPLAYING_MAX_CHAPTERS


@dataclass(frozen=True)
class Chapter:
    """A chapter of an episode, a book, a concert. It ends where the next begins.

    start: where it begins, in seconds from the start of the item, 0 or more.
    title: its title, repaired as that of a content; None: none, and surfaces count. At most 256 bytes; a longer one is
      cut.
    artwork: its picture; None: that of the item.
    """

    start: float
    title: Optional[str] = None
    artwork: Optional[Artwork] = None

    def __post_init__(self) -> None:
        check.seconds("Chapter.start", self.start)
        object.__setattr__(self, "title", tag.optional_text("Chapter.title", self.title))
        optional_artwork("Chapter.artwork", self.artwork)


def _checked(name: str, chapter: Any) -> Chapter:
    if not isinstance(chapter, Chapter):
        raise check.wrong_type(name, "a Chapter", chapter, 'write Chapter(90.0, "A Title") for instance')
    return chapter


def optional_chapters(name: str, value: Any) -> Optional[Tuple[Chapter, ...]]:
    """Returns checked chapters, sorted by start: tags of files have them in any order."""
    if value is None:
        return None
    given: Tuple[Chapter, ...] = check.list_of(name, value, _checked, "a list of Chapter")
    kept = tuple(sorted(given, key=lambda chapter: chapter.start)[:MOST])
    if kept != given:
        tag.note(name, given, kept)
    return kept


def c_chapters(chapters: Sequence[Chapter]) -> Any:
    """Returns chapters as an array of C structs, which keeps the memory alive that it points to."""
    structs: List[c.nowplaying_chapter] = [c.nowplaying_chapter(
        struct_size=ctypes.sizeof(c.nowplaying_chapter), start_us=microseconds(each.start),
        title=encode(each.title or ""), artwork_id=encode(each.artwork.id) if each.artwork else None)
        for each in chapters]
    return (c.nowplaying_chapter * len(structs))(*structs)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The chapters of a content."""
from __future__ import annotations

from typing import Any, ClassVar, Dict, Optional, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from . import _tags as tag
from ._artwork import Artwork, optional_artwork
from ._records import dataclass


@dataclass(frozen=True)
class Chapter:
    """A chapter of an episode, a book, a concert. It ends where the next begins.

    start: where it begins, in seconds from the start of the item, 0 or more.
    title: its title, repaired like that of a content; None: it has none, and surfaces show its number. At most 256
      bytes; a longer one is cut.
    artwork: its picture; None: that of the item.
    """

    start: float
    title: Optional[str] = None
    artwork: Optional[Artwork] = None

    _checks: ClassVar[Dict[str, Any]] = {**rules.CHAPTER, "artwork": optional_artwork}


def chapters(name: str, value: Any) -> Tuple[Chapter, ...]:
    """Returns checked chapters, sorted by start: tags of files have them in any order."""
    given: Tuple[Chapter, ...] = check.list_of(name, value, Chapter, hint='write Chapter(90.0, "A Title") for instance')
    return tag.note(name, given, tuple(sorted(given, key=lambda chapter: chapter.start)[:c.NOWPLAYING_MAX_CHAPTERS]))

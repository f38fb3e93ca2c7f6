# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of an item that is not generated from the header, and the functions that read its fields."""
import ctypes
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Generic, Optional, Tuple, TypeVar, Union, overload

from .. import _checks as check
from .. import _signatures as c
from .._enums import AspectRatio, Duration, MediaType
from .._library import microseconds
from . import _signatures as s
from ._enums import ContentKind
from ._library import functions
from ._reference import Reference, all_of, every, record, seconds, text

V = TypeVar("V")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class ShownChapter:
    """A chapter of an item. Texts are of foreign programs.

    index: its place among the chapters, from 0.
    start: where it begins, in seconds.
    end: where the next begins, or the item ends; None: not known.
    title: "" where there is none: count.
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


class Field(Generic[V]):
    """A field of an item, read from the library when it is needed."""

    def __init__(self, number: int, read: Callable[[Any, int], V]) -> None:
        self.number = number
        self._read = read
        self.__doc__ = c.FIELDS[number]

    @overload
    def __get__(self, item: None, owner: Any) -> "Field[V]": ...

    @overload
    def __get__(self, item: "ItemBase", owner: Any) -> V: ...

    def __get__(self, item: Optional["ItemBase"], owner: Any) -> Union["Field[V]", V]:
        return self if item is None else self._read(item._reference.handle, self.number)


def read_text(handle: int, number: int) -> Optional[str]:
    data = functions.nowplaying_surface_session_get_text(handle, number, 0)
    return None if data is None else text(data)


def read_texts(handle: int, number: int) -> Tuple[str, ...]:
    get = functions.nowplaying_surface_session_get_text
    return tuple(map(text, all_of(lambda index: get(handle, number, index))))


def read_integer(handle: int, number: int) -> Optional[int]:
    value = ctypes.c_int64()
    found = functions.nowplaying_surface_session_get_integer(handle, number, ctypes.byref(value)) == 0
    return value.value if found else None


def read_flag(handle: int, number: int) -> Optional[bool]:
    value = read_integer(handle, number)
    return None if value is None else bool(value)


def read_date(handle: int, number: int) -> Optional[datetime]:
    value = read_integer(handle, number)
    try:
        return None if value is None else _EPOCH + timedelta(seconds=value)
    except OverflowError:
        return None


def read_number(handle: int, number: int) -> Optional[float]:
    value = ctypes.c_double()
    found = functions.nowplaying_surface_session_get_number(handle, number, ctypes.byref(value)) == 0
    return value.value if found else None


class ItemBase:
    """An item without its fields."""

    __slots__ = ("_item", "_reference")

    def __init__(self, reference: Reference, item: s.nowplaying_surface_item) -> None:
        self._reference, self._item = reference, item

    @property
    def id(self) -> str:
        """The item's id: the same id means the same item, described anew. "" for players of MPRIS that give none."""
        return text(self._item.id)

    @property
    def kind(self) -> ContentKind:
        """The kind of the item. Of MPRIS, which does not say: MUSIC where there are artists or an album, else
        GENERIC."""
        return ContentKind(self._item.kind)

    @property
    def media_type(self) -> MediaType:
        """The media type, audio or video."""
        return MediaType(self._item.media_type)

    @property
    def lines(self) -> Tuple[str, str, str]:
        """The lines to show, made from the fields as the protocol says: the title; artists, show, station, and so on;
        the album. "" where there is none."""
        item = self._item
        return text(item.first_line), text(item.second_line), text(item.third_line)

    @property
    def duration(self) -> Union[float, Duration]:
        """How long the item is: seconds, greater than 0, or a Duration."""
        if self._item.duration_kind == c.NOWPLAYING_DURATION_FINITE:
            return float(self._item.duration_us) / 1e6
        return Duration(self._item.duration_kind)

    @property
    def artwork_id(self) -> str:
        """The id of the picture, for Session.artwork(): the same id means the same picture in this session. "" for
        MPRIS."""
        return text(self._item.artwork_id)

    @property
    def artwork_url(self) -> str:
        """The address of the picture, as the player gives it: "file:///…", a path, "data:…" or "https://…", or "".
        Session.artwork() reads what is on this computer."""
        return text(self._item.artwork_url)

    @property
    def animated_artwork_ids(self) -> Dict[AspectRatio, str]:
        """The ids of the animated artwork for Session.preview() and Session.video(), by aspect ratio."""
        found = {ratio: getattr(self._item, f"animated_{ratio.name.lower()}_id") for ratio in AspectRatio}
        return {ratio: text(id) for ratio, id in found.items() if id}

    @property
    def chapters(self) -> Tuple[ShownChapter, ...]:
        """Its chapters, in the order of their starts; none of MPRIS."""
        found = every(functions.nowplaying_surface_session_get_chapter, self._reference)
        ends = [seconds(each.start_us) for each in found[1:]]
        ends += [self._chapter_at(each.start_us)[1] for each in found[-1:]]
        return tuple(record(ShownChapter, each, index=index, start=each.start_us / 1e6, end=end)
                     for index, (each, end) in enumerate(zip(found, ends)))

    def chapter_at(self, position: float) -> Optional[ShownChapter]:
        """The chapter in which a position is, as of Session.snapshot(); None: there are none, or the first begins
        later."""
        index = self._chapter_at(microseconds(check.seconds("Item.chapter_at(position)", position)))[0]
        return None if index is None else self.chapters[index]

    def _chapter_at(self, position: int) -> Tuple[Optional[int], Optional[float]]:
        return self._at(functions.nowplaying_surface_session_get_chapter_at, ctypes.c_size_t, position)

    def lyrics_at(self, position: float) -> Optional[LyricsLine]:
        """The line of the lyrics that is sung at a position, as of Session.snapshot(), also of players of MPRIS; None:
        there are no lyrics in which lines have times (LRC)."""
        place = microseconds(check.seconds("Item.lyrics_at(position)", position))
        line, end = self._at(functions.nowplaying_surface_session_get_lyrics_at, ctypes.c_char_p, place)
        return None if line is None else LyricsLine(text(line), end)

    def _at(self, function: Any, kind: Any, position: int) -> Tuple[Any, Optional[float]]:
        """Returns what there is at a position, and where it ends; None where there is nothing."""
        value, end = kind(), ctypes.c_int64()
        status = function(self._reference.handle, position, ctypes.byref(value), ctypes.byref(end))
        return (None, None) if status < 0 else (value.value, seconds(end.value))

    @property
    def extra(self) -> Dict[str, str]:
        """Texts under keys of the player's own, {"cmus:stream_title": "A Song"}; at most 32."""
        handle = self._reference.handle
        keys = all_of(lambda index: functions.nowplaying_surface_session_get_extra_key(handle, index))
        return {text(key): text(functions.nowplaying_surface_session_get_extra(handle, key)) for key in keys}

    def __repr__(self) -> str:
        return f"<Item {' – '.join(filter(None, self.lines))!r}>"

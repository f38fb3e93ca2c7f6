# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of an item that is no field of the header, and the ways of reading its fields."""
import ctypes
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Generic, List, Optional, Tuple, TypeVar, Union, overload

from .. import _signatures as c
from .._enums import AspectRatio, Duration, MediaType
from . import _signatures as s
from ._enums import ContentKind
from ._library import functions
from ._reference import Reference, text

V = TypeVar("V")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_get_text = functions.nowplaying_surface_session_get_text
_get_integer = functions.nowplaying_surface_session_get_integer
_get_number = functions.nowplaying_surface_session_get_number
_get_extra = functions.nowplaying_surface_session_get_extra
_get_extra_key = functions.nowplaying_surface_session_get_extra_key


class Field(Generic[V]):
    """A field of an item, which is read when it is asked for."""

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
    data = _get_text(handle, number, 0)
    return None if data is None else text(data)


def read_texts(handle: int, number: int) -> Tuple[str, ...]:
    found: List[str] = []
    while (data := _get_text(handle, number, len(found))) is not None:
        found.append(text(data))
    return tuple(found)


def read_integer(handle: int, number: int) -> Optional[int]:
    value = ctypes.c_int64()
    return value.value if _get_integer(handle, number, ctypes.byref(value)) == 0 else None


def read_flag(handle: int, number: int) -> Optional[bool]:
    value = read_integer(handle, number)
    return None if value is None else bool(value)


def read_date(handle: int, number: int) -> Optional[datetime]:
    seconds = read_integer(handle, number)
    try:
        return None if seconds is None else _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None


def read_number(handle: int, number: int) -> Optional[float]:
    value = ctypes.c_double()
    return value.value if _get_number(handle, number, ctypes.byref(value)) == 0 else None


class ItemBase:
    """An item, without its fields."""

    __slots__ = ("_item", "_reference")

    def __init__(self, reference: Reference, item: s.nowplaying_surface_item) -> None:
        self._reference, self._item = reference, item

    @property
    def id(self) -> str:
        """The same id means the same item, described anew. "" for players of MPRIS that give none."""
        return text(self._item.id)

    @property
    def kind(self) -> ContentKind:
        """The kind of the item. Of MPRIS, which does not say: MUSIC where there are artists or an album, else
        GENERIC."""
        return ContentKind(self._item.kind)

    @property
    def media_type(self) -> MediaType:
        """Audio or video."""
        return MediaType(self._item.media_type)

    @property
    def lines(self) -> Tuple[str, str, str]:
        """The lines to show, made from the fields as the protocol says: the title; artists, show, station, and so on;
        the album. "" where there is none."""
        item = self._item
        return text(item.first_line), text(item.second_line), text(item.third_line)

    @property
    def duration(self) -> Union[float, Duration]:
        """How long it is: seconds, greater than 0, or a Duration."""
        if self._item.duration_kind == c.NOWPLAYING_DURATION_FINITE:
            return float(self._item.duration_us) / 1e6
        return Duration(self._item.duration_kind)

    @property
    def artwork_id(self) -> str:
        """For Session.artwork(): the same id is the same picture of this session. "": there is none to give."""
        return text(self._item.artwork_id)

    @property
    def artwork_url(self) -> str:
        """Of MPRIS: where the picture is, "file:///…" or "https://…", or "". Session.picture() reads a file."""
        return text(self._item.artwork_url)

    @property
    def animated_artwork_ids(self) -> Dict[AspectRatio, str]:
        """For Session.preview() and Session.video(): in which shapes there is animated artwork, under which ids."""
        found = {ratio: getattr(self._item, f"animated_{ratio.name.lower()}_id") for ratio in AspectRatio}
        return {ratio: text(id) for ratio, id in found.items() if id}

    @property
    def extra(self) -> Dict[str, str]:
        """Texts under keys of the player's own, {"cmus:stream_title": "A Song"}; at most 32."""
        handle = self._reference.handle
        found: Dict[str, str] = {}
        while (key := _get_extra_key(handle, len(found))) is not None:
            found[text(key)] = text(_get_extra(handle, key))
        return found

    def __repr__(self) -> str:
        return f"<Item {' – '.join(filter(None, self.lines))!r}>"

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The fields of a content, which players fill from tags. A tag may say anything: a value of a type that tags have is
read by the library, or left out if that is not possible, with one line in the log, so that it never costs the song.
A value of another type is a bug of the player and raises a TypeError. The README has the table."""
from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, TypeVar

from . import _checks as check
from . import _signatures as c
from ._dates import checked_date, moment
from ._library import encode, functions
from ._log import INFO, logger
from ._mapping import FrozenMapping

T = TypeVar("T")

# The most entries of a list that are kept, as in the library.
MOST_TEXTS = c.NOWPLAYING_MAX_TEXTS
# The largest integer; the library clamps in the same way.
LARGEST = 2**31 - 1
# The deepest nesting of lists, as MP4's "trkn" has it: [(3, 12)].
DEEPEST = 4
# The attributes in which objects of mutagen have their values.
PLACES = ("text", "value", "data", "count")


def note(name: str, given: object, kept: T) -> T:
    """Logs that a value was repaired or left out, if it was. Returns what is kept of it."""
    if logger.isEnabledFor(INFO) and (kept is None or kept != given):
        done = "left out" if kept is None or kept == () else f"taken as {check.shown(kept)}"
        logger.info("%s: %s was %s", name, check.shown(given), done)
    return kept


# ------------------------------------------------------------------------------------- What the library reads ------

_free = functions.nowplaying_content_free


class Scratch:
    """A content of the library that reads tags, and tells what it has read. kind: 0 when the tags decide."""

    def __init__(self, kind: int) -> None:
        self._handle = ctypes.c_void_p()
        if kind:
            functions.nowplaying_content_new(kind, b"", ctypes.byref(self._handle))
        else:
            functions.nowplaying_content_new_by_tags(b"", ctypes.byref(self._handle))

    def __del__(self) -> None:
        _free(self._handle)

    def read(self, name: bytes, value: bytes) -> int:
        """Reads a tag. Returns the number of its field, 0 for none."""
        field = ctypes.c_int32()
        functions.nowplaying_content_set_tag(self._handle, name, value, len(value), ctypes.byref(field))
        return field.value

    def read_all(self, tags: Any) -> None:
        """Reads a mapping of names and values, or pairs; None: no tags."""
        for name, value in () if tags is None else _pairs(tags):
            tag = encode(check.text("the name of a tag", name))
            try:
                self.read(tag, b"\0".join(_values(name, value)))
            except TypeError:  # an object that is neither text nor number, as mutagen has for pictures and cue sheets
                note(name, value, None)

    def say(self, *, title: Optional[str], is_live: bool, is_video: bool) -> None:
        """Sets the values that decide about the kind besides the tags."""
        if title:
            functions.nowplaying_content_set_text(self._handle, c.NOWPLAYING_FIELD_TITLE, encode(title))
        if is_live:
            functions.nowplaying_content_set_duration(self._handle, c.NOWPLAYING_DURATION_LIVE, 0)
        if is_video:
            functions.nowplaying_content_set_media_type(self._handle, c.NOWPLAYING_MEDIA_VIDEO)

    def kind(self) -> int:
        """Returns the kind that the tags mean."""
        kind = ctypes.c_int32()
        functions.nowplaying_content_get_kind(self._handle, ctypes.byref(kind))
        return kind.value

    def fields(self, numbers: Mapping[str, int]) -> Dict[str, Any]:
        """Returns the fields that the tags have set, by name."""
        return {name: value for name, number in numbers.items() if (value := self.field(number)) is not None}

    def field(self, number: int) -> Any:
        """Returns the value of a field in the form of a content; None when there is none."""
        if number < 200:
            texts = list(self._texts(number, MOST_TEXTS if number >= 100 else 1))
            return None if not texts else tuple(texts) if number >= 100 else texts[0]
        place: Any = ctypes.c_int64() if number < 300 else ctypes.c_double()
        get = "nowplaying_content_get_integer" if number < 300 else "nowplaying_content_get_number"
        if functions.unchecked(get)(self._handle, number, ctypes.byref(place)) < 0:
            return None
        if number in c.DATES:
            return moment(place.value)
        return bool(place.value) if number in c.FLAGS else place.value

    def _texts(self, number: int, most: int) -> Iterable[str]:
        get, room = functions.unchecked("nowplaying_content_get_text"), c.NOWPLAYING_MAX_LYRICS_BYTES + 1
        text = ctypes.create_string_buffer(room)
        for index in range(most):
            if get(self._handle, number, ctypes.c_size_t(index), text, ctypes.c_size_t(room)) < 0:
                return
            yield text.value.decode()


def _read(name: bytes, number: int, values: Sequence[bytes]) -> Any:
    """Returns the field that the library reads from the values of a tag."""
    scratch = Scratch(c.NOWPLAYING_CONTENT_MUSIC)
    scratch.read(name, b"\0".join(values))
    return scratch.field(number)


# ------------------------------------------------------------------------------------------- Types of Python -------

def _is_text(value: Any) -> bool:
    return isinstance(value, (str, bytes, bytearray, memoryview))


def _is_plain(value: Any) -> bool:
    """Returns whether the library accepts a text unchanged."""
    return isinstance(value, str) and "\0" not in value and not any("\ud800" <= each <= "\udfff" for each in value)


def _text(value: Any) -> Optional[bytes]:
    """Returns a text or a number as the bytes of a tag; None for a number that is not finite, and for another type."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    if _is_text(value):
        return bytes(value)
    try:
        return str(int(value) if float(value) == int(value) else value).encode()
    except (OverflowError, TypeError, ValueError):  # infinity, NaN, more digits than Python writes
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) or hasattr(type(value), "__float__") and not hasattr(type(value), "__len__")


def _is_line(entry: Any) -> bool:
    return isinstance(entry, tuple) and tuple(map(type, entry)) == (str, int) and 0 <= entry[1] <= LARGEST


def _lines(timed: Any) -> bytes:
    """Returns lyrics with times as LRC, from mutagen's pairs of text and milliseconds."""
    return b"\n".join(f"[{ms // 60000:02}:{ms // 1000 % 60:02}.{ms % 1000:03}]".encode() + (_text(text) or b"").strip()
                      for text, ms in timed)


def _values(name: str, value: Any, wanted: str = "a str", depth: int = 0) -> List[bytes]:
    """Returns the values of a tag, for the types of mutagen, tinytag, GStreamer and others. Raises an error for another
    type.

    wanted: what there may be, for the error.
    """
    if value is None:
        return []
    if hasattr(value, "rating") and hasattr(value, "email"):
        return [f"{value.email} rating={value.rating}".encode()]
    inner = next((each for each in map(lambda place: getattr(value, place, None), PLACES)
                  if each is not None and not callable(each)), None)
    if inner is not None and not _is_text(value):
        return _values(name, inner, wanted, depth + 1) if depth < DEEPEST else []
    if _is_text(value) or _is_number(value):
        text = _text(value)
        return [text] if text else []
    if hasattr(value, "isoformat"):  # a date
        return [value.isoformat().encode()]
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        if wanted != "a str":
            raise check.wrong_type(name, wanted, value)
        check.text(name, value)  # raises
    entries = list(islice(value, 2 * MOST_TEXTS))
    if entries and all(map(_is_line, entries)):
        return [_lines(entries)]
    if isinstance(value, tuple) and len(entries) == 2 and all(type(each) is int and 0 <= each <= LARGEST
                                                              for each in entries):
        return [b"%d/%d" % value]
    if depth >= DEEPEST:
        return []
    found = (_values(f"{name}[{i}]", each, "a str", depth + 1) for i, each in enumerate(entries))
    return [each for values in found for each in values]


def _read_as(tag: bytes, number: int, wanted: str, is_right: Callable[[Any], bool]) -> Callable[[str, Any], Any]:
    """Returns a check for fields of one type: a right value is kept, and the library reads what a tag may have
    instead."""
    def optional(name: str, value: Any) -> Any:
        if value is None or is_right(value):
            return value
        if wanted == "a str" and isinstance(value, bool):
            raise check.wrong_type(name, wanted, value)
        return note(name, value, _read(tag, number, _values(name, value, wanted)))
    return optional


optional_text = _read_as(b"title", c.NOWPLAYING_FIELD_TITLE, "a str", _is_plain)


def some_or_no_text(name: str, value: Any) -> str:
    """Checks a text; returns "" for None."""
    return optional_text(name, value) or ""


# Checks a number of 0 or more, such as 3 from "3/12".
optional_integer = _read_as(b"play-count", c.NOWPLAYING_FIELD_PLAY_COUNT, "an int",
                            lambda value: type(value) is int and 0 <= value <= LARGEST)
optional_flag = _read_as(b"explicit", c.NOWPLAYING_FIELD_EXPLICIT, "True or False",
                         lambda value: isinstance(value, bool))
# Checks a number from 0.0 to 1.0. A text may name its scale: "4/5", "80 %". A greater number without a scale has no
# meaning.
optional_rating = _read_as(b"rating", c.NOWPLAYING_FIELD_USER_RATING, "a number",
                           lambda value: isinstance(value, (int, float)) and 0.0 <= value <= 1.0)


def optional_texts(name: str, value: Any) -> Any:
    """Checks a list of texts; a single text is a list of one."""
    if value is None or _is_plain(value):
        return value
    is_list = isinstance(value, (list, tuple))
    if is_list and len(value) <= MOST_TEXTS and all(_is_plain(each) and each for each in value):
        return tuple(value)
    # Only NUL separates comments.
    kept = _read(b"comments", c.NOWPLAYING_FIELD_COMMENTS, _values(name, value, "a str or a list of str"))
    if _is_text(value) or _is_number(value):
        kept = kept[0] if kept and len(kept) == 1 else kept
    return note(name, value, () if kept is None and is_list else kept)


def optional_date(name: str, value: Any) -> Any:
    """Checks a date, or a text that contains one."""
    if value is None or isinstance(value, str) and not value:
        return None
    if not _is_text(value) and not _is_number(value) and not isinstance(value, (list, tuple)):
        return checked_date(name, value)
    text: Any = value if _is_plain(value) else _read(b"title", c.NOWPLAYING_FIELD_TITLE, _values(name, value)[:1])
    is_date = text and Scratch(c.NOWPLAYING_CONTENT_MUSIC).read(b"release-date", text.encode())
    return note(name, value, text if is_date else None)


def extra(name: str, value: Any) -> FrozenMapping[str, str]:
    """Checks texts under keys that the player adds. The library decides which keys are legal."""
    kept = {}
    hint = 'write {"player:key": "a text"} for instance'
    for key, given in check.instance(name, value, Mapping, hint, "a dict").items():
        text = optional_text(f"{name}[{check.text(f'{name}: a key', key)!r}]", given)
        if text:
            kept[key] = text
    return FrozenMapping(kept)


CHECKS: Sequence[Callable[[str, Any], Any]] = (optional_text, optional_texts, optional_integer, optional_rating)


# ------------------------------------------------------------------------------------------- Tags of a file --------

def _pairs(tags: Any) -> List[Tuple[Any, Any]]:
    """Returns tags as pairs of a name and a value."""
    try:
        pairs = list(tags.items() if hasattr(tags, "items") else tags)
        if any(isinstance(each, (str, bytes)) for each in (tags, *pairs)):
            raise TypeError("a text is no pair")
        return [(name, value) for name, value in pairs]
    except (TypeError, ValueError) as error:
        raise TypeError(f"tags must be a dict or pairs of a name and a value, not {tags!r:.60}") from error

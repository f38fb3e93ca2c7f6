# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes content handles and structs of the library."""
import ctypes
from typing import Any, Callable, Sequence

from . import _signatures as c
from ._content import Content
from ._dates import unix_seconds
from ._enums import Duration
from ._library import encode, functions, microseconds

_new, _set_text = map(functions.unchecked, ("nowplaying_content_new", "nowplaying_content_set_text"))
free = functions.unchecked("nowplaying_content_free")
_check, _handle, _reference = functions.check, ctypes.c_void_p, ctypes.byref


def make(content: Content) -> ctypes.c_void_p:
    """Returns a handle that describes a content. Give it to free()."""
    made = _handle()
    values, numbers = content.__dict__, content._numbers
    # The defaults of the class equal those of the library, so only given values are set.
    status = _new(content.kind, encode(values.get("id") or ""), _reference(made))
    if status < 0:
        _check(status, _new)
    try:
        for name, value in values.items():
            if value is not None:
                number = numbers.get(name)
                if number is None:
                    if name != "id":
                        _set_own(made, name, value)
                elif isinstance(value, str):
                    if value:
                        status = _set_text(made, number, value.encode() if value.isascii() else encode(value))
                        if status < 0:
                            _check(status, _set_text)
                else:
                    _set(made, number, value)
    except BaseException:
        free(made)
        raise
    return made


def _set_own(handle: ctypes.c_void_p, name: str, value: Any) -> None:
    """Sets a value that is not a field of the header."""
    if name == "duration":
        is_kind = isinstance(value, Duration)
        kind, length = (value, 0) if is_kind else (c.NOWPLAYING_DURATION_FINITE, microseconds(value))
        functions.nowplaying_content_set_duration(handle, kind, length)
    elif name == "media_type":
        functions.nowplaying_content_set_media_type(handle, value)
    elif name == "artwork":
        functions.nowplaying_content_set_artwork(handle, encode(value.id))
    elif name == "animated_artwork":
        for ratio, video in value.items():
            functions.nowplaying_content_set_animated_artwork(handle, ratio, encode(video.id))
    elif name == "extra":
        for key, text in value.items():
            functions.nowplaying_content_set_extra(handle, encode(key), encode(text))
    elif name == "chapters":
        array = c_array(
            c.nowplaying_chapter, value, start_us=lambda each: microseconds(each.start),
            artwork_id=lambda each: encode(each.artwork.id) if each.artwork else None)
        functions.nowplaying_content_set_chapters(handle, array, len(array))


def _set(handle: ctypes.c_void_p, number: int, value: Any) -> None:
    """Sets a field whose value is not a text. The number of a field tells the type of its values: each type has a
    hundred numbers."""
    if number < 200:
        texts = [encode(text) for text in value]
        functions.nowplaying_content_set_texts(handle, number, (ctypes.c_char_p * len(texts))(*texts), len(texts))
    elif number < 300:
        functions.nowplaying_content_set_integer(handle, number, unix_seconds(value) if number in c.DATES else value)
    else:
        functions.nowplaying_content_set_number(handle, number, value)


# The numbers of a struct that stand for None.
_UNKNOWN = {ctypes.c_int64: c.NOWPLAYING_TIME_UNKNOWN, ctypes.c_double: -1.0}


def c_array(struct: Any, records: Sequence[Any], **own: Callable[[Any], Any]) -> Any:
    """Returns records as an array of C structs, which keeps the memory alive that it points to. A member of a struct is
    computed from the record by the function of its name in `own`; else it is the record's field of its name, converted
    to C; else 0."""
    array = (struct * len(records))()
    for place, record in zip(array, records):
        place.struct_size = ctypes.sizeof(struct)
        for name, kind in struct._fields_[1:]:
            value: Any = own[name](record) if name in own else getattr(record, name, 0)
            if value is None:
                value = _UNKNOWN.get(kind)
            elif isinstance(value, str):
                value = encode(value)
            elif kind is ctypes.c_int64 and name not in own:
                value = unix_seconds(value)
            if value:
                setattr(place, name, value)
    return array

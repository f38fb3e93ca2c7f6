# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes content handles of the library."""
import ctypes
from typing import Any

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
        if isinstance(value, Duration):
            functions.nowplaying_content_set_duration(handle, value, 0)
        else:
            functions.nowplaying_content_set_duration(handle, c.NOWPLAYING_DURATION_FINITE, microseconds(value))
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
        from ._chapters import c_chapters
        array = c_chapters(value)
        functions.nowplaying_content_set_chapters(handle, array, len(array))


def _set(handle: ctypes.c_void_p, number: int, value: Any) -> None:
    """Sets a field of the header. Its number determines its type."""
    if number < 200:
        texts = [encode(text) for text in value]
        functions.nowplaying_content_set_texts(handle, number, (ctypes.c_char_p * len(texts))(*texts), len(texts))
    elif number < 300:
        functions.nowplaying_content_set_integer(handle, number, unix_seconds(value) if number in c.DATES else value)
    else:
        functions.nowplaying_content_set_number(handle, number, value)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the library's contents."""
import ctypes
from typing import Any

from . import _signatures as c
from ._content import Content
from ._dates import unix_seconds
from ._enums import Duration
from ._library import encode, functions, microseconds

_new, _set_text = functions.nowplaying_content_new, functions.nowplaying_content_set_text
free = functions.nowplaying_content_free


def make(content: Content) -> int:
    """A handle that describes a content; give it to free()."""
    made = ctypes.c_void_p()
    values, numbers = content.__dict__, content._numbers
    # The defaults of the class are those of the library, so that given values alone are set.
    _new(content.kind, encode(values.get("id") or ""), ctypes.byref(made))
    handle: int = made.value or 0
    try:
        for name, value in values.items():
            if value is not None:
                number = numbers.get(name)
                if number is None:
                    _set_own(handle, name, value)
                elif isinstance(value, str):
                    if value:
                        _set_text(handle, number, encode(value))
                else:
                    _set(handle, number, value)
    except BaseException:
        free(handle)
        raise
    return handle


def _set_own(handle: int, name: str, value: Any) -> None:
    """Sets a property that is no field of the header."""
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


def _set(handle: int, number: int, value: Any) -> None:
    """Sets a field of the header, whose number says its type."""
    if number < 200:
        texts = [encode(text) for text in value]
        functions.nowplaying_content_set_texts(handle, number, (ctypes.c_char_p * len(texts))(*texts), len(texts))
    elif number < 300:
        functions.nowplaying_content_set_integer(handle, number, unix_seconds(value) if number in c.DATES else value)
    else:
        functions.nowplaying_content_set_number(handle, number, value)

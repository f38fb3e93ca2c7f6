# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Makes the library's content from tags, and reads it field by field."""
import ctypes
from datetime import datetime, timedelta

import field
from testkit import ABI

CONSTANTS = {each["name"]: each["value"] for each in ABI["headers"][0]["constants"]}
FIELDS = {name.removeprefix("NOWPLAYING_FIELD_").lower(): number for name, number in CONSTANTS.items()
          if name.startswith("NOWPLAYING_FIELD_")}
DATES = ("release_date", "first_played", "last_played")
LARGEST = CONSTANTS["NOWPLAYING_MAX_LYRICS_BYTES"] + 1


class Library:
    def __init__(self, build):
        self.functions = ctypes.CDLL(str(field.library(build)))
        self.text = ctypes.create_string_buffer(LARGEST)

    def content_of(self, pairs, kind="MUSIC"):
        """Returns the fields that a content has after its tags were set."""
        call, handle = self.functions, ctypes.c_void_p()
        assert call.nowplaying_content_new(CONSTANTS[f"NOWPLAYING_CONTENT_{kind}"], b"id", ctypes.byref(handle)) == 0
        try:
            for name, value in pairs:
                name = name.encode(errors="surrogateescape")
                assert call.nowplaying_content_set_tag(handle, name, value, ctypes.c_size_t(len(value)), None) == 0
            found = {name: self.field(handle, name, number) for name, number in FIELDS.items()}
            return {name: value for name, value in found.items() if value is not None}
        finally:
            call.nowplaying_content_free(handle)

    def field(self, handle, name, number):
        if number < 100:
            return self.text_of(handle, number, 0)
        if number < 200:
            texts = iter(range(CONSTANTS["NOWPLAYING_MAX_TEXTS"]))
            found = [text for index in texts if (text := self.text_of(handle, number, index)) is not None]
            return found or None
        value, get = ((ctypes.c_int64(), self.functions.nowplaying_content_get_integer) if number < 300 else
                      (ctypes.c_double(), self.functions.nowplaying_content_get_number))
        if get(handle, number, ctypes.byref(value)) != 0:
            return None
        if name in DATES:
            return (datetime(1970, 1, 1) + timedelta(seconds=value.value)).isoformat()
        return round(value.value, 6)

    def text_of(self, handle, number, index):
        status = self.functions.nowplaying_content_get_text(handle, number, ctypes.c_size_t(index), self.text,
                                                            ctypes.c_size_t(LARGEST))
        return self.text.value.decode() if status == 0 else None

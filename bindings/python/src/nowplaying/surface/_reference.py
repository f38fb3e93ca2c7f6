# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The library's references to sessions."""
from ._library import functions


class Reference:
    """A reference to one of the library's sessions, given back with this object, on whichever thread."""

    __slots__ = ("handle",)

    _unref = functions.nowplaying_surface_session_unref

    def __init__(self, handle: int) -> None:
        """Takes over a reference."""
        self.handle = handle

    def __del__(self) -> None:
        self._unref(self.handle)


def text(data: bytes) -> str:
    """A text of the library, which is UTF-8."""
    return data.decode("utf-8", "replace")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""References to the library's sessions, and functions that read them."""
import ctypes
from typing import Any, List, Type

from ._library import functions


class Reference:
    """A reference to a session of the library, released with this object on any thread."""

    __slots__ = ("handle",)

    _unref = functions.nowplaying_surface_session_unref

    def __init__(self, handle: int) -> None:
        """Takes ownership of a reference."""
        self.handle = handle

    def __del__(self) -> None:
        self._unref(self.handle)


def text(data: bytes) -> str:
    """Returns a text from the library, which is UTF-8."""
    return data.decode("utf-8", "replace")


def filled(function: Any, struct: Type[Any], reference: Reference, *index: int) -> Any:
    """Returns the struct that a function of the library fills; None if there is none."""
    place = struct(struct_size=ctypes.sizeof(struct))
    return place if function(reference.handle, *index, ctypes.byref(place)) == 0 else None


def every(function: Any, struct: Type[Any], reference: Reference) -> List[Any]:
    """Returns all structs that a function of the library gives by index."""
    found: List[Any] = []
    while (each := filled(function, struct, reference, len(found))) is not None:
        found.append(each)
    return found

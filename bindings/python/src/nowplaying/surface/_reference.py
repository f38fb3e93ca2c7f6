# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The library's references to sessions, and what it has of them."""
import ctypes
from typing import Any, List, Type

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


def filled(function: Any, struct: Type[Any], reference: Reference, *index: int) -> Any:
    """The struct that a function of the library fills; None if it has nothing."""
    place = struct(struct_size=ctypes.sizeof(struct))
    return place if function(reference.handle, *index, ctypes.byref(place)) == 0 else None


def every(function: Any, struct: Type[Any], reference: Reference) -> List[Any]:
    """The structs that a function of the library has, each by its index."""
    found: List[Any] = []
    while (each := filled(function, struct, reference, len(found))) is not None:
        found.append(each)
    return found

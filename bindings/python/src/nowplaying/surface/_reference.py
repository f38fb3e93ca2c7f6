# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""References to the library's sessions, and functions that read them."""
import ctypes
from typing import Any, Callable, List, Optional, Type, TypeVar

from .. import _signatures as c
from ._library import functions

T = TypeVar("T")
N = TypeVar("N", int, float)


class Reference:
    """A reference to a session of the library, released with this object on any thread."""

    __slots__ = ("handle",)

    _unref = functions.nowplaying_surface_session_unref

    def __init__(self, handle: int) -> None:
        """Takes ownership of a reference."""
        self.handle = handle

    def __del__(self) -> None:
        self._unref(self.handle)


def text(data: Optional[bytes]) -> str:
    """Returns a text from the library, which is UTF-8; "" for none."""
    return (data or b"").decode("utf-8", "replace")


def seconds(time: int) -> Optional[float]:
    """Returns a time of the library in seconds; None if it is not known."""
    return None if time == c.NOWPLAYING_TIME_UNKNOWN else time / 1e6


def known(number: N) -> Optional[N]:
    """Returns a number of the library; None for a negative one, which stands for none."""
    return number if number >= 0 else None


def all_of(get: Callable[[int], Any]) -> List[Any]:
    """Returns all that a function gives by index, until it gives None."""
    found: List[Any] = []
    while (each := get(len(found))) is not None:
        found.append(each)
    return found


def filled(function: Any, reference: Reference, *arguments: int) -> Any:
    """Returns the struct that a function of the library fills; None if there is none."""
    struct = function.argtypes[-1]._type_
    place = struct(ctypes.sizeof(struct))
    return place if function(reference.handle, *arguments, ctypes.byref(place)) == 0 else None


def every(function: Any, reference: Reference) -> List[Any]:
    """Returns all structs that a function of the library gives by index."""
    return all_of(lambda index: filled(function, reference, index))


def record(kind: Type[T], struct: Any, /, **values: object) -> T:
    """Returns a record with the texts and numbers of a struct, and `values` where it has another type or name there.
    They are of a foreign player: the checks that would blame this program are left out."""
    made = object.__new__(kind)
    for name in kind.__annotations__:
        if name not in values:
            value = getattr(struct, name)
            values[name] = value if isinstance(value, (int, float)) else text(value)
    made.__dict__.update(values)
    return made

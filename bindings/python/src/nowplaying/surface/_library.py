# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Loads libnowplaying-surface, and reads its sessions."""
import ctypes
from datetime import datetime
from itertools import count, takewhile
from typing import Any, Callable, List, Optional, Tuple, Type, TypeVar

from .. import _signatures as c
from .._dates import moment
from .._library import Library, text
from . import _signatures as s

T = TypeVar("T")
N = TypeVar("N", int, float)

# The functions that release the interpreter lock, as in the other library.
RELEASING = frozenset({"nowplaying_surface_new", "nowplaying_surface_free", "nowplaying_surface_dispatch"})

# Functions that only tell whether a session has the requested part.
GETTERS = frozenset(name for name in s.FUNCTIONS if name.startswith("nowplaying_surface_session_get_"))


def python_name(function: str) -> str:
    """Returns this package's name for a function of the library: Session.send for nowplaying_surface_send_command."""
    rest = function[len("nowplaying_surface_"):]
    names = {"new": "Surface", "get_fd": "Surface.fileno", "send_command": "Session.send",
             "set_volume": "Session.set_volume", "raise": "Session.raise_window", "queue_go_to": "Session.go_to",
             "queue_add": "Session.add_to_queue", "queue_remove": "Session.remove_from_queue"}
    owner = "Session" if s.nowplaying_surface_done in s.FUNCTIONS[function][1] else "Surface"
    return names.get(rest, f"{owner}.{rest[len('get_'):] if rest.startswith(('get_', 'set_')) else rest}")


functions: Any = Library("libnowplaying-surface", "nowplaying_surface_", s.FUNCTIONS, s.CHECKED - GETTERS, RELEASING,
                         python_name)


class Reference:
    """A reference to a session of the library, released with this object on any thread."""

    __slots__ = ("handle",)

    _unref = functions.nowplaying_surface_session_unref

    def __init__(self, handle: int) -> None:
        """Takes ownership of a reference."""
        self.handle = handle

    def __del__(self) -> None:
        self._unref(self.handle)


def seconds(time: int) -> Optional[float]:
    """Returns a time of the library in seconds; None if it is not known."""
    return None if time == c.NOWPLAYING_TIME_UNKNOWN else time / 1e6


def known(number: N) -> Optional[N]:
    """Returns a number of the library; None for a negative one, which stands for none."""
    return number if number >= 0 else None


def all_of(get: Callable[[int], Any]) -> List[Any]:
    """Returns all that a function gives by index, until it gives None."""
    return list(takewhile(lambda each: each is not None, map(get, count())))


def filled(function: Any, reference: Reference, *arguments: int) -> Optional[Any]:
    """Returns the struct or the number that a function of the library fills; None if there is none."""
    kind = function.argtypes[-1]._type_
    is_struct = issubclass(kind, ctypes.Structure)
    place = kind(ctypes.sizeof(kind)) if is_struct else kind()
    if function(reference.handle, *arguments, ctypes.byref(place)) != 0:
        return None
    return place if is_struct else place.value


def every(function: Any, reference: Reference) -> List[Any]:
    """Returns all structs that a function of the library gives by index."""
    return all_of(lambda index: filled(function, reference, index))


def record(kind: Type[T], struct: Any, /, **values: object) -> T:
    """Returns a record with the texts and numbers of a struct. A number gets the type of the default of its field.

    values: the fields that the struct has in another type, or under another name.

    The values come from a foreign player, so that the checks of the record, which would blame this program, are left
    out.
    """
    made = object.__new__(kind)
    for name in getattr(kind, "__dataclass_fields__"):
        if name not in values:
            value, default = getattr(struct, name), getattr(kind, name, None)
            convert: Any = text if not isinstance(value, (int, float)) else type(value if default is None else default)
            values[name] = convert(value)
    made.__dict__.update(values)
    return made


def read_text(reference: Reference, number: int) -> Optional[str]:
    data = functions.nowplaying_surface_session_get_text(reference.handle, number, 0)
    return None if data is None else text(data)


def read_texts(reference: Reference, number: int) -> Tuple[str, ...]:
    get, handle = functions.nowplaying_surface_session_get_text, reference.handle
    return tuple(map(text, all_of(lambda index: get(handle, number, index))))


def read_integer(reference: Reference, number: int) -> Optional[int]:
    return filled(functions.nowplaying_surface_session_get_integer, reference, number)


def read_flag(reference: Reference, number: int) -> Optional[bool]:
    value = read_integer(reference, number)
    return None if value is None else bool(value)


def read_date(reference: Reference, number: int) -> Optional[datetime]:
    value = read_integer(reference, number)
    return None if value is None else moment(value)


def read_number(reference: Reference, number: int) -> Optional[float]:
    return filled(functions.nowplaying_surface_session_get_number, reference, number)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds the libraries, loads them, and gives their functions their signatures."""
from __future__ import annotations

import ctypes
import os
import re
import threading
from typing import Any, Callable, Dict, FrozenSet, Iterable, Optional, Tuple

from . import _signatures as c
from ._enums import Status
from ._errors import NowPlayingError

# The longest time in seconds: 285,000 years.
LONGEST = 9e12

# The functions that wait, access files, do much work or call back: they release the interpreter lock meanwhile. All
# others take a microsecond or less, so that releasing and taking the lock would cost more.
RELEASING = frozenset({
    "nowplaying_app_new", "nowplaying_app_free", "nowplaying_app_dispatch", "nowplaying_app_set_playlists",
    "nowplaying_session_free", "nowplaying_session_set_queue", "nowplaying_session_provide_artwork_data",
    "nowplaying_session_provide_artwork_file", "nowplaying_session_provide_artwork_url",
    "nowplaying_request_complete_artwork_data", "nowplaying_request_complete_artwork_file",
    "nowplaying_request_complete_artwork_url", "nowplaying_request_complete_video_data",
    "nowplaying_request_complete_video_file", "nowplaying_request_complete_video_url"})

# Held during calls that do not wait, so that no other thread frees the handle; and during fork(), so that the child
# inherits no half-finished call of another thread.
lock = threading.RLock()
lock_is_mine: Callable[[], bool] = getattr(lock, "_is_owned")  # without a public name; threading.Condition uses it
os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)


def python_name(function: str) -> str:
    """Returns this package's name for a function of the library: Session.volume for nowplaying_session_set_volume."""
    _, subject, rest = function.split("_", 2)
    rest = re.sub("^[gs]et_|(?<=^provide_artwork)_.*", "", rest)
    if rest.startswith("complete_"):  # answered by an Artwork, or a Video
        return rest.split("_")[1].capitalize()
    subject = subject.capitalize()
    return {"new": subject, "fd": "App.fileno", "commit": "Session.update"}.get(rest, f"{subject}.{rest}")


def in_python(line: str) -> str:
    """Returns a sentence of the library, which is written for C, in the words of this package."""
    line = line.replace(" (it returned 1, which is NOWPLAYING_PENDING)", "")
    line = re.sub(r"\bnowplaying_(?:app|session|request|content)_\w+(?=\(\))",
                  lambda found: python_name(found[0]), line)
    line = re.sub(r"\bcallback (?=select_track\b)", "handler on_", line)
    return re.sub(r"\b(elapsed|timestamp|duration|seekable_start|seekable_end)_us\b",
                  lambda found: "position" if found[1] == "elapsed" else found[1], line)


class Library:
    """The functions of a library as attributes.

    name: "libnowplaying".
    prefix: of the functions that every library has: its version, and what its errors are.
    table, checked: from the signatures.
    releasing: the functions that let other Python threads run meanwhile.
    rename: gives the name of a function in this package.
    """

    def __init__(self, name: str, prefix: str, table: Dict[str, Tuple[Any, Tuple[Any, ...]]],
                 checked: FrozenSet[str], releasing: FrozenSet[str], rename: Callable[[str], str]) -> None:
        self._prefix, self._rename = prefix, rename
        variable = "NOWPLAYING_LIBRARY" if name == "libnowplaying" else "NOWPLAYING_SURFACE_LIBRARY"
        # The library that the environment names, else the wheel's, else the system's.
        soname = f"{name}.so.{c.NOWPLAYING_VERSION_MAJOR}"
        bundled = os.path.join(os.path.dirname(__file__), soname)
        path = os.environ.get(variable) or (bundled if os.path.exists(bundled) else soname)
        try:
            letting, holding = ctypes.CDLL(path), ctypes.PyDLL(path)
        except OSError as error:
            raise ImportError(f"{name} cannot be loaded ({error}): install {name}, "
                              f"or set {variable} to its path.") from error
        version = getattr(holding, f"{prefix}version", None)
        if version is None:
            raise ImportError(f"{path} is no {name}: set {variable} to the path of {soname}, or to none.")
        if version() < c.NOWPLAYING_VERSION:
            raise ImportError(f"{path} is older than this package: install {name} {c.VERSION} or newer.")
        self._holding, self._letting = holding, letting
        self._table, self._checked, self._releasing = table, checked, releasing

    def unchecked(self, name: str) -> Any:
        """Returns a function for the calls of each commit. It converts arguments by their own types, so handles must be
        c_void_p, and its status must be given to check()."""
        function = self._holding[name]
        function.restype = self._table[name][0]
        return function

    def check(self, status: int, function: Any) -> None:
        """Raises the error of an unchecked function, if it failed."""
        if status and status < 0:
            self._raise_error(status, function, ())

    def _raise_error(self, status: int, function: Any, _arguments: Any) -> int:
        if status < 0:
            last, general = (getattr(self, f"{self._prefix}{name}") for name in ("last_error", "strerror"))
            words = text(last() or general(status))
            name: str = function.__name__
            words = words[len(name):].lstrip(": ") if words.startswith(name) else words
            raise NowPlayingError(f"{self._rename(name)}: {in_python(words)}", status)
        return status

    def __getattr__(self, name: str) -> Any:
        """A function that is used for the first time: a player uses a third of them."""
        if name not in self.__dict__.get("_table", ()):
            raise AttributeError(name)
        function: Any = (self._letting if name in self._releasing else self._holding)[name]
        function.restype, function.argtypes = self._table[name]
        if name in self._checked:
            function.errcheck = self._raise_error
        setattr(self, name, function)
        return function


functions = Library("libnowplaying", "nowplaying_", c.FUNCTIONS, c.CHECKED, RELEASING, python_name)


def library_version() -> str:
    """Returns the version of the loaded library."""
    return text(functions.nowplaying_version_string())


def encode(text: str) -> bytes:
    """Returns a C string. The library repairs invalid text in it."""
    return text.encode("utf-8", "surrogatepass").replace(b"\0", b"\xef\xbf\xbd")


def text(data: Optional[bytes]) -> str:
    """Returns a text from the library, which is UTF-8; "" for none."""
    return (data or b"").decode("utf-8", "replace")


def is_id(id: str, given: bytes) -> bool:
    """Returns whether an id from the library is this id; the library shortens long ids."""
    whole = encode(id)
    return whole == given or len(whole) > c.NOWPLAYING_MAX_ID_BYTES and bool(given) and whole.startswith(given)


def own_id(things: Iterable[Any], given: bytes, gone: str) -> str:
    """Returns the package's own id for an id from the library. gone: the error text when no object has it."""
    for each in things:
        if is_id(each.id, given):
            return str(each.id)
    raise NowPlayingError(gone, Status.NO_SUCH_CONTENT)


def microseconds(seconds: float) -> int:
    """Returns seconds as the library's microseconds, within what 64 bits have room for."""
    return round(max(-LONGEST, min(float(seconds), LONGEST)) * 1e6)

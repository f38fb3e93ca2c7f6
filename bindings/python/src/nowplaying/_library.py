# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Finds libnowplaying, loads it, and gives its functions their signatures."""
import ctypes
import os
import threading
from pathlib import Path
from typing import Any, Callable

from . import _signatures as c
from ._errors import NowPlayingError

SONAME = f"libnowplaying.so.{c.NOWPLAYING_VERSION_MAJOR}"

# Calls that wait, do file or much work, or call back: they let other Python threads run meanwhile. All others are
# over in a microsecond or less, so that handing the interpreter lock over and fetching it back would cost more.
RELEASING = frozenset({
    "nowplaying_app_new",
    "nowplaying_app_free",
    "nowplaying_app_dispatch",
    "nowplaying_session_free",
    "nowplaying_request_complete_artwork_data",
    "nowplaying_request_complete_artwork_file",
    "nowplaying_request_complete_artwork_url",
    "nowplaying_request_complete_video_data",
    "nowplaying_request_complete_video_file",
    "nowplaying_request_complete_video_url",
})

# Held while a handle is in use by a call that does not wait, so that no other thread frees it meanwhile; and during
# fork(), so that no thread of the parent leaves a call half done in the child.
lock = threading.RLock()
lock_is_mine: Callable[[], bool] = getattr(lock, "_is_owned")  # without a public name; threading.Condition uses it
os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release)


def _path() -> str:
    """The library named by the environment, else the one that the wheel carries, else the system's."""
    bundled = Path(__file__).with_name(SONAME)
    return os.environ.get("NOWPLAYING_LIBRARY") or (str(bundled) if bundled.exists() else SONAME)


def python_name(function: str) -> str:
    """What a function of the library is called here: nowplaying_session_set_volume is Session.volume."""
    _, subject, rest = function.split("_", 2)
    for prefix in ("set_", "get_"):
        rest = rest[len(prefix):] if rest.startswith(prefix) else rest
    if rest.startswith("complete_"):  # answered by an Artwork, or a Video
        return rest.split("_")[1].capitalize()
    subject = subject.capitalize()
    return {"new": subject, "fd": "App.fileno", "commit": "Session.update"}.get(rest, f"{subject}.{rest}")


def _raise_error(status: int, function: Any, _arguments: Any) -> int:
    if status < 0:
        message = functions.nowplaying_last_error() or functions.nowplaying_strerror(status)
        text = message.decode("utf-8", "replace")
        name: str = function.__name__
        text = text[len(name):].lstrip(": ") if text.startswith(name) else text
        raise NowPlayingError(f"{python_name(name)}: {text}", status)
    return status


class _Functions:
    """The functions of the library as attributes."""

    def __init__(self, path: str) -> None:
        try:
            releasing, holding = ctypes.CDLL(path), ctypes.PyDLL(path)
        except OSError as error:
            raise ImportError(
                f"libnowplaying cannot be loaded ({error}): install libnowplaying, "
                "or set NOWPLAYING_LIBRARY to its path.") from error
        if not hasattr(holding, "nowplaying_version") or holding.nowplaying_version() < c.NOWPLAYING_VERSION:
            raise ImportError(f"{path} is older than this package: install libnowplaying {c.VERSION} or newer.")
        for name, (result, arguments) in c.FUNCTIONS.items():
            function = getattr(releasing if name in RELEASING else holding, name, None)
            if function is None:
                raise ImportError(f"{path} has no function {name}: install version {c.VERSION} or newer.")
            function.restype, function.argtypes = result, arguments
            if name in c.CHECKED:
                function.errcheck = _raise_error
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


functions = _Functions(_path())


def library_version() -> str:
    """The version of the library that is loaded."""
    version: bytes = functions.nowplaying_version_string()
    return version.decode()


def encode(text: str) -> bytes:
    """A C string. What is no legal text in it, the library repairs."""
    data = text.encode("utf-8", "surrogatepass")
    return data.replace(b"\0", b"\xef\xbf\xbd") if b"\0" in data else data


def is_id(id: str, given: bytes) -> bool:
    """Whether the library means this id, of which it has cut off what is over-long."""
    whole = encode(id)
    return whole == given or len(whole) > c.NOWPLAYING_MAX_ID_BYTES and bool(given) and whole.startswith(given)


def microseconds(seconds: float) -> int:
    """Seconds as the library wants them."""
    return round(float(seconds) * 1e6)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Loads libnowplaying-surface."""
from typing import Any

from .._library import Library
from . import _signatures as s

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

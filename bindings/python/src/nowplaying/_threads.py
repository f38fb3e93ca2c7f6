# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Keeps the Python thread state of a thread that Python did not start, such as the library's.

ctypes makes a thread state for each call that comes from such a thread, and drops it afterwards. That costs more than
the call itself, and handlers would not find their values of threading.local again.
"""
from __future__ import annotations

import ctypes
import os
import sys
import threading
from typing import Any, Set

_LOCKED = 0  # PyGILState_LOCKED: what Ensure returned, because it was called with the interpreter lock held
# By which C++ calls the destructors of thread_local objects: before the thread forgets which thread state it has. That
# is too late for the destructors of pthread_key_create(). Not every C library has it, nor every Python the rest.
_at_thread_exit = getattr(ctypes.PyDLL(None), "__cxa_thread_atexit_impl", None)
if sys.implementation.name != "cpython":
    _at_thread_exit = None

#: The threads whose state is kept.
kept: Set[int] = set()
_changed = threading.Condition()
os.register_at_fork(after_in_child=kept.clear)


def _let_go(_nothing: Any) -> None:
    """The last call from a thread: ctypes drops the state after it, because nobody keeps it any more."""
    ctypes.pythonapi.PyGILState_Release(_LOCKED)
    with _changed:
        kept.discard(threading.get_ident())
        _changed.notify_all()


_let_go_in_c = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_let_go)


def keep() -> None:
    """Keeps the state of the current thread, which ctypes has called Python from, until the thread ends."""
    thread = threading.get_ident()
    if thread not in kept and _at_thread_exit is not None:
        kept.add(thread)
        ctypes.pythonapi.PyGILState_Ensure()
        # The last argument lies in what must stay loaded for so long.
        _at_thread_exit(_let_go_in_c, None, ctypes.cast(ctypes.pythonapi.PyGILState_Release, ctypes.c_void_p))


def wait_until_gone(timeout: float) -> bool:
    """Waits until all those threads have ended; False if one has not."""
    with _changed:
        return _changed.wait_for(lambda: not kept, timeout)

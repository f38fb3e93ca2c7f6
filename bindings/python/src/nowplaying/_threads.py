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

_LOCKED = 0  # PyGILState_LOCKED, which Ensure returns when the interpreter lock is already held
# The function with which C++ registers destructors of thread_local objects. They run while the thread still knows its
# Python thread state, which is too late for destructors of pthread_key_create(). Some C libraries lack this function,
# and some versions of Python the other parts.
_at_thread_exit = getattr(ctypes.PyDLL(None), "__cxa_thread_atexit_impl", None)
if sys.implementation.name != "cpython":
    _at_thread_exit = None

#: The threads whose thread state is kept.
kept: Set[int] = set()
_changed = threading.Condition()
os.register_at_fork(after_in_child=kept.clear)


def _let_go(_nothing: Any) -> None:
    """Handles the last call from a thread: ctypes then drops the thread state, which is not kept any more."""
    ctypes.pythonapi.PyGILState_Release(_LOCKED)
    with _changed:
        kept.discard(threading.get_ident())
        _changed.notify_all()


_let_go_in_c = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_let_go)


def keep() -> None:
    """Keeps the thread state of the current thread, from which ctypes has called Python, until the thread ends."""
    thread = threading.get_ident()
    if thread not in kept and _at_thread_exit is not None:
        kept.add(thread)
        ctypes.pythonapi.PyGILState_Ensure()
        # The last argument is an address in the library that must stay loaded until then.
        _at_thread_exit(_let_go_in_c, None, ctypes.cast(ctypes.pythonapi.PyGILState_Release, ctypes.c_void_p))


def wait_until_gone(timeout: float) -> bool:
    """Waits until all those threads have ended. Returns False if one has not."""
    with _changed:
        return _changed.wait_for(lambda: not kept, timeout)

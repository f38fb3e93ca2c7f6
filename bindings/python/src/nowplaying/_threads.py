# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Keeps the Python thread state of a thread that Python did not start, such as the library's, and tells which
interpreter such a thread would enter.

ctypes makes a thread state for each call that comes from such a thread, and drops it afterwards. That costs more than
the call itself, and handlers would not find their values of threading.local again.

C code enters Python in the interpreter that the thread belongs to. A thread that Python did not start belongs to none,
and can only ever enter the main one.
"""
from __future__ import annotations

import ctypes
import importlib
import os
import sys
import threading
from typing import Any, Set

_LOCKED = 0  # PyGILState_LOCKED, which Ensure returns when the interpreter lock is already held
_at_thread_exit: Any = None
#: Whether this is a subinterpreter, which players in C use for add-ons.
is_sub = False

if sys.implementation.name == "cpython":
    # A library object of this module's own, because settings in ctypes.pythonapi apply to all its users.
    _api = ctypes.PyDLL(None)
    # The function with which C++ registers destructors of thread_local objects. They run while the thread still knows
    # its Python thread state, which is too late for destructors of pthread_key_create(). Some C libraries lack this
    # function.
    _at_thread_exit = getattr(_api, "__cxa_thread_atexit_impl", None)
    _this, _main, _own = _api.PyInterpreterState_Get, _api.PyInterpreterState_Main, _api.PyThreadState_GetInterpreter
    _state = _api.PyGILState_GetThisThreadState
    _this.restype = _main.restype = _own.restype = _state.restype = ctypes.c_void_p
    _own.argtypes = [ctypes.c_void_p]
    _id = _this()
    is_sub = _id != _main()
    if is_sub and sys.version_info[:2] == (3, 12):
        # In this version the end of an interpreter crashes if it releases the last reference to a function of _ctypes,
        # which interpreters share, after the interpreter that imported it first has ended. Other versions keep these
        # references themselves.
        for _shared in vars(importlib.import_module("_ctypes")).values():
            _api.Py_IncRef(ctypes.py_object(_shared))

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
        # The last argument is an address in Python's own code, which must stay loaded until the thread ends.
        _at_thread_exit(_let_go_in_c, None, ctypes.cast(ctypes.pythonapi.PyGILState_Release, ctypes.c_void_p))


def wait_until_gone(timeout: float) -> bool:
    """Waits until all threads have ended whose thread state is kept. Returns False if one has not in time."""
    with _changed:
        return _changed.wait_for(lambda: not kept, timeout)


def entered_from_here() -> bool:
    """Returns whether a call of the library on this thread enters this interpreter."""
    if not is_sub:
        return True
    state = _state()
    return state is not None and _own(state) == _id

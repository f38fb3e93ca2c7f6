# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tells which interpreter of the process this is, and which one a call of the library would enter.

C code enters Python in the interpreter that the thread belongs to. A thread that Python did not start, such as the
library's, belongs to none, and can only ever enter the main one.
"""
from __future__ import annotations

import ctypes
import importlib
import sys

#: Whether this is not the main interpreter, as for the add-ons of a player that is no Python program.
is_sub = False

if sys.implementation.name == "cpython":
    # Of our own, because what is set in ctypes.pythonapi is set for all who use it.
    _api = ctypes.PyDLL(None)
    _this, _main, _own = _api.PyInterpreterState_Get, _api.PyInterpreterState_Main, _api.PyThreadState_GetInterpreter
    _state = _api.PyGILState_GetThisThreadState
    _this.restype = _main.restype = _own.restype = _state.restype = ctypes.c_void_p
    _own.argtypes = [ctypes.c_void_p]
    _id = _this()
    is_sub = _id != _main()
    if is_sub and sys.version_info[:2] == (3, 12):
        # There an interpreter's end crashes when it is the last to let go of a function of _ctypes, which all share,
        # after the one has ended that was the first to import it. Python's other versions keep them by themselves.
        for _shared in vars(importlib.import_module("_ctypes")).values():
            _api.Py_IncRef(ctypes.py_object(_shared))


def entered_from_here() -> bool:
    """Whether a call of the library on this thread enters this interpreter."""
    if not is_sub:
        return True
    state = _state()
    return state is not None and _own(state) == _id

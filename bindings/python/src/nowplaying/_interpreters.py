# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tells which interpreter of the process this is, and which one a call of the library would enter.

C code enters Python in the interpreter that the thread belongs to. A thread that Python did not start, such as the
library's, belongs to none, and can only ever enter the main one.
"""
from __future__ import annotations

import ctypes
import importlib
import sys

#: Whether this is a subinterpreter, which players in C use for add-ons.
is_sub = False

if sys.implementation.name == "cpython":
    # A library object of this module's own, because settings in ctypes.pythonapi apply to all its users.
    _api = ctypes.PyDLL(None)
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


def entered_from_here() -> bool:
    """Returns whether a call of the library on this thread enters this interpreter."""
    if not is_sub:
        return True
    state = _state()
    return state is not None and _own(state) == _id

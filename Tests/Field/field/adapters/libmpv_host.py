#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: libmpv_host.py OPTION=VALUE… FILE     plays by libmpv, as programs on python-mpv do, until mpv ends

libmpv is loaded as Python loads libraries, so that libraries loaded later do not see its functions.
"""
import ctypes
import locale
import sys

locale.setlocale(locale.LC_NUMERIC, "C")
mpv = ctypes.CDLL("libmpv.so.2")
mpv.mpv_create.restype = ctypes.c_void_p
mpv.mpv_wait_event.restype = ctypes.POINTER(ctypes.c_int)
mpv.mpv_wait_event.argtypes = [ctypes.c_void_p, ctypes.c_double]
player = ctypes.c_void_p(mpv.mpv_create())
SHUTDOWN = 1

for word in sys.argv[1:-1]:
    name, _, value = word.partition("=")
    assert mpv.mpv_set_option_string(player, name.encode(), value.encode()) >= 0, word
assert mpv.mpv_initialize(player) >= 0
assert mpv.mpv_command(player, (ctypes.c_char_p * 3)(b"loadfile", sys.argv[-1].encode(), None)) >= 0
while mpv.mpv_wait_event(player, -1).contents.value != SHUTDOWN:
    pass
mpv.mpv_terminate_destroy(player)

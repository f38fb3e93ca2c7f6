#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: host.py LIBTUNER

A program whose main loop is Python's, by select.
"""
import ctypes
import select
import sys

if len(sys.argv) != 2:
    sys.exit(__doc__)
library = ctypes.CDLL(sys.argv[1])
queue = library.nowplaying_main_queue_fd()
library.tuner_start()
while True:
    select.select([queue], [], [])
    library.nowplaying_main_queue_dispatch()

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A private bus for a test, programs that run on it, and the clients that people use: `with Desktop() as desktop`.

For all tests in Python. Needs the Debian packages dbus-daemon and, for what Desktop asks, playerctl and systemd (for
busctl). A copy of this folder works wherever it lies.
"""
from .bus import CONFIG, Daemon
from .desktop import Desktop
from .program import TIMEOUT, Program, processor_time, wait_until
from .sound import start_sound_server

__all__ = ["CONFIG", "TIMEOUT", "Daemon", "Desktop", "Program", "processor_time", "start_sound_server", "wait_until"]

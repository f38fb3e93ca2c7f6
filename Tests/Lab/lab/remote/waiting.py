# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Checks conditions that must stay true."""

import time


def stays(what, condition, seconds):
    """Checks that a condition holds now and for some seconds. It must not be used to wait for a condition."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert condition(), f"it ceased to be true that {what}"
        time.sleep(0.02)  # sleeps: paces a loop that looks again and again

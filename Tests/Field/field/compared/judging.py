# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The words of a judgement, and conditions that a player must meet in time."""

from testkit.desktop import wait_until
from testkit.wire import DBusError

MOST = 24  # the most characters of a wrong value in a report


def becomes(condition, seconds=3):
    """Returns whether a condition becomes true in time. A condition that raises an error is not true."""
    def holds():
        try:
            return condition()
        except (DBusError, LookupError, TimeoutError):
            return False
    try:
        wait_until("", holds, seconds)
        return True
    except AssertionError:
        return False


def wrong(value):
    text = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    text = text.replace("|", "/").replace("\n", " ")
    return "wrong: " + (text if len(text) <= MOST else text[:MOST - 1] + "…")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The line of a position in time, as Session1.Playback describes it."""

RANGE = 1_000_000


def position(playback, now, duration=None):
    """The position at a moment, by the protocol's formula, or None where it is not known. Microseconds; `playback` is
    the property's dictionary of variants."""
    if "elapsed" not in playback:
        return None
    passed = playback["rate"].value * (now - playback["timestamp"].value)
    at = max(0, playback["elapsed"].value + passed)
    return at if duration is None else min(at, duration)


def ranges_moved(before, after):
    """Whether what can be sought or what is loaded is more than a second from where it was, or is taken to be: the end
    of what can be sought of a live item moves on with the clock."""
    both = "timestamp" in before and "timestamp" in after
    passed = after["timestamp"].value - before["timestamp"].value if both else 0
    for key in ("buffered", "seekable"):
        if (key in before) != (key in after):
            return True
    if "buffered" in after and abs(after["buffered"].value - before["buffered"].value) > RANGE:
        return True
    if "seekable" not in after:
        return False
    (start, end), (old_start, old_end) = after["seekable"].value, before["seekable"].value
    return abs(start - old_start) > RANGE or abs(end - old_end) > RANGE or abs(end - old_end - passed) > RANGE


def moved(before, after):
    """By how much the line has moved from one Playback to another, None where more has changed than the line."""
    for key in ("state", "rate", "default-rate", "live-edge", "muted", "error", "error-kind"):
        if before.get(key) != after.get(key):
            return None
    if ranges_moved(before, after):
        return None
    if ("elapsed" in before) != ("elapsed" in after):
        return None
    if "elapsed" not in after:
        return 0
    # Before its own moment a line may be below 0, where all lines are the same.
    now = max(before["timestamp"].value, after["timestamp"].value)
    return abs(position(before, now) - position(after, now))

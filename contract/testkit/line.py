# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The position as a function of time, as Session1.Playback defines it."""

RANGE = 1_000_000


def position(playback, now, duration=None):
    """Returns the position at a time, by the protocol's formula; None where it is not known. Microseconds; `playback`
    is the property's dictionary of variants."""
    if "elapsed" not in playback:
        return None
    passed = playback["rate"].value * (now - playback["timestamp"].value)
    at = max(0, playback["elapsed"].value + passed)
    return at if duration is None else min(at, duration)


def ranges_moved(before, after):
    """Returns whether the seekable or the loaded range differs by more than a second from the expected one: the end of
    a live item's seekable range moves on with the clock."""
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
    """Returns by how much the position differs between two Playbacks; None when more than the position has changed."""
    for key in ("state", "rate", "default-rate", "live-edge", "muted", "error", "error-kind"):
        if before.get(key) != after.get(key):
            return None
    if ranges_moved(before, after):
        return None
    if ("elapsed" in before) != ("elapsed" in after):
        return None
    if "elapsed" not in after:
        return 0
    # Compares at the later timestamp: before it, a computed position may be below 0, and is then cut off to 0.
    now = max(before["timestamp"].value, after["timestamp"].value)
    return abs(position(before, now) - position(after, now))

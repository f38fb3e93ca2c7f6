# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The line of a position in time, as Session1.Playback describes it."""


def position(playback, now, duration=None):
    """The position at a moment, by the protocol's formula, or None where it is not known. Microseconds; `playback` is
    the property's dictionary of variants."""
    if "elapsed" not in playback:
        return None
    passed = playback["rate"].value * (now - playback["timestamp"].value)
    at = max(0, playback["elapsed"].value + passed)
    return at if duration is None else min(at, duration)


def moved(before, after):
    """By how much the line has moved from one Playback to another, None where more has changed than the line."""
    for key in ("state", "rate", "default-rate"):
        if before[key] != after[key]:
            return None
    if ("elapsed" in before) != ("elapsed" in after):
        return None
    if "elapsed" not in after:
        return 0
    # Before its own moment a line may be below 0, where all lines are the same.
    now = max(before["timestamp"].value, after["timestamp"].value)
    return abs(position(before, now) - position(after, now))

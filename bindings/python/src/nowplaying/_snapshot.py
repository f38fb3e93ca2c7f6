# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How playback stands at one moment."""
from __future__ import annotations

import ctypes
import time
from typing import Any, Optional

from . import _checks as check
from . import _signatures as c
from ._enums import PlaybackState
from ._library import functions, microseconds
from ._records import dataclass


# The types of most positions.
PLAIN = (float, int)
_playing = PlaybackState.PLAYING
# The struct of each snapshot that is staged, under the lock.
_struct = c.nowplaying_snapshot(ctypes.sizeof(c.nowplaying_snapshot))
_place = ctypes.byref(_struct)
_set = functions.unchecked("nowplaying_session_set_snapshot")


@dataclass(frozen=True)
class Snapshot:
    """How playback stands: while playing, the position moves from here by itself at the rate.

    state: whether it plays.
    position: seconds, 0 or more, or None where it is not known.
    rate: the speed while playing, finite and not 0; 1.0 is normal, a negative one runs backwards.
    default_rate: the speed that playback returns to, greater than 0.
    timestamp: when that was so, by time.monotonic(), greater than 0; None: when the session is given it.
    """

    state: PlaybackState
    position: Optional[float] = None
    rate: float = 1.0
    default_rate: float = 1.0
    timestamp: Optional[float] = None

    # By hand, because players make one for each commit.
    def __init__(self, state: PlaybackState, position: Optional[float] = None, rate: float = 1.0,
                 default_rate: float = 1.0, timestamp: Optional[float] = None) -> None:
        check.member("Snapshot.state", state, PlaybackState)
        if position is not None and not (position.__class__ in PLAIN and 0 <= position < check.LONGEST):
            check.seconds("Snapshot.position", position, "a number of seconds or None")
        if rate != 1.0 and not check.number("Snapshot.rate", rate) and state is PlaybackState.PLAYING:
            raise ValueError("Snapshot.rate must not be 0 while playing: write Snapshot.paused()")
        if default_rate != 1.0 and check.number("Snapshot.default_rate", default_rate) <= 0:
            raise ValueError(f"Snapshot.default_rate must be greater than 0, not {default_rate}")
        # A time that rounds to 0 is out of range, too: that means "now" in the library.
        if timestamp is not None and not microseconds(check.seconds("Snapshot.timestamp", timestamp)):
            raise ValueError(f"Snapshot.timestamp must be a time of time.monotonic(), not {timestamp}")
        kept = self.__dict__
        kept["state"], kept["position"], kept["rate"] = state, position, rate
        kept["default_rate"], kept["timestamp"] = default_rate, timestamp

    @classmethod
    def playing(cls, position: Optional[float] = None, *, rate: float = 1.0, default_rate: float = 1.0,
                timestamp: Optional[float] = None) -> "Snapshot":
        """It plays."""
        return cls(_playing, position, rate, default_rate, timestamp)

    @classmethod
    def paused(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
               default_rate: float = 1.0) -> "Snapshot":
        """The user paused it. rate: the speed at which it will go on, which clients see meanwhile; None, or one that is
        not greater than 0: the default_rate."""
        return cls(PlaybackState.PAUSED, position, default_rate=_resumed(rate, default_rate))

    @classmethod
    def stopped(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
                default_rate: float = 1.0) -> "Snapshot":
        """It stopped, and keeps its content. rate: see paused()."""
        return cls(PlaybackState.STOPPED, position, default_rate=_resumed(rate, default_rate))

    @classmethod
    def buffering(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
                  default_rate: float = 1.0) -> "Snapshot":
        """It wants to play and waits for data. rate: see paused()."""
        return cls(PlaybackState.BUFFERING, position, default_rate=_resumed(rate, default_rate))

    @classmethod
    def interrupted(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
                    default_rate: float = 1.0) -> "Snapshot":
        """Something else than the user paused it: a call, another player. rate: see paused()."""
        return cls(PlaybackState.INTERRUPTED, position, default_rate=_resumed(rate, default_rate))


def _resumed(rate: Optional[float], default_rate: float) -> float:
    """The speed at which playback goes on: a player may hold one that is no speed to return to, 0 or backwards."""
    return default_rate if rate is None or check.number("Snapshot.rate", rate) <= 0 else rate


def stamped(snapshot: Snapshot) -> Snapshot:
    """The same, of now unless it says of when."""
    if snapshot.timestamp is not None:
        return snapshot
    copy = object.__new__(type(snapshot))
    copy.__dict__.update(snapshot.__dict__, timestamp=time.monotonic())  # what was checked need not be again
    return copy


def set_snapshot(handle: Any, snapshot: Optional[Snapshot]) -> None:
    """Gives a session a stamped snapshot, or none. Call it with the lock."""
    if snapshot is None:
        functions.check(_set(handle, None), _set)
        return
    position = snapshot.position
    _struct.elapsed_us = c.NOWPLAYING_TIME_UNKNOWN if position is None else microseconds(position)
    _struct.timestamp_us = microseconds(snapshot.timestamp or 0.0)
    _struct.rate, _struct.default_rate, _struct.state = snapshot.rate, snapshot.default_rate, snapshot.state
    functions.check(_set(handle, _place), _set)

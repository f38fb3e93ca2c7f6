# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How playback stands at one moment."""
from __future__ import annotations

import ctypes
import time
from typing import Any, Optional

from . import _checks as check
from . import _signatures as c
from ._enums import PlaybackState
from ._library import microseconds
from ._records import dataclass


_SIZE = ctypes.sizeof(c.nowplaying_snapshot)


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

    def __post_init__(self) -> None:
        check.member("Snapshot.state", self.state, PlaybackState)
        if self.position is not None:
            check.seconds("Snapshot.position", self.position, "a number of seconds or None")
        if not check.number("Snapshot.rate", self.rate) and self.state is PlaybackState.PLAYING:
            raise ValueError("Snapshot.rate must not be 0 while playing: write Snapshot.paused()")
        if check.number("Snapshot.default_rate", self.default_rate) <= 0:
            raise ValueError(f"Snapshot.default_rate must be greater than 0, not {self.default_rate}")
        # Not in the library's range is what rounds to 0, too: that means "now" there.
        if self.timestamp is not None and not microseconds(check.seconds("Snapshot.timestamp", self.timestamp)):
            raise ValueError(f"Snapshot.timestamp must be a time of time.monotonic(), not {self.timestamp}")

    @classmethod
    def playing(cls, position: Optional[float] = None, *, rate: float = 1.0, default_rate: float = 1.0,
                timestamp: Optional[float] = None) -> "Snapshot":
        """It plays."""
        return cls(PlaybackState.PLAYING, position, rate, default_rate, timestamp)

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


def c_snapshot(snapshot: Snapshot) -> Any:
    """A stamped snapshot as the library's struct."""
    return c.nowplaying_snapshot(
        _SIZE,
        c.NOWPLAYING_TIME_UNKNOWN if snapshot.position is None else microseconds(snapshot.position),
        microseconds(snapshot.timestamp or 0.0), snapshot.rate, snapshot.default_rate, snapshot.state)

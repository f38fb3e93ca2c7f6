# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How playback stands at one moment."""
import ctypes
import math
from dataclasses import dataclass
from typing import Optional

from . import _signatures as c
from ._enums import PlaybackState
from ._library import microseconds


@dataclass(frozen=True)
class Playback:
    """A snapshot: while playing, the position moves from here by itself at the rate.

    position: seconds, or None where it is not known.
    rate: the speed while playing, 1.0 is normal; negative runs backwards.
    default_rate: the speed that playback returns to.
    timestamp: when that was so, by time.monotonic(); None: when the session is given it.
    """

    state: PlaybackState
    position: Optional[float] = None
    rate: float = 1.0
    default_rate: float = 1.0
    timestamp: Optional[float] = None

    def __post_init__(self) -> None:
        if self.position is not None and microseconds(self.position) < 0:
            raise ValueError(f"a position must not be negative, but is {self.position}")
        if self.state == PlaybackState.PLAYING and not (self.rate and math.isfinite(self.rate)):
            raise ValueError(f"the rate of what plays must be finite and not 0, but is {self.rate}")
        if not (self.default_rate > 0 and math.isfinite(self.default_rate)):
            raise ValueError(f"a default rate must be finite and greater than 0, but is {self.default_rate}")
        if self.timestamp is not None and microseconds(self.timestamp) <= 0:
            raise ValueError(f"a timestamp must be of time.monotonic(), but is {self.timestamp}")

    @classmethod
    def playing(cls, position: Optional[float] = None, rate: float = 1.0, default_rate: float = 1.0,
                timestamp: Optional[float] = None) -> "Playback":
        """It plays."""
        return cls(PlaybackState.PLAYING, position, rate, default_rate, timestamp)

    @classmethod
    def paused(cls, position: Optional[float] = None, default_rate: float = 1.0) -> "Playback":
        """The user paused it."""
        return cls(PlaybackState.PAUSED, position, default_rate=default_rate)

    @classmethod
    def stopped(cls, position: Optional[float] = None, default_rate: float = 1.0) -> "Playback":
        """It stopped, and keeps its content."""
        return cls(PlaybackState.STOPPED, position, default_rate=default_rate)

    @classmethod
    def buffering(cls, position: Optional[float] = None, default_rate: float = 1.0) -> "Playback":
        """It wants to play and waits for data."""
        return cls(PlaybackState.BUFFERING, position, default_rate=default_rate)

    @classmethod
    def interrupted(cls, position: Optional[float] = None, default_rate: float = 1.0) -> "Playback":
        """Something else than the user paused it: a call, another player."""
        return cls(PlaybackState.INTERRUPTED, position, default_rate=default_rate)


def c_snapshot(playback: Playback) -> c.nowplaying_snapshot:
    """A playback as the library's struct."""
    return c.nowplaying_snapshot(
        struct_size=ctypes.sizeof(c.nowplaying_snapshot),
        elapsed_us=c.NOWPLAYING_TIME_UNKNOWN if playback.position is None else microseconds(playback.position),
        timestamp_us=c.NOWPLAYING_TIME_NOW if playback.timestamp is None else microseconds(playback.timestamp),
        rate=playback.rate,
        default_rate=playback.default_rate,
        state=playback.state,
    )

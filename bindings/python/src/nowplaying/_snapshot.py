# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How playback stands at one moment."""
from __future__ import annotations

import ctypes
import time
from typing import Any, ClassVar, Dict, Optional, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._enums import ErrorKind, PlaybackState
from ._library import LONGEST, encode, functions, microseconds
from ._records import check_fields, dataclass


# The types of most positions.
PLAIN = (float, int)
_playing = PlaybackState.PLAYING
# The values of the last five fields in most snapshots. Snapshots with these values do not store them.
_PLAIN = (None, None, False, "", ErrorKind.OTHER)


def _plain() -> c.nowplaying_snapshot:
    """Returns a struct in which the last five fields have these values."""
    unknown = c.NOWPLAYING_TIME_UNKNOWN
    return c.nowplaying_snapshot(ctypes.sizeof(c.nowplaying_snapshot), seekable_start_us=unknown,
                                 seekable_end_us=unknown, buffered_us=unknown)


# The struct that is reused for each plain snapshot, under the lock.
_struct = _plain()
_set = functions.unchecked("nowplaying_session_set_snapshot")

# The last five fields, and their checks.
_LAST = {name: rules.SNAPSHOT[name] for name in ("seekable", "buffered", "at_live_edge", "error", "error_kind")}


@dataclass(frozen=True)
class Snapshot:
    """How playback stands: while playing, the position moves from here by itself at the rate.

    state: whether it plays.
    position: seconds, or None if it is not known; a negative one, as engines say before they begin, is 0.
    rate: the speed while playing, finite and not 0; 1.0 is normal, a negative one runs backwards.
    default_rate: the speed that playback returns to, greater than 0; None: to `rate`.
    timestamp: the time of the position, by time.monotonic(); None: when the session gets the snapshot.
    seekable: the first and the last position that can be sought, if that is not the whole item: of a broadcast that
      one may go back in, whose end moves on with the clock, or of a file that is not there as a whole. None: the whole
      item, or nothing of a live one.
    buffered: the position up to which the player has loaded the item; None: not known.
    at_live_edge: whether it plays what is broadcast at this moment, as near as the player can.
    error, error_kind: of a snapshot that failed(), why: a sentence for people in their language, and the cause.
    """

    state: PlaybackState
    position: Optional[float] = None
    rate: float = 1.0
    default_rate: Optional[float] = None
    timestamp: Optional[float] = None
    seekable: Optional[Tuple[float, float]] = None
    buffered: Optional[float] = None
    at_live_edge: bool = False
    error: str = ""
    error_kind: ErrorKind = ErrorKind.OTHER

    _checks: ClassVar[Dict[str, Any]] = _LAST

    # Written by hand, because players make a snapshot for each commit.
    def __init__(self, state: PlaybackState, position: Optional[float] = None, rate: float = 1.0,
                 default_rate: Optional[float] = None, timestamp: Optional[float] = None,
                 seekable: Optional[Tuple[float, float]] = None, buffered: Optional[float] = None,
                 at_live_edge: bool = False, error: str = "", error_kind: ErrorKind = ErrorKind.OTHER) -> None:
        rules.SNAPSHOT["state"]("Snapshot.state", state)
        if position is not None and not (position.__class__ in PLAIN and 0 <= position < LONGEST):
            position = rules.SNAPSHOT["position"]("Snapshot.position", position)
        if rate != 1.0 and state is _playing:
            rules.SNAPSHOT["rate"]("Snapshot.rate", rate)
        elif rate != 1.0:
            check.number("Snapshot.rate", rate)
        if default_rate is not None:
            rules.SNAPSHOT["default_rate"]("Snapshot.default_rate", default_rate)
        if timestamp is not None:
            rules.SNAPSHOT["timestamp"]("Snapshot.timestamp", timestamp)
        kept = self.__dict__
        kept["state"], kept["position"], kept["rate"] = state, position, rate
        kept["default_rate"], kept["timestamp"] = default_rate, timestamp
        if seekable is not None and position is None:
            raise ValueError("Snapshot.seekable needs a position: say where it plays, too")
        more = (seekable, buffered, at_live_edge, error, error_kind)
        if more != _PLAIN:
            kept.update(zip(self._checks, more))
            check_fields(self)

    @classmethod
    def playing(cls, position: Optional[float] = None, *, rate: float = 1.0,
                default_rate: Optional[float] = None, timestamp: Optional[float] = None,
                seekable: Optional[Tuple[float, float]] = None, buffered: Optional[float] = None,
                at_live_edge: bool = False) -> "Snapshot":
        """It plays."""
        return cls(_playing, position, rate, default_rate, timestamp, seekable, buffered, at_live_edge)

    @classmethod
    def paused(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
               default_rate: Optional[float] = None, seekable: Optional[Tuple[float, float]] = None,
               buffered: Optional[float] = None) -> "Snapshot":
        """The user paused it. rate: the speed at which it will go on, which clients see meanwhile; None, or one that is
        not greater than 0: the default_rate."""
        return cls(PlaybackState.PAUSED, position, default_rate=_resumed(rate, default_rate),
                   seekable=seekable, buffered=buffered)

    @classmethod
    def stopped(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
                default_rate: Optional[float] = None) -> "Snapshot":
        """It stopped, and keeps its content. rate: see paused()."""
        return cls(PlaybackState.STOPPED, position, default_rate=_resumed(rate, default_rate))

    @classmethod
    def buffering(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
                  default_rate: Optional[float] = None, seekable: Optional[Tuple[float, float]] = None,
                  buffered: Optional[float] = None) -> "Snapshot":
        """It wants to play and waits for data. rate: see paused()."""
        return cls(PlaybackState.BUFFERING, position, default_rate=_resumed(rate, default_rate),
                   seekable=seekable, buffered=buffered)

    @classmethod
    def interrupted(cls, position: Optional[float] = None, *, rate: Optional[float] = None,
                    default_rate: Optional[float] = None, seekable: Optional[Tuple[float, float]] = None,
                    buffered: Optional[float] = None) -> "Snapshot":
        """Something else than the user paused it: a call, another player. rate: see paused()."""
        return cls(PlaybackState.INTERRUPTED, position, default_rate=_resumed(rate, default_rate),
                   seekable=seekable, buffered=buffered)

    @classmethod
    def failed(cls, error: str = "", error_kind: ErrorKind = ErrorKind.OTHER,
               position: Optional[float] = None) -> "Snapshot":
        """The player cannot play the item, and does not try again by itself; Command.play() does. Clients of MPRIS are
        shown an item that is paused if its position is known, else stopped.

        error: a sentence for people, in their language.
        error_kind: the cause, from which surfaces choose what to offer.
        """
        return cls(PlaybackState.ERROR, position, error=error, error_kind=error_kind)


def _resumed(rate: Optional[float], default_rate: Optional[float]) -> Optional[float]:
    """Returns the speed at which playback will resume. A player may report 0 or a negative speed, which is not one to
    resume with."""
    return default_rate if rate is None or check.number("Snapshot.rate", rate) <= 0 else rate


def stamped(snapshot: Snapshot) -> Snapshot:
    """Returns the snapshot with the present time, unless it has one."""
    if snapshot.timestamp is not None:
        return snapshot
    copy = object.__new__(type(snapshot))
    copy.__dict__.update(snapshot.__dict__, timestamp=time.monotonic())  # the values were checked already
    return copy


def set_snapshot(handle: Any, snapshot: Optional[Snapshot]) -> None:
    """Gives a session a stamped snapshot, or none. Call it with the lock."""
    if snapshot is None:
        functions.check(_set(handle, None), _set)
        return
    position, struct = snapshot.position, _struct
    if "error_kind" in snapshot.__dict__:
        struct = _plain()
        if snapshot.seekable is not None:
            struct.seekable_start_us, struct.seekable_end_us = map(microseconds, snapshot.seekable)
        if snapshot.buffered is not None:
            struct.buffered_us = microseconds(snapshot.buffered)
        struct.is_at_live_edge, struct.error_kind = snapshot.at_live_edge, snapshot.error_kind
        struct.error = encode(snapshot.error)
    struct.elapsed_us = c.NOWPLAYING_TIME_UNKNOWN if position is None else microseconds(position)
    struct.timestamp_us = microseconds(snapshot.timestamp or 0.0)
    struct.rate, struct.default_rate, struct.state = snapshot.rate, snapshot.default_rate or 0.0, snapshot.state
    functions.check(_set(handle, ctypes.byref(struct)), _set)

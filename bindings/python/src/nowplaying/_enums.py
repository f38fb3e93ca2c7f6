# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The enumerations of nowplaying.h. A value that this package does not know may come from a newer library, and is
legal: it becomes a member without a name of its own."""
from enum import IntEnum, IntFlag
from typing import Any, Tuple

from . import _signatures as c


class _OpenEnum(IntEnum):
    @classmethod
    def _missing_(cls, value: object) -> "_OpenEnum":
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__name__}")
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __reduce_ex__(self, _protocol: Any) -> Tuple[Any, ...]:
        return type(self), (self.value,)  # also the members without a name


class Status(_OpenEnum):
    """What a NowPlayingError is about."""

    OK = c.NOWPLAYING_OK
    INVALID_ARGUMENT = c.NOWPLAYING_ERROR_INVALID_ARGUMENT
    INVALID_HANDLE = c.NOWPLAYING_ERROR_INVALID_HANDLE
    INVALID_STATE = c.NOWPLAYING_ERROR_INVALID_STATE
    ALREADY_ANSWERED = c.NOWPLAYING_ERROR_ALREADY_ANSWERED
    CANCELLED = c.NOWPLAYING_ERROR_CANCELLED
    TIMED_OUT = c.NOWPLAYING_ERROR_TIMED_OUT
    NOT_SUPPORTED = c.NOWPLAYING_ERROR_NOT_SUPPORTED
    NOT_PERMITTED = c.NOWPLAYING_ERROR_NOT_PERMITTED
    NO_BUS = c.NOWPLAYING_ERROR_NO_BUS
    COMMAND_FAILED = c.NOWPLAYING_ERROR_COMMAND_FAILED
    NO_SUCH_CONTENT = c.NOWPLAYING_ERROR_NO_SUCH_CONTENT
    TOO_LARGE = c.NOWPLAYING_ERROR_TOO_LARGE
    NOT_AN_IMAGE = c.NOWPLAYING_ERROR_NOT_AN_IMAGE
    IO = c.NOWPLAYING_ERROR_IO
    FORKED = c.NOWPLAYING_ERROR_FORKED
    BUSY = c.NOWPLAYING_ERROR_BUSY
    SYSTEM = c.NOWPLAYING_ERROR_SYSTEM
    NOT_LOCAL = c.NOWPLAYING_ERROR_NOT_LOCAL
    NOT_A_VIDEO = c.NOWPLAYING_ERROR_NOT_A_VIDEO
    WRONG_ASPECT_RATIO = c.NOWPLAYING_ERROR_WRONG_ASPECT_RATIO
    FRAME_RATE = c.NOWPLAYING_ERROR_FRAME_RATE


class BusState(_OpenEnum):
    """Whether the desktop can be reached."""

    NONE = c.NOWPLAYING_BUS_NONE
    CONNECTED = c.NOWPLAYING_BUS_CONNECTED
    PUBLISHED = c.NOWPLAYING_BUS_PUBLISHED


class MediaType(_OpenEnum):
    """Audio or video."""

    AUDIO = c.NOWPLAYING_MEDIA_AUDIO
    VIDEO = c.NOWPLAYING_MEDIA_VIDEO


class Duration(_OpenEnum):
    """What to say instead of a number of seconds."""

    UNKNOWN = c.NOWPLAYING_DURATION_UNKNOWN
    LIVE = c.NOWPLAYING_DURATION_LIVE
    CONTINUOUS = c.NOWPLAYING_DURATION_CONTINUOUS


class AspectRatio(_OpenEnum):
    """The shape of an animated artwork: 1:1 or 3:4."""

    SQUARE = c.NOWPLAYING_ASPECT_RATIO_SQUARE
    TALL = c.NOWPLAYING_ASPECT_RATIO_TALL


class PlaybackState(_OpenEnum):
    """Whether it plays."""

    STOPPED = c.NOWPLAYING_STATE_STOPPED
    PLAYING = c.NOWPLAYING_STATE_PLAYING
    PAUSED = c.NOWPLAYING_STATE_PAUSED
    BUFFERING = c.NOWPLAYING_STATE_BUFFERING
    INTERRUPTED = c.NOWPLAYING_STATE_INTERRUPTED


class CommandKind(_OpenEnum):
    """What a desktop can ask a player to do."""

    PLAY = c.NOWPLAYING_COMMAND_PLAY
    PAUSE = c.NOWPLAYING_COMMAND_PAUSE
    STOP = c.NOWPLAYING_COMMAND_STOP
    TOGGLE_PLAY_PAUSE = c.NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE
    NEXT = c.NOWPLAYING_COMMAND_NEXT
    PREVIOUS = c.NOWPLAYING_COMMAND_PREVIOUS
    SEEK_TO_POSITION = c.NOWPLAYING_COMMAND_SEEK_TO_POSITION
    SKIP_FORWARD = c.NOWPLAYING_COMMAND_SKIP_FORWARD
    SKIP_BACKWARD = c.NOWPLAYING_COMMAND_SKIP_BACKWARD
    SEEK_FORWARD = c.NOWPLAYING_COMMAND_SEEK_FORWARD
    SEEK_BACKWARD = c.NOWPLAYING_COMMAND_SEEK_BACKWARD
    CHANGE_RATE = c.NOWPLAYING_COMMAND_CHANGE_RATE
    CHANGE_REPEAT_MODE = c.NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE
    CHANGE_SHUFFLE_MODE = c.NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE
    FEEDBACK = c.NOWPLAYING_COMMAND_FEEDBACK


class RepeatMode(_OpenEnum):
    """What repeats."""

    OFF = c.NOWPLAYING_REPEAT_OFF
    ONE = c.NOWPLAYING_REPEAT_ONE
    ALL = c.NOWPLAYING_REPEAT_ALL


class ShuffleMode(_OpenEnum):
    """What is shuffled."""

    OFF = c.NOWPLAYING_SHUFFLE_OFF
    ITEMS = c.NOWPLAYING_SHUFFLE_ITEMS
    COLLECTIONS = c.NOWPLAYING_SHUFFLE_COLLECTIONS


class Feedback(_OpenEnum):
    """What the user thinks of an item."""

    NEUTRAL = c.NOWPLAYING_FEEDBACK_NEUTRAL
    POSITIVE = c.NOWPLAYING_FEEDBACK_POSITIVE
    NEGATIVE = c.NOWPLAYING_FEEDBACK_NEGATIVE


class Phase(_OpenEnum):
    """A fast-forward or rewind button went down, or came up."""

    BEGIN = c.NOWPLAYING_PHASE_BEGIN
    END = c.NOWPLAYING_PHASE_END


class DeviceType(_OpenEnum):
    """What kind of device plays."""

    SPEAKER = c.NOWPLAYING_DEVICE_SPEAKER
    TV = c.NOWPLAYING_DEVICE_TV
    SET_TOP_BOX = c.NOWPLAYING_DEVICE_SET_TOP_BOX
    MEDIA_STICK = c.NOWPLAYING_DEVICE_MEDIA_STICK
    GAMING_CONSOLE = c.NOWPLAYING_DEVICE_GAMING_CONSOLE
    PHONE = c.NOWPLAYING_DEVICE_PHONE
    TABLET = c.NOWPLAYING_DEVICE_TABLET
    LAPTOP = c.NOWPLAYING_DEVICE_LAPTOP
    DESKTOP = c.NOWPLAYING_DEVICE_DESKTOP
    WEARABLE = c.NOWPLAYING_DEVICE_WEARABLE
    CAR = c.NOWPLAYING_DEVICE_CAR
    WEB = c.NOWPLAYING_DEVICE_WEB


class Interruption(_OpenEnum):
    """Another player took over, or is gone."""

    BEGAN = c.NOWPLAYING_INTERRUPTION_BEGAN
    ENDED = c.NOWPLAYING_INTERRUPTION_ENDED


class Primary(IntFlag):
    """What a session is the primary of."""

    NONE = 0
    APPLICATION = c.NOWPLAYING_PRIMARY_APPLICATION
    SYSTEM = c.NOWPLAYING_PRIMARY_SYSTEM

    def __str__(self) -> str:
        return "|".join(name for name, bit in type(self).__members__.items() if bit and bit in self) or "NONE"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

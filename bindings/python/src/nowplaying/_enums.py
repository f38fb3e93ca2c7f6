# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The enumerations of nowplaying.h. Made by generate-signatures: do not edit."""
from ._open_enum import Flags, OpenEnum


class Status(OpenEnum):
    """The subject of a NowPlayingError."""

    OK = 0
    INVALID_ARGUMENT = -1
    INVALID_HANDLE = -2
    INVALID_STATE = -3
    ALREADY_ANSWERED = -4
    CANCELLED = -5
    TIMED_OUT = -6
    NOT_SUPPORTED = -7
    NOT_PERMITTED = -8
    NO_BUS = -9
    COMMAND_FAILED = -10
    NO_SUCH_CONTENT = -11
    TOO_LARGE = -12
    NOT_AN_IMAGE = -13
    IO = -14
    FORKED = -15
    BUSY = -16
    SYSTEM = -17
    NOT_LOCAL = -18
    NOT_A_VIDEO = -19
    WRONG_ASPECT_RATIO = -20
    FRAME_RATE = -21


class BusState(OpenEnum):
    """Whether the desktop can be reached."""

    NONE = 0
    CONNECTED = 1
    PUBLISHED = 2


class MediaType(OpenEnum):
    """Audio or video."""

    AUDIO = 0
    VIDEO = 1


class Duration(OpenEnum):
    """The length of an item, where it is not a number of seconds."""

    UNKNOWN = 0
    LIVE = 2
    CONTINUOUS = 3


class AspectRatio(OpenEnum):
    """The shape of an animated artwork: 1:1 or 3:4."""

    SQUARE = 1
    TALL = 2


class PlaybackState(OpenEnum):
    """The state of playback."""

    STOPPED = 0
    PLAYING = 1
    PAUSED = 2
    BUFFERING = 3
    INTERRUPTED = 4
    ERROR = 5


class ErrorKind(OpenEnum):
    """The cause of an error; surfaces choose by it what to offer."""

    OTHER = 0
    NETWORK = 1
    SIGN_IN = 2
    REGION = 3
    FORMAT = 4
    NOT_AVAILABLE = 5


class CommandKind(OpenEnum):
    """A command that a desktop can send to a player."""

    PLAY = 1
    PAUSE = 2
    STOP = 3
    TOGGLE_PLAY_PAUSE = 4
    NEXT = 5
    PREVIOUS = 6
    SEEK_TO_POSITION = 7
    SKIP_FORWARD = 8
    SKIP_BACKWARD = 9
    SEEK_FORWARD = 10
    SEEK_BACKWARD = 11
    CHANGE_RATE = 12
    CHANGE_REPEAT_MODE = 13
    CHANGE_SHUFFLE_MODE = 14
    FEEDBACK = 15
    NEXT_CHAPTER = 16
    PREVIOUS_CHAPTER = 17
    SEEK_TO_LIVE = 18
    SET_RATING = 19
    BOOKMARK = 20
    MUTE = 21
    CUSTOM = 22


class Slot(OpenEnum):
    """Where a surface that has few places shows a command."""

    ANY = 0
    CENTRAL = 1
    BACK = 2
    FORWARD = 3
    BACK_SECONDARY = 4
    FORWARD_SECONDARY = 5
    OVERFLOW = 6


class RepeatMode(OpenEnum):
    """The part of the queue that repeats."""

    OFF = 0
    ONE = 1
    ALL = 2


class ShuffleMode(OpenEnum):
    """The order of the queue."""

    OFF = 0
    ITEMS = 1
    COLLECTIONS = 2


class Feedback(OpenEnum):
    """The user's opinion of an item."""

    NEUTRAL = 0
    POSITIVE = 1
    NEGATIVE = 2


class Phase(OpenEnum):
    """Whether a fast-forward or rewind button is pressed or released."""

    BEGIN = 0
    END = 1


class DeviceType(OpenEnum):
    """The kind of a device that plays."""

    SPEAKER = 1
    TV = 2
    SET_TOP_BOX = 3
    MEDIA_STICK = 4
    GAMING_CONSOLE = 5
    PHONE = 6
    TABLET = 7
    LAPTOP = 8
    DESKTOP = 9
    WEARABLE = 10
    CAR = 11
    WEB = 12


class TrackKind(OpenEnum):
    """The kind of a track: one audio track plays at a time, and at most one of each other kind."""

    AUDIO = 1
    SUBTITLES = 2
    CAPTIONS = 3


class Interruption(OpenEnum):
    """Another player took over, or is gone."""

    BEGAN = 0
    ENDED = 1


class Primary(Flags):
    """The ways in which a session is primary."""

    NONE = 0
    APPLICATION = 1
    SYSTEM = 2


class TrackCharacteristics(Flags):
    """Properties of a track other than its language."""

    NONE = 0
    IS_DEFAULT = 1
    IS_FORCED = 2
    DESCRIBES_VIDEO = 4
    IS_COMMENTARY = 8

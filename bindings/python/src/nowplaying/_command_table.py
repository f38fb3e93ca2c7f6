# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The arguments and modes of commands. Made by generate-signatures: do not edit."""
from enum import Enum
from typing import Dict, Tuple, Type

from ._enums import CommandKind, Feedback, RepeatMode, ShuffleMode

# The form of the argument of the handler, and its name, of each command that has one.
ARGUMENTS: Dict[CommandKind, Tuple[str, str]] = {
    CommandKind.SEEK_TO_POSITION: ("position", "position"),
    CommandKind.SKIP_FORWARD: ("interval", "interval"),
    CommandKind.SKIP_BACKWARD: ("interval", "interval"),
    CommandKind.SEEK_FORWARD: ("phase", "phase"),
    CommandKind.SEEK_BACKWARD: ("phase", "phase"),
    CommandKind.CHANGE_RATE: ("rate", "rate"),
    CommandKind.CHANGE_REPEAT_MODE: ("mode", "mode"),
    CommandKind.CHANGE_SHUFFLE_MODE: ("mode", "mode"),
    CommandKind.FEEDBACK: ("mode", "mode"),
    CommandKind.SET_RATING: ("fraction", "rating"),
    CommandKind.MUTE: ("truth", "muted"),
}
# The types of `current` and `supported` of a kind.
MODES: Dict[CommandKind, Type[Enum]] = {
    CommandKind.CHANGE_REPEAT_MODE: RepeatMode,
    CommandKind.CHANGE_SHUFFLE_MODE: ShuffleMode,
    CommandKind.FEEDBACK: Feedback,
}
# The kinds that are on or off.
SWITCHED = frozenset({
    CommandKind.BOOKMARK,
    CommandKind.CUSTOM,
})

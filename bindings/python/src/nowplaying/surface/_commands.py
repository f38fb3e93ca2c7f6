# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The commands that a session offers, and their arguments."""
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Tuple, Union

from .. import _checks as check
from .. import _rules as rules
from .._command_table import ARGUMENTS, MODES
from .._enums import CommandKind, ErrorKind, Feedback, Phase, RepeatMode, ShuffleMode, Slot
from .._library import encode, microseconds, text
from . import _signatures as s
from ._enums import ControlRow
from ._library import functions, record

Mode = Union[RepeatMode, ShuffleMode, Feedback]
Value = Union[float, Mode, Phase, None]


@dataclass(frozen=True)
class OfferedCommand:
    """A command that a session offers: a button, give it to Session.send().

    kind: what it does.
    enabled: False: show it greyed.
    intervals: for a skip, in seconds; the first is preferred most.
    rates: for CHANGE_RATE, the speeds to offer.
    rate_range: for CHANGE_RATE, the lowest and the highest speed, if every one between them can be chosen; else None.
    current: the present mode of CHANGE_REPEAT_MODE, CHANGE_SHUFFLE_MODE and FEEDBACK; else None.
    supported: the modes of these that can be chosen.
    title, short_title: the words of a button of feedback, bookmarks or the player's own, "Like this song" and "Like",
      or "".
    button: the number of a feedback button; else 0.
    derived: whether the player does not offer the command: the library derives TOGGLE_PLAY_PAUSE from PLAY, PAUSE and
      STOP, and skips from SEEK_TO_POSITION.
    id: for CUSTOM, its name among the session's commands; else "".
    icon: the name of its picture; if the player names none, that of the kind. You may not have a picture of this name:
      see icon_name(). "" if words tell more.
    slot: where to show it, if you have few places.
    active: whether to show it as switched on: for BOOKMARK and CUSTOM, whether it is switched on; for commands of
      modes, whether `current` is another than the first mode (off, neutral).
    steps: for SET_RATING, how many there are from 0.0 to 1.0; 0: any rating can be given.
    """

    kind: CommandKind
    enabled: bool = True
    intervals: Tuple[float, ...] = ()
    rates: Tuple[float, ...] = ()
    rate_range: Optional[Tuple[float, float]] = None
    current: Optional[Mode] = None
    supported: Tuple[Mode, ...] = ()
    title: str = ""
    short_title: str = ""
    button: int = 0
    derived: bool = False
    id: str = ""
    icon: str = ""
    slot: Slot = Slot.ANY
    active: bool = False
    steps: int = 0


def offered(command: Any) -> OfferedCommand:
    kind = CommandKind(command.kind)
    modes: Any = MODES.get(kind, ())
    return record(
        OfferedCommand, command, kind=kind, rates=tuple(command.rates[:command.rate_count]),
        intervals=tuple(each / 1e6 for each in command.intervals_us[:command.interval_count]),
        rate_range=(command.rate_minimum, command.rate_maximum) if command.rate_maximum else None,
        current=modes(command.current) if modes else None,
        supported=tuple(mode for mode in modes if command.supported >> mode & 1) or tuple(modes))


@dataclass(frozen=True)
class Control:
    """A button that a surface shows for a session, with its place, its look and what a press sends: give it to
    Session.press().

    kind: the command that a press sends; mode, button, interval (in seconds), rating, id and toggle are its arguments.
    row, slot: the row, and in the central one the place. All of a row follow each other.
    enabled: False: show it greyed.
    is_switch, active: whether it switches something on and off, and whether to show it lit.
    is_held: it lasts while it is held: press it with Phase.BEGIN and Phase.END.
    busy: the player is about to do what it asks for.
    icon: the name of its picture, see icon_name(); "": show words. That of a skip is an arrow around `number`.
    title, short_title: the player's words for it, or "".
    name, name_plural: what it is called otherwise, English and msgids of the catalogues in plugins/common/po, with "%1"
      for `number`; name_plural is "" if there is one form.
    number: the seconds of a skip, the present speed of CHANGE_RATE, the number of a star; else 0.
    rates: the speeds to choose from, of CHANGE_RATE.
    """

    kind: CommandKind
    row: ControlRow = ControlRow.OVERFLOW
    slot: Slot = Slot.ANY
    enabled: bool = True
    is_switch: bool = False
    active: bool = False
    is_held: bool = False
    busy: bool = False
    icon: str = ""
    title: str = ""
    short_title: str = ""
    name: str = ""
    name_plural: str = ""
    number: float = 0.0
    rates: Tuple[float, ...] = ()
    mode: int = s.NOWPLAYING_SURFACE_NEXT_MODE
    button: int = 0
    interval: float = 0.0
    rating: float = 0.0
    id: str = ""
    toggle: bool = False


def control(found: Any) -> Control:
    return record(Control, found, kind=CommandKind(found.kind), rates=tuple(found.rates[:found.rate_count]),
                  interval=found.time_us / 1e6)


def icon_name(icon: str) -> str:
    """Returns the name in freedesktop's icon naming that is nearest to the `icon` of a command: "emblem-favorite" for
    "heart-filled". A name that is no word of org.nowplaying.md is given back as it is. "": that naming has nothing for
    it, so show the title."""
    return text(functions.nowplaying_surface_icon_name(encode(check.text("icon_name(icon)", icon))))


def error_sentence(kind: ErrorKind) -> str:
    """Returns a sentence for people that says why a session does not play, to be shown if its snapshot has no
    `error`. It is English, and a msgid of the catalogues in plugins/common/po."""
    return text(functions.nowplaying_surface_error_sentence(check.member("error_sentence(kind)", kind, ErrorKind)))


def arguments(name: str, kind: CommandKind, value: Any) -> Dict[str, Any]:
    """Returns the fields of the event for a command."""
    form, _ = ARGUMENTS.get(kind, ("", ""))
    field, checked, is_required = rules.ARGUMENT.get(form, ("", check.text, False))
    if value is None and not is_required:
        return {"mode": s.NOWPLAYING_SURFACE_NEXT_MODE}  # the same as a press of its button
    if form == "mode":
        return {form: check.member(name, value, MODES[kind])}
    if not field:
        raise check.wrong_type(name, "left out", value, "the command takes none")
    number = checked(name, value)
    return {field: microseconds(number) if field == "time_us" else number}

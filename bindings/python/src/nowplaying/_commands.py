# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The commands that the desktop may send, and their handlers."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, ClassVar, Dict, Iterable, Optional, Sequence, Tuple

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from ._c_content import c_array
from ._command_table import ARGUMENTS, MODES, SWITCHED
from ._enums import CommandKind, Feedback, Phase, RepeatMode, ShuffleMode, Slot
from ._library import is_id, microseconds
from ._records import dataclass, replace

LIMIT = c.NOWPLAYING_MAX_COMMANDS


@dataclass(frozen=True)
class Command:
    """A command that a session takes. Make one by the function that is named after it.

    handler: a function, also one that returns a future, or a coroutine function. It changes the playback, and then says
      so to the session. An exception is sent to the desktop as an error.
    enabled: False offers the command, but not now (no next track).
    intervals: of the skips, seconds greater than 0, at most 64.
    rates: that can be chosen, finite and not 0, at most 64.
    rate_range: the lowest and the highest speed, greater than 0, where any between them can be chosen; `rates` then
      says only which to offer. None: `rates` alone.
    current, supported: the present mode, and those that can be chosen; none: all.
    title, short_title: the words of a button of feedback, bookmarks or the player's own, "Like this song" and "Like".
    id: of a custom command, that names it among the session's.
    icon: the picture of the button, by a word of the list in org.nowplaying.md, "heart-filled", or a name of
      freedesktop's icon naming; "": that of the kind. See shown().
    slot: where a surface that has few places shows it.
    active: of a bookmark and a custom command, whether it is switched on.
    steps: of a rating, how many there are from 0.0 to 1.0, 5 for five stars; 0: any rating can be given.
    """

    kind: CommandKind
    handler: Callable[..., object]
    enabled: bool = True
    intervals: Sequence[float] = ()
    rates: Sequence[float] = ()
    current: int = 0
    supported: Sequence[int] = ()
    title: str = ""
    short_title: str = ""
    rate_range: Optional[Tuple[float, float]] = None
    id: str = ""
    icon: str = ""
    slot: Slot = Slot.ANY
    active: bool = False
    steps: int = 0
    #: The command's name in log lines.
    _what: ClassVar[str]

    def __post_init__(self) -> None:
        kept, kind = self.__dict__, check.member("Command.kind", self.kind, CommandKind)
        name, is_custom = f"Command.{kind.name.lower()}", kind == CommandKind.CUSTOM
        checks = {**rules.COMMAND, "supported": check.a_list(self._mode, LIMIT)}
        check.handler(f"{name}(handler)", self.handler, ARGUMENTS.get(kind, ())[1:])
        for field, checked in checks.items():
            if kept[field] is not getattr(Command, field):  # a default is right
                kept[field] = checked(f"{name}({field})", kept[field])
        if not isinstance(self.current, int) or self.current != 0:  # 0 is the first mode of each kind
            self._mode(f"{name}(current)", self.current)
        if is_custom:
            check.some_text(f"{name}(id)", self.id)
            check.some_text(f"{name}(title)", self.title)
        elif self.id:
            raise ValueError(f"{name}(id) must be left out: only custom commands have one")
        if self.active and kind not in SWITCHED:
            raise ValueError(f"{name}(active) must be left out: only bookmarks and custom commands have it")
        kept["_what"] = f"the command {self.id!r}" if is_custom else f"the command {kind.name}"

    def _mode(self, name: str, value: Any) -> Any:
        if self.kind not in MODES:
            raise check.wrong_type(name, "left out", value, "the command has no modes")
        return check.member(name, value, MODES[self.kind])

    def _gives_way(self, other: "Command") -> bool:
        """Returns whether this command is replaced when another one is set by itself."""
        return (self.kind, self.id, self._button()) == (other.kind, other.id, other._button())

    def _button(self) -> "frozenset[int]":
        """Returns the modes that a feedback button can set."""
        if self.kind != CommandKind.FEEDBACK:
            return frozenset()
        return frozenset(self.supported or Feedback) - {Feedback.NEUTRAL}

    # Made by generate-signatures, from here: do not edit.
    @classmethod
    def play(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Play."""
        return cls(CommandKind.PLAY, handler, enabled)

    @classmethod
    def pause(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Pause."""
        return cls(CommandKind.PAUSE, handler, enabled)

    @classmethod
    def stop(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Stop."""
        return cls(CommandKind.STOP, handler, enabled)

    @classmethod
    def toggle_play_pause(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Play when not playing, else pause. Without it the library chooses play or pause."""
        return cls(CommandKind.TOGGLE_PLAY_PAUSE, handler, enabled)

    @classmethod
    def next(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Go to the next item."""
        return cls(CommandKind.NEXT, handler, enabled)

    @classmethod
    def previous(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Go to the previous item."""
        return cls(CommandKind.PREVIOUS, handler, enabled)

    @classmethod
    def seek_to_position(cls, handler: Callable[[float], object], *, enabled: bool = True) -> "Command":
        """Go to a position. The handler is given the position in seconds."""
        return cls(CommandKind.SEEK_TO_POSITION, handler, enabled)

    @classmethod
    def skip_forward(cls, handler: Callable[[float], object], *, intervals: Sequence[float] = (10.0,),
                     enabled: bool = True) -> "Command":
        """Go forward by an interval. The handler is given one of `intervals`, in seconds; the first is preferred
        most."""
        return cls(CommandKind.SKIP_FORWARD, handler, enabled, intervals=intervals)

    @classmethod
    def skip_backward(cls, handler: Callable[[float], object], *, intervals: Sequence[float] = (10.0,),
                      enabled: bool = True) -> "Command":
        """Go back by an interval. The handler is given one of `intervals`, in seconds; the first is preferred most."""
        return cls(CommandKind.SKIP_BACKWARD, handler, enabled, intervals=intervals)

    @classmethod
    def seek_forward(cls, handler: Callable[[Phase], object], *, enabled: bool = True) -> "Command":
        """Fast forward while a button is held. The handler is given Phase.BEGIN and Phase.END. Surfaces of
        org.nowplaying send it; MPRIS has no call for it."""
        return cls(CommandKind.SEEK_FORWARD, handler, enabled)

    @classmethod
    def seek_backward(cls, handler: Callable[[Phase], object], *, enabled: bool = True) -> "Command":
        """Rewind while a button is held. The handler is given Phase.BEGIN and Phase.END. Surfaces of org.nowplaying
        send it; MPRIS has no call for it."""
        return cls(CommandKind.SEEK_BACKWARD, handler, enabled)

    @classmethod
    def change_rate(cls, handler: Callable[[float], object], *, rates: Optional[Sequence[float]] = None,
                    rate_range: Optional[Tuple[float, float]] = None, enabled: bool = True) -> "Command":
        """Change the speed. The handler is given one of `rates`, or any of `rate_range`, (0.25, 4.0) for instance."""
        if rates is None and rate_range is None:
            raise TypeError("Command.change_rate() needs rates or rate_range")
        return cls(CommandKind.CHANGE_RATE, handler, enabled, rates=rates or (), rate_range=rate_range)

    @classmethod
    def change_repeat_mode(cls, handler: Callable[[RepeatMode], object], *, current: RepeatMode = RepeatMode.OFF,
                           supported: Sequence[RepeatMode] = (), enabled: bool = True) -> "Command":
        """Change what repeats. supported: the modes that can be chosen; empty: all."""
        return cls(CommandKind.CHANGE_REPEAT_MODE, handler, enabled, current=current, supported=supported)

    @classmethod
    def change_shuffle_mode(cls, handler: Callable[[ShuffleMode], object], *, current: ShuffleMode = ShuffleMode.OFF,
                            supported: Sequence[ShuffleMode] = (), enabled: bool = True) -> "Command":
        """Change the order. supported: the modes that can be chosen; empty: all."""
        return cls(CommandKind.CHANGE_SHUFFLE_MODE, handler, enabled, current=current, supported=supported)

    @classmethod
    def feedback(cls, handler: Callable[[Feedback], object], *, current: Feedback = Feedback.NEUTRAL,
                 supported: Sequence[Feedback] = (), title: str = "", short_title: str = "",
                 enabled: bool = True) -> "Command":
        """Like, dislike, or neither. supported: the modes that can be chosen; empty: all. A command that supports all
        three is a pair of thumbs. Two such commands, each with NEUTRAL and one other mode, are a like and a dislike
        button. Surfaces of org.nowplaying send it; MPRIS has no call for it."""
        return cls(CommandKind.FEEDBACK, handler, enabled, current=current, supported=supported, title=title,
                   short_title=short_title)

    @classmethod
    def next_chapter(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Go to the next chapter. Surfaces that know the chapters may seek instead. Surfaces of org.nowplaying send it;
        MPRIS has no call for it."""
        return cls(CommandKind.NEXT_CHAPTER, handler, enabled)

    @classmethod
    def previous_chapter(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Go to the previous chapter. Surfaces of org.nowplaying send it; MPRIS has no call for it."""
        return cls(CommandKind.PREVIOUS_CHAPTER, handler, enabled)

    @classmethod
    def seek_to_live(cls, handler: Callable[[], object], *, enabled: bool = True) -> "Command":
        """Go to what is broadcast at this moment. Surfaces of org.nowplaying send it; MPRIS has no call for it."""
        return cls(CommandKind.SEEK_TO_LIVE, handler, enabled)

    @classmethod
    def set_rating(cls, handler: Callable[[float], object], *, steps: int = 0, enabled: bool = True) -> "Command":
        """Rate the item. The handler is given 0.0 to 1.0. steps: 5 for five stars, 10 for half ones, 1 for a heart; 0:
        any number can be given. Then assign a content with this user_rating. Surfaces of org.nowplaying send it; MPRIS
        has no call for it."""
        return cls(CommandKind.SET_RATING, handler, enabled, steps=steps)

    @classmethod
    def bookmark(cls, handler: Callable[[], object], *, active: bool = False, title: str = "", short_title: str = "",
                 enabled: bool = True) -> "Command":
        """Put a bookmark at the position, or remove it. active: whether it is on. Then Session.set_bookmarked().
        Surfaces of org.nowplaying send it; MPRIS has no call for it."""
        return cls(CommandKind.BOOKMARK, handler, enabled, active=active, title=title, short_title=short_title)

    @classmethod
    def mute(cls, handler: Callable[[bool], object], *, enabled: bool = True) -> "Command":
        """Mute, or unmute. The handler is given True or False. The volume stays as it is. Then assign to Session.muted.
        Surfaces of org.nowplaying send it; MPRIS has no call for it."""
        return cls(CommandKind.MUTE, handler, enabled)

    # Made by generate-signatures, to here.

    @classmethod
    def custom(cls, handler: Callable[[], object], id: str, title: str, *, short_title: str = "", icon: str = "",
               slot: Slot = Slot.ANY, active: bool = False, enabled: bool = True) -> "Command":
        """A button of the player's own. There may be many, each with another id. Then Session.set_custom_command()."""
        return cls(CommandKind.CUSTOM, handler, enabled, title=title, short_title=short_title, id=id, icon=icon,
                   slot=slot, active=active)

    def shown(self, *, icon: str = "", slot: Slot = Slot.ANY) -> "Command":
        """Returns the same command with an icon and a slot: Command.next(go).shown(slot=Slot.FORWARD)."""
        return replace(self, icon=icon, slot=slot)


def by_tag(commands: Iterable[Command]) -> Dict[int, Command]:
    """Numbers the commands. A command that is set again keeps its number."""
    numbered: Dict[int, Command] = {}
    for command in commands:
        tag = command.kind * LIMIT
        while tag in numbered:
            tag += 1
        numbered[tag] = command
    return numbered


def c_commands(numbered: Dict[int, Command]) -> Any:
    """Returns commands as an array of C structs, which keeps the memory alive that it points to."""
    array = c_array(
        c.nowplaying_command, list(numbered.values()),
        intervals_us=lambda command: _numbers(ctypes.c_int64, map(microseconds, command.intervals)),
        interval_count=lambda command: len(command.intervals),
        rates=lambda command: _numbers(ctypes.c_double, command.rates), rate_count=lambda command: len(command.rates),
        rate_minimum=lambda command: command.rate_range[0] if command.rate_range else 0.0,
        rate_maximum=lambda command: command.rate_range[1] if command.rate_range else 0.0,
        supported=lambda command: sum({1 << mode for mode in command.supported}))
    for place, tag in zip(array, numbered):
        place.tag = tag
    return array


def _numbers(kind: Any, numbers: Iterable[float]) -> Any:
    """Returns an array of C; None for no numbers."""
    given = tuple(numbers)
    return (kind * len(given))(*given) if given else None


def given(numbered: Dict[int, Command], event: c.nowplaying_command_event) -> Optional[Command]:
    """Returns the command of an event; None if it is not offered any more. A custom command is found by its id, because
    its number may belong to another one by now."""
    if event.kind != CommandKind.CUSTOM:
        return numbered.get(event.tag)
    return next((each for each in numbered.values() if each.id and is_id(each.id, event.id)), None)


# The functions that read the handler's argument from an event, by the form of the argument.
READ: Dict[str, Callable[[Any], object]] = {
    "position": lambda event: event.time_us / 1e6, "interval": lambda event: event.time_us / 1e6,
    "phase": lambda event: Phase(event.phase), "rate": lambda event: event.rate,
    "mode": lambda event: MODES[event.kind](event.mode), "fraction": lambda event: event.rating,
    "truth": lambda event: bool(event.mode),
}


def arguments(event: c.nowplaying_command_event) -> Tuple[object, ...]:
    """Returns the arguments for the handler of a command."""
    form, _ = ARGUMENTS.get(CommandKind(event.kind), ("", ""))
    return (READ[form](event),) if form in READ else ()

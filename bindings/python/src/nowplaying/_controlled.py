# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of a session that clients control: commands, volume and tracks."""
from __future__ import annotations

from threading import get_ident
from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence

from . import _checks as check
from ._commands import LIMIT, Command
from ._enums import CommandKind, Feedback, RepeatMode, ShuffleMode, TrackKind
from ._library import lock
from ._provide import ArtworkProvider
from ._records import replace

if TYPE_CHECKING:
    from ._tracks import Track


class Controlled(ArtworkProvider):
    """The part of a Session with the values that clients may ask to change."""

    __slots__ = ("_staged", "_state")

    _state: Dict[str, Any]
    #: The values that each thread has assigned inside its update().
    _staged: Dict[int, Dict[str, Any]]

    @property
    def commands(self) -> Sequence[Command]:
        """The commands that the desktop may send, at most 64."""
        return self._get("commands")  # type: ignore[no-any-return]

    @commands.setter
    def commands(self, commands: Sequence[Command]) -> None:
        checked = check.list_of("Session.commands", commands, self._checked_command, "a list of Command")
        if len(checked) > LIMIT:
            raise ValueError(f"Session.commands must have at most {LIMIT} entries, not {len(checked)}")
        self._set("commands", checked)

    @property
    def volume(self) -> Optional[float]:
        """The volume, 0.0 or more; 1.0 is full, and more than 100.0 counts as 100.0. None: the session has no
        volume."""
        return self._get("volume")  # type: ignore[no-any-return]

    @volume.setter
    def volume(self, volume: Optional[float]) -> None:
        if volume is not None:
            volume = check.number("Session.volume", volume, "a number or None")
            if volume < 0:
                raise ValueError(f"Session.volume must be 0.0 or more, not {volume}")
        self._set("volume", volume)

    @property
    def volume_maximum(self) -> float:
        """The highest volume that the desktop may set: 1.0, or more in a player that amplifies. More than 100.0 counts
        as 100.0."""
        return self._get("volume_maximum")  # type: ignore[no-any-return]

    @volume_maximum.setter
    def volume_maximum(self, maximum: float) -> None:
        maximum = check.number("Session.volume_maximum", maximum)
        if maximum <= 0:
            raise ValueError(f"Session.volume_maximum must be greater than 0.0, not {maximum}")
        self._set("volume_maximum", maximum)

    @property
    def muted(self) -> bool:
        """Whether the session is muted, which surfaces of org.nowplaying show. For MPRIS the volume stays the same."""
        return self._get("muted")  # type: ignore[no-any-return]

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._set("muted", check.flag("Session.muted", muted))

    @property
    def tracks(self) -> Sequence[Track]:
        """The audio and subtitle tracks of the item, in the order to show, at most 256; surfaces of org.nowplaying see
        them if there is an on_select_track. They stay with the next content: assign them with each that has others."""
        return self._get("tracks")  # type: ignore[no-any-return]

    @tracks.setter
    def tracks(self, tracks: Sequence[Track]) -> None:
        from ._tracks import checked_tracks
        self._set("tracks", checked_tracks("Session.tracks", tracks))

    def set_selected_track(self, kind: TrackKind, id: Optional[str]) -> None:
        """Says which track of a kind is heard or seen now; None: none."""
        check.member("Session.set_selected_track(kind)", kind, TrackKind)
        with lock:  # locked from reading on, so that no other thread's change is lost
            tracks = self.tracks
            if id is not None and not any(each.kind == kind and each.id == id for each in tracks):
                raise ValueError(f"the session has no track {id!r} of the kind {kind.name}: assign it to "
                                 "Session.tracks first")
            self.tracks = [replace(each, selected=each.id == id) if each.kind == kind else each for each in tracks]

    def set_command(self, command: Command) -> None:
        """Sets one command. It replaces the first one of its kind; a custom command replaces the one with its id, and
        feedback the button for the same modes. Without such a command it is added at the end. Thus a single property
        can change, for instance a title: `dataclasses.replace(command, title="Sleep: 29 min")`."""
        self._checked_command("Session.set_command(command)", command)
        with lock:  # locked from reading on, so that no other thread's change is lost
            commands = list(self.commands)
            place = next((index for index, each in enumerate(commands) if each._gives_way(command)), len(commands))
            commands[place:place + 1] = [command]
            self.commands = commands

    def set_command_enabled(self, kind: CommandKind, enabled: bool = True) -> None:
        """Enables or disables the commands of a kind."""
        self._replace(check.member("Session.set_command_enabled(kind)", kind, CommandKind),
                      enabled=check.flag("Session.set_command_enabled(enabled)", enabled))

    def set_repeat_mode(self, mode: RepeatMode) -> None:
        """Says what repeats now, where the commands have Command.change_repeat_mode()."""
        self._replace(CommandKind.CHANGE_REPEAT_MODE,
                      current=check.member("Session.set_repeat_mode(mode)", mode, RepeatMode))

    def set_shuffle_mode(self, mode: ShuffleMode) -> None:
        """Says what is shuffled now, where the commands have Command.change_shuffle_mode()."""
        self._replace(CommandKind.CHANGE_SHUFFLE_MODE,
                      current=check.member("Session.set_shuffle_mode(mode)", mode, ShuffleMode))

    def set_feedback(self, feedback: Feedback) -> None:
        """Says what the user thinks of the item, where the commands have Command.feedback()."""
        self._replace(CommandKind.FEEDBACK,
                      current=check.member("Session.set_feedback(feedback)", feedback, Feedback))

    def set_bookmarked(self, bookmarked: bool) -> None:
        """Says whether there is a bookmark at the position, where the commands have Command.bookmark()."""
        self._replace(CommandKind.BOOKMARK, active=check.flag("Session.set_bookmarked(bookmarked)", bookmarked))

    def set_custom_command(self, id: str, *, active: Optional[bool] = None, enabled: Optional[bool] = None) -> None:
        """Says whether a button of Command.custom() is switched on, and whether it can be pressed now. None:
        unchanged."""
        name = "Session.set_custom_command"
        changes = {word: check.flag(f"{name}({word})", value)
                   for word, value in (("active", active), ("enabled", enabled)) if value is not None}
        self._replace(CommandKind.CUSTOM, check.some_text(f"{name}(id)", id), **changes)

    # ------------------------------------------------------------------------------------------------ Inside

    def _get(self, name: str) -> Any:
        staged = self._staged.get(get_ident())
        return staged[name] if staged is not None and name in staged else self._state[name]

    def _set(self, name: str, value: Any) -> None:
        staged = self._staged.get(get_ident())
        if staged is None:
            self._publish({name: value})
        else:
            staged[name] = value

    def _publish(self, values: Dict[str, Any]) -> None:
        raise NotImplementedError

    def _check_runs(self, name: str, function: object) -> None:
        check.can_run(name, function, self._handlers.loop)

    def _checked_command(self, name: str, command: Any) -> Command:
        if not isinstance(command, Command):
            raise check.wrong_type(name, "a Command", command)
        self._check_runs(f"Command.{command.kind.name.lower()}(handler)", command.handler)
        return command

    def _replace(self, kind: CommandKind, id: str = "", **changes: Any) -> None:
        with lock:  # locked from reading on, so that no other thread's change is lost
            commands = self.commands
            wanted = [(each.kind, each.id) == (kind, id or each.id) for each in commands]
            if not any(wanted):
                raise ValueError(f"the session has no command {kind.name}{id and ' '}{id}: assign it to "
                                 "Session.commands first")
            self.commands = [replace(each, **changes) if is_it else each for each, is_it in zip(commands, wanted)]

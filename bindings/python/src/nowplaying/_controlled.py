# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The part of a session that clients control: commands, volume and tracks, and the pictures that it is given."""
from __future__ import annotations

from operator import is_not
from threading import get_ident
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Set, Tuple, TypeVar, Union

from . import _checks as check
from . import _rules as rules
from ._artwork import Artwork, arguments
from ._commands import LIMIT, Command
from ._enums import CommandKind, Feedback, RepeatMode, ShuffleMode, TrackKind
from ._errors import NowPlayingError
from ._library import encode, functions, lock
from ._objects import HandleOwner, assigned
from ._records import replace

if TYPE_CHECKING:
    import os
    from concurrent.futures import Future

    from ._remote import Device
    from ._tracks import Track

T = TypeVar("T", Command, "Device")


def changed(things: Sequence[T], is_it: Callable[[T], bool], missing: str, **changes: Any) -> List[T]:
    """Returns the things with changes to those for which `is_it` is true. missing: what to say if there is none. One
    that has the values already stays the same object: players say all of them again and again."""
    if not any(map(is_it, things)):
        raise ValueError(f"the session has no {missing} first")
    return [replace(each, **changes) if is_it(each) and
            any(getattr(each, name) is not value for name, value in changes.items()) else each for each in things]


class Update:
    """The result of Session.update()."""

    __slots__ = ("_outer", "_session", "_thread")

    def __init__(self, session: "Controlled") -> None:
        self._session = session
        #: The thread that is inside the `with` block.
        self._thread: Optional[int] = None

    def __enter__(self) -> None:
        staged, thread = self._session._staged, get_ident()
        with lock:
            if self._thread is not None:
                raise RuntimeError("this update has begun already: call Session.update() again for one inside of it")
            self._thread = thread
        self._outer = staged.get(thread)
        staged[thread] = {} if self._outer is None else dict(self._outer)

    def __exit__(self, error: object, *_: object) -> None:
        session, thread, self._thread = self._session, self._thread, None
        if thread is None:
            raise RuntimeError("this update has not begun")
        values = session._staged.pop(thread)
        if self._outer is not None:
            session._staged[thread] = self._outer if error is not None else values
        elif error is None and values:
            session._publish(values)


class Controlled(HandleOwner):
    """The part of a Session with the values that clients may ask to change, and with the pictures that are given."""

    __slots__ = ("_awaited", "_staged")

    #: The requests that wait for a picture: the artwork's id, and the future that ends the wait.
    _awaited: "Set[Tuple[str, Future[None]]]"
    #: The values that each thread has assigned inside its update().
    _staged: Dict[int, Dict[str, Any]]

    @assigned
    def commands(self, commands: Sequence[Command]) -> Sequence[Command]:
        """The commands that the desktop may send, at most 64."""
        return check.list_of("Session.commands", commands, self._checked_command, "a list of Command", LIMIT)

    @assigned
    def volume(self, volume: Optional[float]) -> Optional[float]:
        """The volume, 0.0 or more; 1.0 is full, and more than 100.0 counts as 100.0. None: the session has no
        volume."""
        return rules.SESSION["volume"]("Session.volume", volume)  # type: ignore[no-any-return]

    @assigned
    def volume_maximum(self, maximum: float) -> float:
        """The highest volume that the desktop may set: 1.0, or more in a player that amplifies. More than 100.0 counts
        as 100.0."""
        return rules.SESSION["volume_maximum"]("Session.volume_maximum", maximum)  # type: ignore[no-any-return]

    @assigned
    def muted(self, muted: bool) -> bool:
        """Whether the session is muted, which surfaces of org.nowplaying show. For MPRIS the volume stays the same."""
        return rules.SESSION["muted"]("Session.muted", muted)  # type: ignore[no-any-return]

    @assigned
    def tracks(self, tracks: Sequence[Track]) -> Sequence[Track]:
        """The audio and subtitle tracks of the item, in the order to show, at most 256; surfaces of org.nowplaying see
        them if there is an on_select_track. They stay with the next content: assign them with each that has others."""
        from ._tracks import checked_tracks
        return checked_tracks("Session.tracks", tracks)

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
        self._replace(check.member("Session.set_command_enabled(kind)", kind, CommandKind), enabled=enabled)

    def set_repeat_mode(self, mode: RepeatMode) -> None:
        """Says what repeats now, if the commands have Command.change_repeat_mode()."""
        self._replace(CommandKind.CHANGE_REPEAT_MODE,
                      current=check.member("Session.set_repeat_mode(mode)", mode, RepeatMode))

    def set_shuffle_mode(self, mode: ShuffleMode) -> None:
        """Says what is shuffled now, if the commands have Command.change_shuffle_mode()."""
        self._replace(CommandKind.CHANGE_SHUFFLE_MODE,
                      current=check.member("Session.set_shuffle_mode(mode)", mode, ShuffleMode))

    def set_feedback(self, feedback: Feedback) -> None:
        """Says what the user thinks of the item, if the commands have Command.feedback()."""
        self._replace(CommandKind.FEEDBACK, current=check.member("Session.set_feedback(feedback)", feedback, Feedback))

    def set_bookmarked(self, bookmarked: bool) -> None:
        """Says whether there is a bookmark at the position, if the commands have Command.bookmark()."""
        self._replace(CommandKind.BOOKMARK, active=bookmarked)

    def set_custom_command(self, id: str, *, active: Optional[bool] = None, enabled: Optional[bool] = None) -> None:
        """Says whether a button of Command.custom() is switched on, and whether it can be pressed now. None:
        unchanged."""
        changes = {"active": active, "enabled": enabled}
        self._replace(CommandKind.CUSTOM, check.some_text("Session.set_custom_command(id)", id),
                      **{name: value for name, value in changes.items() if value is not None})

    def provide_artwork(
            self, id: str,
            picture: "Union[bytes, bytearray, memoryview, str, os.PathLike[str], Artwork, None]") -> None:
        """Gives the session a picture of an artwork, before its content is assigned or after; published at once. It
        is used wherever an artwork of this id is shown in the session, and a function of that artwork is not called.
        Another picture for the same id takes its place.

        A new item waits 40 ms for its picture, so that clients see it once; for a picture that comes later they are
        sent the item again. A session remembers 16 pictures, and the one that it shows.

        id: of the Artwork, for instance that of Artwork.later().
        picture: the bytes of a PNG, JPEG, WebP or GIF file, the path of one, what Artwork.file(), Artwork.data() or
          Artwork.url() makes, whose own id is ignored, or None: there is no picture, and nobody waits for one.
        """
        check.some_text("Session.provide_artwork(id)", id)
        name = "Session.provide_artwork(picture)"
        way, values = arguments(Artwork, picture, f"{name} is", name)
        # Called without the lock, which other threads need while a disk is slow.
        with self._use() as handle:
            getattr(functions, f"nowplaying_session_provide_artwork_{way}")(handle, encode(id), *values)
        for awaited, future in tuple(self._awaited):
            if awaited == id:
                future.cancel()

    # ------------------------------------------------------------------------------------------------ Inside

    def _wait_for_artwork(self, id: str, request: int) -> "Future[None]":
        """Returns a future that is done when a request has been answered with the provided picture."""
        from concurrent.futures import Future
        future: "Future[None]" = Future()
        entry = (id, future)
        self._awaited.add(entry)
        future.add_done_callback(lambda _: self._awaited.discard(entry))
        try:
            functions.nowplaying_request_get_state(request)
        except NowPlayingError:
            future.cancel()  # the picture came in the meantime
        return future

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

    def _checked_command(self, name: str, command: Command) -> Command:
        check.instance(name, command, Command)
        self._check_runs(f"Command.{command.kind.name.lower()}(handler)", command.handler)
        return command

    def _replace(self, kind: CommandKind, id: str = "", **changes: Any) -> None:
        with lock:  # locked from reading on, so that no other thread's change is lost
            self._open_handle()
            commands = self.commands
            replaced = changed(
                commands, lambda each: (each.kind, each.id) == (kind, id or each.id),
                f"command {kind.name}{id and ' '}{id}: assign it to Session.commands", **changes)
            if any(map(is_not, replaced, commands)):
                self.commands = replaced

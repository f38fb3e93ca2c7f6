# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""One thing that an app plays."""
import contextlib
import ctypes
import os
import threading
import time
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence

from . import _signatures as c
from ._commands import Command, arguments, by_tag, c_commands
from ._content import Artwork, CContent, Content
from ._enums import CommandKind, Interruption, Primary, Status
from ._errors import NowPlayingError
from ._handlers import Handlers, callback, destroyed, logger, register, unregister
from ._library import encode, functions, lock
from ._objects import HandleOwner
from ._playback import Playback, c_snapshot

if TYPE_CHECKING:
    from ._app import App


class Session(HandleOwner):
    """A queue of music, a podcast, a video window. The desktop is shown it once it has content and is what the app
    shows: see request_application_primary().

    Each assignment to content, playback, commands or volume is published at once; those inside of `with
    session.update():` together at its end, or not at all if an exception leaves it.

    id: names the session within the app.
    on_volume: called with the volume that somebody chose, 0.0 to 1.0: take it, then assign what you took to `volume`.
      Without it the volume cannot be changed from outside.
    on_primary_changed: called with what the session is the primary of now.
    on_interruption: called when another player takes over and when it is gone, if the App has interruptions=True.
    Handlers may be functions or coroutine functions.
    """

    def __init__(self, app: "App", id: str = "", *, on_volume: Optional[Callable[[float], object]] = None,
                 on_primary_changed: Optional[Callable[[Primary], object]] = None,
                 on_interruption: Optional[Callable[[Interruption], object]] = None) -> None:
        self._app = app
        self._state: Dict[str, Any] = {"content": None, "playback": None, "commands": (), "volume": None}
        self._tagged: Dict[int, Command] = {}
        self._staged = threading.local()
        self._answers: "Dict[Primary, List[Future[None]]]" = {Primary.APPLICATION: [], Primary.SYSTEM: []}
        self._on_volume = on_volume
        self._on_primary_changed = on_primary_changed
        self._on_interruption = on_interruption
        # Known to the callbacks from here on: the first may come before the constructor is done.
        self.handlers = Handlers(app.handlers.loop, app.handlers.raised)
        key = register(self)
        callbacks = c.nowplaying_session_callbacks(
            struct_size=ctypes.sizeof(c.nowplaying_session_callbacks), user_data=key, destroy=_destroy,
            command=_command, artwork=_artwork, request_cancelled=_request_cancelled,
            primary_changed=_primary_changed, primary_result=_primary_result, interruption=_interruption)
        if on_volume is not None:
            callbacks.volume = _volume
        handle = ctypes.POINTER(c.nowplaying_session)()
        try:
            app._call(functions.nowplaying_session_new, encode(id), ctypes.byref(callbacks), ctypes.byref(handle))
        except BaseException:
            unregister(key)
            raise
        super().__init__(f"Session {id!r}", handle, functions.nowplaying_session_free, self.handlers)
        app._sessions.add(self)

    def _close(self) -> None:
        super()._close()
        self._app._sessions.discard(self)
        for waiting in self._answers.values():
            for future in waiting:
                future.cancel()

    # ------------------------------------------------------------------------------------------ What is shown

    @contextlib.contextmanager
    def update(self) -> Iterator[None]:
        """Publishes all that this thread assigns inside of the `with` at once. Do not await inside."""
        if self._staging is not None:
            yield
            return
        staged: Dict[str, Any] = {}
        self._staged.values = staged
        try:
            yield
        finally:
            del self._staged.values
        self._publish(staged)

    @property
    def content(self) -> Optional[Content]:
        """What is played. None: nothing to show. Between two items do not assign None, but the next one."""
        return self._get("content")  # type: ignore[no-any-return]

    @content.setter
    def content(self, content: Optional[Content]) -> None:
        self._set("content", content)

    @property
    def playback(self) -> Optional[Playback]:
        """How playback stands. The position moves by itself: assign when playback starts, stops, seeks or changes its
        speed. None: not known."""
        return self._get("playback")  # type: ignore[no-any-return]

    @playback.setter
    def playback(self, playback: Optional[Playback]) -> None:
        if playback is not None and playback.timestamp is None:
            playback = replace(playback, timestamp=time.monotonic())
        self._set("playback", playback)

    @property
    def commands(self) -> Sequence[Command]:
        """What the desktop may ask for."""
        return self._get("commands")  # type: ignore[no-any-return]

    @commands.setter
    def commands(self, commands: Sequence[Command]) -> None:
        self._set("commands", tuple(commands))

    @property
    def volume(self) -> Optional[float]:
        """1.0 is full. None: the session has no volume."""
        return self._get("volume")  # type: ignore[no-any-return]

    @volume.setter
    def volume(self, volume: Optional[float]) -> None:
        self._set("volume", volume)

    def enable(self, kind: CommandKind, enabled: bool = True) -> None:
        """Enables or disables the commands of a kind."""
        self._replace(kind, enabled=enabled)

    def set_mode(self, kind: CommandKind, mode: int) -> None:
        """Says which repeat mode, shuffle mode or feedback is the present one."""
        self._replace(kind, current=mode)

    # -------------------------------------------------------------------------------------- What shows it

    def request_application_primary(self) -> "Future[None]":
        """Asks to be what the app shows. The future is done when it is, or has a NowPlayingError; asyncio code awaits
        asyncio.wrap_future() of it. Do not wait for it on the thread that runs the app's loop."""
        return self._request(Primary.APPLICATION, functions.nowplaying_session_request_application_primary)

    def request_system_primary(self) -> "Future[None]":
        """Asks to be what the whole desktop drives, too. See request_application_primary()."""
        return self._request(Primary.SYSTEM, functions.nowplaying_session_request_system_primary)

    def resign_system_primary(self) -> None:
        """Gives the system primary back, so that the player that had it before may resume."""
        self._call(functions.nowplaying_session_resign_system_primary)

    @property
    def primary(self) -> Primary:
        """What the session is the primary of."""
        primary = ctypes.c_uint32()
        self._call(functions.nowplaying_session_get_primary, ctypes.byref(primary))
        return Primary(primary.value)

    # ------------------------------------------------------------------------------------------------ Inside

    @property
    def _staging(self) -> Optional[Dict[str, Any]]:
        return getattr(self._staged, "values", None)

    def _get(self, name: str) -> Any:
        staging = self._staging
        return staging[name] if staging is not None and name in staging else self._state[name]

    def _set(self, name: str, value: Any) -> None:
        staging = self._staging
        if staging is None:
            self._publish({name: value})
        else:
            staging[name] = value

    def _replace(self, kind: CommandKind, **changes: Any) -> None:
        commands = self.commands
        if not any(command.kind == kind for command in commands):
            raise ValueError(f"the session has no command {kind.name}: assign it to `commands` first")
        self.commands = [replace(each, **changes) if each.kind == kind else each for each in commands]

    def _publish(self, values: Dict[str, Any]) -> None:
        """Stages values with the library and commits them, with no other thread in between."""
        with contextlib.ExitStack() as stack:
            content = values.get("content")
            c_content = stack.enter_context(CContent(content)) if content is not None else None
            playback = values.get("playback")
            snapshot = c_snapshot(playback) if playback is not None else None
            tagged = by_tag(values.get("commands", ()))
            array = c_commands(tagged)
            stack.enter_context(lock)
            handle = self._open_handle()
            if "commands" in values:
                functions.nowplaying_session_set_commands(handle, array, len(array))
                self._tagged = tagged
            if "content" in values:
                functions.nowplaying_session_set_content(handle, c_content)
            if "playback" in values:
                functions.nowplaying_session_set_snapshot(handle, snapshot)
            if "volume" in values:
                functions.nowplaying_session_set_volume(handle, -1.0 if values["volume"] is None else values["volume"])
            self._state.update(values)
            functions.nowplaying_session_commit(handle)

    def _request(self, which: Primary, function: Callable[..., Any]) -> "Future[None]":
        future: "Future[None]" = Future()
        with lock:
            self._call(function)
            self._answers[which].append(future)
        return future

    def _artwork_named(self, artwork_id: str) -> Artwork:
        content: Optional[Content] = self._state["content"]
        if content is None or content.artwork is None or content.artwork.id != artwork_id:
            raise NowPlayingError(Status.CANCELLED, "The content was replaced meanwhile.")
        return content.artwork


# ------------------------------------------------------------------------------------------------ The library's calls

_Callbacks = c.nowplaying_session_callbacks
_destroy = destroyed(_Callbacks)


@callback(_Callbacks, "command")
def _command(session: Session, request: Any, event: Any) -> int:
    command = session._tagged.get(event.contents.tag)
    if command is None:
        raise NowPlayingError(Status.NOT_SUPPORTED, "The command is not offered any more.")
    return session.handlers.run(
        f"the command {command.kind.name}", command.handler, *arguments(event.contents), request=request)


@callback(_Callbacks, "artwork")
def _artwork(session: Session, request: Any, event: Any) -> int:
    wanted = event.contents
    artwork = session._artwork_named(wanted.artwork_id.decode("utf-8", "replace"))
    return session.handlers.run(
        f"the artwork {artwork.id!r}", artwork.load, wanted.width, wanted.height, request=request,
        answer=_answer_artwork)


def _answer_artwork(request: Any, data: Any) -> None:
    if data is None:
        raise NowPlayingError(Status.NO_SUCH_CONTENT, "There is no picture.")
    if isinstance(data, (bytes, bytearray, memoryview)):
        data = bytes(data)
        functions.nowplaying_request_complete_artwork_data(request, data, len(data))
    else:
        functions.nowplaying_request_complete_artwork_file(request, os.fsencode(data))


@callback(_Callbacks, "volume")
def _volume(session: Session, request: Any, volume: float) -> int:
    assert session._on_volume is not None
    return session.handlers.run("the volume", session._on_volume, volume, request=request)


@callback(_Callbacks, "request_cancelled")
def _request_cancelled(session: Session, request: Any) -> None:
    session.handlers.cancel(request)


@callback(_Callbacks, "primary_changed")
def _primary_changed(session: Session, primary: int) -> None:
    if session._on_primary_changed is not None:
        session.handlers.run("on_primary_changed", session._on_primary_changed, Primary(primary))


@callback(_Callbacks, "primary_result")
def _primary_result(session: Session, which: int, status: int) -> None:
    with lock:
        # One answer is for all who have asked so far.
        waiting, session._answers[Primary(which)] = session._answers[Primary(which)], []
    if status < 0 and waiting:
        error = NowPlayingError(status, functions.nowplaying_strerror(status).decode())
        logger.warning("The session did not become the %s primary: %s", Primary(which).name, error)
    for future in waiting:
        if not future.set_running_or_notify_cancel():
            continue
        if status < 0:
            future.set_exception(error)
        else:
            future.set_result(None)


@callback(_Callbacks, "interruption")
def _interruption(session: Session, interruption: int) -> None:
    if session._on_interruption is not None:
        session.handlers.run("on_interruption", session._on_interruption, Interruption(interruption))

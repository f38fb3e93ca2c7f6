# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base class of App and Surface: a connection to the bus, served by a loop until it is closed."""
from __future__ import annotations

import atexit
import ctypes
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Optional, Union

from . import _checks as check
from . import _signatures as c
from ._enums import BusState, Status
from ._errors import NowPlayingError
from ._handlers import callback, destroyed, is_ending, is_inside, register, unregister, wait_for, wait_until_idle
from ._handlers import wait_until_unregistered
from ._interpreters import entered_from_here, is_sub
from ._log import DEBUG, ERROR, INFO, WARNING, is_printed_twice, logger
from ._loops import AsyncioLoop, CallLoop, Loop, is_event_loop
from ._objects import HandleOwner, Self
from ._threads import wait_until_gone
from ._watch import Watch

if TYPE_CHECKING:
    import asyncio

AnyLoop = Union[Loop, CallLoop, None]

LEVELS = {c.NOWPLAYING_LOG_ERROR: ERROR, c.NOWPLAYING_LOG_WARNING: WARNING, c.NOWPLAYING_LOG_INFO: INFO,
          c.NOWPLAYING_LOG_DEBUG: DEBUG}

# How long the end of the program waits for a running handler, in seconds.
TIMEOUT = 5.0

_connections: "weakref.WeakSet[Connection]" = weakref.WeakSet()


class Connection(HandleOwner):
    """Owns a handle of the library that has a loop."""

    __slots__ = ("_dispatcher", "_watch")

    #: The class's name in messages.
    _word: ClassVar[str]
    #: The library's function that makes the handle, and the others.
    _new: ClassVar[Any]
    _delete: ClassVar[Any]
    _get_fd: ClassVar[Any]
    _get_bus_state: ClassVar[Any]
    _dispatch: ClassVar[Any]
    #: Whether the library itself prints its log lines when the environment asks for it.
    _is_printed: ClassVar[bool] = False

    def _open(self, name: str, options: Any, loop: AnyLoop) -> None:
        """Makes the handle. The first callback may come before this returns."""
        #: The thread that dispatched last; at the start the thread of an asyncio loop that runs here.
        self._dispatcher: Optional[int] = None
        if isinstance(loop, AsyncioLoop):
            import asyncio
            if asyncio._get_running_loop() is loop.event_loop:
                self._dispatcher = threading.get_ident()
        key = register(self)
        watch = self._watch = Watch(self, key, loop.call if isinstance(loop, CallLoop) else None, self._delete)
        handle = ctypes.c_void_p()
        try:
            self._new(ctypes.byref(options), ctypes.byref(self._callbacks(key)), ctypes.byref(handle))
            super().__init__(name, key, handle.value, watch.free, self._handlers, warning=f"{name} was not closed")
        except BaseException:
            self._closed = True
            unregister(key)
            raise
        finally:
            watch.begin()
        _connections.add(self)
        try:
            if loop is not None and not isinstance(loop, CallLoop):
                watch.stop = loop.watch(self.fileno(), watch.readable)
        except BaseException:
            self.close()
            raise

    @property
    def bus_state(self) -> BusState:
        """Whether the desktop can be reached now."""
        state = ctypes.c_int32()
        self._call(self._get_bus_state, ctypes.byref(state))
        return BusState(state.value)

    def fileno(self) -> int:
        """The file descriptor to wait for reading on, always the same. There is none on the library's thread, or with a
        CallLoop."""
        if self._handlers.raised is None or self._watch.call is not None:
            raise NowPlayingError(f"{self._word}.fileno: what has no loop, or a CallLoop, has no file descriptor: make "
                                  f"the {self._word} with loop=ManualLoop()", Status.INVALID_STATE)
        fd = ctypes.c_int32()
        self._call(self._get_fd, ctypes.byref(fd))
        return fd.value

    def dispatch(self) -> None:
        """Does what there is to do and calls handlers. Never waits. What a handler raises that is no Exception, such
        as KeyboardInterrupt and SystemExit, is raised from here. In a subinterpreter, call it on a thread of that
        interpreter."""
        if not entered_from_here():
            raise RuntimeError(f"{self._word}.dispatch: this thread belongs to another interpreter, which the handlers "
                               "would run in: dispatch on one that threading.Thread has started in the "
                               f"{self._word}'s")
        self._dispatcher = threading.get_ident()
        with self._use() as handle:
            self._dispatch(handle)
        if self._handlers.raised:
            raise self._handlers.raised.pop(0)

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.close()

    def _is_served_here(self) -> bool:
        """Returns whether this thread is the one that serves the connection, so that it must not wait."""
        by_hand = self._handlers.raised is not None and self._watch.call is None
        return self._is_inside() or by_hand and self._dispatcher == threading.get_ident()

    def _is_inside(self) -> bool:
        """Returns whether this thread is inside a handler."""
        return is_inside(self._key)

    def _cancel(self, number: int) -> None:
        """Cancels an action by its number in the library, because nothing waits for it any more."""

    def _close(self) -> None:
        super()._close()
        me = threading.get_ident()
        if me not in self._users:
            # If a handler on another thread has freed the handle, it ends when that handler returns.
            wait_for(lambda: not is_ending(self._key, me))


@atexit.register
def _close_all() -> None:
    """Closes what was left open, while the interpreter still works: later a thread that enters Python would crash. A
    handler that never returns does not block the end of the program."""
    if wait_until_idle(TIMEOUT):
        for connection in list(_connections):
            try:
                connection.close()
            except Exception:
                logger.exception("%r was not closed.", connection)
        wait_until_unregistered(TIMEOUT)
        wait_until_gone(TIMEOUT)
    else:
        logger.error("A handler still runs at the end of the program: it was left behind.")


def _after_fork() -> None:
    """Forgets the connections in a forked child: they belong to the parent, and no other thread uses them."""
    for connection in _connections:
        connection._users = [user for user in connection._users if user == threading.get_ident()]
    _connections.clear()


os.register_at_fork(after_in_child=_after_fork)


def checked_loops(word: str, loop: AnyLoop,
                  coroutine_loop: Optional[asyncio.AbstractEventLoop]) -> Optional[asyncio.AbstractEventLoop]:
    """Returns the loop for coroutines. Raises an error if one of both loops is wrong."""
    if is_sub and (loop is None or isinstance(loop, CallLoop)):
        raise ValueError(f"{word}(loop) must not be {'None' if loop is None else 'a CallLoop'} in a subinterpreter, "
                         "which the library's thread cannot enter: give AsyncioLoop(), or ManualLoop() and call "
                         f"{word}.dispatch(), on a thread of this interpreter")
    if loop is not None and not isinstance(loop, CallLoop) and (
            isinstance(loop, type) or not callable(getattr(loop, "watch", None))):
        hint = "write AsyncioLoop(loop)" if is_event_loop(loop) else ""
        expected = "an AsyncioLoop, GLibLoop, QtLoop, CallLoop, ManualLoop or None"
        raise check.wrong_type(f"{word}(loop)", expected, loop, hint)
    if coroutine_loop is None and isinstance(loop, AsyncioLoop):
        return loop.event_loop
    if coroutine_loop is not None and not is_event_loop(coroutine_loop):
        raise check.wrong_type(f"{word}(coroutine_loop)", "an asyncio loop or None", coroutine_loop)
    return coroutine_loop


def loop_mode(loop: AnyLoop) -> int:
    """Returns the library's loop mode for a loop."""
    if loop is None:
        return c.NOWPLAYING_LOOP_THREAD
    return c.NOWPLAYING_LOOP_WAKEUP if isinstance(loop, CallLoop) else c.NOWPLAYING_LOOP_FD


def common_callbacks(struct: Any) -> Dict[str, Any]:
    """Returns the callbacks that every connection has."""
    @callback(struct, "log")
    def log(connection: Connection, level: int, message: bytes) -> None:
        shown = LEVELS.get(level, INFO)
        if not (connection._is_printed and is_printed_twice(shown)):
            logger.log(shown, "%s", message.decode("utf-8", "replace"))

    @callback(struct, "wakeup")
    def wakeup(connection: Connection) -> None:
        connection._watch.wake()

    return {"destroy": destroyed(struct), "log": log, "wakeup": wakeup}

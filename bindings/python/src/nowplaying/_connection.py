# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base class of App and Surface: a connection to the bus, served by a loop until it is closed."""
from __future__ import annotations

import atexit
import ctypes
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, Optional, Union

from . import _checks as check
from . import _signatures as c
from ._enums import BusState, Status
from ._errors import NowPlayingError
from ._handlers import Handlers, _entered, _owners, callback, destroyed, is_inside, register, wait_for
from ._library import encode, in_python, text
from ._log import DEBUG, ERROR, INFO, WARNING, is_printed_twice, logger
from ._loops import AsyncioLoop, CallLoop, Loop, is_asyncio
from ._objects import HandleOwner, Self
from ._rules import Checks
from ._threads import entered_from_here, is_sub, wait_until_gone

if TYPE_CHECKING:
    import asyncio

AnyLoop = Union[Loop, CallLoop, None]

LEVELS = {c.NOWPLAYING_LOG_ERROR: ERROR, c.NOWPLAYING_LOG_WARNING: WARNING, c.NOWPLAYING_LOG_INFO: INFO,
          c.NOWPLAYING_LOG_DEBUG: DEBUG}

# How long the end of the program waits for a running handler, in seconds.
TIMEOUT = 5.0

_connections: "weakref.WeakSet[Connection]" = weakref.WeakSet()


class Watch:
    """Lets a loop dispatch an app, without keeping the app alive.

    call: of a CallLoop.
    delete: the library's function that frees it.
    """

    def __init__(self, app: "Connection", key: int, call: Optional[Callable[[Callable[[], None]], object]],
                 delete: Callable[[Any], object]) -> None:
        self._app = weakref.ref(app)
        self._key = key
        self._process = os.getpid()
        self.call = call
        self._delete = delete
        #: Set when the constructor has made the app, so that it can be dispatched, or has failed: wake() waits for it.
        self.begun = threading.Event()
        self.stop: Callable[[], None] = lambda: None

    def wake(self) -> None:
        """Has a CallLoop dispatch the app once it is made, perhaps on another thread. Until then the library's thread
        waits here: it has nothing else to do, and the constructor does not wait for it."""
        self.begun.wait()
        if self.call is not None:
            self.call(self.readable)

    def readable(self) -> None:
        """Dispatches the app, because its descriptor is readable."""
        app = self._app()
        if app is not None and not app.closed:
            try:
                app.dispatch()
            except NowPlayingError:
                logger.exception("Dispatching failed.")

    def free(self, handle: Any) -> None:
        """Frees the app, even if its loop raises an error."""
        if self.call is not None and is_inside(self._key):
            # This is the library's thread, for which freeing would wait: a CallLoop may have closed the app here, or
            # dropped its last reference.
            threading.Thread(target=self.free, args=[handle]).start()
            return
        try:
            # A forked child shares its parent's epoll: removing a descriptor from it would make the parent deaf.
            if os.getpid() == self._process:
                self.stop()
        except Exception:
            logger.exception("The loop did not let the app go.")
        finally:
            self._delete(handle)


class Connection(HandleOwner):
    """Owns a handle of the library that has a loop."""

    __slots__ = ("_dispatcher", "_watch")

    #: The library's functions for this kind of handle.
    _new: ClassVar[Any]
    _delete: ClassVar[Any]
    _get_fd: ClassVar[Any]
    _get_bus_state: ClassVar[Any]
    _dispatch: ClassVar[Any]
    #: Whether the library itself prints its log lines when the environment asks for it.
    _is_printed: ClassVar[bool] = False

    def _prepare(self, loop: AnyLoop, runs: Optional[asyncio.AbstractEventLoop],
                 **handlers: Optional[Callable[..., object]]) -> None:
        """Keeps the handlers. From here on callbacks find the object: the first may come before the constructor
        returns.

        runs: the loop for coroutines, if it is another one.
        """
        self._closed = False
        word = type(self).__name__
        if is_sub and (loop is None or isinstance(loop, CallLoop)):
            given = "None" if loop is None else "a CallLoop"
            raise ValueError(f"{word}(loop) must not be {given} in a subinterpreter, which the library's thread cannot "
                             f"enter: give AsyncioLoop(), or ManualLoop() and call {word}.dispatch(), on a thread of "
                             "this interpreter")
        if loop is not None and not isinstance(loop, CallLoop) and (
                isinstance(loop, type) or not callable(getattr(loop, "watch", None))):
            hint = "write AsyncioLoop(loop)" if is_asyncio(loop, "AbstractEventLoop") else ""
            expected = "an AsyncioLoop, GLibLoop, QtLoop, CallLoop, ManualLoop or None"
            raise check.wrong_type(f"{word}(loop)", expected, loop, hint)
        if runs is None and isinstance(loop, AsyncioLoop):
            runs = loop.event_loop
        if runs is not None and not is_asyncio(runs, "AbstractEventLoop"):
            raise check.wrong_type(f"{word}(coroutine_loop)", "an asyncio loop or None", runs)
        self._handlers = Handlers(runs, None if loop is None else [])
        self._listen(handlers)

    def _open(self, name: str, options: Any, loop: AnyLoop) -> None:
        """Makes the handle."""
        call = loop.call if isinstance(loop, CallLoop) else None
        of_its_own = c.NOWPLAYING_LOOP_FD if call is None else c.NOWPLAYING_LOOP_WAKEUP
        options.loop = c.NOWPLAYING_LOOP_THREAD if loop is None else of_its_own
        options.struct_size = ctypes.sizeof(options)
        #: The thread that dispatched last; at the start the thread of an asyncio loop that runs here.
        self._dispatcher: Optional[int] = None
        if isinstance(loop, AsyncioLoop):
            import asyncio
            if asyncio._get_running_loop() is loop.event_loop:
                self._dispatcher = threading.get_ident()
        key = register(self)
        watch = self._watch = Watch(self, key, call, self._delete)
        try:
            self._make(name, key, watch.free, self._new, ctypes.byref(options), warning=f"{name} was not closed")
        finally:
            watch.begun.set()
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
        return BusState(self._read(self._get_bus_state))

    def fileno(self) -> int:
        """The file descriptor to wait for reading on, always the same. An app without a loop, or with a CallLoop, has
        none."""
        if self._handlers.raised is None or self._watch.call is not None:
            word = type(self).__name__
            raise NowPlayingError(f"{word}.fileno: what has no loop, or a CallLoop, has no file descriptor: make the "
                                  f"{word} with loop=ManualLoop()", Status.INVALID_STATE)
        return self._read(self._get_fd)

    def dispatch(self) -> None:
        """Does what there is to do and calls handlers. Never waits. What a handler raises that is no Exception, such
        as KeyboardInterrupt and SystemExit, is raised from here. In a subinterpreter, call it on a thread of that
        interpreter."""
        if not entered_from_here():
            word = type(self).__name__
            raise RuntimeError(f"{word}.dispatch: this thread belongs to another interpreter, which the handlers would "
                               f"run in: dispatch on one that threading.Thread has started in the {word}'s")
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
            # If a handler on another thread has closed this object, the library frees it when that handler returns.
            wait_for(lambda: self._key not in _owners or any(by == me for _, by in tuple(_entered)))


@atexit.register
def _close_all() -> None:
    """Closes what was left open, while the interpreter still works: later a thread that enters Python would crash. A
    handler that never returns does not block the end of the program."""
    if wait_for(lambda: not _entered, TIMEOUT):
        for connection in list(_connections):
            try:
                connection.close()
            except Exception:
                logger.exception("%r was not closed.", connection)
        # If a handler has closed its object, the library releases that only after the handler has returned.
        wait_for(lambda: not _owners, TIMEOUT)
        wait_until_gone(TIMEOUT)
    else:
        logger.error("A handler still runs at the end of the program: it was left behind.")


def _after_fork() -> None:
    """Forgets the connections in a forked child: they belong to the parent, and no other thread uses them."""
    for connection in _connections:
        connection._users = [user for user in connection._users if user == threading.get_ident()]
    _connections.clear()


os.register_at_fork(after_in_child=_after_fork)


def c_texts(owner: str, checks: Checks, **texts: str) -> Dict[str, bytes]:
    """Returns texts that a constructor was given, as the library takes them."""
    return {name: encode(checks[name](f"{owner}({name})", given)) for name, given in texts.items()}


def common_callbacks(struct: Any) -> Dict[str, Any]:
    """Returns the callbacks that every connection has."""
    @callback(struct, "log")
    def log(connection: Connection, level: int, message: bytes) -> None:
        shown = LEVELS.get(level, INFO)
        if not (connection._is_printed and is_printed_twice(shown)):
            logger.log(shown, "%s", in_python(text(message)))

    @callback(struct, "wakeup")
    def wakeup(connection: Connection) -> None:
        connection._watch.wake()

    return {"destroy": destroyed(struct), "log": log, "wakeup": wakeup}

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""One program and its connection to the desktop."""
import asyncio
import atexit
import ctypes
import logging
import os
import threading
import weakref
from typing import Any, Callable, Optional, Sequence, Set

from . import _signatures as c
from ._enums import BusState
from ._errors import NowPlayingError
from ._handlers import Handlers, callback, destroyed, logger, register, unregister
from ._handlers import wait_until_idle, wait_until_unregistered
from ._library import encode, functions
from ._objects import HandleOwner
from ._session import Session
from ._loops import AsyncioLoop, Loop

LEVELS = {
    c.NOWPLAYING_LOG_ERROR: logging.ERROR,
    c.NOWPLAYING_LOG_WARNING: logging.WARNING,
    c.NOWPLAYING_LOG_INFO: logging.INFO,
    c.NOWPLAYING_LOG_DEBUG: logging.DEBUG,
}

# How many seconds the end of the program waits for a handler.
PATIENCE = 5.0

_apps: "weakref.WeakSet[App]" = weakref.WeakSet()


class App(HandleOwner):
    """Who plays. Use it in a `with`, or close() it.

    application_id: "org.example.Player" or "player".
    display_name: the name that people see.
    desktop_entry: base name of the .desktop file, where it is not the application id.
    loop: who calls the handlers. None: a thread of the library's own. Else one of AsyncioLoop, GLibLoop, QtLoop, or
      ManualLoop, with which you wait for fileno() to become readable and call dispatch().
    coroutine_loop: the asyncio loop that coroutine handlers run on; not needed with AsyncioLoop.
    on_raise, on_quit: bring the window to the front; quit. Without a handler the desktop does not offer it.
    on_open_uri: called with a URI to open and play; its scheme is one of uri_schemes.
    mime_types: what the player plays.
    on_bus_state: called when the bus came, went, or the app's name was granted.
    interruptions: True tells the sessions when another player takes over.
    bus_address: of the bus, where it is not the session bus. bus_fd: for tests, a socket connected to a bus.

    Handlers may be functions or coroutine functions. Messages of the library go to the logger "nowplaying", with the
    level that it has when the App is made.
    """

    def __init__(self, application_id: str, *, display_name: str = "", desktop_entry: str = "",
                 loop: Optional[Loop] = None, coroutine_loop: Optional[asyncio.AbstractEventLoop] = None,
                 on_raise: Optional[Callable[[], object]] = None, on_quit: Optional[Callable[[], object]] = None,
                 on_open_uri: Optional[Callable[[str], object]] = None, uri_schemes: Sequence[str] = (),
                 mime_types: Sequence[str] = (), on_bus_state: Optional[Callable[[BusState], object]] = None,
                 interruptions: bool = False, bus_address: str = "", bus_fd: int = -1) -> None:
        if coroutine_loop is None and isinstance(loop, AsyncioLoop):
            coroutine_loop = loop.event_loop
        self._on_raise, self._on_quit, self._on_open_uri = on_raise, on_quit, on_open_uri
        self._on_bus_state = on_bus_state
        self._sessions: Set[Session] = set()
        watch = _Watch(self)
        # Known to the callbacks from here on: the first may come before the constructor is done.
        self.handlers = Handlers(coroutine_loop, [])
        schemes, types = _texts(uri_schemes), _texts(mime_types)
        options = c.nowplaying_app_options(
            struct_size=ctypes.sizeof(c.nowplaying_app_options), application_id=encode(application_id),
            display_name=encode(display_name), desktop_entry=encode(desktop_entry), bus_address=encode(bus_address),
            uri_schemes=schemes, uri_scheme_count=len(schemes), mime_types=types, mime_type_count=len(types),
            bus_fd=bus_fd, loop=c.NOWPLAYING_LOOP_THREAD if loop is None else c.NOWPLAYING_LOOP_FD,
            log_level=_log_level(), flags=c.NOWPLAYING_APP_INTERRUPTIONS if interruptions else 0)
        key = register(self)
        handle = ctypes.POINTER(c.nowplaying_app)()
        try:
            functions.nowplaying_app_new(
                ctypes.byref(options), ctypes.byref(self._callbacks(key)), ctypes.byref(handle))
        except BaseException:
            unregister(key)
            raise
        name = f"App {application_id!r}"
        super().__init__(name, handle, watch.free, self.handlers, warning=f"{name} was not closed")
        _apps.add(self)
        if loop is not None:
            watch.stop = loop.watch(self.fileno(), watch.readable)

    def _callbacks(self, key: int) -> c.nowplaying_app_callbacks:
        callbacks = c.nowplaying_app_callbacks(
            struct_size=ctypes.sizeof(c.nowplaying_app_callbacks), user_data=key, destroy=_destroy, log=_log,
            bus_state=_bus_state)
        if self._on_raise is not None:
            setattr(callbacks, "raise", _raise)
        if self._on_quit is not None:
            callbacks.quit = _quit
        if self._on_open_uri is not None:
            callbacks.open_uri = _open_uri
        return callbacks

    @property
    def bus_state(self) -> BusState:
        """Whether the desktop can be reached now."""
        state = ctypes.c_int32()
        self._call(functions.nowplaying_app_get_bus_state, ctypes.byref(state))
        return BusState(state.value)

    def fileno(self) -> int:
        """The file descriptor to wait for reading on. The same for the app's whole life."""
        fd = ctypes.c_int32()
        self._call(functions.nowplaying_app_get_fd, ctypes.byref(fd))
        return fd.value

    def dispatch(self) -> None:
        """Does what there is to do and calls handlers. Never waits. What a handler raises that is no Exception, such
        as KeyboardInterrupt and SystemExit, is raised from here."""
        with self._use() as handle:
            functions.nowplaying_app_dispatch(handle)
        if self.handlers.raised:
            raise self.handlers.raised.pop(0)

    def _close(self) -> None:
        for session in list(self._sessions):
            session.close()
        super()._close()


class _Watch:
    """Lets a loop dispatch an app, without keeping the app alive."""

    def __init__(self, app: App) -> None:
        self._app = weakref.ref(app)
        self.stop: Callable[[], None] = lambda: None

    def readable(self) -> None:
        """There is something to dispatch."""
        app = self._app()
        if app is not None and not app.closed:
            try:
                app.dispatch()
            except NowPlayingError:
                logger.exception("Dispatching failed.")

    def free(self, handle: Any) -> None:
        """Frees the app."""
        self.stop()
        functions.nowplaying_app_free(handle)


@atexit.register
def _close_all() -> None:
    """Ends what was not closed, while the interpreter still works: a thread that wants to enter Python while the
    interpreter goes away would crash. But a handler that never returns does not hold up the end of the program."""
    if wait_until_idle(PATIENCE):
        for app in list(_apps):
            app.close()
        wait_until_unregistered(PATIENCE)
    else:
        logger.error("A handler still runs at the end of the program: it was left behind.")


def _after_fork() -> None:
    """In the child the apps are the parent's: nothing is to be closed at its end, and no other thread uses them."""
    for app in _apps:
        app._users = [user for user in app._users if user == threading.get_ident()]
    _apps.clear()


os.register_at_fork(after_in_child=_after_fork)


def _texts(texts: Sequence[str]) -> Any:
    return (ctypes.c_char_p * len(texts))(*map(encode, texts))


def _log_level() -> int:
    """The library's name for the level of the logger, so that it does not format what nobody reads."""
    return max(level for level in LEVELS if level == 0 or logger.isEnabledFor(LEVELS[level]))


# ------------------------------------------------------------------------------------------------ The library's calls

_Callbacks = c.nowplaying_app_callbacks
_destroy = destroyed(_Callbacks)


@callback(_Callbacks, "log")
def _log(_app: App, level: int, message: bytes) -> None:
    logger.log(LEVELS.get(level, logging.INFO), "%s", message.decode("utf-8", "replace"))


@callback(_Callbacks, "bus_state")
def _bus_state(app: App, state: int) -> None:
    if app._on_bus_state is not None:
        app.handlers.run("on_bus_state", app._on_bus_state, BusState(state))


@callback(_Callbacks, "raise")
def _raise(app: App, request: Any) -> int:
    assert app._on_raise is not None
    return app.handlers.run("on_raise", app._on_raise, request=request)


@callback(_Callbacks, "quit")
def _quit(app: App, request: Any) -> int:
    assert app._on_quit is not None
    return app.handlers.run("on_quit", app._on_quit, request=request)


@callback(_Callbacks, "open_uri")
def _open_uri(app: App, request: Any, uri: bytes) -> int:
    assert app._on_open_uri is not None
    return app.handlers.run("on_open_uri", app._on_open_uri, uri.decode("utf-8", "replace"), request=request)

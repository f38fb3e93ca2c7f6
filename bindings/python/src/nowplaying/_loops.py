# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Loops that can call an app's handlers: give one to App. Any object with a `watch` like theirs will do."""
from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Protocol

from ._checks import can_run, handler, wrong_type

if TYPE_CHECKING:
    import asyncio


def is_asyncio(value: object, name: str) -> bool:
    """Returns whether a value is of a class of asyncio. A program that has not imported asyncio has none."""
    if "asyncio" not in sys.modules:
        return False
    import asyncio
    return isinstance(value, getattr(asyncio, name))


class Loop(Protocol):
    """A loop that can wait for a file descriptor."""

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        """Calls `readable` whenever fd is readable, until the returned function is called, which any thread may do."""
        ...


class ManualLoop:
    """A loop of your own: wait for App.fileno() to become readable, then call App.dispatch()."""

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        """Does nothing: the caller waits for the descriptor."""
        return lambda: None


class CallLoop:
    """Any loop that another thread can have call a function, without a file descriptor to wait for.

    call: has the function that it is given called soon, once, in the thread of your choice, and does not wait for that:
      loop.call_soon_threadsafe of asyncio, GLib.idle_add, the emit of a signal of Qt's, or queue.put where your main
      loop takes functions out of a queue. It is called on a thread that the library has for this, always the same:
      once, perhaps before App() has returned, and again only after a dispatch. It must not dispatch by itself. What it
      raises is logged.
    """

    def __init__(self, call: Callable[[Callable[[], None]], object]) -> None:
        can_run("CallLoop(call)", handler("CallLoop(call)", call, ("a function",)), None)
        self.call = call


class AsyncioLoop:
    """An asyncio loop. event_loop: None for the running one."""

    event_loop: asyncio.AbstractEventLoop

    def __init__(self, event_loop: Optional[asyncio.AbstractEventLoop] = None) -> None:
        import asyncio
        if event_loop is not None and not isinstance(event_loop, asyncio.AbstractEventLoop):
            raise wrong_type("AsyncioLoop(event_loop)", "an asyncio loop or None", event_loop)
        try:
            self.event_loop = asyncio.get_running_loop() if event_loop is None else event_loop
        except RuntimeError:
            raise RuntimeError("AsyncioLoop(): no asyncio loop runs here: make it in a coroutine, or write "
                               "AsyncioLoop(loop)") from None

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        import asyncio
        loop = self.event_loop
        # A duplicate of the descriptor stays valid until the loop has removed it, even if another thread closes the
        # app.
        copy = os.dup(fd)
        loop.add_reader(copy, readable)

        def forget() -> None:
            if not loop.is_closed():
                loop.remove_reader(copy)
            os.close(copy)

        def unwatch() -> None:
            if not loop.is_running() or asyncio._get_running_loop() is loop:
                forget()
            else:
                loop.call_soon_threadsafe(forget)

        return unwatch


class GLibLoop:
    """GLib's default main context, by PyGObject (gi). GTK runs it."""

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        glib: Any = importlib.import_module("gi.repository.GLib")
        source = 0

        def ready(_fd: int, _condition: Any) -> bool:
            try:
                readable()
            except BaseException:
                # PyGObject would print an exception here, and drop the source.
                if source:
                    watch()
                raise
            return True

        def watch() -> None:
            nonlocal source
            source = glib.io_add_watch(fd, glib.PRIORITY_DEFAULT, glib.IO_IN, ready)

        def unwatch() -> None:
            nonlocal source
            source, ended = 0, source
            glib.source_remove(ended)

        watch()
        return unwatch


# Objects that Qt will delete, and the functions to call then; otherwise the collector might free them first.
_leaving: Dict[Callable[..., None], Any] = {}


class QtLoop:
    """Qt's event loop of the thread that makes the App.

    qt_core: the module QtCore of PyQt5, PyQt6, PySide2 or PySide6.
    """

    def __init__(self, qt_core: Any) -> None:
        if not hasattr(qt_core, "QSocketNotifier"):
            raise wrong_type("QtLoop(qt_core)", "the module QtCore of your Qt", qt_core)
        self._qt = qt_core

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        # A duplicate of the descriptor stays valid until Qt has removed it, even if another thread closes the app.
        copy = os.dup(fd)
        notifier = self._qt.QSocketNotifier(copy, self._qt.QSocketNotifier.Type.Read)
        watching = True

        def enable(enabled: bool) -> None:
            # Qt deletes the notifier with the QApplication, or at the end of the program.
            with contextlib.suppress(RuntimeError):
                notifier.setEnabled(enabled)

        def activated(*_: Any) -> None:
            # Otherwise this would be called again and again while a handler runs an event loop of its own.
            enable(False)
            try:
                readable()
            finally:
                enable(watching)

        notifier.activated.connect(activated)

        def forget(*_: Any) -> None:
            if _leaving.pop(forget, None) is not None:
                os.close(copy)

        def unwatch() -> None:
            nonlocal watching
            watching = False
            _leaving[forget] = notifier
            try:
                if self._qt.QThread.currentThread() == notifier.thread():
                    notifier.setEnabled(False)
                notifier.destroyed.connect(forget)
                notifier.deleteLater()
            except RuntimeError:  # the notifier was deleted
                forget()

        return unwatch

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Loops that can call an app's handlers: give one to App. Any object with a `watch` like theirs will do."""
import asyncio
import os
from typing import Any, Callable, Optional, Protocol



class Loop(Protocol):
    """Waits for a file descriptor."""

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        """Calls `readable` whenever fd is readable, until what this returns is called, by whichever thread."""


class ManualLoop:
    """A loop of your own: wait for App.fileno() to become readable, then call App.dispatch()."""

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        return lambda: None


class AsyncioLoop:
    """asyncio. event_loop: None for the one that runs now."""

    def __init__(self, event_loop: Optional[asyncio.AbstractEventLoop] = None) -> None:
        self.event_loop = asyncio.get_running_loop() if event_loop is None else event_loop

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        loop = self.event_loop
        # A descriptor of our own stays valid until the loop has forgotten it, even if another thread closes the app.
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
        from gi.repository import GLib

        def ready(_fd: int, _condition: Any) -> bool:
            readable()
            return True

        source: int = GLib.io_add_watch(fd, GLib.PRIORITY_DEFAULT, GLib.IO_IN, ready)

        def unwatch() -> None:
            GLib.source_remove(source)

        return unwatch


class QtLoop:
    """Qt's event loop of the thread that makes the App.

    qt_core: the module QtCore of PyQt5, PyQt6, PySide2 or PySide6.
    """

    def __init__(self, qt_core: Any) -> None:
        self._qt = qt_core

    def watch(self, fd: int, readable: Callable[[], None]) -> Callable[[], None]:
        # A descriptor of our own stays valid until Qt has forgotten it, even if another thread closes the app.
        copy = os.dup(fd)
        notifier = self._qt.QSocketNotifier(copy, self._qt.QSocketNotifier.Type.Read)
        watching = True

        def activated(*_: Any) -> None:
            # A handler that runs an event loop of its own would have this called again and again.
            notifier.setEnabled(False)
            readable()
            notifier.setEnabled(watching)

        notifier.activated.connect(activated)

        def unwatch() -> None:
            nonlocal watching
            watching = False
            if self._qt.QThread.currentThread() == notifier.thread():
                notifier.setEnabled(False)
            notifier.destroyed.connect(lambda *_: os.close(copy))
            notifier.deleteLater()

        return unwatch

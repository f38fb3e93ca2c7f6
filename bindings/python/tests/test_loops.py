# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the same player in every loop: it is shown, driven and closed, and its handlers run on the right thread.

The client is another process. A separate thread waits for it while the loop runs.
"""
import asyncio
import contextlib
import os
import select
import socket
import sys
import threading

import pytest
from gi.repository import GLib
from PyQt5 import QtCore

import nowplaying
from nowplaying import App, AsyncioLoop, BusState, Command, GLibLoop, ManualLoop, Music, Snapshot, QtLoop, Session
from conftest import TIMEOUT, wait_until
from test_handlers import PNG


class Driven:
    """A player on which a client calls Next once it is shown, and that calls `finished` after the reply."""

    def __init__(self, bus, loop, finished, handler=None, **options):
        self.bus, self.finished = bus, finished
        self.threads, self.results = [], []
        self.app = App("org.example.Loop", loop=loop, on_bus_state=self.on_bus_state, **options)
        self.session = Session(self.app)
        with self.session.update():
            self.session.content = Music("In a loop")
            self.session.snapshot = Snapshot.paused()
            self.session.commands = [Command.next(handler or self.on_next)]
        self.session.request_application_primary()
        self.client = None

    def on_bus_state(self, state):
        if state == BusState.PUBLISHED:
            self.client = threading.Thread(target=self.press)
            self.client.start()

    def on_next(self):
        self.threads.append(threading.current_thread())

    def press(self):
        self.results.append(self.bus.call("Player.Next", check=False).returncode)
        self.finished()

    def check(self, thread):
        self.client.join()
        assert self.results == [0] and self.threads == [thread]
        self.app.close()
        wait_until(lambda: self.bus.player() is None)


@contextlib.contextmanager
def no_descriptor_left():
    before = os.listdir("/proc/self/fd")
    yield
    assert os.listdir("/proc/self/fd") == before


def test_thread_of_the_library(bus):
    done = threading.Event()
    with no_descriptor_left():
        driven = Driven(bus, None, done.set)
        assert done.wait(TIMEOUT)
        assert driven.threads != [threading.current_thread()]
        driven.check(driven.threads[0])


def dispatch_until(app, done):
    """Runs a hand-written loop, which waits for the app and for one end of a socket pair."""
    ready = []
    while done not in ready:
        ready = select.select([app, done], [], [], TIMEOUT)[0]
        assert ready
        app.dispatch()


@pytest.fixture
def done():
    """Returns a socket, and a function that makes it readable."""
    ours, theirs = socket.socketpair()
    yield ours, lambda: theirs.send(b"x")
    ours.close()
    theirs.close()


def test_manual(bus, done):
    with no_descriptor_left():
        driven = Driven(bus, ManualLoop(), done[1])
        dispatch_until(driven.app, done[0])
        driven.check(threading.current_thread())


def test_asyncio(bus):
    async def main():
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        with no_descriptor_left():
            driven = Driven(bus, AsyncioLoop(), lambda: loop.call_soon_threadsafe(done.set))
            await asyncio.wait_for(done.wait(), TIMEOUT)
            driven.check(threading.current_thread())

    asyncio.run(main())


def test_asyncio_coroutine(bus):
    async def main():
        done, loop = asyncio.Event(), asyncio.get_running_loop()

        async def handler():
            await asyncio.sleep(0)
            driven.on_next()

        driven = Driven(bus, AsyncioLoop(), lambda: loop.call_soon_threadsafe(done.set), handler)
        await asyncio.wait_for(asyncio.wrap_future(driven.session.request_application_primary()), TIMEOUT)
        await asyncio.wait_for(done.wait(), TIMEOUT)
        driven.check(threading.current_thread())

    asyncio.run(main())


def test_asyncio_closed_from_another_thread(bus):
    async def main():
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        driven = Driven(bus, AsyncioLoop(), lambda: loop.call_soon_threadsafe(done.set))
        await asyncio.wait_for(done.wait(), TIMEOUT)
        driven.client.join()
        await loop.run_in_executor(None, driven.app.close)
        wait_until(lambda: bus.player() is None)

    with no_descriptor_left():
        asyncio.run(main())


def test_asyncio_forgets_the_descriptor_of_another_thread(bus):
    """The number of a closed descriptor may be reused before the loop removes it."""
    async def main():
        ours, theirs = socket.socketpair()
        app = App("org.example.Loop", loop=AsyncioLoop())
        number, called = app.fileno(), asyncio.Event()
        closing = threading.Thread(target=app.close)
        closing.start()
        closing.join(TIMEOUT)
        os.dup2(ours.fileno(), number)
        asyncio.get_running_loop().add_reader(number, called.set)
        theirs.send(b"x")
        await asyncio.wait_for(called.wait(), TIMEOUT)
        asyncio.get_running_loop().remove_reader(number)
        os.close(number)
        ours.close()
        theirs.close()

    asyncio.run(main())


def test_glib_forgets_the_descriptor(bus, done):
    app = App("org.example.Loop", loop=GLibLoop())
    number = app.fileno()
    app.close()
    os.dup2(done[0].fileno(), number)
    done[1]()
    assert not GLib.MainContext.default().iteration(False)
    os.close(number)


def test_asyncio_loop_closed_first(bus):
    loop = asyncio.new_event_loop()
    app = App("org.example.Loop", loop=AsyncioLoop(loop))
    loop.close()
    app.close()


def test_glib(bus):
    loop = GLib.MainLoop()
    with no_descriptor_left():
        driven = Driven(bus, GLibLoop(), lambda: GLib.idle_add(loop.quit))
        GLib.timeout_add_seconds(TIMEOUT, loop.quit)
        loop.run()
        driven.check(threading.current_thread())


@pytest.fixture(scope="module")
def qt():
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QtCore.QCoreApplication([])


def quit_soon(qt):
    """Quits the loop from another thread."""
    QtCore.QMetaObject.invokeMethod(qt, "quit", QtCore.Qt.ConnectionType.QueuedConnection)


def test_qt(bus, qt):
    before = set(os.listdir("/proc/self/fd"))
    driven = Driven(bus, QtLoop(QtCore), lambda: quit_soon(qt))
    QtCore.QTimer.singleShot(TIMEOUT * 1000, qt.quit)
    qt.exec_()
    driven.check(threading.current_thread())
    QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete)
    opened_by_qt = {os.readlink(f"/proc/self/fd/{fd}") for fd in set(os.listdir("/proc/self/fd")) - before
                    if os.path.exists(f"/proc/self/fd/{fd}")}
    assert "anon_inode:[eventpoll]" not in opened_by_qt


def test_a_loop_in_a_handler_is_not_called_back(bus, qt, caplog, monkeypatch):
    """A handler that runs an event loop, as for a modal dialogue, delays other handlers without breaking anything."""
    def handler():
        driven.on_next()
        second = threading.Thread(target=lambda: bus.run("playerctl", "stop", check=False))
        second.start()
        inner = QtCore.QEventLoop()
        QtCore.QTimer.singleShot(300, inner.quit)
        depth.append(len(dispatches))
        inner.exec_()
        depth.append(len(dispatches))

    def dispatch(app):
        dispatches.append(True)
        real(app)

    dispatches, depth, real = [], [], App.dispatch
    monkeypatch.setattr(App, "dispatch", dispatch)
    driven = Driven(bus, QtLoop(QtCore), lambda: quit_soon(qt), handler)
    QtCore.QTimer.singleShot(TIMEOUT * 1000, qt.quit)
    qt.exec_()
    driven.check(threading.current_thread())
    assert depth[0] == depth[1] and "Dispatching failed." not in caplog.messages


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_must_end_the_program_leaves_dispatch(bus, done, error):
    def handler():
        raise error

    driven = Driven(bus, ManualLoop(), done[1], handler)
    with pytest.raises(error):
        dispatch_until(driven.app, done[0])
    dispatch_until(driven.app, done[0])
    # A client whose request ends the program gets success.
    assert driven.results == [0 if error is SystemExit else 1]
    driven.app.close()


class TwiceDriven(Driven):
    """The handler raises at the first call; the loop must survive so that the second call is answered."""

    def __init__(self, bus, loop, finished, error):
        super().__init__(bus, loop, finished, self.raise_once)
        self.error = error

    def raise_once(self):
        self.threads.append(threading.current_thread())
        if len(self.threads) == 1:
            raise self.error

    def press(self):
        self.bus.call("Player.Next", check=False)
        super().press()


ERRORS = [KeyboardInterrupt(), asyncio.CancelledError(), ValueError(), GeneratorExit()]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_glib_listens_on_after_an_error(bus, error, capfd):
    loop = GLib.MainLoop()
    with no_descriptor_left():
        driven = TwiceDriven(bus, GLibLoop(), lambda: GLib.idle_add(loop.quit), error)
        GLib.timeout_add_seconds(TIMEOUT, loop.quit)
        loop.run()
        driven.client.join()
        assert driven.results == [0] and len(driven.threads) == 2
        driven.app.close()
    assert "was not found" not in capfd.readouterr().err


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_qt_listens_on_after_an_error(bus, qt, error, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)  # without one of its own PyQt ends the program
    driven = TwiceDriven(bus, QtLoop(QtCore), lambda: quit_soon(qt), error)
    QtCore.QTimer.singleShot(TIMEOUT * 1000, qt.quit)
    qt.exec_()
    driven.client.join()
    assert driven.results == [0] and len(driven.threads) == 2
    driven.app.close()


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_asyncio_listens_on_after_an_error(bus, error):
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda *_: None)
    driven = TwiceDriven(bus, AsyncioLoop(loop), lambda: loop.call_soon_threadsafe(loop.stop), error)
    with contextlib.suppress(KeyboardInterrupt):
        loop.run_forever()
    if not driven.results:
        loop.run_forever()
    driven.client.join()
    assert driven.results == [0] and len(driven.threads) == 2
    driven.app.close()
    loop.close()


QT_ENDS = """
{first}
{second}
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"

def main():
    application = QtCore.QCoreApplication([])
    app = nowplaying.App("org.example.Ends", loop=nowplaying.QtLoop(QtCore))
    other = nowplaying.App("org.example.Other")
    session = nowplaying.Session(app)
    session.content = nowplaying.Music("Ends", artwork=nowplaying.Artwork.data({png!r}))
    session.request_application_primary()
    global kept
    kept = app, other{keep}
    QtCore.QTimer.singleShot(300, application.quit)
    return application.exec_()

sys.exit(main())
"""


@pytest.mark.parametrize("keep", ["", ", application"])
@pytest.mark.parametrize("order", [1, -1])
def test_qt_at_the_end_of_the_program(bus, tmp_path, order, keep):
    """Whichever was imported first, and whichever dies first, no file and no message stays behind."""
    first, second = ["import nowplaying", "from PyQt5 import QtCore"][::order]
    before = set(os.listdir(tmp_path))
    result = bus.python(QT_ENDS.format(first=first, second=second, keep=keep, png=PNG))
    assert result.stderr == ""
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.stem != "bus"]
    assert not left and set(os.listdir(tmp_path)) - before <= {"nowplaying", "libnowplaying"}


def test_dispatch_has_its_place(bus, app):
    with pytest.raises(nowplaying.NowPlayingError) as raised:
        app.dispatch()
    assert raised.value.status == nowplaying.Status.INVALID_STATE
    with App("org.example.Loop", loop=ManualLoop()) as manual:
        manual.dispatch()
    with pytest.raises(nowplaying.NowPlayingError) as raised:
        manual.dispatch()
    assert raised.value.status == nowplaying.Status.INVALID_STATE

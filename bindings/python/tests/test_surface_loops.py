# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the same surface in every loop: its handlers run on the right thread, and nothing of it remains."""
import queue
import subprocess
import sys
import threading

import pytest
from gi.repository import GLib
from PyQt5 import QtCore

from nowplaying.surface import CallLoop, CommandKind, GLibLoop, ManualLoop, NowPlayingError, QtLoop, Status, Surface
from conftest import TIMEOUT, Calls, wait_until
from test_loops import no_descriptor_left, qt  # noqa: F401

#: A player that has no picture, in a process of its own, until the end of its input.
PLAYER = """
import sys
from nowplaying import App, Command, Music, Session, Snapshot

with App("player") as app:
    session = Session(app)
    with session.update():
        session.commands = [Command.play(lambda: None)]
        session.content = Music("Song 1", "Somebody", id="song 1")
        session.snapshot = Snapshot.playing()
    session.request_application_primary()
    sys.stdin.read()
"""


@pytest.fixture
def player(bus):
    process = subprocess.Popen([sys.executable, "-c", PLAYER], env=bus.environment, stdin=subprocess.PIPE)
    wait_until(bus.player)
    yield process
    process.stdin.close()
    process.wait()


class Panel:
    """Sends a command to the first session, and requests a picture from the others."""

    def __init__(self, loop):
        self.threads, self.answers = set(), {}
        self.surface = Surface(loop=loop, on_added=self.added)

    def added(self, session):
        self.threads.add(threading.current_thread())
        session.send(CommandKind.PLAY).add_done_callback(lambda action: self.answered("play", action))
        session.artwork().add_done_callback(lambda action: self.answered("artwork", action))

    def answered(self, what, action):
        self.threads.add(threading.current_thread())
        self.answers[what] = action.exception()

    @property
    def is_done(self):
        return len(self.answers) == 2

    def check(self, thread):
        assert self.threads == {thread} and self.answers["play"] is None
        assert self.answers["artwork"].status == Status.NO_SUCH_CONTENT
        self.surface.close()


def test_the_librarys_thread(player):
    with no_descriptor_left():
        panel = Panel(None)
        wait_until(lambda: panel.is_done)
        thread, = panel.threads
        assert thread is not threading.current_thread()
        panel.check(thread)


def test_glib(player):
    GLib.MainContext.default().iteration(False)  # the loop has descriptors of its own
    with no_descriptor_left():
        panel = Panel(GLibLoop())
        while not panel.is_done:
            GLib.MainContext.default().iteration(True)
        panel.check(threading.current_thread())


def test_qt(player, qt):  # noqa: F811
    panel = Panel(QtLoop(QtCore))
    while not panel.is_done:
        qt.processEvents(QtCore.QEventLoop.WaitForMoreEvents)
    panel.check(threading.current_thread())


def test_manual(player):
    with no_descriptor_left():
        panel = Panel(ManualLoop())
        wait_until(lambda: panel.surface.dispatch() or panel.is_done)
        panel.check(threading.current_thread())


def test_call(player):
    calls = queue.Queue()
    with no_descriptor_left():
        panel = Panel(CallLoop(calls.put))
        while not panel.is_done:
            calls.get(timeout=TIMEOUT)()
        panel.check(threading.current_thread())


def test_call_and_a_thread_that_waits(player):
    """Another thread may wait for an answer when any free thread calls the functions."""
    calls, results = queue.Queue(), Calls()
    with Surface(loop=CallLoop(calls.put)) as surface:
        while not surface.sessions:
            calls.get(timeout=TIMEOUT)()
        waiting = threading.Thread(target=lambda: results(surface.sessions[0].send(CommandKind.PLAY).result(TIMEOUT)))
        waiting.start()
        while waiting.is_alive():
            try:
                calls.get(timeout=0.01)()
            except queue.Empty:
                pass
        assert results.take() is None


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("where", ["handler", "callback of an action"])
def test_what_is_raised(player, caplog, error, where):
    """An exception is logged; one that must end the program is raised from dispatch(). The surface stays usable."""
    def fail(*_):
        raise error("on purpose")

    with Surface(loop=ManualLoop(), on_added=fail if where == "handler" else None) as surface:
        def go_on():
            surface.dispatch()
            if surface.sessions and not asked:
                asked.append(surface.sessions[0].send(CommandKind.PLAY))
                if where != "handler":
                    asked[0].add_done_callback(fail)
            return asked and asked[0].done()

        asked = []
        if error is ValueError:
            wait_until(go_on)
            assert any("on purpose" in str(record.exc_info) for record in caplog.records)
        else:
            with pytest.raises(error, match="on purpose"):
                wait_until(lambda: go_on() and False)
        wait_until(go_on)
        assert asked[0].result(0) is None


def test_closed_in_a_handler(player):
    """The surface ends when the handler returns."""
    for loop in (None, ManualLoop()):
        closed = Calls()

        def close(session):
            action = session.send(CommandKind.PLAY)
            session._surface.close()
            closed((action, session))

        surface = Surface(loop=loop, on_added=close)
        if loop is not None:
            wait_until(lambda: surface.closed or surface.dispatch())
        action, session = closed.take()
        assert surface.closed
        wait_until(action.done)
        assert action.exception(0).status == Status.CANCELLED and session.item.title == "Song 1"
        with pytest.raises(NowPlayingError):
            surface.dispatch()

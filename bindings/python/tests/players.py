# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players that a surface shows: the Python player itself, the trial player, and those of other makers."""
import contextlib
import os
import queue
import select
import socket
import subprocess
import threading
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import pytest

import nowplaying
from nowplaying.surface import CommandKind, Surface
from conftest import REPOSITORY, TIMEOUT, Calls, wait_until


from testkit import fakes
from testkit.wire import Disconnected

TRIAL = Path(os.environ["NOWPLAYING_LIBRARY"]).parent / "Tests/Library/Protocol/trial-player"


class Foreign:
    """A fake player that answers on a thread of its own: one of contract/testkit/fakes.py."""

    def __init__(self, kind, bus, name, prepare=lambda fake: None, **properties):
        path = unquote(bus.address.partition("path=")[2])
        self.fake = kind(SimpleNamespace(socket=path, foreign=set(), epoch=0), name, **properties)
        prepare(self.fake)
        self.wanted, (self.here, self.there) = queue.Queue(), socket.socketpair()
        self.fake.appear()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        with contextlib.suppress(Disconnected):
            while True:
                ready = select.select([self.fake.socket, self.here], [], [])[0]
                if self.here in ready:
                    self.here.recv(1)
                    function = self.wanted.get()
                    if function is None:
                        return
                    function()
                self.fake.serve()

    def do(self, function):
        """Calls a function on the player's thread."""
        self.wanted.put(function)
        self.there.send(b"x")

    def leave(self):
        self.do(None)
        self.thread.join()
        self.fake.close()
        self.here.close()
        self.there.close()


@pytest.fixture
def foreign(bus):
    """Makes fake players."""
    made = []

    def make(kind, name, **options):
        made.append(Foreign(kind, bus, name, **options))
        return made[-1]

    yield make
    for each in made:
        each.leave()


@pytest.fixture
def trial(bus):
    """The reference player of the testkit."""
    process = subprocess.Popen([TRIAL], env=bus.environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield process
    process.terminate()
    process.wait()


class Listener:
    """A surface that records the calls of its handlers."""

    def __init__(self, **options):
        self.news = Calls()
        names = ("added", "changed", "removed", "ordered", "listed", "bus_state")
        self.surface = Surface("tests", **{f"on_{name}": self.teller(name) for name in names}, **options)

    def teller(self, name):
        return lambda *arguments: self.news.put((name, *arguments))

    def next(self, *names):
        """Returns the next call of one of these handlers."""
        while True:
            name, *arguments = self.news.take()
            if name in names:
                return (name, *arguments)


@pytest.fixture
def listener(bus):
    made = Listener()
    yield made
    made.surface.close()


@pytest.fixture
def panel(bus):
    """A surface on the library's thread, without handlers."""
    with Surface("tests") as made:
        yield made


def find(surface, **wanted):
    """Returns the session with these attributes, as soon as there is one."""
    found = []

    def look():
        found[:] = [session for session in surface.sessions
                    if all(getattr(session, name) == value for name, value in wanted.items())]
        return found

    wait_until(look)
    return found[0]


def again(session):
    """Returns the newest state of a session: the session object that the surface has now for the same key."""
    return find(session._surface, key=session.key)


def playing(app, id="", cls=nowplaying.Session, *, content=None, commands=(), snapshot=None, primary=True,
            **handlers):
    """Returns a session of a player that surfaces see because it has the application primary."""
    session = cls(app, id, **handlers)
    with session.update():
        session.content = content or nowplaying.Music("A Title", ["An Artist"], "An Album", id="first")
        session.snapshot = snapshot or nowplaying.Snapshot.playing(position=5.0)
        session.commands = commands
    if primary and cls is nowplaying.Session:
        session.request_application_primary().result(TIMEOUT)
        wait_until(lambda: app.bus_state == nowplaying.BusState.PUBLISHED)
    return session


__all__ = ["CommandKind", "Foreign", "Listener", "again", "fakes", "find", "foreign", "listener", "panel", "playing",
           "trial"]

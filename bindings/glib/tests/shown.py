# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A surface in the main loop of GLib, beside fake players that answer in the same thread."""
import gc
import select
import time
import weakref

from testkit.fakes import Whole
from gi.repository import GLib
from gi.repository import NowPlayingGLib as NP

MADE_ANEW = NP.Snapshot, GLib.DateTime
SIGNALS = "session-added", "session-changed", "session-removed", "ordered"


class Loop:
    """The default main context, and the fake players that are served between its turns."""

    def __init__(self, *fakes):
        self.fakes, self.context = list(fakes), GLib.MainContext.default()

    def turn(self):
        for fake in self.fakes:
            fake.serve()
        return self.context.iteration(False)

    def wait(self, condition, what="it", timeout=15):
        """Runs the loop until a condition holds. Between turns it sleeps until a fake player is called, at most 2
        ms."""
        deadline = time.monotonic() + timeout
        while not (found := condition()):
            assert time.monotonic() < deadline, f"{what} did not come within {timeout} s"
            if not self.turn():
                select.select([fake.socket for fake in self.fakes], [], [], 0.002)
        return found

    def settle(self, fake):
        """Waits until a surface has handled everything that a fake player has sent."""
        sender = fake.calls[0].sender
        for _ in range(3):
            ping = fake.start(sender, "/", "org.freedesktop.DBus.Peer", "Ping")
            self.wait(lambda ping=ping: fake.answered(ping), "an answer of the surface")


class Call:
    """A call of a session, by the name of its function; `error` and `value` are there when it has ended."""

    def __init__(self, session, name, *arguments, cancellable=None):
        self.calls, self.error, self.value = 0, None, None
        self.finish = getattr(session, name + "_finish")
        getattr(session, name + "_async")(*arguments, cancellable, self.done)

    def done(self, _session, result):
        self.calls += 1
        try:
            self.value = self.finish(result)
        except GLib.Error as error:
            self.error = error.with_traceback(None)
        del self.finish

    @property
    def status(self):
        """Returns OK, the name of a code of NP.Error, or "GIO CANCELLED"."""
        if self.error is None:
            return "OK"
        if self.error.domain == "npg-error-quark":
            return NP.Error(self.error.code).value_nick.replace("-", "_").upper()
        assert self.error.domain == "g-io-error-quark" and self.error.code == 19, self.error
        return "GIO CANCELLED"


class Shown(Loop):
    """A surface that records all its signals."""

    def __init__(self, address, *fakes):
        super().__init__(*fakes)
        self.events, self.log = [], []
        self.surface = NP.Surface.new_for_address("tests", address)
        for name in SIGNALS:
            self.surface.connect(name, lambda _surface, *what, name=name: self.events.append((name, *what)))
        self.surface.connect("items-changed", lambda _surface, *what: self.events.append(("items-changed", *what)))
        self.surface.connect("log", lambda _surface, level, line: self.log.append(line))

    @property
    def sessions(self):
        """Returns the sessions in the order of the list."""
        return [self.surface.get_item(index) for index in range(self.surface.get_n_items())]

    def find(self, **wanted):
        """Waits for the session with these properties, and returns it."""
        def found():
            return next((each for each in self.sessions
                         if all(getattr(each.props, name) == value for name, value in wanted.items())), None)
        return self.wait(found, f"a session with {wanted}")

    def call(self, session, name, *arguments, **others):
        """Calls a function of a session, and returns the call once it has ended."""
        call = Call(session, name, *arguments, **others)
        self.wait(lambda: call.calls, f"the end of {name}")
        return call

    def send(self, session, kind, **arguments):
        event = NP.CommandEvent(kind=getattr(NP.CommandKind, kind), **arguments)
        return self.call(session, "send_command", event)

    def close(self):
        """Drops the surface, which nothing else may refer to."""
        if self.surface is None:
            return
        seen = weakref.ref(self.surface)
        self.surface = None
        self.events.clear()
        gc.collect()
        assert seen() is None, gc.get_referrers(seen())
        assert not [line for line in self.log if "library bug" in line], self.log


def start(bus, make_shown, make=Whole, **properties):
    """Starts a player of org.nowplaying with one session and a surface; returns both and the session."""
    player = make(bus, "whole")
    player.session("a", **properties)
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


def waiting_for(player, shown, member):
    """Waits until a player has received a call."""
    shown.wait(lambda: player.called(member), f"the call {member}")


def listed(model):
    return [model.get_item(index) for index in range(model.get_n_items())]


def check_getters(*objects):
    """Checks that each C getter returns the same as the property of its name."""
    for each in objects:
        for spec in each.list_properties():
            name = "get_" + spec.name.replace("-", "_")
            called, read = getattr(each, name)(), each.get_property(spec.name)
            assert called == read or type(called) is type(read) in MADE_ANEW, name


__all__ = ["NP", "Call", "Loop", "Shown", "check_getters", "listed", "start", "waiting_for"]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests loops without file descriptors that can call a function on their thread."""
import asyncio
import queue
import signal
import threading
import time
import warnings

import pytest
from gi.repository import GLib

from nowplaying import App, BusState, CallLoop, NowPlayingError, Status, _handlers
from conftest import TIMEOUT, wait_until
from test_loops import Driven, no_descriptor_left


def run(calls, until):
    """Runs the main loop of a program that takes functions out of a queue."""
    while not until():
        calls.get(timeout=TIMEOUT)()


def test_handlers_run_where_the_host_dispatches(bus):
    calls, done, tellers, known = queue.Queue(), threading.Event(), set(), threading.local()

    def call(dispatch):
        tellers.add((threading.get_ident(), vars(known).setdefault("since", time.monotonic())))
        calls.put(dispatch)

    with no_descriptor_left():
        driven = Driven(bus, CallLoop(call), lambda: (done.set(), calls.put(lambda: None)))
        run(calls, done.is_set)
        driven.check(threading.current_thread())
    # The library notifies on one thread, whose threading.local values are kept.
    assert len(tellers) == 1 and tellers.pop()[0] != threading.get_ident()
    while not calls.empty():
        calls.get()()  # calls still in the queue when the app is closed do nothing


def test_asyncio(bus):
    async def main():
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        driven = Driven(bus, CallLoop(loop.call_soon_threadsafe), lambda: loop.call_soon_threadsafe(done.set))
        await asyncio.wait_for(done.wait(), TIMEOUT)
        driven.check(threading.current_thread())

    asyncio.run(main())


def test_glib(bus):
    loop = GLib.MainLoop()
    driven = Driven(bus, CallLoop(GLib.idle_add), lambda: GLib.idle_add(loop.quit))
    end = GLib.timeout_add_seconds(TIMEOUT, loop.quit)
    loop.run()
    driven.check(threading.current_thread())
    # Removes the source if the last call has left it, for the sake of other tests.
    GLib.source_remove(end)
    while GLib.MainContext.default().iteration(False):
        pass


def test_nobody_is_notified_before_the_app_is_made(bus, monkeypatch):
    """A notified thread may dispatch at once, while the constructor runs; the constructor itself notifies nobody."""
    calls, notified, tellers, waiting = queue.Queue(), threading.Event(), set(), set()

    def call(dispatch):
        tellers.add(threading.get_ident())
        notified.set()
        calls.put(dispatch)

    def made(*arguments, new=App._new):
        new(*arguments)
        wait_until(lambda: _handlers._entered)
        waiting.update(thread for _, thread in _handlers._entered)
        assert not notified.wait(0.2)

    monkeypatch.setattr(App, "_new", staticmethod(made))
    with App("org.example.Loop", loop=CallLoop(call)) as app:
        run(calls, lambda: app.bus_state == BusState.CONNECTED)
    assert tellers == waiting and threading.get_ident() not in tellers


@pytest.mark.parametrize("end", [lambda kept: kept["app"].close(), dict.clear], ids=["closed", "forgotten"])
def test_an_app_may_end_on_the_thread_that_tells(bus, end):
    """Ending the app on this thread must not deadlock: the library cannot free it there, because the thread would wait
    for itself."""
    kept, notified, let_go, ended = {}, threading.Event(), threading.Event(), threading.Event()

    def call(_dispatch):
        notified.set()
        if "app" in kept and let_go.wait(TIMEOUT):
            end(kept)
            ended.set()

    with no_descriptor_left(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        app = App("org.example.Loop", loop=CallLoop(call))
        assert notified.wait(TIMEOUT)
        kept["app"] = app
        app.dispatch()
        app.display_name = "Another"  # of which the thread tells, if not of the bus
        del app
        let_go.set()
        assert ended.wait(TIMEOUT)
        wait_until(lambda: not _handlers._owners and not [
            thread for thread in threading.enumerate()
            if not isinstance(thread, (threading._MainThread, threading._DummyThread))])
    assert [each.category for each in caught] == ([] if kept else [ResourceWarning])


def test_an_error_of_the_loop_is_logged(bus, caplog):
    loop = asyncio.new_event_loop()
    loop.close()
    with App("org.example.Loop", loop=CallLoop(loop.call_soon_threadsafe)) as app:
        while "The handler of wakeup failed: RuntimeError('Event loop is closed')" not in caplog.messages:
            pass
        app.dispatch()


def test_a_dispatch_by_the_thread_that_tells_is_refused(bus, caplog):
    """Dispatching on this thread would call the handlers on it."""
    notified = threading.Event()
    with App("org.example.Loop", loop=CallLoop(lambda dispatch: (dispatch(), notified.set()))) as app:
        assert notified.wait(TIMEOUT)
        assert [record.exc_info[1].status for record in caplog.records if record.exc_info] == [Status.BUSY]
        with pytest.raises(NowPlayingError, match=r"^App\.fileno: .* has no file descriptor: .*ManualLoop") as raised:
            app.fileno()
        assert raised.value.status == Status.INVALID_STATE
        app.dispatch()


def test_keyboard_interrupt_leaves_the_dispatch(bus):
    calls, done = queue.Queue(), threading.Event()

    def handler():
        signal.raise_signal(signal.SIGINT)

    driven = Driven(bus, CallLoop(calls.put), lambda: (done.set(), calls.put(lambda: None)), handler)
    with pytest.raises(KeyboardInterrupt):
        run(calls, done.is_set)
    run(calls, done.is_set)
    driven.app.close()


def test_one_that_is_left_open_ends_with_the_program(bus):
    result = bus.python("""
import queue, nowplaying
calls = queue.Queue()
published = []
app = nowplaying.App("org.example.Loop", loop=nowplaying.CallLoop(calls.put), on_bus_state=published.append)
session = nowplaying.Session(app)
session.content = nowplaying.Music("A Title")
session.request_application_primary()
while nowplaying.BusState.PUBLISHED not in published:
    calls.get()()
""")
    assert result.stderr == ""

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests handlers whose results are done later: futures of every kind, and objects that only look like one."""
import asyncio
import concurrent.futures
import functools
import logging
import threading
import unittest.mock
from concurrent.futures import Future

import pytest

import nowplaying
from nowplaying import (
    App, Artwork, AsyncioLoop, BusState, Command, ManualLoop, Music, NowPlayingError, Status, _handlers, _signatures)
from conftest import TIMEOUT, Calls, wait_until
from test_handlers import FAILED, PNG, art_file, running_loop  # noqa: F401
from test_lifetime import SHOWN


class Odd:
    """A future of an unknown class, with nothing but the required methods."""

    def __init__(self, result=None, when="later"):
        self.outcome, self.when, self.callbacks = result, when, []

    def add_done_callback(self, callback):
        self.callbacks.append(callback)
        if self.when == "at once":
            self.end()

    def result(self):
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return self.outcome

    def end(self):
        for callback in self.callbacks:
            callback(self)


class Awaitable:
    """An awaitable that cannot notify when it is done, as futures of pykka."""

    def __init__(self, awaited=lambda: None):
        self.awaited = awaited

    def __await__(self):
        yield
        return self.awaited()


def done(result=None, error=None):
    future = Future()
    future.set_exception(error) if error else future.set_result(result)
    return future


def cancelled():
    future = Future()
    assert future.cancel() and not future.set_running_or_notify_cancel()
    return future


def press(bus):
    """Sends Next from a client on another thread. Returns the eventual result."""
    pool = concurrent.futures.ThreadPoolExecutor(1)
    pressed = pool.submit(bus.call, "Player.Next", check=False)
    pool.shutdown(wait=False)
    return pressed


def errors(caplog):
    return [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch):
    """Checks that each request that was kept is released exactly once."""
    counts, library = {"ref": 0, "unref": 0}, nowplaying._library.functions
    run = _handlers.Handlers.run

    def counted(name, function, request):
        counts[name] += 1
        return function(request)

    def given(handlers, *arguments, request=0, **options):
        status = run(handlers, *arguments, request=request, **options)
        # The status PENDING makes the player own the request, and the later answer releases it.
        counts["ref"] += bool(request) and status == _signatures.NOWPLAYING_PENDING
        return status

    monkeypatch.setattr(_handlers.Handlers, "run", given)
    for name in counts:
        function = getattr(library, f"nowplaying_request_{name}")
        monkeypatch.setattr(library, f"nowplaying_request_{name}", functools.partial(counted, name, function))
    yield
    wait_until(lambda: counts["ref"] == counts["unref"])


@pytest.mark.parametrize("make", [Future, Odd])
def test_the_answer_comes_when_the_future_is_done(bus, app, shown, make):
    """Any thread may finish the future; nothing is blocked meanwhile."""
    calls = Calls()

    def handler():
        future = make()
        calls(future)
        return future

    shown(app).commands = [Command.next(handler)]
    pressed = press(bus)
    future = calls.take()
    bus.property("", "Identity")  # a round trip that begins after Next, and ends before it
    assert not pressed.done()
    end = future.end if make is Odd else lambda: future.set_result(None)
    threading.Thread(target=end).start()
    assert pressed.result(TIMEOUT).returncode == 0
    assert not app._sessions.copy().pop()._handlers._running


@pytest.mark.parametrize("result", [
    lambda: done(), lambda: done(False), lambda: done(b"what is it?"), lambda: Odd(when="at once"),
    lambda: Awaitable(), lambda: Awaitable, lambda: Future, lambda: False, lambda: {"result": "OK"}, lambda: object(),
    unittest.mock.Mock(), unittest.mock.MagicMock()])
def test_what_is_done_is_answered_at_once(bus, app, shown, caplog, result):
    """A result that cannot be awaited counts as success: the handler has acted, whatever it returned."""
    shown(app).commands = [Command.next(result)]
    assert bus.call("Player.Next").returncode == 0
    assert not errors(caplog)


@pytest.mark.parametrize("result, text", [
    (lambda: done(error=RuntimeError("The disc is scratched.")), "The disc is scratched."),
    (lambda: done(error=SystemExit("no exit")), "no exit"),
    (lambda: done(error=KeyboardInterrupt("no interrupt")), "no interrupt"),
    (lambda: done(error=concurrent.futures.CancelledError("another one")), "another one"),
    (lambda: Odd(GeneratorExit("some text"), when="at once"), "some text"),
    (lambda: Odd(asyncio.CancelledError("odd end"), when="at once"), "odd end"),
    (lambda: done(asyncio.sleep(0)), "a coroutine, which nobody runs"),
    (lambda: done(number for number in ()), "a generator, which nobody runs")])
def test_what_a_future_raises_is_the_error(bus, app, shown, caplog, result, text):
    """The client gets the future's error only, and nothing is raised on the library's thread."""
    shown(app).commands = [Command.next(result)]
    answer = bus.call("Player.Next", check=False)
    assert answer.returncode == 1 and FAILED in answer.stderr
    assert [text in str(record.exc_info[1]) and "NEXT" in record.getMessage() for record in errors(caplog)] == [True]


def test_a_future_chooses_the_error(bus, app, shown, caplog):
    error = NowPlayingError("The album was deleted.", Status.NO_SUCH_CONTENT)
    shown(app).commands = [Command.next(lambda: done(error=error))]
    assert "The album was deleted." in bus.call("Player.Next", check=False).stderr
    assert not errors(caplog) and "The album was deleted." in caplog.text


def test_a_future_that_cannot_be_waited_for_is_an_error(bus, app, shown, caplog):
    class Broken(Odd):
        def add_done_callback(self, callback):
            super().add_done_callback(callback)
            raise RuntimeError("no more callbacks")

    future = Broken(RuntimeError("late"))
    shown(app).commands = [Command.next(lambda: future)]
    assert FAILED in bus.call("Player.Next", check=False).stderr
    future.end()  # its callback is called even so
    assert ["no more callbacks" in errors(caplog)[0].getMessage(), "late" in errors(caplog)[1].getMessage()] == [
        True, True]


def test_a_cancelled_future_is_no_success(bus, app, shown, caplog):
    shown(app).commands = [Command.next(cancelled)]
    assert bus.call("Player.Next", check=False).returncode == 1
    assert not errors(caplog)


@pytest.mark.parametrize("end", ["callback twice", "two requests"])
def test_each_request_is_answered_once(bus, app, shown, caplog, end):
    calls, future = Calls(), Odd()

    def handler():
        calls("called")
        return future

    shown(app).commands = [Command.next(handler)]
    pressed = [press(bus) for _ in range(1 if end == "callback twice" else 2)]
    for _ in pressed:
        calls.take()
    wait_until(lambda: len(future.callbacks) == len(pressed))
    future.end()
    future.end()
    assert [each.result(TIMEOUT).returncode for each in pressed] == [0] * len(pressed)
    assert not errors(caplog)


@pytest.mark.parametrize("make", [Future, Odd])
def test_a_closed_session_waits_for_no_future(bus, app, shown, caplog, make):
    """Work that has not begun is cancelled. A later result answers nobody, but a later error is logged."""
    future, called = make(), threading.Event()
    session = shown(app)
    session.commands = [Command.next(lambda: called.set() or future)]
    pressed = press(bus)
    assert called.wait(TIMEOUT)
    session.close()
    assert pressed.result(TIMEOUT).returncode == 1 and not errors(caplog)
    if make is Future:
        assert future.cancelled()
    else:
        future.outcome = RuntimeError("too late")
        future.end()
        assert "too late" in errors(caplog)[0].getMessage()


def test_a_future_that_cannot_be_cancelled_is_let_go(bus, app, shown, caplog):
    class Broken(Odd):
        def cancel(self):
            raise RuntimeError("will not end")

    future, called = Broken(), threading.Event()
    session = shown(app)
    session.commands = [Command.next(lambda: called.set() or future)]
    pressed = press(bus)
    assert called.wait(TIMEOUT)
    session.close()
    assert pressed.result(TIMEOUT).returncode == 1
    assert ["will not end" in str(record.exc_info[1]) for record in errors(caplog)] == [True]


def test_an_executor_of_the_player(bus, app, shown):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        session = shown(app, Music("One", artwork=Artwork("one", lambda *_: pool.submit(lambda: PNG)), id="1"))
        assert art_file(bus) == PNG
        taken = Calls()
        session.commands = [Command.next(lambda: pool.submit(taken, "next"))]
        bus.call("Player.Next")
        assert taken.take() == "next"


@pytest.mark.parametrize("result, text", [
    (lambda *_: done(3), "int"), (lambda *_: Awaitable(), "")])
def test_a_future_artwork_that_is_none_costs_the_picture(bus, app, shown, caplog, result, text):
    session = shown(app, Music("One", artwork=Artwork("bad", result), id="1"))
    wait_until(lambda: errors(caplog))
    assert text in str(errors(caplog)[0].exc_info[1]) and "'bad'" in errors(caplog)[0].getMessage()
    session.content = Music("Two", artwork=Artwork("bad", lambda *_: done(PNG)), id="2")
    assert art_file(bus) == PNG


def test_no_picture_in_the_end(bus, shown, caplog):
    caplog.set_level(logging.DEBUG, "nowplaying")
    with App("org.example.Test") as app:
        shown(app, Music("One", artwork=Artwork("none", lambda *_: done(None)), id="1"))
        wait_until(lambda: any('"none"' in record.message for record in caplog.records))
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_other_awaitables_are_awaited_where_there_is_a_loop(bus, shown, caplog):
    """Futures of asyncio are awaited in their own loop, which the App need not know."""

    async def serve():
        taken, loop, futures = Calls(), asyncio.get_running_loop(), Calls()
        published = asyncio.Event()

        def on_bus_state(state):
            if state == BusState.PUBLISHED:
                published.set()

        def later():
            futures(loop.create_future())
            futures.queue[0].add_done_callback(lambda _: taken("done"))
            loop.call_soon(lambda: futures.take().set_result(None))
            return futures.queue[0]

        for where in (AsyncioLoop(), ManualLoop()):
            published.clear()
            with App("org.example.Test", loop=where, on_bus_state=on_bus_state) as app:
                if isinstance(where, ManualLoop):
                    loop.add_reader(app.fileno(), app.dispatch)
                session = nowplaying.Session(app)
                session.content = Music("A Title")
                session.request_application_primary()
                await published.wait()
                for handler in (later, lambda: asyncio.ensure_future(fail())):
                    session.commands = [Command.next(handler)]
                    answer = await loop.run_in_executor(None, lambda: bus.call("Player.Next", check=False))
                    assert (FAILED in answer.stderr) == (handler is not later), answer
                assert taken.take() == "done"
                if isinstance(where, AsyncioLoop):
                    session.commands = [Command.next(lambda: Awaitable(lambda: taken("awaited")))]
                    await loop.run_in_executor(None, lambda: bus.call("Player.Next"))
                    assert taken.take() == "awaited"
                else:
                    loop.remove_reader(app.fileno())

    async def fail():
        raise RuntimeError("The disc is scratched.")

    asyncio.run(asyncio.wait_for(serve(), TIMEOUT))
    assert len(errors(caplog)) == 2


@pytest.mark.parametrize("another", [False, True])
def test_a_future_of_a_loop_that_the_app_does_not_know(bus, shown, caplog, running_loop, another):
    """The future is used in its own loop, which may be asleep, and not on the library's thread."""
    done_in_loop = running_loop.create_future()
    running_loop.call_soon_threadsafe(done_in_loop.set_result, None)
    wait_until(done_in_loop.done)
    loop = asyncio.new_event_loop() if another else None
    with App("org.example.Test", coroutine_loop=loop) as app:
        shown(app).commands = [Command.next(lambda: done_in_loop)]
        assert bus.call("Player.Next").returncode == 0
    assert not errors(caplog)
    if loop:
        loop.close()


@pytest.mark.parametrize("ending", [
    "", "sys.exit(0)", "app.close()", "del app, session; gc.collect()", "os._exit(0)",
    "threading.Thread(target=future.set_result, args=[None], daemon=True).start()",
    "atexit.register(future.set_result, None)", "sys.holder = Holder()"])
def test_the_interpreter_ends_before_the_future(bus, ending):
    """Such a future cannot be cancelled, and may be finished even later."""
    result = bus.python(f"""{SHOWN}
import atexit, gc
from concurrent.futures import Future

class Holder:
    def __del__(self):
        future.set_result(None)

called, future = threading.Event(), Future()
future.set_running_or_notify_cancel()
app, session = show()
assert published.wait(20)
session.commands = [Command.play(lambda: called.set() or future)]
client = gdbus("org.mpris.MediaPlayer2.Player.Play")
assert called.wait(20)
{ending}
""")
    assert "Traceback" not in result.stderr, result.stderr

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests coroutines that raise BaseExceptions: the client gets its answer at once, and the loop raises once or never."""
import asyncio
import concurrent.futures
import contextvars
import gc
import logging
import sys
import threading

import pytest

import nowplaying
from nowplaying import App, AsyncioLoop, BusState, Command, Music, Session
from test_handlers import FAILED

# Exceptions other than SystemExit and KeyboardInterrupt, which end programs.
OTHERS = [GeneratorExit("some text"), asyncio.CancelledError("some text"),
          concurrent.futures.CancelledError("some text"), BaseException("some text")]
if sys.version_info >= (3, 11):
    OTHERS.append(BaseExceptionGroup("some text", [SystemExit()]))  # noqa: F821


def drive(bus, error, in_loop):
    """Presses "next" twice; the coroutine raises the first time. Returns the errors that the clients got ("" for
    success), and what the loop raised."""
    loop, called, answers, raised = asyncio.new_event_loop(), [], [], []

    async def handler():
        called.append(True)
        await asyncio.sleep(0)
        if len(called) == 1:
            raise error

    def press():
        try:
            answers.extend(bus.call("Player.Next", check=False).stderr for _ in range(2))
        finally:
            loop.call_soon_threadsafe(loop.stop)

    def start(state):
        if state == BusState.PUBLISHED:
            client.start()

    client = threading.Thread(target=press)
    where = {"loop": AsyncioLoop(loop)} if in_loop else {"coroutine_loop": loop}
    with App("org.example.Test", on_bus_state=start, **where) as app:
        session = Session(app)
        with session.update():
            session.content = Music("A Title")
            session.commands = [Command.next(handler)]
        session.request_application_primary()
        running = True
        while running:
            try:
                loop.run_forever()
                running = False
            except BaseException as left:
                raised.append(left)
        client.join()
    loop.close()
    gc.collect()  # asyncio would now complain of an exception that was never retrieved
    return answers, raised


def errors(caplog):
    return [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("in_loop", [True, False])
def test_system_exit_is_success_and_ends_the_program(bus, caplog, in_loop):
    error = SystemExit(3)
    assert drive(bus, error, in_loop) == (["", ""], [error])
    assert not errors(caplog)


@pytest.mark.parametrize("in_loop", [True, False])
def test_keyboard_interrupt_is_an_error_and_ends_the_program(bus, caplog, in_loop):
    error = KeyboardInterrupt("some text")
    answers, raised = drive(bus, error, in_loop)
    assert FAILED in answers[0] and answers[1] == "" and raised == [error]
    assert [record.exc_info[1] for record in errors(caplog)] == [error]


@pytest.mark.parametrize("error", OTHERS, ids=lambda error: f"{type(error).__module__}.{type(error).__name__}")
@pytest.mark.parametrize("in_loop", [True, False])
def test_what_else_is_raised_is_an_error_only(bus, caplog, error, in_loop):
    answers, raised = drive(bus, error, in_loop)
    assert FAILED in answers[0] and answers[1] == "" and raised == []
    assert ["some text" in str(record.exc_info[1]) for record in errors(caplog)] == [True]


def test_a_cancelled_coroutine_answers_nobody(bus, monkeypatch):
    """The request is released at the cancellation, and must not be used afterwards."""
    library, loop, kept, used = nowplaying._library.functions, asyncio.new_event_loop(), [], []
    ref, unref, complete = (getattr(library, f"nowplaying_request_{name}") for name in ("ref", "unref", "complete"))
    loop.set_exception_handler(lambda *_: None)  # asyncio never asks the coroutine again
    monkeypatch.setattr(library, "nowplaying_request_ref", lambda request: (
        kept.extend([request] * 2), ref(request)))  # a second reference belongs to the callback, which returns PENDING
    monkeypatch.setattr(library, "nowplaying_request_unref", lambda request: (kept.remove(request), unref(request)))
    monkeypatch.setattr(library, "nowplaying_request_complete", lambda request, *rest: (
        used.append(request in kept), complete(request, *rest)))

    async def handler():
        loop.call_soon(session.close, context=contextvars.Context())  # in a context outside the handler
        try:
            await asyncio.sleep(20)  # sleeps: the handler does not end by itself
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    def start(state):
        if state == BusState.PUBLISHED:
            client.start()

    client = threading.Thread(target=lambda: bus.call("Player.Next", check=False))
    with App("org.example.Test", on_bus_state=start, loop=AsyncioLoop(loop)) as app:
        session = Session(app)
        session.content = Music("A Title")
        session.commands = [Command.next(handler)]
        session.request_application_primary()
        with pytest.raises(KeyboardInterrupt):
            loop.run_forever()
        client.join()
    loop.close()
    assert all(used) and not kept


def test_asyncio_cleans_up_after_system_exit(bus):
    """The program ends like any program of asyncio.run(): its tasks are cancelled, and may take time to end."""
    result = bus.python("""
import asyncio, subprocess, sys
from nowplaying import *

async def play():
    try:
        await asyncio.sleep(20)  # sleeps: the handler does not end by itself
    finally:
        await asyncio.sleep(0.01)  # sleeps: a handler that takes its time to end
        print("cleaned up")

async def quit():
    await asyncio.sleep(0)
    sys.exit(0)

async def main():
    playing = asyncio.create_task(play())
    published = asyncio.Event()
    on_bus_state = lambda state: published.set() if state == BusState.PUBLISHED else None
    with App("org.example.Quits", loop=AsyncioLoop(), on_quit=quit, on_bus_state=on_bus_state) as app:
        session = Session(app)
        session.content = Music("A Title")
        session.request_application_primary()
        await published.wait()
        global client
        client = subprocess.Popen([
            "gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.Quits", "--object-path",
            "/org/mpris/MediaPlayer2", "--method", "org.mpris.MediaPlayer2.Quit"])
        await playing

try:
    asyncio.run(main())
finally:
    print("the client got", client.wait())
""")
    assert sorted(result.stdout.splitlines()) == ["()", "cleaned up", "the client got 0"] and result.stderr == ""

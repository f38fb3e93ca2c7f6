# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The session that is shown, and the player that the desktop drives."""
import asyncio
from concurrent.futures import CancelledError

import pytest

from nowplaying import (
    App, AsyncioLoop, Command, Interruption, ManualLoop, Music, NowPlayingError, Snapshot, Primary, Session, Status)
from conftest import TIMEOUT, Calls, wait_until


def test_the_system_primary_passes_and_returns(bus):
    interruptions = Calls()
    with App("org.example.One", interruptions=True) as one, App("org.example.Two") as two:
        first = Session(one, on_interruption=interruptions)
        second = Session(two)
        for session in (first, second):
            with session.update():
                session.content = Music("Playing")
                session.snapshot = Snapshot.playing()
                session.commands = [Command.pause(lambda: None)]
        first.request_system_primary().result(TIMEOUT)
        assert first.primary == Primary.APPLICATION | Primary.SYSTEM
        second.request_system_primary().result(TIMEOUT)
        assert interruptions.take() == Interruption.BEGAN
        wait_until(lambda: first.primary == Primary.APPLICATION)
        second.resign_system_primary()
        assert interruptions.take() == Interruption.ENDED
        wait_until(lambda: Primary.SYSTEM in first.primary)


def test_every_request_is_answered(bus, app):
    session = Session(app)
    answers = [session.request_application_primary() for _ in range(20)]
    answers += [session.request_system_primary() for _ in range(20)]
    assert [answer.result(TIMEOUT) for answer in answers] == [None] * 40


@pytest.mark.parametrize("loop", [AsyncioLoop, lambda: None], ids=["asyncio", "thread"])
def test_a_request_is_awaited(bus, loop):
    async def serve():
        async with App("org.example.Awaited", loop=loop()) as app:
            session = Session(app)
            assert await session.request_application_primary() is None
            assert await session.request_system_primary() is None
            assert session.primary == Primary.APPLICATION | Primary.SYSTEM
        assert app.closed
        async with App("org.example.Alone", loop=loop(), bus_address="unix:path=/nowhere/at/all") as app:
            with pytest.raises(NowPlayingError) as raised:
                await Session(app).request_system_primary()
            assert raised.value.status == Status.NO_BUS

    asyncio.run(asyncio.wait_for(serve(), TIMEOUT))


def test_nobody_waits_where_nobody_would_answer(bus, shown):
    """Waiting is refused on the thread that serves the app, in a handler or not, and in a handler of another
    session."""
    errors = Calls()

    def ask():
        try:
            session.request_system_primary().result(TIMEOUT)
        except RuntimeError as error:
            errors(str(error))

    with App("org.example.Inside") as app:
        shown(app).commands = [Command.next(ask)]
        session = Session(app)
        bus.playerctl("next")
        assert "Session.request_system_primary is answered on this very thread" in errors.take()
    with App("org.example.Manual", loop=ManualLoop()) as app:
        app.dispatch()
        session = Session(app)
        ask()
        assert "await it, or use add_done_callback()" in errors.take()

    async def serve():
        nonlocal session
        async with App("org.example.Early", loop=AsyncioLoop()) as app:
            session = Session(app)
            ask()  # before the loop has dispatched
        assert "await it, or use add_done_callback()" in errors.take()

    asyncio.run(serve())


def test_a_refused_request_is_an_error_and_logged(bus, caplog):
    with App("org.example.Alone", bus_address="unix:path=/nowhere/at/all") as app:
        answer = Session(app).request_system_primary()
        error = answer.exception(TIMEOUT)
        assert isinstance(error, NowPlayingError) and error.status == Status.NO_BUS
    assert any("did not become the SYSTEM primary" in message for message in caplog.messages)


def test_a_request_of_a_closed_session_is_cancelled(bus):
    with App("org.example.Never", loop=ManualLoop()) as app:
        session = Session(app)
        answer = session.request_application_primary()
        session.close()
        with pytest.raises(CancelledError):
            answer.result(TIMEOUT)

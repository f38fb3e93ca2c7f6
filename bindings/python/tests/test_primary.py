# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Which session is shown, and which player the desktop drives."""
from concurrent.futures import CancelledError

import pytest

from nowplaying import (
    App, Command, Interruption, ManualLoop, Music, NowPlayingError, Snapshot, Primary, Session, Status)
from conftest import TIMEOUT, Calls, wait_until


def test_sessions_of_an_app_take_turns(bus, app, shown):
    changes = Calls()
    first = shown(app, Music("First"), on_primary_changed=lambda primary: changes("first", primary))
    assert changes.take() == ("first", Primary.APPLICATION)
    second = shown(app, Music("Second"), on_primary_changed=lambda primary: changes("second", primary))
    assert {changes.take(), changes.take()} == {("first", Primary.NONE), ("second", Primary.APPLICATION)}
    assert (first.primary, second.primary) == (Primary.NONE, Primary.APPLICATION)
    wait_until(lambda: bus.playerctl("metadata", "title") == "Second")
    assert bus.playerctl("--list-all").count("\n") == 0


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


def test_a_refused_request_is_told_and_logged(bus, caplog):
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

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests a player whose engine is asked for the position."""
import pytest

from nowplaying import Music, Session, Snapshot
from conftest import wait_until

SONG = Music("One", ["Somebody"], id="a", duration=200)


@pytest.fixture
def engine(app, bus, shown):
    """Makes a session whose engine returns the position that is in the returned list."""
    answers = [0]
    session = shown(app, SONG, on_position=lambda: answers[0]() if callable(answers[0]) else answers[0])
    session.snapshot = Snapshot.paused(3)
    return answers


def position(bus):
    return int(bus.property(".Player", "Position").split()[-1])


@pytest.mark.parametrize("where", ["snapshot", "callback"])
def test_a_negative_position_is_the_start(bus, app, shown, where):
    """Engines report -1 for an unknown position, or -1e-09 in seconds."""
    for position in (-1e-09, -1.0, -5, -2.0**62):
        if where == "snapshot":
            session = shown(app, snapshot=Snapshot.paused(position))
            assert session.snapshot.position == 0
        else:
            session = shown(app, snapshot=Snapshot.paused(7), on_position=lambda at=position: at)
        assert bus.property(".Player", "Position") == "int64 0"
        session.close()
    for wrong in (float("nan"), float("-inf"), "1"):
        with pytest.raises((ValueError, TypeError), match=r"Snapshot\.position"):
            Snapshot.paused(wrong)


def test_none_and_what_is_wrong_leave_the_position(bus, engine, caplog):
    engine[0] = 7.5
    wait_until(lambda: position(bus) == 7_500_000)
    engine[0] = None
    assert position(bus) == 7_500_000 and not caplog.records
    for wrong, said in ((lambda: 1 / 0), "ZeroDivisionError"), (lambda: "soon", "a number of seconds"):
        engine[0] = wrong
        assert position(bus) == 7_500_000
        wait_until(lambda said=said: said in caplog.text)
    assert "on_position" in caplog.text


def test_the_handler_takes_nothing(app):
    with pytest.raises(TypeError, match="on_position"):
        Session(app, on_position=lambda session: 0)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 4, "Holding": who holds a command, and how it ends."""

import pytest

from testkit.protocol import SESSION
from testkit.surface import ERROR, Surface, arguments
from testkit.wire import DBusError

COMMANDS = pytest.mark.parametrize("command, rate", [("seek-forward", 5.0), ("seek-backward", -5.0)])


@pytest.fixture
def theirs(other):
    """Returns the second surface's copy of the session "main"."""
    return other.local["main"]


@COMMANDS
def test_4_the_last_lets_go(main, theirs, command, rate):
    main.send(command, phase="begin").wait_playback(state="playing", rate=rate)
    theirs.send(command, phase="begin")
    main.send(command, phase="end")
    main.surface.settle()
    assert main.playback["rate"] == rate
    theirs.send(command, phase="end")
    main.wait_playback(state="playing", rate=1.0)


def test_4_the_player_is_notified_of_the_first_only(main, theirs):
    """A second start would make the player remember seeking as the state to return to."""
    main.send("pause").wait_playback(state="paused")
    main.send("seek-forward", phase="begin").wait_playback(rate=5.0)
    start = len(main.copy.signals)
    theirs.send("seek-forward", phase="begin")
    main.send("seek-forward", phase="begin")
    main.surface.settle()
    assert main.sent(start) == []
    theirs.send("seek-forward", phase="end")
    main.send("seek-forward", phase="end").wait_playback(state="paused", rate=0.0)


def test_4_an_end_of_what_one_does_not_hold_does_nothing(main, theirs):
    main.send("seek-forward", phase="end")
    main.send("seek-forward", phase="begin").wait_playback(rate=5.0)
    start = len(main.copy.signals)
    theirs.send("seek-forward", phase="end")
    main.send("seek-backward", phase="end")
    main.surface.settle()
    assert main.sent(start) == [] and main.playback["rate"] == 5.0
    main.send("seek-forward", phase="end").wait_playback(rate=1.0)
    main.send("seek-forward", phase="end")
    main.surface.settle()
    assert main.playback["rate"] == 1.0


@COMMANDS
def test_4_who_leaves_lets_go(main, reference, command, rate):
    holder = reference.surface()
    holder.local["main"].send(command, phase="begin")
    main.wait_playback(rate=rate)
    holder.close()
    main.wait_playback(state="playing", rate=1.0)


def test_4_who_leaves_lets_go_for_itself_only(main, reference):
    holder = reference.surface()
    holder.local["main"].send("seek-forward", phase="begin")
    main.send("seek-forward", phase="begin").wait_playback(rate=5.0)
    name = holder.name
    holder.close()
    reference.bus.wait_for(lambda: name not in reference.bus.pinger.bus("ListNames")[0], "it has left")
    main.surface.settle()
    assert main.playback["rate"] == 5.0
    main.send("seek-forward", phase="end").wait_playback(rate=1.0)


def test_4_who_leaves_at_once_lets_go(bus, main):
    """A command that a client sends just before it leaves the bus is ended: the player gets both together."""
    for _ in range(10):
        holder = Surface(bus)
        holder.start_silent(main.copy.owner, main.path, SESSION, "SendCommand", "sa{sv}", "seek-forward",
                            arguments(phase="begin"))
        name = holder.name
        holder.close()
        bus.wait_for(lambda gone=name: gone not in bus.pinger.bus("ListNames")[0], "it has left")
    main.surface.settle()
    main.wait_playback(state="playing", rate=1.0)
    assert main.get("Playback").value["rate"].value == 1.0


def test_4_an_end_without_an_argument_holds_on(main):
    """An error does not affect the held button."""
    main.send("seek-forward", phase="begin").wait_playback(rate=5.0)
    for given in ({}, {"phase": "release"}, {"phase": "end", "item": "other"}):
        with pytest.raises(DBusError) as caught:
            main.send("seek-forward", **given)
        assert caught.value.name in (ERROR + "InvalidArgument", ERROR + "NotFound")
    main.surface.settle()
    assert main.playback["rate"] == 5.0
    main.send("seek-forward", phase="end", item="music").wait_playback(rate=1.0)

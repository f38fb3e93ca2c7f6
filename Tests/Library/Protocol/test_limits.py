# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Sections 4, 5 and 8: calls that wait for the player, how many there may be, and how they end."""

from testkit.passive import PROPERTIES
from testkit.protocol import APP_PATH, SESSION
from testkit.surface import ERROR, Surface
from testkit.wire import DBusError

EXCEEDED = "org.freedesktop.DBus.Error.LimitsExceeded"


def test_8_calls_of_one_surface(reference, surface, side, main, other):
    calls = [side.start("skip-forward") for _ in range(64)]
    surface.refused(side.start("skip-forward"), EXCEEDED)
    surface.refused(main.start("pause"), EXCEEDED)
    surface.refused(main.start_raw("SetVolume", "d", 0.1), EXCEEDED)
    surface.refused(main.start_artwork("cover-1"), EXCEEDED)
    # Calls that need only memory get replies, and so does another surface.
    surface.call(surface.local.owner, APP_PATH, PROPERTIES, "GetAll", "s", "org.nowplaying.App1")
    theirs = other.local["main"]
    theirs.send("pause").wait_playback(state="paused")
    assert not [m for m in surface.inbox if m.reply_serial in calls], "a call was answered"
    assert main.get("Volume").value == 0.5


def test_8_an_answered_call_counts_no_more(surface, side, main):
    side.start("skip-forward")
    main.send("pause").wait_playback(state="paused")
    calls = [side.start("skip-forward") for _ in range(63)]
    surface.refused(side.start("skip-forward"), EXCEEDED)
    assert not [m for m in surface.inbox if m.reply_serial in calls], "a call was answered"


def test_8_calls_of_all(reference, surface, side):
    callers = [Surface(reference.bus) for _ in range(16)]
    for caller in callers:
        for _ in range(64):
            caller.start(side.copy.owner, side.path, SESSION, "SendCommand", "sa{sv}", "skip-forward", {})
    for caller in callers:
        caller.ping(side.copy.owner)
        assert not [m for m in caller.inbox if m.reply_serial and m.error_name]
    surface.refused(side.start("skip-forward"), EXCEEDED)
    surface.refused(surface.local["main"].start("pause"), EXCEEDED)
    assert side.get("Id").value == "side"
    for caller in callers:
        caller.close()


def test_5_the_end_of_a_session_cancels(surface, other, side):
    side.send("toggle-play-pause")
    guest, theirs = surface.local["guest"], other.local["guest"]
    calls = [(session, session.start("play", **given)) for session in (guest, theirs)
             for given in ({}, {"item": "live"})]
    for session in guest, theirs:
        session.get("Id")
    side.send("toggle-play-pause")
    for session, call in calls:
        session.surface.refused(call, "Cancelled")
    surface.wait(lambda: guest.path not in surface.local.objects, "it is gone")
    surface.refused(guest.start("play"), "org.freedesktop.DBus.Error.UnknownObject")


def test_5_the_end_of_a_remote_session_cancels(bus, surface, other, kitchen):
    play = other.kitchen["kitchen"].start("play")
    other.kitchen["kitchen"].get("Id")
    stop = kitchen.start("stop")
    try:
        other.finish(play)
        # On a slow machine the command was answered before the stop arrived.
    except DBusError as error:
        assert error.name == ERROR + "Cancelled"
    try:
        surface.finish(stop)
    except DBusError as error:
        assert error.name == ERROR + "Cancelled"
    bus.wait_for(lambda: bus.owner(surface.kitchen.name) is None, "its name is gone")
    surface.local["main"].send("pause").wait_playback(state="paused")


def test_4_none_blocks_another(surface, side, main, other):
    waiting = [side.start("skip-forward"), side.start("skip-forward", interval=30_000_000)]
    main.send("pause").wait_playback(state="paused")
    other.local["side"].send("stop").wait_item("episode-2")
    surface.refused(side.start("previous"), "Failed")
    surface.refused(side.start("next"), "Disabled")
    assert not [m for m in surface.inbox if m.reply_serial in waiting]


def test_5_what_is_never_answered_times_out(timeouts):
    timeouts.thread.join(90)
    assert not timeouts.problems, timeouts.problems
    for name, limit in timeouts.LIMITS.items():
        error, took = timeouts.ended[name]
        assert error.name == ERROR + "TimedOut" and error.text, (name, error)
        # The upper bound has room for a machine that does much else at the same time.
        assert limit - 0.05 <= took <= limit + 8, (name, took)

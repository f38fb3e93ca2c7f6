# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests a player whose engine is asked for the position, because the player reports playing before there is sound."""

import os
import re
import signal
import time

import pytest

from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT
from testkit.host import C, SECOND, now_us

NAME = ROOT + ".Tester"


def engine(host, elapsed, speed=1, status=0, delay=0):
    host.ask("position", status, elapsed, speed, delay)


def at_once(host, client, count):
    """Returns the positions that a client reads by `count` calls. All arrive before the host handles the first one."""
    os.kill(host.pid, signal.SIGSTOP)
    calls = [client.start(NAME, PATH, PROPERTIES, "Get", "ss", PLAYER, "Position") for _ in range(count)]
    client.bus("GetId")  # the bus has passed them on
    os.kill(host.pid, signal.SIGCONT)
    return [client.finish(call)[0].value for call in calls]


@pytest.fixture
def player(bus, request):
    """Yields a function that starts a player. It reports that it plays from 0, while its engine rests at 0."""
    def start(*options, state="PLAYING", **session):
        host = bus.host("--position", *options)
        engine(host, 0, 0)
        host.publish(**session)
        host.snapshot(state, 0)
        bus.wait_name(NAME)
        client = bus.client(NAME)
        # Waits until the turns that handle the commits have ended: each asks for the position once.
        counts = []
        while counts[-5:] != counts[-1:] * 5 or not counts or not counts[-1]:
            client.get("Volume")
            counts.append(asked(host))
        return host, client
    return start


def asked(host, start=0):
    return len(host.seen("position", start))


# Clients may have counted on for the 50 ms in which the pause was not sent.
@pytest.mark.parametrize("off, seeks", [(200_000, 0), (350_000, 1)])
def test_rule_07_seeked_follows_where_clients_believe_otherwise(bus, player, off, seeks):
    host, client = player(state="PAUSED")
    start = bus.mark()
    engine(host, off, 0)
    assert client.get("Position") == off
    for volume in 0.3, 0.4:  # Seeked follows the change that it belongs to, and precedes the next one
        host.volume(volume)
        bus.wait_changed(start, "Volume", lambda value: value == volume)
    assert [item for item in bus.signals(start) if isinstance(item, int)] == [off] * seeks


def test_what_was_set_before_may_be_set_again(bus, player):
    host, client = player(state="PAUSED")
    at = now_us()
    host.snapshot("PAUSED", 10 * SECOND, at=at)
    engine(host, 20 * SECOND, 0)
    assert client.get("Position") == 20 * SECOND
    engine(host, 0, 0, status=C.ERROR_COMMAND_FAILED)
    host.snapshot("PAUSED", 10 * SECOND, at=at)
    assert client.get("Position") == 20 * SECOND
    host.snapshot("PAUSED", 10 * SECOND, at=at + 1)
    assert client.get("Position") == 10 * SECOND


def test_nobody_is_asked_while_nobody_reads(bus, player):
    """The engine is asked once after a commit of a snapshot or an item, and not after other commits."""
    host, client = player()
    start = len(host.events)
    for volume in 0.1, 0.2, 0.3:
        host.volume(volume)
    bus.wait_for(lambda: client.get("Volume") == 0.3, "the volume")
    assert asked(host, start) == 0
    for number in range(3):
        mark = bus.mark()
        host.content(identifier=f"another {number}", title=f"Another {number}")
        bus.wait_changed(mark, "Metadata", lambda value: value["xesam:title"].value == f"Another {number}")
        host.snapshot("PAUSED" if number % 2 == 0 else "PLAYING", 0)
        bus.wait_changed(mark, "PlaybackStatus")
    assert asked(host, start) == 6


def test_rule_13_a_relative_seek_goes_by_the_engine(bus, player):
    host, client = player(state="PAUSED", commands=("PLAY", "PAUSE", "SEEK_TO_POSITION"))
    engine(host, 50 * SECOND, 0)
    client.do("Seek", "x", 5 * SECOND)
    assert host.wait("command")["time_us"] == 55 * SECOND


def test_rule_07_nothing_is_said_before_a_relative_seek_is_done(bus, player):
    """The engine's position differs from that of the last snapshot, and moves once the command has been answered."""
    host, client = player(state="PAUSED", commands=("PLAY", "PAUSE", "SEEK_TO_POSITION"))
    engine(host, 1_460_000, 0)
    start = bus.mark()
    client.do("Seek", "x", 5 * SECOND)
    assert host.wait("command")["time_us"] == 6_460_000
    engine(host, 6_460_000, 0)
    host.snapshot("PAUSED", 6_460_000)
    assert bus.wait_seeked(start).body[0] == 6_460_000
    assert [item for item in bus.signals(start) if isinstance(item, int)] == [6_460_000]
    # When a host commits nothing, the library asks the engine for the position.
    start = bus.mark()
    engine(host, 20_500_000, 0)
    client.do("Seek", "x", 5 * SECOND)
    engine(host, 25_500_000, 0)
    assert bus.wait_seeked(start).body[0] == 25_500_000
    assert [item for item in bus.signals(start) if isinstance(item, int)] == [25_500_000]


def test_rule_16_a_slow_engine_costs_the_extrapolation_alone(bus, player):
    host, client = player(state="PAUSED")
    host.snapshot("PAUSED", 7 * SECOND)
    client.get("Position")
    host.expected_bugs.append(re.compile(
        r"client bug: position: the answer took \d{3,} ms, more than 100 ms: answer with what the engine said last, or "
        "with an error while it loads. It is not asked for ten seconds"))
    engine(host, 7 * SECOND, 0)
    client.get("Position")
    engine(host, 60 * SECOND, 0, delay=C.MAX_POSITION_TIME_US + 50_000)
    start = len(host.events)
    assert [client.get("Position") for _ in range(5)] == [7 * SECOND] * 5
    assert asked(host, start) == 1
    # The engine is not asked again when the host commits another position meanwhile.
    host.snapshot("PAUSED", 8 * SECOND)
    assert [client.get("Position") for _ in range(5)] == [8 * SECOND] * 5
    assert asked(host, start) == 1


def test_rule_16_calls_that_are_sent_at_once_share_an_answer(bus, player):
    """Many calls of one client share few answers of a slow engine, so that other clients wait only for these."""
    host, client = player(state="PAUSED")
    engine(host, 50 * SECOND, 0, delay=3_000)
    assert client.get("Position") == 50 * SECOND
    start = len(host.events)
    assert at_once(host, client, 200) == [50 * SECOND] * 200
    # Calls share an answer within a turn of the loop, and a turn handles 32 calls.
    assert 4 <= asked(host, start) <= 20
    for number in range(3):
        engine(host, number * SECOND, 0)
        bus.wait_for(lambda wanted=number * SECOND: client.get("Position") == wanted, "the next answer")


def test_rule_16_the_first_calls_after_quiet_share_an_answer(bus, player):
    """After a quiet time the library does not examine each call, as it does during a flood and for a second afterwards;
    calls share an answer nevertheless."""
    host, client = player(state="PAUSED")
    engine(host, 50 * SECOND, 0, delay=3_000)
    assert client.get("Position") == 50 * SECOND
    time.sleep(1.2)  # sleeps: the quiet, which ends the second in which calls are looked at
    assert client.get("Position") == 50 * SECOND
    start = len(host.events)
    assert at_once(host, client, 32) == [50 * SECOND] * 32
    assert 0 < asked(host, start) <= 4


def test_rule_16_many_clients_share_the_answers_of_a_slow_engine(bus, player):
    """Each client waits for few answers, and not for those of all others."""
    host, client = player(state="PAUSED")
    clients = [bus.client(NAME) for _ in range(80)]
    engine(host, 50 * SECOND, 0, delay=C.MAX_POSITION_TIME_US // 5)
    start = len(host.events)
    calls = [client.start(NAME, PATH, PROPERTIES, "Get", "ss", PLAYER, "Position") for client in clients]
    found = [client.finish(call)[0].value for client, call in zip(clients, calls)]
    assert found == [50 * SECOND] * 80
    assert 0 < asked(host, start) <= 40
    # After a commit the engine is asked at once.
    engine(host, 60 * SECOND, 0)
    host.snapshot("PAUSED", 1 * SECOND)
    bus.wait_for(lambda: client.get("Position") == 60 * SECOND, "the next answer")


def test_a_position_outside_of_the_item(bus, player):
    host, client = player(state="PAUSED", length=200 * SECOND)
    for elapsed, position in (-SECOND, 0), (500 * SECOND, 200 * SECOND), (-2**63, 0), (2**63 - 1, 200 * SECOND):
        engine(host, elapsed, 0)
        assert client.get("Position") == position


def test_a_commit_inside_the_callback_asks_no_more(bus, player):
    host, client = player(state="PAUSED")
    start = len(host.events)
    engine(host, 10 * SECOND, 2)
    assert client.get("Position") >= 10 * SECOND
    bus.wait_for(lambda: client.get("PlaybackStatus") == "Playing", "the commit")
    assert asked(host, start) <= 2


def test_an_unknown_position_becomes_known(bus, player):
    host, client = player(state="PAUSED", commands=("PLAY", "SEEK_TO_POSITION"))
    engine(host, 12 * SECOND, 0)
    host.snapshot("PAUSED", C.TIME_UNKNOWN)
    bus.wait_for(lambda: client.get("CanSeek"), "the engine's position")
    assert client.get("Position") == 12 * SECOND


def test_surfaces_get_what_the_engine_says(bus, player):
    """By org.nowplaying each read asks; sessions that MPRIS does not show are asked too."""
    host, client = player(state="PAUSED")
    surface = bus.client(NAME)
    path, session = "/org/nowplaying/session/1", "org.nowplaying.Session1"

    def elapsed():
        return surface.call(NAME, path, PROPERTIES, "Get", "ss", session, "Playback")[0].value["elapsed"].value

    for position in 30 * SECOND, 40 * SECOND:
        engine(host, position, 0)
        assert elapsed() == position
    host.session("other")
    host.content("other", "second")
    host.ask_all([("snapshot", "other", C.STATE_PAUSED, 0, now_us(), 1.0, 1.0), ("commit", "other")])
    path = "/org/nowplaying/session/2"
    assert elapsed() == 40 * SECOND

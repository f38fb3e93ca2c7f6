# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying daemon` with ten hostile players at once: it answers, its memory and descriptors stay flat, and nothing
wakes it while they rest. DAEMON_SECONDS says for how long; Tests/run-long daemon sets an hour."""

import faulthandler
import os
import time

import pytest
from daemoned import FACE, player
from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT, Bus
from testkit.fakes import song
from testkit.process import cost, descriptors, memory, wait_quiet
from testkit.wire import Variant

SECONDS = float(os.environ.get("DAEMON_SECONDS", "5"))
# The growth, in KiB, that is allowed after the first rounds: the C library keeps memory of large messages.
GROWTH = 4 << 10
# The lasting growth, in KiB, that is allowed over a quarter of a long run, because the C library may keep a message of
# 1 MiB. A list that grew with each round took 1.1 MiB in an hour.
LASTING, LONG = 1 << 10, 40
DEEP = Variant("x", 1)
for _ in range(28):
    DEEP = Variant("v", DEEP)


def floods(each, number):
    for place in range(200):
        each.change(Volume=("d", place / 200), Metadata=("a{sv}", song(f"Song{number}_{place}")))


def is_large(each, number):
    each.change(Metadata=("a{sv}", song("Large", **{"xesam:album": Variant("s", f"{number}" + "x" * (1 << 20))})))


def has_many_keys(each, number):
    each.change(Metadata=("a{sv}", {f"key:{number}:{key}": Variant("s", "value") for key in range(2000)}))


def has_wrong_types(each, number):
    each.change(Metadata=("s", "no"), Rate=("as", ["x"]), PlaybackStatus=("x", number))
    each.change(Metadata=("a{sv}", {"xesam:title": DEEP, "mpris:length": Variant("s", "long")}))


def jumps(each, number):
    for place in range(200):
        each.tell(PATH, PLAYER, "Seeked", "x", -1 << 63 if place % 2 else number)


def has_odd_signals(each, _):
    each.tell(PATH, PROPERTIES, "PropertiesChanged", "s", "x")
    each.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, ["Metadata", "PlaybackStatus", "x" * 4096])
    each.tell(PATH, PLAYER, "Seeked", "s", "x")
    each.tell(PATH, "org.example.Own", "Happened", "x", 5)


def begins_and_stops(each, _):
    for status in ("Playing", "Paused", "Dancing", "Stopped", "") * 20:
        each.change(PlaybackStatus=("s", status))


def refuses(each, _):
    each.change(PlaybackStatus=("s", "Playing"))
    for member in ("Play", "Pause", "Next"):
        each.answers[PLAYER, member] = lambda call: "org.example.Error.No"


def is_silent(each, number):
    """Has the player answer in one round, and not in the next."""
    each.answers[PROPERTIES, "GetAll"] = each.own_answer if number % 2 else lambda call: None


MISCHIEF = [floods, is_large, has_many_keys, has_wrong_types, jumps, has_odd_signals, begins_and_stops, refuses,
            is_silent]


def rest(daemon):
    """Waits until no timer and no open call is left; then nothing may wake the daemon."""
    # The file of the last player is written at most every 5 seconds, and calls to a silent player end after 10.
    wait_quiet(daemon.pid, seconds=11)
    before = cost(daemon.pid)
    time.sleep(2)  # sleeps: measures that nothing happens within it
    assert cost(daemon.pid) == before


@pytest.mark.long
def test_ten_hostile_players(bus, start):
    daemon = start("--pause-others", "--start-last")
    players = [player(bus, act.__name__) for act in MISCHIEF]
    for each in players:
        each.own_answer = each.answers[PROPERTIES, "GetAll"]
    daemon.join(*players)
    daemon.client.bus("RemoveMatch", "s", f"type='signal',path='{PATH}'")
    memories, opened, number, end = [], set(), 0, time.monotonic() + SECONDS
    while time.monotonic() < end or number < 6:
        for act, each in zip(MISCHIEF, players):
            act(each, number)
            daemon.call(FACE, "Shift")
        # A tenth player comes, and goes while it is being asked.
        tenth = player(bus, "comes_and_goes", "Playing")
        daemon.join(tenth)
        daemon.client.start(ROOT + ".playerctld", PATH, PLAYER, "Next")
        daemon.leave(tenth)
        assert len(daemon.names()) == len(MISCHIEF)
        if number % 50 == 5:
            rest(daemon)
            memories.append(memory(daemon.pid))
            opened.add(descriptors(daemon.pid))
        number += 1
        # Prints a traceback if the test itself hangs; the message that was sent is not needed for that.
        faulthandler.dump_traceback_later(180, exit=True, file=Bus.stderr)
        daemon.client.inbox.clear()
        for each in players:
            each.calls.clear()
        with bus.condition:
            bus.records.clear()
    rest(daemon)
    memories.append(memory(daemon.pid))
    opened.add(descriptors(daemon.pid))
    quarter = len(memories) // 4 + 1
    first = max(memories[:quarter])
    print(f"{number} rounds in {SECONDS:.0f} s, KiB at rest: {memories}, descriptors: {opened}")
    assert memories[-1] - first <= GROWTH and len(opened) == 1
    assert len(memories) < LONG or min(memories[-quarter:]) - first <= LASTING
    one = player(bus, "one", "Playing", Metadata=("a{sv}", song("Right")))
    daemon.join(one)
    daemon.active("one")
    assert daemon.get("Metadata")[0]["xesam:title"] == "Right"

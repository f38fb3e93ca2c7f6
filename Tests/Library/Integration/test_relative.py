# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests calls that are relative to the state: Seek, PlayPause, and Play where there is only a toggle. Players are slow:
they commit the result of a call long after the next one has arrived. The players here are simulated, see player.c."""

import time

import pytest

from testkit.bus import ROOT
from testkit.host import C, SECOND
from testkit.wire import ERROR

BEGIN = 20 * SECOND
FORWARD = ("Seek", "x", 5 * SECOND)
PLAY, PAUSE, TOGGLE, NEXT = ("Play",), ("Pause",), ("PlayPause",), ("Next",)
LATER = ("later", "last", "before", "after", "stale")

# The calls that clients make without waiting, the initial state, the offered commands, and the expected end: the
# position, whether it plays, the item.
SCENARIOS = {
    "ten steps": ([FORWARD] * 10, 0, "both", (BEGIN + 50 * SECOND, 0, 0)),
    "thrice, exclusively": ([TOGGLE] * 3, 1, "exclusive", (BEGIN, 0, 0)),
    "play and pause by a toggle": ([PLAY, PLAY, PAUSE, PAUSE, PLAY], 0, "toggle", (BEGIN, 1, 0)),
    "a step, next, a step": ([FORWARD, NEXT, FORWARD, FORWARD], 0, "both", (10 * SECOND, 0, 1)),
    "pause and a step": ([PAUSE, FORWARD, FORWARD], 1, "both", (BEGIN + 10 * SECOND, 0, 0)),
}


class Player:
    """A host with a simulated player."""

    def __init__(self, bus, number, how, latency, offered="both", playing=0, failing=0):
        self.name = f"{ROOT}.P{number}"
        self.host = bus.host(f"--id=org.example.P{number}")
        self.host.session()
        self.host.ask("simulate", "main", how, latency, offered, playing, failing)
        self.host.ask("primary", "main", "application")
        bus.wait_name(self.name)
        self.client = bus.client(self.name)
        self.plays = playing

    def call(self, calls):
        self.plays = self.plays or not {"Play", "PlayPause"}.isdisjoint(call[0] for call in calls)
        return [self.client.start_do(*call) for call in calls]

    def replies(self, serials):
        """Returns whether each call succeeded."""
        found = {}
        while len(found) < len(serials):
            message = self.client.receive(20)
            assert message is not None, f"{len(serials) - len(found)} calls have no reply"
            if message.reply_serial:
                found[message.reply_serial] = message.type != ERROR
        return [found[serial] for serial in serials]

    def end(self):
        """Returns the state when it has carried out all commands."""
        return self.host.wait("player", done=len(self.host.seen("command")))

    def close(self):
        self.client.close()


def problem(player, expected):
    """Returns how the end differs from the expected one; a player that has played may be up to 4 s further on."""
    position, playing, item = expected
    end = player.end()
    moved = end["position"] - position
    is_there = 0 <= moved < 4 * SECOND if player.plays else moved == 0
    return None if is_there and (end["playing"], end["item"]) == (playing, item) else f"{end} instead of {expected}"


@pytest.mark.parametrize("latency", [0, 300], ids=lambda latency: f"{latency} ms")
def test_relative_calls_that_do_not_wait(bus, latency):
    """All players run at the same time, since they mostly wait."""
    hows = LATER if latency else ["inside", *LATER]
    players = {}
    for how in hows:
        for name, (calls, playing, offered, expected) in SCENARIOS.items():
            player = Player(bus, len(players), how, latency, offered, playing)
            players[how, name] = player, expected, player.call(calls)
    problems = []
    for key, (player, expected, serials) in players.items():
        if not all(player.replies(serials)):
            problems.append(f"{key}: a call failed")
        if difference := problem(player, expected):
            problems.append(f"{key}: {difference}")
        player.close()
    assert not problems, "\n".join(problems)


def test_what_failed_is_not_counted(bus):
    """The third of four steps fails; the last is made after that is known."""
    player = Player(bus, 0, "before", 20, failing=3)
    assert player.replies(player.call([FORWARD] * 3)) == [True, True, False]
    assert player.replies(player.call([FORWARD])) == [True]
    assert not problem(player, (BEGIN + 15 * SECOND, 0, 0))


def test_another_session_starts_anew(bus):
    """The pending commands of one session do not count for the one that is shown instead."""
    player = Player(bus, 0, "before", 60_000)
    host = player.host
    player.call([TOGGLE])
    assert host.wait("command")["kind"] == C.COMMAND_PLAY
    host.session("other")
    host.commands("PLAY", "PAUSE", name="other")
    host.snapshot("PAUSED", name="other")
    host.content("other", title="Other")
    host.ask("primary", "other", "application")
    host.wait("primary_result", session="other")
    player.call([TOGGLE])
    assert host.wait("command", session="other")["kind"] == C.COMMAND_PLAY

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests calls that are relative to the state: Seek, PlayPause, and Play where there is only a toggle. Players are slow:
they commit the result of a call long after the next one has arrived. The players here are simulated, see player.c."""

import time

import pytest

from lab.harness.bus import ROOT
from lab.harness.host import C, SECOND
from lab.harness.wire import ERROR

BEGIN = 20 * SECOND
FORWARD, BACK = ("Seek", "x", 5 * SECOND), ("Seek", "x", -5 * SECOND)
PLAY, PAUSE, TOGGLE, NEXT = ("Play",), ("Pause",), ("PlayPause",), ("Next",)
LATER = ("later", "last", "before", "after", "stale")

# The calls that clients make without waiting, the initial state, the offered commands, and the expected end: the
# position, whether it plays, the item.
SCENARIOS = {
    "ten steps": ([FORWARD] * 10, 0, "both", (BEGIN + 50 * SECOND, 0, 0)),
    "ten steps while playing": ([FORWARD] * 10, 1, "both", (BEGIN + 50 * SECOND, 1, 0)),
    "forth and back": ([FORWARD] * 10 + [BACK] * 10, 0, "both", (BEGIN, 0, 0)),
    "below the start": ([BACK] * 10 + [FORWARD], 0, "both", (5 * SECOND, 0, 0)),
    "twice": ([TOGGLE] * 2, 0, "both", (BEGIN, 0, 0)),
    "thrice": ([TOGGLE] * 3, 0, "both", (BEGIN, 1, 0)),
    "twice, exclusively": ([TOGGLE] * 2, 0, "exclusive", (BEGIN, 0, 0)),
    "thrice, exclusively": ([TOGGLE] * 3, 1, "exclusive", (BEGIN, 0, 0)),
    "play and pause, exclusively": ([PLAY, PAUSE], 0, "exclusive", (BEGIN, 0, 0)),
    "pause and play, exclusively": ([PAUSE, PLAY], 1, "exclusive", (BEGIN, 1, 0)),
    "play and pause by a toggle": ([PLAY, PLAY, PAUSE, PAUSE, PLAY], 0, "toggle", (BEGIN, 1, 0)),
    "pause and play by a toggle": ([PAUSE, PLAY, PLAY, PAUSE], 1, "toggle", (BEGIN, 0, 0)),
    "next and then a step": ([NEXT, FORWARD], 0, "both", (5 * SECOND, 0, 1)),
    "a step, next, a step": ([FORWARD, NEXT, FORWARD, FORWARD], 0, "both", (10 * SECOND, 0, 1)),
    "pause and a step": ([PAUSE, FORWARD, FORWARD], 1, "both", (BEGIN + 10 * SECOND, 0, 0)),
}


class Player:
    """A host with a simulated player."""

    def __init__(self, bus, number, options, how, latency, offered="both", playing=0, failing=0):
        self.name = f"{ROOT}.P{number}"
        self.host = bus.host(f"--id=org.example.P{number}", *options)
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


@pytest.mark.parametrize("loop", [[], ["--fd-loop"]], ids=["thread", "fd"])
@pytest.mark.parametrize("latency", [0, 50, 300, 1000], ids=lambda latency: f"{latency} ms")
def test_relative_calls_that_do_not_wait(bus, loop, latency):
    """All players run at the same time, since they mostly wait."""
    hows = LATER if latency else ["inside", *LATER]
    players = {}
    for how in hows:
        for name, (calls, playing, offered, expected) in SCENARIOS.items():
            player = Player(bus, len(players), loop, how, latency, offered, playing)
            players[how, name] = player, expected, player.call(calls)
    problems = []
    for key, (player, expected, serials) in players.items():
        if not all(player.replies(serials)):
            problems.append(f"{key}: a call failed")
        if difference := problem(player, expected):
            problems.append(f"{key}: {difference}")
        player.close()
    assert not problems, "\n".join(problems)


def ends_at(player, expected):
    assert not problem(player, expected), problem(player, expected)


@pytest.mark.parametrize("how", ["inside", "before"])
def test_what_failed_is_not_counted(bus, how):
    """The third of four steps fails; the last is made after that is known."""
    player = Player(bus, 0, [], how, 20, failing=3)
    assert player.replies(player.call([FORWARD] * 3)) == [True, True, False]
    assert player.replies(player.call([FORWARD])) == [True]
    ends_at(player, (BEGIN + 15 * SECOND, 0, 0))


def test_a_toggle_that_failed_is_not_counted(bus):
    player = Player(bus, 0, [], "before", 20, failing=1)
    assert player.replies(player.call([TOGGLE])) == [False]
    assert player.replies(player.call([TOGGLE])) == [True]
    ends_at(player, (BEGIN, 1, 0))


def test_another_session_starts_anew(bus):
    """The pending commands of one session do not count for the one that is shown instead."""
    player = Player(bus, 0, [], "before", 60_000)
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


def asked_forward(bus):
    """Returns a player that is paused at 10 s and was asked to seek forward by 5 s, and its client."""
    host = bus.host()
    host.publish(state="PAUSED", elapsed=10 * SECOND)
    bus.wait_name(ROOT + ".Tester")
    client = bus.client(ROOT + ".Tester")
    client.do(*FORWARD)
    assert host.wait("command")["time_us"] == 15 * SECOND
    return host, client


def test_what_the_host_commits_counts(bus):
    """The position moves to another place than the command asked for, as by a user in the player's own window: the next
    commands start from there."""
    host, client = asked_forward(bus)
    start = bus.mark()
    host.snapshot("PAUSED", 100 * SECOND)
    bus.wait_seeked(start)
    client.do(*FORWARD)
    assert host.seen("command")[-1]["time_us"] == 105 * SECOND
    client.do("PlayPause")
    assert host.seen("command")[-1]["kind"] == C.COMMAND_PLAY
    start = bus.mark()
    for state in ("PLAYING", "PAUSED"):
        host.snapshot(state, 105 * SECOND)
        bus.wait_changed(start, "PlaybackStatus", lambda value: value.upper() == state)
    client.do("PlayPause")
    assert host.seen("command")[-1]["kind"] == C.COMMAND_PLAY


def test_what_the_host_never_commits_is_forgotten(bus):
    """The host is at the end of its queue and ignores Next. After a second, Seek starts from its old position again."""
    host = bus.host()
    host.publish(state="PAUSED", elapsed=50 * SECOND)
    bus.wait_name(ROOT + ".Tester")
    client = bus.client(ROOT + ".Tester")
    client.do(*NEXT)
    host.wait("command", kind=C.COMMAND_NEXT)
    time.sleep(1.1)  # sleeps: longer than another item is waited for
    client.do(*FORWARD)
    assert host.seen("command")[-1]["time_us"] == 55 * SECOND


def test_who_stops_has_decided_otherwise(bus):
    """The host was asked to seek, and has stopped instead: the next Seek starts from the position of the stop."""
    host, client = asked_forward(bus)
    start = bus.mark()
    host.snapshot("STOPPED", 10 * SECOND)
    bus.wait_changed(start, "PlaybackStatus", lambda value: value == "Stopped")
    client.do(*FORWARD)
    assert host.seen("command")[-1]["time_us"] == 15 * SECOND

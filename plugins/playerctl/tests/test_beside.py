# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares Debian's `playerctl --follow metadata` and playerctld with ours, each pair on a bus of its own: the
cost, and the behaviour when a player crashes or freezes, and when the bus is restarted.

Each test adds rows to the table that the run ends with, and fails where ours is worse.
"""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from testkit.bus import ROOT
from testkit.desktop import wait_until
from testkit.fakes import PLAYER, Plain, song
from testkit.process import cost, memory
from testkit.programs import Programs
from testkit.wire import DBusError, Variant
from table import TABLE
from watching import Loop, Program, pace

TOP = Path(__file__).resolve().parents[3]
DAEMON = ROOT + ".playerctld"
FACE = "com.github.altdesktop.playerctld"
FOLLOW = ("playerctl", "--follow", "metadata", "--format", "{{playerName}} {{status}} {{title}}")
SHOWN = "playerctld Playing One"
CHANGES = 1000
REST = 3
# The seconds that GDBus, and thereby Debian's libplayerctl, waits for an answer; and those that ours waits.
TIMEOUT, OUR_TIMEOUT = 25, 3


def processor_time(pid):
    """Returns the milliseconds of processor time of a process, over all threads."""
    return time.clock_gettime((~pid << 3) | 2) * 1000


def own_memory(pid):
    """Returns the KiB of memory of a process that belong to no file. Private_Dirty is not used: it contains a program's
    own pages while it is newly linked."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


class Side:
    """A bus with Debian's library and daemon, or with ours; and its players, each in a process."""

    def __init__(self, bus, library, *daemon):
        self.bus, self.library, self.command = bus, library, daemon
        self.players, self.programs = Programs(bus), []
        self.begin()
        self.follower = None

    def run(self, *words):
        self.programs.append(Program(words, self.bus, self.library))
        return self.programs[-1]

    def begin(self):
        self.daemon = self.run(*self.command)
        self.bus.wait_name(DAEMON, timeout=60)

    def follow(self):
        self.follower = self.run(*FOLLOW)
        wait_until("it prints a line", lambda: self.follower.lines)

    def play(self, name):
        """Starts a player, and waits until the daemon lists it."""
        player = self.players.small(name)
        wait_until("the daemon lists it", lambda: name in self.names())
        return player

    def names(self):
        """Returns the players that the daemon lists; none while it does not answer."""
        client = self.bus.client(DAEMON)
        try:
            return [name.removeprefix(ROOT + ".") for name in client.get("PlayerNames", FACE)]
        except DBusError:
            return []
        finally:
            client.close()

    def shown(self, start=0):
        """Returns the lines that the follower has printed from an index on, and whether it still runs."""
        lines = ", ".join(f"`{line}`" if line else "an empty line" for line in self.follower.lines[start:])
        return (f"prints {lines}, " if lines else "") + state(self.follower)

    def listed(self):
        return f"lists {', '.join(self.names()) or 'nobody'}, {state(self.daemon)}"

    def close(self):
        self.players.close()
        for program in self.programs:
            program.close()


def state(program):
    status = program.process.poll()
    if status is None:
        return "goes on"
    return f"ends by {signal.Signals(-status).name}" if status < 0 else f"ends with {status}"


@pytest.fixture
def sides(make_bus, folder, library, original):
    made = []
    try:
        made.append(Side(make_bus().start(), original, "playerctld"))
        made.append(Side(make_bus().start(), library, TOP / "build/nowplaying", "daemon"))
        yield made
    finally:
        for side in made:
            side.close()


def after(seconds):
    """Expresses a duration as the number of timeouts that have passed, which does not depend on the load."""
    for timeout in (TIMEOUT, OUR_TIMEOUT):
        if count := round(seconds / timeout):
            return f"after {count * timeout} s"
    return "at once"


def on_both(sides, what, condition, timeout=60):
    wait_until(what, lambda: all(condition(side) for side in sides), timeout)


def run(sides, *lines):
    """Runs playerctl's command lines on both sides at once. Returns the output of each, and how long it took."""
    begun, running, ends = time.monotonic(), {}, {}
    for side in sides:
        for line in lines:
            running[side, line] = side.run(*line.split())

    def is_over():
        for key, program in running.items():
            if program.has_ended:
                ends.setdefault(key, time.monotonic() - begun)
        return len(ends) == len(running)

    wait_until("the lines end", is_over)
    said = {line: [] for line in lines}
    for (side, line), program in running.items():
        words = ", ".join(f"`{each}`" for each in program.lines) or "nothing"
        said[line].append(f"{words}, {after(ends[side, line])}")
    return said


# ---- Cost ----

def rest(sides, label, players):
    """Counts wakeups while nothing happens."""
    programs = [(name, [getattr(side, name).process.pid for side in sides]) for name in ("follower", "daemon")]
    every = [pid for _, pids in programs for pid in pids]

    def wakeups():
        return {pid: cost(pid).wakeups for pid in every}

    def is_quiet():
        before = wakeups(), [len(player.calls) for player in players]
        subprocess.run(["sleep", "1"], check=True)  # sleeps: looks whether anything happens within it
        # A reply would wake the process that has asked, so pending calls are answered first.
        for player in players:
            player.serve()
        return (wakeups(), [len(player.calls) for player in players]) == before

    wait_until("what was planned before has happened", is_quiet)
    before = wakeups()
    subprocess.run(["sleep", str(REST)], check=True)  # sleeps: what is measured
    after = wakeups()
    for name, pids in programs:
        theirs, ours = (after[pid] - before[pid] for pid in pids)
        TABLE.said(f"{name}: wakeups in {REST} s while {label}", theirs, ours)
        assert ours == 0


def test_what_they_cost(sides):
    players = [Plain(side.bus, "alpha").appear() for side in sides]
    loop = Loop(*players)
    loop.wait(lambda: all(side.names() == ["alpha"] for side in sides), "the daemons know the player")
    for side in sides:
        side.follower = side.run(*FOLLOW)
    loop.wait(lambda: all(side.follower.lines for side in sides), "the followers print their first line")
    owners = [side.bus.owner(DAEMON) for side in sides]
    pids = {name: [getattr(side, name).process.pid for side in sides] for name in ("follower", "daemon")}
    before = {name: [processor_time(pid) for pid in each] for name, each in pids.items()}
    for number in range(1, CHANGES + 1):
        line = f"alpha Playing Song{number}"
        for player in players:
            player.change(Metadata=("a{sv}", song(f"Song{number}")))
        loop.wait(lambda: all(side.follower.lines[-1] == line for side in sides), f"both print {line}")
        for player, owner in zip(players, owners):
            loop.settle(player, owner)
            player.inbox.clear()
        pace()
    for name, each in pids.items():
        spent = [processor_time(pid) - start for pid, start in zip(each, before[name])]
        TABLE.measured(f"{name}: processor time of {CHANGES:,} changes", *spent, "ms")
        TABLE.measured(f"{name}: memory of its own after that", *map(own_memory, each), "KiB")
        # Ours also loads libsystemd, whose pages it shares with other programs.
        TABLE.measured(f"{name}: with all pages of programs and libraries", *map(memory, each), "KiB", 1.15)
    for player in players:
        # One whose position stands still is asked again for some seconds.
        player.faces[PLAYER]["Position"] = Variant("x", 1_000_000)
    rest(sides, "a song plays", players)
    for player in players:
        player.change(PlaybackStatus=("s", "Paused"))
    loop.wait(lambda: all("Paused" in side.follower.lines[-1] for side in sides), "both print that it is paused")
    rest(sides, "nothing plays", players)


# ---- Failures ----

def test_a_player_that_crashes(sides):
    for side in sides:
        side.other = side.play("other")
    run(sides, "playerctl -p other pause")
    for side in sides:
        side.follow()
        side.one = side.play("one")
    on_both(sides, "the one that plays is shown", lambda side: side.follower.lines[-1] == "one Playing One")
    for which, left in ("one", ["other"]), ("other", []):
        lines = [len(side.follower.lines) for side in sides]
        for side in sides:
            getattr(side, which).process.kill()
        on_both(sides, "the daemon has noticed", lambda side: side.names() == left)
        on_both(sides, "the follower has", lambda side: len(side.follower.lines) > lines[sides.index(side)])
        label = "the player that plays is killed" if left else "the last player is killed"
        TABLE.said(f"{label}: follower", *(side.shown(start) for side, start in zip(sides, lines)))
        TABLE.said(f"{label}: daemon", *(side.listed() for side in sides))
        assert sides[1].shown(lines[1]) == f"prints {'`other Paused One`' if left else 'an empty line'}, goes on"


def test_a_player_that_freezes(sides):
    for side in sides:
        side.play("other")
    run(sides, "playerctl -p other pause")
    for side in sides:
        side.follow()
        one = side.play("one")
        wait_until("it is shown", lambda: side.follower.lines[-1] == "one Playing One")
        side.players.freeze(one)
    lines = ("playerctl -p other status", "playerctl --list-all", "playerctl -a status",
             "playerctl -p playerctld status")
    for line, (theirs, ours) in run(sides, *lines).items():
        TABLE.said(f"the first of two is frozen: `{line}`", theirs, ours)
        assert ours == theirs.replace("after 25 s", "after 3 s")
    starts = [len(side.follower.lines) for side in sides]
    run(sides, "playerctl -p other play")
    on_both(sides, "who plays is the first", lambda side: side.names() == ["other", "one"])
    bus = sides[1].bus
    start, daemon, frozen = bus.mark(), bus.owner(DAEMON), bus.owner(ROOT + ".one")
    paused = run(sides, "playerctl pause")
    # The frozen player claims to play. Ours therefore lists it first until it is called and does not answer.
    bus.find(lambda call: (call.sender, call.destination, call.member) == (daemon, frozen, "GetAll"), start, 60)
    on_both(sides, "who answers is the first", lambda side: side.names() == ["other", "one"])
    for line, (theirs, ours) in (paused | run(sides, "playerctl play")).items():
        TABLE.said(f"the other one plays: `{line}`", theirs, ours)
        assert ours == "nothing, at once"
    on_both(sides, "the follower has seen it", lambda side: len(side.follower.lines) == starts[sides.index(side)] + 3)
    TABLE.said("the other one plays: follower", *(side.shown(start) for side, start in zip(sides, starts)))
    assert sides[1].shown(starts[1]).endswith("`other Playing One`, goes on")


def test_a_daemon_that_begins_beside_a_frozen_player(sides):
    cells = []
    for side in sides:
        frozen = side.play("frozen")
        side.play("other")
        side.daemon.process.kill()
        side.bus.wait_name(DAEMON, present=False)
        side.players.freeze(frozen)
        begun = time.monotonic()
        side.begin()
        wait_until("it knows the other one", lambda: "other" in side.names())
        cells.append(f"{side.listed()}, {after(time.monotonic() - begun)}")
    TABLE.said("a daemon begins beside a frozen player", *cells)
    assert cells[1] == "lists other, goes on, at once"


def test_a_bus_that_is_started_anew(sides):
    for side in sides:
        side.play("one")
        side.follow()
        side.second = side.run(*FOLLOW, "-p", "playerctld")
        wait_until("it prints a line", lambda: side.second.lines)
    for side in sides:
        side.bus.kill()
        side.bus.start()
        side.players.small("two")
    theirs, ours = sides
    wait_until("the original's end", lambda: all(
        each.has_ended for each in (theirs.follower, theirs.second, theirs.daemon)))
    wait_until("the follower of ours goes on", lambda: ours.follower.lines[-1:] == ["two Playing One"])
    wait_until("the daemon of ours does", lambda: ours.names() == ["two"])
    # The follower prints an empty line before the daemon knows the player; afterwards there may be two changes.
    wait_until("who follows it does", lambda: ours.second.lines[1:2] == [""] and ours.second.lines[-1] == SHOWN)
    TABLE.said("the bus is restarted: follower", *(side.shown(1) for side in sides))
    TABLE.said("the bus is restarted: follower of the daemon", state(theirs.second), state(ours.second))
    TABLE.said("the bus is restarted: daemon", *(side.listed() for side in sides))
    assert ours.shown(1).endswith(", goes on") and ours.listed() == "lists two, goes on"

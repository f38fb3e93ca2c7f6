# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests where the bus is searched for, and that a missing bus costs nothing."""

import contextlib
import os
import socket
import time

from lab.odd import is_sent
from testkit.bus import NAME, ROOT
from testkit.host import C
from testkit.process import WITHOUT_BUS, cost, wait_rare, with_run
from testkit.run import LOOPS
from test_names import connections


def logged(host, level):
    return [event["message"] for event in host.seen("log") if event["level"] <= level]


class Pair:
    """Two hosts with the same options: the library runs the loop of one on a thread, and the other has its own loop."""

    def __init__(self, bus, name="Pair", *options, **arguments):
        self.bus = bus
        self.names = [f"{ROOT}.{name}{letter}" for letter in "AB"]
        self.hosts = [bus.host(f"--id=org.example.{name}{letter}", *loop, *options, **arguments)
                      for letter, loop in (("A", []), ("B", ["--fd-loop"]))]
        for host in self.hosts:
            host.publish()

    def settle(self):
        """Waits until the bus is found to be missing; returns the pair."""
        for host in self.hosts:
            host.wait("bus_state", state=C.BUS_NONE)
        return self

    def wait_rare(self, *others):
        """Waits until attempts to find the bus, of these and other pairs, have become rare."""
        wait_rare(*(host for pair in (self, *others) for host in pair.hosts))

    def found_in_time(self):
        """Checks that both hosts have their names within 8 seconds, because they notice the bus: attempts that nothing
        causes are more than ten seconds apart by now. What a host says first may not be recorded: it may find the bus
        before the bus's recorder does."""
        for name in self.names:
            self.bus.wait_for(lambda: self.bus.owner(name), f"{name} appears", timeout=8)


def rest(*pairs, duration=0.5, wakeups=1):
    """Checks that hosts cost nothing while nothing happens. On a busy machine a thread may take long from its last
    command to where it waits, so they are checked twice; one that does not rest never passes."""
    for _ in range(3):
        problems = [problem for pair in pairs for problem in unrest(pair.hosts, duration, wakeups)]
        if not problems:
            return
    raise AssertionError(problems)


def unrest(hosts, duration, wakeups):
    """Yields the work that each host has done in `duration` seconds, for hosts that have done too much."""
    before = [(cost(host.pid), host.ask("turns")["value"]) for host in hosts]
    # The answer to the last command was read, but the host may still be on its way to wait for the next.
    before = [(cost(host.pid), turns) for host, (_, turns) in zip(hosts, before)]
    time.sleep(duration)  # sleeps: what is measured
    after = [cost(host.pid) for host in hosts]
    for host, (was, turns), now in zip(hosts, before, after):
        turns = host.ask("turns")["value"] - turns
        if now.wakeups - was.wakeups > wakeups + 1 or turns > wakeups or now.cpu - was.cpu >= 0.05:
            yield was, now, turns


def test_a_bus_that_never_comes(make_bus):
    """Covers an empty environment, as of system services, cron and programs with file capabilities; and addresses that
    cannot be watched, which are tried ever more rarely."""
    bus = make_bus()
    run = bus.directory + "/run"
    os.mkdir(run)
    pair = Pair(bus, wrapper=[*WITHOUT_BUS, *with_run(run)]).settle()
    odd = [Pair(bus, f"Odd{number}", f"--address={address}").settle()
           for number, address in enumerate(["unix:abstract=/no/such/nowplaying", "nonsense"])]
    pair.wait_rare(*odd)
    rest(pair, *odd, duration=2.0, wakeups=2)
    for host in pair.hosts:
        assert len(logged(host, C.LOG_INFO)) == 1 and "no session bus" in logged(host, C.LOG_INFO)[0]


def test_nothing_in_the_environment_but_a_bus_where_systemd_has_it(make_bus):
    bus = make_bus().start()
    run = bus.directory + "/run"
    os.mkdir(run)
    late = Pair(bus, "Late", wrapper=[*WITHOUT_BUS, *with_run(run)]).settle()
    late.wait_rare()
    os.makedirs(f"{run}/user/{os.getuid()}")
    os.symlink(bus.socket, f"{run}/user/{os.getuid()}/bus")
    late.found_in_time()
    Pair(bus, wrapper=[*WITHOUT_BUS, *with_run(run)]).found_in_time()


def test_programs_that_are_to_stay_off_every_bus(bus):
    pair = Pair(bus, environment={"NOWPLAYING_BUS": "none"}).settle()
    for host in pair.hosts:
        host.ask("primary", "main", "system")
        host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.ERROR_NO_BUS)
    rest(pair)
    assert [connections(bus, host.pid) for host in pair.hosts] == [[], []]
    # The program's own setting has priority over the variable.
    Pair(bus, "Other", f"--address={bus.address}", environment={"NOWPLAYING_BUS": "none"}).found_in_time()


def test_other_files_mean_nothing(make_bus):
    """The bus is in /tmp: other files that come and go cause no attempt."""
    bus = make_bus()
    pair = Pair(bus).settle()
    pair.wait_rare()
    for number in range(20):
        with open(f"{bus.directory}/other{number}", "w"):
            pass
        os.unlink(f"{bus.directory}/other{number}")
    rest(pair)
    bus.start()
    pair.found_in_time()


def links(host):
    """Returns the targets of the descriptors of a process."""
    found = []
    for entry in os.scandir(f"/proc/{host.pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(entry.path))
    return found


def watches(host):
    return "anon_inode:inotify" in links(host)


def test_who_has_a_bus_watches_for_none(make_bus, folder):
    """Files in the folder of the bus's socket, which may be /tmp, wake nothing. The bus is found by an attempt and not
    by watching: the address is a link whose target changes."""
    bus = make_bus().start()
    for name in ("here", "there"):
        os.mkdir(folder / name)
    os.symlink(folder / "there/bus", folder / "here/bus")
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(f"{folder}/there/bus")
        pair = Pair(bus, "Pair", f"--address=unix:path={folder}/here/bus").settle()
        for host in pair.hosts:
            bus.wait_for(lambda: watches(host), "it watches")
    os.symlink(bus.socket, folder / "there/new")
    os.rename(folder / "there/new", folder / "there/bus")
    for host in pair.hosts:
        host.wait("bus_state", state=C.BUS_PUBLISHED)
        assert not watches(host)
    host = pair.hosts[1]
    turns = host.ask("turns")["value"]
    for number in range(20):
        with open(folder / f"here/other{number}", "w"):
            host.ask("turns")
    assert host.ask("turns")["value"] - turns <= 1
    rest(pair)


def test_an_end_while_the_bus_is_watched_for(make_bus):
    bus = make_bus()
    pair = Pair(bus).settle()
    for host in pair.hosts:
        bus.wait_for(lambda: watches(host), "it watches")
        host.ask("free_app")
        assert not watches(host)
        host.ask("free", "main")
        assert not [link for link in links(host) if link.startswith("anon_inode:")]


@contextlib.contextmanager
def stalled():
    """Yields the address of a TCP port at which the system first leaves a connection pending, and then refuses it."""
    with socket.socket() as listener, socket.socket() as first:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        first.connect(listener.getsockname())
        yield f"tcp:host=127.0.0.1,port={listener.getsockname()[1]}"


@LOOPS
def test_an_address_that_refuses_later(make_bus, loop):
    """The next socket may get the same descriptor number as the first one, which was watched for other events."""
    bus = make_bus().start()
    with stalled() as first:
        host = bus.host(*loop, f"--address={first};{bus.address}")
        host.publish()
        host.wait("log", message="Connects to the bus")
    bus.wait_name(NAME)
    is_sent(bus, host, "Second")

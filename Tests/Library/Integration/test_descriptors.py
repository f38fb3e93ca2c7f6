# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Descriptors: children of the player inherit none of ours, and none is one of the standard ones."""

import os
import re
import shutil

import pytest

from lab.artwork import NAME, give, path_of, show
from testkit.host import C
from testkit.images import BLUE, GREEN, RED
from testkit.run import LOOPS
from test_no_bus import watches

# The system calls that make descriptors.
CALLS = ("open,openat,openat2,socket,socketpair,pipe,pipe2,epoll_create,epoll_create1,eventfd,eventfd2,timerfd_create,"
         "signalfd,signalfd4,inotify_init,inotify_init1,memfd_create,accept,accept4,dup,dup2,dup3,fcntl,recvmsg")


def makes(line):
    """Returns whether a line of strace has a call that made a descriptor, or tried to."""
    if "resumed>" in line or re.search(r" fcntl\(", line) and "F_DUPFD" not in line:
        return False
    return " recvmsg(" not in line or "SCM_RIGHTS" in line


def start_for(bus, host):
    """Starts the bus for a host that waits for it, and returns a client. The host is told of its name: it may have it
    before the recorder is there to see its first signal."""
    events = len(host.events)
    bus.start()
    host.wait("bus_state", state=C.BUS_PUBLISHED, start=events)
    return bus.client(NAME)


@LOOPS
def test_all_descriptors_are_close_on_exec(make_bus, art, folder, loop):
    """This includes short-lived descriptors: a child that is started meanwhile would inherit a lock or a connection."""
    bus = make_bus()
    trace = folder / "trace"
    host = bus.host(*loop, wrapper=["strace", "-f", "-qq", "-o", str(trace), "-e", "trace=" + CALLS])
    host.may_lose_bus = True
    host.publish()
    host.wait("bus_state", state=C.BUS_NONE)
    client = start_for(bus, host)
    first = path_of(show(bus, host, client, art, "first", RED))
    host.content(identifier="second", title="Second", art="second")
    give(host, "second", "art_file", art(GREEN))
    host.ask("primary", "main", "system")
    host.wait("primary_result", which=C.PRIMARY_SYSTEM, status=C.OK)
    # A folder that was removed is made anew.
    shutil.rmtree(first.parent)
    events = len(host.events)
    bus.kill()
    host.wait("bus_state", state=C.BUS_NONE, start=events)
    show(bus, host, start_for(bus, host), art, "third", BLUE)
    host.close()
    bus.hosts.remove(host)
    made = [line for line in trace.read_text().splitlines() if makes(line)]
    assert len(made) > 20 and all("CLOEXEC" in line for line in made), "\n".join(
        line for line in made if "CLOEXEC" not in line)


def standard(host, number):
    """Returns our file that has the number of a standard descriptor; "" for none."""
    try:
        there = os.readlink(f"/proc/{host.pid}/fd/{number}")
    except FileNotFoundError:
        return ""
    # sd-bus of a new systemd keeps a pidfd of the bus's process, at any number. Writing to it fails.
    return "" if there == "anon_inode:[pidfd]" else there


@LOOPS
@pytest.mark.parametrize("closed, number", [("--closed-input", 0), ("--closed-errors", 2)])
def test_a_daemon_that_has_closed_a_standard_descriptor(make_bus, art, loop, closed, number):
    """Reading or writing a closed standard descriptor, as the log does here, must not reach the library's
    descriptors."""
    bus = make_bus()
    host = bus.host(closed, *loop, environment={"NOWPLAYING_LOG": "debug"})
    host.may_lose_bus, host.may_print = True, True
    host.publish()
    host.wait("bus_state", state=C.BUS_NONE)
    bus.wait_for(lambda: watches(host), "it waits for the bus")
    assert standard(host, number) == ""
    path = path_of(show(bus, host, start_for(bus, host), art, "first", RED))
    assert path.read_bytes() == RED and (path.parent / "lock").read_bytes() == b""
    assert standard(host, number) == ""
    host.ask("free_app")
    assert not path.exists()


@LOOPS
def test_an_input_that_is_closed_while_the_app_runs(make_bus, loop):
    """Descriptors opened later do not get the standard numbers either."""
    bus = make_bus()
    host = bus.host(*loop)
    host.may_lose_bus = True
    host.publish()
    host.wait("bus_state", state=C.BUS_NONE)
    host.ask("close_input")
    bus.wait_for(lambda: watches(host), "it waits for the bus")
    assert standard(host, 0) == ""
    start_for(bus, host)
    assert standard(host, 0) == ""

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Integration tests: real clients and a strict checker against the real library, on a private bus.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--bus=dbus-daemon|dbus-broker] Tests/Integration [-k NAME]
"""

import faulthandler
import os
import pathlib
import sys
import tempfile

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

from harness.bus import PATH, PROPERTIES, ROOT, Bus
from harness.checker import check
from harness.daemons import DAEMONS

NAME = ROOT + ".playerctld"


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("NOWPLAYING_BUILD", "build"),
                     help="the folder that CMake built in (default: $NOWPLAYING_BUILD, else build)")
    parser.addoption("--bus", choices=list(DAEMONS), default="dbus-daemon", help="what serves the private buses")


def pytest_configure(config):
    program = pathlib.Path(config.getoption("--build")).resolve() / "Tests/Integration/host"
    if not program.exists():
        raise pytest.UsageError(f"{program} is missing: build the project first, or name its folder by --build=DIR.")
    Bus.program = program
    Bus.Daemon = DAEMONS[config.getoption("--bus")]
    # A copy, because pytest puts a file of its own in the place of stderr.
    Bus.stderr = os.dup(2)


def finish(bus, start):
    """After each test: the hosts end well, and all that they ever sent is right."""
    problems = []
    for host in bus.hosts:
        try:
            host.close()
        except AssertionError as error:
            problems.append(str(error))
    bus.hosts.clear()
    if bus.daemon:
        bus.mark()
    problems += check(bus.records[start:], bus.foreign, bus.was_stopped)
    assert not problems, "\n  - ".join(["the strict checker found:", *problems])


@pytest.fixture(autouse=True)
def no_hang():
    """A test that waits for ever ends the run, and says where."""
    faulthandler.dump_traceback_later(180, exit=True, file=Bus.stderr)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="module")
def module_bus():
    bus = Bus().start()
    yield bus
    bus.close()


@pytest.fixture
def bus(module_bus):
    """A running bus, shared by the tests of a module."""
    start = module_bus.mark()
    yield module_bus
    finish(module_bus, start)


@pytest.fixture
def make_bus():
    """Makes buses for one test, not yet started: to be started late, killed, or with rules of who may own a name."""
    buses = []

    def make(own_rules=()):
        buses.append(Bus(own_rules))
        return buses[-1]

    yield make
    try:
        for made in buses:
            finish(made, 0)
    finally:
        for made in buses:
            made.close()


@pytest.fixture
def folder():
    """Not pytest's own, which it keeps for days: some pictures are large."""
    with tempfile.TemporaryDirectory(prefix="np-") as name:
        yield pathlib.Path(name)


@pytest.fixture
def art(folder):
    """Writes a picture into a file for the host to give."""
    def write(data):
        path = folder / "picture"
        path.write_bytes(data)
        return path
    return write


class Playerctld:
    """The real daemon that keeps the order of players for playerctl and Waybar."""

    def __init__(self, bus):
        self.bus = bus
        self.tool = bus.start_tool("playerctld")
        bus.wait_name(NAME)
        bus.foreign.add((bus.epoch, bus.owner(NAME)))

    def names(self):
        """The players, the active one first."""
        return self.bus.pinger.call(NAME, PATH, PROPERTIES, "Get", "ss", "com.github.altdesktop.playerctld",
                                    "PlayerNames")[0].value


@pytest.fixture
def playerctld(bus):
    """It must live through the test: what it does not expect aborts it."""
    daemon = Playerctld(bus)
    yield daemon
    lives = daemon.tool.is_running()
    printed = daemon.tool.stop()
    assert lives, f"playerctld ended: {printed}"
    bus.wait_name(NAME, present=False)

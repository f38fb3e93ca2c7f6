# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the program nowplaying, on private buses, beside the real playerctl.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--bus=dbus-daemon|dbus-broker] Tests/Tool [-k NAME]
       python3 -m pytest -p no:cacheprovider [--build=DIR] Tests/Tool -k table --update     writes the table anew
"""

import pathlib
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / folder) for folder in ("Support", "Integration", "SurfaceLibrary")]

import library
from daemoned import OURS, Daemon
from harness.bus import ROOT, Bus
from harness.reference import ReferencePlayer
from harness.run import built, finish
from publishers import OurPublisher
from running import Runner

pytest_plugins = ["harness.plugin"]


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="write the table of playerctl's words anew")


def pytest_configure(config):
    Bus.program = built(config, "Integration/host")
    ReferencePlayer.program = built(config, "Protocol/trial-player")
    Runner.program = built(config, "../nowplaying")
    OurPublisher.program = built(config, "Desktops/publisher")
    headers = [TESTS.parent / "include/nowplaying" / name for name in ("nowplaying.h", "surface.h")]
    library.load(pathlib.Path(config.getoption("--build")).resolve(), headers)


@pytest.fixture(scope="module")
def shared_bus():
    """One bus for tests that leave nothing behind."""
    made = Bus().start()
    yield made
    try:
        finish(made, 0)
    finally:
        made.close()


@pytest.fixture
def host(bus):
    """A player of ours that shows one item."""
    made = bus.host()
    made.publish(commands=("PLAY", "PAUSE"))
    bus.wait_name(ROOT + ".Tester")
    return made


@pytest.fixture
def run(bus):
    return Runner(bus)


@pytest.fixture
def reference(bus):
    return ReferencePlayer.start(bus)


@pytest.fixture
def start(bus):
    """Starts daemons, which are ended with the test and have said nothing."""
    started = []

    def begin(*options, **environment):
        started.append(Daemon(bus, OURS, *options, **environment))
        return started[-1]

    yield begin
    for daemon in started:
        assert daemon.close() == ""
        for fake in daemon.fakes:
            fake.close()

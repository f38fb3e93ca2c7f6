# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the program nowplaying, on private buses, beside the real playerctl.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--bus=dbus-daemon|dbus-broker] Tests/Program [-k NAME]
       python3 -m pytest -p no:cacheprovider [--build=DIR] Tests/Program -k table --update     writes the table anew
"""

import contextlib
import pathlib
import socket
import threading

import pytest


from lab import TESTS, library
from daemoned import OURS, Daemon
from testkit.bus import ROOT, Bus
from testkit.reference import ReferencePlayer
from testkit.run import built, finish
from publishers import OurPublisher
from lab.running import Runner

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="write the table of playerctl's words anew")


def pytest_configure(config):
    Bus.program = built(config, "Library/Integration/host")
    ReferencePlayer.program = built(config, "Library/Protocol/trial-player")
    Runner.program = built(config, "../nowplaying")
    OurPublisher.program = built(config, "Field/Desktops/publisher")
    headers = [TESTS.parent / "include/nowplaying" / name for name in ("nowplaying.h", "surface.h")]
    library.load(pathlib.Path(config.getoption("--build")).resolve(), headers)


@pytest.fixture(scope="module")
def shared_bus():
    """Makes one bus for all tests of a module that leave nothing behind on it."""
    made = Bus().start()
    yield made
    try:
        finish(made, 0)
    finally:
        made.close()


@pytest.fixture
def system():
    """A bus of the system without any service."""
    made = Bus().start()
    yield made
    made.close()


@pytest.fixture
def host(bus):
    """Starts a player with our library, which shows one item."""
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
def refusing(bus):
    """Yields the address of a bus that ends each connection at once, as another user's bus does."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(bus.directory + "/refusing")
        listening.listen()

        def end_each():
            with contextlib.suppress(OSError):
                while True:
                    listening.accept()[0].close()
        ending = threading.Thread(target=end_each)
        ending.start()
        yield "unix:path=" + listening.getsockname()
        listening.shutdown(socket.SHUT_RDWR)
        ending.join()


@pytest.fixture
def start(bus):
    """Yields a function that starts daemons. They end with the test, and must not have printed anything."""
    started = []

    def begin(*options, **environment):
        started.append(Daemon(bus, OURS, *options, **environment))
        return started[-1]

    yield begin
    for daemon in started:
        assert daemon.close() == ""
        for fake in daemon.fakes:
            fake.close()

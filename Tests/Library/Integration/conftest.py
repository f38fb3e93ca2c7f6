# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Integration tests: real clients and a strict checker against the real library, on a private bus.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--bus=dbus-daemon|dbus-broker] [-k NAME]
       Tests/Library/Integration
"""


import pytest

from testkit.bus import NAME as TESTER, PATH, PROPERTIES, ROOT, Bus
from testkit.run import built, finish
from testkit.surface import Surface

NAME = ROOT + ".playerctld"
pytest_plugins = ["testkit.plugin"]


def pytest_configure(config):
    Bus.program = built(config, "Library/Integration/host")


@pytest.fixture(scope="module")
def module_bus():
    bus = Bus().start()
    yield bus
    bus.close()


@pytest.fixture
def bus(module_bus):
    """Yields a running bus, which the tests of a module share."""
    start = module_bus.mark()
    yield module_bus
    finish(module_bus, start)


@pytest.fixture
def host(bus):
    """Starts a host that plays one item. Some modules replace this fixture."""
    return bus.player()


@pytest.fixture
def client(bus, host):
    return bus.client(TESTER)


@pytest.fixture
def session(bus, host):
    """Yields the host's session as a surface sees it."""
    surface = Surface(bus)
    yield surface.only(TESTER)
    surface.close()


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
        """Returns the players, the active one first."""
        return self.bus.pinger.call(NAME, PATH, PROPERTIES, "Get", "ss", "com.github.altdesktop.playerctld",
                                    "PlayerNames")[0].value


@pytest.fixture
def playerctld(bus):
    """Starts playerctld, which unexpected messages make abort, and checks that it still runs after the test."""
    daemon = Playerctld(bus)
    yield daemon
    lives = daemon.tool.is_running()
    printed = daemon.tool.stop()
    assert lives, f"playerctld ended: {printed}"
    bus.wait_name(NAME, present=False)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the protocol org.nowplaying: a strict surface drives the reference player, on a private bus for each test.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--bus=dbus-daemon|dbus-broker] [-k NAME]
       Tests/Library/Protocol
       --player=PROGRAM    another program that plays what the reference player plays

The names of tests begin with the section of the protocol, and the rule where it has numbered ones: test_6_4_… is the
fourth rule of "6. Signals".
"""


import pytest


from testkit.reference import ReferencePlayer
from testkit.run import built
from timeouts import TimeOuts

TIME_OUTS = "test_5_what_is_never_answered_times_out"
pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--player", help="the program that plays (default: the reference player that CMake built)")


def pytest_configure(config):
    ReferencePlayer.program = config.getoption("--player") or built(config, "Library/Protocol/trial-player")


def pytest_collection_modifyitems(items):
    """Puts the test that waits for the timeouts last; the requests that time out begin with the first test."""
    items.sort(key=lambda item: item.name == TIME_OUTS)


@pytest.fixture(scope="session", autouse=True)
def timeouts(request):
    return TimeOuts() if any(item.name == TIME_OUTS for item in request.session.items) else None


@pytest.fixture
def reference(bus):
    """Starts the reference player, without followers."""
    return ReferencePlayer.start(bus)


@pytest.fixture
def surface(reference):
    """Makes a surface that follows both connections of the reference player."""
    return reference.surface()


@pytest.fixture
def other(reference, surface):
    """Makes a second surface, which follows after the first one."""
    return reference.surface()


@pytest.fixture
def main(surface):
    return surface.local["main"]


@pytest.fixture
def side(surface):
    return surface.local["side"]


@pytest.fixture
def studio(surface):
    return surface.local["studio"]


@pytest.fixture
def kitchen(surface):
    return surface.kitchen["kitchen"]

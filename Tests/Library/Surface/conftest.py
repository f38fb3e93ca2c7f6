# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the library for surfaces: it follows and drives players of all kinds, on a private bus for each test.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--bus=dbus-daemon|dbus-broker] Tests/Library/Surface
"""

import pathlib

import pytest


from lab import TESTS, library
from testkit.reference import ReferencePlayer
from testkit.run import built

pytest_plugins = ["testkit.plugin"]


def pytest_configure(config):
    ReferencePlayer.program = built(config, "Library/Protocol/trial-player")
    headers = [TESTS.parent / "include/nowplaying" / name for name in ("nowplaying.h", "surface.h")]
    library.load(pathlib.Path(config.getoption("--build")).resolve(), headers)


@pytest.fixture
def make_shown(bus):
    """Yields a function that makes a surface for fake players, its arguments. They answer calls while a test waits for
    an event of the surface."""
    made = []

    def make(*fakes):
        made.append(library.Shown(bus.address, *fakes))
        return made[-1]

    yield make
    for shown in made:
        shown.close()


@pytest.fixture
def reference(bus):
    return ReferencePlayer.start(bus)


@pytest.fixture
def shown(reference, make_shown):
    """Makes a surface, and returns it when it has listed the reference player."""
    made = make_shown()
    made.wait(lambda: made.listed and len(made.entries) >= 3, "three entries")
    return made

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The plugin of pytest for tests on private buses: options, and fixtures that need no program."""

import faulthandler
import os
import pathlib
import tempfile
import zlib

import pytest

from .daemons import DAEMONS

from .bus import Bus
from .run import finish


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("NOWPLAYING_BUILD", "build"),
                     help="the folder that CMake built in (default: $NOWPLAYING_BUILD, else build)")
    parser.addoption("--bus", choices=[*DAEMONS, "either"], default="dbus-daemon",
                     help="what serves the private buses; either: a sum of the name of a test's file says which")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes long or costs much; Tests/run leaves it to Tests/run-long")
    if config.getoption("--bus") in DAEMONS:
        Bus.Daemon = DAEMONS[config.getoption("--bus")]
    # A duplicate, because pytest replaces stderr.
    Bus.stderr = os.dup(2)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    if item.config.getoption("--bus") == "either":
        Bus.Daemon = list(DAEMONS.values())[zlib.crc32(item.path.name.encode()) % len(DAEMONS)]


@pytest.fixture(autouse=True)
def no_hang():
    """Ends the run with a report when a test hangs."""
    faulthandler.dump_traceback_later(180, exit=True, file=Bus.stderr)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def make_bus():
    """Makes buses for one test, without starting them: the test starts them late, kills them, or gives them rules of
    who may own a name."""
    buses = []

    def make(*arguments, **options):
        buses.append(Bus(*arguments, **options))
        return buses[-1]

    yield make
    try:
        for made in buses:
            finish(made, 0)
    finally:
        for made in buses:
            made.close()


@pytest.fixture
def bus(make_bus):
    """A running bus for each test. A suite whose tests share one overrides this."""
    return make_bus().start()


@pytest.fixture
def folder():
    """A folder that is removed at once. pytest keeps its own for days, and some pictures are large."""
    with tempfile.TemporaryDirectory(prefix="np-") as name:
        yield pathlib.Path(name)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of plugins/mqtt: private buses are the machines of a house, and a real mosquitto is its broker.

usage: python3 -m pytest -p no:cacheprovider [--mqtt=PROGRAM] [--build=DIR] Tests/Field/Mqtt [-k NAME]

PROGRAM is what was built, and may begin with "valgrind …". Needs the Debian packages dbus-daemon, mosquitto, openssl,
playerctl and python3-paho-mqtt.
"""

import shlex
from pathlib import Path

import pytest

from house import House, Machine
from testkit.bus import Bus
from testkit.run import built

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--mqtt", help="the program (default: plugins/mqtt/nowplaying-mqtt below --build)")


def pytest_configure(config):
    Bus.program = built(config, "Library/Integration/host")
    build = Path(config.getoption("--build")).resolve()
    Machine.program = shlex.split(config.getoption("--mqtt") or f"{build}/plugins/mqtt/nowplaying-mqtt")


@pytest.fixture
def house():
    """Makes a house with a broker that lets everybody do everything, and judges its machines at the end."""
    with House() as made:
        yield made

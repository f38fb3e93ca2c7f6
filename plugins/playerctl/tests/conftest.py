# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of libplayerctl.so.2 beside playerctl's own.

usage: /usr/bin/python3 -m pytest -p no:cacheprovider [--playerctl=DIR] plugins/playerctl/tests
"""
import pathlib
import re
import subprocess
import sys

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True

from table import TABLE
from watching import BEGINNING, Program

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--playerctl", default=str(TOP / "build/playerctl"), help="the folder that Meson built in")


def pytest_terminal_summary(terminalreporter):
    for line in TABLE.lines():
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def folder(request):
    """The folder of Meson's build."""
    return pathlib.Path(request.config.getoption("--playerctl")).resolve()


@pytest.fixture(scope="session")
def library(folder):
    return folder / "libplayerctl.so.2"


@pytest.fixture(scope="session")
def original():
    """The library that Debian has installed."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    return pathlib.Path(re.search(r"libplayerctl\.so\.2 .* => (\S+)", listed)[1])


@pytest.fixture
def start(bus, folder, library):
    """Starts scripts with the given library, by default the one of this project, and with the given bus."""
    made = []

    def begin(script, other=None, own_bus=None):
        command = [sys.executable, "-c", BEGINNING + script]
        made.append(Program(command, own_bus or bus, other or library, None if other else folder))
        return made[-1]

    yield begin
    for program in made:
        program.close()

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Prepares each run of tests on private buses, and checks it after each test."""

import pathlib

import pytest

from .sent import check_sent

# All ways to run the loop, for tests that must hold for each.
LOOPS = pytest.mark.parametrize("loop", [[], ["--fd-loop"], ["--wakeup-loop"]], ids=["thread", "fd", "wakeup"])


def built(config, name):
    """Returns a program of the tests that CMake has built."""
    program = pathlib.Path(config.getoption("--build")).resolve() / "Tests" / name
    if not program.exists():
        raise pytest.UsageError(f"{program} is missing: build the project first, or name its folder by --build=DIR.")
    return program


def finish(bus, start):
    """Ends the hosts after each test, and checks everything that they have sent."""
    problems = []
    for host in bus.hosts:
        try:
            host.close()
        except AssertionError as error:
            problems.append(str(error))
    bus.hosts.clear()
    check_sent(bus, problems, start)

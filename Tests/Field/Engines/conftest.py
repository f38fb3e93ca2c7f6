# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of how an item begins: engines as they are, each in a player that publishes at every signal of it.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--rounds=N] Tests/Field/Engines [-k ENGINE]
"""
import pytest

from lab.desktop import start_sound_server

pytest_plugins = ["lab.harness.plugin"]


def pytest_addoption(parser):
    parser.addoption("--rounds", type=int, default=1,
                     help="for each 5 items after Next, 2 after a natural end, and 2 after Stop and Play")


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The environment of a sound server that nobody hears."""
    folder = tmp_path_factory.mktemp("sound")
    server, address = start_sound_server(folder)
    yield {"PULSE_SERVER": address, "HOME": str(folder)}
    server.stop()

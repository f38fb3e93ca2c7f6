# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the GObject interface: fake and hostile players on a private bus for each test, seen from Python's gi, GJS,
Lua, Vala and C.

usage: /usr/bin/python3 -m pytest -p no:cacheprovider [--glib=DIR] bindings/glib/tests
"""
import os
import pathlib
import sys

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True

import gi

gi.require_version("GIRepository", "2.0")
from gi.repository import GIRepository

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--glib", default=str(TOP / "build/glib"), help="the folder that Meson built in")


def pytest_configure(config):
    folder = pathlib.Path(config.getoption("--glib")).resolve()
    os.environ["NOWPLAYING_GLIB"] = str(folder)
    GIRepository.Repository.prepend_search_path(str(folder))
    GIRepository.Repository.prepend_library_path(str(folder))
    gi.require_version("NowPlayingGLib", "0")


@pytest.fixture
def folder():
    """The folder of Meson's build."""
    return pathlib.Path(os.environ["NOWPLAYING_GLIB"])


@pytest.fixture
def make_shown(bus):
    """Makes surfaces that also serve the fake players while they wait."""
    from shown import Shown
    made = []

    def make(*fakes):
        made.append(Shown(bus.address, *fakes))
        return made[-1]

    yield make
    for shown in made:
        shown.close()

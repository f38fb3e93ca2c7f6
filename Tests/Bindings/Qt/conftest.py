# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of bindings/qt with Qt 5 and Qt 6, with fake and hostile players on a private bus for each test.

usage: python3 -m pytest -p no:cacheprovider --build=DIR --qt5=DIR --qt6=DIR Tests/Bindings/Qt

--build: where CMake has built the project; --qt5, --qt6: the folders with installed/ (the library and the module), and
tests/ (the programs of this folder).
"""

import pathlib

import pytest


import programs
from testkit.reference import ReferencePlayer
from testkit.run import built

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    for version in "56":
        parser.addoption(f"--qt{version}", help=f"the folder with what was built with Qt {version}")


def pytest_configure(config):
    ReferencePlayer.program = built(config, "Library/Protocol/trial-player")


def pytest_generate_tests(metafunc):
    if "qt" in metafunc.fixturenames:
        versions = [version for version in "56" if metafunc.config.getoption("--qt" + version)]
        assert versions, "name a folder by --qt5=DIR or --qt6=DIR"
        metafunc.parametrize("qt", versions, indirect=True, ids=["qt" + version for version in versions])


@pytest.fixture
def qt(request, bus):
    """Returns the programs and the module that were built with one version of Qt, for programs on this bus."""
    built = programs.Built(request.param, pathlib.Path(request.config.getoption("--qt" + request.param)).resolve())
    # The loader does not look there by itself.
    bus.environment["LD_LIBRARY_PATH"] = str(built.folder / "installed/lib")
    return built


@pytest.fixture
def reference(bus):
    return ReferencePlayer.start(bus)


@pytest.fixture
def make_probe(bus, qt):
    """Starts probe.qml, which also waits for what fake players are asked."""
    made = []

    def make(*fakes, file=programs.HERE / "probe.qml", options=()):
        made.append(programs.Probe(bus, qt, fakes, file, *options))
        return made[-1]

    yield make
    for probe in made:
        probe.close()

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Real players, with the MPRIS code that they have and with the library in its place, on private buses with a sound
server that nobody hears.

usage: Tests/Field/Embedding/run [PLAYER…]                        all tests; `Tests/run-long embed` installs their needs
       python3 -m pytest -p no:cacheprovider [--build=DIR] Tests/Field/Embedding [-k cmus] [--player=cmus]
"""

import compileall
import os
import pathlib
import re
import shutil
import tempfile

import field
import pytest
from field.embedding.contender import Embedded
from field.embedding.measuring import Measuring
from field.embedding.players import PLAYERS, build
from testkit.bus import Bus
from testkit.desktop import start_sound_server

tables = []


def pytest_addoption(parser):
    parser.addoption("--build", default=os.environ.get("NOWPLAYING_BUILD", "build"),
                     help="the folder that CMake built the library in (default: $NOWPLAYING_BUILD, else build)")
    parser.addoption("--player", help="only these, with commas between")


def pytest_generate_tests(metafunc):
    names = metafunc.config.getoption("--player")
    players = [player for player in PLAYERS if not names or player.name in names.split(",")]
    if "player" in metafunc.fixturenames:
        metafunc.parametrize("player", players, ids=[player.name for player in players], scope="session")


@pytest.fixture(scope="session")
def installed(request):
    """Returns the prefix of the library, which builds of players find there; Python's package is made to look installed
    beside it."""
    build = request.config.getoption("--build")
    prefix = field.installed(build)
    # Mopidy asks for the package's metadata.
    version = re.search("(?m)^Version: (.*)", next(prefix.rglob("nowplaying.pc")).read_text())[1]
    python = prefix.with_name("python")
    shutil.rmtree(python, ignore_errors=True)
    package = python / f"nowplaying-{version}.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: nowplaying\nVersion: {version}\n")
    shutil.copytree(pathlib.Path(field.python_path(), "nowplaying"), python / "nowplaying",
                    ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(python, quiet=1)  # as a package's installation does
    Embedded.library = {"PYTHONPATH": str(python), "NOWPLAYING_LIBRARY": str(field.library(build))}
    return prefix


@pytest.fixture(scope="session")
def folder():
    with tempfile.TemporaryDirectory(prefix="np-embed-") as name:
        yield pathlib.Path(name)


@pytest.fixture(scope="session")
def sound_server(folder):
    server, Embedded.sound_server = start_sound_server(folder)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def table(player, installed, folder, sound_server):
    """Measures everything about a player once."""
    Bus.stderr = 2
    build(player, installed.parent, installed)
    own = folder / player.name
    own.mkdir()
    table = Measuring(player, own).run()
    tables.append(table)
    yield table
    player.leave()


def pytest_terminal_summary(terminalreporter):
    for table in tables:
        terminalreporter.write_line("\n" + str(table))

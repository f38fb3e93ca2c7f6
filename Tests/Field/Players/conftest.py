# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of the plugins for mpv, VLC, Audacious and Kodi: the real players on private buses, driven by playerctl, a
client of MPRIS and a surface of org.nowplaying, and judged by the strict checker.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--player=mpv,vlc,audacious,kodi] [-k NAME]
       Tests/Field/Players
       --mpv=PLUGIN --vlc=PLUGIN --audacious=PLUGIN --kodi=FOLDER    plugins that were built elsewhere

A feature of several players has one scenario, with the name of the player in brackets; a feature of one player alone
is tested in a file of that player. Needs what the suites "players" of Tests/run and "kodi" of Tests/run-long install.
"""

import pathlib
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor

import pytest


from field.adapters.every import PLAYERS

pytest_plugins = ["testkit.plugin"]
# The tests that take longest start first.
LONG = ["clean_memory", "a_long_queue", "come_together", "one_signal", "radio", "own_does", "shuffled_queue", "kinds",
        "opened_in_vain", "no_bus", "installed"]


def pytest_addoption(parser):
    parser.addoption("--player", help="only these, with commas between (default: all whose plugins were built)")
    for player in PLAYERS:
        parser.addoption(f"--{player.name}", help=f"what was built for it (default: {player.built} below --build)")


def chosen(config):
    """Returns the players to test, and what was built for each."""
    words = config.getoption("--player")
    names = words.split(",") if words else [player.name for player in PLAYERS]
    found = {}
    for player in PLAYERS:
        given = config.getoption(f"--{player.name}")
        built = pathlib.Path(given or pathlib.Path(config.getoption("--build"), player.built)).resolve()
        if player.name in names and built.exists():
            found[player] = built
        elif player.name in names and (words or given):
            raise pytest.UsageError(f"{built} is missing: the suite players builds the plugins, or name another.")
    if not found or set(names) - {player.name for player in PLAYERS}:
        raise pytest.UsageError("There is no such player, or no plugin was built: see --player.")
    return found


def pytest_configure(config):
    """Prepares all players at once; the worker processes of xdist get the results."""
    if hasattr(config, "workerinput"):
        prepared = config.workerinput["prepared"]
        for player in PLAYERS:
            for name, value in prepared["players"].get(player.name, {}).items():
                setattr(player, name, value)
    else:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="np-players-"))
        folder.chmod(0o755)
        config.add_cleanup(lambda: shutil.rmtree(folder))
        found = chosen(config)

        def prepare(player):
            own = folder / player.name
            own.mkdir()
            player.prepare(found[player], own, lambda program: config.add_cleanup(program.stop))
        if not config.option.collectonly:
            with ThreadPoolExecutor() as pool:
                list(pool.map(prepare, found))
        prepared = {"folder": str(folder), "players": {player.name: player.settings() for player in found}}
    config.prepared = prepared


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["prepared"] = node.config.prepared


def pytest_collection_modifyitems(config, items):
    if not any("::" in word for word in config.args):  # in the order in which tests are named
        items.sort(key=lambda item: [word not in item.name for word in LONG])
    others = [item for item in items if item.callspec.params["player"].name not in config.prepared["players"]]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


@pytest.fixture
def folder(folder, player, request):
    """Makes the songs. VLC, which may run as the user nobody, can read them."""
    folder.chmod(0o755)
    for song in pathlib.Path(request.config.prepared["folder"], player.name).glob("?.flac"):
        shutil.copy(song, folder)
    return folder

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests examples/python-asyncio, which plays files by a command and is driven by playerctl."""
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPOSITORY, TIMEOUT, wait_until

EXAMPLE = REPOSITORY / "examples" / "python-asyncio" / "player.py"


@pytest.fixture
def start(bus, tmp_path):
    """Returns a function that starts the example with files of given names. The default command for playing a file
    never ends."""
    started = []

    def run(*names, command="tail -f"):
        for name in names:
            (tmp_path / f"{name}.flac").touch()
        files = [tmp_path / f"{name}.flac" for name in names]
        started.append(subprocess.Popen([sys.executable, EXAMPLE, command, *files], env=bus.environment, text=True,
                                        stderr=subprocess.PIPE))
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


def child(process):
    return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())


def shows(bus, text):
    wait_until(lambda: bus.player() and bus.run(
        "playerctl", "metadata", "--format", "{{title}}: {{status}}", check=False).stdout.strip() == text)


@pytest.mark.parametrize("end", [lambda bus, process: bus.call("Quit"),
                                 lambda bus, process: process.send_signal(signal.SIGTERM),
                                 lambda bus, process: [bus.playerctl("next"), os.kill(child(process), signal.SIGKILL)]],
                         ids=["quit", "term", "over"])
def test_it_plays(bus, start, end):
    player = start("First", "Second")
    shows(bus, "First: Playing")
    bus.playerctl("next")
    # The coroutine ends once the other file plays.
    assert bus.playerctl("metadata", "title").strip() == "Second"
    bus.playerctl("pause")
    shows(bus, "Second: Paused")
    position = float(bus.playerctl("position"))
    bus.playerctl("play")
    shows(bus, "Second: Playing")
    assert float(bus.playerctl("position")) >= position
    bus.playerctl("previous")
    assert bus.playerctl("metadata", "title").strip() == "First"
    assert bus.call("Player.Previous", check=False).returncode == 1
    end(bus, player)
    assert player.wait(TIMEOUT) == 0 and player.stderr.read() == ""


def test_a_command_that_is_not_there(bus, start):
    player = start("First", command="no-such-player")
    assert player.wait(TIMEOUT) == 1 and "no-such-player" in player.stderr.read()

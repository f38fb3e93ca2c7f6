# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests examples/python-surface: it shows the Python player that playerctl drives, with a line for each change."""
import re
import signal
import subprocess
import sys
import threading

import pytest

from conftest import PACKAGE, REPOSITORY, TIMEOUT, Calls, wait_until

EXAMPLE = REPOSITORY / "examples" / "python-surface" / "surface.py"
MINIMAL = REPOSITORY / "examples" / "python-minimal" / "minimal.py"


class Follower:
    """A client that prints a line at each change."""

    def __init__(self, bus, *command):
        self.process = subprocess.Popen(
            command, env=bus.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.lines = Calls()
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines(line.rstrip("\n"))

    def wait_for(self, text):
        """Returns the lines up to the one that contains the text."""
        taken = [self.lines.take()]
        while text not in taken[-1]:
            taken.append(self.lines.take())
        return taken

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()


@pytest.fixture
def player(bus):
    process = subprocess.Popen([sys.executable, MINIMAL], env=bus.environment, stdin=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    wait_until(bus.player)
    yield process
    process.stdin.close()
    process.wait()


@pytest.mark.parametrize("number, code", [(signal.SIGTERM, 0), (signal.SIGINT, 0)])
def test_it_follows(bus, player, number, code):
    follower = Follower(bus, sys.executable, EXAMPLE)
    assert "minimal: playing" in follower.wait_for("added")[-1]
    bus.playerctl("next")
    follower.wait_for("“Song 2” by The Examples")
    bus.playerctl("pause")
    follower.wait_for("minimal: paused")
    player.stdin.close()
    follower.wait_for("removed  minimal: paused, “Song 2” by The Examples")
    follower.process.send_signal(number)
    assert follower.process.wait(TIMEOUT) == code
    follower.stop()


def test_once(bus, player):
    result = bus.run(sys.executable, str(EXAMPLE), "--once")
    assert result.stdout == "there is minimal: playing, “Song 1” by The Examples\n" and result.stderr == ""


def test_the_script_of_the_readme(bus, player):
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    script = re.search(r"```python\n((?:(?!```).)*?surface\.listed\(\)\.result.*?)```", readme, re.DOTALL)[1]
    bus.python(script)
    assert bus.playerctl("status") == "Paused"


def test_without_a_bus(bus):
    bus.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
    result = bus.run(sys.executable, str(EXAMPLE), "--once", check=False)
    assert result.returncode == 1 and "NowPlayingError" in result.stderr

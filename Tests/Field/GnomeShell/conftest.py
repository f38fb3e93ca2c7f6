# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of what the extension of GNOME Shell knows of players, by GJS alone, on a private bus for each test. In the
shell itself Tests/Field/Desktops/gnome-shell tries it.

usage: /usr/bin/python3 -m pytest -p no:cacheprovider Tests/Field/GnomeShell
"""
import json
import pathlib
import subprocess
import sys
import threading

import pytest
from lab import ROOT

sys.dont_write_bytecode = True

from lab.desktop import wait_until

pytest_plugins = ["lab.harness.plugin"]


class Follower:
    """follow.js, which prints whom it knows."""

    def __init__(self, bus, *fakes):
        self.fakes, self.titles = fakes, {}
        script = pathlib.Path(__file__).with_name("follow.js")
        self.process = subprocess.Popen(
            ["gjs", "-m", str(script), str(ROOT / "plugins/gnome-shell/nowplaying/follower.js")],
            env=bus.environment, stdout=subprocess.PIPE, text=True)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.titles = json.loads(line)

    def wait(self, what, condition):
        """Serves the players until it is so."""
        wait_until(what, lambda: ([fake.serve() for fake in self.fakes], condition())[1])

    def wait_title(self, fake, title):
        self.wait(f"{title} is known", lambda: self.titles.get(fake.wanted_name) == [title])

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()


@pytest.fixture
def follow(bus):
    made = []

    def make(*fakes):
        made.append(Follower(bus, *fakes))
        return made[-1]

    yield make
    for follower in made:
        follower.close()

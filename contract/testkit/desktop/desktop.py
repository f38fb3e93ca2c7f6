# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A private bus with the clients that people use."""
import json
import os
import shutil
import subprocess
import tempfile

from .bus import Daemon
from .program import TIMEOUT, Program, wait_until


class Desktop:
    """A private session bus, and playerctl and busctl on it."""

    def __enter__(self):
        self.directory = tempfile.mkdtemp(prefix="nowplaying-desktop-")
        self._programs = []
        self._bus = self.start_bus(os.path.join(self.directory, "bus"))
        self.environment = dict(
            os.environ, DBUS_SESSION_BUS_ADDRESS=self._bus.address, XDG_RUNTIME_DIR=self.directory)
        return self

    def start_bus(self, socket):
        """Starts the bus, which starts nothing by itself."""
        return Daemon(socket)

    def __exit__(self, kind, *_):
        if kind:
            print(self.transcript(), flush=True)
        for program in self._programs:
            program.stop()
        self._bus.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def start(self, *arguments, **variables):
        program = Program(list(arguments), dict(self.environment, **variables))
        self._programs.append(program)
        return program

    def transcript(self):
        """Returns the output of all programs that have ended."""
        return "\n".join(f"  | {line}" for program in self._programs for line in program.said)

    def run(self, *arguments):
        """Runs a client, which must succeed. Returns its output."""
        done = subprocess.run(
            arguments, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=TIMEOUT)
        assert done.returncode == 0, f"{' '.join(arguments)} failed: {done.stderr.strip()}"
        return done.stdout.strip()

    def playerctl(self, *arguments):
        return self.run("playerctl", *arguments)

    def ask(self, *arguments):
        """Returns the output of playerctl, "" when it fails, as it does while there is no player."""
        done = subprocess.run(["playerctl", *arguments], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=TIMEOUT, check=False)
        return done.stdout.strip()

    def players(self):
        """Returns the names of the players on the bus."""
        return self.ask("-l").split()

    def call(self, player, method, signature="", *arguments):
        """Calls a method of the Player interface."""
        tail = [signature, *arguments] if signature else []
        return self.run(
            "busctl", "--user", "call", f"org.mpris.MediaPlayer2.{player}", "/org/mpris/MediaPlayer2",
            "org.mpris.MediaPlayer2.Player", method, *tail)

    def get(self, player, name):
        """Returns a property of the interface Player."""
        text = self.run(
            "busctl", "--user", "--json=short", "get-property", f"org.mpris.MediaPlayer2.{player}",
            "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", name)
        return json.loads(text)["data"]

    def metadata(self, player):
        return {key: value["data"] for key, value in self.get(player, "Metadata").items()}

    def set(self, player, name, signature, value):
        """Sets a property of the Player interface."""
        self.run("busctl", "--user", "set-property", f"org.mpris.MediaPlayer2.{player}", "/org/mpris/MediaPlayer2",
                 "org.mpris.MediaPlayer2.Player", name, signature, str(value))

    def wait_until(self, what, condition):
        wait_until(what, condition)

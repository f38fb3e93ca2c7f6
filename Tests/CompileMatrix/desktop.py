# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A bus of its own with the clients that people use."""
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time

PATIENCE = 20


class Program:
    """A program that runs; what it prints arrives line by line."""

    def __init__(self, arguments, environment):
        self.process = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, bufsize=1)
        self.said = []
        self._new = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._new.put(line.rstrip("\n"))
        self._new.put(None)

    def expect(self, wanted, *, part=False):
        """Waits for a line, or for one that has something in it; returns the line."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._new.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"the program has not said \"{wanted}\"") from None
            if line is None:
                raise AssertionError(f"the program ended, with {self.process.wait()}, and has not said \"{wanted}\"")
            self.said.append(line)
            if line == wanted or part and wanted in line:
                return line

    def order(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        """Waits for its end; returns its exit code."""
        return self.process.wait(PATIENCE)

    def stop(self):
        self.process.kill()
        self.process.wait()


class Desktop:
    """A private session bus, and playerctl and busctl on it."""

    def __enter__(self):
        self._directory = tempfile.mkdtemp(prefix="nowplaying-desktop-")
        self._programs = []
        self._bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address=unix:dir={self._directory}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.environment = dict(
            os.environ, DBUS_SESSION_BUS_ADDRESS=self._bus.stdout.readline().strip(),
            XDG_RUNTIME_DIR=self._directory)
        return self

    def __exit__(self, *_):
        for program in self._programs:
            program.stop()
        self._bus.kill()
        self._bus.wait()
        shutil.rmtree(self._directory, ignore_errors=True)

    def start(self, *arguments, **variables):
        program = Program(list(arguments), dict(self.environment, **variables))
        self._programs.append(program)
        return program

    def transcript(self):
        """What all programs said that was waited for."""
        return "\n".join(f"  | {line}" for program in self._programs for line in program.said)

    def run(self, *arguments):
        """Returns what a client prints; its exit code must be 0."""
        done = subprocess.run(
            arguments, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=PATIENCE)
        assert done.returncode == 0, f"{' '.join(arguments)} failed: {done.stderr.strip()}"
        return done.stdout.strip()

    def playerctl(self, *arguments):
        return self.run("playerctl", *arguments)

    def players(self):
        """The players that there are."""
        done = subprocess.run(
            ["playerctl", "-l"], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            timeout=PATIENCE)
        return done.stdout.split()

    def call(self, player, method, signature="", *arguments):
        """Calls a method of the Player interface."""
        tail = [signature, *arguments] if signature else []
        return self.run(
            "busctl", "--user", "call", f"org.mpris.MediaPlayer2.{player}", "/org/mpris/MediaPlayer2",
            "org.mpris.MediaPlayer2.Player", method, *tail)

    def get(self, player, name):
        """A property of the Player interface."""
        text = self.run(
            "busctl", "--user", "--json=short", "get-property", f"org.mpris.MediaPlayer2.{player}",
            "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", name)
        return json.loads(text)["data"]

    def metadata(self, player):
        return {key: value["data"] for key, value in self.get(player, "Metadata").items()}

    def wait_until(self, what, condition):
        """Waits for a condition; asks again until it holds."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"it never came true that {what}"
            time.sleep(0.02)

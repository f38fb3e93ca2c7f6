# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Programs of other processes on a bus, such as players without the library."""

import os
import pathlib
import signal

from . import HERE
from .desktop import Program, wait_until
from .mpris_types import ROOT


class Programs:
    """Programs of other processes, which are ended with the test."""

    def __init__(self, bus):
        self.bus, self.started = bus, []

    def run(self, *command, **environment):
        program = Program([str(word) for word in command], {**self.bus.environment, **environment})
        self.started.append(program)
        return program

    def small(self, name):
        """Starts a player with GLib, without the library."""
        program = self.run("/usr/bin/python3", "-B", HERE / "small_player.py", name)
        self.bus.wait_name(f"{ROOT}.{name}")
        self.bus.foreign.add((self.bus.epoch, self.bus.owner(f"{ROOT}.{name}")))
        return program

    def freeze(self, program):
        os.kill(program.process.pid, signal.SIGSTOP)
        tasks = pathlib.Path(f"/proc/{program.process.pid}/task")
        wait_until("all its threads have stopped", lambda: all(
            task.read_text().rsplit(")", 1)[1].split()[0] == "T" for task in tasks.glob("*/stat")))

    def close(self):
        for program in self.started:
            program.process.kill()
            program.process.wait()
            program.process.stdin.close()

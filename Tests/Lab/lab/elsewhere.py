# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Connections to a bus that are of other processes than the test's."""

import contextlib
import os
import signal
import socket
from unittest import mock


class Elsewhere(contextlib.AbstractContextManager):
    """Has each connection that is made inside be of a process of its own, which runs a program as long as it is there.
    `processes` has the ids of those, the last one last."""

    def __init__(self, *command):
        self.command = command or ("/bin/sleep", "infinity")
        self.processes = []
        self.patch = mock.patch("socket.socket", self.make)

    def make(self, *arguments, **options):
        made = Socket(*arguments, **options)
        made.elsewhere = self
        return made

    def __enter__(self):
        self.patch.start()
        return self

    def __exit__(self, *_):
        self.patch.stop()

    def end(self):
        """Ends the processes; their connections stay."""
        for process in self.processes:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        self.processes = []


class Socket(socket.socket):
    """Is connected by a process that is made for it."""

    elsewhere = None

    def connect(self, address):
        runs, closes = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                super().connect(address)
                os.execv(self.elsewhere.command[0], self.elsewhere.command)
            finally:
                os._exit(1)
        self.elsewhere.processes.append(child)
        os.close(closes)
        # It is at its end when the program runs.
        os.read(runs, 1)
        os.close(runs)

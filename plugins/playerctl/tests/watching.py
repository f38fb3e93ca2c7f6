# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs programs with libplayerctl.so.2, ours or playerctl's own, and serves fake players on the test's thread."""

import os
import select
import subprocess
import threading
import time

# The beginning of each script.
BEGINNING = """
import gi
gi.require_version("Playerctl", "2.0")
from gi.repository import GLib, Playerctl
loop = GLib.MainLoop()

def attempt(function, *arguments):
    try:
        return function(*arguments)
    except GLib.Error as error:
        return f"{error.domain} {error.code} {error.message}"

def ready():
    GLib.idle_add(print, "ready")
    loop.run()
"""


class Program:
    """A program that runs with one of the libraries, and the lines that it prints."""

    def __init__(self, command, bus, library, typelib=None):
        environment = bus.environment | {"LD_LIBRARY_PATH": str(library.parent), "PYTHONUNBUFFERED": "1", "LC_ALL": "C"}
        if typelib:
            environment["GI_TYPELIB_PATH"] = str(typelib)
        self.lines = []
        self.process = subprocess.Popen(command, env=os.environ | environment, text=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    @property
    def has_ended(self):
        return self.process.poll() is not None and not self.reader.is_alive()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()


class Loop:
    """Serves fake players until a condition is true."""

    def __init__(self, *fakes):
        self.fakes = list(fakes)

    def wait(self, condition, what, timeout=20):
        deadline = time.monotonic() + timeout
        while not condition():
            assert time.monotonic() < deadline, f"it did not come that {what}"
            for fake in self.fakes:
                fake.serve()
            select.select([fake.socket for fake in self.fakes], [], [], 0.002)

    def settle(self, fake, sender):
        """Waits until a program has read everything that a fake player has sent."""
        ping = fake.start(sender, "/", "org.freedesktop.DBus.Peer", "Ping")
        self.wait(lambda: fake.answered(ping), "the program answers")


def pace():
    """Pauses between changes of a player: more than some hundred in a second would be a flood."""
    time.sleep(0.005)  # sleeps: paces a busy player

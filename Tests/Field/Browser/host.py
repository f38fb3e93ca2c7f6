# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the host alone, as a browser does, with messages of the tests."""

import array
import contextlib
import fcntl
import json
import os
import queue
import struct
import subprocess
import termios
import threading

from testkit.bus import PATH, PROPERTIES, ROOT
from testkit.desktop import wait_until
from testkit.scene import Scene
from testkit.wire import DBusError

STATE = {"item": {"id": "a", "title": "A Song", "artist": "A Band", "duration": 60, "artwork": "cover"},
         "playback": {"status": "playing", "position": 10, "rate": 1},
         "commands": {"play": True, "pause": True, "next": True, "seek": True}, "volume": 0.5, "muted": False}


def keeps_memory(process):
    """Returns whether a process keeps freed memory: AddressSanitizer does so, to see whether it is still used."""
    with open(f"/proc/{process}/maps", encoding="ascii") as file:
        return "libasan" in file.read()


class Pipes:
    """The process of the host, with the functions that Scene needs."""

    def __init__(self, words, environment):
        self.errors = []
        self.process = subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.messages = queue.Queue()
        self.readers = [threading.Thread(target=self.read, daemon=True),
                        threading.Thread(target=self.read_errors, daemon=True)]
        for reader in self.readers:
            reader.start()

    def read(self):
        while len(header := self.process.stdout.read(4)) == 4:
            self.messages.put(json.loads(self.process.stdout.read(struct.unpack("=I", header)[0])))

    def read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.decode(errors="replace").rstrip())

    def take(self):
        if self.process.poll() is not None:
            self.readers[1].join()
        return self.errors

    def end(self):
        return self.process.wait(60)

    def stop(self):
        self.process.kill()
        self.process.wait()


class HostRun(Scene):
    """A bus, and the host on it."""

    program = None  # as a list of words: set by the command line

    def __init__(self, hello=True, **environment):
        super().__init__()
        self.process = Pipes(self.program, self.bus.environment | environment)
        if hello:
            self.send({"type": "hello", "browser": "Firefox"})

    def send(self, message):
        self.send_raw(json.dumps(message).encode())

    def send_raw(self, data, length=None):
        self.process.process.stdin.write(struct.pack("=I", len(data) if length is None else length) + data)
        self.process.process.stdin.flush()

    def state(self, tab="tab-1", **parts):
        """Sends the state of a tab: STATE with some of its parts replaced."""
        self.send({"type": "state", "id": tab, "state": STATE | parts})

    def receive(self):
        return self.process.messages.get(timeout=20)

    def end(self):
        with contextlib.suppress(OSError):
            self.process.process.stdin.close()

    def names(self):
        return self.bus.names()

    def metadata(self, key="xesam:title"):
        """Returns a value of the one player's metadata; None while there is none."""
        names = self.names()
        if len(names) != 1:
            return None
        try:
            found = self.bus.pinger.call(names[0], PATH, PROPERTIES, "Get", "ss", ROOT + ".Player", "Metadata")[0].value
        except DBusError:
            return None  # the player has just gone
        return found[key].value if key in found else None

    def wait_title(self, title):
        wait_until(f"the title is {title}", lambda: self.metadata() == title)

    def wait_gone(self):
        wait_until("no player is left", lambda: self.names() == [])

    @staticmethod
    def wait_until(what, condition):
        return wait_until(what, condition)

    def is_read(self):
        """Returns whether nothing waits in the pipe to the host."""
        count = array.array("i", [0])
        fcntl.ioctl(self.process.process.stdin, termios.FIONREAD, count)
        return count[0] == 0

    def is_well(self):
        """Checks that the host still takes messages."""
        self.state("tab-well", item={"id": "well", "title": "Well"}, playback={"status": "paused"})
        self.state("tab-well", item={"id": "well", "title": "Well"})
        self.wait_title("Well")

    def keeps_memory(self):
        return keeps_memory(self.process.process.pid)

    def memory(self):
        """Returns two numbers, in kilobytes: the host's private memory, and all of its memory, including what it
        shares."""
        with open(f"/proc/{self.process.process.pid}/smaps_rollup", encoding="ascii") as file:
            values = dict(line.split(":", 1) for line in list(file)[1:])
        read = {key: int(value.split()[0]) for key, value in values.items()}
        return read["Private_Clean"] + read["Private_Dirty"], read["Rss"]

    def switches(self):
        """Returns how often the host has given up the processor, which it does each time after it was woken."""
        with open(f"/proc/{self.process.process.pid}/status", encoding="ascii") as file:
            return sum(int(line.split()[1]) for line in file if "ctxt_switches" in line)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.process.pid}/fd"))

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The private bus of the testkit, with the players of these tests and the clients that people use."""

import queue
import subprocess
import threading

from testkit.bus import PATH, PLAYER, PROPERTIES, ROOT, Client, PrivateBus, Recorder, escape, is_changed, is_ours
from testkit.types import PLAYLISTS, TRACK_LIST

from .host import Host

NAME = ROOT + ".Tester"  # the name of a host without options
__all__ = ["NAME", "PATH", "PLAYER", "PLAYLISTS", "PROPERTIES", "ROOT", "TRACK_LIST", "Bus", "Client", "Recorder",
           "Tool", "escape", "is_changed", "is_ours"]


class Tool:
    """A real client that runs beside the test."""

    def __init__(self, command, environment):
        self.command, self.lines = command, queue.Queue()
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def line(self, timeout=15):
        """Returns the next line that the client prints."""
        try:
            return self.lines.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"{self.command} printed nothing more within {timeout} s; "
                                 f"its exit status is {self.process.poll()}") from None

    def is_running(self):
        return self.process.poll() is None

    def wait(self):
        """Waits for the end of the process, and returns its exit status."""
        return self.process.wait(15)

    def stop(self):
        """Ends the client; returns the lines that were not read."""
        self.process.terminate()
        self.process.wait(15)
        self.reader.join(15)
        self.process.stdout.close()
        return list(self.lines.queue)


class Bus(PrivateBus):
    """A private bus with hosts of these tests."""

    program = None  # the host program; set by conftest.py
    stderr = 2  # the descriptor for the report of a hanging test

    def __init__(self, own_rules=(), outgoing=1_000_000_000):
        super().__init__(own_rules, outgoing)
        self.hosts = []
        self.was_stopped = False  # after a stop, messages that were sent in order arrive at once

    def host(self, *options, **arguments):
        """Starts a player of ours; it is ended with the test."""
        self.hosts.append(Host(self, self.program, *options, **arguments))
        return self.hosts[-1]

    def player(self, *options, environment=None, name=NAME, session="main", **content):
        """Starts a player of ours that shows a session, and waits for its name."""
        host = self.host(*options, environment=environment)
        host.publish(session, **content)
        self.wait_name(name)
        return host

    def start_tool(self, *command):
        return Tool(command, self.environment)

    def tool(self, *command, expect=0, timeout=20):
        """Runs a client, and returns its output; also stderr when it is expected to fail."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=timeout)
        assert done.returncode == expect, f"{command}: {done.returncode}, {done.stdout}{done.stderr}"
        return (done.stdout if expect == 0 else done.stdout + done.stderr).strip()

    def playerctl(self, *words, **arguments):
        return self.tool("playerctl", *words, **arguments)

    def wait_name(self, name, present=True, timeout=10):
        self.wait_for(lambda: (self.owner(name) is not None) == present,
                      f"{name} {'appears' if present else 'disappears'}", timeout)
        if present:
            self.wait_for(lambda: self.is_introduced(name), f"{name} says what it plays", timeout)

    def is_introduced(self, name):
        """Returns whether a host has emitted its whole state, as it does once it has its name; True for others, and for
        one that had its name before anything was recorded, as a host that waits for a bus may."""
        owner = self.owner(name)
        if owner is None or self.pinger.bus("GetConnectionUnixProcessID", "s", owner)[0] not in [
                host.pid for host in self.hosts]:
            return True
        self.mark()
        with self.condition:
            seen = any(is_changed(message) and message.sender == owner for message in self.records)
            is_recorded = any(message.member == "NameOwnerChanged" and list(message.body)[::2] == [name, owner]
                              for message in self.records)
        if not is_recorded:
            return True
        if seen:
            # A Seeked may follow; its sender answers after it.
            self.pinger.call(owner, "/", "org.freedesktop.DBus.Peer", "Ping")
            self.mark()
        return seen

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A private bus that can be killed and restarted at the same address, the recorder of all that crosses it, and the
clients that people use."""

import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse

from .daemons import DBusDaemon
from .desktop import wait_until
from .host import Host
from .mpris_types import PATH, PLAYER, PLAYLISTS, PROPERTIES, ROOT, TRACK_LIST
from .wire import BUS, SIGNAL, Connection, DBusError, Disconnected, Unread

__all__ = ["NAME", "PATH", "PLAYER", "PLAYLISTS", "PROPERTIES", "ROOT", "TRACK_LIST", "Bus", "Client", "Recorder",
           "Tool", "escape", "is_changed", "is_ours"]
NAME = ROOT + ".Tester"  # the name of a host without options


def escape(path):
    """Returns a path escaped for a D-Bus address, because it may have a space."""
    return urllib.parse.quote(path, safe="/")


def is_ours(message):
    """Returns whether a message is a signal of a player."""
    return message.type == SIGNAL and message.path == PATH


def is_changed(message):
    return is_ours(message) and message.member == "PropertiesChanged"


class Recorder:
    """A monitor connection: sees every message of the bus in the order in which the daemon passes them on."""

    def __init__(self, socket, epoch, records, condition):
        # dbus-broker disconnects a monitor that cannot receive descriptors.
        self.connection = Connection(socket, takes_descriptors=True)
        self.epoch, self.records, self.condition = epoch, records, condition
        self.connection.call(BUS, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor", "asu",
                             [], 0)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            while True:
                frame = self.connection.receive_frame(3600)
                if frame is None:
                    continue  # a bus may be silent for an hour
                message = Unread(frame, self.epoch)
                with self.condition:
                    self.records.append(message)
                    self.condition.notify_all()
        except (Disconnected, OSError):
            self.connection.close()


class Client(Connection):
    """A connection that calls MPRIS methods of one name."""

    def __init__(self, bus, player):
        super().__init__(bus.socket)
        bus.foreign.add((bus.epoch, self.name))
        self.player = player

    def get(self, name, interface=PLAYER):
        return self.call(self.player, PATH, PROPERTIES, "Get", "ss", interface, name)[0].value

    def get_all(self, interface=PLAYER):
        """Returns all properties, each as a Variant."""
        return self.call(self.player, PATH, PROPERTIES, "GetAll", "s", interface)[0]

    def set(self, name, value, interface=PLAYER):
        return self.call(self.player, PATH, PROPERTIES, "Set", "ssv", interface, name, value)

    def do(self, member, signature="", *body, interface=PLAYER):
        return self.call(self.player, PATH, interface, member, signature, *body)

    def start_set(self, name, value, interface=PLAYER):
        return self.start(self.player, PATH, PROPERTIES, "Set", "ssv", interface, name, value)

    def start_do(self, member, signature="", *body, interface=PLAYER):
        return self.start(self.player, PATH, interface, member, signature, *body)

    def unanswered(self, serial, duration):
        """Returns whether a call gets no reply for a number of seconds."""
        try:
            self.finish(serial, duration)
        except TimeoutError:
            return True
        return False

    def refused(self, serial):
        """Returns the error that a call gets."""
        try:
            answer = self.finish(serial)
        except DBusError as error:
            return error
        raise AssertionError(f"the call succeeded: {answer}")

    def metadata(self):
        """Returns the metadata without types."""
        return {key: variant.value for key, variant in self.get("Metadata").items()}


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


class Bus:
    """A message bus of our own. `records` has every message of all its lives."""

    Daemon = DBusDaemon  # the bus daemon; tests set another
    program = None  # the host program; set by conftest.py
    stderr = 2  # the descriptor for the report of a hanging test

    def __init__(self, own_rules=(), outgoing=1_000_000_000):
        self.own_rules, self.outgoing = own_rules, outgoing
        self.directory = tempfile.mkdtemp(prefix="np-")
        self.socket = self.directory + "/bus"
        self.address = "unix:path=" + escape(self.socket)
        self.environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": self.directory,
                            "XDG_RUNTIME_DIR": self.directory, "DBUS_SESSION_BUS_ADDRESS": self.address}
        for name in ("LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        self.records, self.condition = [], threading.Condition()
        self.foreign, self.hosts = set(), []
        self.was_stopped = False  # after a stop, messages that were sent in order arrive at once
        self.epoch, self.daemon, self.pinger = 0, None, None

    def start(self):
        self.epoch += 1
        # A killed daemon leaves its socket behind, with which the next one could not listen.
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        self.daemon = self.Daemon(self)
        self.recorder = Recorder(self.socket, self.epoch, self.records, self.condition)
        self.pinger = self.client()
        return self

    def kill(self):
        self.pinger.close()
        self.daemon.kill()
        self.daemon = None

    def close(self):
        if self.daemon:
            self.kill()
        shutil.rmtree(self.directory, ignore_errors=True)

    def client(self, player=""):
        return Client(self, player)

    def leave(self, client):
        """Ends a client's connection, and waits until the bus has announced that."""
        name = client.name
        client.close()
        self.wait_for(lambda: name not in self.pinger.bus("ListNames")[0], f"{name} has left")

    def names(self, prefix=ROOT + "."):
        return sorted(name for name in self.pinger.bus("ListNames")[0] if name.startswith(prefix))

    def owner(self, name):
        """Returns the unique name of an owner, or None."""
        try:
            return self.pinger.bus("GetNameOwner", "s", name)[0]
        except DBusError:
            return None

    def wait_for(self, condition, what, timeout=10):
        return wait_until(what, condition, timeout)

    def find(self, accept, start=0, timeout=10, what="message"):
        """Waits for a record from `start` on that `accept` accepts, and returns its index."""
        deadline = time.monotonic() + timeout
        with self.condition:
            while True:
                for index in range(start, len(self.records)):
                    if accept(self.records[index]):
                        return index
                start = max(start, len(self.records))
                assert time.monotonic() < deadline, f"the {what} was not seen within {timeout} s"
                self.condition.wait(deadline - time.monotonic())

    def wait_changed(self, start, name, accept=lambda value: True, timeout=10):
        """Waits for a PropertiesChanged that contains a property with a value that `accept` accepts."""
        return self.records[self.find(
            lambda m: is_changed(m) and name in m.body[1] and accept(m.body[1][name].value), start, timeout,
            f"change of {name}")]

    def wait_seeked(self, start, timeout=10):
        return self.records[self.find(lambda m: is_ours(m) and m.member == "Seeked", start, timeout, "Seeked")]

    def signals(self, start):
        """Returns a value for each signal that we sent since `start`: a dictionary for PropertiesChanged, a number for
        Seeked, and the first argument for others."""
        return [{key: variant.value for key, variant in m.body[1].items()} if is_changed(m) else m.body[0]
                for m in self.since(start) if is_ours(m)]

    def mark(self):
        """Waits until everything that the daemon has passed on so far is recorded; returns the index of the next
        record."""
        with self.condition:
            start = len(self.records)
        serial = self.pinger.start(BUS, "/", "org.freedesktop.DBus.Peer", "Ping")
        self.pinger.finish(serial)
        return 1 + self.find(lambda m: m.reply_serial == serial and m.destination == self.pinger.name
                             and m.epoch == self.epoch, start, timeout=60, what="recorder's own ping")

    def since(self, start):
        self.mark()
        with self.condition:
            return self.records[start:]

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

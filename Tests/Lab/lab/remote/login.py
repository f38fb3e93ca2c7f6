# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A login of a user: a bus that starts services, a home that outlives it, and what programs write there."""

import json
import os
import pathlib
import re
import select
import signal
import threading

from testkit import passive
from testkit import checker
from testkit.bus import Bus
from testkit.desktop import wait_until

CONTROL = "org.nowplaying.RemoteMedia1"
# Timeouts in milliseconds. They are short because tests wait for them, but long enough for a busy machine.
TIMES = {"NOWPLAYING_EXTENSION_IDLE_MS": 10_000, "NOWPLAYING_BUS_WAIT_MS": 1_000, "NOWPLAYING_PUSH_RETRY_MS": 200}
LEAVING = 10  # seconds that a process may take to end when it gets the signal
CRASHES = re.compile(r"Fatal error|Illegal instruction|Segmentation|AddressSanitizer|(library|client) bug:")


class Log:
    """The standard error of the bus and of the services that it has started."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    def text(self):
        return self.path.read_text(errors="replace") if self.path.exists() else ""

    def mark(self):
        return len(self.text())

    def lines(self, wanted="", start=0):
        """Returns the complete lines that contain a text."""
        return [line for line in self.text()[start:].split("\n")[:-1] if wanted in line]

    def wait(self, wanted, start=0):
        """Waits for the first line that contains a text, and returns it."""
        return wait_until(f"the log says {wanted!r}; it says {self.lines(start=start)}",
                          lambda: self.lines(wanted, start))[0]


class Calls:
    """The file in which the test extension notes the calls that it gets."""

    def __init__(self, path):
        self.path = path

    def all(self, call="", start=0, **fields):
        text = self.path.read_text() if self.path.exists() else ""
        found = [json.loads(line) for line in text.split("\n")[:-1]][start:]
        return [item for item in found if item["call"] == (call or item["call"])
                and all(item.get(key) == value for key, value in fields.items())]

    def mark(self):
        return len(self.all())

    def wait(self, call, start=0, **fields):
        """Waits for the first call of a kind with these fields, and returns it."""
        return wait_until(f"the extension notes {call} {fields}; it has {self.all(start=start)}",
                          lambda: self.all(call, start, **fields))[0]


class Login(Bus):
    """A bus whose clients have a separate home folder. An existing home of an earlier login may be given."""

    def __init__(self, home=None, **variables):
        super().__init__()
        self.home = pathlib.Path(home) if home else pathlib.Path(self.directory, "a home")
        self.home.mkdir(exist_ok=True)
        self.data, self.state = self.home / ".local/share", self.home / ".local/state"
        self.services = self.data / "dbus-1/services"
        self.log = Log(self.socket + ".log")
        self.calls = Calls(pathlib.Path(self.directory) / "calls")
        self.environment |= {name: str(value) for name, value in TIMES.items()}
        self.environment |= {"HOME": str(self.home), "CALLS": str(self.calls.path)}
        self.environment |= {name: str(value) for name, value in variables.items()}
        self.may_crash, self.expected = False, []

    # Processes

    def processes(self):
        """Returns the ids of all processes with this login's environment: the extensions, whoever has started them."""
        mark = f"CALLS={self.calls.path}".encode()
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                name = (folder / "comm").read_text()
                if mark in (folder / "environ").read_bytes().split(b"\0") and not name.startswith("dbus-"):
                    found.append(int(folder.name))
            except OSError:
                pass  # it has ended, or is not ours
        return found

    def wait_no_process(self, timeout=LEAVING):
        """Waits until nothing that was started runs."""
        wait_until("all processes have ended", lambda: not self.processes(), timeout)

    def pid(self, name):
        """Returns the process that owns a name."""
        return self.pinger.bus("GetConnectionUnixProcessID", "s", name)[0]

    def stop_processes(self):
        """Ends the remaining processes, like a logout. Returns the problems."""
        problems = []
        handles = []
        for pid in self.processes():
            try:
                handles.append((pid, os.pidfd_open(pid)))
            except ProcessLookupError:
                continue
        for _, handle in handles:
            self.send_to(handle, signal.SIGTERM)
        for pid, handle in handles:
            if not has_ended(handle, LEAVING):
                problems.append(f"process {pid} did not end within {LEAVING} s of SIGTERM")
                self.send_to(handle, signal.SIGKILL)
                has_ended(handle, LEAVING)
            os.close(handle)
        return problems

    @staticmethod
    def send_to(handle, number):
        try:
            signal.pidfd_send_signal(handle, number)
        except ProcessLookupError:
            pass  # it was faster

    # The end of a test

    def finish(self):
        """Ends everything after each test, and checks what was sent and that nothing crashed."""
        problems = []
        for host in self.hosts:
            try:
                host.close()
            except AssertionError as error:
                problems.append(str(error))
        self.hosts.clear()
        problems += self.stop_processes()
        if self.daemon:
            self.mark()
        for check in checker.check, passive.check:
            problems += check([m for m in self.records if not of_control(m)], self.foreign, self.was_stopped)
        if not self.may_crash:
            problems += [line for line in self.log.lines() if CRASHES.search(line)]
        problems += [f"an unexpected refusal: {line}" for line in self.log.lines("push refused")
                     if not any(code in line for code in self.expected)]
        assert not problems, "\n  - ".join(["after the test:", *problems, "the log:", *self.log.lines()])


def has_ended(handle, seconds):
    """Waits for the end of a process, by its descriptor."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def of_control(message):
    """Returns whether a message is a signal of the interface between app and extension, whose path is none of
    org.nowplaying."""
    return message.member == "PropertiesChanged" and message.body[0] == CONTROL


def at_once(*functions):
    """Runs functions at the same time. Returns their results, or raises the first error."""
    results = [None] * len(functions)
    errors = []

    def run(index):
        try:
            results[index] = functions[index]()
        except BaseException as error:  # raised again below
            errors.append(error)
    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results

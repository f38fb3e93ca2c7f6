# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Real players with a plugin of ours on a bus of their own, as playerctl, a surface of org.nowplaying and the strict
checker see them. What is of one player alone is in the package beside."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from desktop import wait_until
from harness.bus import ROOT, TRACK_LIST, Bus
from harness.sent import check_sent
from harness.surface import Surface
from harness.wire import DBusError, Variant

FAULT = re.compile(r"(client|library) bug:|nowplaying[:\[]|No artwork|CRITICAL|WARNING|Sanitizer|runtime error|==\d+==")


def report(what):
    print(f"ok    {threading.current_thread().name}: {what}", flush=True)


def refuses(call, *words, **given):
    try:
        call(*words, **given)
    except DBusError:
        return True
    return False


class Player:
    """A bus, and a player on it, which is `process` from `__init__` on."""

    name = ""  # of it to playerctl
    ends = (0,)  # its exit codes
    fault = FAULT  # what a line has that it says of a fault
    expected = ()  # parts of lines that it says and that are no fault

    def __init__(self, bus=None):
        """bus: False for none."""
        self.bus = Bus()
        if bus is not False:
            self.bus.start()
        self.environment, self.surfaces, self.process = self.bus.environment, [], None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.finish()
            else:
                print("\n".join(f"  | {line:.200}" for line in self.process.take()), flush=True)
        finally:
            self.close()

    def close(self):
        for surface in self.surfaces:
            surface.close()
        self.process.stop()
        self.bus.close()

    def end(self):
        """Tells the player to."""
        self.process.process.send_signal(signal.SIGTERM)

    def finish(self):
        """It ends well, and all that it ever sent was right."""
        if self.process.process.poll() is None:
            self.end()
        code = self.process.end()
        assert code in self.ends, "\n".join([f"it ended with {code}", *self.process.take()])
        problems = [line for line in self.process.take() if self.fault.search(line)
                    and not any(text in line for text in self.expected)]
        if self.bus.daemon:
            wait_until("its players have gone", lambda: not self.bus.names())
        check_sent(self.bus, problems)

    @property
    def pid(self):
        return self.process.process.pid

    def wait_until(self, what, condition):
        result = wait_until(what, condition)
        report(what)
        return result

    # MPRIS

    @property
    def bus_name(self):
        return f"{ROOT}.{self.name}"

    def together(self, *calls):
        """Makes calls that the plugin finds all at once: ("Stop",), ("OpenUri", uri), ("Shuffle", True) for a property,
        or ("AddTrack", uri, after, plays). The name of the error that each gets, or None."""
        client, answers = self.client(), []
        os.kill(self.pid, signal.SIGSTOP)
        try:
            serials = [client.start_set(name, Variant("b", *words)) if words in ([True], [False]) else
                       client.start_do(name, "sob", *words, interface=TRACK_LIST) if name == "AddTrack" else
                       client.start_do(name, "s" * len(words), *words) for name, *words in calls]
            client.bus("GetId")  # the bus has passed on what was sent before
        finally:
            os.kill(self.pid, signal.SIGCONT)
        for serial in serials:
            try:
                client.finish(serial)
                answers.append(None)
            except DBusError as error:
                answers.append(error.name.rpartition(".")[2])
        return answers

    def ctl(self, *words):
        return self.bus.playerctl("--player=" + self.name, *words)

    def ask(self, *words):
        """What playerctl prints; "" when it fails."""
        done = subprocess.run(["playerctl", "--player=" + self.name, *words], env=self.bus.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout.strip()

    def title(self):
        return self.ask("metadata", "xesam:title")

    def wait_title(self, title):
        self.wait_until(f"{title or 'nothing'} shows", lambda: self.title() == title)

    def wait_status(self, status):
        wait_until(f"it is {status}", lambda: self.ask("status") == status)

    def is_back_on_new_buses(self, title):
        """The bus is killed and started anew, twice: what plays under this title is there again, and as it was."""
        self.wait_title(title)
        self.ctl("pause")
        for number in range(2):
            self.bus.kill()
            self.bus.start()
            self.wait_title(title)
            self.wait_status("Paused")
            report(f"it is back on bus {number + 2}")

    def client(self):
        """A client of MPRIS."""
        self.bus.wait_name(self.bus_name)
        return self.bus.client(self.bus_name)

    def cover(self):
        """The bytes of the picture that MPRIS names; b"" for none."""
        url = self.ask("metadata", "mpris:artUrl")
        return Path(url.removeprefix("file://")).read_bytes() if url else b""

    # org.nowplaying

    def session(self):
        """The session, as a surface sees it."""
        if not self.surfaces:
            self.surfaces.append(Surface(self.bus))
        self.bus.wait_name(self.bus_name)
        copy = self.surfaces[-1].follow(self.bus_name)
        self.surfaces[-1].wait(copy.sessions, "it has a session")
        (identifier,) = copy.sessions()
        return copy[identifier]


def thread_of(pid, name):
    """The folder of the thread whose name begins so; "": of the first."""
    def is_it(task):
        try:
            return (task / "comm").read_text().startswith(name) if name else task.name == str(pid)
        except (FileNotFoundError, ProcessLookupError):
            return False  # another one, which has ended meanwhile
    (thread,) = filter(is_it, Path(f"/proc/{pid}/task").iterdir())
    return thread


def wakeups_of(pid, name):
    """How often the thread whose name begins so has waited for something, told when it waits again; "": the first."""
    thread = thread_of(pid, name)
    status = wait_until("it waits", lambda: text if "State:\tS" in (text := (thread / "status").read_text()) else "")
    return int(re.search(r"voluntary_ctxt_switches:\s*(\d+)", status)[1])


def find_sanitizer(plugin):
    """The library that a plugin needs before it, when it was built with ASan; "" for none."""
    linked = subprocess.run(["ldd", plugin], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"libasan\S* => (\S+)", linked)
    return found[1] if found else ""


def succeeds(scenario, folder):
    """Whether nothing is wrong in it; each has a bus of its own."""
    threading.current_thread().name = name = scenario.__name__.replace("_", " ")
    start = time.monotonic()
    try:
        scenario(folder)
    except Exception as error:  # pylint: disable=broad-except
        traceback.print_exc(limit=-3)
        print(f"FAIL  {name}: {error}", flush=True)
        return False
    report(f"all of it, in {time.monotonic() - start:.1f} s")
    return True


def main(words, usage, scenarios, prepare, at_once=6):
    """Runs the scenarios for a plugin that was built; what `prepare(plugin, folder)` returns, if anything, is stopped
    at the end. The exit code."""
    only = ""
    if words[:1] == ["--only"]:
        only, words = words[1], words[2:]
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit(usage)
    scenarios = [scenario for scenario in scenarios if only in scenario.__name__.replace("_", " ")]
    with tempfile.TemporaryDirectory(prefix="np-player-") as name:
        folder = Path(name)
        prepared = prepare(words[0], folder)
        try:
            with ThreadPoolExecutor(at_once) as pool:
                results = list(pool.map(lambda scenario: succeeds(scenario, folder), scenarios))
        finally:
            if prepared:
                prepared.stop()
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1

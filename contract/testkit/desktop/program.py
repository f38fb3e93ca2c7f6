# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Programs that run, and waiting for them."""
import queue
import subprocess
import threading
import time

# The timeout in seconds for events that come at once unless something is broken.
TIMEOUT = 60


def wait_until(what, condition, timeout=TIMEOUT):
    """Waits for a condition that no signal announces: checks it until it is true, and returns its value."""
    deadline = time.monotonic() + timeout
    while not (result := condition()):
        assert time.monotonic() < deadline, f"it never came true that {what}"
        time.sleep(0.01)  # sleeps: paces a loop that waits for a condition
    return result


def processor_time(pid):
    """Hundredths of a second that a process has worked."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


class Program:
    """A running program whose output is read line by line."""

    def __init__(self, arguments, environment):
        self.process = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", bufsize=1)
        self.said = []
        self._new = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._new.put(line.rstrip("\n"))
        self._new.put(None)

    def expect(self, wanted, *, part=False):
        """Waits for a line, or with `part` for one that contains the text. Returns the line."""
        deadline = time.monotonic() + TIMEOUT
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

    def take(self):
        """Returns the output so far; all of it if the program has ended."""
        has_ended = self.process.poll() is not None
        while has_ended or not self._new.empty():
            line = self._new.get(timeout=TIMEOUT)
            if line is None:
                self._new.put(None)
                break
            self.said.append(line)
        return self.said

    def order(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        """Waits for its end; returns its exit code."""
        return self.process.wait(TIMEOUT)

    def stop(self):
        self.process.kill()
        self.process.wait()

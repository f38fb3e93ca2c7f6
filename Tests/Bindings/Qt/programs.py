# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the programs of this folder for the tests."""

import json
import os
import pathlib
import select
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# Warnings of Qt that are no fault. Qt 5 prints the first at the end of a program, when a session goes before the view
# that shows it; the others come of root, of a missing folder for the user, and of a platform without a screen.
NO_WARNINGS = ("broke the binding to the underlying model", "runtime directory", "XDG_RUNTIME_DIR not set",
               "This plugin does not support")


class Built:
    """The programs and the module that were built with one version of Qt."""

    def __init__(self, version, folder):
        self.version, self.folder = version, folder
        self.module = next(folder.glob("installed/lib*/**/qml"))

    def program(self, name):
        return str(self.folder / "tests" / name)


def environment(bus):
    """Returns the environment for a program on the test's bus, without a screen and without the user's settings."""
    return {**bus.environment, "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software",
            "XDG_CACHE_HOME": bus.directory, "QML_DISABLE_DISK_CACHE": "1"}


class Program:
    """A program whose output is read while fake players answer its questions."""

    def __init__(self, bus, fakes, *command):
        self.fakes, self.lines, self.rest = list(fakes), [], b""
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, env=environment(bus), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors)

    def wait(self, condition, what, timeout=30):
        """Lets the fake players answer, and takes lines, until a condition holds."""
        deadline = time.monotonic() + timeout
        while True:
            self.pump()
            if found := condition():
                return found
            left = deadline - time.monotonic()
            assert left > 0, f"{what} did not come within {timeout} s: {self.error_text()}"
            select.select([self.process.stdout, *(fake.socket for fake in self.fakes)], [], [], min(left, 1))

    def pump(self):
        for fake in self.fakes:
            fake.serve()
        while select.select([self.process.stdout], [], [], 0)[0]:
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                assert self.process.wait(20) == 0, self.error_text()
                return
            *lines, self.rest = (self.rest + data).split(b"\n")
            self.lines += [line.decode() for line in lines]

    def line(self):
        return self.wait(lambda: self.lines and [self.lines.pop(0)], "a line")[0]

    def error_text(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def warnings(self):
        """Returns the lines of the program's error output, without those in NO_WARNINGS."""
        return [line for line in self.error_text().splitlines() if not any(known in line for known in NO_WARNINGS)]

    def finish(self):
        """Closes the program's input, and checks that the program then ends with the exit code 0."""
        self.process.stdin.close()
        deadline = time.monotonic() + 60
        while self.process.poll() is None:
            self.pump()
            assert time.monotonic() < deadline, "it does not end"
            select.select([self.process.stdout], [], [], 0.05)
        self.pump()
        assert self.process.returncode == 0, (self.process.returncode, self.error_text())

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.close()


class Probe(Program):
    """The program probe, with a file of QML."""

    def __init__(self, bus, qt, fakes, file, *options):
        super().__init__(bus, fakes, qt.program("probe"), str(qt.module), str(file), *options)
        self.expected = []
        assert self.line() == "ready", self.error_text()

    def ask(self, expression):
        """Returns the value of an expression in JavaScript."""
        self.process.stdin.write(expression.encode() + b"\n")
        self.process.stdin.flush()
        value = json.loads(self.line() or "null")
        assert not isinstance(value, dict) or "failed" not in value, f"{expression}: {self.error_text()}"
        return value

    def until(self, expression, wanted=None):
        """Waits until an expression has a value, or one that is true; returns it."""
        def holds():
            value = self.ask(expression)
            return [value] if (value == wanted if wanted is not None else value) else None
        deadline = time.monotonic() + 30
        while not (found := holds()):
            assert time.monotonic() < deadline, f"{expression} is {self.ask(expression)}: {self.error_text()}"
            select.select([fake.socket for fake in self.fakes], [], [], 0.02)
            self.pump()
        return found[0]

    def outcome(self, name, action):
        """Begins an action, waits for its end, and returns the outcome."""
        self.ask(f"act('{name}', {action})")
        return self.until(f"kept['{name}']")

    def close(self):
        try:
            if self.process.poll() is None:
                self.finish()
            warnings = [line for line in self.warnings() if not any(each in line for each in self.expected)]
            assert not warnings, warnings
        finally:
            super().close()

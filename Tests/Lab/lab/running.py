# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs programs while fake players answer them."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from typing import NamedTuple

TIMEOUT = 30

# A shell lets what it starts in the background ignore SIGINT, and programs inherit that; a handler is not inherited.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Done(NamedTuple):
    out: str
    err: str
    code: int


def terminal(columns):
    """Returns both ends of a terminal that passes output through unchanged."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    return master, slave


class Program:
    """A running program; `pump` reads its output, as it handles calls to fake players."""

    def __init__(self, command, environment, fakes, columns=0, advised=False):
        self.fakes = fakes
        self.texts = {"out": b"", "err": b""}
        self.masters, slaves = {}, {}
        for name in ["out"] * bool(columns) + ["err"] * advised:
            self.masters[name], slaves[name] = terminal(columns or 80)
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=slaves.get("out", subprocess.PIPE),
                                        stderr=slaves.get("err", subprocess.PIPE))
        for slave in slaves.values():
            os.close(slave)
        pipes = {"out": self.process.stdout, "err": self.process.stderr}
        self.files = {name: self.masters.get(name) or pipes[name].fileno() for name in pipes}

    def pump(self, left):
        """Serves the fake players and reads pending output; if there is none, waits up to `left` seconds for it."""
        for fake in self.fakes:
            fake.serve()
        ready = select.select([*self.files.values(), *(fake.socket for fake in self.fakes)], [], [], max(0, left))[0]
        for name, file in list(self.files.items()):
            if file in ready:
                try:
                    data = os.read(file, 65536)
                except OSError:  # a terminal whose other end is closed
                    data = b""
                self.texts[name] += data
                if not data:
                    del self.files[name]

    def wait(self, condition, what):
        deadline = time.monotonic() + TIMEOUT
        while not condition():
            left = deadline - time.monotonic()
            assert left > 0 and (self.files or condition()), f"{what} did not come; it printed {self.texts}"
            self.pump(left)

    @property
    def lines(self):
        """Returns the whole lines that the program has printed."""
        return self.texts["out"].decode().split("\n")[:-1]

    def finish(self):
        self.wait(lambda: not self.files, "the end of its output")
        code = self.process.wait(TIMEOUT)
        self.close()
        return Done(self.texts["out"].decode(), self.texts["err"].decode(), code)

    def close(self):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdout, self.process.stderr):
            if file:
                file.close()
        while self.masters:
            os.close(self.masters.popitem()[1])


class Runner:
    """Runs nowplaying, or another program, on a bus."""

    program = None  # set by conftest.py

    def __init__(self, bus, *fakes, **environment):
        self.bus, self.fakes = bus, list(fakes)
        self.environment = {**bus.environment, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}

    def start(self, *words, tool=None, columns=0, advised=False):
        return Program([tool or str(self.program), *words], self.environment, self.fakes, columns, advised)

    def __call__(self, *words, tool=None, **terminals):
        """Runs the program to its end. columns: its output is a terminal of this width. advised: its standard error is
        a terminal."""
        return self.start(*words, tool=tool, **terminals).finish()

    def good(self, *words, **others):
        """Runs the program, which must succeed, and returns its output."""
        done = self(*words, **others)
        assert (done.err, done.code) == ("", 0), done
        return done.out

    def bad(self, *words, code=1, **others):
        """Returns the program's complaint, in one line for scripts; "" without any."""
        done = self(*words, **others)
        assert done.out == "" and done.code == code and done.err.count("\n") == bool(done.err), done
        return done.err.removesuffix("\n")

    def advised(self, *words):
        """Returns the program's complaint on a terminal, and its advice; "" where there is nothing to do."""
        done = self(*words, advised=True)
        assert done.code == 1, done
        text, _, advice = done.err.removesuffix("\n").partition("\n")
        return text, advice

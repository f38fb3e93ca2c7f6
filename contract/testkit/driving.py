# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The process of a driver that plays scenarios, and the lines between it and play.py."""

import os
import subprocess
import threading
from queue import Queue
from urllib.parse import quote, unquote

TIMEOUT = 20  # seconds, for what comes at once unless something is broken


def encoded(value):
    """Returns a value as a word of a line: a list as its texts between commas, a table as the list of its cells."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        cells = [cell for row in value for cell in (row if isinstance(row, list) else [row])]
        return ",".join(quote(encoded(each), safe=".:") for each in cells)
    return str(value)


def line(verb, values):
    """Returns the line for a driver: a verb, and pairs with a percent-encoded value each."""
    return " ".join([verb, *(f"{key}={quote(encoded(value), safe='.,:')}" for key, value in values.items())])


def decoded(text):
    """Returns the verb and the values of a line of a driver, by their keys; those without a key by their numbers."""
    verb, *words = text.rstrip("\n").split(" ")
    pairs = (word.split("=") if "=" in word else (number, word) for number, word in enumerate(words))
    return verb, {key: unquote(value) for key, value in pairs}


class Driver:
    """The process of a driver."""

    def __init__(self, bus, command):
        self.answers, self.events, self.wrong = Queue(), Queue(), []
        self.refused = 0  # steps of which the library may complain
        self.process = subprocess.Popen(command, env=os.environ | bus.environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.read, daemon=True).start()

    @property
    def pid(self):
        return self.process.pid

    def read(self):
        for text in self.process.stdout:
            verb, values = decoded(text)
            if verb in ("ok", "failed"):
                self.answers.put((verb, values))
            elif verb == "complaint":
                self.wrong.append(values[0])
            else:
                self.events.put((verb, values))
        self.answers.put(("ended", {}))

    def ask(self, verb, values):
        """Gives the driver a step. Returns the words with which it failed, or None."""
        said, given = self.answer(verb, values)
        return given[0] if said == "failed" else None

    def answer(self, verb, values):
        """Gives the driver a step. Returns its answer: "ok" or "failed", and what it gives with that."""
        self.process.stdin.write(line(verb, values) + "\n")
        self.process.stdin.flush()
        said, given = self.answers.get(timeout=TIMEOUT)
        assert said != "ended", f"the driver ended with {self.process.wait(TIMEOUT)}"
        return said, given

    def close(self):
        """Ends it by the end of its input, and says what the library has complained of."""
        self.process.stdin.close()
        try:
            code = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = "no end of its own"
        self.process.stdout.close()
        assert code == 0, f"the driver ended with {code}"
        assert len(self.wrong) <= self.refused, f"the library complains: {self.wrong}"

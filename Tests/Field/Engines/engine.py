# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base of the engines, and the states that each reports to the player that is built on it."""
import threading

#: The states of an engine, by the names of a snapshot's states.
STOPPED, LOADING, PAUSED, PLAYING = "stopped", "buffering", "paused", "playing"


class Engine:
    """An engine that plays a file. `changed` is called at each of its signals, `ended` at the end of a file; both on
    any thread."""

    def __init__(self, changed, ended):
        self.changed, self.ended = changed, ended
        self.state, self.title, self.length = STOPPED, None, None

    def begin(self):
        """Forgets the title and the length when a new file begins."""
        self.state, self.title, self.length = LOADING, None, None

    def call(self, function):
        """Calls a function on the thread that drives the engine."""
        function()

    def follow(self, state):
        self.state = state
        self.changed()

    def run(self):
        """Serves the engine's loop until the program ends."""
        threading.Event().wait()

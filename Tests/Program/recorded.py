# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Recordings that `nowplaying record` writes, and that `nowplaying replay` plays on another bus."""

import json
import signal

import pytest
from lab.running import Runner
from testkit.bus import PLAYER, ROOT

NAME = ROOT + ".x"


class Recorded:
    """A file that is written by `nowplaying record`, which runs."""

    def __init__(self, bus, path, *fakes, player="x"):
        self.bus, self.path, self.fakes = bus, path, fakes
        self.program = Runner(bus).start("record", player, "-o", str(path), advised=True)
        self.program.wait(lambda: self.program.texts["err"].endswith(b"\n"), "it records")

    @property
    def messages(self):
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def wait(self, condition):
        def look():
            for fake in self.fakes:
                fake.serve()
            return self.path.read_bytes().endswith(b"\n") and condition(self.messages)
        self.bus.wait_for(look, "it is recorded")

    def wait_asked(self, count=1):
        """Waits until `record` has asked for the player's properties and has the answers."""
        def look(messages):
            calls = [m for m in messages if m.get("member") == "GetAll" and m["payload"]["data"] == [PLAYER]]
            return sum(m.get("reply_cookie") == call["cookie"] and m["destination"] == call["sender"]
                       for call in calls for m in messages) >= count
        self.wait(look)

    def wait_signal(self, member):
        self.wait(lambda messages: any(m["type"] == "signal" and m["member"] == member for m in messages))

    def end(self):
        self.program.process.send_signal(signal.SIGINT)
        assert self.program.finish().code == -signal.SIGINT


@pytest.fixture
def replay(make_bus):
    """Replays a file on another bus; returns that bus, a client of the player there, and the program."""
    started = []

    def begin(path, *words, name=NAME):
        other = make_bus().start()
        program = Runner(other).start("replay", str(path), *words, advised=True)
        started.append(program)
        program.wait(lambda: b"Ctrl-C" in program.texts["err"], "it replays")
        other.foreign.add((other.epoch, other.owner(name)))
        return other, other.client(name), program

    yield begin
    for program in started:
        program.close()


def wait_end(program):
    program.wait(lambda: b"has ended" in program.texts["err"], "the recording has ended")

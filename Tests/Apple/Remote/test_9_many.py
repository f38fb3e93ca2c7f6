# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests events that happen often: kills right after an acknowledgement, invalid pushes, and too large calls.

The variable REMOTE_ROUNDS gives the number of kills.
"""

import json
import os
import pathlib
import random
import time

import pytest

from lab.remote.attributes import attributes
from lab.remote.push import token_of
from lab.webpush import Subscription
from testkit.wire import DBusError

ROUNDS = int(os.environ.get("REMOTE_ROUNDS", "200"))


class Process:
    """The resources that a process has taken of the system."""

    def __init__(self, pid):
        self.folder = pathlib.Path(f"/proc/{pid}")
        self.before = self.megabytes()
        self.descriptors = self.count()
        # The sanitizers keep freed memory back. Their runtime is linked into the program, whose file is therefore
        # searched.
        program = (self.folder / "exe").read_bytes()
        self.is_sanitized = any(name in program for name in (b"__asan_init", b"__tsan_init"))

    def megabytes(self):
        line = next(line for line in (self.folder / "status").read_text().split("\n") if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def count(self):
        return len(list((self.folder / "fd").iterdir()))

    def check(self, most):
        """Checks that the process has no more descriptors than before, and has grown by at most `most` MB."""
        assert self.count() == self.descriptors
        assert self.is_sanitized or self.megabytes() - self.before < most, (self.before, self.megabytes())


def test_9_killed_after_each_acknowledgement(login, extension, server):
    extension.start(attributes())
    token = token_of(login)
    moments = random.Random(1)
    for number in range(ROUNDS):
        server.update(token, attributes(title=f"Title {number}"))
        time.sleep(moments.uniform(0, 0.02))  # sleeps: any moment of what still follows
        extension.signal()
        assert extension.files()["kitchen"]["attributes"]["currentTrack"]["title"] == f"Title {number}"
        extension.sessions()
        assert extension.wait_player().title() == f"Title {number}"


def test_9_wrong_pushes_leave_nothing_behind(login, extension, server):
    """Sends a thousand pushes each of random bytes, changed messages, and copies."""
    login.expected.append("push refused")
    extension.start(attributes())
    token = token_of(login)
    endpoint = Subscription.parse(token).endpoint
    message = server.encrypted(token, server.payload("update", attributes(title="Red")))
    server.deliver(endpoint, message)
    moments = random.Random(1)
    process = None
    for number in range(1100):
        changed = bytearray(message)
        changed[moments.randrange(len(changed))] ^= 1 << moments.randrange(8)
        server.send(endpoint, moments.randbytes(moments.randrange(1, 4096)))
        server.send(endpoint, bytes(changed))
        server.deliver(endpoint, message)
        if number == 99:
            process = Process(extension.pid)
    process.check(4)
    assert extension.player().title() == "Red" and len(login.log.lines("push refused")) == 3300


def test_9_updates_that_are_too_large(extension):
    """Four hundred calls with too large attributes are made at once."""
    extension.start(attributes())
    process = Process(extension.pid)
    text = json.dumps(attributes(title="x" * 900_000))
    calls = [extension.begin("Update", "ss", "kitchen", text) for _ in range(400)]
    for call in calls:
        with pytest.raises(DBusError, match="InvalidAttributes"):
            extension.client.finish(call, 60)
    process.check(100)
    assert extension.player().title() == "Blue"

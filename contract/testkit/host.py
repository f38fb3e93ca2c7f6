# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Drives the host program, a player that follows the test's commands and reports the library's callbacks."""

import json
import re
import subprocess
import threading
import time
import types
import urllib.parse

from . import ABI

# The constants of the header: NOWPLAYING_STATE_PLAYING is C.STATE_PLAYING.
C = types.SimpleNamespace(**{
    row["name"].removeprefix("NOWPLAYING_"): row["value"] for row in ABI["headers"][0]["constants"]})

SECOND = 1_000_000
ALL_COMMANDS = ("PLAY", "PAUSE", "STOP", "NEXT", "PREVIOUS", "SEEK_TO_POSITION", "CHANGE_RATE:0.5,1,2",
                "CHANGE_REPEAT_MODE", "CHANGE_SHUFFLE_MODE")


def now_us():
    return time.monotonic_ns() // 1000


def encode(word):
    raw = word if isinstance(word, bytes) else str(word).encode()
    return urllib.parse.quote_from_bytes(raw, safe="") or "%00"


def descriptor(text):
    """A command for `commands`: "NEXT", "NEXT!" (disabled), "SKIP_FORWARD:30000000,10000000",
    "CHANGE_REPEAT_MODE@1/3" (current 1, supported bits 3), "NEXT#7" (tag), "CHANGE_RATE:1,2;0.5..4" (bounds)."""
    name, disabled, tag, current, supported, numbers = re.fullmatch(
        r"([A-Z_]+)(!?)(?:#(\d+))?(?:@(\d+))?(?:/(\d+))?(?::([\d.,;-]+))?", text).groups()
    kind = getattr(C, "COMMAND_" + name)
    return f"{kind}:{0 if disabled else 1}:{tag or 0}:{current or 0}:{supported or 0}:{numbers or ''}"


class Host:
    """A process of the host program. Each command must succeed, unless the test expects another status."""

    def __init__(self, bus, program, *options, environment=None, wrapper=()):
        self.bus = bus
        self.process = subprocess.Popen([*wrapper, str(program), *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**bus.environment, **(environment or {})})
        self.events, self.answers, self.condition = [], [], threading.Condition()
        self.expected_bugs, self.may_lose_bus = [], False
        self.may_print, self.printed = False, ""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.given = 0
        self.answer(0)

    @property
    def pid(self):
        return self.process.pid

    def read(self):
        for line in self.process.stdout:
            # Ids are bytes, which need not be UTF-8.
            item = json.loads(line.decode(errors="surrogateescape"))
            item["time"] = time.monotonic()
            with self.condition:
                (self.answers if "answer" in item else self.events).append(item)
                self.condition.notify_all()
        with self.condition:
            self.condition.notify_all()

    def answer(self, expect):
        """Waits for the answer to the last command. Its status must be `expect`, unless that is None."""
        index = self.given
        self.given += 1
        with self.condition:
            came = self.condition.wait_for(lambda: len(self.answers) > index or self.process.poll() is not None, 20)
        if not came or len(self.answers) <= index:
            self.reader.join(2)
            if len(self.answers) <= index:
                raise AssertionError(f"the host did not answer; exit status {self.process.poll()}, "
                                     f"stderr: {self.process.stderr.read() if self.process.poll() else '?'}")
        answer = self.answers[index]
        assert expect is None or answer["status"] == expect, f"expected status {expect}: {answer}"
        return answer

    def send(self, *words):
        self.process.stdin.write((" ".join(encode(word) for word in words) + "\n").encode())

    def ask(self, *words, expect=0):
        self.send(*words)
        self.process.stdin.flush()
        return self.answer(expect)

    def ask_all(self, lines):
        """Gives many commands without waiting between them."""
        for words in lines:
            self.send(*words)
        self.process.stdin.flush()
        return [self.answer(0) for _ in lines]

    def wait(self, event, start=0, timeout=10, **fields):
        """Waits for an event of a kind with these fields, from the event number `start` on, and returns it."""
        def match():
            return next((item for item in self.events[start:] if item["event"] == event
                         and all(item.get(key) == value for key, value in fields.items())), None)
        with self.condition:
            assert self.condition.wait_for(match, timeout), f"no {event} {fields} in {self.events[start:]}"
            return match()

    def seen(self, event, start=0, **fields):
        """Returns the events of a kind so far. A command is sent first, so that everything written before is read."""
        self.ask("bus_state")
        return [item for item in self.events[start:] if item["event"] == event
                and all(item.get(key) == value for key, value in fields.items())]

    # Commands that many tests use. Each stages, and commits unless `commit` is false.

    def session(self, name="main", identifier="-"):
        self.ask("session", name, identifier)

    def content(self, name="main", identifier="item", kind="MUSIC", title=None, artists=(), length=200 * SECOND,
                art=None, fields=(), commit=True):
        """Describes an item and shows it in the session of a name."""
        lines = [("content", name, getattr(C, "CONTENT_" + kind), identifier)]
        if title is not None:
            lines.append(("text", name, C.FIELD_TITLE, title))
        if artists:
            lines.append(("texts", name, C.FIELD_ARTISTS, *artists))
        if length is not None:
            lines.append(("duration", name, C.DURATION_FINITE, length))
        if art is not None:
            lines.append(("art", name, art))
        for verb, field, *values in fields:
            lines.append((verb, name, getattr(C, "FIELD_" + field), *values))
        lines.append(("show", name, name))
        self.ask_all(lines + [("commit", name)] * commit)

    def nothing(self, name="main"):
        self.ask_all([("show", name, "-"), ("commit", name)])

    def snapshot(self, state="PLAYING", elapsed=0, name="main", rate=1.0, default=1.0, at=None, commit=True):
        self.ask_all([("snapshot", name, getattr(C, "STATE_" + state), elapsed, now_us() if at is None else at, rate,
                       default)] + [("commit", name)] * commit)

    def commands(self, *texts, name="main", commit=True):
        self.ask_all([("commands", name, *map(descriptor, texts))] + [("commit", name)] * commit)

    def volume(self, value, name="main"):
        self.ask_all([("volume", name, value), ("commit", name)])

    def publish(self, name="main", title="First", state="PLAYING", elapsed=0, commands=ALL_COMMANDS, volume=None,
                **content):
        """Makes a session that is shown, with commands, an item and a state, in one commit."""
        self.session(name)
        self.commands(*commands, name=name, commit=False)
        self.snapshot(state, elapsed, name=name, commit=False)
        if volume is not None:
            self.ask("volume", name, volume)
        self.content(name, title=title, **content)
        self.ask("primary", name, "application")
        self.wait("primary_result", session=name, which=C.PRIMARY_APPLICATION, status=C.OK)

    def close(self):
        """Ends the host as a player should, and fails when it has logged an error."""
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise AssertionError("the host did not end within 20 s of the order")
        self.reader.join(5)
        if not self.process.stderr.closed:
            self.printed += self.process.stderr.read().decode(errors="replace")
        assert self.process.returncode == 0, f"the host ended with {self.process.returncode}: {self.printed}"
        assert self.may_print or not self.printed, f"somebody wrote to stderr: {self.printed}"
        for event in self.events:
            if event["event"] == "log" and "bug:" in event["message"]:
                # A pattern stands for a message with a number that differs from run to run.
                expected = [re.escape(bug) if isinstance(bug, str) else bug for bug in self.expected_bugs]
                assert any(re.fullmatch(bug, event["message"]) for bug in expected), f"logged: {event['message']}"
        states = [event["state"] for event in self.events if event["event"] == "bus_state"]
        assert self.may_lose_bus or C.BUS_NONE not in states[1:], "the bus closed our connection"

    def kill(self):
        """Kills the host, as in a crash."""
        self.bus.hosts.remove(self)
        self.process.kill()
        self.process.wait()
        self.reader.join(5)

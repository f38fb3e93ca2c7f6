# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Each kind, state, command, mode and device of the C header reaches org.nowplaying, surface.h and the program, by its
name in the header."""

import json
import re

from abi import headers
from lab import library
import pytest
from testkit import page
from testkit.bus import ROOT
from testkit.protocol import TRACKS
from testkit.surface import Surface

NAME = ROOT + ".Tester"
MODES = {"CHANGE_REPEAT_MODE": "REPEAT", "CHANGE_SHUFFLE_MODE": "SHUFFLE", "FEEDBACK": "FEEDBACK"}


def words(prefix):
    """Returns the constants that begin with a prefix: their names and numbers, by their words in the protocol."""
    found = library.numbers([headers.HEADER], prefix)
    assert len(found) > 1, f"the header has no NOWPLAYING_{prefix}_…"
    return {name.lower().replace("_", "-"): (name, number) for name, number in found.items()}


class Ways:
    """One session as org.nowplaying, surface.h and the program present it."""

    def __init__(self, bus, run, name, **wanted):
        self.surface, self.shown, self.program = Surface(bus), library.Shown(bus.address), run.start("follow")
        self.view = self.shown.find(**wanted)
        self.copy = self.surface.follow(self.view.bus_name if name is None else name)
        self.session = self.copy[self.view.session_id]

    def printed(self):
        """Returns the session as the program has printed it last."""
        lines = [json.loads(line) for line in self.program.lines]
        return next((line for line in reversed(lines) if line["session"] == self.view.session_id), {})

    def check(self, what, published, shown, printed):
        """Waits until org.nowplaying, surface.h and the program each present a thing, by one condition for each."""
        self.surface.wait(lambda: published(self.session), f"{what} on org.nowplaying")
        self.shown.wait_for(self.view, shown, f"{what} in surface.h")
        self.program.wait(lambda: printed(self.printed()), f"{what} of follow")

    def close(self):
        self.program.close()
        self.shown.close()
        self.surface.close()


@pytest.fixture
def ways(bus, host, run):
    made = Ways(bus, run, NAME, bus_name=NAME)
    yield made
    made.close()


def test_each_kind_of_item(host, ways):
    for word, (name, number) in words("CONTENT").items():
        host.content(identifier=name, kind=name, length=None)
        ways.check(word, lambda session: session.content["kind"] == word, lambda view: view.item["kind"] == number,
                   lambda line: line.get("item", {}).get("kind") == word)


def test_each_kind_of_length(host, ways):
    for word, (name, number) in words("DURATION").items():
        host.ask_all([("content", "main", library.KIND["MUSIC"], name), ("duration", "main", number, 5),
                      ("show", "main", "main"), ("commit", "main")])
        ways.check(word, lambda session: session.content["duration-kind"] == word,
                   lambda view: view.item["duration_kind"] == number,
                   lambda line: line.get("item", {}).get("duration-kind") == word)


def test_each_state(host, ways):
    for word, (name, number) in words("STATE").items():
        host.snapshot(name)
        ways.check(word, lambda session: session.state == word, lambda view: view.snapshot().state == number,
                   lambda line: line.get("state") == word)


def test_each_command(host, ways):
    commands = words("COMMAND")
    _, custom = commands.pop("custom")  # which needs an id
    host.commands(*(name + ":1" * (name == "CHANGE_RATE") for name, _ in commands.values()))
    ways.check(list(commands), lambda session: {entry["command"] for entry in session.commands} == set(commands),
               lambda view: {command.kind for command in view.commands} == {number for _, number in commands.values()},
               lambda line: {entry["command"] for entry in line.get("commands", [])} == set(commands))
    host.ask_all([("buttons", "main", custom, 1, 1, 0, 0, "id", "Title", "-", "-"), ("commit", "main")])
    ways.check("custom", lambda session: [entry["command"] for entry in session.commands] == ["custom"],
               lambda view: [command.kind for command in view.commands] == [custom],
               lambda line: [entry["command"] for entry in line.get("commands", [])] == ["custom"])


def test_each_command_has_a_function_in_swift():
    files = (headers.ROOT / "Sources/Apple").glob("*/Playback/MediaCommand*.swift")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    made = {kind.upper() for kind in re.findall(r"MediaCommand\(\s*\.(\w+)", text)}
    assert {name.replace("_", "") for name, _ in words("COMMAND").values()} <= made


def test_each_slot(host, ways):
    slots = words("SLOT")
    assert slots.pop("any") == ("ANY", 0)
    given = [word for number, word in enumerate(slots) for word in (22, 1, 0, number + 1, 0, number, "Title", "-", "-")]
    host.ask_all([("buttons", "main", *given), ("commit", "main")])
    ways.check(list(slots), lambda session: [entry.get("slot") for entry in session.commands] == list(slots),
               lambda view: [command.slot for command in view.commands] == [number for _, number in slots.values()],
               lambda line: [entry.get("slot") for entry in line.get("commands", [])] == list(slots))


def test_each_kind_of_error(host, ways):
    for word, (name, number) in words("ERROR_KIND").items():
        host.ask_all([("detail", "main", 5, "-", "-", "-", "-", "-", 0, number, name), ("commit", "main")])
        ways.check(word, lambda session: session.playback.get("error-kind") == word,
                   lambda view: (view.snapshot().error, view.snapshot().error_kind) == (name.encode(), number),
                   lambda line: (line.get("error"), line.get("error-kind")) == (name, word))


def test_each_kind_of_track(bus, run):
    host = bus.player("--choice")
    ways = Ways(bus, run, NAME, bus_name=NAME)
    kinds = {word: number for word, (_, number) in words("TRACK").items() if word in page.track_kinds()}
    assert sorted(kinds.values()) == [1, 2, 3]
    host.ask_all([("tracks", "main", *(word for number in kinds.values() for word in (number, "x", "-", "-", 0, 0))),
                  ("commit", "main")])
    ways.check(list(kinds),
               lambda session: [entry["kind"].value for entry in session.get("Tracks", TRACKS).value] == list(kinds),
               lambda view: [track.kind for track in view.tracks] == list(kinds.values()),
               lambda line: [track["kind"] for track in line.get("tracks", [])] == list(kinds))
    ways.close()


@pytest.mark.parametrize("command", MODES)
def test_each_mode(host, ways, command):
    modes = words(MODES[command])
    for word, (_, number) in modes.items():
        host.commands(f"{command}@{number}")
        ways.check(f"{command} {word}",
                   lambda session: [(entry.get("current"), entry.get("supported")) for entry in session.commands] == [
                       (word, list(modes))],
                   lambda view: view.command(command) and view.command(command).current == number,
                   lambda line: [(entry.get("current"), entry.get("supported")) for entry in line.get("commands", [])]
                   == [(word, list(modes))])


def test_each_type_of_device(bus, host, run):
    devices = words("DEVICE")
    numbers = [number for _, number in devices.values()]
    host.ask_all([("remote", "other", "other"), ("devices", "other", *numbers),
                  ("content", "other", library.KIND["MUSIC"], "x"), ("show", "other", "other"), ("commit", "other")])
    ways = Ways(bus, run, None, session_id="other")
    ways.check(list(devices), lambda session: [device["type"] for device in session.devices] == list(devices),
               lambda view: [device.type for device in view.devices] == numbers,
               lambda line: [device["type"] for device in line.get("devices", [])] == list(devices))
    ways.close()

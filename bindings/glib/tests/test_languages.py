# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the programs of examples/ in several languages: their output when a player comes, changes and goes."""
import os
import pathlib
import signal
import subprocess
import threading

import pytest
from testkit.bus import PLAYER
from testkit.desktop import wait_until
from testkit.fakes import SESSION, Plain, Whole, command, playback
from testkit.wire import Variant
from shown import Loop

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
MOST_LINES = 40


def environment(bus, folder):
    return {**os.environ, **bus.environment, "LC_ALL": "C.UTF-8", "GI_TYPELIB_PATH": str(folder),
            "LD_LIBRARY_PATH": str(folder)}


class Program:
    """A running program, and the lines that it prints."""

    def __init__(self, command, bus, folder):
        self.lines = []
        self.process = subprocess.Popen(command, env=environment(bus, folder), stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


@pytest.mark.parametrize("name", ["now.js", "now.py", "now.lua", "now.vala"])
def test_what_plays_is_printed(bus, folder, name):
    assert len((EXAMPLES / name).read_text().splitlines()) <= MOST_LINES
    command = [folder / "examples/now-vala"] if name == "now.vala" else [EXAMPLES / name]
    player = Plain(bus, "alpha").appear()
    program, loop = Program(command, bus, folder), Loop(player)
    try:
        loop.wait(lambda: "alpha: plays One – Somebody" in program.lines, program.lines)
        player.change(PlaybackStatus=("s", "Paused"))
        loop.wait(lambda: program.lines[-1] == "alpha: has One – Somebody", program.lines)
        player.close()
        wait_until(f"{program.lines} ends", lambda: program.lines[-1] == "alpha has gone")
    finally:
        program.end()


@pytest.mark.parametrize("answer, line", [
    (("", []), "alpha pauses."), ("org.freedesktop.DBus.Error.NotSupported", "alpha cannot pause."),
    (("error", "org.example.Tired", "I am tired"), "alpha: I am tired"), (None, "There is no player.")])
def test_an_awaited_command(bus, folder, answer, line):
    fakes = [Plain(bus, "alpha").appear()] if answer else []
    for player in fakes:
        player.answers[PLAYER, "Pause"] = lambda call: answer
    program, loop = Program([EXAMPLES / "pause.js"], bus, folder), Loop(*fakes)
    loop.wait(lambda: program.process.poll() is not None, program.lines)
    wait_until(f"{program.lines} is {line}", lambda: program.lines == [line])


def test_a_status_bar(bus, folder):
    """A button of the bar reaches the player, and the bar shows the player's new state."""
    player = Whole(bus, "whole")
    buttons = [command("play"), command("custom", id=("s", "like"), title=("s", "Like")),
               command("custom", id=("s", "sleep"), title=("s", "Sleep"), active=("b", True))]
    player.session("a", Commands=("aa{sv}", buttons), Playback=playback(
        elapsed=Variant("x", 5_000_000), timestamp=Variant("x", 1)))
    player.answers[SESSION, "SendCommand"] = lambda call: ("error", "org.example.Tired", "I am tired")
    program, loop = Program([EXAMPLES / "bar.js"], bus, folder), Loop(player.appear())
    try:
        loop.wait(lambda: program.lines[-1:] == ["Song  5 s  [1 Like]  [2 Sleep ✓]"], program.lines)
        program.process.stdin.write("7\nx\n2\n")
        program.process.stdin.flush()
        loop.wait(lambda: program.lines[-1] == "I am tired", program.lines)
        (word, arguments), = player.called("SendCommand")
        assert (word, arguments["id"].value) == ("custom", "sleep")
        player.change("a", Commands=("aa{sv}", [command("custom", id=("s", "more"), title=("s", "More"))]))
        loop.wait(lambda: program.lines[-1] == "Song  5 s  [1 More]", program.lines)
        player.remove("a")
        loop.wait(lambda: program.lines[-1] == "nothing", program.lines)
    finally:
        program.end()


def test_every_example_is_run():
    names = {path.name for path in EXAMPLES.iterdir()} - {"meson.build"}
    assert names == {"bar.js", "now.js", "now.lua", "now.py", "now.vala", "pause.js"}

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the commands that a document shows, on a private bus with the examples as players, for Tests/docs.

A console block holds lines "$ COMMAND", each followed by what the command prints. A command that ends with the word
"minimal" starts that player: the lines below it must be among those that it prints, in any order, and then Ctrl-C must
end it. All other commands must end by themselves and print just the lines below them; while they run there is a player.
"""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from lab import ROOT
from testkit.desktop import TIMEOUT, Desktop

BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```$", re.M | re.S)
NAME = "org.mpris.MediaPlayer2."
PROGRAMS = "minimal", "film", "kitchen", "player"


def consoles(text):
    """Returns the console blocks of a document: each is a list of (command, output) pairs."""
    found = [pairs(indent, block) for indent, block in BLOCK.findall(text)]
    assert len(found) >= 10, f"only {len(found)} console blocks are found"
    return found


def pairs(indent, block):
    """Returns the commands of a block, each with the lines that it prints."""
    found = []
    for line in block.splitlines():
        line = line.removeprefix(indent)
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif found:
            found[-1][1].append(line)
    return found


def pattern(lines):
    """Returns a regular expression that matches the expected output."""
    parts = [r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in lines]
    return "".join(parts)


class Room(Desktop):
    """A bus, a home folder and the programs of a build."""

    def __init__(self, build):
        self._build = build

    def __enter__(self):
        super().__enter__()
        self._home = Path(tempfile.mkdtemp(prefix="nowplaying-home-"))
        entries = self._home / ".local/share/applications"
        entries.mkdir(parents=True)
        (entries / "minimal.desktop").write_text("[Desktop Entry]\nType=Application\nName=Minimal\nExec=minimal\n")
        examples = self._build / "examples"
        for variable in [name for name in self.environment if name.startswith("NOWPLAYING_")]:
            del self.environment[variable]
        self.environment |= {"HOME": str(self._home), "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0", "COLUMNS": "200",
                             "PATH": ":".join([*(f"{examples}/{name}" for name in PROGRAMS), str(self._build),
                                               os.environ["PATH"]])}
        return self

    def __exit__(self, *details):
        super().__exit__(*details)
        shutil.rmtree(self._home, ignore_errors=True)

    def has(self, name):
        """Returns whether a name has an owner."""
        return self._whole(name) is not None

    def _whole(self, name):
        """Completes a name by its suffix when the player is on a speaker in another room; None when there is none."""
        listed = subprocess.run(["busctl", "--user", "--acquired", "list"], env=self.environment, capture_output=True,
                                text=True, check=False).stdout
        owned = (line.split()[0].removeprefix(NAME) for line in listed.splitlines() if line)
        return next((each for each in owned if each == name or each.startswith(name + ".remote")), None)

    def play(self, command):
        """Starts the player that a command asks about, once."""
        name = next((name for name in ("nowplaying-player", "film", "kitchen") if f"={name}" in command), "minimal")
        if not self.has(name):
            self.start(*(["player", self._song()] if name == "nowplaying-player" else [name]))
            state = "Paused" if name in ("film", "kitchen") else "Playing"
            self.wait_until(f"{name} is there",
                            lambda: self.has(name) and self.get(self._whole(name), "PlaybackStatus") == state)
        if name == "nowplaying-player":
            self.wait_until("its picture is there", lambda: "mpris:artUrl" in self.metadata(name))
        if "playerctld" in command and not self.has("playerctld"):
            self.start("playerctld")
            self.wait_until("playerctld knows the player", self._is_known)

    def _is_known(self):
        done = subprocess.run(
            ["busctl", "--user", "get-property", NAME + "playerctld", "/org/mpris/MediaPlayer2",
             "com.github.altdesktop.playerctld", "PlayerNames"], env=self.environment, capture_output=True, text=True,
            check=False)
        return NAME + "minimal" in done.stdout

    def _song(self):
        """Makes a recording with a cover."""
        song = self._home / "song.flac"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=60",
             "-i", ROOT / "Tests/Field/Desktops/cover.png", "-map", "0:a", "-map", "1:v", "-c:a", "flac", "-c:v",
             "copy", "-disposition:v", "attached_pic", song], check=True)
        return str(song)

    def shell(self, command):
        """Returns the output of a command, also about errors."""
        return subprocess.run(["bash", "-c", command], env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False).stdout


def check_player(room, command, lines):
    """Checks that a player in the foreground prints these lines, and ends at Ctrl-C."""
    with open(room.environment["HOME"] + "/printed", "w+b") as printed:
        process = subprocess.Popen(["bash", "-c", "exec env " + command], env=room.environment, stdout=printed,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + TIMEOUT
        missing = lines
        while missing and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)  # sleeps: paces a loop that waits for a condition
            text = Path(printed.name).read_text(encoding="utf-8")
            missing = [line for line in lines if not re.search("^" + pattern([line]), text, re.M)]
        try:
            process.send_signal(signal.SIGINT)
            code = process.wait(TIMEOUT)
        finally:
            process.kill()
    assert not missing, f"it does not print\n{missing[0] if missing else ''}\nbut\n{text}"
    assert code == 0, f"it ends with {code}"


def check_console(build, console):
    for command, lines in console:
        # Each command has its own bus, so that it does not depend on earlier ones.
        with Room(build) as room:
            if command.split()[-1] == "minimal":
                check_player(room, command, lines)
                continue
            room.play(command)
            text = room.shell(command)
            assert re.fullmatch(pattern(lines), text), f"{command}\nprints\n{text}\nnot\n" + "\n".join(lines)


def check_in_order(build, text, title):
    """Checks that all commands of a section, run in order beside one player, print what the section shows."""
    section = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    commands = [pair for indent, block in BLOCK.findall(section) for pair in pairs(indent, block)]
    assert len(commands) > 5, f"only {len(commands)} commands are found in \"{title}\""
    with Room(build) as room:
        for command, lines in commands:
            room.play(command)
            printed = room.shell(command)
            assert re.fullmatch(pattern(lines), printed), f"{command}\nprints\n{printed}\nnot\n" + "\n".join(lines)


def check_no_bus(build):
    """Checks that NOWPLAYING_BUS=none keeps a program off the bus."""
    with Room(build) as room:
        absent = room.start("minimal", NOWPLAYING_BUS="none")
        absent.expect("Song 1: playing")
        # When a player that was started later is on the bus, the first would have been there for long.
        present = room.start("minimal")
        room.wait_until("the other player is there", lambda: room.has("minimal"))
        pids = {line.split()[1] for line in room.run("busctl", "--user", "list").splitlines()}
        assert str(present.process.pid) in pids, "busctl does not list the player"
        assert str(absent.process.pid) not in pids, "the player is connected to the bus"


FORGETFUL = """
import sys
from nowplaying import App, Music, Session
with App("forgetful") as app:
    Session(app).content = Music("A Title")
    sys.stdin.read()
"""


def check_forgotten(build, text):
    """Checks that a player which does not ask for the application primary logs the line that the document quotes, and
    that each page about writing a player says how to see such lines."""
    line = "client bug: a session has content, but no session of this app has asked to be the application primary"
    assert line in " ".join(text.split()), f"the document does not say \"{line}\""
    for name in ("start", "main-loops", "existing-code"):
        page = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
        assert "`NOWPLAYING_LOG=warning`" in page, f"{name}.md does not say how mistakes are seen"
    with Room(build) as room:
        room.environment |= {"NOWPLAYING_LOG": "warning", "NOWPLAYING_LIBRARY": str(build / "libnowplaying.so"),
                             "PYTHONPATH": str(ROOT / "bindings/python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
        program = room.start("/usr/bin/python3", "-c", FORGETFUL)
        program.expect(f"nowplaying[forgetful] warning: {line}, so nothing is shown")


def check_silence(build, text):
    """Checks that a stopped player gives the error that the document quotes."""
    error = "Call failed: Connection timed out"
    assert error in text, f"the document does not say \"{error}\""
    command = next(command for console in consoles(text) for command, _ in console if "GetAll" in command)
    with Room(build) as room:
        room.play(command)
        pid = int(re.search(r"^PID=(\d+)", room.run("busctl", "--user", "status", NAME + "minimal"), re.M)[1])
        os.kill(pid, signal.SIGSTOP)
        # Each thread stops by itself, a moment later.
        room.wait_until("all threads of the player have stopped", lambda: all(
            task.read_text().rsplit(")", 1)[1].split()[0] == "T" for task in Path(f"/proc/{pid}/task").glob("*/stat")))
        printed = room.shell(command)
        assert error in printed, f"it prints {printed}"

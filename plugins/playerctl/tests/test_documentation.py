# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs the command lines of playerctl's README and man page, and its examples, unchanged: with Debian's library and
playerctld, and with ours and `nowplaying daemon`. It keeps the table of plugins/playerctl/README.md true."""

import re
import sys
from pathlib import Path

import pytest
from testkit.bus import PLAYER, ROOT
from testkit.fakes import Plain, song
from testkit.wire import Variant
from table import README, TABLE
from watching import Loop, Program

TOP = Path(__file__).resolve().parents[3]
EXAMPLES = Path("/usr/share/doc/playerctl/examples")
DAEMON = ROOT + ".playerctld"
LINES = (
    'playerctl metadata --format "Now playing: {{ artist }} - {{ album }} - {{ title }}"',
    "playerctl metadata --format '{{playerName}}: {{lc(status)}} '\\\n"
    "'{{duration(position)}}|{{duration(mpris:length)}}'",
    'playerctl metadata --format "Time remaining: {{ duration(mpris:length - position) }}"',
    'playerctl metadata --format "Volume: {{ volume * 100 }}"',
    'playerctl status --format "STATUS: {{ uc(status) }}"',
    "playerctl --list-all",
    "playerctl -a status",
    "playerctl --player=vlc play",
    "playerctl --all-players stop",
    "playerctl --player=vlc,spotify next",
    "playerctl --ignore-player=Gwenview status",
    "playerctl --player=%any,chromium play",
    "playerctl --player=vlc,%any play",
    "playerctl position 30+",
    "playerctl position 30",
    "playerctld shift",
    "playerctld unshift",
)
# Command lines that keep running, and how many lines they have printed after a song, a pause and the end of the player.
STAYING = {
    "playerctl metadata --format '{{ playerName }}: {{ artist }} - {{ title }} {{ duration(position) }}|"
    "{{ duration(mpris:length) }}' --follow": (2, 2, 3),
    f"{EXAMPLES}/basic-example.py": (2, 4, 4),
    f"{EXAMPLES}/player-manager.py": (1, 2, 3),
}


def music(artist, title):
    return song(title.replace(" ", ""), **{
        "mpris:length": Variant("x", 203_000_000), "xesam:title": Variant("s", title),
        "xesam:artist": Variant("as", [artist]), "xesam:album": Variant("s", "Born To Die")})


class Scene:
    """Three players, of which the last plays; a daemon; and programs with one of the libraries."""

    def __init__(self, bus, library, typelib, daemon):
        self.bus, self.library, self.typelib = bus, library, typelib
        self.loop, self.known, self.players = Loop(), set(), []
        self.daemon = Program(daemon, bus, library)

    def begin(self):
        self.loop.wait(lambda: self.bus.owner(DAEMON), "the daemon has its name")
        for name, metadata in (("spotify", music("Lana Del Rey", "Blue Jeans")),
                               ("chromium.instance10", music("Nobody", "A Film")),
                               ("vlc", music("Lana Del Rey", "Video Games"))):
            player = Plain(self.bus, name, PlaybackStatus=("s", "Paused"), Metadata=("a{sv}", metadata),
                           Volume=("d", 0.5), Position=("x", 5_050_000))
            self.players.append(player)
            self.loop.fakes.append(player)
            player.appear()
            self.loop.wait(lambda seen=name: seen in self.run("playerctl --list-all")[1], f"the daemon knows {name}")
        # playerctld puts the player first that changed last, and ours the one that plays.
        player.change(PlaybackStatus=("s", "Playing"))
        self.loop.wait(lambda: self.run("playerctl --list-all")[1][0] == "vlc", "the daemon has the last one first")
        self.calls()

    def start(self, line):
        words = [sys.executable, line] if line.endswith(".py") else ["bash", "-c", line]
        return Program(words, self.bus, self.library, self.typelib)

    def run(self, line):
        """Returns the exit status of a command line, and its output."""
        program = self.start(line)
        try:
            self.loop.wait(lambda: program.has_ended, f"{line} ends: {program.lines}")
        finally:
            program.close()
        return program.process.returncode, program.lines

    def calls(self):
        """Returns the calls that the players have received since the last time."""
        found = [(fake.wanted_name.removeprefix(ROOT + "."), call.member, repr(call.body)) for fake in self.players
                 for call in fake.calls if call.interface == PLAYER or call.member == "Set"]
        self.known |= self.senders()
        for fake in self.players:
            fake.calls.clear()
        return found

    def senders(self):
        return {call.sender for fake in self.players for call in fake.calls}

    def close(self):
        self.daemon.close()
        for fake in self.loop.fakes:
            fake.close()


@pytest.fixture
def scenes(make_bus, folder, library, original):
    """Debian's programs, and ours, each on a bus of its own."""
    made = [Scene(make_bus().start(), original, None, ["playerctld"]),
            Scene(make_bus().start(), library, folder, [TOP / "build/nowplaying", "daemon"])]
    try:
        for scene in made:
            scene.begin()
        yield made
    finally:
        for scene in made:
            scene.close()


def row(line, lines, calls):
    """Returns a row of the README's table."""
    shown = "<br>".join(f"`{each}`" for each in lines) or "nothing"
    asked = ", ".join(dict.fromkeys(f"{member} of {name.partition('.')[0]}" for name, member, _ in calls)) or "nothing"
    cells = f"`{line}`".replace("\\\n", ""), shown, asked
    return "| " + " | ".join(each.replace("|", "\\|") for each in cells) + " |"


def same(scenes, line, look):
    """Asserts that `look` returns the same for a command line in both scenes, playerctl's and ours. Returns the line's
    row of the README's table."""
    theirs, ours = (look(scene) for scene in scenes)
    TABLE.compared("lines of its documentation: their output, their requests to players, and the state after them",
                   ours == theirs)
    assert ours == theirs, line
    made = row(Path(line).name if line.startswith("/") else line, theirs[1], theirs[2])
    print(made)
    return made


@pytest.mark.parametrize("line", LINES)
def test_lines(scenes, line):
    def look(scene):
        status, lines = scene.run(line)
        # The daemon's first player afterwards is part of a command line's effect.
        return status, lines, scene.calls(), scene.run("playerctl --list-all")
    assert same(scenes, line, look) in README.read_text()


def seen(program):
    """Returns the output of a program without passing time, each line once."""
    lines = [re.sub(r"\d+:\d\d\|", "0:00|", line) for line in list(program.lines)]
    return [line for place, line in enumerate(lines) if lines[max(place - 1, 0):place] != [line]]


def let_happen(scene, line):
    """Makes a running command line see another song, a pause, and the end of the player. Returns its output and its
    calls."""
    player, another = scene.players[-1], music("Lana Del Rey", "Ride")
    program = scene.start(line)

    def wait(count, what):
        scene.loop.wait(lambda: len(seen(program)) >= count, f"it prints {what}: {program.lines}")

    try:
        scene.loop.wait(lambda: {call.sender for call in player.calls} - scene.known, "it has read the player")
        sender, = {call.sender for call in player.calls} - scene.known
        if "basic" in line:
            scene.loop.wait(lambda: player.called("Next"), "it has asked for another song")
        elif "follow" in line:
            wait(1, "its first line")
        player.change(Metadata=("a{sv}", another))
        wait(STAYING[line][0], "the song")
        for status in "Paused", "Playing":
            player.change(PlaybackStatus=("s", status))
            scene.loop.settle(player, sender)
        wait(STAYING[line][1], "the pause")
        asked = scene.calls()
        scene.loop.fakes.remove(player)
        player.close()
        wait(STAYING[line][2], "the end")
        return None, seen(program), asked
    finally:
        program.close()


@pytest.mark.parametrize("line", STAYING)
def test_lines_that_stay(scenes, line, monkeypatch):
    # The examples do not name a version of the typelib, which causes a warning.
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    assert same(scenes, line, lambda scene: let_happen(scene, line)) in README.read_text()

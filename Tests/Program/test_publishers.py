# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Real players: nowplaying and playerctl say the same of each, and what nowplaying asks for is done."""

import itertools
import json
import os
import pathlib
import subprocess
import tempfile

import publishers
import pytest
from lab.library import Shown, now_us
from lab.running import Runner
from testkit.desktop import wait_until
from testkit.fakes import Plain

STATUS = {"playing": "Playing", "buffering": "Playing", "paused": "Paused", "interrupted": "Paused",
          "stopped": "Stopped"}


class Panel:
    """`nowplaying follow` for all players, and a surface, which knows their positions at any time."""

    def __init__(self, run):
        self.run, self.bus = run, run.bus
        # All play the same songs, so that two which begin and pause at the same time seem one playback with two names.
        self.program, self.shown = run.start("-i", "nobody", "follow"), Shown(run.bus.address, twins=1)
        self.lines, self.present = [], {}

    def read(self):
        self.program.pump(0.01)
        self.shown.others = self.run.fakes
        self.shown.pump()
        for text in self.program.lines[len(self.lines):]:
            line = json.loads(text)
            self.lines.append(line)
            self.present[line["key"]] = line
            if line["event"] == "removed":
                del self.present[line["key"]]

    def wait(self, what, condition):
        def holds():
            self.read()
            return condition()
        try:
            wait_until(what, holds, 30)
        except AssertionError as error:
            raise AssertionError(f"{error}; it printed {self.lines[-1:]} {self.program.texts['err']}") from None

    def sessions(self, player):
        return [line for line in self.present.values() if "org.mpris.MediaPlayer2." + line["player"] in player.names]

    def session(self, player):
        """Returns the last line of follow for the session that the player shows by MPRIS."""
        return next((line for line in self.sessions(player) if line["application-primary"]), None)

    def playerctl(self, player, *words):
        others = ["-i", player.others] if player.others else []
        return self.run("-p", player.name, *others, *words, tool="playerctl").out.rstrip("\n")

    def differs(self, player):
        """Returns how `follow` differs from playerctl; "" when they agree."""
        line = self.session(player)
        if not line:
            return "there is no session"
        item = line.get("item", {})
        # The second line has the artists, or the show of an episode, as xesam:artist has.
        ours = [item.get("title", ""), [*item.get("lines", []), "", ""][1], str(item.get("duration", "")),
                STATUS[line["state"]], line.get("volume", 0.0)]
        theirs = self.playerctl(player, "metadata", "--format", "{{title}}\n{{artist}}\n{{mpris:length}}").split("\n")
        theirs = (theirs + [""] * 2)[:3]
        status, volume, position = self.playerctl(
            player, "status", "--format", "{{status}}\n{{volume}}\n{{position}}").split("\n")
        theirs += [status, float(volume or 0)]
        if ours != theirs:
            return f"{ours} is not {theirs}"
        # A stopped player has no position by MPRIS.
        stands = line["state"] == "paused" or line["state"] == "stopped" and not line["speaks-nowplaying"]
        if stands and abs(line["position"] - int(position)) > player.precision * 1e6:
            return f"{line['position']} µs is not {position} µs"
        return ""

    def moves_alike(self, player):
        """Seeks, and checks that the player's position lies between two that the surface knows.

        On a busy machine news can reach the surface late; then the check is repeated.
        """
        program = self.run.start("-p", player.called, "send", "seek-to-position", "40")
        while program.files:
            program.pump(0.001)
            self.shown.pump()
        assert program.finish().code == 0
        before = now_us()
        sent = player.client.get("Position") / 1e6
        after = now_us()
        view = next(view for view in self.shown.entries.values() if view.bus_name in player.names and view.primary & 1)
        return view.position(before) - player.precision <= sent <= view.position(after) + player.precision

    def agree(self, player, what, condition=lambda line: True):
        """Waits until the output of `follow` fulfils the condition, and then until `follow` and playerctl agree."""
        self.wait(what, lambda: self.session(player) and condition(self.session(player)))
        differences = []

        def are_same():
            differences.append(self.differs(player))
            return not differences[-1]
        try:
            self.wait(f"both agree after {what}", are_same)
        except AssertionError as error:
            raise AssertionError(f"{differences[-1]}; {error}") from None

    def close(self):
        self.program.close()
        self.shown.close()


def at(seconds):
    """Returns a function that tells whether a position is near to `seconds`: players seek inexactly."""
    return lambda line: abs(line["position"] - seconds * 1_000_000) < 2_000_000


def mode(command, word):
    return lambda line: any(each.get("current") == word for each in line["commands"] if each["command"] == command)


def state(word):
    return lambda line: line["state"] == word


STEPS = [
    ("seek-to-position 20", at(20)), ("skip-forward 15", at(35)), ("skip-backward 15", at(20)),
    ("pause", state("paused")), ("seek-to-position 50", at(50)),
    ("change-repeat-mode all", mode("change-repeat-mode", "all")),
    ("change-repeat-mode one", mode("change-repeat-mode", "one")),
    ("change-repeat-mode off", mode("change-repeat-mode", "off")),
    ("change-shuffle-mode items", mode("change-shuffle-mode", "items")),
    ("change-shuffle-mode off", mode("change-shuffle-mode", "off")), ("toggle-play-pause", state("playing")),
    ("change-rate 2", lambda line: line["rate"] == 2), ("change-rate 1", lambda line: line["rate"] == 1),
    ("toggle-play-pause", state("paused")), ("play", state("playing"))]


@pytest.fixture(scope="module")
def place():
    """Makes a folder with songs, which every user may read."""
    with tempfile.TemporaryDirectory(prefix="np-") as name:
        os.chmod(name, 0o755)
        yield pathlib.Path(name), publishers.make_songs(pathlib.Path(name))


@pytest.fixture
def panel(bus, place):
    os.chmod(bus.directory, 0o755)
    made = Panel(Runner(bus))
    yield made
    made.close()


@pytest.fixture
def make(bus, place):
    """Starts players, whose signals are their own affair."""
    folder, songs = place
    started = []

    def start(kind):
        player = kind(bus, songs, folder)
        started.append(player)
        player.start()
        return player

    yield start
    for player in started:
        player.close()


def send(panel, player, *words):
    assert panel.run.good("-p", player.called, "send", *words) == ""


def drive(panel, player):
    """Sends each command that the player offers, one after the other, except those that it is known to do wrong."""
    for step, became in STEPS:
        command, *arguments = step.split()
        if {step, command}.isdisjoint(player.without | player.wrong.keys()):
            send(panel, player, command, *arguments)
            panel.agree(player, step, became)
    panel.wait("the position moves alike", lambda: panel.moves_alike(player))
    if "volume" not in player.wrong:
        panel.run.good("-p", player.name, "-i", player.others, "volume", "0.4")
        panel.agree(player, "volume", lambda line: abs(line["volume"] - 0.4) < 0.01)


def titles(panel, player):
    """Returns the titles of all lines, without repetitions. While it opens a file, a foreign player may show the file's
    name, or nothing."""
    lines = [line for line in panel.lines if "org.mpris.MediaPlayer2." + line["player"] in player.names
             and line["application-primary"]]
    shown = [line.get("item", {}).get("title") for line in lines]
    return [title for title, _ in itertools.groupby(
        title for title in shown if player.is_ours or title in player.titles)]


def is_at(title):
    return lambda line: line.get("item", {}).get("title") == title


def go_through_songs(panel, player):
    """Goes to the next song, lets a short one end, and goes back."""
    ways = [("next", [player.titles[1]]), ("next", ["Short", "Last"]), ("previous", ["Short", "Last"])]
    for command, shown in ways[:1] if player.is_ours else ways:
        before = len(titles(panel, player))
        send(panel, player, command)
        panel.wait(f"{command}: {shown}", lambda: titles(panel, player)[before:] == shown)
        panel.agree(player, command)


@pytest.mark.parametrize("kind", publishers.ALL, ids=lambda kind: kind.__name__)
def test_alone(panel, make, kind):
    """A player is driven by nowplaying alone through all that it offers, quits, comes back, and crashes."""
    player = make(kind)
    panel.agree(player, "the start", is_at(player.titles[0]))
    offered = {command["command"] for command in panel.session(player)["commands"]} | {"quit"}
    assert player.without.isdisjoint(offered - {"quit"})
    drive(panel, player)
    go_through_songs(panel, player)
    send(panel, player, "stop")
    panel.agree(player, "stop", state("stopped"))
    if "play again" not in player.wrong:
        send(panel, player, "play")
        panel.agree(player, "play again", state("playing"))
    if "quit" in player.without:
        assert panel.run.bad("-p", player.called, "send", "quit") == "The player does not offer this"
    elif "quit" not in player.wrong:
        send(panel, player, "quit")
        panel.wait("quit: no session", lambda: not panel.sessions(player))
        wait_until("quit: no process", lambda: player.process.poll() is not None)
        player.start()
        panel.agree(player, "the second start", is_at(player.titles[0]))
    player.kill()
    panel.wait("a crash: no session", lambda: not panel.present)


def test_the_queue_of_vlc(panel, make):
    """VLC says that it has no queue, and has one."""
    player = make(publishers.Vlc)
    panel.agree(player, "the start", is_at(player.titles[0]))

    def queue():
        lines = panel.run.good("-p", player.called, "queue", "--json").splitlines()
        return [(entry.get("title"), entry["present"]) for entry in map(json.loads, lines)]
    panel.wait("its titles", lambda: queue() == [(title, title == "One") for title in player.titles])
    panel.run.good("-p", player.called, "queue", "go-to", "4")
    panel.agree(player, "go-to", is_at("Last"))
    assert queue()[3] == ("Last", True)
    panel.run.good("-p", player.called, "queue", "remove", "2")
    panel.wait("an entry less", lambda: [title for title, _ in queue()] == ["One", "Short", "Last"])
    panel.run.good("-p", player.called, "queue", "add", str(player.songs[1]), "1")
    # VLC updates its list when another entry is played.
    panel.run.good("-p", player.called, "queue", "go-to", "1")
    panel.wait("an entry more", lambda: len(queue()) == 4 and "Two" in [title for title, _ in queue()])


def test_together(panel, make, bus):
    """All players run together with playerctld, which repeats others, and with players that emit nonsense or
    nothing."""
    daemon = subprocess.Popen(["playerctld"], env=bus.environment, stdout=subprocess.DEVNULL)
    fakes = [Plain(bus, "untyped", PlaybackStatus=("i", 1), Metadata=("s", "x"), Position=("s", "x")),
             Plain(bus, "silent")]
    fakes[1].answers.clear()
    try:
        bus.wait_name("org.mpris.MediaPlayer2.playerctld")
        players = [make(kind) for kind in publishers.ALL]
        panel.run.fakes += [fake.appear() for fake in fakes]
        for player in players:
            panel.agree(player, "the start", is_at(player.titles[0]))
            send(panel, player, "pause")
            panel.agree(player, "pause", state("paused"))
        for player in players:
            send(panel, player, "play")
            panel.agree(player, "play", state("playing"))
            panel.wait(f"{player.name} is the first", lambda: panel.shown.order()[0].bus_name in player.names)
        for player in players:
            panel.agree(player, "the last state", state("playing"))
        assert len(panel.present) == len(players) + 4, "three more of the reference player, and a fake"
        order = [view.bus_name for view in panel.shown.order() if view.state == "playing" and view.primary & 1]
        assert [name for name in order if "untyped" not in name] == [
            next(name for name in order if name in player.names) for player in reversed(players)]
        for player in players:
            player.kill()
            panel.wait(f"{player.name} is gone", lambda: not panel.sessions(player))
        assert {line["player"] for line in panel.present.values()} == {"untyped"}
    finally:
        daemon.kill()
        daemon.wait()
        for fake in fakes:
            fake.close()

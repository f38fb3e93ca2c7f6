# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""`nowplaying daemon --pause-others`, which has players take turns, and `--start-last`, which starts the last one."""

import pathlib
import time

import pytest
from daemoned import NAME, OURS, Daemon, player
from desktop import Daemon as ActivatingBus
from fakes import song, variants
from harness.bus import PATH, PLAYER, PROPERTIES, ROOT
from running import Runner

# ---- Taking turns ----

class Obedient:
    """Players that do what they are asked."""

    def __init__(self, bus, daemon, *names, status="Paused"):
        self.daemon, self.players = daemon, {name: player(bus, name, status) for name in names}
        for each in self.players.values():
            for member, then in (("Play", "Playing"), ("Pause", "Paused")):
                each.answers[PLAYER, member] = lambda call, each=each, then=then: self.be(each, then)
        daemon.join(*self.players.values())

    @staticmethod
    def be(fake, status):
        fake.change(PlaybackStatus=("s", status))
        return "", []

    def set(self, name, status):
        self.be(self.players[name], status)

    def begin(self, name):
        """Has it play, and waits until the daemon knows."""
        self.set(name, "Playing")
        self.daemon.active(name)

    def await_(self, **statuses):
        self.daemon.until(lambda: all(
            self.players[name].faces[PLAYER]["PlaybackStatus"].value == status for name, status in statuses.items()),
            f"{statuses} come true")

    def done(self, name):
        return [call.member for call in self.players[name].calls if call.interface == PLAYER]


def test_a_second_player_pauses_the_first_and_gives_it_back(bus, start):
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "video", "chat")
    players.begin("music")
    players.begin("video")
    players.await_(music="Paused", video="Playing")
    players.begin("chat")
    players.await_(video="Paused")
    # One after the other, in the order in which they were interrupted.
    players.set("chat", "Stopped")
    players.await_(video="Playing", music="Paused")
    daemon.leave(players.players.pop("video"))
    players.await_(music="Playing")
    assert players.done("music") == ["Pause", "Play"]


def test_who_does_not_want_to_pause(bus, start):
    """A player that plays on is left alone, and interrupts nobody."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "alarm")
    players.begin("alarm")
    players.begin("music")
    players.await_(alarm="Paused")
    daemon.settle()
    players.begin("alarm")
    players.set("music", "Paused")
    daemon.settle()
    players.begin("music")
    assert players.done("music") == [] and players.done("alarm") == ["Pause"]


def test_a_player_that_refuses_to_pause(bus, start):
    """One that its user pauses long after it was asked to is not resumed."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "radio", "video")
    players.players["music"].answers[PLAYER, "Pause"] = lambda call: "org.example.Error.No"
    for name in ("music", "radio", "video"):
        players.begin(name)
    players.await_(radio="Paused")
    time.sleep(5.5)  # sleeps: the time itself says whose will it is
    players.set("music", "Paused")
    daemon.settle()
    players.set("video", "Paused")
    players.await_(radio="Playing")
    daemon.settle()
    assert players.done("music") == ["Pause", "Pause"]


def test_a_user_who_plays_it_himself(bus, start):
    """The daemon resumes nothing that the user has paused himself."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "video")
    players.begin("music")
    players.begin("video")
    players.await_(music="Paused")
    players.set("video", "Paused")
    players.await_(music="Playing")
    daemon.active("music")
    players.set("music", "Paused")
    players.begin("video")
    assert players.done("music") == ["Pause", "Play"] and players.done("video") == []


def test_nobody_is_paused_unless_it_is_wanted(bus, start):
    daemon = start()
    players = Obedient(bus, daemon, "music", "video")
    players.begin("music")
    players.begin("video")
    assert players.done("music") == players.done("video") == []


# ---- The last player ----

URI = "file:///music/one.ogg"


def remembered(bus):
    return pathlib.Path(bus.directory) / "state/nowplaying/last-player"


def leave_behind(bus, daemon, name="Small", **root):
    """A player plays, and goes."""
    one = player(bus, name, "Playing", Metadata=("a{sv}", song("One", **variants(**{"xesam:url": ("s", URI)}))))
    one.faces[ROOT] |= variants(**root)
    daemon.join(one)
    daemon.until(lambda: remembered(bus).exists(), "it is remembered")
    daemon.leave(one)


def test_the_last_player_is_started_by_its_desktop_file(bus, start, folder):
    applications = folder / "applications"
    applications.mkdir()
    program = pathlib.Path(__file__).with_name("small_player.py")
    (applications / "org.example.small.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Small\nExec=/usr/bin/python3 -B {program} Small.instance2\n")
    daemon = start("--start-last", XDG_DATA_HOME=str(folder))
    leave_behind(bus, daemon, DesktopEntry=("s", "org.example.small"))
    assert remembered(bus).read_text() == (
        f"player={ROOT}.Small\ndesktop-entry=org.example.small\nuri={URI}\n")
    assert daemon.get("CanPlay") == [True] and daemon.get("PlaybackStatus") == ["Stopped"]
    assert daemon.call(PROPERTIES, "GetAll", "s", PLAYER)[0]["Metadata"] == {}
    assert Runner(bus).good("-p", "playerctld", "play-pause", tool="playerctl") == ""
    daemon.active("Small.instance2")
    bus.foreign.add((bus.epoch, bus.owner(ROOT + ".Small.instance2")))
    assert daemon.get("PlaybackStatus") == ["Playing"]
    daemon.call(ROOT, "Quit")
    daemon.until(lambda: daemon.names() == [], "it has gone")


def test_the_last_player_goes_on_with_its_item(make_bus, folder):
    """One that the bus can start is started by it, and is given its item if it comes back with none."""
    services = folder / "services"
    services.mkdir()
    bus = make_bus()
    bus.Daemon = lambda made: ActivatingBus(made.socket, environment=made.environment, service_folders=[services])
    # The program itself is a part of this test: its name comes while the bus waits for it.
    (services / f"{ROOT}.one.service").write_text(f"[D-BUS Service]\nName={ROOT}.one\nExec=/bin/sleep 3\n")
    daemon = Daemon(bus.start(), OURS, "--start-last")
    leave_behind(bus, daemon, "one")
    back = player(bus, "one", "Stopped", Metadata=("a{sv}", {}))
    back.answers[PLAYER, "OpenUri"] = lambda call: ("", [])
    serial = daemon.client.start(NAME, PATH, PLAYER, "Play")
    daemon.settle()
    daemon.join(back)
    daemon.until(lambda: back.called("Play"), "it plays")
    assert back.called("OpenUri") == [[URI]] and daemon.client.finish(serial) == []
    assert daemon.close() == ""
    back.close()


def test_a_last_player_that_cannot_be_started(bus, start):
    daemon = start("--start-last")
    leave_behind(bus, daemon, "one")
    refused = daemon.call(PLAYER, "Play")
    assert refused == f"org.freedesktop.DBus.Error.Failed: The last player cannot be started: {ROOT}.one"
    back = player(bus, "one", "Stopped")
    daemon.join(back)
    assert back.called("Play") == []


def test_nothing_is_remembered_unless_it_is_wanted(bus, start):
    daemon = start()
    daemon.join(player(bus, "one", "Playing"))
    assert not remembered(bus).exists()
    daemon.leave(daemon.fakes[0])
    assert daemon.call(PLAYER, "Play").startswith("com.github.altdesktop.playerctld.NoActivePlayer")


@pytest.mark.parametrize("text", ["", "\0" * 5000, "player=org.example.No\n", "x" * 20000, "player=" + ROOT + ".\n"])
def test_a_file_that_is_none_of_ours(bus, start, text):
    remembered(bus).parent.mkdir(parents=True)
    remembered(bus).write_text(text)
    daemon = start("--start-last")
    assert daemon.call(PLAYER, "Play").startswith("com.github.altdesktop.playerctld.NoActivePlayer")

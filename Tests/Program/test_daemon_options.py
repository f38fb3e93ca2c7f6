# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests `nowplaying daemon --pause-others`, by which players take turns."""

import json
import time

import pytest
from daemoned import Obedient, player
from lab.running import Runner
from testkit.bus import PLAYER, ROOT
from testkit.desktop import processor_time
from testkit.fakes import song, variants


def test_a_second_player_pauses_the_first_and_gives_it_back(bus, start):
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "video", "chat")
    players.begin("music")
    players.begin("video")
    players.await_(music="Paused", video="Playing")
    players.begin("chat")
    players.await_(video="Paused")
    # The players are resumed one after the other, in the reverse order of their interruptions.
    players.set("chat", "Stopped")
    players.await_(video="Playing", music="Paused")
    daemon.leave(players.players.pop("video"))
    players.await_(music="Playing")
    assert players.done("music") == ["Pause", "Play"]


def test_only_those_that_are_named_pause(bus, start):
    """A radio pauses for a film, and goes on after it; a film does not pause for the radio."""
    daemon = start("--pause-others=radio, other*")
    players = Obedient(bus, daemon, "film", "radio", "others")
    players.begin("film")
    players.begin("radio")
    players.begin("others")
    players.await_(radio="Paused")
    players.set("others", "Paused")
    players.set("film", "Paused")
    players.await_(radio="Playing")
    daemon.settle()
    players.begin("film")
    players.await_(radio="Paused", film="Playing")
    assert players.done("film") == [] and players.done("others") == []
    assert "\nhas paused radio for film\n" in Runner(bus, *daemon.fakes).good("daemon", "status")


class Alike(Obedient):
    """Instances of one program."""

    def metadata(self, name):
        return song(name.rpartition(".")[2])


def test_instances_are_told_apart(bus, start, monkeypatch):
    """Two instances of a program have one name for people, and two in the status."""
    def same(*given, **properties):
        made = player(*given, **properties)
        made.faces[ROOT] |= variants(Identity=("s", "Same"))
        return made

    monkeypatch.setattr("daemoned.player", same)
    daemon = start("--pause-others")
    one, two = ("same.instance1", "same.instance2")
    players = Alike(bus, daemon, one, two)
    players.begin(one)
    players.begin(two)
    players.await_(**{one: "Paused"})
    run = Runner(bus, *daemon.fakes)
    told = json.loads(run.good("daemon", "status", "--json"))
    assert (told["player"], told["paused"], told["paused-for"]) == (two, [one], [two])
    assert f"\nhas paused {one} for {two}\n" in run.good("daemon", "status")


def test_it_rests_without_a_bus(bus, start):
    """Without a bus nothing wakes the daemon, also if a player had stopped just before."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music")
    players.begin("music")
    players.set("music", "Stopped")
    daemon.settle()
    bus.kill()
    time.sleep(1.2)  # sleeps: the stop counts by now
    before = processor_time(daemon.pid)
    time.sleep(1)  # sleeps: what is measured
    assert processor_time(daemon.pid) - before <= 5
    bus.start()
    daemon.fakes = []
    daemon.until(daemon.owner, "it has its name again")


@pytest.mark.parametrize("status", ["Paused", "Stopped"])
def test_a_gap_between_two_songs_is_no_end(bus, start, status):
    """A browser has no item while it goes to the next song, and is paused: nobody goes on, and nobody is paused
    again."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "radio", "tab")
    for name in ("music", "tab"):
        players.begin(name)
    players.await_(music="Paused")
    tab = players.players["tab"]
    tab.change(Metadata=("a{sv}", {}), PlaybackStatus=("s", status))
    daemon.settle()
    time.sleep(1.3)  # sleeps: longer than a player that has stopped counts as playing
    daemon.settle()
    tab.change(Metadata=("a{sv}", song("Next")), PlaybackStatus=("s", "Playing"))
    daemon.settle()
    assert players.done("music") == ["Pause"]
    # Another one that begins in the gap is interrupted by the next song.
    tab.change(Metadata=("a{sv}", {}), PlaybackStatus=("s", status))
    players.begin("radio")
    tab.change(Metadata=("a{sv}", song("Last")), PlaybackStatus=("s", "Playing"))
    players.await_(radio="Paused")
    assert players.done("music") == players.done("radio") == ["Pause"]


def test_nobody_goes_on_by_itself(bus, start):
    """With --no-resume an interrupted player is not resumed; once its user plays it, it can be interrupted again."""
    daemon = start("--pause-others", "--no-resume")
    players = Obedient(bus, daemon, "music", "call")
    for _ in range(2):
        players.begin("music")
        players.begin("call")
        players.await_(music="Paused")
        players.set("call", "Paused")
        time.sleep(1.5)  # sleeps: longer than the moment after which it would go on
        daemon.settle()
    assert players.done("music") == ["Pause", "Pause"] and players.done("call") == []


def test_who_does_not_want_to_pause(bus, start):
    """A player that plays on is left alone, and interrupts no other one."""
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
    """A player that refuses to pause, and that its user pauses much later, is not resumed."""
    daemon = start("--pause-others")
    players = Obedient(bus, daemon, "music", "radio", "video")
    players.players["music"].answers[PLAYER, "Pause"] = lambda call: "org.example.Error.No"
    players.begin("music")
    players.begin("radio")
    time.sleep(1.1)  # sleeps: a player that was asked a moment ago is not asked again
    players.begin("video")
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

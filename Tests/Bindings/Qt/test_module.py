# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the module in QML: the order of sessions, properties, calls, late answers, and players that vanish during a
call."""

from testkit import fakes
import pytest
from testkit.fakes import Plain, Whole, command, content, song
from testkit.wire import Variant


def test_the_order(bus, make_probe):
    first, second = Plain(bus, "first").appear(), Plain(bus, "second", Metadata=("a{sv}", song("Two")),
                                                        PlaybackStatus=("s", "Paused")).appear()
    probe = make_probe(first, second)
    probe.until("titles()", ["One", "Two"])
    # The view must move its rows and keep their items.
    probe.ask("(kept.item = view.itemAt(1), true)")
    second.change(PlaybackStatus=("s", "Playing"))
    probe.until("titles()", ["Two", "One"])
    assert probe.ask("kept.item === view.itemAt(0)") and probe.ask("surface.first.firstLine") == "Two"
    # Of two that play, the one that went to another item last comes first.
    first.change(Metadata=("a{sv}", song("Three")))
    probe.until("titles()", ["Three", "Two"])
    first.close()
    probe.fakes.remove(first)
    probe.until("titles()", ["Two"])
    events = probe.ask("events")
    assert events[:2] == ["added One", "added Two"] and "removed Three" in events and "changed 6" in events
    assert probe.ask("surface.isListed") and probe.ask("surface.busState === NowPlaying.BusConnected")


def test_values_in_qml(make_probe, reference):
    """QML reads what C++ has, and gives it back; an action that could not be begun has no number."""
    probe = make_probe()
    probe.until("surface.sessions.count", 4)
    favourite = probe.ask("named('Trial Concert').commands.find(each => each.id === 'favourite')")
    assert (favourite["icon"], favourite["iconName"], favourite["active"]) == ("heart", "", False)
    assert probe.ask("surface.iconName('volume-off')") == "audio-volume-muted"
    assert probe.ask("surface.errorSentence(NowPlaying.ErrorKindSignIn)") == "Sign in to play this"
    controls = "named('Trial Song').controls"
    skip = f"{controls}.find(each => each.kind === NowPlaying.CommandSkipForward && each.time === 30000)"
    assert probe.ask(f"[{skip}.namePlural, {skip}.label]") == ["Forward by %1 seconds", "Forward by 30 seconds"]
    assert not probe.ask(f"{controls}.filter(each => !each.label || each.label.includes('%1'))")
    assert probe.outcome("own", "named('Trial Concert').pressControl(named('Trial Concert').controls.find("
                         "each => each.id === 'favourite'))")["status"] == 0
    probe.outcome("wrong", "named('Side Episode 1').send(NowPlaying.CommandPlay, {speed: 3})")
    assert probe.outcome("failed", "named('Side Episode 1').send(NowPlaying.CommandPrevious)")["message"]
    assert probe.ask("[kept.wrong.action === 0, kept.failed.action > 0]") == [True, True]


def test_an_entry_without_a_place(bus, make_probe):
    """It comes at the end of the queue."""
    player = fakes.Listing(bus, "list", "A", "B", "C")
    probe = make_probe(player.appear())
    probe.until("surface.sessions.count", 1)
    assert probe.outcome("follow", "surface.first.followQueue()")["status"] == 0
    assert probe.ask("surface.first.queueEntries.map(each => each.title)") == ["A", "B", "C"]
    assert probe.outcome("add", "surface.first.queueAdd('file:///d')")["status"] == 0
    assert player.called("AddTrack")[0][:2] == ["file:///d", "/track/C"]


def test_the_playhead(make_probe, reference):
    """While it runs, the playhead moves, and its chapter and its line of lyrics follow the position."""
    probe = make_probe()
    probe.until("surface.sessions.count", 4)
    probe.ask("(playhead.session = named('Trial Concert'), true)")
    assert probe.ask("[playhead.position, playhead.chapter, playhead.line, playhead.hasLyrics]") == [
        30000, 0, "Hush", True]
    assert probe.ask("playhead.buffered") == 90000
    probe.ask("playhead.running = true")
    probe.outcome("play", "named('Trial Concert').send(NowPlaying.CommandPlay)")
    # The next line of lyrics begins half a second later, and is reported then, though the interval is an hour.
    probe.ask("playhead.interval = 3600000")
    probe.until("playhead.line", "First line")
    assert probe.ask("playhead.position") >= 30500
    probe.outcome("seek", "named('Trial Concert').send(NowPlaying.CommandSeekToPosition, {time: 119900})")
    probe.until("playhead.chapter", 1)
    probe.outcome("next", "named('Trial Concert').send(NowPlaying.CommandNext)")
    probe.until("playhead.seekableEnd >= 1800000 && playhead.seekableStart", 0)
    assert probe.ask("[playhead.chapter, playhead.hasLyrics, playhead.line]") == [-1, False, ""]


def test_a_playhead_that_nobody_looks_at(make_probe, reference):
    probe = make_probe()
    probe.until("surface.sessions.count", 4)
    probe.ask("playhead.session = named('Trial Song'), playhead.interval = 10, kept.moves = 0")
    probe.ask("playhead.moved.connect(() => kept.moves++)")
    position = probe.ask("playhead.position")
    probe.until(f"named('Trial Song').snapshot().elapsed > {position} + 100")
    assert probe.ask("[kept.moves, playhead.position]") == [0, position]
    probe.ask("playhead.running = true")
    probe.until("kept.moves > 5")
    probe.outcome("pause", "named('Trial Song').send(NowPlaying.CommandPause)")
    probe.until("named('Trial Song').state === NowPlaying.StatePaused")
    moves = probe.ask("kept.moves")
    # Twenty answers of the player take longer than the interval of the playhead.
    for _ in range(20):
        probe.outcome("again", "named('Trial Song').send(NowPlaying.CommandPause)")
    assert probe.ask("kept.moves") == moves


@pytest.mark.parametrize("name, value", [
    ("playhead.session", "named('Trial Song')"), ("playhead.running", "true"), ("playhead.interval", "500"),
    ("video.session", "named('Trial Song')"), ("video.active", "true"), ("video.ratio", "NowPlaying.AspectRatioTall"),
    ("video.size", "Qt.size(40, 40)")])
def test_a_property_that_is_set(make_probe, reference, name, value):
    """A property notifies when it is set to another value, and not when it is set to the same one."""
    probe = make_probe()
    probe.until("surface.sessions.count", 4)
    probe.ask(f"(kept.told = 0, {name}Changed.connect(() => kept.told++), true)")
    for _ in range(2):
        probe.ask(f"({name} = {value}, true)")
        assert probe.ask("kept.told") == 1


def test_a_player_that_vanishes_during_a_call(bus, make_probe):
    player = Whole(bus, "whole")
    player.session("a", Content=content(artwork=Variant("s", "cover")))
    player.answers[fakes.SESSION, "SendCommand"] = player.answers[fakes.SESSION, "GetArtwork"] = lambda call: None
    probe = make_probe(player.appear())
    probe.until("titles()", ["Song"])
    probe.ask("(playhead.session = video.session = named('Song'), video.active = true)")
    probe.ask("image.source = named('Song').artworkSource")
    probe.ask("act('gone', named('Song').send(NowPlaying.CommandPlay))")
    probe.wait(lambda: player.called("SendCommand") and player.called("GetArtwork"), "the calls")
    probe.expected.append("QML Image")
    player.close()
    probe.fakes.clear()
    probe.until("kept.gone")
    assert probe.ask("kept.gone.status === NowPlaying.ErrorCancelled")
    probe.until("surface.sessions.count === 0 && playhead.session === null && video.session === null")
    probe.until("image.status === Image.Error")
    assert probe.ask("playhead.position") == -1


def test_a_surface_that_qml_deletes_during_a_call(bus, make_probe):
    """The end of an action comes with the action, though QML counts the children of what it deletes as deleted."""
    player = Whole(bus, "whole")
    player.session("a")
    player.answers[fakes.SESSION, "SendCommand"] = lambda call: None
    probe = make_probe(player.appear())
    probe.ask("(kept.loader = Qt.createQmlObject('import QtQuick 2.15; import org.nowplaying 1.0; Loader { "
              "sourceComponent: Item { property Surface surface: Surface { } } }', view), true)")
    probe.until("kept.loader.item.surface.first !== null")
    probe.ask("act('gone', kept.loader.item.surface.first.send(NowPlaying.CommandPlay))")
    probe.wait(lambda: player.called("SendCommand"), "the call")
    probe.ask("kept.loader.active = false")
    probe.until("kept.gone")
    assert probe.ask("[kept.gone.status === NowPlaying.ErrorCancelled, kept.gone.message !== '']") == [True, True]


def test_a_bus_that_goes(bus, make_probe):
    player = Plain(bus, "plain").appear()
    probe = make_probe(player)
    probe.until("titles()", ["One"])
    player.close()
    probe.fakes.clear()
    bus.kill()
    probe.until("surface.busState === NowPlaying.BusNone && surface.sessions.count === 0 && !surface.isListed")
    bus.start()
    probe.until("surface.isListed")


def test_a_flood(bus, make_probe):
    """The surface stays responsive under thousands of changes and more commands than may wait for an answer, and shows
    the right state at the end."""
    player = Whole(bus, "whole")
    player.session("a")
    probe = make_probe(player.appear())
    probe.until("titles()", ["Song"])
    for number in range(3000):
        player.change("a", Content=content(f"Song {number}"), Commands=("aa{sv}", [command("play")] * 64))
    probe.until("titles()", ["Song 2999"])
    player.answers[fakes.SESSION, "SendCommand"] = lambda call: None
    probe.ask("kept.busy = 0, kept.cancelled = 0")
    probe.ask("(() => { for (let i = 0; i < 1100; i++) surface.first.send(NowPlaying.CommandPlay).finished.connect("
              "action => action.status === NowPlaying.ErrorBusy ? kept.busy++ : kept.cancelled++) })()")
    probe.until("kept.busy", 76)
    player.close()
    probe.fakes.clear()
    probe.until("kept.cancelled", 1024)

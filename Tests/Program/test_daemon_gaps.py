# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that browsers, which have no item while they go to the next song, keep their place before other players."""

import pytest
from daemoned import player
from lab.running import Runner
from testkit.fakes import song, variants


@pytest.mark.parametrize("status", ["Playing", "Paused", "Stopped"])
@pytest.mark.parametrize("left", [{}, variants(**{"mpris:trackid": ("o", "/track/2"), "xesam:title": ("s", "")})],
                         ids=["empty", "no title"])
def test_a_gap_between_two_songs_gives_no_key_to_others(bus, start, left, status):
    """A browser has no item while it goes to the next song. Bars and keys stay with it, also those of a command that
    has just begun."""
    daemon = start()
    other, tab = player(bus, "other"), player(bus, "tab", "Playing")
    daemon.join(other, tab)
    run = Runner(bus, other, tab)
    panels = [run.start(*words) for words in (["follow", "--first"], ["follow", "--waybar"],
                                              ["-F", "metadata", "--format", "{{playerName}} {{title}}"])]
    for panel in panels:
        panel.wait(lambda: panel.lines, "the first line")
    keys = ["-p", "playerctld", "next"], ["next"], ["send", "next"]
    for number, words in enumerate(keys):
        tab.change(Metadata=("a{sv}", left), PlaybackStatus=("s", status))
        daemon.settle()
        run.good(*words)
        tab.change(Metadata=("a{sv}", song(f"Song{number}")), PlaybackStatus=("s", "Playing"))
        for panel in panels:
            panel.wait(lambda: f"Song{number}" in panel.lines[-1], "the next song")
    assert len(tab.called("Next")) == 3 and not other.called("Next")
    for panel in panels:
        assert not any("other" in line for line in panel.lines)
        panel.close()


def test_a_browser_takes_nothing_between_two_songs(bus, start):
    """Chromium says one thing after the other: first that it takes no command, last that it has no item. No key goes
    to another player, and no line shows one. Once the tab is closed, the other player has both."""
    daemon = start()
    other, tab = player(bus, "other"), player(bus, "tab", "Playing")
    daemon.join(other, tab)
    run = Runner(bus, other, tab)
    line = run.start("-F", "metadata", "--format", "{{playerName}} {{title}}")
    line.wait(lambda: line.lines, "the first line")
    abilities = ["CanPlay", "CanPause", "CanGoPrevious", "CanGoNext", "CanSeek"]

    def lose():
        for name in abilities:
            tab.change(**{name: ("b", False)})
        tab.change(PlaybackStatus=("s", "Stopped"))
        tab.change(Metadata=("a{sv}", variants(**{"mpris:length": ("x", 0)})))
        daemon.settle()

    commands = ["next"], ["play-pause"], ["metadata"], ["send", "next"], ["daemon", "status"]
    for number, words in enumerate(commands):
        lose()
        done = run(*words)
        assert done.code == 1 or "it goes to its next item" in done.out, done
        tab.change(Metadata=("a{sv}", song(f"Song{number}")))
        for name in abilities:
            tab.change(**{name: ("b", True)})
        tab.change(PlaybackStatus=("s", "Playing"))
        line.wait(lambda: f"Song{number}" in line.lines[-1], "the next song")
    assert not other.called("Next") and not other.called("PlayPause")
    assert not any("other" in each for each in line.lines)
    lose()
    line.wait(lambda: "other" in line.lines[-1], "the other player")
    daemon.active("other")
    run.good("next")
    assert other.called("Next")
    line.close()


def test_a_gap_does_not_end_a_shift(bus, start):
    daemon = start()
    one, two = player(bus, "one"), player(bus, "two", "Playing")
    daemon.join(one, two)
    Runner(bus, one, two).good("daemon", "shift")
    daemon.active("one")
    two.change(Metadata=("a{sv}", {}), PlaybackStatus=("s", "Stopped"))
    daemon.settle()
    two.change(Metadata=("a{sv}", song("Next")), PlaybackStatus=("s", "Playing"))
    daemon.settle()
    daemon.active("one")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests one playback behind two names: the better one is shown, and the other as soon as they differ. No program can
hide a player that is not its own."""

import os
import time

import pytest
from lab.other_process import OtherProcesses
from lab.library import Shown
from testkit import fakes
from testkit.bus import ROOT
from testkit.fakes import Plain, variants

POOR = {"CanGoNext": ("b", False), "CanGoPrevious": ("b", False)}
PID = "kde:pid"


def song(title, **others):
    return fakes.song("X") | variants(**{"xesam:title": ("s", title)}) | variants(**others)


class Stage:
    """Fake players, in this process or in their own, and surfaces that see them."""

    def __init__(self, bus, make_shown):
        self.bus, self.make_shown, self.fakes, self.others, self.shown = bus, make_shown, [], OtherProcesses(), None

    def player(self, name, title="Video", apart=False, **properties):
        properties = {"Metadata": ("a{sv}", title if isinstance(title, dict) else song(title))} | properties
        if apart:
            with self.others:
                made = Plain(self.bus, name, apart=False, **properties)
        else:
            made = Plain(self.bus, name, apart=False, **properties)
        self.fakes.append(made.appear())
        if self.shown:
            self.shown.others.append(made)
        return made

    def show(self):
        """Makes a surface, and returns it when it has listed all players."""
        self.shown = self.make_shown(*self.fakes)
        self.shown.wait(lambda: self.shown.listed, "the list")
        return self.shown

    def settle(self):
        for fake in self.fakes:
            self.shown.settle(fake)

    @property
    def names(self):
        """The last parts of the names of the players that are shown, in their order."""
        keys = [view.key for view in self.shown.order()]
        assert sorted(keys) == sorted(self.shown.entries)
        return [view.bus_name.removeprefix(ROOT + ".") for view in self.shown.order()]

    def see(self, *names):
        self.shown.wait(lambda: set(self.names) == set(names), f"{names} alone")

    def stay(self, *names):
        """Checks that exactly these names are shown, and remain so for longer than a change takes."""
        self.settle()
        end = time.monotonic() + 1.3
        while time.monotonic() < end:
            assert set(self.names) == set(names)
            self.shown.pump()
            time.sleep(0.02)  # sleeps: nothing may happen meanwhile
        self.settle()
        assert set(self.names) == set(names)

    def pause(self, seconds):
        """Lets time pass."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.shown.pump()
            time.sleep(0.02)  # sleeps: the time is what the test is about

    def close(self):
        self.others.end()


@pytest.fixture
def stage(bus, make_shown):
    made = Stage(bus, make_shown)
    yield made
    made.close()


def pid(number, kind="u", title="Video"):
    return song(title, **{PID: (kind, number)})


# ------------------------------------------------------------------------------------------ One process


def test_what_is_sent_goes_to_the_one_that_is_shown(stage):
    one, other = stage.player("one", **POOR), stage.player("other")
    shown = stage.show()
    stage.see("other")
    assert shown.send(shown.order()[0], "PAUSE").wait().status == "OK"
    assert len(other.called("Pause")) == 1 and not one.called("Pause")


# ------------------------------------------------------------------------------------------------ kde:pid


@pytest.mark.parametrize("kind", ["u", "i", "x", "t", "s"])
def test_a_browser_and_its_integration(stage, kind):
    """The integration is a child of the browser, which is this process."""
    number = os.getpid()
    stage.player("firefox", **POOR)
    stage.player("integration", pid(str(number) if kind == "s" else number, kind), apart=True)
    stage.show()
    stage.stay("integration")


# ----------------------------------------------------------------------------------------------- The option


@pytest.fixture
def both(bus, stage):
    """Yields a function that makes a surface with the option to get both names of a playback."""
    made = []

    def show():
        made.append(Shown(bus.address, *stage.fakes, twins=1))
        stage.shown = made[-1]
        stage.shown.wait(lambda: stage.shown.listed, "the list")
        return stage.shown

    yield show
    for shown in made:
        shown.close()


def test_both_with_the_key_of_the_other(stage, both):
    one, apart = stage.player("one", **POOR), stage.player("apart", "Apart", apart=True)
    shown = both()
    for status in ("Paused", "Playing"):
        apart.change(PlaybackStatus=("s", status))
        stage.settle()
    assert stage.names == ["apart", "one"]  # the pair is behind one that is alone
    stage.player("other")
    stage.stay("one", "other", "apart")
    views = {view.display_name: view for view in shown.order()}
    assert (views["one"].twin_key, views["other"].twin_key) == (views["other"].key, views["one"].key)
    assert (views["one"].abilities & 128, views["other"].abilities & 128) == (128, 0)
    assert not views["apart"].twin_key
    one.change(PlaybackStatus=("s", "Paused"))
    one.change(Metadata=("a{sv}", song("Another")))
    view = shown.wait_for(views["one"], lambda view: not view.twin_key)
    assert view.abilities & 128 == 0 and not shown.again(views["other"]).twin_key
    assert "removed" not in [kind for kind, _ in shown.events]


# ------------------------------------------------------------------------------------------------- At rest


def test_twins_cost_nothing_at_rest(stage):
    stage.player("one", **POOR), stage.player("other")
    stage.show()
    stage.see("other")
    stage.settle()
    turns, turn = [], stage.shown.turn
    stage.shown.turn = lambda: (turns.append(1), turn())
    stage.pause(2)
    assert len(turns) <= 1

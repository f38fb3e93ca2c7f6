# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests one playback behind two names as programs get it. The simulation (S3, S7) and TwinsTests judge when two names
are one playback."""

import os
import time

import pytest
from lab.other_process import OtherProcesses
from lab.library import Shown
from testkit import fakes
from testkit.bus import ROOT
from testkit.fakes import Plain, variants

POOR = {"CanGoNext": ("b", False), "CanGoPrevious": ("b", False)}


def playing(bus, name, title="Video", others=None, **properties):
    """Starts a player in this process. `others`: further metadata."""
    metadata = fakes.song("X") | variants(**{"xesam:title": ("s", title)}, **others or {})
    return Plain(bus, name, apart=False, **{"Metadata": ("a{sv}", metadata)} | properties).appear()


@pytest.fixture
def elsewhere(bus):
    """Yields a function that starts a player in a child process."""
    processes = OtherProcesses()

    def start(*arguments, **others):
        with processes:
            return playing(bus, *arguments, **others)

    yield start
    processes.end()


def names(shown):
    """Returns the last parts of the names of the players that are shown, in their order."""
    return [view.bus_name.removeprefix(ROOT + ".") for view in shown.order()]


def test_what_is_sent_goes_to_the_one_that_is_shown(bus, make_shown):
    one, other = playing(bus, "one", **POOR), playing(bus, "other")
    shown = make_shown(one, other)
    shown.wait(lambda: names(shown) == ["other"], "the richer one alone")
    assert shown.send(shown.order()[0], "PAUSE").wait().status == "OK"
    assert len(other.called("Pause")) == 1 and not one.called("Pause")


@pytest.mark.parametrize("kind", ["u", "i", "x", "t", "s"])
def test_a_browser_and_its_integration(bus, make_shown, elsewhere, kind):
    """The integration is a child of the browser, which is this process, and names it by a number or a text."""
    number = str(os.getpid()) if kind == "s" else os.getpid()
    shown = make_shown(playing(bus, "firefox", **POOR),
                       elsewhere("integration", others={"kde:pid": (kind, number)}))
    shown.wait(lambda: shown.listed and names(shown) == ["integration"], "the integration alone")


def test_both_with_the_key_of_the_other(bus, elsewhere):
    """A surface has the option to get both names of a playback."""
    one, apart = playing(bus, "one", **POOR), elsewhere("apart", "Apart")
    shown = Shown(bus.address, one, apart, twins=1)
    shown.wait(lambda: shown.listed, "the list")
    for status in ("Paused", "Playing"):
        apart.change(PlaybackStatus=("s", status))
        shown.settle(apart)
    assert names(shown) == ["apart", "one"]  # the pair is behind one that is alone
    shown.others.append(playing(bus, "other"))
    shown.wait(lambda: shown.again(shown.find(display_name="one")).twin_key, "a twin")
    views = {view.display_name: view for view in shown.order()}
    assert views.keys() == {"one", "other", "apart"} and not views["apart"].twin_key
    assert (views["one"].twin_key, views["other"].twin_key) == (views["other"].key, views["one"].key)
    assert (views["one"].abilities & 128, views["other"].abilities & 128) == (128, 0)
    one.change(PlaybackStatus=("s", "Paused"))
    one.change(Metadata=("a{sv}", fakes.song("Another")))
    view = shown.wait_for(views["one"], lambda view: not view.twin_key)
    assert view.abilities & 128 == 0 and not shown.again(views["other"]).twin_key
    assert "removed" not in [kind for kind, _ in shown.events]
    shown.close()


def test_twins_cost_nothing_at_rest(bus, make_shown):
    one, other = playing(bus, "one", **POOR), playing(bus, "other")
    shown = make_shown(one, other)
    shown.wait(lambda: names(shown) == ["other"], "the richer one alone")
    # Their positions do not move: each is asked after a second, and then after two more.
    shown.wait(lambda: one.questions() == other.questions() == 1, "a question to each")
    for fake in one, other:
        shown.settle(fake)
    turns, turn, end = [], shown.turn, time.monotonic() + 1.5
    shown.turn = lambda: (turns.append(1), turn())
    while time.monotonic() < end:
        shown.pump()
        time.sleep(0.02)  # sleeps: the time is what the test is about
    assert len(turns) <= 1

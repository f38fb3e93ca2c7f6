# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests one playback behind two names: the better one is shown, and the other as soon as they differ. No program can
hide a player that is not its own."""

import os
import time

import pytest
from lab.elsewhere import Elsewhere
from lab import fakes
from lab.fakes import Plain, Whole, variants
from lab.harness.bus import ROOT
from lab.library import Shown

POOR = {"CanGoNext": ("b", False), "CanGoPrevious": ("b", False)}
PID = "kde:pid"


def song(title, **others):
    return fakes.song("X") | variants(**{"xesam:title": ("s", title)}) | variants(**others)


class Stage:
    """Fake players, in this process or in their own, and surfaces that see them."""

    def __init__(self, bus, make_shown):
        self.bus, self.make_shown, self.fakes, self.elsewhere, self.shown = bus, make_shown, [], Elsewhere(), None

    def player(self, name, title="Video", apart=False, **properties):
        properties = {"Metadata": ("a{sv}", title if isinstance(title, dict) else song(title))} | properties
        if apart:
            with self.elsewhere:
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
        self.elsewhere.end()


@pytest.fixture
def stage(bus, make_shown):
    made = Stage(bus, make_shown)
    yield made
    made.close()


def pid(number, kind="u", title="Video"):
    return song(title, **{PID: (kind, number)})


# ------------------------------------------------------------------------------------------ One process


@pytest.mark.parametrize("title", ["Video", "Video - A Site", "A Site: Video"])
def test_of_one_process_the_richer_is_shown(stage, title):
    stage.player("app", title, **POOR)
    stage.player("chromium.instance1", Volume=("d", 0.5))
    shown = stage.show()
    assert stage.names == ["chromium.instance1"]
    assert [kind for kind, _ in shown.events if kind == "removed"] in ([], ["removed"])
    stage.stay("chromium.instance1")


def endless(title):
    """Returns the metadata of an item of unknown length."""
    return {key: value for key, value in song(title).items() if key != "mpris:length"}


@pytest.mark.parametrize("one, other", [
    ("One", "Other"), ("", "Video"), ("", ""), ({}, "Video"), ({}, {}),
    (endless("Radio"), endless("Radio Ga Ga")), (endless("Radio"), song("Radio Ga Ga")),
    (song("Video"), song("Video", **{"mpris:length": ("x", 7_000_000)}))])
def test_of_one_process_two_playbacks_are_two(stage, one, other):
    stage.player("one", one)
    stage.player("other", other)
    stage.show()
    stage.stay("one", "other")


def test_both_are_shown_when_they_part(stage):
    one, other = stage.player("one", **POOR), stage.player("other")
    shown = stage.show()
    stage.see("other")
    key = shown.order()[0].key
    for change, back in (({"Metadata": ("a{sv}", song("Another"))}, {"Metadata": ("a{sv}", song("Video"))}),
                         ({"PlaybackStatus": ("s", "Paused")}, {"PlaybackStatus": ("s", "Playing")})):
        one.change(**change)
        stage.see("one", "other")
        hidden = next(view for view in shown.order() if view.key != key)
        one.change(**back)
        stage.see("other")
        assert shown.order()[0].key == key
        one.change(**change)
        stage.see("one", "other")
        assert {view.key for view in shown.order()} == {key, hidden.key}
        one.change(**back)
        stage.see("other")


def test_one_that_is_late_stays_what_it_is(stage):
    one, other = stage.player("one", **POOR), stage.player("other")
    stage.show()
    stage.see("other")
    before = len(stage.shown.events)
    for title in ("Two", "Three"):
        other.change(Metadata=("a{sv}", song(title)))
        stage.settle()
        stage.pause(0.2)
        one.change(Metadata=("a{sv}", song(title)))
        stage.settle()
    stage.stay("other")
    assert {kind for kind, _ in stage.shown.events[before:]} == {"changed"}


def test_the_other_is_there_at_once_when_the_better_leaves(stage):
    one, other = stage.player("one", **POOR), stage.player("other")
    shown = stage.show()
    stage.see("other")
    before = len(shown.events)
    stage.fakes.remove(other)
    shown.others.remove(other)
    other.close()
    shown.wait(lambda: "removed" in [kind for kind, _ in shown.events[before:]], "the end of it")
    assert [kind for kind, _ in shown.events[before:]] == ["removed", "added", "ordered"]
    assert stage.names == ["one"]
    # The values change back again.
    stage.player("third", Volume=("d", 0.5))
    stage.see("third")


def test_what_is_sent_goes_to_the_one_that_is_shown(stage):
    one, other = stage.player("one", **POOR), stage.player("other")
    shown = stage.show()
    stage.see("other")
    assert shown.send(shown.order()[0], "PAUSE").wait().status == "OK"
    assert len(other.called("Pause")) == 1 and not one.called("Pause")


def test_sessions_of_one_player_are_no_twins(bus, stage):
    player = Whole(bus, "whole")
    player.session("a", ApplicationPrimary=("b", True))
    player.session("b")
    stage.fakes.append(player.appear())
    second = Whole(bus, "second")
    second.session("a", ApplicationPrimary=("b", True))
    stage.fakes.append(second.appear())
    stage.show()
    stage.pause(0.1)
    assert len(stage.shown.entries) == 3


# ------------------------------------------------------------------------------------------------ kde:pid


@pytest.mark.parametrize("kind", ["u", "i", "x", "t", "n", "s"])
@pytest.mark.parametrize("title", ["Video", "Video – A Site"])
def test_a_browser_and_its_integration(stage, kind, title):
    """The integration is a child of the browser, which is this process."""
    number = os.getpid()
    if kind == "n" and number >= 2 ** 15:
        pytest.skip("the number of the process is too large")
    stage.player("firefox", title, **POOR)
    stage.player("integration", pid(str(number) if kind == "s" else number, kind), apart=True)
    stage.show()
    stage.stay("integration")


def test_another_tab_beside_the_integration(stage):
    """A browser that plays another tab than its integration shows is a playback of its own."""
    browser = stage.player("firefox", "Page", **POOR)
    stage.player("integration", pid(os.getpid()), apart=True)
    stage.show()
    stage.stay("firefox", "integration")
    browser.change(Metadata=("a{sv}", song("Video")))
    stage.see("integration")
    began = time.monotonic()
    browser.change(Metadata=("a{sv}", song("Page")))
    stage.see("firefox", "integration")
    assert time.monotonic() - began < 1


def test_a_browser_that_says_more_than_its_integration(stage):
    stage.player("firefox", Volume=("d", 0.5))
    stage.player("integration", pid(os.getpid()), apart=True, **POOR)
    stage.show()
    stage.stay("firefox")


@pytest.mark.parametrize("number, kind", [
    (0, "u"), (-1, "i"), (-2 ** 63, "x"), (2 ** 64 - 1, "t"), (2 ** 31, "u"), (1.5, "d"), ("", "s"), ("4711x", "s"),
    ("9" * 1000, "s"), (True, "b"), (["a"], "as"), (2 ** 31 - 1, "i")])
def test_a_process_that_is_none(stage, number, kind):
    stage.player("one", "One")
    stage.player("odd", pid(number, kind, "Odd"), apart=True)
    stage.show()
    stage.stay("one", "odd")


def test_a_claim_hides_nobody_else(stage):
    """The program is not a child of the process that it names, whatever it claims."""
    stage.player("victim", "Song", apart=True, **POOR)
    victim = stage.elsewhere.processes[-1]
    liar = stage.player("liar", pid(victim, title="Song"), apart=True, Volume=("d", 0.5))
    stage.show()
    stage.stay("victim")
    liar.change(Metadata=("a{sv}", pid(victim, title="Better")))
    stage.see("victim", "liar")


# ---------------------------------------------------------------------------------------------- Behaviour

def begin_together(stage, first, second, times=2):
    """Stops both and starts them again, the first one first."""
    for number in range(times):
        stage.pause(1.2)
        for fake in (first, second):
            fake.change(PlaybackStatus=("s", "Paused" if number % 2 == 0 else "Playing"))
            stage.shown.settle(fake)
            stage.pause(0.05)
    stage.settle()


def test_a_client_and_a_bridge(stage):
    """Each of the two begins first sometimes."""
    bridge = stage.player("bridge", apart=True)
    stage.show()
    client = stage.player("client", apart=True, **POOR)
    begin_together(stage, client, bridge, 1)
    stage.see("client", "bridge")
    stage.pause(1.2)
    for fake in (bridge, client):
        fake.change(PlaybackStatus=("s", "Playing"))
        stage.shown.settle(fake)
        stage.pause(0.05)
    stage.see("bridge")
    for title in ("Two", "Three"):
        for fake in (client, bridge):
            fake.change(Metadata=("a{sv}", song(title)))
    stage.stay("bridge")
    client.change(Metadata=("a{sv}", song("Something else")))
    stage.see("client", "bridge")


@pytest.mark.parametrize("title", ["Other", "Video - A Site", ""])
def test_of_others_the_title_counts(stage, title):
    one, other = stage.player("one", apart=True), stage.player("other", title, apart=True)
    stage.show()
    begin_together(stage, one, other)
    stage.stay("one", "other")


def test_a_length_tells_two_apart(stage):
    long = song("Video", **{"mpris:length": ("x", 300_000_000)})
    one, other = stage.player("one", apart=True), stage.player("other", long, apart=True)
    stage.show()
    begin_together(stage, one, other)
    stage.stay("one", "other")


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("copied", ["before the surface", "before it came", "later"])
def test_a_program_that_copies_hides_nobody(stage, copied, leads):
    """A copy hides nobody, even if it says more and changes first, because it drives the player that it copies: it is
    hidden itself where it came later, and else both are shown."""
    copy = None
    if copied != "before it came":
        title = "Video" if copied == "before the surface" else "Other"
        copy = stage.player("copy", title, apart=True, Volume=("d", 0.5))
    victim = stage.player("victim", apart=True, **POOR)
    stage.show()
    copy = copy or stage.player("copy", apart=True, Volume=("d", 0.5))
    copy.change(Metadata=("a{sv}", song("Video")))
    stage.settle()
    begin_together(stage, *((copy, victim) if leads else (victim, copy)), 4)
    if copied == "before it came":
        stage.stay("victim")
        victim.change(PlaybackStatus=("s", "Paused"))
        stage.see("victim", "copy")
    else:
        stage.stay("victim", "copy")


@pytest.mark.parametrize("interval", [0.1, 1.2])
def test_a_program_that_begins_all_the_time_hides_nobody(stage, interval):
    copy, victim = stage.player("copy", apart=True, Volume=("d", 0.5)), stage.player("victim", apart=True, **POOR)
    stage.show()
    count = round(6 / interval)
    for number in range(count):
        copy.change(PlaybackStatus=("s", ("Paused", "Playing")[number % 2]))
        stage.pause(interval / 2)
        if number in (count - 2, count - 1) or interval < 1 and number == count - 12:
            victim.change(PlaybackStatus=("s", ("Paused", "Playing")[number % 2]))
        stage.pause(interval / 2)
        assert "victim" in stage.names


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


def test_many_of_one_process(stage):
    """All have one title, which takes time to compare."""
    title = "a" * 200
    for number in range(60):
        stage.player(f"many{number}", title + "b" * (number % 2), **(POOR if number else {}))
    stage.player("last", "Something", apart=True)
    stage.show()
    assert "last" in stage.names and "many0" in stage.names

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players of MPRIS alone that do not emit all changes: these are read after each of their signals."""

import pytest
from testkit.bus import PATH, PLAYER
from testkit.fakes import Plain, Whole, content, song, variants
from testkit.wire import Variant

TOLD = {"status": {"PlaybackStatus": ("s", "Paused")}, "metadata": {"Metadata": ("a{sv}", song("Two"))},
        "the same again": {"Metadata": ("a{sv}", song("One")), "PlaybackStatus": ("s", "Playing")}}
UNTOLD = {
    "CanPlay": ({"CanPlay": ("b", False)}, lambda view: not view.command("PLAY").enabled),
    "CanPause": ({"CanPause": ("b", False)}, lambda view: not view.command("PAUSE").enabled),
    "CanGoNext": ({"CanGoNext": ("b", False)}, lambda view: not view.command("NEXT").enabled),
    "CanGoPrevious": ({"CanGoPrevious": ("b", False)}, lambda view: not view.command("PREVIOUS").enabled),
    "CanSeek": ({"CanSeek": ("b", False)}, lambda view: view.command("SKIP_FORWARD", 1) is None),
    "MaximumRate": ({"MaximumRate": ("d", 2.0)}, lambda view: view.command("CHANGE_RATE")),
    "LoopStatus": ({"LoopStatus": ("s", "Track")}, lambda view: view.command("CHANGE_REPEAT_MODE").current == 1),
    "Volume": ({"Volume": ("d", 0.5)}, lambda view: view.volume == 0.5),
    "Position": ({"Position": ("x", 70_500_000)}, lambda view: 70 < view.position() < 80)}


def start(bus, make_shown, **properties):
    player = Plain(bus, "plain", LoopStatus=("s", "None"), **properties).appear()
    shown = make_shown(player)
    view = shown.find(display_name="plain")
    shown.settle(player)
    return player, shown, view


@pytest.mark.parametrize("untold, is_seen", UNTOLD.values(), ids=UNTOLD)
@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD)
def test_what_is_told_beside_it(bus, make_shown, told, untold, is_seen):
    player, shown, view = start(bus, make_shown)
    player.faces[PLAYER].update(variants(**untold))
    player.change(**told)
    shown.wait_for(view, is_seen)
    shown.settle(player)
    assert player.questions() == 1


def test_nothing_is_asked_beside_the_rest(bus, make_shown):
    player, shown, _ = start(bus, make_shown)
    for told in {"Volume": ("d", 0.5)}, {"CanPlay": ("b", False)}, {"Shuffle": ("b", True)}:
        player.change(**told)
        shown.settle(player)
    player.tell(PATH, PLAYER, "Seeked", "x", 9_000_000)
    shown.settle(player)
    assert player.questions() == 0


def test_players_of_org_nowplaying_are_not_asked(bus, make_shown):
    """These players emit everything."""
    player = Whole(bus, "whole")
    player.session("a")
    player.faces[PLAYER] = Plain(bus, "unused").faces[PLAYER]
    shown = make_shown(player.appear())
    view = shown.find(session_id="a")
    shown.settle(player)
    before = len(player.called("GetAll"))
    for title in "ab":
        player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song(title)), PlaybackStatus=("s", "Paused"))
        player.change("a", Content=content(title))
        shown.wait_for(view, lambda view, title=title: view.lines[0] == title)
    shown.settle(player)
    assert len(player.called("GetAll")) == before


def test_many_in_one_turn_are_one_question(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    for number in range(20):
        player.change(PlaybackStatus=("s", ("Playing", "Paused")[number % 2]))
        player.change(Metadata=("a{sv}", song(str(number))))
    shown.wait_for(view, lambda view: view.lines[0] == "19" and view.state == "paused")
    shown.settle(player)
    assert 1 <= player.questions() <= 20


def test_an_answer_that_is_behind_what_was_told(bus, make_shown):
    """Some players emit a signal before their getters have the new value."""
    player, shown, view = start(bus, make_shown)
    player.faces[PLAYER]["CanPlay"] = Variant("b", False)
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Paused"))
    view = shown.wait_for(view, lambda view: not view.command("PLAY").enabled)
    assert (view.lines[0], view.state) == ("Two", "paused")
    # A value that no signal has is taken from the answer.
    player.tell_changed(PATH, PLAYER, PlaybackStatus=("s", "Paused"))
    shown.wait_for(view, lambda view: view.lines[0] == "One" and view.state == "paused")


@pytest.mark.parametrize("told", [("One",), ("One", "One"), ("Two", "One")])
def test_a_song_that_begins_again(bus, make_shown, told):
    """The song begins again without Seeked, with the same id."""
    player, shown, view = start(bus, make_shown, Position=("x", 100_000_000))
    player.faces[PLAYER]["Position"] = Variant("x", 0)
    for title in told:
        player.change(Metadata=("a{sv}", song(title)))
    shown.wait_for(view, lambda view: view.position() < 60 and view.lines[0] == "One")

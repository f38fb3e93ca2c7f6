# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players of MPRIS alone that do not emit all changes: these are read after each of their signals, and the
position once more when the player has had time to move."""

import time

import pytest
from testkit.bus import PATH, PLAYER, PROPERTIES
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


def later(shown, player, questions):
    """Waits until the player has been asked so often."""
    shown.wait(lambda: player.questions() == questions, "a question")
    shown.settle(player)


@pytest.mark.parametrize("status", ["Playing", "Paused"])
def test_a_seek_that_is_told_with_the_old_position(bus, make_shown, status):
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", status), Position=("x", 5_000_000))
    player.tell(PATH, PLAYER, "Seeked", "x", 5_000_000)
    player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
    shown.wait_for(view, lambda view: 69 < view.position() < 80)
    later(shown, player, 1)


def test_a_seek_that_is_told_before_the_player_has_moved(bus, make_shown):
    """The position is not asked for at once."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", "Paused"))
    player.tell(PATH, PLAYER, "Seeked", "x", 70_000_000)
    shown.wait_for(view, lambda view: view.position() == 70)
    player.faces[PLAYER]["Position"] = Variant("x", 70_000_000)
    later(shown, player, 1)
    view = shown.again(view)
    assert view.position() == 70 and view.changes == 4


def test_a_song_that_is_told_before_it_has_begun(bus, make_shown):
    """Some browsers have one track id for all songs, and the old position for a moment."""
    player, shown, view = start(bus, make_shown, PlaybackStatus=("s", "Paused"), Position=("x", 50_000_000))
    player.change(Metadata=("a{sv}", song("Two")))
    view = shown.wait_for(view, lambda view: view.lines[0] == "Two" and view.position() == 50)
    player.faces[PLAYER]["Position"] = Variant("x", 0)
    view = shown.wait_for(view, lambda view: view.position() == 0)
    assert view.lines[0] == "Two"
    later(shown, player, 2)


def test_a_getter_that_stays_behind_changes_nothing(bus, make_shown):
    player, shown, view = start(bus, make_shown)
    player.tell_changed(PATH, PLAYER, Metadata=("a{sv}", song("Two")), PlaybackStatus=("s", "Paused"))
    later(shown, player, 2)
    view = shown.again(view)
    assert (view.lines[0], view.state) == ("Two", "paused")


def test_an_answer_that_comes_late_is_taken(bus, make_shown):
    """It has what no signal has told, and no other question is asked meanwhile."""
    player, shown, view = start(bus, make_shown)
    held, answer = [], player.answers[PROPERTIES, "GetAll"]
    player.answers[PROPERTIES, "GetAll"] = held.append
    player.tell(PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", PLAYER, {}, ["Metadata"])
    end = time.monotonic() + 1.5
    shown.wait(lambda: held and time.monotonic() > end, "the time of a second question")
    assert len(held) == 1
    player.faces[PLAYER]["Metadata"] = Variant("a{sv}", song("Two"))
    player.answers[PROPERTIES, "GetAll"] = answer
    player.answer(held[0])
    shown.wait_for(view, lambda view: view.lines[0] == "Two")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that one button plays and pauses every player: when a player of org.nowplaying does not offer
toggle-play-pause, the library makes it from what the player offers."""

import pytest
from lab.fakes import SESSION, Whole, command, playback


def start(bus, make_shown, words, state="playing"):
    player = Whole(bus, "whole")
    player.session("a", Commands=("aa{sv}", [command(word.rstrip("!"), not word.endswith("!")) for word in words]),
                   Playback=playback(state, 1.0 if state == "playing" else 0.0))
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


def sent(player):
    return [(body[0], body[1]["item"].value) for body in player.called("SendCommand", SESSION)]


@pytest.mark.parametrize("words, state, wanted", [
    (["play", "pause"], "playing", "pause"), (["play", "pause"], "paused", "play"),
    (["play", "pause"], "buffering", "pause"), (["play", "pause"], "interrupted", "play"),
    (["play", "stop"], "playing", "stop"), (["play", "stop"], "stopped", "play"),
    (["stop", "play", "pause"], "playing", "pause"), (["play", "pause!", "stop"], "playing", "stop"),
    (["pause"], "playing", "pause"), (["play"], "paused", "play")])
def test_it_is_made_of_what_there_is(bus, make_shown, words, state, wanted):
    player, shown, view = start(bus, make_shown, [*words, "next"], state)
    toggle = view.command("TOGGLE_PLAY_PAUSE", 1)
    assert toggle.enabled and toggle.icon == wanted.encode() and len(view.commands) == len(words) + 2
    assert view.offered()[-2:] == ["TOGGLE_PLAY_PAUSE", "NEXT"]
    assert shown.send(view, "TOGGLE_PLAY_PAUSE").wait().status == "OK"
    assert sent(player) == [(wanted, "id of Song")]


@pytest.mark.parametrize("words, state, status", [
    (["play", "pause!"], "playing", "OK"), (["play!", "pause"], "paused", "OK"), (["play"], "playing", "INVALID_STATE"),
    (["pause"], "paused", "INVALID_STATE")])
def test_it_is_greyed_where_its_part_is(bus, make_shown, words, state, status):
    """If the needed command is disabled, it is sent nevertheless: by now the player may have enabled it."""
    player, shown, view = start(bus, make_shown, words, state)
    assert not view.command("TOGGLE_PLAY_PAUSE", 1).enabled
    assert shown.send(view, "TOGGLE_PLAY_PAUSE").wait().status == status
    assert len(sent(player)) == (status == "OK")


@pytest.mark.parametrize("words", [
    ["toggle-play-pause", "play", "pause"], ["toggle-play-pause!", "play"], ["stop"], []])
def test_what_the_player_offers_stays(bus, make_shown, words):
    """The library adds no toggle here. If a program sends one nevertheless, the player gets it, and may refuse it."""
    player, shown, view = start(bus, make_shown, words)
    assert len(view.commands) == len(words) and view.command("TOGGLE_PLAY_PAUSE", 1) is None
    shown.send(view, "TOGGLE_PLAY_PAUSE").wait()
    assert sent(player) == [("toggle-play-pause", "id of Song")]


def test_the_present_state_counts(bus, make_shown):
    """The present state counts, even if the program uses an earlier session."""
    player, shown, view = start(bus, make_shown, ["play", "pause"])
    player.change("a", Playback=playback("paused"))
    shown.wait_for(view, lambda view: view.state == "paused")
    assert shown.send(view, "TOGGLE_PLAY_PAUSE").wait().status == "OK"
    assert sent(player) == [("play", "id of Song")]


def test_it_comes_and_goes_with_its_parts(bus, make_shown):
    player, shown, view = start(bus, make_shown, ["play"], "paused")
    assert view.offered() == ["PLAY", "TOGGLE_PLAY_PAUSE"]
    player.change("a", Playback=playback("playing", 1.0))
    view = shown.wait_for(view, lambda view: view.state == "playing")
    assert view.offered() == ["PLAY"] and view.changes == 4 | 8
    player.change("a", Commands=("aa{sv}", []))
    assert not shown.wait_for(view, lambda view: not view.commands).commands


def test_a_player_of_this_library_is_toggled(shown):
    kitchen = shown.find(session_id="kitchen")
    for state in ("playing", "paused", "playing"):
        assert shown.send(kitchen, "TOGGLE_PLAY_PAUSE").wait().status == "OK"
        kitchen = shown.wait_for(kitchen, lambda view, state=state: view.state == state, state)


@pytest.mark.parametrize("given, wanted", [
    (("(dd)", (0.5, 3.0)), (0.5, 3.0)), (("(dd)", (2.0, 2.0)), (2.0, 2.0)), (None, (0, 0)),
    *((("(dd)", wrong), (0, 0)) for wrong in [(0.0, 1.0), (-1.0, 1.0), (2.0, 1.0), (1.0, float("inf")),
                                              (float("nan"), 1.0), (1.0, float("nan"))]), (("ad", [1.0, 2.0]), (0, 0))])
def test_the_range_of_rates(bus, make_shown, given, wanted):
    player = Whole(bus, "whole")
    speeds = command("change-rate", rates=("ad", [1.0, 2.0]), **({"range": given} if given else {}))
    player.session("a", Commands=("aa{sv}", [speeds]))
    rates = make_shown(player.appear()).find(session_id="a").command("CHANGE_RATE")
    assert (rates.rate_minimum, rates.rate_maximum) == wanted
    assert rates.rates[:rates.rate_count] == [1, 2]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that one button plays and pauses every player, and that a key skips with every player that can be sought: when
a player of org.nowplaying does not offer a command, the library derives it from those that it offers."""

import pytest
from lab.fakes import SESSION, Whole, command, playback
from lab.harness.wire import Variant


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


@pytest.mark.parametrize("given, offered", [
    ([0.01, 1.0, 100.0], [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]), ([0.01, 100.0], [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]),
    ([0.01, 1.0, 3.0, 100.0], [0.01, 1, 3, 100])])
def test_the_ends_of_a_range_are_no_speeds_to_offer(bus, make_shown, given, offered):
    """Publishers that knew no better tell the lowest, the normal and the highest speed of a range."""
    player = Whole(bus, "whole")
    speeds = command("change-rate", rates=("ad", given), range=("(dd)", (0.01, 100.0)))
    player.session("a", Commands=("aa{sv}", [speeds]))
    rates = make_shown(player.appear()).find(session_id="a").command("CHANGE_RATE")
    assert (rates.rates[:rates.rate_count], rates.rate_maximum) == (offered, 100)


# ------------------------------------------------------------------------------------------------- Skips

SECOND = 1_000_000


def seekable(bus, make_shown, *words, elapsed=60, **others):
    """Starts a paused player that can be sought."""
    at = {} if elapsed is None else {"elapsed": Variant("x", elapsed * SECOND), "timestamp": Variant("x", 0)}
    player = Whole(bus, "whole")
    player.session("a", Commands=("aa{sv}", [command(word.rstrip("!"), not word.endswith("!")) for word in words]),
                   Playback=playback(**at, **others))
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


@pytest.mark.parametrize("name, arguments, others, position", [
    ("SKIP_FORWARD", {}, {}, 70), ("SKIP_BACKWARD", {}, {}, 50), ("SKIP_FORWARD", {"time_us": 30 * SECOND}, {}, 90),
    ("SKIP_BACKWARD", {"time_us": 61 * SECOND}, {}, 0), ("SKIP_FORWARD", {"time_us": 2 ** 63 - 1}, {}, 100),
    ("SKIP_BACKWARD", {"time_us": 2 ** 63 - 1}, {}, 0),
    ("SKIP_BACKWARD", {}, {"seekable": Variant("(xx)", (55 * SECOND, 65 * SECOND))}, 55),
    ("SKIP_FORWARD", {}, {"seekable": Variant("(xx)", (55 * SECOND, 65 * SECOND))}, 65)])
def test_who_can_be_sought_skips(bus, make_shown, name, arguments, others, position):
    player, shown, view = seekable(bus, make_shown, "seek-to-position", **others)
    for kind in ("SKIP_BACKWARD", "SKIP_FORWARD"):
        skip = view.command(kind, 1)
        assert skip.enabled and skip.icon and skip.intervals_us[:skip.interval_count] == [10 * SECOND]
    assert shown.send(view, name, **arguments).wait().status == "OK"
    (word, sent), = player.called("SendCommand", SESSION)
    assert (word, sent["position"].value, sent["item"].value) == ("seek-to-position", position * SECOND, "id of Song")


@pytest.mark.parametrize("words, elapsed, derived", [
    (["seek-to-position"], None, []), (["play"], 60, []), (["seek-to-position", "skip-forward"], 60, ["SKIP_BACKWARD"]),
    (["seek-to-position", "skip-forward!", "skip-backward"], 60, [])])
def test_what_the_player_offers_is_not_derived(bus, make_shown, words, elapsed, derived):
    _, _, view = seekable(bus, make_shown, *words, elapsed=elapsed)
    assert [name for name in ("SKIP_BACKWARD", "SKIP_FORWARD") if view.command(name, tag=1)] == derived


def test_a_skip_is_greyed_where_seeking_is(bus, make_shown):
    _, _, view = seekable(bus, make_shown, "seek-to-position!")
    assert not view.command("SKIP_FORWARD", 1).enabled


def test_a_skip_begins_at_the_present_position(bus, make_shown):
    """It does so even if the program uses an earlier session."""
    player, shown, view = seekable(bus, make_shown, "seek-to-position")
    player.change("a", Playback=playback(elapsed=Variant("x", 20 * SECOND), timestamp=Variant("x", 0)))
    shown.wait_for(view, lambda view: view.position() == 20)
    assert shown.send(view, "SKIP_FORWARD").wait().status == "OK"
    assert player.called("SendCommand", SESSION)[0][1]["position"].value == 30 * SECOND

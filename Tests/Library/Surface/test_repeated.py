# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that an item that was played to its end and begins again is told apart from a seek to its start."""

import pytest
from lab.fakes import Plain, Whole, content, playback, song
from lab.harness.bus import PATH, PLAYER
from lab.harness.wire import Variant
from lab.library import now_us

BEGAN_AGAIN = 256  # NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN
ONE = {"Metadata": ("a{sv}", song("One"))}
OTHER = {"Metadata": ("a{sv}", song("Two"))}
NONE = {"Metadata": ("a{sv}", {})}
STATUS = {word: {"PlaybackStatus": ("s", word)} for word in ("Playing", "Paused", "Stopped")}


def began(shown):
    """Returns how often an item began again."""
    return len([view for kind, view in shown.events if kind == "changed" and view.changes & BEGAN_AGAIN])


def at(seconds, told="Seeked"):
    """Returns a report of a position: the player emits it in Seeked, or emits the properties `told`, and then answers
    with the position."""
    return seconds, told


# For each way in which a song of 200 s begins again: its first position, and the player's later reports.
AGAIN = {
    "Seeked": [199, at(0)], "in whole seconds": [198, at(0)], "late": [199.9, at(1.5)],
    "the song once more": [199.5, at(0, ONE)], "its status": [199.5, at(0, STATUS["Playing"])],
    "a stop between": [199.5, STATUS["Stopped"], STATUS["Playing"]],
    "a pause at the end": [199.9, STATUS["Paused"], at(0), STATUS["Playing"]],
    "no item between": [199.5, NONE, ONE],
    "stopped without an item": [199.5, {**STATUS["Stopped"], **NONE}, {**STATUS["Playing"], **ONE}],
    "after a seek to the end": [20, at(199), at(0)]}
NOT_AGAIN = {
    "a seek": [100, at(0)], "a seek near the end": [197, at(0)], "to elsewhere": [199.5, at(20)],
    "to elsewhere, and then to the start": [199.5, at(20), at(0)],
    "a stop": [100, STATUS["Stopped"], STATUS["Playing"]],
    "at the end": [199.5, STATUS["Paused"], STATUS["Playing"]], "at the end, once more": [199.5, ONE],
    "and waits": [199.9, STATUS["Paused"], at(0)], "another": [199.5, OTHER], "another, and back": [199.5, OTHER, ONE],
    "another in one signal with its position": [199.5, at(0, OTHER)]}


@pytest.mark.parametrize("steps, times", [(steps, 1) for steps in AGAIN.values()]
                         + [(steps, 0) for steps in NOT_AGAIN.values()], ids=[*AGAIN, *NOT_AGAIN])
def test_players_of_mpris(bus, make_shown, steps, times):
    first, *steps = steps
    player = Plain(bus, "plain", Position=("x", int(first * 10**6))).appear()
    shown = make_shown(player)
    shown.find(display_name="plain")
    player.faces[PLAYER].pop("Position")
    for step in steps:
        if isinstance(step, dict):
            player.change(**step)
        else:
            seconds, told = step
            player.faces[PLAYER]["Position"] = Variant("x", int(seconds * 10**6))
            if told == "Seeked":
                player.tell(PATH, PLAYER, "Seeked", "x", int(seconds * 10**6))
            else:
                player.change(**told)
        shown.settle(player)
        player.faces[PLAYER].pop("Position", None)
    assert began(shown) == times


def test_each_time_is_told(bus, make_shown):
    player = Plain(bus, "plain").appear()
    shown = make_shown(player)
    shown.find(display_name="plain")
    for times in range(1, 4):
        for position in 199_000_000, 0, 50_000_000, 0:
            player.tell(PATH, PLAYER, "Seeked", "x", position)
            shown.settle(player)
        assert began(shown) == times


@pytest.mark.parametrize("position, times", [(500_000, 1), (199_999_999, 0), (300_000_000, 0), (None, 0)])
def test_a_player_that_tells_nothing_is_asked_once(bus, make_shown, position, times):
    """The player is asked for its position a second after the end that its item must have reached."""
    player = Plain(bus, "plain", Position=("x", 199_500_000)).appear()
    shown = make_shown(player)
    view = shown.find(display_name="plain")
    player.faces[PLAYER].pop("Position")
    if position is not None:
        player.faces[PLAYER]["Position"] = Variant("x", position)
    asked = player.questions()
    shown.wait(lambda: player.questions() > asked, "a question")
    shown.settle(player)
    assert began(shown) == times and player.questions() == asked + 1
    if times:
        assert shown.again(view).position() < 20


def line(elapsed, ago=0, **others):
    """Returns a Playback that was at a position `ago` seconds ago."""
    now = now_us()
    return {"Playback": playback("playing", 1.0, elapsed=Variant("x", int(elapsed * 10**6)),
                                 timestamp=Variant("x", now - int(ago * 10**6)), **others)}


WHOLE = {
    "at the end": ([line(0, 99), line(0)], 1), "described anew": ([line(0, 99), {
        **line(0), "Content": content(album=Variant("s", "Album"))}], 1),
    "told late": ([line(0, 130), line(0, 30)], 1), "a seek": ([line(0, 50), line(0)], 0),
    "buffering first": ([line(0, 100), {"Playback": playback("buffering", elapsed=Variant("x", 0),
                                                             timestamp=Variant("x", now_us()))}, line(0)], 1),
    "another": ([line(0, 99), {**line(0), "Content": content("Another")}], 0),
    "live": ([{**line(0, 99), "Content": content(**{"duration-kind": Variant("s", "live")})}, line(0)], 0),
    "short": ([{**line(0), "Content": content(duration=Variant("x", 1_000_000))}, line(0.95, 0), line(0)], 1)}


@pytest.mark.parametrize("steps, times", WHOLE.values(), ids=WHOLE)
def test_players_of_org_nowplaying(bus, make_shown, steps, times):
    player = Whole(bus, "whole")
    player.session("a")
    shown = make_shown(player.appear())
    shown.find(session_id="a")
    for step in steps:
        player.change("a", **step)
        shown.settle(player)
    assert began(shown) == times

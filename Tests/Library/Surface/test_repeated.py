# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that an item that was played to its end and begins again is told apart from a seek to its start."""

import pytest
from testkit.bus import PATH, PLAYER
from testkit.fakes import Plain, song
from testkit.wire import Variant

BEGAN_AGAIN = 256  # NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN


def began(shown):
    """Returns how often an item began again."""
    return len([view for kind, view in shown.events if kind == "changed" and view.changes & BEGAN_AGAIN])


def at(seconds, told="Seeked"):
    """Returns a report of a position: the player emits it in Seeked, or emits the properties `told`, and then answers
    with the position."""
    return seconds, told


# For each way in which a song of 200 s begins again: its first position, and the player's later reports.
ONE = {"Metadata": ("a{sv}", song("One"))}
AGAIN = {
    "Seeked": [199, at(0)], "the song once more": [199.5, at(0, ONE)],
    "no item between": [199.5, {"Metadata": ("a{sv}", {})}, ONE]}
NOT_AGAIN = {
    "a seek": [100, at(0)], "another in one signal with its position": [199.5, at(0, {
        "Metadata": ("a{sv}", song("Two"))})]}


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


@pytest.mark.parametrize("position, times", [(500_000, 1), (199_999_999, 0), (None, 0)])
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

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that an item that was played to its end and begins again is told apart from a seek to its start."""

import time

import pytest
from testkit.bus import PLAYER
from testkit.fakes import Plain
from testkit.wire import Variant

BEGAN_AGAIN = 256  # NOWPLAYING_SURFACE_CHANGED_BEGAN_AGAIN


def began(shown):
    """Returns how often an item began again."""
    return len([view for kind, view in shown.events if kind == "changed" and view.changes & BEGAN_AGAIN])


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


@pytest.mark.long
@pytest.mark.parametrize("properties", [{"Rate": ("d", 1e308)}, {}], ids=["rate", "short"])
def test_a_position_that_never_moves_is_asked_for_seldom(bus, make_shown, properties):
    """An item of four seconds whose position stays at its start is over again and again."""
    metadata = ("a{sv}", {"xesam:title": Variant("s", "Beep"), "mpris:length": Variant("x", 4_000_000)})
    player = Plain(bus, "plain", Position=("x", 0), Metadata=metadata, **properties).appear()
    shown = make_shown(player)
    shown.find(display_name="plain")
    # A player that has just come is asked three times, in case it waits for data.
    begun = time.monotonic()
    shown.wait(lambda: time.monotonic() > begun + 8, "the last of these questions")
    asked = player.questions()
    shown.wait(lambda: time.monotonic() > begun + 17, "nine seconds more")
    assert player.questions() <= asked + 1

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a key skips with every player that can be sought, and that the present state counts: when a player of
org.nowplaying does not offer a command, the library derives it from those that it offers."""

import pytest
from testkit.fakes import SESSION, Whole, command, playback
from testkit.wire import Variant


def start(bus, make_shown, words, state="playing"):
    player = Whole(bus, "whole")
    player.session("a", Commands=("aa{sv}", [command(word.rstrip("!"), not word.endswith("!")) for word in words]),
                   Playback=playback(state, 1.0 if state == "playing" else 0.0))
    shown = make_shown(player.appear())
    return player, shown, shown.find(session_id="a")


def sent(player):
    assert all("item" not in given for _, given in player.called("SendCommand", SESSION))
    return [word for word, _ in player.called("SendCommand", SESSION)]


def test_the_present_state_counts(bus, make_shown):
    """The present state counts, even if the program uses an earlier session."""
    player, shown, view = start(bus, make_shown, ["play", "pause"])
    player.change("a", Playback=playback("paused"))
    shown.wait_for(view, lambda view: view.state == "paused")
    assert shown.send(view, "TOGGLE_PLAY_PAUSE").wait().status == "OK"
    assert sent(player) == ["play"]


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
    ("SKIP_FORWARD", {}, {}, 70), ("SKIP_FORWARD", {"time_us": 30 * SECOND}, {}, 90),
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
    interval = min(arguments.get("time_us", 10 * SECOND), 2 ** 63 - 1)
    assert sent["offset"].value == (interval if name == "SKIP_FORWARD" else -interval)


def test_an_interval_is_not_below_0(bus, make_shown):
    player, shown, view = seekable(bus, make_shown, "seek-to-position")
    with pytest.raises(AssertionError, match="the time of a skip is below 0"):
        shown.send(view, "SKIP_FORWARD", time_us=-1)
    assert not sent(player)


def test_a_skip_begins_at_the_present_position(bus, make_shown):
    """It does so even if the program uses an earlier session."""
    player, shown, view = seekable(bus, make_shown, "seek-to-position")
    player.change("a", Playback=playback(elapsed=Variant("x", 20 * SECOND), timestamp=Variant("x", 0)))
    shown.wait_for(view, lambda view: view.position() == 20)
    assert shown.send(view, "SKIP_FORWARD").wait().status == "OK"
    assert player.called("SendCommand", SESSION)[0][1]["position"].value == 30 * SECOND

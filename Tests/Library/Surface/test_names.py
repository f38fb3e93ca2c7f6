# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests players that come and go, that are too many, and that do not answer: the others are shown nevertheless."""

import time

import pytest
from testkit.bus import PLAYER, PROPERTIES, ROOT
from testkit.fakes import MANAGER, SESSION, Plain, path, whole
from testkit.wire import CALL


def test_a_player_that_is_silent_hides_nobody(bus, make_shown):
    silent = Plain(bus, "silent")
    silent.answers[MANAGER, "GetManagedObjects"] = silent.answers[PROPERTIES, "GetAll"] = lambda call: None
    mute = Plain(bus, "mute")
    mute.answers[MANAGER, "GetManagedObjects"] = lambda call: ("s", ["what?"])
    mute.answers[PROPERTIES, "GetAll"] = lambda call: ("as", [["no"]])
    plain = Plain(bus, "plain")
    shown = make_shown(silent.appear(), mute.appear(), plain.appear())
    shown.find(display_name="plain")
    shown.settle(mute)
    assert len(shown.entries) == 1 and not shown.listed
    # Both calls are made at once, so that only one timeout passes.
    assert silent.called("GetManagedObjects") and [PLAYER] in silent.called("GetAll", PROPERTIES)
    silent.bus("ReleaseName", "s", ROOT + ".silent")
    shown.wait(lambda: shown.listed, "the list")
    assert len(shown.entries) == 1


def test_who_answers_with_no_application_is_plain(bus, make_shown):
    player = Plain(bus, "plain")
    player.answers[MANAGER, "GetManagedObjects"] = lambda call: ("a{oa{sa{sv}}}", [{path("a"): {SESSION: whole("a")}}])
    shown = make_shown(player.appear())
    assert shown.find(display_name="plain").abilities == 0


def test_a_player_keeps_the_last_of_many_names(bus, make_shown):
    shown = make_shown(player := Plain(bus, "n0").appear())
    shown.find(bus_name=ROOT + ".n0")
    for number in range(1, 20):
        player.own(f"{ROOT}.n{number}")
    shown.settle(player)
    for number in range(19):
        player.bus("ReleaseName", "s", f"{ROOT}.n{number}")
    assert shown.find(bus_name=ROOT + ".n19") and len(shown.entries) == 1


def too_many(bus, make_shown):
    """Starts more players than a surface follows; returns them and the surface."""
    players = [Plain(bus, f"p{number}") for number in range(258)]
    shown = make_shown(*players)
    for player in players:
        player.appear()
        shown.pump()
    shown.wait(lambda: shown.listed and len(shown.entries) == 256, "256 entries", 30)
    return players, shown


def test_more_names_than_are_followed(bus, make_shown):
    """The 257th player is followed when another one leaves."""
    players, shown = too_many(bus, make_shown)
    gone = next(player for player in players if any(view.display_name == player.wanted_name.split(".")[-1]
                                                    for view in shown.entries.values()))
    names = {view.key for view in shown.entries.values()}
    shown.others.remove(gone)
    gone.close()
    shown.wait(lambda: len(shown.entries) == 256 and set(shown.entries) != names, "the next player")
    for player in players:
        player.close()
    shown.others.clear()
    shown.wait(lambda: not shown.entries, "the end of all")


def test_very_many_names_of_few_players_hide_nobody(bus, make_shown):
    """A surface that starts later asks for the owners of all names, though not of all at a time."""
    greedy = [Plain(bus, f"{letter}0").appear() for letter in "ab"]
    for player in greedy:
        for number in range(1, 400):
            player.own(f"{player.wanted_name}{number}")
    shown = make_shown(*greedy, Plain(bus, "z").appear())
    shown.find(display_name="z")
    shown.wait(lambda: shown.listed, "the list")
    assert len(shown.entries) == 3


@pytest.mark.long
def test_a_name_that_comes_and_goes_beside_too_many(bus, make_shown):
    """All names are listed at most once a second."""
    players, shown = too_many(bus, make_shown)
    surface, start, begun = players[0].calls[0].sender, bus.mark(), time.monotonic()
    for _ in range(5):
        for player in players[:30]:
            player.bus("ReleaseName", "s", player.wanted_name)
            shown.pump()
            player.own(player.wanted_name)
            shown.pump()

    def lists():
        return [m for m in bus.since(start) if m.type == CALL and m.sender == surface and m.member == "ListNames"]

    shown.wait(lists, "the names are asked for")
    assert len(lists()) <= time.monotonic() - begun + 1, len(lists())

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The order in which players of MPRIS are shown."""

import pytest
from testkit.bus import ROOT
from testkit.fakes import Fake, Plain, song, variants


def test_the_order_is_that_of_playing(bus, make_shown):
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused")).appear() for name in "abc"]
    shown = make_shown(*players)
    shown.wait(lambda: len(shown.entries) == 3 and shown.listed, "three entries")

    def names():
        return "".join(view.display_name for view in shown.order())
    for index, order in ((2, "c"), (0, "ac"), (1, "bac")):
        players[index].change(PlaybackStatus=("s", "Playing"))
        shown.wait(lambda order=order: names().startswith(order), f"the order {order}")
    players[1].change(PlaybackStatus=("s", "Paused"))
    shown.wait(lambda: names() == "acb", "who plays comes first")
    players[0].change(PlaybackStatus=("s", "Paused"))
    shown.wait(lambda: names() == "cab", "who plays comes first, then who played last")
    players[2].change(PlaybackStatus=("s", "Stopped"))
    shown.wait_for(shown.find(display_name="c"), lambda view: view.state == "stopped")
    assert names() == "cab", "who played last comes first"


def test_who_has_no_item_is_behind(bus, make_shown):
    """A player without an item comes after one with an item, even if it played last: a browser keeps the player of a
    closed tab."""
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused")).appear() for name in ("music", "tab")]
    shown = make_shown(*players)
    shown.wait(lambda: len(shown.entries) == 2 and shown.listed, "two entries")
    players[1].change(PlaybackStatus=("s", "Playing"))
    shown.wait(lambda: shown.order()[0].display_name == "tab", "who plays comes first")
    players[1].change(PlaybackStatus=("s", "Playing"), Metadata=("a{sv}", {}))
    shown.wait_for(shown.find(display_name="tab"), lambda view: view.item is None)
    assert shown.order()[0].display_name == "tab", "a browser has no item while it goes to the next one"
    shown.wait(lambda: shown.order()[0].display_name == "music", "who has an item comes first")
    assert shown.events[-1][0] == "ordered"
    players[1].change(PlaybackStatus=("s", "Playing"), Metadata=("a{sv}", song("Next")))
    shown.wait(lambda: shown.order()[0].display_name == "tab", "who plays something comes first")


OURS, THEIRS = "org.nowplaying.Daemon1", "com.github.altdesktop.playerctld"


@pytest.mark.parametrize("told, order", [
    ({OURS: ("Order", "cab"), THEIRS: ("PlayerNames", "abc")}, "cabde"), ({THEIRS: ("PlayerNames", "bca")}, "bcade"),
    ({THEIRS: ("PlayerNames", "")}, "abcde"), ({}, "abcde")], ids=["ours", "playerctld", "no names", "no answer"])
def test_what_a_daemon_has_seen(bus, make_shown, told, order):
    """A surface has not seen who began last before it came. A daemon in the place of playerctld has; of those that do
    not play it knows who played last."""
    daemon = Fake(bus)
    for interface, (name, letters) in told.items():
        daemon.faces[interface] = variants(**{name: ("as", [f"{ROOT}.{letter}" for letter in letters])})
    daemon.own(ROOT + ".playerctld")
    players = [Plain(bus, name, PlaybackStatus=("s", "Paused" if name in "de" else "Playing")).appear()
               for name in "abcde"]
    shown = make_shown(*players, daemon)
    shown.wait(lambda: shown.listed, "all players")
    assert "".join(view.display_name for view in shown.order()) == order
    players[1].change(PlaybackStatus=("s", "Paused"))
    shown.wait(lambda: shown.order()[-1].display_name != "b" and shown.order()[2].display_name == "b",
               "what the surface sees itself counts")


def test_a_daemon_that_says_nothing(bus, make_shown):
    """Nobody waits long for a daemon that hangs."""
    daemon = Fake(bus)
    daemon.answers["org.freedesktop.DBus.Properties", "Get"] = lambda call: None
    daemon.own(ROOT + ".playerctld")
    shown = make_shown(Plain(bus, "a").appear(), daemon)
    shown.wait(lambda: shown.listed, "all players")

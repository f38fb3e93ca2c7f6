# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The order in which players of MPRIS are shown."""

import pytest
from testkit.bus import ROOT
from testkit.fakes import Fake, Plain, variants


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


LEFT = {"picture": {"mpris:artUrl": ("s", "file:///a.png"), "mpris:length": ("x", 9_000_000)},
        "length": {"mpris:trackid": ("o", "/1"), "mpris:length": ("x", 9_000_000), "xesam:title": ("s", "")}}


@pytest.mark.parametrize("left", LEFT.values(), ids=LEFT)
def test_what_a_closed_tab_leaves(bus, make_shown, left):
    """Browsers that have stopped keep a picture and a length without any text."""
    song, tab = Plain(bus, "song", PlaybackStatus=("s", "Paused")).appear(), Plain(bus, "tab").appear()
    shown = make_shown(song, tab)
    shown.wait(lambda: shown.listed, "both players")
    tab.change(Metadata=("a{sv}", variants(**left)), PlaybackStatus=("s", "Stopped"))
    shown.wait(lambda: shown.order()[0].display_name == "song", "the song is the first")
    assert [view.abilities & 256 for view in shown.order()] == [0, 256]
    # An item that plays counts, whatever is known of it.
    tab.change(PlaybackStatus=("s", "Playing"))
    shown.wait(lambda: shown.order()[0].display_name == "tab", "the tab is the first")


def test_a_daemon_that_says_nothing(bus, make_shown):
    """Nobody waits long for a daemon that hangs."""
    daemon = Fake(bus)
    daemon.answers["org.freedesktop.DBus.Properties", "Get"] = lambda call: None
    daemon.own(ROOT + ".playerctld")
    shown = make_shown(Plain(bus, "a").appear(), daemon)
    shown.wait(lambda: shown.listed, "all players")

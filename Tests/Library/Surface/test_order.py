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


def test_a_daemon_that_says_nothing(bus, make_shown):
    """Nobody waits long for a daemon that hangs."""
    daemon = Fake(bus)
    daemon.answers["org.freedesktop.DBus.Properties", "Get"] = lambda call: None
    daemon.own(ROOT + ".playerctld")
    shown = make_shown(Plain(bus, "a").appear(), daemon)
    shown.wait(lambda: shown.listed, "all players")

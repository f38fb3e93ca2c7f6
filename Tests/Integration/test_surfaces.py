# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What a host in C hears of surfaces of org.nowplaying."""

import pytest

from harness.bus import ROOT
from harness.host import C
from harness.surface import Surface

NAME = ROOT + ".Tester"


@pytest.fixture
def host(bus):
    host = bus.host()
    host.publish(commands=("PLAY", "PAUSE", "SEEK_FORWARD"))
    bus.wait_name(NAME)
    return host


@pytest.fixture
def copy(bus, host):
    surface = Surface(bus)
    copy = surface.follow(NAME)
    surface.wait(copy.sessions, "it has a session")
    yield copy
    surface.close()


def test_a_command_that_is_disabled_while_it_is_held_is_let_go(host, copy):
    (identifier,) = copy.sessions()
    copy[identifier].send("seek-forward", phase="begin")
    host.wait("command", kind=C.COMMAND_SEEK_FORWARD, phase=C.PHASE_BEGIN)
    start = len(host.events)
    host.ask_all([("enable", "main", C.COMMAND_SEEK_FORWARD, 0), ("commit", "main")])
    host.wait("command", start, kind=C.COMMAND_SEEK_FORWARD, phase=C.PHASE_END)


def test_which_animated_artwork_is_shown(host, copy):
    copy.register("1:1")
    assert host.wait("aspect_ratios")["ratios"] == 1
    start = len(host.events)
    copy.register("1:1", "3:4")
    assert host.wait("aspect_ratios", start)["ratios"] == 3
    start = len(host.events)
    copy.unregister()
    assert host.wait("aspect_ratios", start)["ratios"] == 0

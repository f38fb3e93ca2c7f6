# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how publishers leave and come back."""

from testkit.bus import ROOT as MPRIS
from testkit.passive import is_below
from testkit.protocol import APP_PATH, ROOT
from testkit.wire import SIGNAL, DBusError


def names_of(bus, reference):
    return [name for name in (reference.local, reference.kitchen) if bus.owner(name)]


def test_2_the_names_go_with_the_process(bus, reference, surface):
    surface.local["side"].send("play")
    reference.close()
    bus.wait_for(lambda: not names_of(bus, reference), "the names are gone")
    assert not bus.names(MPRIS + ".") and bus.owner("org.nowplaying.SystemPrimary") is None


def test_2_it_ends_while_calls_wait(bus, reference, surface, side):
    """Each call gets a reply: from the player, or from the bus because the player is gone."""
    calls = [side.start("skip-forward"), side.start_preview("late", "1:1"), side.start_video("late", "1:1")]
    side.get("Id")
    reference.surfaces.clear()
    reference.close()
    for call in calls:
        assert isinstance(surface.error(call), DBusError)
    surface.close()


def test_1_a_remote_session_that_ends_goes_with_its_connection(bus, reference, surface, kitchen):
    name, start = surface.kitchen.name, bus.mark()
    owner, path = surface.kitchen.owner, kitchen.path
    kitchen.start("stop")
    bus.wait_for(lambda: bus.owner(name) is None, "its name is gone")
    sent = [m for m in bus.since(start) if m.type == SIGNAL and m.sender == owner and is_below(m.path)]
    ends = [number for number, m in enumerate(sent) if m.member == "InterfacesRemoved" and m.body[0] == path]
    assert ends in ([], [len(sent) - 1]) or all(m.path == APP_PATH for m in sent[ends[0] + 1:])
    surface.wait_for_the_end_of(0.1)
    surface.local["main"].send("pause").wait_playback(state="paused")
    assert reference.process.poll() is None

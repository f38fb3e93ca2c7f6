# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests how publishers leave and come back."""

from lab.harness.bus import ROOT as MPRIS
from lab.harness.passive import is_below
from lab.harness.protocol import APP_PATH, ROOT
from lab.harness.reference import ReferencePlayer
from lab.harness.surface import Surface
from lab.harness.wire import SIGNAL, DBusError


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


def test_2_it_comes_again(bus, reference):
    reference.surface().local["main"].send("next")
    reference.close()
    bus.hosts.remove(reference)
    bus.wait_for(lambda: not names_of(bus, reference), "the names are gone")
    again = ReferencePlayer.start(bus)
    surface = again.surface()
    assert surface.local["main"].item == "music"
    surface.local["main"].send("next").wait_item("podcast")


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


def test_7_who_leaves_gives_the_system_primary_back(bus, reference):
    second = ReferencePlayer.start(bus)
    surface = reference.surface()
    one, two = surface.local["side"], surface.follow(second.local)["side"]
    one.send("play").wait(lambda it: it.system_primary, "it is system primary")
    two.send("play").wait(lambda it: it.system_primary, "it is system primary")
    one.wait(lambda it: not it.system_primary, "it is not")
    del surface.copies[two.copy.owner]
    second.close()
    bus.hosts.remove(second)
    one.wait(lambda it: it.system_primary, "it has it back")


def test_1_two_processes_have_different_names(bus, reference):
    second = ReferencePlayer.start(bus)
    assert len({reference.local, reference.kitchen, second.local, second.kitchen}) == 4
    surface = Surface(bus)
    for each in reference, second:
        copy = surface.follow(each.local)
        assert copy.app("MprisName", "org.nowplaying.App1") == each.local
        assert copy.app("Id", "org.nowplaying.App1") == "trial-player"
        assert ROOT not in copy.objects
    surface.close()

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""How publishers go, and come back."""

from harness.bus import ROOT as MPRIS
from harness.passive import is_below
from harness.protocol import APP_PATH, ROOT
from harness.surface import Surface
from harness.trial import Trial
from harness.wire import SIGNAL, DBusError


def names_of(bus, trial):
    return [name for name in (trial.local, trial.kitchen) if bus.owner(name)]


def test_2_the_names_go_with_the_process(bus, trial, surface):
    surface.local["side"].send("play")
    trial.close()
    bus.wait_for(lambda: not names_of(bus, trial), "the names are gone")
    assert not bus.names(MPRIS + ".") and bus.owner("org.nowplaying.SystemPrimary") is None


def test_2_it_ends_while_calls_wait(bus, trial, surface, side):
    """Each gets an answer: from the player, or from the bus because the player is gone."""
    calls = [side.start("skip-forward"), side.start_preview("late", "1:1"), side.start_video("late", "1:1")]
    side.get("Id")
    trial.surfaces.clear()
    trial.close()
    for call in calls:
        assert isinstance(surface.error(call), DBusError)
    surface.close()


def test_2_it_comes_again(bus, trial):
    trial.surface().local["main"].send("next")
    trial.close()
    bus.hosts.remove(trial)
    bus.wait_for(lambda: not names_of(bus, trial), "the names are gone")
    again = Trial.start(bus)
    surface = again.surface()
    assert surface.local["main"].item == "music"
    surface.local["main"].send("next").wait_item("podcast")


def test_1_a_remote_session_that_ends_goes_with_its_connection(bus, trial, surface, kitchen):
    name, start = surface.kitchen.name, bus.mark()
    owner, path = surface.kitchen.owner, kitchen.path
    kitchen.start("stop")
    bus.wait_for(lambda: bus.owner(name) is None, "its name is gone")
    told = [m for m in bus.since(start) if m.type == SIGNAL and m.sender == owner and is_below(m.path)]
    ends = [number for number, m in enumerate(told) if m.member == "InterfacesRemoved" and m.body[0] == path]
    assert ends in ([], [len(told) - 1]) or all(m.path == APP_PATH for m in told[ends[0] + 1:])
    surface.wait_for_the_end_of(0.1)
    surface.local["main"].send("pause").wait_playback(state="paused")
    assert trial.process.poll() is None


def test_7_who_leaves_gives_the_system_primary_back(bus, trial):
    second = Trial.start(bus)
    surface = trial.surface()
    one, two = surface.local["side"], surface.follow(second.local)["side"]
    one.send("play").wait(lambda it: it.system_primary, "it is system primary")
    two.send("play").wait(lambda it: it.system_primary, "it is system primary")
    one.wait(lambda it: not it.system_primary, "it is not")
    del surface.copies[two.copy.owner]
    second.close()
    bus.hosts.remove(second)
    one.wait(lambda it: it.system_primary, "it has it back")


def test_1_two_processes_have_different_names(bus, trial):
    second = Trial.start(bus)
    assert len({trial.local, trial.kitchen, second.local, second.kitchen}) == 4
    surface = Surface(bus)
    for each in trial, second:
        copy = surface.follow(each.local)
        assert copy.app("MprisName", "org.nowplaying.App1") == each.local
        assert copy.app("Id", "org.nowplaying.App1") == "trial-player"
        assert ROOT not in copy.objects
    surface.close()

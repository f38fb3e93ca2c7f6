# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the life of a surface: two in a process, other threads, no bus, a new bus, and its end at any moment."""
import gc
import threading
import weakref

import pytest
from testkit.fakes import SESSION, Plain, Whole
from gi.repository import GLib
from shown import NP, Call, Loop, Shown, start, waiting_for


def test_two_surfaces_in_one_process(bus, make_bus, make_shown):
    """Surfaces on different buses see different players. Two on the same bus see the same sessions, each as objects of
    its own."""
    other_bus = make_bus().start()
    player = Plain(bus, "alpha").appear()
    first, second = make_shown(player), make_shown(player)
    sessions = [shown.find(display_name="alpha") for shown in (first, second)]
    assert sessions[0] is not sessions[1] and sessions[0].props.key == sessions[1].props.key
    third = Shown(other_bus.address)
    third.wait(lambda: third.surface.props.listed)
    assert third.sessions == []
    third.close()
    first.close()
    player.change(PlaybackStatus=("s", "Paused"))
    second.wait(lambda: sessions[1].props.state == NP.PlaybackState.PAUSED)
    assert sessions[0].props.state == NP.PlaybackState.PLAYING
    call = second.call(sessions[0], "raise")
    assert (call.status, call.error.message) == ("INVALID_STATE", "The surface of the session has gone.")


def test_in_the_main_context_of_another_thread(bus):
    player, seen = Plain(bus, "alpha").appear(), []

    def run():
        context = GLib.MainContext()
        context.push_thread_default()
        surface = NP.Surface.new_for_address("thread", bus.address)
        surface.connect("session-added", lambda *_: seen.append(threading.current_thread()))
        while not surface.props.listed:
            context.iteration(True)
        context.pop_thread_default()

    runner = threading.Thread(target=run)
    runner.start()
    loop = Loop(player)
    loop.wait(lambda: not runner.is_alive(), "the end of the thread")
    assert seen == [runner]


def test_without_a_bus(tmp_path):
    surface, loop = NP.Surface.new_for_address(None, f"unix:path={tmp_path}/none"), Loop()
    assert surface.props.connecting and surface.get_bus_state() == NP.BusState.NONE
    loop.wait(lambda: not surface.props.connecting)
    assert surface.props.bus_state == NP.BusState.NONE and not surface.props.listed and surface.get_first() is None


def test_the_bus_goes_and_comes(bus, make_shown):
    shown = make_shown(Plain(bus, "alpha").appear())
    session = shown.find(display_name="alpha")
    states = []
    shown.surface.connect("notify::bus-state", lambda surface, _: states.append(surface.props.bus_state))
    shown.fakes.clear()
    bus.kill()
    shown.wait(lambda: states, "the end of the bus")
    assert states == [NP.BusState.NONE] and session.props.gone and shown.sessions == []
    assert not shown.surface.props.listed
    bus.start()
    shown.fakes.append(Plain(bus, "alpha").appear())
    assert shown.find(display_name="alpha") is not session
    assert states == [NP.BusState.NONE, NP.BusState.CONNECTED]


@pytest.mark.parametrize("name", ["session-added", "session-changed", "session-removed", "ordered", "items-changed",
                                  "notify::first", "notify::listed", "notify::bus-state"])
def test_disposal_inside_a_signal(bus, name):
    """The last reference is dropped inside a signal handler; no signal is emitted after that."""
    player = Plain(bus, "alpha").appear()
    shown = Shown(bus.address, player)
    held = [shown.surface]
    after = []

    def handler(surface, *_):
        if held:
            held.clear()
            shown.surface = None
            surface.run_dispose()
        else:
            after.append(name)

    shown.surface.connect(name, handler)
    reference = weakref.ref(shown.surface)
    if name in ("session-changed", "session-removed"):
        shown.find(display_name="alpha")
        player.change(PlaybackStatus=("s", "Paused"))
    if name == "session-removed":
        player.close()
        shown.fakes.clear()
    shown.wait(lambda: not held, name)
    shown.events.clear()
    gc.collect()
    for _ in range(20):
        shown.turn()
    assert reference() is None and not after


def test_disposal_inside_a_notification_of_a_session(bus):
    player = Plain(bus, "alpha").appear()
    shown = Shown(bus.address, player)
    session = shown.find(display_name="alpha")
    session.connect("notify::item", lambda *_: shown.close())
    player.change(Metadata=("a{sv}", {}))
    shown.wait(lambda: shown.surface is None)
    assert session.props.item is None or session.props.item.props.title is None


def test_disposal_inside_the_end_of_a_call(bus, make_shown):
    player = Whole(bus, "whole")
    player.session("a")
    shown = Shown(bus.address, player.appear())
    session = shown.find(session_id="a")
    ended = []

    def done(_session, result):
        ended.append(session.send_command_finish(result))
        shown.close()

    session.send_command_async(NP.CommandEvent(kind=NP.CommandKind.PLAY), None, done)
    other = Call(session, "raise")
    shown.wait(lambda: ended and other.calls)
    assert ended == [True] and shown.surface is None


@pytest.mark.parametrize("with_session", [True, False])
def test_finalisation_with_calls_under_way(bus, make_shown, with_session):
    """Each pending call ends once, with CANCELLED. Sessions that are still referenced stay as they were."""
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    calls = [Call(session, "send_command", NP.CommandEvent(kind=NP.CommandKind.PLAY)) for _ in range(10)]
    waiting_for(player, shown, "SendCommand")
    reference = weakref.ref(session)
    if not with_session:
        del session
    shown.close()
    loop = Loop(player)
    loop.wait(lambda: all(call.calls for call in calls), "the end of all calls")
    assert [(call.calls, call.status) for call in calls] == [(1, "CANCELLED")] * 10
    if with_session:
        assert session.props.item.props.title == "Song" and not session.props.gone
        assert session.get_snapshot_at(0).props.state == NP.PlaybackState.PAUSED
    else:
        gc.collect()
        assert reference() is None


def test_a_call_inside_the_end_of_the_surface(bus, make_shown):
    """The callback of a cancelled call makes another call, which fails."""
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    again = []
    session.send_command_async(NP.CommandEvent(kind=NP.CommandKind.PLAY), None,
                               lambda session, _: again.append(Call(session, "raise")))
    waiting_for(player, shown, "SendCommand")
    shown.close()
    loop = Loop(player)
    loop.wait(lambda: again and again[0].calls)
    assert again[0].status == "INVALID_STATE"


def test_nothing_is_left_of_many(bus, make_shown):
    """Surfaces, sessions and their items are freed."""
    player, references = Plain(bus, "alpha").appear(), []
    for _ in range(20):
        shown = Shown(bus.address, player)
        session = shown.find(display_name="alpha")
        references += [weakref.ref(each) for each in (session, session.props.item, session.props.commands)]
        session = None
        shown.close()
    gc.collect()
    assert not [reference() for reference in references if reference()]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a surface lists and follows all players, and reports everything that they say."""
import copy
import gc
import os
import pickle

import pytest

import nowplaying
from nowplaying import App, Music, Snapshot
from nowplaying.surface import (
    Ability, BusState, Changed, ManualLoop, NowPlayingError, PlaybackState, Primary, Session, Status, Surface)
from conftest import wait_until
from players import find, listener, panel, playing  # noqa: F401


def test_handlers_are_called_during_a_life(bus, listener):  # noqa: F811
    assert listener.next("bus_state", "listed") == ("bus_state", BusState.CONNECTED)
    assert listener.next("listed", "added") == ("listed",)
    with App("org.example.Life", display_name="Life") as app:
        session = playing(app)
        _, added = listener.next("added")
        assert listener.next("ordered", "added") == ("ordered",)
        assert (added.display_name, added.item.title) == ("Life", "A Title")
        session.snapshot = Snapshot.paused(position=7.0)
        name, changed, what = listener.next("changed", "ordered")
        assert (name, what, changed.key) == ("changed", Changed.PLAYBACK, added.key)
        assert added.snapshot().state == PlaybackState.PLAYING and changed.snapshot().state == PlaybackState.PAUSED
        with session.update():
            session.content = Music("Another Title", id="second")
            session.volume = 0.5
        name, changed, what = listener.next("changed", "ordered")
        assert Changed.ITEM in what and Changed.INFO in what and Changed.DEVICES not in what
        assert (changed.item.title, changed.volume, added.item.title) == ("Another Title", 0.5, "A Title")
        assert listener.surface.sessions == (changed,)
    assert listener.next("removed", "changed") == ("removed", changed)
    assert listener.surface.sessions == ()


def test_a_session_says_who_plays(bus, panel):  # noqa: F811
    with App("org.example.Who", display_name="Who Plays", on_raise=print) as app:
        playing(app, "the id")
        session = find(panel, primary=Primary.APPLICATION)
        assert not session.muted and session.process_id == os.getpid() and (app.bus_name,) in panel.names
        assert session.abilities == Ability.SPEAKS_NOWPLAYING | Ability.CAN_RAISE | Ability.MAY_SHOW_VIDEO
        assert str(session.abilities & ~Ability.CAN_RAISE) == "SPEAKS_NOWPLAYING|MAY_SHOW_VIDEO"
        assert repr(session) == "<Session of 'Who Plays', PLAYING, <Item 'A Title – An Artist – An Album'>>"


def test_a_position_at_another_time(bus, panel):  # noqa: F811
    with App("org.example.Position") as app:
        playing(app, snapshot=Snapshot.playing(position=10.0, rate=2.0, default_rate=1.5, timestamp=1.0))
        found = find(panel, application_id="org.example.Position").snapshot(at=3.0)
        assert found == Snapshot(PlaybackState.PLAYING, 14.0, 2.0, 1.5, 3.0) and found.state.name == "PLAYING"


def test_many_sessions(bus, panel):  # noqa: F811
    with App("org.example.Many") as app:
        for number in range(60):
            playing(app, str(number), primary=not number)
        with App("org.example.More") as other:
            for number in range(60, 75):
                playing(other, str(number), primary=number == 60)
            wait_until(lambda: len(panel.sessions) == 75)
            assert {session.id for session in panel.sessions} == set(map(str, range(75)))


def test_sessions_are_values(bus, panel):  # noqa: F811
    with App("org.example.Values") as app:
        session = playing(app)
        shown = find(panel, application_id="org.example.Values")
        assert panel.sessions == (shown,) and panel.sessions[0] is not shown and len({shown, *panel.sessions}) == 1
        session.snapshot = Snapshot.paused()
        wait_until(lambda: panel.sessions != (shown,))
        assert panel.sessions[0].key == shown.key and shown != shown.key
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled"):
                copied(panel)


def test_what_is_kept_can_be_read_for_ever(bus):
    with Surface() as surface, App("org.example.Kept") as app:
        playing(app)
        shown = find(surface, application_id="org.example.Kept")
        item = shown.item
    del surface
    gc.collect()
    assert (item.title, item.artists, shown.display_name, shown.commands) == ("A Title", ("An Artist",), "Kept", ())
    with pytest.raises(NowPlayingError, match="is closed") as raised:
        shown.raise_window()
    assert raised.value.status == Status.INVALID_STATE


def test_the_bus_comes_back(bus, listener):  # noqa: F811
    with App("org.example.Restart") as app:
        playing(app)
        old = listener.next("added")[1]
        bus.restart()
        assert listener.next("removed", "bus_state") == ("removed", old)
        assert listener.next("bus_state") == ("bus_state", BusState.NONE)
        assert listener.next("bus_state", "added") == ("bus_state", BusState.CONNECTED)
        wait_until(lambda: len(listener.surface.sessions) == 1)
        assert listener.surface.bus_state == BusState.CONNECTED and listener.surface.sessions[0].key != old.key
        assert old.item.title == "A Title"


def test_without_a_bus(tmp_path):
    with Surface(bus_address=f"unix:path={tmp_path}/nothing") as surface:
        with pytest.raises(NowPlayingError) as raised:
            surface.listed().result(20)
        assert raised.value.status == Status.NO_BUS
        assert surface.sessions == () and surface.bus_state == BusState.NONE
        with pytest.raises(NowPlayingError) as raised:  # it is already known that there is no bus
            surface.listed().result(0)


@pytest.mark.parametrize("options, error, text", [
    ({"on_added": 5}, TypeError, r"^Surface\(on_added\) must be a function"),
    ({"on_listed": print, "on_changed": "x"}, TypeError, r"^Surface\(on_changed\) must be a function"),
    ({"bus_fd": 12345}, ValueError, r"^Surface\(bus_fd\) must be an open descriptor"),
    ({"loop": ManualLoop}, TypeError, r"^Surface\(loop\) must be an AsyncioLoop"),
    ({"coroutine_loop": 1}, TypeError, r"^Surface\(coroutine_loop\) must be an asyncio loop"),
])
def test_wrong_options(options, error, text):
    with pytest.raises(error, match=text):
        Surface(**options)


def test_errors_have_names_of_this_package(bus, panel):  # noqa: F811
    with pytest.raises(NowPlayingError, match=r"^Surface\.fileno: .*make the Surface with loop=ManualLoop\(\)"):
        panel.fileno()
    with pytest.raises(NowPlayingError, match=r"^Surface\.dispatch: (?!nowplaying_)"):
        panel.dispatch()
    library = nowplaying.surface._library
    names = {library.python_name(name) for name in nowplaying.surface._signatures.CHECKED - library.GETTERS}
    assert names == {"Surface", "Surface.fileno", "Surface.dispatch", "Surface.bus_state", "Surface.sessions",
                     "Surface.names",
                     "Surface.aspect_ratios", "Surface.cancel", "Session.send", "Session.set_volume",
                     "Session.step_volume", "Session.artwork", "Session.preview", "Session.video",
                     "Session.raise_window", "Session.quit", "Session.follow_queue", "Session.go_to",
                     "Session.add_to_queue", "Session.remove_from_queue", "Session.follow_playlists",
                     "Session.activate_playlist", "Session.chapter_artwork", "Session.select_track"}
    for name in names - {"Surface.cancel", "Surface"}:
        kind, member = name.split(".")
        assert hasattr({"Surface": Surface, "Session": Session}[kind], member), name


def test_a_surface_is_no_app(bus, panel):  # noqa: F811
    with pytest.raises(TypeError, match=r"^Session\(app\) must be an App"):
        nowplaying.Session(panel)


def test_a_player_does_not_load_the_other_library(bus):
    bus.environment["NOWPLAYING_SURFACE_LIBRARY"] = "/nowhere/libnowplaying-surface.so"
    bus.python("from nowplaying import *\nwith App('a') as app:\n    Session(app).content = Music('A')\n"
               "    assert 'libnowplaying-surface' not in open('/proc/self/maps').read()\n")
    result = bus.run("/usr/bin/python3", "-c", "import nowplaying.surface", check=False)
    assert "install libnowplaying-surface, or set NOWPLAYING_SURFACE_LIBRARY to its path" in result.stderr
    assert os.path.exists(os.environ["NOWPLAYING_SURFACE_LIBRARY"])

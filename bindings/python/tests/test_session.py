# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests updates, and commands that are refused. What clients see of values is in contract/scenarios."""
import threading
import time

import pytest

import nowplaying
from nowplaying import (
    Command, CommandKind, Music, NowPlayingError, PlaybackState, RepeatMode, Session, Snapshot, Status, Track,
    TrackKind, _controlled, _session)
from nowplaying._library import in_python
from conftest import TIMEOUT, Calls, wait_until


def test_an_update_that_fails_publishes_nothing(bus, app, shown):
    session = shown(app, Music("One"))
    with pytest.raises(ZeroDivisionError):
        with session.update():
            session.content = Music("Two")
            raise ZeroDivisionError
    assert session.content.title == "One"
    session.volume = 0.5
    assert bus.playerctl("metadata", "title") == "One"


def test_an_update_in_an_update_is_all_or_nothing_too(bus, app, shown):
    session = shown(app, Music("One"))
    with session.update():
        session.content = Music("Two")
        with pytest.raises(ZeroDivisionError):
            with session.update():
                session.content = Music("Three")
                session.volume = 0.5
                raise ZeroDivisionError
        assert (session.content.title, session.volume) == ("Two", None)
    assert (session.content.title, session.volume) == ("Two", None)
    assert bus.playerctl("metadata", "title") == "Two"


@pytest.mark.parametrize("refusing", ["_commit", "_set_content", "_set_snapshot"])
def test_what_the_library_refuses_changes_nothing(bus, app, shown, monkeypatch, refusing):
    """Whichever function of the library refuses: values that were staged before it are not published later."""
    calls = Calls()
    session = shown(app, Music("Old", id="1"))
    session.commands = [Command.play(lambda: calls("old"))]

    def refuse(*_):
        raise NowPlayingError("No.", Status.INVALID_ARGUMENT)

    with monkeypatch.context() as patch:
        patch.setattr(_session, refusing, refuse)
        with pytest.raises(NowPlayingError, match="No."):
            with session.update():
                session.content = Music("New", id="2")
                session.commands = [Command.play(lambda: calls("new")), Command.next(lambda: calls("new"))]
                session.snapshot = Snapshot.playing()
                session.volume = 0.25
                session.volume_maximum = 2.0
                session.queue, session.queue_row = [Music("New", id="2")], 0
    session.volume = 0.5
    assert (session.volume_maximum, session.queue, session.queue_row) == (1.0, (), None)
    assert (session.content.title, session.snapshot.state) == ("Old", PlaybackState.PAUSED)
    assert bus.playerctl("metadata", "title") == "Old" and bus.playerctl("status") == "Paused"
    assert bus.property(".Player", "CanGoNext") == bus.property("", "HasTrackList") == "false"
    bus.playerctl("play")
    assert calls.take() == "old"


def test_updates_in_updates_are_one(bus, app, shown):
    session = shown(app, Music("One"))
    with session.update():
        with session.update():
            session.content = Music("Two")
        assert bus.playerctl("metadata", "title") == "One"
    assert bus.playerctl("metadata", "title") == "Two"


def test_an_update_belongs_to_its_thread(bus, app, shown):
    session = shown(app, Music("One"))
    with session.update():
        session.content = Music("Mine")
        other = threading.Thread(target=lambda: setattr(session, "content", Music("Theirs")))
        other.start()
        other.join()
        assert bus.playerctl("metadata", "title") == "Theirs"
    assert bus.playerctl("metadata", "title") == "Mine"


def position(bus):
    return int(bus.property(".Player", "Position").replace("int64 ", "")) / 1e6


def test_the_position_moves_by_itself_from_the_moment_of_the_assignment(bus, app, shown):
    session = shown(app, Music("One", duration=1000))
    before = time.monotonic()
    with session.update():
        session.snapshot = Snapshot.playing(position=100, rate=2.0)
        time.sleep(0.2)  # sleeps: the elapsed time is part of the position
    after = time.monotonic()
    low = 100 + 2 * (time.monotonic() - after)
    seen = position(bus)
    assert low + 0.4 <= seen + 0.01 and seen <= 100 + 2 * (time.monotonic() - before)
    session.snapshot = Snapshot.paused(position=50)
    assert position(bus) == 50
    session.snapshot = Snapshot.playing(position=10, timestamp=time.monotonic() - 5)
    assert 15 <= position(bus) < 15 + TIMEOUT


def test_too_many_commands(app):
    session = Session(app)
    with pytest.raises(ValueError, match="Session.commands must have at most 64 entries, not 65"):
        session.commands = [Command.feedback(print)] * 65
    assert session.commands == ()


def test_a_closed_session_says_so(bus, app, shown):
    session = shown(app)
    session.close()
    session.close()
    assert session.closed and "closed" in repr(session)
    for use in (lambda: setattr(session, "volume", 1.0), session.request_application_primary, lambda: session.primary):
        with pytest.raises(NowPlayingError) as raised:
            use()
        assert raised.value.status == Status.INVALID_STATE


def test_a_session_whose_app_is_closed_and_one_too_many_say_so(bus):
    with nowplaying.App("org.example.Many") as app:
        sessions = [nowplaying.Session(app) for _ in range(1024)]
        with pytest.raises(NowPlayingError, match=r"Session: the app has 1024 sessions: close\(\) those") as raised:
            nowplaying.Session(app)
        assert raised.value.status == Status.TOO_LARGE
    for _ in range(2):
        with pytest.raises(NowPlayingError, match="closed"):
            sessions[0].content = Music("A")


def test_what_the_library_says_has_the_names_of_this_package(app, shown, caplog):
    shown(app).tracks = [Track("en", TrackKind.AUDIO, language="en")]
    wait_until(lambda: any("there is no handler on_select_track" in line for line in caplog.messages))
    assert in_python("as with nowplaying_session_provide_artwork_data()") == "as with Session.provide_artwork()"
    assert in_python("in time (it returned 1, which is NOWPLAYING_PENDING)") == "in time"
    assert in_python("timestamp_us is ahead; give elapsed_us") == "timestamp is ahead; give position"


def test_an_update_is_not_a_part_of_itself(app):
    session = Session(app)
    update = session.update()
    with pytest.raises(RuntimeError, match="call Session.update\\(\\) again"):
        with update:
            with update:
                pass
    session.volume = 0.5
    assert session._state["volume"] == 0.5 and not session._staged  # published, not staged for ever
    for volume in (0.25, 0.75):
        with update:
            session.volume = volume
        assert session._state["volume"] == volume


def test_an_update_that_another_thread_leaves_is_over(app):
    session = Session(app)
    update = session.update()
    update.__enter__()
    session.volume = 0.5
    leaving = threading.Thread(target=update.__exit__, args=[None])
    leaving.start()
    leaving.join()
    assert session._state["volume"] == 0.5 and not session._staged


def test_what_is_said_again_is_not_sent_again(app, monkeypatch):
    """Players say at each event which commands can be pressed."""
    session = Session(app)
    session.commands = [Command.next(print), Command.change_repeat_mode(print, current=RepeatMode.ONE)]

    def refuse(_):
        raise AssertionError("the commands are sent")

    monkeypatch.setattr(_session, "c_commands", refuse)
    session.set_command_enabled(CommandKind.NEXT, True)
    session.set_repeat_mode(RepeatMode.ONE)
    with pytest.raises(AssertionError):
        session.set_command_enabled(CommandKind.NEXT, False)
    session.close()
    with pytest.raises(NowPlayingError, match="is closed"):
        session.set_command_enabled(CommandKind.NEXT, True)


def test_threads_change_different_commands(app, monkeypatch):
    """No thread undoes the change of another."""
    def slow_replace(*values, **changes):
        time.sleep(0.001)  # sleeps: so that the two threads meet
        return real(*values, **changes)

    real = _controlled.replace
    monkeypatch.setattr(_controlled, "replace", slow_replace)
    session = Session(app)
    session.commands = [Command.next(print), Command.change_repeat_mode(print)]
    for enabled, mode in ((False, RepeatMode.ONE), (True, RepeatMode.ALL)) * 5:
        together = threading.Barrier(2)
        threads = [
            threading.Thread(target=lambda: (together.wait(), session.set_command_enabled(CommandKind.NEXT, enabled))),
            threading.Thread(target=lambda: (together.wait(), session.set_repeat_mode(mode)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (session.commands[0].enabled, session.commands[1].current) == (enabled, mode)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests updates and handlers of a queue and of playlists. What clients see of both is in contract/scenarios."""
import asyncio
import re
from datetime import date, datetime, timezone

import pytest

from nowplaying import (
    App, ManualLoop, Music, NowPlayingError, Playlist, Podcast, RemoteSession, Session, Status, _queue,
    _signatures)
from conftest import Calls, wait_until
from test_handlers import running_loop  # noqa: F401

ENTRIES = [Music("One", ["Somebody"], id="a"), Podcast("Two", id="b"), Music("Three", id="c")]
LISTS = [Playlist("1", "beta", created=datetime(2026, 5, 31, tzinfo=timezone.utc)),
         Playlist("2", "Alpha", "file:///alpha.png", created=date(2025, 1, 1)), Playlist("3", "gamma")]


def tracks(bus):
    """The last elements of the object paths of TrackList.Tracks."""
    return re.findall(r"/org/nowplaying/track/\d+/(\w+)", bus.property(".TrackList", "Tracks"))


def path(bus, entry):
    return re.search(rf"/org/nowplaying/track/\d+/{entry}\b", bus.property(".TrackList", "Tracks"))[0]


def wait_queue(bus):
    """Waits for the interface TrackList, which appears a moment after the name."""
    wait_until(lambda: bus.property("", "HasTrackList") == "true")


@pytest.fixture
def queued(bus, shown):
    """Makes a session with a queue that clients see: queued(app, queue, **handlers)."""

    def show(app, queue=ENTRIES, content=ENTRIES[1], **handlers):
        session = shown(app, content, **handlers)
        session.queue = queue
        wait_queue(bus)
        return session

    return show


def test_the_queue_is_published_with_all_else_or_not_at_all(bus, app, queued):
    session = queued(app)
    with pytest.raises(ZeroDivisionError):
        with session.update():
            session.queue = []
            raise ZeroDivisionError
    session.volume = 0.5  # commits what is staged
    assert session.queue == tuple(ENTRIES) and tracks(bus) == ["a", "b", "c"]
    with session.update():
        session.queue = reversed(ENTRIES)
        assert (session.queue[0].id, tracks(bus)) == ("c", ["a", "b", "c"])
    wait_until(lambda: tracks(bus) == ["c", "b", "a"])


@pytest.mark.parametrize("refusing", ["_commit", "_set_content"])
def test_a_refused_update_leaves_the_queue(bus, app, queued, monkeypatch, refusing):
    from nowplaying import _session

    session, function, failed = queued(app), getattr(_session, refusing), []

    def refuse(*arguments):
        if not failed:
            failed.append(True)
            raise NowPlayingError("No.", Status.INVALID_ARGUMENT)
        return function(*arguments)

    monkeypatch.setattr(_session, refusing, refuse)
    with pytest.raises(NowPlayingError, match="No."):
        with session.update():
            session.queue, session.content = [], ENTRIES[0]
    session.volume = 0.5
    assert session.queue == tuple(ENTRIES) and tracks(bus) == ["a", "b", "c"]


def test_what_clients_do_to_the_queue(bus, shown, queued):
    calls = Calls()
    with App("org.example.Test", uri_schemes=["file"], on_open_uri=calls) as app:
        queued(app, on_queue_go_to=lambda id: calls("go to", id), on_queue_add=calls,
               on_queue_remove=lambda id: calls("remove", id))
        assert bus.property(".TrackList", "CanEditTracks") == "true"
        bus.call("TrackList.GoTo", path(bus, "c"))
        assert calls.take() == ("go to", "c")
        bus.call("TrackList.AddTrack", "file:///d.ogg", path(bus, "b"), "true")
        assert calls.take() == ("file:///d.ogg", "b", True)
        bus.call("TrackList.AddTrack", "file:///e.ogg", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "false")
        assert calls.take() == ("file:///e.ogg", None, False)
        bus.call("TrackList.RemoveTrack", path(bus, "a"))
        assert calls.take() == ("remove", "a") and calls.empty()


def test_a_handler_of_the_queue_that_fails_or_answers_later(bus, queued, running_loop, caplog):
    async def on_queue_go_to(id):
        await asyncio.sleep(0)
        raise NowPlayingError(f"{id} is gone.", Status.NO_SUCH_CONTENT)

    with App("org.example.Test", coroutine_loop=running_loop) as app:
        queued(app, on_queue_go_to=on_queue_go_to)
        result = bus.call("TrackList.GoTo", path(bus, "c"), check=False)
        assert result.returncode == 1 and "c is gone." in result.stderr
    assert "The handler of on_queue_go_to refused: c is gone." in caplog.text


def test_an_id_that_the_library_cuts_is_given_whole(bus, app, queued):
    calls, id = Calls(), "x" * (_signatures.NOWPLAYING_MAX_ID_BYTES + 1)
    queued(app, [Music("Long", id=id)], Music("Long", id=id), on_queue_go_to=calls)
    bus.call("TrackList.GoTo", re.search(r"/org/nowplaying/track/\w+/\w+", bus.property(".TrackList", "Tracks"))[0])
    assert calls.take() == id


def test_an_entry_that_is_gone_meanwhile(app, monkeypatch):
    session = Session(app, on_queue_go_to=print)
    session.queue = ENTRIES
    # The library would accept the row of another entry, or one beyond the end.
    for row in (0, 3, -1):
        monkeypatch.setattr(_queue.functions, "nowplaying_request_get_queue_row",
                            lambda request, ret: setattr(ret._obj, "value", row))
        with pytest.raises(NowPlayingError, match="not in the queue any more") as raised:
            _queue.entry(session, 0, b"b")
        assert raised.value.status == Status.NO_SUCH_CONTENT


DOUBLES = [ENTRIES[0], ENTRIES[1], ENTRIES[0], ENTRIES[0]]


def test_a_row_with_the_queue(bus, app, queued):
    session = queued(app)
    with session.update():
        session.queue_row, session.queue, session.content = 3, DOUBLES, ENTRIES[0]
        assert session.queue_row == 3
    assert session.queue_row == 3
    wait_until(lambda: len(tracks(bus)) == 4 and path(bus, tracks(bus)[3]) in bus.property(".Player", "Metadata"))
    session.queue_row = None
    wait_until(lambda: path(bus, "a") + "'" in bus.property(".Player", "Metadata"))
    with session.update():
        session.queue_row = 1
        session.queue = ENTRIES
        assert session.queue_row == 1
        session.queue_row = None
    with session.update():
        session.queue = ENTRIES
        assert session.queue_row is None


def test_a_wrong_row(app):
    session = Session(app)
    session.queue = ENTRIES
    with pytest.raises(ValueError, match=r"Session\.queue_row must be below 3, the length of Session\.queue, not 3"):
        session.queue_row = 3
    assert session.queue_row is None


# ------------------------------------------------------------------------------------------------------- Playlists

# ------------------------------------------------------------------------------------------------ What is refused

@pytest.mark.parametrize("value, error, message", [
    (Music("One", id="a"), TypeError, r"Session\.queue must be a list of Content"),
    (["a"], TypeError, r"Session\.queue\[0\] must be a Content \(Music, Podcast, …\), not 'a'"),
    ([Music("One", id="a"), Music("Two")], ValueError, r"Session\.queue\[1\] must have an id"),
    ([Music("One", id="")], ValueError, r"Session\.queue\[0\] must have an id"),
    ([Music("One", id="a")] * 3, ValueError, r"Session\.queue must have at most 2 entries, not 3")])
def test_a_wrong_queue(bus, value, error, message, monkeypatch):
    monkeypatch.setattr(_signatures, "NOWPLAYING_MAX_QUEUE_ENTRIES", 2)
    with App("a", loop=ManualLoop()) as app:
        for session in (Session(app), RemoteSession(app)):
            with pytest.raises(error, match=message):
                session.queue = value
            assert session.queue == ()


async def later(*_):
    pass


@pytest.mark.parametrize("name", ["on_queue_go_to", "on_queue_add", "on_queue_remove"])
def test_wrong_handlers(bus, name):
    with App("a", loop=ManualLoop()) as app:
        for kind in (Session, RemoteSession):
            with pytest.raises(TypeError, match=rf"{kind.__name__}\({name}\) must be a function, not 5"):
                kind(app, **{name: 5})
            with pytest.raises(TypeError, match=rf"{kind.__name__}\({name}\) must be .*needs an asyncio loop"):
                kind(app, **{name: later})
    with pytest.raises(TypeError, match=r"App\(on_activate_playlist\) must be .*needs an asyncio loop"):
        App("a", on_activate_playlist=later)


@pytest.mark.parametrize("value, error, message", [
    (LISTS[0], TypeError, r"App\.playlists must be a list of Playlist"),
    (["1"], TypeError, r"App\.playlists\[0\] must be a Playlist, not '1'"),
    ([LISTS[0], LISTS[0]], ValueError, r"App\.playlists must not have two entries with the id '1'"),
    ([LISTS[0]] * (_signatures.NOWPLAYING_MAX_PLAYLISTS + 1), ValueError,
     r"App\.playlists must have at most 4096 entries, not 4097")])
def test_wrong_playlists(bus, value, error, message):
    with App("a", loop=ManualLoop()) as app:
        with pytest.raises(error, match=message):
            app.playlists = value
        with pytest.raises(TypeError, match=r"App\.active_playlist must be a str, not 5"):
            app.active_playlist = 5
        assert (app.playlists, app.active_playlist) == ((), None)

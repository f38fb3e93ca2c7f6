# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests values and handlers of a queue and of playlists. What clients see and do is in contract/scenarios."""
import re
from datetime import date, datetime, timezone

import pytest

from nowplaying import (
    App, ManualLoop, Music, NowPlayingError, Playlist, Podcast, RemoteSession, Session, Status, _queue,
    _signatures)
from conftest import Calls, wait_until

ENTRIES = [Music("One", ["Somebody"], id="a"), Podcast("Two", id="b"), Music("Three", id="c")]
LISTS = [Playlist("1", "beta", created=datetime(2026, 5, 31, tzinfo=timezone.utc)),
         Playlist("2", "Alpha", "file:///alpha.png", created=date(2025, 1, 1)), Playlist("3", "gamma")]


def test_an_id_that_the_library_cuts_is_given_whole(bus, app, shown):
    calls, id = Calls(), "x" * (_signatures.NOWPLAYING_MAX_ID_BYTES + 1)
    shown(app, Music("Long", id=id), on_queue_go_to=calls).queue = [Music("Long", id=id)]
    wait_until(lambda: bus.property("", "HasTrackList") == "true")
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


def test_a_row_is_that_of_the_queue_that_is_assigned_with_it(app):
    session = Session(app)
    with session.update():
        session.queue_row, session.queue = 2, ENTRIES
        assert session.queue_row == 2
    assert session.queue_row == 2
    with session.update():
        session.queue = ENTRIES
        assert session.queue_row is None
    assert session.queue_row is None
    with pytest.raises(ValueError, match=r"Session\.queue_row must be below 3, the length of Session\.queue, not 3"):
        session.queue_row = 3
    assert session.queue_row is None
    session.queue = ()
    with pytest.raises(ValueError, match=r"must be None while Session\.queue is empty, not 0: assign the queue"):
        session.queue_row = 0


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

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Queues and playlists that players show to a surface."""

import pytest

from nowplaying.surface import NowPlayingError, PlaylistOrder, Queue, QueueEntry, ShownPlaylist, Status

from conftest import TIMEOUT, wait_until
from players import again, fakes, find, foreign, panel  # noqa: F401


def status_of(action):
    error = action.exception(TIMEOUT)
    return error.status if isinstance(error, NowPlayingError) else error


def listing(fake):
    fake.songs = {"/track/" + title: fakes.song(title) for title in ("One", "Two")}
    fake.restate()


def test_a_queue(bus, foreign, panel):  # noqa: F811
    player = foreign(fakes.Listing, "plain", prepare=listing)
    session = find(panel, display_name="plain")
    assert session.queue is None
    session.follow_queue().result(TIMEOUT)
    queue = again(session).queue
    one, two = queue.entries
    assert queue == Queue((one, two), total=2, present=0, can_edit=True)
    assert two == QueueEntry("/track/Two", "Two", "Somebody", duration=200.0)
    session.go_to(two).result(TIMEOUT)
    session.add_to_queue("file:///new", after=one).result(TIMEOUT)
    session.add_to_queue("file:///first", play=True).result(TIMEOUT)
    session.remove_from_queue(one).result(TIMEOUT)
    assert player.fake.called("GoTo") == [["/track/Two"]] and player.fake.called("RemoveTrack") == [["/track/One"]]
    assert [body[::2] for body in player.fake.called("AddTrack")] == [["file:///new", False], ["file:///first", True]]
    assert status_of(session.go_to(QueueEntry("/no"))) == Status.NO_SUCH_CONTENT
    session.follow_queue(False).result(TIMEOUT)
    wait_until(lambda: again(session).queue is None)
    assert status_of(session.follow_playlists()) == Status.NOT_SUPPORTED


def test_playlists(bus, foreign, panel):  # noqa: F811
    def prepare(fake):
        fake.lists = {"/list/" + name: name for name in "ba"}
        fake.restate("/list/b", ["Alphabetical", "User"])
    player = foreign(fakes.Playlisting, "plain", prepare=prepare)
    session = find(panel, display_name="plain")
    session.follow_playlists(order=PlaylistOrder.ALPHABETICAL, reverse=True).result(TIMEOUT)
    playlists = again(session).playlists
    assert playlists.lists == (ShownPlaylist("/list/b", "b"), ShownPlaylist("/list/a", "a")) and playlists.active == 0
    assert playlists.orders == {PlaylistOrder.ALPHABETICAL, PlaylistOrder.USER}
    assert status_of(session.follow_playlists(order=PlaylistOrder.PLAYED)) == Status.NOT_SUPPORTED
    session.activate_playlist(playlists.lists[1]).result(TIMEOUT)
    assert player.fake.called("ActivatePlaylist") == [["/list/a"]]


def test_wrong_arguments(bus, foreign, panel):  # noqa: F811
    foreign(fakes.Listing, "plain", prepare=listing)
    session = find(panel, display_name="plain")
    for wrong in (lambda: session.go_to("/track/One"), lambda: session.follow_queue("yes"),
                  lambda: session.follow_playlists(order=2), lambda: session.activate_playlist(None),
                  lambda: session.add_to_queue(b"x:y"), lambda: session.add_to_queue("x:y", after="/track/One")):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(NowPlayingError, match="not an object path"):
        session.go_to(QueueEntry("x"))

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the requests of a surface to players, and their results."""
import asyncio
import contextlib
import os
import stat
import threading
from concurrent.futures import CancelledError, TimeoutError as TimeoutError_

import pytest

from nowplaying import App, Artwork, Music, Snapshot, Video
from nowplaying import Command as Handled
from nowplaying.surface import (
    Action, AspectRatio, CommandKind, Feedback, ManualLoop, Media, NowPlayingError, QueueEntry, RepeatMode, Status,
    Surface)
from conftest import TIMEOUT, Calls, wait_until
from players import Listener, fakes, find, foreign, panel, playing, trial  # noqa: F401
from test_handlers import PNG
from test_videos import video  # noqa: F401

SQUARE, TALL = AspectRatio.SQUARE, AspectRatio.TALL
def status_of(action, timeout=TIMEOUT):
    with pytest.raises(NowPlayingError) as raised:
        action.result(timeout)
    return raised.value.status


@pytest.mark.parametrize("ask, error, text", [
    (lambda session: session.send("play"), TypeError,
     r"^Session\.send\(command\) must be a CommandKind.*CommandKind\.PLAY"),
    (lambda session: session.send(CommandKind(99)), TypeError, r"^Session\.send\(command\) must be a CommandKind"),
    (lambda session: session.send(CommandKind.PLAY, 5), TypeError, r"^Session\.send\(PLAY, value\) must be left out"),
    (lambda session: session.send(CommandKind.SEEK_TO_POSITION), TypeError,
     r"^Session\.send\(SEEK_TO_POSITION, value\)"),
    (lambda session: session.send(CommandKind.FEEDBACK, RepeatMode.ONE), TypeError, "a Feedback"),
    (lambda session: session.command("play"), TypeError, r"^Session\.command\(kind\) must be a CommandKind"),
    (lambda session: session.set_volume(0.5, "tv"), TypeError, r"^Session\.set_volume\(device\) must be a Device"),
    (lambda session: session.preview("1:1"), TypeError, r"^Session\.preview\(ratio\) must be an AspectRatio"),
    (lambda session: setattr(session._surface, "aspect_ratios", SQUARE), TypeError, r"^Surface\.aspect_ratios must"),
    (lambda session: setattr(session._surface, "aspect_ratios", "1:1"), TypeError, r"^Surface\.aspect_ratios must"),
    (lambda session: session.go_to("/track/One"), TypeError, r"^Session\.go_to\(entry\) must be a QueueEntry"),
    (lambda session: session.go_to(QueueEntry("x")), NowPlayingError, "not an object path"),
    (lambda session: session.follow_queue("yes"), TypeError, r"^Session\.follow_queue\(follow\)"),
    (lambda session: session.follow_playlists(order=2), TypeError, r"^Session\.follow_playlists\(order\)"),
    (lambda session: session.activate_playlist(None), TypeError, r"^Session\.activate_playlist\(playlist\)"),
    (lambda session: session.add_to_queue(b"x:y"), TypeError, r"^Session\.add_to_queue\(uri\)"),
    (lambda session: session.add_to_queue("x:y", after="/track/One"), TypeError, r"^Session\.add_to_queue\(after\)"),
])
def test_wrong_arguments(bus, panel, ask, error, text):  # noqa: F811
    with App("org.example.Wrong") as app:
        playing(app)
        with pytest.raises(error, match=text):
            ask(find(panel, application_id="org.example.Wrong"))


def test_a_mode_of_feedback_finds_its_button(bus, panel, caplog):  # noqa: F811
    calls = Calls()
    with App("org.example.Liked") as app:
        playing(app, commands=[
            Handled.feedback(lambda mode: calls.put(mode), supported=[Feedback.NEUTRAL, mode])
            for mode in (Feedback.POSITIVE, Feedback.NEGATIVE)])
        session = find(panel, application_id="org.example.Liked")
        assert session.send(CommandKind.FEEDBACK, Feedback.NEGATIVE).result(TIMEOUT) is None
        assert calls.take() == Feedback.NEGATIVE and session.command(CommandKind.NEXT) is None
        assert session.command(CommandKind.FEEDBACK) == session.commands[0]
        assert status_of(session.send(CommandKind.NEXT)) == Status.NOT_SUPPORTED
        assert not any("failed" in line for line in caplog.messages)  # it was looked at


def test_an_error_that_nobody_looks_at_is_logged(bus, panel, caplog):  # noqa: F811
    with App("org.example.Liked") as app:
        playing(app)
        session = find(panel, application_id="org.example.Liked")

        async def catch():
            with contextlib.suppress(NowPlayingError):
                await session.send(CommandKind.BOOKMARK)

        asyncio.run(catch())
        called = Calls()
        session.send(CommandKind.PREVIOUS).add_done_callback(lambda action: called(action.exception()))
        assert called.take().status == Status.NOT_SUPPORTED
        session.send(CommandKind.NEXT)
        wait_until(lambda: any("failed" in line for line in caplog.messages))
        line, = [line for line in caplog.messages if "failed" in line]
        assert line.startswith("Session.send(NEXT) failed: ") and line.endswith("(NOT_SUPPORTED)")


def test_pictures(bus, panel, video):  # noqa: F811
    sizes = Calls()

    def load(width, height):
        sizes((width, height))
        return PNG

    moving = {SQUARE: Video.file(video, preview=Artwork.data(PNG))}
    with App("org.example.Pictures") as app:
        playing(app, content=Music("A", id="a", artwork=Artwork("cover", load), animated_artwork=moving))
        session = find(panel, application_id="org.example.Pictures")
        picture = session.artwork(256, 128).result(TIMEOUT)
        assert picture == Media(PNG, "image/png", 1, 1) and (256, 128) in (sizes.take(), sizes.take())  # also MPRIS's
        assert "PNG" not in repr(picture)
        assert app.aspect_ratios == frozenset() == panel.aspect_ratios
        panel.aspect_ratios = [SQUARE]
        wait_until(lambda: app.aspect_ratios == {SQUARE})
        assert panel.aspect_ratios == {SQUARE}
        assert session.preview(SQUARE, 64).result(TIMEOUT) == picture
        assert session.video(SQUARE).result(TIMEOUT) == Media(video.read_bytes(), "video/webm")
        panel.aspect_ratios = ()
        wait_until(lambda: app.aspect_ratios == frozenset())


def descriptors_of(file):
    """Returns the descriptors of this process that refer to the file."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # the descriptor that reads this folder is closed by now
            if os.path.samestat(os.fstat(int(name)), file):
                found.append(int(name))
    return found


@pytest.mark.parametrize("open_it, status", [
    (lambda path: os.open("/dev/zero", os.O_RDONLY), Status.NOT_A_VIDEO),
    (lambda path: os.pipe()[0], Status.NOT_A_VIDEO),
    (lambda path: os.open(path, os.O_WRONLY), Status.IO),
    (lambda path: (os.truncate(path, 2**28 + 1), os.open(path, os.O_RDONLY))[1], Status.TOO_LARGE),
])
def test_a_video_that_is_none(bus, foreign, panel, tmp_path, open_it, status):  # noqa: F811
    """The package neither waits for data of a hostile player nor keeps it."""
    path = tmp_path / "file"
    path.write_bytes(b"x")
    sent = []

    def prepare(player):
        player.session("a", Content=fakes.content("A", **{"animated-artwork": fakes.Variant(
            "a{ss}", {"1:1": "moving"})}))
        player.answers[fakes.ANIMATED, "GetVideo"] = answer

    def answer(call):
        descriptor = open_it(path)
        sent.append(os.fstat(descriptor))
        return "hs", [0, "video/mp4"], [descriptor]

    foreign(fakes.Whole, "whole", prepare=prepare)
    panel.aspect_ratios = [SQUARE]
    assert status_of(find(panel, id="a").video(SQUARE)) == status
    other_ends = 1 if stat.S_ISFIFO(sent[0].st_mode) else 0
    wait_until(lambda: len(descriptors_of(sent[0])) == other_ends)


# ----------------------------------------------------------------------------------------------- Waiting, cancelling

@pytest.fixture
def silent(bus, panel, trial):  # noqa: F811
    """A session whose skip_forward is never answered."""
    return find(panel, id="side")


def test_waiting_for_a_time(silent, monkeypatch):
    answers, answer = Calls(), Action._answer
    monkeypatch.setattr(Action, "_answer", lambda action, result: (answers(result.status), answer(action, result)))
    action = silent.send(CommandKind.SKIP_FORWARD)
    with pytest.raises(TimeoutError_):
        action.result(0.01)
    assert not action.done() and action.cancel() and action.cancelled() and action.cancel()
    with pytest.raises(CancelledError):
        action.result(TIMEOUT)
    # The library has stopped waiting too.
    assert answers.take() == Status.CANCELLED and not silent._surface._actions


def test_callbacks_of_an_action(silent):
    ended, action = Calls(), silent.send(CommandKind.SKIP_FORWARD)
    action.add_done_callback(ended)
    other = silent.send(CommandKind.PLAY)
    other.add_done_callback(lambda action: ended((action, threading.current_thread())))
    done, thread = ended.take()
    assert done is other and thread is not threading.main_thread() and done.result() is None
    action.cancel()
    assert ended.take() is action
    assert not other.cancel()


def test_closing_ends_what_waits(bus, trial):  # noqa: F811
    surface = Surface()
    actions = [find(surface, id="side").send(CommandKind.SKIP_FORWARD) for _ in range(3)]
    cancelled = actions.pop()
    cancelled.cancel()
    surface.close()
    assert [status_of(action, 0) for action in actions] == [Status.CANCELLED] * 2
    assert cancelled.cancelled() and not actions[0].cancel()


def test_nobody_waits_for_what_needs_him(bus):
    """Waiting on the thread that serves the surface would last for ever."""
    errors = Calls()

    def ask(session):
        for wait in (session.quit().result, session.quit().exception, listener.surface.changes):
            with pytest.raises(RuntimeError) as raised:
                wait()
            errors(str(raised.value))

    with App("org.example.Waits") as app:
        playing(app)
        listener = Listener()  # noqa: F811
        listener.surface._on["on_added"] = ask
        with listener.surface:
            for text in ("is answered on this very thread", "Session.quit", "there is no asyncio loop here"):
                assert text in errors.take()
        with Surface(loop=ManualLoop()) as surface:
            wait_until(lambda: surface.dispatch() or surface.sessions)
            with pytest.raises(RuntimeError, match="await it, or use add_done_callback"):
                surface.sessions[0].quit().result()
            waiting = threading.Thread(target=lambda: errors(status_of(surface.sessions[0].send(CommandKind.PLAY))))
            waiting.start()
            wait_until(lambda: surface.dispatch() or not waiting.is_alive())
            assert errors.take() == Status.NOT_SUPPORTED


def test_an_action_that_cannot_begin_is_an_error_at_once(bus):
    with App("org.example.Late") as app:
        playing(app, snapshot=Snapshot.paused())
        with Surface() as surface:
            session = find(surface, application_id="org.example.Late")
        for ask in (session.quit, session.artwork, lambda: surface.sessions, surface.listed, lambda: surface.bus_state):
            with pytest.raises(NowPlayingError) as raised:
                ask()
            assert raised.value.status == Status.INVALID_STATE
        assert repr(surface) == "<Surface, closed>"

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the requests of a surface to players, and their results."""
import contextlib
import os
import stat
import threading
from concurrent.futures import CancelledError, TimeoutError as TimeoutError_

import pytest

from nowplaying import App, Artwork, Device, Music, RemoteSession, Snapshot, Video
from nowplaying import Command as Handled
from nowplaying.surface import (
    Ability, Action, AspectRatio, CommandKind, Feedback, ManualLoop, Media, NowPlayingError, OfferedCommand, Phase,
    RepeatMode, ShuffleMode, Status, Surface)
from conftest import TIMEOUT, Calls, wait_until
from players import Listener, fakes, find, foreign, panel, playing, trial  # noqa: F401
from test_handlers import PNG
from test_videos import video  # noqa: F401

SQUARE, TALL = AspectRatio.SQUARE, AspectRatio.TALL
# The beginning of a JPEG: its size is 3 × 2 pixels, and it must be turned clockwise.
TURNED = (b"\xff\xd8\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
          b"\xff\xc0\0\x0b\x08\0\2\0\3\1\1\x11\0")
LIKE = {"supported": [Feedback.NEUTRAL, Feedback.POSITIVE], "title": "Like this song", "short_title": "Like"}


def status_of(action, timeout=TIMEOUT):
    with pytest.raises(NowPlayingError) as raised:
        action.result(timeout)
    return raised.value.status


@pytest.fixture
def pressed(bus, panel):  # noqa: F811
    """A session with every command, and the recorded calls of its handlers."""
    calls = Calls()
    def call(name):
        return lambda *arguments: calls.put((name, *arguments))
    with App("org.example.Pressed", on_raise=call("raise"), on_quit=call("quit")) as app:
        playing(app, on_volume=call("volume"), commands=[
            Handled.play(call("play")), Handled.pause(call("pause"), enabled=False),
            Handled.seek_to_position(call("seek")), Handled.skip_forward(call("forward"), intervals=[10.0, 30.0]),
            Handled.skip_backward(call("backward"), intervals=[15.0]), Handled.seek_forward(call("hold")),
            Handled.change_rate(call("rate"), rates=[0.5, 1.0, 2.0], rate_range=(0.5, 3.25)),
            Handled.change_repeat_mode(call("repeat"), current=RepeatMode.ONE),
            Handled.change_shuffle_mode(call("shuffle"), supported=[ShuffleMode.OFF, ShuffleMode.ITEMS]),
            Handled.feedback(call("like"), **LIKE),
            Handled.feedback(call("dislike"), supported=[Feedback.NEUTRAL, Feedback.NEGATIVE])]).volume = 0.5
        yield find(panel, application_id="org.example.Pressed", volume=0.5), calls


def test_every_command(pressed):
    session, calls = pressed
    for command, value, expected in [
            (CommandKind.PLAY, None, ("play",)), (CommandKind.SEEK_TO_POSITION, 30, ("seek", 30.0)),
            (CommandKind.SEEK_TO_POSITION, 0.0, ("seek", 0.0)), (CommandKind.SKIP_FORWARD, None, ("forward", 10.0)),
            (CommandKind.SKIP_FORWARD, 30.0, ("forward", 30.0)), (CommandKind.SKIP_BACKWARD, None, ("backward", 15.0)),
            (CommandKind.SEEK_FORWARD, Phase.BEGIN, ("hold", Phase.BEGIN)),
            (CommandKind.SEEK_FORWARD, Phase.END, ("hold", Phase.END)), (CommandKind.CHANGE_RATE, 2, ("rate", 2.0)),
            (CommandKind.CHANGE_RATE, None, ("rate", 2.0)),
            (CommandKind.CHANGE_REPEAT_MODE, RepeatMode.OFF, ("repeat", RepeatMode.OFF)),
            (CommandKind.CHANGE_REPEAT_MODE, None, ("repeat", RepeatMode.ALL)),
            (CommandKind.CHANGE_SHUFFLE_MODE, None, ("shuffle", ShuffleMode.ITEMS)),
            (session.commands[-1], None, ("dislike", Feedback.NEGATIVE)),
            (CommandKind.CHANGE_SHUFFLE_MODE, ShuffleMode.ITEMS, ("shuffle", ShuffleMode.ITEMS)),
            (CommandKind.FEEDBACK, Feedback.POSITIVE, ("like", Feedback.POSITIVE)),
            (CommandKind.FEEDBACK, Feedback.NEGATIVE, ("dislike", Feedback.NEGATIVE)),
            (session.commands[-1], Feedback.NEUTRAL, ("dislike", Feedback.NEUTRAL))]:
        assert session.send(command, value).result(TIMEOUT) is None
        assert calls.take() == expected
    for mode, expected in (Feedback.POSITIVE, Feedback.POSITIVE), (Feedback.NEUTRAL, Feedback.NEUTRAL):
        assert session.send(session.commands[-2], mode, toggle=True).result(TIMEOUT) is None
        assert calls.take() == ("like", expected)
    assert session.set_volume(0.25).result(TIMEOUT) is None and calls.take() == ("volume", 0.25)
    assert session.raise_window().result(TIMEOUT) is None and calls.take() == ("raise",)
    assert session.quit().result(TIMEOUT) is None and calls.take() == ("quit",)


def test_what_is_offered(pressed):
    session, _ = pressed
    modes = tuple(RepeatMode)
    assert session.commands == (
        OfferedCommand(CommandKind.PLAY, icon="play"), OfferedCommand(CommandKind.PAUSE, False, icon="pause"),
        OfferedCommand(CommandKind.TOGGLE_PLAY_PAUSE, False, derived=True, icon="pause"),
        OfferedCommand(CommandKind.SEEK_TO_POSITION),
        OfferedCommand(CommandKind.SKIP_FORWARD, intervals=(10.0, 30.0), icon="skip-forward"),
        OfferedCommand(CommandKind.SKIP_BACKWARD, intervals=(15.0,), icon="skip-back"),
        OfferedCommand(CommandKind.SEEK_FORWARD, icon="fast-forward"),
        OfferedCommand(CommandKind.CHANGE_RATE, rates=(0.5, 1.0, 2.0), rate_range=(0.5, 3.25), icon="speed"),
        OfferedCommand(CommandKind.CHANGE_REPEAT_MODE, current=RepeatMode.ONE, supported=modes, icon="repeat-one",
                       active=True),
        OfferedCommand(CommandKind.CHANGE_SHUFFLE_MODE, current=ShuffleMode.OFF, icon="shuffle-off",
                       supported=(ShuffleMode.OFF, ShuffleMode.ITEMS)),
        OfferedCommand(CommandKind.FEEDBACK, current=Feedback.NEUTRAL, supported=(Feedback.NEUTRAL, Feedback.POSITIVE),
                       title="Like this song", short_title="Like", button=session.commands[-2].button, icon="thumb-up"),
        OfferedCommand(CommandKind.FEEDBACK, current=Feedback.NEUTRAL, supported=(Feedback.NEUTRAL, Feedback.NEGATIVE),
                       button=session.commands[-1].button, icon="thumb-down"))
    assert session.commands[-1].button != session.commands[-2].button
    assert session.command(CommandKind.FEEDBACK) == session.commands[-2] and session.command(CommandKind.NEXT) is None
    assert Ability.CAN_RAISE | Ability.CAN_QUIT | Ability.CAN_SET_VOLUME in session.abilities


def test_what_is_refused(pressed, caplog):
    session, _ = pressed
    assert status_of(session.send(CommandKind.NEXT)) == Status.NOT_SUPPORTED
    assert status_of(session.send(CommandKind.PAUSE)) == Status.INVALID_STATE
    assert status_of(session.send(CommandKind.CHANGE_RATE, 17.0)) == Status.INVALID_ARGUMENT
    assert status_of(session.artwork()) == Status.NO_SUCH_CONTENT
    assert status_of(session.preview(SQUARE)) == Status.NO_SUCH_CONTENT
    assert status_of(session.step_volume(Device("none", "None"), 1)) == Status.NOT_SUPPORTED
    assert any("Session.send(NEXT) failed" in line for line in caplog.messages)


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
])
def test_wrong_arguments(bus, panel, ask, error, text):  # noqa: F811
    with App("org.example.Wrong") as app:
        playing(app)
        with pytest.raises(error, match=text):
            ask(find(panel, application_id="org.example.Wrong"))


def test_a_player_says_why_it_failed(bus, panel):  # noqa: F811
    def fail():
        raise NowPlayingError("The disc is not in.", Status.COMMAND_FAILED)

    with App("org.example.Fails") as app:
        playing(app, commands=[Handled.play(fail)])
        action = find(panel, application_id="org.example.Fails").send(CommandKind.PLAY)
        error = action.exception(TIMEOUT)
        assert (error.message, error.status, action.done()) == ("The disc is not in.", Status.COMMAND_FAILED, True)


def test_devices_are_louder_and_quieter(bus, panel):  # noqa: F811
    calls = Calls()
    kitchen = Device("kitchen", "Kitchen", volume=0.5)
    television = Device("tv", "Television", volume=0.25, can_step=True)
    with App("org.example.Devices") as app:
        playing(app, "group", RemoteSession, on_device_volume=calls, on_device_step=calls).devices = [
            kitchen, television]
        session = find(panel, devices=(kitchen, television))
        session.set_volume(0.75, session.devices[0]).result(TIMEOUT)
        assert calls.take() == ("kitchen", 0.75)
        session.step_volume(session.devices[1], -1).result(TIMEOUT)
        assert calls.take() == ("tv", -1)


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


def test_the_picture_of_a_player_of_mpris_alone(bus, foreign, panel, tmp_path):  # noqa: F811
    """The library reads the file that the player names, and tells how it is turned."""
    (tmp_path / "a.jpg").write_bytes(TURNED)
    player = foreign(fakes.Plain, "plain")
    for address, expected in (
            ((tmp_path / "a.jpg").as_uri(), Media(TURNED, "image/jpeg", 3, 2, 6)),
            ("file:///dev/zero", Status.NOT_AN_IMAGE), ("https://example.org/a.png", Status.NOT_LOCAL)):
        metadata = fakes.song("One", **{"mpris:artUrl": fakes.Variant("s", address)})
        player.do(lambda metadata=metadata: player.fake.change(Metadata=("a{sv}", metadata)))
        wait_until(lambda address=address: find(panel, display_name="plain").item.artwork_url == address)
        action = find(panel, display_name="plain").picture(256, 256)
        assert (status_of if isinstance(expected, Status) else Action.result)(action, TIMEOUT) == expected
    names = "org.mpris.MediaPlayer2.plain", "org.mpris.MediaPlayer2.second"
    player.do(lambda: (player.fake.change(Metadata=("a{sv}", {})), player.fake.own(names[1])))
    wait_until(lambda: panel.names == (names,))
    wait_until(lambda: find(panel, display_name="plain").item is None)


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

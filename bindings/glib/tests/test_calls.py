# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Requests to players: every function, errors, pictures and videos, cancelling, and players that go."""
import os
import threading

import pytest
from testkit.fakes import ANIMATED, SESSION, Plain, Whole, command, content
from gi.repository import Gio, GLib
from testkit.bus import PLAYER
from testkit.pictures import given, memory_file, png
from testkit.process import descriptors
from testkit.wire import Variant
from shown import NP, Call, start, waiting_for

BUTTON = command("custom", id=("s", "sleep"), title=("s", "Sleep"))


def test_a_button_is_pressed(bus, make_shown):
    player, shown, session = start(bus, make_shown, Commands=("aa{sv}", [BUTTON]))
    event = NP.CommandEvent.new_for(session.find_command(NP.CommandKind.CUSTOM))
    assert (event.props.id, event.props.kind) == ("sleep", NP.CommandKind.CUSTOM)
    assert shown.call(session, "send_command", event).status == "OK"
    assert player.called("SendCommand")[0][1]["id"].value == "sleep"
    event = NP.CommandEvent.new(NP.CommandKind.PLAY)
    event.set_id("x")
    event.set_id(None)
    assert event.get_id() is None and event.get_kind() == NP.CommandKind.PLAY


def test_a_picture_and_a_preview(bus, make_shown):
    player, shown, session = start(bus, make_shown, Content=content(
        artwork=Variant("s", "cover"), chapters=Variant("a(xss)", [(0, "", "chapter-1")]),
        **{"animated-artwork": Variant("a{ss}", {"1:1": "moving"})}))
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(png(8, 9)))
    player.answers[ANIMATED, "GetPreview"] = given(lambda: memory_file(png(16, 16)))
    before = descriptors(os.getpid())
    for _ in range(3):
        picture = shown.call(session, "get_artwork", 64, 32).value
        assert (picture.props.width, picture.props.height, picture.props.mime_type) == (8, 9, "image/png")
        assert picture.props.data.get_data() == picture.open().read_bytes(1 << 20, None).get_data() == png(8, 9)
        assert shown.call(session, "get_chapter_artwork", 0, 0, 0).value.get_width() == 8
    assert player.called("GetArtwork")[1][0] == "chapter-1"
    assert shown.call(session, "get_preview", NP.AspectRatio.SQUARE, 0, 0).value.get_height() == 16
    shown.settle(player)
    assert descriptors(os.getpid()) <= before + 1
    missing = shown.call(session, "get_chapter_artwork", 7, 0, 0)
    assert missing.error.matches(NP.error_quark(), NP.Error.NO_SUCH_CONTENT)
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(b"text"))
    assert shown.call(session, "get_artwork", 0, 0).status == "NOT_AN_IMAGE"


def read_all(shown, stream):
    """Reads a stream in the main loop."""
    parts, done = [], []

    def took(stream, result):
        part = stream.read_bytes_finish(result).get_data()
        parts.append(part)
        if part:
            stream.read_bytes_async(7, 0, None, took)
        else:
            done.append(1)

    stream.read_bytes_async(7, 0, None, took)
    shown.wait(lambda: done, "the end of the stream")
    return b"".join(parts)


def test_a_video_is_a_stream(bus, make_shown, tmp_path):
    player, shown, session = start(bus, make_shown, Content=content(
        **{"animated-artwork": Variant("a{ss}", {"3:4": "moving"})}))
    file = tmp_path / "video"
    file.write_bytes(b"not really a video")

    def answer(call):
        descriptor = os.open(file, os.O_RDONLY)
        os.lseek(descriptor, 5, os.SEEK_SET)
        return "hs", [0, "video/mp4"], [descriptor]

    player.answers[ANIMATED, "GetVideo"] = answer
    shown.surface.props.aspect_ratios = NP.AspectRatios.TALL
    assert shown.surface.get_aspect_ratios() == NP.AspectRatios.TALL
    video = shown.call(session, "get_video", NP.AspectRatio.TALL, 0, 0).value
    assert video.props.data is None and (video.get_mime_type(), video.get_width()) == ("video/mp4", 0)
    for _ in range(2):
        assert read_all(shown, video.open()) == b"not really a video"
    for special in (lambda: os.pipe()[0], lambda: os.open("/dev/zero", os.O_RDONLY)):
        player.answers[ANIMATED, "GetVideo"] = lambda call, special=special: ("hs", [0, "video/mp4"], [special()])
        video = shown.call(session, "get_video", NP.AspectRatio.TALL, 0, 0).value
        with pytest.raises(GLib.Error, match="no file"):
            video.open()


def test_cancelled_before_it_begins(bus, make_shown):
    player, shown, session = start(bus, make_shown)
    cancellable = Gio.Cancellable()
    cancellable.cancel()
    event = NP.CommandEvent(kind=NP.CommandKind.PLAY)
    assert shown.call(session, "send_command", event, cancellable=cancellable).status == "GIO CANCELLED"
    shown.settle(player)
    assert not player.called("SendCommand")


@pytest.mark.parametrize("thread", [False, True])
def test_cancelled_while_it_waits(bus, make_shown, thread):
    """A call can be cancelled from another thread. The answer that comes later has no effect."""
    player, shown, session = start(bus, make_shown)
    waiting = []
    player.answers[SESSION, "SendCommand"] = lambda call: waiting.append(call)
    cancellable = Gio.Cancellable()
    call = Call(session, "send_command", NP.CommandEvent(kind=NP.CommandKind.PLAY), cancellable=cancellable)
    waiting_for(player, shown, "SendCommand")
    if thread:
        runner = threading.Thread(target=cancellable.cancel)
        runner.start()
        runner.join()
    else:
        cancellable.cancel()
    shown.wait(lambda: call.calls, "the end of the call")
    assert call.status == "GIO CANCELLED"
    player.answers[SESSION, "SendCommand"] = lambda late: ("", [])
    player.answer(waiting[0])
    assert shown.send(session, "PLAY").status == "OK" and call.calls == 1


@pytest.mark.parametrize("make", [Plain, Whole])
def test_a_player_vanishes_in_the_middle_of_a_call(bus, make_shown, make):
    player = make(bus, "gone")
    if make is Whole:
        player.session("a", Content=content(artwork=Variant("s", "cover")))
    shown = make_shown(player.appear())
    session = shown.find(display_name="gone" if make is Plain else "Gone")
    for key in ((SESSION, "SendCommand"), (PLAYER, "Next"), (SESSION, "GetArtwork")):
        player.answers[key] = lambda call: None
    calls = [Call(session, "send_command", NP.CommandEvent(kind=kind))
             for kind in ([NP.CommandKind.NEXT] if make is Plain else [NP.CommandKind.PLAY] * 3)]
    if make is Whole:
        calls.append(Call(session, "get_artwork", 0, 0))
    waiting_for(player, shown, "Next" if make is Plain else "GetArtwork")
    player.close()
    shown.fakes.clear()
    shown.wait(lambda: all(call.calls for call in calls) and session.props.gone, "the end of all calls")
    assert {call.status for call in calls} <= {"CANCELLED", "COMMAND_FAILED", "NO_SUCH_CONTENT"}
    assert shown.send(session, "PLAY").status in ("CANCELLED", "NO_SUCH_CONTENT")
    assert [call.calls for call in calls] == [1] * len(calls)


def test_too_many_calls(bus, make_shown):
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    calls = [Call(session, "send_command", NP.CommandEvent(kind=NP.CommandKind.PLAY)) for _ in range(1100)]
    shown.wait(lambda: sum(call.calls for call in calls) == 1100 - 1024)
    assert {call.status for call in calls if call.calls} == {"BUSY"}
    player.remove("a")
    shown.wait(lambda: all(call.calls for call in calls))
    assert {call.status for call in calls} == {"BUSY", "CANCELLED"}

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Requests to players: every function, errors, pictures and videos, cancelling, and players that go."""
import os
import threading

import pytest
from testkit.fakes import ANIMATED, REMOTE, SESSION, TRACKS, Plain, Whole, command, content, song, track, variants
from gi.repository import Gio, GLib
from testkit.bus import PLAYER
from testkit.commands import OF_PLAYER
from testkit.pictures import addressed, given, memory_file, numbered, png
from testkit.process import descriptors
from testkit.wire import Variant
from shown import NP, Call, start, waiting_for
from test_mirror import TYPES

BUTTON = command("custom", id=("s", "sleep"), title=("s", "Sleep"))
EVENTS = [
    ("SEEK_TO_POSITION", {"time_us": 5_000_000}, "seek-to-position"), ("SKIP_FORWARD", {"time_us": 30_000_000}, None),
    ("CHANGE_RATE", {"rate": 1.5}, "change-rate"), ("CHANGE_REPEAT_MODE", {"mode": 2}, None),
    ("FEEDBACK", {"mode": 1, "button": 3}, "feedback"), ("SEEK_FORWARD", {"phase": 1}, "seek-forward"),
    ("CUSTOM", {"id": "sleep"}, "custom"), ("SET_RATING", {"rating": 0.5, "toggle": True}, "set-rating"),
    ("MUTE", {"mode": 1}, "mute")]


@pytest.mark.parametrize("kind, arguments, word", EVENTS, ids=lambda value: value if isinstance(value, str) else "")
def test_commands_with_arguments(bus, make_shown, kind, arguments, word):
    commands = [BUTTON, command("seek-to-position"), command("seek-forward"), command("set-rating"), command("mute"),
                command("skip-forward", intervals=("ax", [30_000_000])), command("change-rate", rates=("ad", [1.5])),
                command("change-repeat-mode", supported=("as", ["off", "all"]), current=("s", "off")),
                command("feedback", button=("u", 3), current=("s", "neutral"))]
    player, shown, session = start(bus, make_shown, Commands=("aa{sv}", commands))
    assert shown.send(session, kind, **arguments).status == "OK"
    (said, given_with), = player.called("SendCommand")
    assert said == (word or kind.lower().replace("_", "-"))
    # A command that is for the player, whatever it plays, has no item: the rows of contract/data say which.
    assert ("item" in given_with) is (said not in OF_PLAYER), given_with
    for value in arguments.values():
        assert len(given_with.keys() - {"item"}) > 0, given_with
        assert value in (0, 1, 2) or value in {each.value for each in given_with.values()}


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


def test_volumes_tracks_windows(bus, make_shown):
    player = Whole(bus, "whole")
    interfaces = player.session("a", Volume=("d", 0.5), CanSetVolume=("b", True))
    interfaces[REMOTE] = variants(Devices=("aa{sv}", [
        variants(id=("s", "x"), name=("s", "Kitchen"), type=("s", "tv"), volume=("d", 0.5),
                 **{"can-step": ("b", True)})]))
    interfaces[TRACKS] = variants(Tracks=("aa{sv}", [track("1", "subtitles")]))
    for interface, member in ((SESSION, "SetVolume"), (REMOTE, "SetDeviceVolume"), (REMOTE, "StepDeviceVolume"),
                              (TRACKS, "SelectTrack")):
        player.answers[interface, member] = lambda call: ("", [])
    shown = make_shown(player.appear())
    session = shown.find(session_id="a")
    assert shown.call(session, "set_volume", None, 0.25).status == "OK"
    assert shown.call(session, "set_volume", "x", 0.75).status == "OK"
    assert shown.call(session, "step_volume", "x", -1).status == "OK"
    assert shown.call(session, "select_track", NP.TrackKind.SUBTITLES, None).status == "OK"
    assert player.called("SelectTrack") == [["subtitles", ""]]
    assert shown.call(session, "raise").status == shown.call(session, "quit").status == "NOT_SUPPORTED"
    for wrong in (("set_volume", None, 1.5), ("step_volume", "x", 2), ("select_track", NP.TrackKind.AUDIO, None),
                  ("get_artwork", 99_999, 0)):
        assert shown.call(session, *wrong).status == "INVALID_ARGUMENT"


def test_a_press_on_a_button(bus, make_shown):
    """The command has no mode, because the player knows which one is next."""
    words = ["change-repeat-mode", "change-shuffle-mode", "feedback", "change-rate", "mute"]
    player, shown, session = start(bus, make_shown, Commands=("aa{sv}", [command(word) for word in words]))
    for each in session.get_commands():
        assert shown.call(session, "send_command", NP.CommandEvent.new_for(each)).status == "OK"
    assert [body[0] for body in player.called("SendCommand")] == words
    assert {key for body in player.called("SendCommand") for key in body[1]} == {"item", "button", "toggle"}
    assert [body[0] for body in player.called("SendCommand") if "toggle" in body[1]] == ["feedback"]
    player.change("a", Commands=("aa{sv}", [command("next"), command("change-rate", rates=("ad", [2.0]))]))
    shown.settle(player)
    assert [each.get_icon_name() for each in session.get_commands()] == ["media-skip-forward", None]


@pytest.mark.parametrize("name, status", [("NotOffered", "NOT_SUPPORTED"), ("NotFound", "NO_SUCH_CONTENT"),
                                          ("Tired", "COMMAND_FAILED")])
def test_an_error_has_the_player_s_sentence(bus, make_shown, name, status):
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: ("error", f"org.nowplaying.Error.{name}", "Not now")
    call = shown.send(session, "PLAY")
    assert (call.status, call.error.message, call.value) == (status, "Not now", None)
    assert call.error.matches(NP.error_quark(), getattr(NP.Error, status))


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
    assert shown.call(session, "get_chapter_artwork", 7, 0, 0).status == "NO_SUCH_CONTENT"
    player.answers[SESSION, "GetArtwork"] = given(lambda: memory_file(b"text"))
    assert shown.call(session, "get_artwork", 0, 0).status == "NOT_AN_IMAGE"


def test_a_picture_at_every_form_of_an_address(bus, make_shown, tmp_path):
    player = Plain(bus, "plain")
    shown = make_shown(player.appear())
    session = shown.find(display_name="plain")
    for number, address in addressed(tmp_path):
        player.change(Metadata=("a{sv}", song("One", **{"mpris:artUrl": Variant("s", address)})))
        shown.wait(lambda address=address: session.props.item.props.artwork_url == address, address)
        picture = shown.call(session, "get_artwork", 0, 0).value
        assert (picture.props.width, picture.props.data.get_data()) == (number, numbered(number)), address


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


def test_a_session_vanishes_in_the_middle_of_a_call(bus, make_shown):
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    call = Call(session, "send_command", NP.CommandEvent(kind=NP.CommandKind.PLAY))
    waiting_for(player, shown, "SendCommand")
    player.remove("a")
    shown.wait(lambda: call.calls and session.props.gone)
    assert call.status == "CANCELLED"


def test_too_many_calls(bus, make_shown):
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    calls = [Call(session, "send_command", NP.CommandEvent(kind=NP.CommandKind.PLAY)) for _ in range(1100)]
    shown.wait(lambda: sum(call.calls for call in calls) == 1100 - 1024)
    assert {call.status for call in calls if call.calls} == {"BUSY"}
    player.remove("a")
    shown.wait(lambda: all(call.calls for call in calls))
    assert {call.status for call in calls} == {"BUSY", "CANCELLED"}


def test_a_player_that_forgets_to_answer(bus, make_shown):
    """After eleven seconds the library gives up, and the call fails."""
    player, shown, session = start(bus, make_shown)
    player.answers[SESSION, "SendCommand"] = lambda call: None
    assert shown.send(session, "PLAY").status == "TIMED_OUT"


def test_every_argument_of_an_event_is_tried():
    fields = {field["name"] for field in TYPES["nowplaying_command_event"]["fields"]}
    fields -= {"struct_size", "tag", "reserved"}
    tried = {name for _, arguments, _ in EVENTS for name in arguments} | {"kind"}
    assert fields == tried

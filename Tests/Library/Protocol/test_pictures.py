# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Section 4: artwork, previews and videos, and what became of those that must not be handed on."""

import contextlib
import fcntl
import mmap
import os
import pathlib
import resource

import pytest

from testkit.bus import PLAYER
from testkit.protocol import VIDEOS
from testkit.received import picture, sealed_bytes, video
from testkit.reference import ReferencePlayer
from testkit.wire import DBusError

FUZZED_VIDEOS = pathlib.Path(__file__).resolve().parents[1] / "Fuzz/corpus/videos"
NOT_A_SIZE = [16_385, 2**31, 2**32 - 1]


def artwork(session, identifier, width=0, height=0):
    return session.surface.reply(session.start_artwork(identifier, width, height))


def preview(session, identifier, ratio, width=0, height=0):
    return session.surface.reply(session.start_preview(identifier, ratio, width, height))


@pytest.mark.parametrize("width, height", [(64, 64), (300, 200), (1, 1), (7, 1000), (2048, 2048)])
def test_4_artwork_of_the_wanted_size(main, width, height):
    assert picture(artwork(main, "cover-1", width, height)) == (width, height)


def test_4_artwork_without_a_preference(main):
    assert picture(artwork(main, "cover-1")) == (512, 512)
    for size in ((300, 0), (0, 300)):
        assert max(picture(artwork(main, "cover-1", *size))) <= 2048


@pytest.mark.parametrize("get", [lambda it: it.start_artwork("cover-1", 64, 64),
                                 lambda it: it.start_video("moving-1", "1:1")], ids=["artwork", "video"])
def test_4_nobody_can_change_what_is_given(main, get):
    """The data cannot be changed by the descriptor, nor by reopening it."""
    descriptor = main.surface.reply(get(main), 35).descriptors[0]
    with contextlib.suppress(OSError):
        anew = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR)
        with open(anew, "wb", buffering=0) as file, pytest.raises(OSError):
            file.write(b"x")
    size = os.fstat(descriptor).st_size
    for change in (lambda: os.pwrite(descriptor, b"x", 0), lambda: os.ftruncate(descriptor, 1),
                   lambda: os.ftruncate(descriptor, size + 1),
                   lambda: fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, 0x10),
                   lambda: mmap.mmap(descriptor, size, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)):
        with pytest.raises(OSError):
            change()
    with mmap.mmap(descriptor, size, mmap.MAP_PRIVATE, mmap.PROT_READ) as mapped:
        assert mapped[:] == sealed_bytes(descriptor)


def test_4_the_same_id_is_the_same_picture(main, other):
    pictures = {sealed_bytes(artwork(session, "cover-1", 80, 80).descriptors[0])
                for session in (main, other.local["main"], main)}
    assert len(pictures) == 1


def test_4_artwork_asked_for_at_once(main, other):
    """Equal pending requests may be one for the player; each gets its own reply."""
    calls = [(session, session.start_artwork("cover-1", size, size)) for size in (64, 64, 128)
             for session in (main, other.local["main"])]
    sizes = [picture(session.surface.reply(call)) for session, call in calls]
    assert sizes == [(64, 64)] * 4 + [(128, 128)] * 2


def test_4_artwork_of_the_present_item_only(main, side):
    main.surface.refused(main.start_artwork("cover-2"), "NotFound")
    main.send("next").wait_item("podcast")
    main.surface.refused(main.start_artwork("cover-1"), "NotFound")
    assert picture(artwork(main, "cover-2", 64, 64)) == (64, 64)
    main.send("next").wait_item("movie")
    main.surface.refused(main.start_artwork("cover-2"), "NotFound")
    main.surface.refused(main.start_preview("moving-1", "1:1"), "NotFound")
    main.surface.refused(main.start_video("moving-1", "1:1"), "NotFound")
    side.surface.refused(side.start_artwork("cover-1"), "NotFound")
    side.surface.refused(side.start_artwork("slow"), "NotFound")


@pytest.mark.parametrize("identifier", ["moving-1", "Cover-1", "cover-1 ", "none", "x" * 5000, "/etc/passwd"])
def test_5_ids_that_name_no_artwork(main, kitchen, identifier):
    main.surface.refused(main.start_artwork(identifier), "NotFound")
    kitchen.surface.refused(kitchen.start_artwork(identifier), "NotFound")


@pytest.mark.parametrize("size", NOT_A_SIZE)
def test_5_sizes_come_before_ids(main, size):
    for identifier in ("cover-1", "none"):
        for wanted in ((size, 0), (0, size), (size, size)):
            main.surface.refused(main.start_artwork(identifier, *wanted), "InvalidArgument")
    for identifier in ("moving-1", "none"):
        main.surface.refused(main.start_preview(identifier, "1:1", size, 0), "InvalidArgument")
        main.surface.refused(main.start_preview(identifier, "3:4", 0, size), "InvalidArgument")
        main.surface.refused(main.start_video(identifier, "1:1", 0, size), "InvalidArgument")


def test_5_artwork_that_fails(side):
    assert side.surface.refused(side.start_artwork("broken"), "Failed") == "The cover is gone"


def test_5_artwork_that_is_no_picture(surface, side):
    side.send("toggle-play-pause")
    surface.refused(surface.local["guest"].start_artwork("text"), "Asset.WrongFormat")


@pytest.mark.parametrize("size", [(0, 0), (300, 300), (300, 400), (60, 80), (1000, 16_384)])
@pytest.mark.parametrize("ratio", ["1:1", "3:4"])
def test_4_previews_have_their_ratio(main, ratio, size):
    width, height = picture(preview(main, "moving-1", ratio, *size))
    wanted = 1 if ratio == "1:1" else 0.75
    assert abs(width / height / wanted - 1) <= 0.01


@pytest.mark.parametrize("ratio", ["1:1", "3:4"])
def test_4_videos(main, ratio):
    message = main.surface.reply(main.start_video("moving-1", ratio), 35)
    assert message.body[1] in VIDEOS
    streams = video(message)
    assert [stream["codec_type"] for stream in streams] == ["video"]
    width, height = streams[0]["width"], streams[0]["height"]
    assert abs(width / height / (1 if ratio == "1:1" else 0.75) - 1) <= 0.01
    for rate in ("r_frame_rate", "avg_frame_rate"):
        frames, seconds = map(int, streams[0][rate].split("/"))
        assert frames <= 60 * seconds


@pytest.mark.parametrize("name", ["hang.webm", "hang.h264"])
def test_4_a_damaged_video_holds_nobody_up(bus, name, request):
    """All clients, the requesting one too, get replies while the player provides a damaged video. The stream headers in
    these files keep some H.264 parsers busy for ever."""
    if request.config.getoption("--player"):
        pytest.skip("another program does not take REFERENCE_VIDEO")
    reference = ReferencePlayer.start(bus, {"REFERENCE_VIDEO": str(FUZZED_VIDEOS / name)})
    surface = reference.surface()
    call = surface.local["main"].start_video("moving-1", "1:1")
    assert reference.mpris(reference.local, PLAYER, "PlaybackStatus") == "Playing"
    surface.refused(call, "Asset.WrongFormat")


def refused_both(session, identifier, ratio, *names):
    for start in (session.start_preview, session.start_video):
        error = session.surface.error(start(identifier, ratio))
        assert error.name.removeprefix("org.nowplaying.Error.") in names, error
        assert error.text


def test_5_ratios_that_the_item_does_not_have(main, side):
    refused_both(side, "late", "3:4", "NotFound")
    side.send("stop").wait_item("episode-2")
    refused_both(side, "remote", "3:4", "NotFound")
    refused_both(side, "square", "1:1", "NotFound")


def test_5_ids_that_name_no_animated_artwork(main, kitchen):
    for identifier in ("cover-1", "none", "", "/etc/passwd"):
        refused_both(main, identifier, "1:1", "NotFound")
        refused_both(kitchen, identifier, "1:1", "NotFound")


def test_5_animated_artwork_that_must_not_be_handed_on(side):
    side.send("stop").wait_item("episode-2")
    assert picture(preview(side, "remote", "1:1", 100, 100))
    side.surface.refused(side.start_video("remote", "1:1"), "Asset.NotLocal")
    side.surface.refused(side.start_preview("square", "3:4"), "Asset.WrongAspectRatio")
    side.surface.refused(side.start_video("square", "3:4"), "Asset.WrongFormat")


def test_5_pictures_are_cancelled_when_the_item_changes(side, other):
    """Any surface may ask for them, and any may change the item."""
    theirs = other.local["side"]
    calls = [(session, call) for session in (side, theirs)
             for call in (session.start_preview("late", "1:1"), session.start_video("late", "1:1"))]
    for session in (side, theirs):
        session.get("Id")
    side.send("stop").wait_item("episode-2")
    for session, call in calls:
        session.surface.refused(call, "Cancelled")
    call = theirs.start_artwork("slow", 100, 100)
    theirs.get("Id")
    side.send("stop").wait_item("episode-1")
    theirs.surface.refused(call, "Cancelled")


def test_4_a_picture_that_is_never_answered_blocks_nobody(side, main, other):
    side.send("stop").wait_item("episode-2")
    call = side.start_artwork("slow")
    assert picture(artwork(main, "cover-1", 64, 64)) == (64, 64)
    assert picture(artwork(other.local["main"], "cover-1", 64, 64)) == (64, 64)
    assert picture(preview(side, "remote", "1:1", 64, 64))
    main.send("pause").wait_playback(state="paused")
    side.send("stop")
    side.surface.refused(call, "Cancelled")


def test_4_a_picture_without_a_descriptor_for_it(bus):
    """A player that has all descriptors that it may have answers by an error, and has a picture again when it can."""
    reference = ReferencePlayer.start(bus, {"NOWPLAYING_LOG": "error"})  # what it prints fails the test
    main = reference.surface().local["main"]
    pid = reference.process.pid
    limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    used = {int(name) for name in os.listdir(f"/proc/{pid}/fd")}
    unused = [number for number in range(100) if number not in used]
    # No descriptor is left; or one, which the picture takes, so that none is left for the reply; or more.
    for more in range(4):
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (unused[more], limits[1]))
        with contextlib.suppress(DBusError):
            picture(artwork(main, "cover-1", 32 + more, 32))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
    assert picture(artwork(main, "cover-1", 64, 64)) == (64, 64)

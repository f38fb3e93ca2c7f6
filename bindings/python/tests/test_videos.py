# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests animated artwork: what surfaces of org.nowplaying get, and what players are asked for."""
import asyncio
import copy
import logging
import pickle
import subprocess
from concurrent.futures import Future

import pytest

from nowplaying import (
    App, Artwork, AspectRatio, AsyncioLoop, ManualLoop, Music, NowPlayingError, Session, Status, Video, _artwork)
from conftest import Calls, wait_until
from surface import Refused
from test_handlers import PNG, running_loop  # noqa: F401

PLAYER = "org.mpris.MediaPlayer2.Test"
SQUARE, TALL = AspectRatio.SQUARE, AspectRatio.TALL


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """A video of one second that is as wide as it is high."""
    path = tmp_path_factory.mktemp("video") / "loop é.webm"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=64x64:rate=10:duration=1", "-an",
                    path], check=True)
    return path


@pytest.fixture
def animated(app, shown, surface):
    """Shows an item with animated artwork. Returns a function that requests a part of it."""

    def show(videos, app=app, **content):
        session = shown(app, Music("A Title", id="first", animated_artwork=videos, **content))
        id, = surface.sessions(PLAYER)

        def ask(part, video, ratio="1:1", width=0, height=0):
            return surface.ask(
                PLAYER, id, f"AnimatedArtwork1.Get{part}", "(ssuu)", video, ratio, width, height)

        ask.session, ask.content = session, lambda: surface.of(PLAYER, id, "Content")
        return ask

    return show


def test_ids_are_seen_by_aspect_ratio(animated):
    ask = animated({SQUARE: Video("a", print), TALL: Video("b", print)}, artwork=Artwork.data(PNG, id="c"))
    assert ask.content()["animated-artwork"] == {"1:1": "a", "3:4": "b"} and ask.content()["artwork"] == "c"
    ask.session.content = Music("Other", id="first", animated_artwork={TALL: Video("b", print)})
    wait_until(lambda: ask.content()["animated-artwork"] == {"3:4": "b"})
    ask.session.content = Music("Other", id="first", animated_artwork={})
    wait_until(lambda: "animated-artwork" not in ask.content())


def test_a_preview_of_every_sort(animated, tmp_path):
    path, calls = tmp_path / "still é.png", Calls()
    path.write_bytes(PNG)

    def later(*size):
        calls(size)
        future = Future()
        future.set_result(bytearray(PNG))
        return future

    for preview in (Artwork.data(PNG), Artwork.file(path), Artwork.url(path.as_uri()), Artwork("x", later),
                    Artwork("x", lambda *_: Artwork.data(PNG))):
        ask = animated({SQUARE: Video("a", print, preview)})
        assert ask("Preview", "a", width=640, height=480) == (PNG, "image/png", 1, 1)
        ask.session.close()
    assert calls.take() == (640, 480)


def test_a_preview_by_a_coroutine(bus, animated, running_loop):  # noqa: F811
    async def load(width, height):
        await asyncio.sleep(0)
        return PNG

    with App("org.example.Test", loop=AsyncioLoop(running_loop)) as app:
        ask = animated({SQUARE: Video("a", load, Artwork("x", load))}, app)
        assert ask("Preview", "a")[0] == PNG


def test_previews_that_cannot_be_had(animated, caplog, complaints):
    """Each failure is an error for the surface; a mistake of the player is logged as well."""
    def fail(*_):
        raise NowPlayingError("The network is down.", Status.COMMAND_FAILED)

    for preview, error, text, logs in (
            (None, "NotFound", "", False),
            (Artwork("x", lambda *_: None), "NotFound", "There is no artwork.", False),
            (Artwork.data(b"no picture"), "Asset.WrongFormat", "Artwork: ", False),
            (Artwork("x", lambda *_: "https://example.org/a.png"), "Failed", ": write Artwork.url().", True),
            (Artwork("x", lambda *_: [PNG]), "Failed", "or None, not [", True),
            (Artwork("x", fail), "Failed", "The network is down.", False)):
        caplog.clear()
        ask = animated({SQUARE: Video("a", print, preview)})
        with pytest.raises(Refused) as refused:
            ask("Preview", "a")
        errors = [record for record in caplog.records if record.levelno == logging.ERROR]
        assert bool(errors) == logs
        words = caplog.text if logs else refused.value.text
        assert refused.value.name == error and text in words, refused.value
        ask.session.close()
    ask = animated({TALL: Video("a", print, Artwork.data(PNG))})
    with pytest.raises(Refused) as refused:
        ask("Preview", "a", "3:4")
    assert refused.value.name == "Asset.WrongAspectRatio"
    for wrong in (("b", "3:4"), ("a", "1:1")):
        with pytest.raises(Refused) as refused:
            ask("Preview", *wrong)
        assert refused.value.name == "NotFound"


def test_surfaces_get_the_plain_artwork_too(animated, surface, caplog):
    ask = animated(None, artwork=Artwork.data(PNG, id="cover"))
    id, = surface.sessions(PLAYER)
    get = PLAYER, id, "Session1.GetArtwork", "(suu)"
    assert surface.ask(*get, "cover", 0, 0) == (PNG, "image/png", 1, 1)
    ask.session.content = Music("Other", id="first", artwork=Artwork.data(PNG, id="caf\udce9"))
    wait_until(lambda: ask.content()["artwork"] != "cover")
    odd = ask.content()["artwork"]
    assert surface.ask(*get, odd, 0, 0) == (PNG, "image/png", 1, 1)
    address = "https://example.org/" + "a" * 2000
    ask.session.content = Music("Other", id="first", artwork=Artwork.url(address))
    wait_until(lambda: ask.content()["artwork"] not in ("cover", odd))
    with pytest.raises(Refused) as refused:
        surface.ask(*get, ask.content()["artwork"], 0, 0)
    assert refused.value.name == "Asset.NotLocal"
    assert not [record for record in caplog.records if record.levelno == logging.ERROR]


def test_a_video_of_every_sort(animated, video):
    calls, data = Calls(), video.read_bytes()

    def later(*size):
        calls(size)
        future = Future()
        future.set_result(memoryview(data))
        return future

    for made in (Video.data(data, id="a"), Video.file(video, id="a"), Video.url(video.as_uri(), id="a"),
                 Video("a", later), Video("a", lambda *_: str(video)), Video("a", lambda *_: Video.file(video))):
        ask = animated({SQUARE: made})
        assert ask("Video", "a", width=64, height=32) == (data, "video/webm")
        ask.session.close()
    assert calls.take() == (64, 32)


def test_a_video_by_a_coroutine(bus, animated, video, running_loop):  # noqa: F811
    async def load(width, height):
        await asyncio.sleep(0)
        return video

    with App("org.example.Test", loop=AsyncioLoop(running_loop)) as app:
        ask = animated({SQUARE: Video("a", load)}, app)
        assert ask("Video", "a") == (video.read_bytes(), "video/webm")


@pytest.mark.parametrize("load, error, text", [
    (lambda *_: None, "NotFound", "There is no video."),
    (lambda *_: b"no video", "Asset.WrongFormat", "Video: "),
    (lambda *_: _artwork.Url("https://example.org/a.mp4"), "Asset.NotLocal", "Video: "),
    (lambda *_: Video("b", print), "Failed", "has a function again"),
    (lambda *_: "https://example.org/a.mp4", "Failed", "the address 'https://example.org/a.mp4': write Video.url()."),
    (lambda *_: 5, "Failed", "must be bytes, the path of a file, what Video.file(), ")])
def test_videos_that_cannot_be_had(animated, caplog, load, error, text):
    ask = animated({SQUARE: Video("a", load)})
    with pytest.raises(Refused) as refused:
        ask("Video", "a")
    words = caplog.text if error == "Failed" else refused.value.text
    assert refused.value.name == error and text in words, refused.value


def test_the_app_is_called_with_what_surfaces_show(bus, surface, surfaces, shown):
    calls = Calls()
    with App("org.example.Test", on_aspect_ratios=calls) as app:
        shown(app)
        assert app.aspect_ratios == frozenset()
        surface.register(PLAYER, "1:1", "16:9")
        assert calls.take() == app.aspect_ratios == {SQUARE}
        other = surfaces()
        other.register(PLAYER, "3:4", "1:1")
        assert calls.take() == app.aspect_ratios == {SQUARE, TALL}
        surface.unregister(PLAYER)
        other.leave()
        assert calls.take() == app.aspect_ratios == frozenset()
        app.close()
        with pytest.raises(NowPlayingError, match="is closed"):
            app.aspect_ratios


@pytest.mark.parametrize("make, error, message", [
    (lambda: Video("", print), ValueError, r"Video\.id must not be empty"),
    (lambda: Video("a", b"x"), TypeError, r"Video\.load must be a function, .*Video\.file\(path\)"),
    (lambda: Video("a", print, "x.png"), TypeError, r"Video\.preview must be an Artwork"),
    (lambda: Video.file(5), TypeError, r"Video\.file\(path\) must be a str or a path, not 5"),
    (lambda: Video.file("https://a/b.mp4"), ValueError,
     r"Video\.file\(path\) must be a path, .*'https://a/b\.mp4': write Video\.url\(\)"),
    (lambda: Video.data(""), TypeError, r"Video\.data\(data\) must be bytes, not ''"),
    (lambda: Video.data(b""), ValueError, r"Video\.data\(data\) must not be empty"),
    (lambda: Video.url("https://a/b.mp4"), ValueError, r"Video\.url\(url\) must begin with file:///, not 'https"),
    (lambda: Video.url("file:///a b"), ValueError, r"Video\.url\(url\) must have everything percent-encoded"),
    (lambda: Music(animated_artwork=Video("a", print)), TypeError,
     r"Music\.animated_artwork must be a dict, not Video"),
    (lambda: Music(animated_artwork={"1:1": Video("a", print)}), TypeError,
     r"Music\.animated_artwork: a key must be an AspectRatio \(SQUARE, TALL\), not '1:1'"),
    (lambda: Music(animated_artwork={SQUARE: "a.mp4"}), TypeError,
     r"Music\.animated_artwork\[SQUARE\] must be a Video, not 'a.mp4' .*Video\.file\(path\)"),
])
def test_what_is_no_video_is_refused_where_it_is_written(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_coroutines_need_a_loop():
    async def load(width, height):
        return PNG

    with App("a", loop=ManualLoop()) as app:
        session = Session(app)
        for video, name in ((Video("a", load), "Video.load"), (Video("a", print, Artwork("b", load)), "Video.preview")):
            with pytest.raises(TypeError, match=f"{name} must be .*needs an asyncio loop"):
                session.content = Music("A", animated_artwork={SQUARE: video})
        assert session.content is None


def test_videos_are_values():
    videos = {SQUARE: Video.file("/a", preview=Artwork.data(b"x"))}
    music = Music("A", animated_artwork=videos)
    videos[TALL] = Video.data(b"y")
    assert list(music.animated_artwork) == [SQUARE] and len(music.animated_artwork) == 1
    assert copy.deepcopy(music) == pickle.loads(pickle.dumps(music)) == music and hash(music) == hash(music)
    assert music.animated_artwork == {SQUARE: videos[SQUARE]} and repr(music.animated_artwork).startswith("{<Aspect")
    assert Music("A", animated_artwork=music.animated_artwork) == music != Music("A", animated_artwork=videos)
    assert Video.file("/a", id="b").id == "b" and Video.file("/a").id == Video.file("/a").id != Video.file("/b").id
    assert "secret" not in Video.file("/secret").id + Video.url("file:///secret").id
    assert Video.data(b"a").id == Video.data(bytearray(b"a")).id != Video.data(b"b").id

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pictures that a player gives its session when it has them."""
import gc
import pickle
import threading
from concurrent.futures import Future
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

import nowplaying
from nowplaying import Artwork, Music, NowPlayingError, Status, Video
from conftest import wait_until

PNG = (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde"
       b"\0\0\0\x0cIDATx\x9cchPP\0\0\1\xe4\0\xc1\xea[\x19\x17\0\0\0\0IEND\xaeB`\x82")
OTHER = PNG + b"another"


def url(bus):
    return bus.run("playerctl", "metadata", "mpris:artUrl", check=False).stdout.strip()


def picture(bus):
    wait_until(lambda: url(bus))
    return Path(unquote(urlparse(url(bus)).path)).read_bytes()


def song(title, artwork):
    return Music(title, ["Somebody"], artwork=artwork, id=title)


def test_every_form_of_a_picture(bus, app, shown, tmp_path):
    session = shown(app, song("One", Artwork.later("cover")))
    file = tmp_path / "cover.png"
    file.write_bytes(PNG)
    for given in (bytearray(PNG), memoryview(PNG), str(file), Artwork.file(file), Artwork.data(PNG)):
        session.provide_artwork("cover", None)
        wait_until(lambda: not url(bus))
        session.provide_artwork("cover", given)
        assert picture(bus) == PNG
    session.provide_artwork("cover", Artwork.url("https://example.org/a.png"))
    wait_until(lambda: url(bus) == "https://example.org/a.png")


def test_while_the_function_is_at_work(bus, app, shown, caplog):
    answer, asked = Future(), []
    session = shown(app, song("One", Artwork("cover", lambda *size: asked.append(size) or answer)))
    wait_until(lambda: asked)
    session.provide_artwork("cover", OTHER)
    assert picture(bus) == OTHER
    answer.set_result(PNG)
    wait_until(lambda: not session._handlers._running)
    assert picture(bus) == OTHER
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


def test_nothing_waits_on_when_the_picture_is_there(bus, app, shown):
    session = shown(app, song("One", Artwork.later("cover")))
    wait_until(lambda: session._awaited)
    assert len(session._handlers._running) == 1
    session.provide_artwork("other", PNG)
    assert session._awaited
    session.provide_artwork("cover", PNG)
    wait_until(lambda: not session._awaited and not session._handlers._running)
    assert picture(bus) == PNG
    # A picture of an earlier item is not used either.
    session.content = song("Two", Artwork.later("second"))
    wait_until(lambda: session._awaited)
    session.content = song("Three", None)
    wait_until(lambda: not session._awaited and not session._handlers._running)
    session.content = song("Four", Artwork.later("fourth"))
    wait_until(lambda: session._awaited)
    session.close()
    assert not session._awaited and not session._handlers._running


def test_from_many_threads(bus, app, shown):
    session = shown(app, song("One", Artwork.later("cover")))

    def work(number):
        for turn in range(50):
            session.provide_artwork(f"cover {number}", PNG + bytes([number, turn]))
            session.content = song(f"{number} {turn}", Artwork.later(f"cover {(number + turn) % 4}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    session.content = song("Last", Artwork.later("last"))
    session.provide_artwork("last", OTHER)
    wait_until(lambda: bus.playerctl("metadata", "title") == "Last")
    wait_until(lambda: picture(bus) == OTHER)
    gc.collect()
    wait_until(lambda: not session._awaited and not session._handlers._running)


@pytest.mark.parametrize("identifier, given, error, text", [
    ("", PNG, ValueError, r"Session\.provide_artwork\(id\) must not be empty"),
    (5, PNG, TypeError, r"Session\.provide_artwork\(id\) must be a str"),
    ("a", 5, TypeError, r"Session\.provide_artwork\(picture\) must be bytes, the path of a file, what Artwork\.file"),
    ("a", "https://a/b.png", ValueError, r"Session\.provide_artwork\(picture\) is the address .*write Artwork\.url"),
    ("a", "a\0b", ValueError, r"Session\.provide_artwork\(picture\) must not contain a NUL"),
    ("a", Artwork.later("b"), TypeError, r"Session\.provide_artwork\(picture\) is .*which has a function again"),
])
def test_wrong_arguments(app, shown, identifier, given, error, text):
    session = nowplaying.Session(app)
    with pytest.raises(error, match=text):
        session.provide_artwork(identifier, given)


def test_pictures_that_are_refused(app, tmp_path):
    session = nowplaying.Session(app)
    for given, status in ((b"no picture", Status.NOT_AN_IMAGE), (tmp_path / "none.png", Status.IO)):
        with pytest.raises(NowPlayingError) as caught:
            session.provide_artwork("cover", given)
        assert caught.value.status == status
    session.close()
    with pytest.raises(NowPlayingError, match="closed"):
        session.provide_artwork("cover", PNG)


def test_a_picture_that_comes_later_is_a_value():
    assert Artwork.later("a") == Artwork.later("a") != Artwork.later("b")
    assert pickle.loads(pickle.dumps(Artwork.later("a"))) == Artwork.later("a")
    assert hash(Artwork.later("a")) == hash(Artwork.later("a"))
    with pytest.raises(ValueError, match=r"Video\.preview must not be Artwork\.later"):
        Video.file("/a.mp4", preview=Artwork.later("a"))

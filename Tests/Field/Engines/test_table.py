# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Compares the rows of the table in docs/engines.md with the engines: what they know of an item, how their positions
move, and what they answer after a seek. libmpv's and MPD's tags, films and broadcasts are in Tests/Field/Players and
Tests/Field/Mpd, whose plugins have that code."""
import functools
import itertools
import json
import os
import sys

import pytest
from readings import TARGET, measure
from trial import FOLDER, says

from field import servers
from field.adapters import media
from testkit.desktop import Program

#: The two readings 20 ms apart that differ, by the words of the table: the least and the largest share.
SHARES = {"few": (0, 0.2), "some": (0.1, 0.7), "most": (0.4, 1), "all": (0.9, 1)}
#: The longest time between two readings that still counts as 20 ms; a busy machine reads less often.
APART = 0.03
#: What the FFmpeg backend of Qt 6.4 knows otherwise, as the page says.
FFMPEG = {"song": {"film": True, "cover": False}, "film": {"length": False},
          "radio": {"live": False, "seekable": True, "title": None, "station": None}}


@pytest.fixture(scope="module")
def items(tmp_path_factory):
    """Returns the addresses of a song with a cover, a film and a radio."""
    folder = tmp_path_factory.mktemp("items")
    cover, film = media.picture(folder / "cover.png", "red"), folder / "film.webm"
    media.ffmpeg("-f", "lavfi", "-i", "sine=d=30", "-f", "lavfi", "-i", "color=d=30:s=64x48:r=5", "-c:v", "libvpx",
                 "-c:a", "libvorbis", "-metadata", "title=Film", film)
    song = media.with_cover(folder / "song.mp3", cover, title="Song")
    with media.Radio(folder) as radio:
        radio.title = "One - Two"
        yield {"song": f"file://{song}", "film": f"file://{film}", "radio": radio.url}


@pytest.mark.parametrize("engine", ["vlc", "gstreamer", "qt", "qt6", "qt6-ffmpeg"])
@pytest.mark.parametrize("item", ["song", "film", "radio"])
def test_what_an_engine_knows_of_an_item(items, sound, engine, item):
    isRadio, name = item == "radio", item.capitalize()
    title, station = ("One - Two", "Radio Test") if isRadio else (None, name) if engine == "vlc" else (name, None)
    known = {"state": "playing", "length": not isRadio, "live": isRadio, "film": item == "film",
             "seekable": not isRadio, "title": title, "station": station, "cover": item == "song"}
    known |= FFMPEG[item] if engine == "qt6-ffmpeg" else {}
    program = Program([sys.executable, FOLDER / "facts.py", engine, items[item]], {**os.environ, **sound})
    try:
        program.expect(json.dumps(known))
    finally:
        program.stop()


@pytest.fixture
def build(request):
    """Returns the folder of the library's build."""
    return request.config.getoption("--build")


@pytest.fixture(scope="module")
def readings(files, sound, tmp_path_factory):
    """Returns a function that has an engine play, and returns its readings."""
    def read(engine):
        if engine == "mpd":
            return of_mpd(tmp_path_factory.mktemp("mpd"))
        program = Program([sys.executable, FOLDER / "readings.py", engine, f"file://{files}/long0.flac"],
                          {**os.environ, **sound})
        try:
            return json.loads(program.expect("{", part=True))
        finally:
            program.stop()

    return functools.cache(read)


def of_mpd(folder):
    server = servers.Server(folder / "server")
    servers.make_song(server.music / "long.flac", "Long", "Somebody", 20)
    server.start()
    try:
        server.play()
        return measure(lambda: float(server.status().get("elapsed", 0)), lambda to: server.ask(f"seekcur {to}"))
    finally:
        server.close()


ENGINES = ["mpv", "vlc", "gstreamer", "qt", "qt6", "qt6-ffmpeg", "mpd"]


@pytest.mark.parametrize("engine", ENGINES)
def test_two_readings_20_ms_apart(readings, engine, build):
    pairs = [(first[1] != second[1]) for first, second in itertools.pairwise(readings(engine)["apart"])
             if second[0] - first[0] < APART]
    least, most = SHARES[says("two readings 20 ms apart differ", engine, build)]
    assert len(pairs) > 40
    assert least <= sum(pairs) / len(pairs) <= most, readings(engine)["apart"]


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_has_to_be_filtered_after_a_seek(readings, engine, build):
    sought = [position for at, position in readings(engine)["sought"] if position is not None]
    assert says("filter after a seek", engine, build).startswith("nothing")
    assert all(TARGET - 0.5 < position < TARGET + 2 for position in sought[1:]), readings(engine)["sought"]

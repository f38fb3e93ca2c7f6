# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is shown of what plays: kinds, tags, pictures, and what a radio says."""

import urllib.parse

import media
from desktop import wait_until
from players import report

from .run import Run

KINDS = [
    # First, because Kodi 20 ends a song at once that an add-on plays after a film.
    ("song.flac", "music", {"mediatype": "song", "title": "Said", "artist": "Others", "album": "Said Album",
                            "tracknumber": 3},
     {"kind": "music", "media-type": "audio", "title": "Said", "artists": ["Others"], "track-number": 3}),
    ("movie.mkv", "video", {"mediatype": "movie", "title": "A Film", "director": "Somebody", "year": 1999},
     {"kind": "movie", "media-type": "video", "title": "A Film", "artists": ["Somebody"]}),
    ("episode.mkv", "video", {"mediatype": "episode", "title": "Pilot", "tvshowtitle": "Series", "season": 2,
                              "episode": 5, "aired": "2006-05-31"},
     {"kind": "tv-show", "media-type": "video", "title": "Pilot", "show-name": "Series", "season": 2, "episode": 5}),
    ("clip.mkv", "video", {"mediatype": "musicvideo", "title": "Clip", "artist": ["A Band"], "album": "An Album"},
     {"kind": "music", "media-type": "video", "title": "Clip", "artists": ["A Band"], "album": "An Album"}),
    ("plain.mkv", "video", {"title": "Holidays"},
     {"kind": "generic", "media-type": "video", "title": "Holidays"}),
]


def kinds(folder):
    """What an add-on or Kodi's library says that something is."""
    with Run() as run:
        poster = media.picture(folder / "poster of it.png", "purple")
        for name, kind, info, wanted in KINDS:
            path = (media.film if kind == "video" else media.sound)(folder / name, 30)
            run.hand(file=str(path), type=kind, info=info, art={"poster": str(poster), "fanart": "/nowhere.jpg"})
            session = run.session()
            session.wait(lambda of, wanted=wanted: wanted.items() <= of.content.items(), f"{name} is {wanted}")
            wait_until("its picture shows", run.cover)
            report(f"{name} is {wanted['kind']}")


def music(folder):
    """All tags that Kodi reads, and a cover that is embedded."""
    cover = media.picture(folder / "embedded.png", "teal")
    path = media.with_cover(
        folder / "odd name %41 #é.flac", cover, title="A Song", artist="Earth, Wind & Fire", album="All",
        album_artist="Various", genre="Pop", track="3/12", disc="2", date="2006-05-31", comment="Fine")
    with Run() as run:
        run.play(path)
        run.wait_title("A Song")
        run.wait_until("there is a cover", run.cover)
        found = run.client().metadata()
        wanted = {
            "xesam:artist": ["Earth, Wind & Fire"], "xesam:album": "All", "xesam:albumArtist": ["Various"],
            "xesam:genre": ["Pop"], "xesam:trackNumber": 3, "xesam:discNumber": 2, "xesam:comment": ["Fine"],
            "xesam:url": "file://" + urllib.parse.quote(str(path)), "mpris:length": 30_000_000}
        assert wanted.items() <= found.items(), {key: found.get(key) for key in wanted}
        assert found["xesam:contentCreated"].startswith("2006-05-31"), found
        assert "xesam:useCount" not in found, found


def a_cover_beside(folder):
    """Songs of a folder share its picture; a stranger has none."""
    album = folder / "album"
    album.mkdir()
    media.picture(album / "folder.jpg", "maroon")
    songs = [media.sound(album / f"{number}.flac", 60, title=f"Track {number}") for number in (1, 2)]
    with Run() as run:
        run.play(*songs, folder / "1.flac")
        run.wait_title("Track 1")
        run.wait_until("the picture beside shows", run.cover)
        first = run.ask("metadata", "mpris:artUrl")
        run.ctl("next")
        run.wait_title("Track 2")
        assert run.ask("metadata", "mpris:artUrl") == first, "the same picture has two files"
        run.ctl("next")
        run.wait_title("Song 1")
        wait_until("the cover has gone", lambda: not run.ask("metadata", "mpris:artUrl"))


def a_radio(folder):
    """Its titles change; it has no length."""
    radio = media.Radio(folder)
    try:
        with Run() as run:
            run.client().do("OpenUri", "s", radio.url)
            session = run.session()
            session.wait(lambda of: of.content.get("kind") == "radio", "it is a radio")
            for title in ("Something", "Another"):
                radio.title = title
                run.wait_title(title)
            session.wait(lambda of: of.content.get("program-name") == "Another", "the programme shows")
            assert session.content["duration-kind"] == "live", session.content
            assert "mpris:length" not in run.client().metadata()
    finally:
        radio.close()


def films_follow_each_other(folder):
    """There is no Stopped between two films of a queue, and each is told once."""
    paths = [media.film(folder / f"film{number}.mkv", 6) for number in range(2)]
    with Run() as run:
        run.play(*paths, folder / "film1.mkv", playlist=1)
        run.wait_title("film0.mkv")
        start = run.bus.mark()
        run.wait_title("film1.mkv")
        said = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        assert "Stopped" not in [change.get("PlaybackStatus") for change in said], said
        titles = [change["Metadata"]["xesam:title"].value for change in said if "Metadata" in change]
        assert titles == ["film1.mkv"], said


SCENARIOS = [kinds, music, a_cover_beside, a_radio, films_follow_each_other]

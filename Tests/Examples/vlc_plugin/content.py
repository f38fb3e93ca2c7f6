# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is shown of what plays: kinds, tags, pictures, chapters, and what a radio says."""

import urllib.parse

import media
from desktop import wait_until
from harness.bus import ROOT, is_changed
from harness.wire import Variant
from players import report

from .run import Run


def music(folder):
    """All tags, and a cover that is embedded."""
    cover = media.picture(folder / "embedded.png", "teal")
    path = media.with_cover(
        folder / "odd name %41 #é.flac", cover, title="A Song", artist="Earth, Wind & Fire;Others", album="All",
        album_artist="Various", composer="C", genre="Pop;Soul", track="3", disc="2", date="2006-05-31",
        description="Fine", lyricist="L", isrc="USRC17607839", musicbrainz_trackid="f7e6",
        musicbrainz_albumid="a1b2")
    with Run(path) as run:
        run.wait_title("A Song")
        run.wait_until("the cover is the one of the file", lambda: run.cover() == cover.read_bytes())
        found = run.client().metadata()
        wanted = {
            "xesam:artist": ["Earth, Wind & Fire", "Others"], "xesam:album": "All", "xesam:albumArtist": ["Various"],
            "xesam:composer": ["C"], "xesam:genre": ["Pop", "Soul"], "xesam:trackNumber": 3, "xesam:discNumber": 2,
            "xesam:contentCreated": "2006-05-31T00:00:00Z", "xesam:comment": ["Fine"],
            "xesam:lyricist": ["L"], "xesam:musicBrainzTrackID": ["f7e6"], "xesam:musicBrainzAlbumID": ["a1b2"],
            "xesam:url": "file://" + urllib.parse.quote(str(path)), "mpris:length": 30_000_000}
        assert wanted.items() <= found.items(), {key: (found.get(key), value) for key, value in wanted.items()
                                                 if found.get(key) != value}
        session = run.session()
        assert (session.content["kind"], session.content["media-type"]) == ("music", "audio"), session.content
        assert session.content["isrc"] == "USRC17607839"


def pictures(folder):
    """Songs of one album have their own embedded pictures; those of a folder share the one beside; a stranger none."""
    album = folder / "album"
    album.mkdir()
    own = [media.picture(folder / f"{color}.png", color) for color in ("olive", "navy")]
    songs = [media.with_cover(folder / f"own{number}.flac", picture, title=f"Own {number}", artist="X", album="Y")
             for number, picture in enumerate(own)]
    beside = media.picture(album / "cover.jpg", "maroon")
    songs += [media.sound(album / f"{number}.flac", title=f"Track {number}", album="Z") for number in (1, 2)]
    with Run(*songs, media.sound(folder / "bare.flac", title="Bare")) as run:
        for number, picture in enumerate(own):
            run.wait_title(f"Own {number}")
            run.wait_until("its own picture shows", lambda picture=picture: run.cover() == picture.read_bytes())
            run.ctl("next")
        run.wait_title("Track 1")
        run.wait_until("the picture beside shows", lambda: run.cover() == beside.read_bytes())
        first = run.ask("metadata", "mpris:artUrl")
        run.ctl("next")
        run.wait_title("Track 2")
        wait_until("the same picture shows", lambda: run.ask("metadata", "mpris:artUrl") == first)
        run.ctl("next")
        run.wait_title("Bare")
        wait_until("the cover has gone", lambda: not run.ask("metadata", "mpris:artUrl"))


KINDS = [
    ("podcast.ogg", {"title": "E2", "genre": "Podcast", "album": "Talk"}, "podcast", "audio", {"show-name": "Talk"}),
    ("book.m4a", {"title": "B", "genre": "Audiobook", "artist": "An Author"}, "book", "audio",
     {"author": "An Author"}),
    ("movie.mkv", {"title": "Other", "director": "Somebody"}, "movie", "video", {}),
    ("Series.S02E05.mkv", {}, "tv-show", "video",
     {"title": "Series S02E05", "show-name": "Series", "season": 2, "episode": 5}),
    ("clip.mkv", {"title": "Clip", "artist": "A Band"}, "music", "video", {"artists": ["A Band"]}),
    ("plain.mkv", {"title": "Holidays"}, "generic", "video", {}),
    ("sound.wav", {}, "music", "audio", {"title": "sound.wav"}),
]


def kinds(folder):
    """The tags say of which kind something is, and whether it is to be seen."""
    paths = [(media.film if video == "video" else media.sound)(folder / name, 30, **tags)
             for name, tags, _, video, _ in KINDS]
    with Run(*paths) as run:
        session = run.session()
        for name, tags, kind, media_type, more in KINDS:
            wanted = {"title": tags.get("title"), **more, "kind": kind, "media-type": media_type}
            session.wait(lambda of, wanted=wanted: wanted.items() <= of.content.items(), f"{name} is {wanted}")
            report(f"{name} is {kind}")
            run.remote("next")


def a_film_that_is_only_heard(folder):
    """It is not video."""
    path = media.film(folder / "heard.mkv", 30, title="Heard")
    with Run("--no-video", path) as run:
        run.wait_title("Heard")
        assert run.session().content["media-type"] == "audio"


def chapters_of_a_book(folder):
    path = media.book(folder / "book.m4b", "One", "Two", "Three", title="A Book", genre="Audiobook")
    with Run(path) as run:
        session = run.session()
        wanted = {"kind": "book", "chapter": 1, "chapter-count": 3}
        session.wait(lambda of: wanted.items() <= of.content.items(), "the first of three chapters plays")
        run.remote("chapter 2")
        session.wait(lambda of: of.content["chapter"] == 3, "the third chapter plays")
        wait_until("it is there", lambda: 20_000_000 <= session.position() < 30_000_000)


def a_radio(folder):
    """Its titles change; it has no length, and cannot be sought."""
    radio = media.Radio(folder)
    try:
        with Run(radio.url) as run:
            session = run.session()
            session.wait(lambda of: of.content.get("station-name") == "Radio Test", "the station shows")
            for title in ("Somebody - Something", "Others - Another"):
                radio.title = title
                run.wait_title(title)
            assert session.wait(lambda of: of.content.get("program-name") == title, "the programme shows")
            assert session.content["kind"] == "radio" and session.content["duration-kind"] == "live", session.content
            found = run.client().metadata()
            assert found["xesam:artist"] == ["Radio Test"] and found["xesam:url"] == radio.url, found
            assert "mpris:length" not in found and not run.client().get("CanSeek")
    finally:
        radio.close()


def a_song_from_the_network(folder):
    """It has a length and its picture, as what lies here."""
    picture = media.picture(folder / "far.png", "olive")
    media.with_cover(folder / "far.flac", picture, title="Far")
    with media.served(folder) as address, Run(f"{address}/far.flac") as run:
        run.wait_title("Far")
        session = run.session()
        session.wait(lambda of: of.content["duration-kind"] == "finite", "its length is known")
        assert session.content["kind"] == "music" and session.content["url"] == f"{address}/far.flac", session.content
        run.wait_until("its picture shows", lambda: run.cover() == picture.read_bytes())


def the_same_song_twice(folder):
    """Each entry has an id of its own, and keeps it."""
    with Run(folder / "1.flac", folder / "1.flac") as run:
        run.wait_title("Song 1")
        ids = [run.ask("metadata", "mpris:trackid")]
        for command in ("next", "previous"):
            run.ctl(command)
            wait_until("it is another entry", lambda: run.ask("metadata", "mpris:trackid") not in ("", ids[-1]))
            ids.append(run.ask("metadata", "mpris:trackid"))
        assert ids[0] == ids[2] != ids[1], ids


def one_signal_for_each_track(folder):
    """A natural change of the track is one PropertiesChanged, with the whole of the next one; nothing else is said."""
    paths = [media.with_cover(folder / f"short{number}.flac", media.picture(folder / f"short{number}.png", color),
                              2, title=f"Short {number}", album="Shorts")
             for number, color in enumerate(("red", "green", "blue", "white"))]
    with Run(*paths, folder / "1.flac") as run:
        run.bus.wait_changed(0, "Metadata", lambda found: found.get("xesam:title", Variant("s", "")).value == "Short 0")
        wait_until("its queue is there", lambda: run.client().get("HasTrackList", ROOT))
        start = run.bus.mark()
        run.wait_title("Song 1")
        # Of an entry that is still to come VLC may read the tags meanwhile: that is told of its path.
        said = [change for change in run.bus.signals(start) if not isinstance(change, str)]
        titles = [change["Metadata"]["xesam:title"].value for change in said
                  if isinstance(change, dict) and "Metadata" in change]
        assert titles == ["Short 1", "Short 2", "Short 3", "Song 1"], titles
        assert len(said) == 4, said
        assert not any("PlaybackStatus" in change for change in said), said


def silence_while_nothing_changes(folder):
    """Position is right without being told, and jumps are told."""
    with Run(folder / "1.flac") as run:
        client = run.client()
        run.wait_title("Song 1")
        wait_until("its queue is there", lambda: run.client().get("HasTrackList", ROOT))
        for jump in (20, 5):
            start = run.bus.mark()
            run.remote("seek", jump)
            seeked = run.bus.wait_seeked(start).body[0] / 1e6
            assert abs(seeked - jump) < 0.5, f"a jump to {jump} s is told as {seeked} s"
        start = run.bus.mark()
        for second in (7, 9):
            wait_until(f"VLC is at {second} s", lambda second=second: run.time() == second)
            error = client.get("Position") / 1e6 - second
            assert -0.3 < error < 0.6, f"the position is wrong by {error} s"
        assert not [message for message in run.bus.since(start) if is_changed(message)], "it says something"
        assert "Seeked" not in [message.member for message in run.bus.since(start)]


SCENARIOS = [music, pictures, kinds, a_film_that_is_only_heard, chapters_of_a_book, a_radio, a_song_from_the_network,
             the_same_song_twice, one_signal_for_each_track, silence_while_nothing_changes]

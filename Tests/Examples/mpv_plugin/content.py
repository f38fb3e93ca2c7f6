# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is shown of what plays: kinds, tags, pictures, chapters, and what a radio says."""

import os
import urllib.parse

import media
from desktop import wait_until
from harness.bus import ROOT, TRACK_LIST, is_changed
from players import report

from .run import Once, Run


def music(folder):
    """All tags, and a cover that is embedded."""
    cover = media.picture(folder / "embedded.png", "teal")
    path = media.with_cover(
        folder / "odd name %41 #é.flac", cover, title="A Song", artist="Earth, Wind & Fire;Others", album="All",
        album_artist="Various", composer="C", genre="Pop;Soul", track="3/12", disc="2", date="2006-05-31", bpm="120",
        comment="Fine", lyricist="L", isrc="USRC17607839", musicbrainz_trackid="f7e6",
        **{"MusicBrainz Album Id": "a1b2"})
    with Run(path) as run:
        run.wait_title("A Song")
        run.wait_until("the cover is the one of the file", lambda: run.cover() == cover.read_bytes())
        found = run.client().metadata()
        wanted = {
            "xesam:artist": ["Earth, Wind & Fire", "Others"], "xesam:album": "All", "xesam:albumArtist": ["Various"],
            "xesam:composer": ["C"], "xesam:genre": ["Pop", "Soul"], "xesam:trackNumber": 3, "xesam:discNumber": 2,
            "xesam:contentCreated": "2006-05-31T00:00:00Z", "xesam:audioBPM": 120, "xesam:comment": ["Fine"],
            "xesam:lyricist": ["L"], "xesam:musicBrainzTrackID": ["f7e6"], "xesam:musicBrainzAlbumID": ["a1b2"],
            "xesam:url": "file://" + urllib.parse.quote(str(path)), "mpris:length": 30_000_000}
        assert wanted.items() <= found.items(), {key: found.get(key) for key in wanted}
        session = run.session()
        assert (session.content["kind"], session.content["media-type"]) == ("music", "audio"), session.content
        assert session.content["isrc"] == "USRC17607839"


def it_appears_whole(folder):
    """A client that reads once, when the name comes, has the first item, also that of a long queue and a paused one."""
    for words, status in (([], "Playing"), (["--pause"], "Paused"), (["--shuffle"], "Playing")):
        with Run(*words, *[folder / f"{number}.flac" for number in (1, 2, 3)], watch=Once) as run:
            found = run.watch.found.result(10)
            assert found["PlaybackStatus"] == status and found["CanGoNext"] and found["CanPlay"], found
            assert found["Metadata"]["xesam:title"].value.startswith("Song "), found["Metadata"]
            assert found["HasTrackList"] is True, "its queue is not there"
            run.wait_title(found["Metadata"]["xesam:title"].value)
    with Run("--idle", watch=Once) as run:
        found = run.watch.found.result(10)
        assert (found["PlaybackStatus"], found["Metadata"], found["HasTrackList"]) == ("Stopped", {}, False), found
        run.ipc("loadfile", str(folder / "1.flac"))
        run.wait_title("Song 1")
    with Run("--idle", folder / "none.flac", watch=Once) as run:
        assert run.watch.found.result(10)["PlaybackStatus"] == "Stopped"


def what_is_long_in_coming(folder):
    """Somebody may want to quit, or to open something else."""
    os.mkfifo(folder / "late.flac")
    with Run(folder / "late.flac", watch=Once) as run:
        found = run.watch.found.result(10)
        assert (found["PlaybackStatus"], found["Metadata"], found["CanQuit"]) == ("Stopped", {}, True), found
        (folder / "late.flac").write_bytes((folder / "1.flac").read_bytes())
        run.wait_title("Song 1")


def a_cover_beside(folder):
    """Songs of a folder share the picture that mpv finds there; a stranger has none."""
    album = folder / "album"
    album.mkdir()
    cover = media.picture(album / "cover.jpg", "maroon")
    songs = [media.sound(album / f"{number}.flac", title=f"Track {number}") for number in (1, 2)]
    with Run(*songs, folder / "1.flac") as run:
        run.wait_until("the picture beside shows", lambda: run.cover() == cover.read_bytes())
        first = run.ask("metadata", "mpris:artUrl")
        run.ctl("next")
        run.wait_title("Track 2")
        assert run.ask("metadata", "mpris:artUrl") == first, "the same picture has two files"
        run.ctl("next")
        run.wait_title("Song 1")
        wait_until("the cover has gone", lambda: not run.ask("metadata", "mpris:artUrl"))


KINDS = [
    ("podcast.m4a", {"title": "E1", "media_type": "21", "show": "A Show"}, "podcast", "audio", {"show-name": "A Show"}),
    ("podcast.ogg", {"title": "E2", "genre": "Podcast", "album": "Talk"}, "podcast", "audio", {"show-name": "Talk"}),
    ("book.m4a", {"title": "B", "media_type": "2", "artist": "An Author", "composer": "A Voice"}, "book", "audio",
     {"author": "An Author", "narrator": "A Voice"}),
    ("movie.mp4", {"title": "A Film", "media_type": "9"}, "movie", "video", {}),
    ("movie.mkv", {"title": "Other", "director": "Somebody"}, "movie", "video", {}),
    ("episode.mp4", {"title": "Pilot", "media_type": "10", "show": "Series", "season_number": "2",
                     "episode_sort": "5"}, "tv-show", "video", {"show-name": "Series", "season": 2, "episode": 5}),
    ("clip.mkv", {"title": "Clip", "artist": "A Band"}, "music", "video", {"artists": ["A Band"]}),
    ("plain.mkv", {"title": "Holidays"}, "generic", "video", {}),
    ("sound.wav", {}, "music", "audio", {"title": "sound.wav"}),
]


def kinds(folder):
    """The tags say of which kind something is, and whether it is to be seen."""
    paths = [(media.film if video == "video" else media.sound)(folder / name, 5, **tags)
             for name, tags, _, video, _ in KINDS]
    with Run(*paths, "--pause") as run:
        session = run.session()
        for name, tags, kind, media_type, more in KINDS:
            wanted = {"title": tags.get("title"), **more, "kind": kind, "media-type": media_type}
            session.wait(lambda of, wanted=wanted: wanted.items() <= of.content.items(), f"{name} is {wanted}")
            report(f"{name} is {kind}")
            run.ipc("playlist-next")


def a_film_without_a_window(folder):
    """What is only heard is not video."""
    path = media.film(folder / "heard.mkv", title="Heard")
    with Run("--no-video", path) as run:
        run.wait_title("Heard")
        assert run.session().content["media-type"] == "audio"


def chapters_of_a_book(folder):
    path = media.book(folder / "book.m4b", "One", "Two", "Three", title="A Book", media_type="2")
    with Run(path) as run:
        session = run.session()
        wanted = {"kind": "book", "chapter": 1, "chapter-count": 3}
        session.wait(lambda of: wanted.items() <= of.content.items(), "the first of three chapters plays")
        run.ipc.set("chapter", 2)
        # mpv tells of the chapter before it tells of the position.
        session.wait(lambda of: of.content["chapter"] == 3 and 20_000_000 <= of.position() < 30_000_000,
                     "the third chapter plays")


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
            assert "mpris:length" not in found
    finally:
        radio.close()


def a_song_from_the_network(folder):
    """Its picture would have to be fetched again, and is not shown."""
    media.with_cover(folder / "far.flac", media.picture(folder / "far.png", "olive"), title="Far")
    with media.served(folder) as address, Run(f"{address}/far.flac") as run:
        run.wait_title("Far")
        session = run.session()
        session.wait(lambda of: of.content["duration-kind"] == "finite", "its length is known")
        assert session.content["kind"] == "music" and session.content["url"] == f"{address}/far.flac", session.content
        assert not run.cover() and "artwork" not in session.content, "it has a picture"


def one_signal_for_each_track(folder):
    """A natural change of the track is one PropertiesChanged, with the whole of the next one. Beside it is said what
    the queue did not know of this one; nothing else."""
    paths = [media.sound(folder / f"short{number}.flac", 1, title=f"Short {number}") for number in range(4)]
    with Run("--pause", *paths, folder / "1.flac") as run:
        run.wait_title("Short 0")
        wait_until("its queue is there", lambda: run.client().get("HasTrackList", ROOT))
        start = run.bus.mark()
        run.ctl("play")
        run.wait_title("Song 1")
        queue = [message.member for message in run.bus.since(start) if message.interface == TRACK_LIST]
        assert queue == ["TrackMetadataChanged"] * 4, queue
        said = [change for change in run.bus.signals(start) if isinstance(change, (dict, int))]
        titles = [change["Metadata"]["xesam:title"].value for change in said
                  if isinstance(change, dict) and "Metadata" in change]
        assert titles == ["Short 1", "Short 2", "Short 3", "Song 1"], titles
        # "Playing" and 4 tracks; the last cannot go on, and has another length.
        assert len(said) == 5, said
        statuses = [change["PlaybackStatus"] for change in said if "PlaybackStatus" in change]
        assert statuses == ["Playing"], statuses


def silence_while_nothing_changes(folder):
    """Position is right without being told, and jumps are told."""
    with Run(folder / "1.flac") as run:
        client = run.client()
        run.wait_title("Song 1")
        wait_until("its queue is there", lambda: client.get("HasTrackList", ROOT))
        for told, jump in ((10, 20), (20, 5)):
            start = run.bus.mark()
            run.ipc("seek", jump, "absolute")
            seeked = run.bus.wait_seeked(start).body[0] / 1e6
            assert abs(seeked - jump) < 0.5, f"{told}: a jump to {jump} s is told as {seeked} s"
        start = run.bus.mark()
        for _ in range(5):
            error = client.get("Position") / 1e6 - run.ipc.get("time-pos")
            assert abs(error) < 0.3, f"the position is wrong by {error} s"
        assert not [message for message in run.bus.since(start) if is_changed(message)], "it says something"


SCENARIOS = [music, it_appears_whole, what_is_long_in_coming, a_cover_beside, kinds, a_film_without_a_window,
             chapters_of_a_book, a_radio, a_song_from_the_network, one_signal_for_each_track,
             silence_while_nothing_changes]

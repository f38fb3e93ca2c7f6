# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is shown of what plays: kinds, tags, pictures, and what a radio says."""

import urllib.parse

import media
from desktop import wait_until
from harness.bus import is_changed
from players import report

from .run import Run


def music(folder):
    """All tags that Audacious has, and a cover that is embedded."""
    cover = media.picture(folder / "embedded.png", "teal")
    path = media.with_cover(
        folder / "odd name %41 #é.flac", cover, title="A Song", artist="Earth, Wind & Fire;Others", album="All",
        album_artist="Various", genre="Pop;Soul", track="3", date="2006", musicbrainz_trackid="f7e6")
    with Run(path) as run:
        run.wait_title("A Song")
        run.wait_until("the cover is the one of the file", lambda: run.cover() == cover.read_bytes())
        found = run.client().metadata()
        wanted = {
            "xesam:artist": ["Earth, Wind & Fire", "Others"], "xesam:album": "All", "xesam:albumArtist": ["Various"],
            "xesam:genre": ["Pop", "Soul"], "xesam:trackNumber": 3,
            "xesam:contentCreated": "2006-01-01T00:00:00Z", "xesam:musicBrainzTrackID": ["f7e6"],
            "mpris:length": 30_000_000}
        assert wanted.items() <= found.items(), {key: found.get(key) for key in wanted}
        assert urllib.parse.unquote(found["xesam:url"]) == f"file://{path}", found["xesam:url"]
        session = run.session()
        assert (session.content["kind"], session.content["media-type"]) == ("music", "audio"), session.content
        run.tool("playlist-addurl", media.sound(folder / "other.mp3", title="Other", composer="C", date="2006"))
        run.wait_until("it is added", lambda: run.tool("playlist-length") == "2")
        run.ctl("next")
        run.wait_title("Other")
        found = run.client().metadata()
        wanted = {"xesam:composer": ["C"], "xesam:contentCreated": "2006-01-01T00:00:00Z"}
        assert wanted.items() <= found.items(), found


def a_cover_beside(folder):
    """Songs of a folder share its picture, which stays where it lies; a stranger has none."""
    album, other = folder / "album", folder / "other"
    album.mkdir()
    other.mkdir()
    cover = media.picture(album / "cover.jpg", "maroon")
    songs = [media.sound(album / f"{number}.flac", title=f"Track {number}") for number in (1, 2)]
    with Run(*songs, media.sound(other / "none.flac", title="Stranger")) as run:
        run.wait_until("the picture beside shows", lambda: run.ask("metadata", "mpris:artUrl") == f"file://{cover}")
        run.ctl("next")
        run.wait_title("Track 2")
        assert run.ask("metadata", "mpris:artUrl") == f"file://{cover}"
        run.ctl("next")
        run.wait_title("Stranger")
        wait_until("the cover has gone", lambda: not run.ask("metadata", "mpris:artUrl"))


def a_cover_while_stopped(folder):
    """Of what does not play Audacious has not looked for the picture yet."""
    cover = media.picture(folder / "stopped.png", "navy")
    path = media.with_cover(folder / "stopped.flac", cover, title="With")
    with Run(folder / "1.flac", path) as run:
        run.wait_title("Song 1")
        run.ctl("stop")
        run.wait_status("Stopped")
        run.ctl("next")
        run.wait_title("With")
        run.wait_until("the cover shows", lambda: run.cover() == cover.read_bytes())
        assert run.ask("status") == "Stopped"


KINDS = [
    ("podcast.ogg", {"title": "E", "genre": "Podcast", "album": "Talk"}, "podcast", {"show-name": "Talk"}),
    ("book.mp3", {"title": "B", "genre": "Audiobook", "artist": "An Author", "composer": "A Voice"}, "book",
     {"author": "An Author", "narrator": "A Voice"}),
    ("sound.wav", {}, "music", {"title": "sound"}),
]


def kinds(folder):
    """The genre says of which kind something is."""
    paths = [media.sound(folder / name, 5, **tags) for name, tags, _, _ in KINDS]
    with Run(*paths) as run:
        run.wait_status("Playing")
        run.ctl("pause")
        session = run.session()
        for name, tags, kind, more in KINDS:
            wanted = {"title": tags.get("title"), **more, "kind": kind, "media-type": "audio"}
            session.wait(lambda of, wanted=wanted: wanted.items() <= of.content.items(), f"{name} is {wanted}")
            report(f"{name} is {kind}")
            if name != KINDS[-1][0]:
                run.ctl("next")


def a_radio(folder):
    """Its titles change; it has no length, and cannot be sought."""
    radio = media.Radio(folder)
    try:
        with Run(radio.url) as run:
            session = run.session()
            session.wait(lambda of: of.content.get("station-name") == "Radio Test", "the station shows")
            track = run.track()
            for title in ("Somebody - Something", "Others - Another"):
                radio.title = title
                run.wait_title(title)
            assert session.wait(lambda of: of.content.get("program-name") == title, "the programme shows")
            assert session.content["kind"] == "radio" and session.content["duration-kind"] == "live", session.content
            found = run.client().metadata()
            assert found["xesam:artist"] == ["Radio Test"] and found["xesam:url"] == radio.url, found
            assert "mpris:length" not in found and found["mpris:trackid"] == track
            assert not run.client().get("CanSeek")
    finally:
        radio.close()


def one_signal_for_each_track(folder):
    """A natural change of the track is one PropertiesChanged, with the whole of the next one; nothing else is said."""
    paths = [media.sound(folder / f"short{number}.flac", 2, title=f"Short {number}") for number in range(3)]
    with Run(folder / "1.flac", *paths, folder / "2.flac") as run:
        run.wait_title("Song 1")
        run.wait_lists()
        run.ctl("pause")
        run.bus.wait_changed(0, "PlaybackStatus", lambda status: status == "Paused")
        run.tool("playback-seek", 28)
        start = run.bus.mark()
        run.ctl("play")
        run.bus.wait_changed(start, "Metadata", lambda found: found["xesam:title"].value == "Song 2", timeout=60)
        said = [change for change in run.bus.signals(start) if isinstance(change, dict)]
        titles = [change["Metadata"]["xesam:title"].value for change in said if "Metadata" in change]
        assert titles == ["Short 0", "Short 1", "Short 2", "Song 2"], titles
        assert len(said) == 5, said
        assert [change["PlaybackStatus"] for change in said if "PlaybackStatus" in change] == ["Playing"], said


def silence_while_nothing_changes(folder):
    """Position is right without being told, and jumps are told."""
    with Run(folder / "1.flac") as run:
        client = run.client()
        run.wait_title("Song 1")
        run.wait_lists()
        for told, jump in ((10, 20), (20, 5)):
            start = run.bus.mark()
            run.tool("playback-seek", jump)
            seeked = run.bus.wait_seeked(start).body[0] / 1e6
            assert abs(seeked - jump) < 1, f"{told}: a jump to {jump} s is told as {seeked} s"
        start = run.bus.mark()
        for _ in range(5):
            before = int(run.tool("current-song-output-length-frames")) / 1000
            position = client.get("Position") / 1e6
            after = int(run.tool("current-song-output-length-frames")) / 1000
            assert before - 0.15 < position < after + 0.15, f"the position is {position} s, not {before} to {after} s"
        assert not [message for message in run.bus.since(start) if is_changed(message)], "it says something"


SCENARIOS = [music, a_cover_beside, a_cover_while_stopped, kinds, a_radio, one_signal_for_each_track,
             silence_while_nothing_changes]

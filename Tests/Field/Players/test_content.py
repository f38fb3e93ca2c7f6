# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the shown content: kinds, tags, pictures, chapters, and the titles of a radio station."""

import urllib.parse

import pytest
from field.adapters import media
from field.adapters.every import ALL, Audacious, Kodi, Mpv, Vlc, of
from testkit.bus import TRACK_LIST, is_changed
from testkit.desktop import wait_until

WANTED = {"xesam:artist": ["Earth, Wind & Fire", "Others"], "xesam:album": "All", "xesam:albumArtist": ["Various"],
          "xesam:composer": ["C"], "xesam:genre": ["Pop", "Soul"], "xesam:trackNumber": 3, "xesam:discNumber": 2,
          "xesam:audioBPM": 120, "xesam:comment": ["Fine"], "xesam:lyricist": ["L"],
          "xesam:musicBrainzTrackID": ["f7e6"], "xesam:musicBrainzAlbumID": ["a1b2"],
          "kind": "music", "media-type": "audio", "isrc": "USRC17607839"}
DATES = {Mpv: "2006-05-31T00:00:00Z", Vlc: "2006-05-31T00:00:00Z", Audacious: "2006-01-01T00:00:00Z",
         Kodi: "2006-05-31"}


@ALL
def test_music(player, folder):
    """All tags that the player reads are shown, and an embedded cover."""
    tags = media.TAGS | ({"artist": "Earth, Wind & Fire", "genre": "Pop"} if player is Kodi else {})
    cover = media.picture(folder / "embedded.png", "teal")
    path = media.with_cover(folder / "odd name %41 #é.flac", cover, **tags)
    with player(path) as run:
        run.wait_title("A Song")
        run.wait_cover(cover)
        found = run.client().metadata()
        assert found["xesam:contentCreated"].startswith(DATES[player]) and found["mpris:length"] == 30_000_000, found
        # Audacious escapes more than it has to.
        read = urllib.parse.unquote if player is Audacious else str
        assert read(found["xesam:url"]) == read("file://" + urllib.parse.quote(str(path))), found["xesam:url"]
        found |= run.session().content
        wanted = {key: value for key, value in WANTED.items() if key not in player.unknown}
        if player is Kodi:
            wanted |= {"xesam:artist": ["Earth, Wind & Fire"], "xesam:genre": ["Pop"]}
            assert "xesam:useCount" not in found, found
        assert {key: found.get(key) for key in wanted} == wanted


LYRICS = "[00:00.00]A line to sing"
WRITTEN = [
    ("basic.flac", {"date": "20141108", "UNSYNCEDLYRICS": LYRICS}, "2014-11-08"),
    ("zeros.flac", {"date": "2006-00-00", "SYNCEDLYRICS": LYRICS, "artist": "Kairon; IRSE!",
                    "comment": "Live; mixed;good"}, "2006-01-01"),
    ("slashes.opus", {"date": "2006/05/31", "LYRICS": LYRICS}, "2006-05-31"),
    ("mp4.m4a", {"date": "2006", "lyrics": LYRICS}, "2006-01-01")]


@of(Mpv, Vlc)
def test_tags_as_others_write_them(player, folder):
    """Dates, lyrics and names with a semicolon show, whatever wrote them."""
    paths = [media.sound(folder / name, title=name, **tags) for name, tags, _ in WRITTEN]
    paths.append(media.with_lyrics(folder / "frame.mp3", LYRICS, title="frame.mp3", artist="One\0Two", date="2006"))
    with player(*paths) as run:
        for path, tags, date in [*WRITTEN, ("frame.mp3", {}, "2006-01-01")]:
            run.wait_title(path)
            found = run.client().metadata()
            assert found["xesam:contentCreated"] == date + "T00:00:00Z" and found["xesam:asText"] == LYRICS, found
            for name, key in ("artist", "xesam:artist"), ("comment", "xesam:comment"):
                assert name not in tags or found[key] == [tags[name]], found
            if path != paths[-1].name:
                run.ctl("next")


@ALL
def test_a_cover_beside(player, folder):
    """Songs of a folder have the picture in that folder; a song in another folder has none."""
    album = folder / "album"
    album.mkdir()
    cover = media.picture(album / player.picture_beside, "maroon")
    songs = [media.sound(album / f"{number}.flac", player.song_seconds, title=f"Track {number}", album="Z")
             for number in (1, 2)]
    with player(*songs, media.sound(folder / "bare.flac", title="Stranger")) as run:
        run.wait_title("Track 1")
        run.wait_cover(cover)
        first = run.picture()
        assert player is not Audacious or first == f"file://{cover}", "it does not stay where it lies"
        run.ctl("next")
        run.wait_title("Track 2")
        wait_until("the same picture has one file", lambda: run.picture() == first)
        run.ctl("next")
        run.wait_title("Stranger")
        wait_until("the cover has gone", lambda: not run.picture())


PODCAST = ("podcast.ogg", {"title": "E2", "genre": "Podcast", "album": "Talk"}, "podcast", "audio",
           {"show-name": "Talk"})
FILMS = [
    ("movie.mkv", {"title": "Other", "director": "Somebody"}, "movie", "video", {}),
    ("clip.mkv", {"title": "Clip", "artist": "A Band"}, "music", "video", {"artists": ["A Band"]}),
    ("plain.mkv", {"title": "Holidays"}, "generic", "video", {}),
    ("sound.wav", {}, "music", "audio", {"title": "sound.wav"})]
BOOK = {"title": "B", "artist": "An Author"}
KINDS = {
    Mpv: [
        PODCAST, *FILMS,
        ("podcast.m4a", {"title": "E1", "media_type": "21", "show": "A Show"}, "podcast", "audio",
         {"show-name": "A Show"}),
        ("book.m4a", BOOK | {"media_type": "2", "composer": "A Voice"}, "book", "audio",
         {"author": "An Author", "narrator": "A Voice"}),
        ("movie.mp4", {"title": "A Film", "media_type": "9"}, "movie", "video", {}),
        ("last.mp4", {"title": "Finale", "media_type": "10"}, "tv-show", "video", {}),
        ("first.mkv", {"title": "Beginning", "show": "Series"}, "tv-show", "video", {"show-name": "Series"}),
        ("episode.mp4", {"title": "Pilot", "media_type": "10", "show": "Series", "season_number": "2",
                         "episode_sort": "5"}, "tv-show", "video", {"show-name": "Series", "season": 2, "episode": 5})],
    Vlc: [
        PODCAST, *FILMS,
        ("book.m4a", BOOK | {"genre": "Audiobook"}, "book", "audio", {"author": "An Author"}),
        ("Series.S02E05.mkv", {}, "tv-show", "video",
         {"title": "Series S02E05", "show-name": "Series", "season": 2, "episode": 5})],
    Audacious: [
        PODCAST,
        ("book.mp3", BOOK | {"genre": "Audiobook", "composer": "A Voice"}, "book", "audio",
         {"author": "An Author", "narrator": "A Voice"}),
        ("sound.wav", {}, "music", "audio", {"title": "sound"})]}


@of(*KINDS)
def test_kinds(player, folder):
    """Items have the kind and the media type, audio or video, that their tags and files say."""
    paths = [(media.film if media_type == "video" else media.sound)(folder / name, 30, **tags)
             for name, tags, _, media_type, _ in KINDS[player]]
    with player(*paths) as run:
        session = run.session()
        for path, (name, tags, kind, media_type, more) in zip(paths, KINDS[player]):
            wanted = {"title": tags.get("title"), **more, "kind": kind, "media-type": media_type}
            session.wait(lambda of: wanted.items() <= of.content.items(), f"{name} is {wanted}")
            if path != paths[-1]:
                run.ctl("next")


@of(Mpv, Vlc)
def test_a_film_that_is_only_heard(player, folder):
    """A film of which only the sound is played counts as no video."""
    with player("--no-video", media.film(folder / "heard.mkv", 30, title="Heard")) as run:
        run.wait_title("Heard")
        assert run.session().content["media-type"] == "audio"


@of(Mpv, Vlc)
def test_chapters_of_a_book(player, folder):
    path = media.book(folder / "book.m4b", "One", "Two", "Three", title="A Book", media_type="2", genre="Audiobook")
    with player(path, media.book(folder / "short.m4b", "Alone")) as run:
        session = run.session()
        wanted = {"kind": "book", "chapter": 1, "chapter-count": 3}
        session.wait(lambda of: wanted.items() <= of.content.items(), "the first of three chapters plays")
        run.go_to_chapter(2)
        # The player may report the chapter before the position.
        session.wait(lambda of: of.content["chapter"] == 3 and 20_000_000 <= of.position() < 30_000_000,
                     "the third chapter plays")
        run.ctl("next")
        session.wait(lambda of: [chapter[1] for chapter in of.content.get("chapters", [])] == ["Alone"],
                     "the only chapter plays")


@ALL
def test_a_radio(player, folder):
    """The titles of a radio station change; it has no length, and one cannot seek in it."""
    with media.Radio(folder) as radio, player(radio.url) as run:
        session = run.session()
        session.wait(lambda of: of.content.get("kind") == "radio", "it is a radio")
        track = run.track()
        for radio.title in player.station_titles:
            artist, _, title = radio.title.rpartition(" - ")
            run.wait_title(title)
        session.wait(lambda of: of.content.get("program-name") == title, "the programme shows")
        assert session.content["duration-kind"] == "live", session.content
        found = run.client().metadata()
        assert "mpris:length" not in found
        if player is not Kodi:
            assert session.content["station-name"] == "Radio Test" and found["xesam:artist"] == [artist]
            assert found["xesam:url"] == radio.url and found["mpris:trackid"] == track, found
            assert not run.client().get("CanSeek")


@of(Mpv, Vlc)
def test_a_song_from_the_network(player, folder):
    """A song from a web server has a length and its picture, even if the server names itself as a radio station
    does."""
    picture = media.picture(folder / "far.png", "olive")
    media.with_cover(folder / "far.flac", picture, title="Far")
    media.with_cover(folder / "far.mp3", picture, title="Far")
    for name, headers in (("far.flac", {}), ("far.mp3", {"icy_name": "A Server", "icy_genre": "Mixed"})):
        with media.served(folder, **headers) as address, player(f"{address}/{name}") as run:
            run.wait_title("Far")
            session = run.session()
            session.wait(lambda of: of.content["duration-kind"] == "finite", "its length is known")
            found = session.content
            assert found["kind"] == "music" and found["url"] == f"{address}/{name}", found
            if player is Mpv or name == "far.flac":  # VLC reads ID3's picture of a file alone
                run.wait_color(picture)


@of(Mpv, Vlc)
@pytest.mark.parametrize("name", ["a.flac", "a.mka"])
def test_a_song_that_is_made_as_it_goes(player, folder, name):
    """A server that makes a song as it sends it says no length: one that the file's own header has counts."""
    media.sound(folder / name, 60, title="Made", artist="A", album="L", track="3/9")
    with media.passing(folder) as (address, _), player(f"{address}/{name}") as run:
        run.wait_title("Made")
        session = run.session()
        session.wait(lambda of: round(of.content.get("duration", 0) / 1e6) == 60, "its length is known")
        assert session.content["kind"] == "music" and session.content["album"] == "L", session.content


@of(Mpv, Vlc)
def test_pictures_that_desktops_do_not_show(player, folder):
    """Pictures in formats that desktops do not show are converted."""
    picture = media.picture(folder / "cover.bmp", "olive")
    with player(media.with_cover(folder / "within.mp3", picture, title="Within")) as run:
        run.wait_title("Within")
        run.wait_color(picture)
        assert run.cover().startswith(b"\x89PNG")


@of(Mpv, Vlc)
def test_the_front_of_several_pictures(player, folder):
    """The front is the cover, whichever picture comes first in the file."""
    back, front = (media.picture(folder / f"{color}.png", color) for color in ("maroon", "aqua"))
    for name in ("several.flac", "several.mp3"):
        media.ffmpeg("-f", "lavfi", "-i", "sine=d=30", "-i", back, "-i", front, "-map", 0, "-map", 1, "-map", 2,
                     "-c:v", "copy", "-disposition:v", "attached_pic", "-metadata:s:v:0", "comment=Cover (back)",
                     "-metadata:s:v:1", "comment=Cover (front)", *media.tags({"title": name}), folder / name)
        with player(folder / name) as run:
            run.wait_title(name)
            run.wait_color(front)


@of(Mpv, Vlc)
def test_a_picture_that_is_written_anew(player, folder):
    """A picture that is written anew under the same name gets another address, because desktops remember pictures by
    their address."""
    album = folder / "anew"
    album.mkdir()
    cover = media.picture(album / player.picture_beside, "maroon")
    songs = [media.sound(album / f"{number}.flac", title=f"Track {number}") for number in (1, 2)]
    with player(*songs) as run:
        run.wait_title("Track 1")
        run.wait_color(cover)
        first = run.picture()
        run.ctl("pause")
        media.picture(cover, "aqua")
        run.ctl("next")
        run.wait_title("Track 2")
        run.wait_color(cover)
        assert run.picture() != first


@of(Mpv, Vlc, Audacious)
def test_one_signal_for_each_track(player, folder):
    """A natural change of the track is one PropertiesChanged, with all values of the next one. Further signals only add
    what the queue did not know of the next track."""
    paths = [folder / f"{color}.flac" for color in ("red", "green", "blue", "white")]
    for path in paths:
        if player is Vlc:
            picture = media.picture(path.with_suffix(".png"), path.stem)
            media.with_cover(path, picture, 2, title=path.stem, album="Shorts")
        else:
            media.sound(path, 2, title=path.stem)
    with player(folder / "1.flac", *paths, folder / "2.flac") as run:
        run.wait_title("Song 1")
        run.wait_queue()
        run.ctl("pause")
        run.bus.wait_changed(0, "PlaybackStatus", lambda status: status == "Paused")
        run.ctl("position", "28")
        run.bus.wait_seeked(0)
        start = run.bus.mark()
        run.ctl("play")
        run.bus.wait_changed(start, "Metadata", lambda found: found["xesam:title"].value == "Song 2", timeout=60)
        # signals() gives a text, the path of the entry, for changed metadata of the queue: it is left out. Audacious
        # also emits Seeked, because it corrects its position after each beginning.
        said = run.changes(start) if player is Audacious else [
            change for change in run.bus.signals(start) if not isinstance(change, str)]
        assert run.titles(start) == [*[path.stem for path in paths], "Song 2"]
        assert run.statuses(start) == ["Playing"] and len(said) == 6, said
        if player is Mpv:
            queue = [message.member for message in run.bus.since(start) if message.interface == TRACK_LIST]
            assert queue == ["TrackMetadataChanged"] * 5, queue


@ALL
def test_silence_while_nothing_changes(player, folder):
    """Position is right without a signal, and jumps are emitted."""
    before, after = player.position_error
    with player.playing(folder, 1) as run:
        client = run.client()
        run.wait_queue()
        for jump in player.jumps:
            start = run.bus.mark()
            run.seek(jump)
            seeked = run.bus.wait_seeked(start).body[0] / 1e6
            assert seeked == pytest.approx(jump, abs=player.seek_error)
        run.wait_settled()
        start = run.bus.mark()
        for _ in range(3):
            first = run.exact_seconds()
            position = client.get("Position") / 1e6
            assert first - before < position < run.seconds() + after, f"it is {position} s, not {first} s"
        said = [message.member for message in run.bus.since(start) if is_changed(message) or message.member == "Seeked"]
        assert not said, said

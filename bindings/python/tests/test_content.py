# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests each kind of content as a client sees it."""
import copy
import pickle
import re
import time
from datetime import date, datetime, timedelta, timezone

import pytest

import nowplaying
from nowplaying import (
    Artwork, Book, Duration, Generic, HomeMedia, MediaType, Movie, Music, Podcast, Radio, Session, Snapshot,
    TVShow)
from conftest import wait_until


def metadata(bus):
    return bus.property(".Player", "Metadata")


def test_music_with_everything(bus, app, shown):
    shown(app, Music(
        "Title", ["One", "Two"], "Album", 61.5, id="song", url="file:///a%20b.flac", album_artists=["Three"],
        composers="Four", lyricists=["Five"], genres=["Jazz"], comments=["Live"], lyrics="La la", track_number=3,
        disc_number=2, beats_per_minute=120, play_count=7, release_date=date(2001, 2, 3),
        first_played=datetime(2020, 1, 2, 3, 4, 5, tzinfo=timezone.utc),
        last_played=datetime(2021, 1, 2, 3, 4, 5, tzinfo=timezone.utc), explicit=True, user_rating=0.5,
        auto_rating=0.25, musicbrainz_track_ids=["t"], musicbrainz_album_ids=["b"], musicbrainz_artist_ids=["a", "b"],
        musicbrainz_album_artist_ids="c", isrc="ABC", collection_id="c", service_id="s",
        excluded_from_suggestions=True))
    text = metadata(bus)
    for part in (
            "'xesam:title': <'Title'>", "'xesam:artist': <['One', 'Two']>", "'xesam:album': <'Album'>",
            "'mpris:length': <int64 61500000>", "'xesam:url': <'file:///a%20b.flac'>",
            "'xesam:albumArtist': <['Three']>", "'xesam:composer': <['Four']>", "'xesam:lyricist': <['Five']>",
            "'xesam:genre': <['Jazz']>", "'xesam:comment': <['Live']>", "'xesam:asText': <'La la'>",
            "'xesam:trackNumber': <3>", "'xesam:discNumber': <2>", "'xesam:audioBPM': <120>", "'xesam:useCount': <7>",
            "'xesam:contentCreated': <'2001-02-03T00:00:00", "'xesam:firstUsed': <'2020-01-02T03:04:05",
            "'xesam:lastUsed': <'2021-01-02T03:04:05", "'xesam:userRating': <0.5>", "'xesam:autoRating': <0.25>",
            "'xesam:musicBrainzTrackID': <['t']>", "'xesam:musicBrainzAlbumID': <['b']>",
            "'xesam:musicBrainzArtistID': <['a', 'b']>", "'xesam:musicBrainzAlbumArtistID': <['c']>"):
        assert part in text, (part, text)


@pytest.mark.parametrize("address", [
    "h.example/rest/{}?id=7&u=me&t=26719a&s=c19b2d", "h.example:32400/library/{}?X-Plex-Token=26719a",
    "h.example/Items/7/{}?ApiKey=26719a"], ids=["subsonic", "plex", "jellyfin"])
def test_secrets_in_addresses(bus, app, shown, caplog, address):
    """User and password are left out of URLs; the log warns once about other possible secrets."""
    item, cover = address.format("stream"), address.format("cover")
    session = shown(app)
    for title in ("One", "Two"):
        session.content = Music(title, url="https://me:secret@" + item, id=title,
                                artwork=Artwork.url("https://me:secret@" + cover))
        wait_until(lambda: bus.playerctl("metadata", "title") == title and cover in metadata(bus))
        assert f"'mpris:artUrl': <'https://{cover}'>" in metadata(bus)
        assert f"'xesam:url': <'https://{item}'>" in metadata(bus)
    said = [record.message for record in caplog.records if "has a secret in it" in record.message]
    assert [text.split(" has ")[0] for text in said] == ["The url of an item", "The address of a picture"]
    assert not any("26719a" in text for text in said)


@pytest.mark.parametrize("content, seen", [
    (Podcast("Episode", show_name="The Show", release_date=date(2024, 5, 6), season=2, episode=7),
     ["Episode", "The Show", "2024-05-06", "'xesam:discNumber': <2>", "'xesam:trackNumber': <7>"]),
    (Movie("Film", duration=7200), ["Film", "7200000000"]),
    (TVShow("Pilot", show_name="Series", season=3, episode=1),
     ["Pilot", "Series", "'xesam:discNumber': <3>", "'xesam:trackNumber': <1>"]),
    (Book("Novel", author="Writer", narrator="Voice", chapter=2, chapter_count=9), ["Novel", "Writer"]),
    (Radio(station_name="Station", program_name="Programme"), ["Station", "Programme"]),
    (HomeMedia(source_name="Front Door", description="A visitor"), ["Front Door"]),
    (Generic("Thing", subtitle="More"), ["Thing", "More"]),
], ids=lambda value: type(value).__name__)
def test_each_kind(bus, app, shown, content, seen):
    shown(app, content)
    text = metadata(bus)
    for part in seen:
        assert part in text, text


def test_kinds_know_their_media_type_and_duration():
    assert (Movie().media_type, TVShow().media_type, Music().media_type) == (
        MediaType.VIDEO, MediaType.VIDEO, MediaType.AUDIO)
    assert (Radio().duration, Music().duration) == (Duration.LIVE, Duration.UNKNOWN)


@pytest.mark.parametrize("duration", [Duration.UNKNOWN, Duration.LIVE, Duration.CONTINUOUS])
def test_no_length_unless_finite(bus, app, shown, duration):
    shown(app, Music("Endless", duration=duration))
    assert "mpris:length" not in metadata(bus)


def test_text_that_is_no_text_costs_nothing_but_itself(bus, app, shown):
    # The texts contain a byte that is not UTF-8, as os.listdir() returns it; half a surrogate pair; and a NUL.
    shown(app, Music("caf\udce9 \ud83d a\0b", ["Good"], "x" * 5000))
    text = metadata(bus)
    assert "caf\ufffd" in text and "a, b" in text and "'Good'" in text
    assert "x" * 4096 in text and "x" * 4097 not in text


def test_keys_of_the_players_own(bus, app, shown):
    given = {"test:own": "a\0b", "test:bytes": b"caf\xe9", "test:none": None, "test:empty": ""}
    session = shown(app, Music("Title", extra=given))
    text = metadata(bus)
    assert "'test:own': <'a, b'>" in text and "'test:bytes': <'café'>" in text
    assert "test:none" not in text and "test:empty" not in text
    assert session.content.extra == {"test:own": "a, b", "test:bytes": "café"}
    for refused in {"xesam:title": "x"}, {"a no": "x"}, {"a\0:b": "x"}, {f"test:{n}": "x" for n in range(33)}:
        with pytest.raises(nowplaying.NowPlayingError) as raised:
            session.content = Music("Another", extra=refused)
        assert raised.value.status in (nowplaying.Status.INVALID_ARGUMENT, nowplaying.Status.TOO_LARGE)
    assert session.content.title == "Title"


@pytest.mark.parametrize("extra, message", [
    ("test:own", r"Music\.extra must be a dict, not 'test:own'"),
    ({1: "x"}, r"Music\.extra: a key must be a str, not 1"),
    ({"test:own": True}, r"Music\.extra\['test:own'\] must be a str, not True")])
def test_what_is_no_text_under_a_key_is_refused_where_it_is_written(extra, message):
    with pytest.raises(TypeError, match=message):
        Music(extra=extra)


def test_contents_with_keys_of_the_players_own_are_values():
    given = {"test:a": "1", "test:b": "2"}
    music = Music(extra=given)
    given["test:c"] = "3"
    again = Music(extra={"test:b": "2", "test:a": "1"})
    assert music == again and hash(music) == hash(again) and music != Music(extra=given)
    assert copy.deepcopy(music) == pickle.loads(pickle.dumps(music)) == music


def test_an_impossible_field_is_refused_and_nothing_is_changed(bus, app, shown):
    session = shown(app, Music("Before"))
    with pytest.raises(ValueError, match="Movie.media_type must be VIDEO"):
        session.content = Movie("After", media_type=MediaType.AUDIO)
    with pytest.raises(TypeError, match="Music.track_number must be an int, not {'three': 3}"):
        session.content = Music("After", track_number={"three": 3})  # type: ignore[arg-type]
    assert session.content.title == "Before"
    assert bus.playerctl("metadata", "title") == "Before"


def test_huge_numbers_are_clamped(bus, app, shown):
    shown(app, Music("Many", track_number=2**70))
    assert f"'xesam:trackNumber': <{2**31 - 1}>" in metadata(bus)


@pytest.mark.parametrize("zone", ["UTC0", "WEST12", "EAST-14"])
@pytest.mark.parametrize("east", [None, -12, 0, 14])
def test_dates_at_the_ends_of_the_calendar(bus, app, shown, monkeypatch, zone, east):
    """An invalid date counts as valid in somebody's database, so it must not fail here, in any time zone."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    offset = None if east is None else timezone(timedelta(hours=east))
    try:
        shown(app, Music("Ends", first_played=datetime.min.replace(tzinfo=offset),
                         last_played=datetime.max.replace(tzinfo=offset), release_date=date.max))
        text = metadata(bus)
    finally:
        monkeypatch.undo()
        time.tzset()
    first, last, release = (re.search(f"'xesam:{name}': <'([^']*)'>", text)[1]
                            for name in ("firstUsed", "lastUsed", "contentCreated"))
    assert first[:7] == "0001-01" and last[:7] == "9999-12" and release == "9999-12-31T00:00:00Z"


@pytest.mark.parametrize("text, seen", [
    ("2006", "2006-01-01T00:00:00Z"), ("2006-05", "2006-05-01T00:00:00Z"), ("2006-05-31", "2006-05-31T00:00:00Z"),
    ("2006-05-31T20:15:00+02:00", "2006-05-31T18:15:00Z"), ("0002-01-01", "0002-01-01T00:00:00Z")])
def test_dates_as_tags_have_them(bus, app, shown, text, seen):
    content = Music("Tagged", release_date=text, first_played=text, last_played=text)
    assert content.release_date == text
    shown(app, content)
    sent = metadata(bus)
    assert [f"'xesam:{name}': <'{seen}'>" in sent for name in ("contentCreated", "firstUsed", "lastUsed")] == [True] * 3


def test_a_date_is_that_of_its_whole_second(bus, app, shown):
    shown(app, Music("Old", release_date=datetime(1969, 12, 31, 23, 59, 58, 500000, tzinfo=timezone.utc)))
    assert "1969-12-31T23:59:58Z" in metadata(bus)


def test_long_lists_are_cut(bus, app, shown):
    shown(app, Music("Many", [f"Artist {number}" for number in range(65)],
                     genres=[f"Genre {number}" for number in range(1000)]))
    text = metadata(bus)
    assert "'Artist 63'" in text and "'Artist 64'" not in text and text.count("'Genre ") == 64


def test_what_is_not_known_is_left_out(bus, app, shown):
    shown(app, Music(
        "Bare", None, None, None, None, None, url=None, genres=[], lyrics="", explicit=None, release_date=None,
        first_played=""))
    text = metadata(bus)
    # Without an artist the list has an empty text, for which GNOME shows nothing.
    assert "'xesam:artist': <['']>" in text
    absent = ("album", "length", "url", "genre", "asText", "firstUsed")
    assert "xesam:title" in text and not [key for key in absent
                                          if f"xesam:{key}" in text or f"mpris:{key}" in text], text


def test_without_content_nothing_is_shown(bus, app):
    session = Session(app)
    session.snapshot = Snapshot.paused()
    session.request_application_primary().result(20)
    assert bus.player() is None

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the values of Python that a content takes. What clients see of each kind is in contract/scenarios."""
import copy
import pickle
import re
import time
from datetime import date, datetime, timedelta, timezone

import pytest

import nowplaying
from nowplaying import Duration, MediaType, Movie, Music, Radio, TVShow


def metadata(bus):
    return bus.property(".Player", "Metadata")


def test_kinds_know_their_media_type_and_duration():
    assert (Movie().media_type, TVShow().media_type, Music().media_type) == (
        MediaType.VIDEO, MediaType.VIDEO, MediaType.AUDIO)
    assert (Radio().duration, Music().duration) == (Duration.LIVE, Duration.UNKNOWN)


def test_what_cannot_be_sent_costs_nothing_but_itself(bus, app, shown):
    # The texts contain a byte that is not UTF-8, as os.listdir() returns it; half a surrogate pair; and a NUL.
    shown(app, Music("caf\udce9 \ud83d a\0b", ["Good"], track_number=2**70, release_date=datetime(
        1969, 12, 31, 23, 59, 58, 500000, tzinfo=timezone.utc)))
    text = metadata(bus)
    assert "caf\ufffd" in text and "a, b" in text and "'Good'" in text
    assert f"'xesam:trackNumber': <{2**31 - 1}>" in text and "1969-12-31T23:59:58Z" in text


def test_keys_of_the_players_own(bus, app, shown):
    given = {"test:own": "a\0b", "test:bytes": b"caf\xe9", "test:none": None, "test:empty": ""}
    session = shown(app, Music("Title", extra=given))
    text = metadata(bus)
    assert "'test:own': <'a, b'>" in text and "'test:bytes': <'café'>" in text
    assert "test:none" not in text and "test:empty" not in text
    assert session.content.extra == {"test:own": "a, b", "test:bytes": "café"}
    with pytest.raises(nowplaying.NowPlayingError):
        session.content = Music("Another", extra={"a\0:b": "x"})
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

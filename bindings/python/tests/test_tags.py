# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests that a tag with a value of an unexpected type does not lose the song: it is repaired or left out, with one line
in the log."""
import logging
import random
import re
from datetime import date, datetime, timezone
from decimal import Decimal

import pytest

from nowplaying import Content, Duration, Generic, MediaType, Music, Podcast, Radio, Snapshot, TVShow
from conftest import PACKAGE

NAN, INFINITY = float("nan"), float("inf")

# A field, the value of a tag, and the value that is kept.
TEXTS = [
    ("title", b"caf\xc3\xa9", "café"), ("title", b"caf\xe9", "café"), ("title", bytearray(b"A\0\0"), "A"),
    ("title", "A\0B\0", "A, B"), ("title", "caf\udce9", "caf\ufffd"), ("title", "\ud83d\ude00", "\U0001f600"),
    ("title", 1999, "1999"), ("title", 1.5, "1.5"), ("title", NAN, None), ("title", 10**5000, None),
    ("title", ["One", None, b"Two"], "One, Two"), ("title", [], None), ("title", [None, ""], None),
    ("url", memoryview(b"file:///a"), "file:///a"),
]
GENRES = [f"G{number}" for number in range(65)]
LISTS = [
    ("artists", b"One", "One"), ("artists", 7, "7"), ("artists", INFINITY, None),
    ("artists", ["One", None, "", b"\xe9", 3], ("One", "é", "3")), ("artists", [None], ()),
    ("artists", ("a\0",), ("a",)), ("genres", GENRES, tuple(GENRES[:64])), ("artists", "a\udce9", "a\ufffd"),
    ("artists", [["One", ("Two",)], "Three", [[[["Four"]]]]], ("One", "Two", "Three")),
    ("artists", "One\0Two", ("One", "Two")), ("artists", b"One\0Two", ("One", "Two")),
    ("artists", ["One\0Two", "Three"], ("One", "Two", "Three")), ("genres", "Rock\0Pop\0", ("Rock", "Pop")),
    ("artists", (name for name in ["One", None]), ("One",)), ("artists", [NAN], ()),
]
NUMBERS = [
    ("track_number", "3/12", 3), ("track_number", "07", 7), ("track_number", " 5 of 9", 5),
    ("track_number", "A3", None),
    ("track_number", b"3/12\0", 3), ("track_number", (3, 12), 3), ("track_number", [(3, 12)], 3),
    ("track_number", ["3/12"], 3), ("track_number", [], None), ("track_number", [[[[[[3]]]]]], None),
    ("track_number", -1, None), ("track_number", "-1", None), ("track_number", 2**70, 2**31 - 1),
    ("track_number", "9" * 5000, 2**31 - 1), ("track_number", "", None), ("beats_per_minute", 120.5, 121),
    ("beats_per_minute", "120.7", 121), ("beats_per_minute", Decimal("99.9"), 100), ("track_number", NAN, None),
    ("track_number", -INFINITY, None), ("track_number", 1e300, 2**31 - 1), ("track_number", Decimal("sNaN"), None),
]
FLAGS = [
    ("explicit", "Yes", True), ("explicit", b"0\0", False), ("explicit", 2.0, True), ("explicit", [1], True),
    ("explicit", "perhaps", None), ("explicit", NAN, None), ("explicit", [], None),
]
RATINGS = [
    ("user_rating", "0.8", 0.8), ("user_rating", "4/5", 0.8), ("user_rating", "80 %", 0.8), ("user_rating", b",5", 0.5),
    ("user_rating", 5, None), ("user_rating", 1.2, None), ("user_rating", "4", None), ("user_rating", "4/0", None),
    ("user_rating", -0.1, None), ("user_rating", NAN, None), ("user_rating", INFINITY, None),
    ("user_rating", 10**400, None), ("user_rating", "*****", None), ("auto_rating", [0.5], 0.5),
    ("auto_rating", Decimal("NaN"), None),
]
DATES = [
    ("release_date", b"1999", "1999"), ("release_date", "2006\0", "2006"), ("release_date", 1959, "1959"),
    ("release_date", 1959.0, "1959"), ("release_date", 20060531, "20060531"), ("release_date", ["1999"], "1999"),
    ("release_date", "19999", None), ("release_date", "06", None), ("release_date", "0000", None),
    ("release_date", "soon", None), ("release_date", "\udce9", None), ("release_date", 0, None),
    ("release_date", -5, None), ("release_date", NAN, None), ("release_date", 10**400, None),
    ("release_date", [], None),
]
# Dates that are kept as text, because the library parses them.
WRITTEN = [
    "2004/05", "2006/05/31", "2006.5.3", "c. 1999", "May 2006", "20060531", "2004-00-00", "2006-13", "2006-02-29",
    "31.05.2006", "2006-05-31T25:00", "2006-05-31T12", "2006 ", "1149033600",
]
REPAIRED = TEXTS + LISTS + NUMBERS + FLAGS + RATINGS + DATES


def lines(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "nowplaying"]


@pytest.mark.parametrize("name, given, kept", REPAIRED, ids=[f"{name}-{i}" for i, (name, *_) in enumerate(REPAIRED)])
def test_repaired_or_left_out_with_one_line(caplog, name, given, kept):
    values = {"title": "A Title", name: given}
    content = Music(**values)
    assert getattr(content, name) == kept and type(getattr(content, name)) is type(kept)
    assert name == "title" or content.title == "A Title"
    said = lines(caplog)
    assert len(said) == 1, said
    assert re.fullmatch(rf"Music\.{name}: .+ was (left out|taken as .+)", said[0], re.DOTALL)
    assert ("left out" in said[0]) == (kept in (None, ())) and len(said[0]) < 200 and said[0].isprintable()


@pytest.mark.parametrize("name, given", [
    ("title", "Ünïcode"), ("title", ""), ("title", None), ("artists", "One"), ("artists", ["One"]), ("artists", ()),
    ("track_number", 3), ("track_number", 3.0), ("track_number", None), ("explicit", True), ("explicit", 1),
    ("user_rating", 0), ("user_rating", 1.0), ("release_date", "2006-05"),
    ("release_date", "2006-05-31 20:15:00"), ("title", "x" * 5000),
    ("release_date", date(2006, 5, 31)), ("release_date", datetime.now(timezone.utc)),
    *(("release_date", written) for written in WRITTEN)])
def test_what_is_right_is_kept_without_a_line(caplog, name, given):
    kept = getattr(Music(**{name: given}), name)
    assert kept == (tuple(given) if isinstance(given, list) else given) and not lines(caplog)


def test_nothing_is_formatted_for_nobody(caplog):
    caplog.set_level(logging.WARNING, "nowplaying")
    assert Music(track_number="3/12").track_number == 3 and not lines(caplog)


def test_an_endless_list_ends(caplog):
    def endless():
        while True:
            yield "Artist"

    assert Music(artists=endless()).artists == ("Artist",) and len(lines(caplog)) == 1


# ------------------------------------------------------------------------------------------- Tags of a file

class Frame:
    """A tag as in mutagen: an object with its values in an attribute."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


# Tags, and the value of a field that they give.
FROM_TAGS = [
    ({"TITLE": ["T"]}, "title", "T"), ({"\xa9nam": ["T"]}, "title", "T"), ([("TIT2", b"caf\xe9")], "title", "café"),
    ({"TIT2": Frame(text=["T"])}, "title", "T"), ({"WM/AlbumTitle": [Frame(value="A")]}, "album", "A"),
    ({"artist": ["One", "Two"]}, "artists", ("One", "Two")), ({"artist": "One;Two"}, "artists", ("One", "Two")),
    ({"artist": "Kairon; IRSE!"}, "artists", ("Kairon; IRSE!",)), ({"trkn": [(3, 12)]}, "track_number", 3),
    ({"tracknumber": ["3/12"]}, "track_number", 3), ({"tmpo": [128]}, "beats_per_minute", 128),
    ({"cpil": True, "rtng": [1]}, "explicit", True), ({"explicit": [2]}, "explicit", True),
    ({"date": ["20141108"]}, "release_date", datetime(2014, 11, 8, tzinfo=timezone.utc)),
    ({"TDRC": Frame(text=[Frame(text="2006-05")])}, "release_date", datetime(2006, 5, 1, tzinfo=timezone.utc)),
    ({"POPM:a@b": Frame(email="a@b", rating=196, count=3)}, "user_rating", 0.8),
    ({"PCNT": Frame(count=5)}, "play_count", 5), ({"FMPS_RATING": ["0.4"]}, "user_rating", 0.4),
    ({"USLT::eng": Frame(text="la\nla")}, "lyrics", "la\nla"),
    ({"SYLT::eng": Frame(text=[("la", 1500), ("li", 62000)])}, "lyrics", "[00:01.500]la\n[01:02.000]li"),
    ({"UFID:http://musicbrainz.org": Frame(data=b"a-b")}, "musicbrainz_track_ids", ("a-b",)),
    ({"TCON": Frame(text=["(17)"])}, "genres", ("Rock",)), ({"date": date(2006, 5, 31)}, "release_date",
                                                             datetime(2006, 5, 31, tzinfo=timezone.utc)),
    ({"title": [None, "T"]}, "title", "T"), ({"title": object(), "TIT2": "T"}, "title", "T"), (None, "title", None),
    ({"unknown": "x", "APIC:": Frame(data=b"\x89PNG" * 1000)}, "title", None),
]


@pytest.mark.parametrize("tags, name, value", FROM_TAGS)
def test_fields_of_tags(tags, name, value):
    assert getattr(Music.from_tags(tags), name) == value


def test_given_fields_count_before_tags():
    content = Music.from_tags({"title": "T", "artist": "A"}, title="Mine", artists=None, duration=3.0)
    assert (content.title, content.artists, content.duration) == ("Mine", ("A",), 3.0)
    assert Podcast.from_tags({"album": "S"}).show_name == "S"
    with pytest.raises(TypeError, match="unexpected keyword argument 'artist'"):
        Music.from_tags({}, artist="A")
    with pytest.raises(TypeError, match="the name of a tag must be"):
        Music.from_tags({3: "x"})
    for wrong in "abc", 5, ["abc"], [("title", "A", "B")], [1]:
        with pytest.raises(TypeError, match="a dict or pairs of a name and a value"):
            Music.from_tags(wrong)
    with pytest.raises(TypeError, match="unexpected keyword argument 'artist'"):
        Content.from_tags({}, artist="A")


@pytest.mark.parametrize("tags, fields, wanted", [
    ({"title": "T", "description": "D"}, {"duration": 3.0}, Music("T", comments=["D"], duration=3.0)),
    ({"genre": "Podcast", "album": "S"}, {"title": "file.ogg"},
     Podcast("file.ogg", genres=["Podcast"], album="S", show_name="S")),
    ([("media_type", 10), ("show", "S"), ("season_number", "2")], {"media_type": MediaType.AUDIO},
     TVShow(show_name="S", season=2)),
    ({"icy-name": "S", "icy-title": "P"}, {"title": "stream", "duration": Duration.LIVE},
     Radio(station_name="S", program_name="P")),
    ({"title": "P"}, {"duration": Duration.LIVE}, Radio(program_name="P")),
    (None, {"media_type": MediaType.VIDEO, "id": "1"}, Generic(media_type=MediaType.VIDEO, id="1")),
])
def test_tags_decide_of_which_kind_a_content_is(tags, fields, wanted):
    assert Content.from_tags(tags, **fields) == wanted


# ------------------------------------------------------------------------------------------------------- Fuzzing

ALPHABET = "0123456789/-.:, %TZ+abcéß\u3042\U0001f600\0\n\ud83d\udce9\u0661"


def tag(source, depth=0):
    """Returns a random value of a type that tags have."""
    sort = source.randrange(12 if depth < 3 else 9)
    if sort == 0:
        return None
    if sort < 4:
        return "".join(source.choices(ALPHABET, k=source.choice((0, 1, 2, 4, 7, 10, 25))))
    if sort == 4:
        return bytes(source.choices(range(256), k=source.randrange(12)))
    if sort == 5:
        return source.choice((0, 1, -1, 3, 1999, 20060531, 2**31, -2**63, 2**64, 10**400, 10**5000, 255))
    if sort == 6:
        return source.choice((NAN, INFINITY, -INFINITY, 0.0, -0.0, 0.5, 1.5, 1e300, -1e-300, 3.0))
    if sort == 7:
        return source.choice(("3/12", "2004-05", "c. 1999", "4/5", "1e5", "٣", "0x10", "12" * 400, "2006-05-31T20:15"))
    if sort == 8:
        return source.choice((Decimal("1.5"), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), bytearray(b"\xff")))
    entries = [tag(source, depth + 1) for _ in range(source.choice((0, 1, 2, 3, 70)) if depth == 0 else 2)]
    return source.choice((list, tuple))(entries)


def test_4000_contents_are_made_and_keep_their_title(bus, app, shown):
    source = random.Random(20261123)
    session = shown(app, Music("First", id="first"))
    kinds = Content.__subclasses__()
    for number in range(4000):
        kind = source.choice(kinds)
        names = source.sample(sorted(kind._numbers), 5)
        values = {name: tag(source) for name in names if name != "title"}
        content = kind(title=f"Title {number}", **values)
        assert content.title == f"Title {number}", values
        if number % 20 == 0:
            session.content = content  # the library accepts the values that were kept
    session.content = Music("Last")
    session.snapshot = Snapshot.paused()
    assert bus.playerctl("metadata", "title") == "Last"


def test_a_right_title_survives_each_tag_of_the_lists():
    for name, given, _ in REPAIRED:
        if name != "title" and not hasattr(given, "__next__"):
            assert Music("A Title", **{name: given}).title == "A Title"
            if name in Podcast._numbers:
                assert Podcast("A Title", show_name="S", **{name: given}).duration is Duration.UNKNOWN


def test_the_readme_shows_what_is_kept():
    """Each example of the README's table "given → kept" is true."""
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    table = readme[readme.index("### Tags\n"):].partition("\nHow playback")[0]
    examples = re.findall(r"`(\w+)=([^`]+)` → `([^`]+)`", table)
    assert len(examples) > 15
    for name, given, kept in examples:
        assert getattr(Music(**{name: eval(given)}), name) == eval(kept), (name, given)

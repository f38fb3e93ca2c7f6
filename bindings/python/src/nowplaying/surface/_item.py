# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What a session plays."""
import ctypes
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Generic, List, Optional, Tuple, TypeVar, Union, overload

from .. import _signatures as c
from .._enums import AspectRatio, Duration, MediaType
from . import _signatures as s
from ._enums import ContentKind
from ._library import functions
from ._reference import Reference, text

V = TypeVar("V")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_get_text = functions.nowplaying_surface_session_get_text
_get_integer = functions.nowplaying_surface_session_get_integer
_get_number = functions.nowplaying_surface_session_get_number


class Field(Generic[V]):
    """A field of an item, which is read when it is asked for."""

    def __init__(self, number: int, read: Callable[[Any, int], V]) -> None:
        self.number = number
        self._read = read
        self.__doc__ = c.FIELDS[number]

    @overload
    def __get__(self, item: None, owner: Any) -> "Field[V]": ...

    @overload
    def __get__(self, item: "Item", owner: Any) -> V: ...

    def __get__(self, item: Optional["Item"], owner: Any) -> Union["Field[V]", V]:
        return self if item is None else self._read(item._reference.handle, self.number)


def _read_text(handle: int, number: int) -> Optional[str]:
    data = _get_text(handle, number, 0)
    return None if data is None else text(data)


def _read_texts(handle: int, number: int) -> Tuple[str, ...]:
    found: List[str] = []
    while (data := _get_text(handle, number, len(found))) is not None:
        found.append(text(data))
    return tuple(found)


def _read_integer(handle: int, number: int) -> Optional[int]:
    value = ctypes.c_int64()
    return value.value if _get_integer(handle, number, ctypes.byref(value)) == 0 else None


def _read_flag(handle: int, number: int) -> Optional[bool]:
    value = _read_integer(handle, number)
    return None if value is None else bool(value)


def _read_date(handle: int, number: int) -> Optional[datetime]:
    seconds = _read_integer(handle, number)
    try:
        return None if seconds is None else _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None


def _read_level(handle: int, number: int) -> Optional[float]:
    value = ctypes.c_double()
    return value.value if _get_number(handle, number, ctypes.byref(value)) == 0 else None


class Item:
    """What a session plays. It never changes, and has the fields of nowplaying.Content and of its kinds by the same
    names: `item.title`, `item.artists`, `item.release_date`. A text, number, flag or time (a datetime in UTC) that is
    not known is None, a list of texts (). Texts are of foreign programs: show them as text and not as markup."""

    __slots__ = ("_item", "_reference")

    title = Field(c.NOWPLAYING_FIELD_TITLE, _read_text)
    artists = Field(c.NOWPLAYING_FIELD_ARTISTS, _read_texts)
    album = Field(c.NOWPLAYING_FIELD_ALBUM, _read_text)
    url = Field(c.NOWPLAYING_FIELD_URL, _read_text)
    album_artists = Field(c.NOWPLAYING_FIELD_ALBUM_ARTISTS, _read_texts)
    composers = Field(c.NOWPLAYING_FIELD_COMPOSERS, _read_texts)
    lyricists = Field(c.NOWPLAYING_FIELD_LYRICISTS, _read_texts)
    genres = Field(c.NOWPLAYING_FIELD_GENRES, _read_texts)
    comments = Field(c.NOWPLAYING_FIELD_COMMENTS, _read_texts)
    lyrics = Field(c.NOWPLAYING_FIELD_LYRICS, _read_text)
    collection_id = Field(c.NOWPLAYING_FIELD_COLLECTION_ID, _read_text)
    service_id = Field(c.NOWPLAYING_FIELD_SERVICE_ID, _read_text)
    track_number = Field(c.NOWPLAYING_FIELD_TRACK_NUMBER, _read_integer)
    disc_number = Field(c.NOWPLAYING_FIELD_DISC_NUMBER, _read_integer)
    beats_per_minute = Field(c.NOWPLAYING_FIELD_BEATS_PER_MINUTE, _read_integer)
    play_count = Field(c.NOWPLAYING_FIELD_PLAY_COUNT, _read_integer)
    release_date = Field(c.NOWPLAYING_FIELD_RELEASE_DATE, _read_date)
    first_played = Field(c.NOWPLAYING_FIELD_FIRST_PLAYED, _read_date)
    last_played = Field(c.NOWPLAYING_FIELD_LAST_PLAYED, _read_date)
    explicit = Field(c.NOWPLAYING_FIELD_EXPLICIT, _read_flag)
    excluded_from_suggestions = Field(c.NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, _read_flag)
    user_rating = Field(c.NOWPLAYING_FIELD_USER_RATING, _read_level)
    auto_rating = Field(c.NOWPLAYING_FIELD_AUTO_RATING, _read_level)
    musicbrainz_track_ids = Field(c.NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS, _read_texts)
    musicbrainz_album_ids = Field(c.NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS, _read_texts)
    musicbrainz_artist_ids = Field(c.NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS, _read_texts)
    musicbrainz_album_artist_ids = Field(c.NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS, _read_texts)
    isrc = Field(c.NOWPLAYING_FIELD_ISRC, _read_text)
    show_name = Field(c.NOWPLAYING_FIELD_SHOW_NAME, _read_text)
    season = Field(c.NOWPLAYING_FIELD_SEASON, _read_integer)
    episode = Field(c.NOWPLAYING_FIELD_EPISODE, _read_integer)
    author = Field(c.NOWPLAYING_FIELD_AUTHOR, _read_text)
    narrator = Field(c.NOWPLAYING_FIELD_NARRATOR, _read_text)
    chapter = Field(c.NOWPLAYING_FIELD_CHAPTER, _read_integer)
    chapter_count = Field(c.NOWPLAYING_FIELD_CHAPTER_COUNT, _read_integer)
    station_name = Field(c.NOWPLAYING_FIELD_STATION_NAME, _read_text)
    program_name = Field(c.NOWPLAYING_FIELD_PROGRAM_NAME, _read_text)
    source_name = Field(c.NOWPLAYING_FIELD_SOURCE_NAME, _read_text)
    description = Field(c.NOWPLAYING_FIELD_DESCRIPTION, _read_text)
    subtitle = Field(c.NOWPLAYING_FIELD_SUBTITLE, _read_text)

    def __init__(self, reference: Reference, item: s.nowplaying_surface_item) -> None:
        self._reference, self._item = reference, item

    @property
    def id(self) -> str:
        """The same id means the same item, described anew. "" for players of MPRIS that give none."""
        return text(self._item.id)

    @property
    def kind(self) -> ContentKind:
        """What is played. Of MPRIS, which does not say: MUSIC where there are artists or an album, else GENERIC."""
        return ContentKind(self._item.kind)

    @property
    def media_type(self) -> MediaType:
        """Audio or video."""
        return MediaType(self._item.media_type)

    @property
    def lines(self) -> Tuple[str, str, str]:
        """What to show, made from the fields as the protocol says: the title; artists, show, station, and so on; the
        album. "" where there is none."""
        item = self._item
        return text(item.first_line), text(item.second_line), text(item.third_line)

    @property
    def duration(self) -> Union[float, Duration]:
        """How long it is: seconds, greater than 0, or a Duration."""
        if self._item.duration_kind == c.NOWPLAYING_DURATION_FINITE:
            return float(self._item.duration_us) / 1e6
        return Duration(self._item.duration_kind)

    @property
    def artwork_id(self) -> str:
        """For Session.artwork(): the same id is the same picture of this session. "": there is none to give."""
        return text(self._item.artwork_id)

    @property
    def artwork_url(self) -> str:
        """Of MPRIS: where the picture is, "file:///…" or "https://…", or "". Session.picture() reads a file."""
        return text(self._item.artwork_url)

    @property
    def animated_artwork_ids(self) -> Dict[AspectRatio, str]:
        """For Session.preview() and Session.video(): in which shapes there is animated artwork, under which ids."""
        found = {AspectRatio.SQUARE: self._item.animated_square_id, AspectRatio.TALL: self._item.animated_tall_id}
        return {ratio: text(id) for ratio, id in found.items() if id}

    def __repr__(self) -> str:
        return f"<Item {' – '.join(filter(None, self.lines))!r}>"

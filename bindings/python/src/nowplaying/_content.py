# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is played: one dataclass for each kind of content."""
import calendar
import ctypes
import os
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Any, Callable, ClassVar, Dict, List, Optional, Sequence, Tuple, Type, Union

from . import _signatures as c
from ._enums import Duration, MediaType
from ._library import encode, functions, microseconds

ArtworkData = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", None]


@dataclass(frozen=True)
class Artwork:
    """A picture of an item, asked for when somebody wants to show it.

    id: names the picture, for instance by the album; a picture is remembered by it.
    load: called with the wanted width and height in pixels; a function or a coroutine function that returns the bytes
      of a PNG, JPEG, WebP or GIF file, or the path of one, or None where there is no picture after all.
    """

    id: str
    load: Callable[[int, int], object]


def _of(number: int) -> Any:
    """The mark on a dataclass field that is a field of the C header."""
    return {"field": number}


@dataclass(frozen=True)
class Content:
    """What every kind has. Empty texts, empty lists and None are left out; times are seconds.

    id: names the item within the session: the same id means the same item, described anew, so give each entry of a
      queue its own. Without one, each content that is set is a new item.
    duration: seconds, or Duration.UNKNOWN, LIVE or CONTINUOUS.
    """

    kind: ClassVar[int]

    title: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_TITLE))
    artists: Union[str, Sequence[str]] = field(default=(), metadata=_of(c.NOWPLAYING_FIELD_ARTISTS))
    album: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_ALBUM))
    duration: Union[float, Duration] = Duration.UNKNOWN
    artwork: Optional[Artwork] = None
    id: str = ""
    media_type: MediaType = MediaType.AUDIO
    url: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_URL))
    album_artists: Union[str, Sequence[str]] = field(default=(), metadata=_of(c.NOWPLAYING_FIELD_ALBUM_ARTISTS))
    composers: Union[str, Sequence[str]] = field(default=(), metadata=_of(c.NOWPLAYING_FIELD_COMPOSERS))
    lyricists: Union[str, Sequence[str]] = field(default=(), metadata=_of(c.NOWPLAYING_FIELD_LYRICISTS))
    genres: Union[str, Sequence[str]] = field(default=(), metadata=_of(c.NOWPLAYING_FIELD_GENRES))
    comments: Union[str, Sequence[str]] = field(default=(), metadata=_of(c.NOWPLAYING_FIELD_COMMENTS))
    lyrics: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_LYRICS))
    collection_id: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_COLLECTION_ID))
    service_id: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_SERVICE_ID))
    track_number: Optional[int] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_TRACK_NUMBER))
    disc_number: Optional[int] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_DISC_NUMBER))
    beats_per_minute: Optional[int] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_BEATS_PER_MINUTE))
    play_count: Optional[int] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_PLAY_COUNT))
    release_date: Optional[date] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_RELEASE_DATE))
    first_played: Optional[date] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_FIRST_PLAYED))
    last_played: Optional[date] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_LAST_PLAYED))
    explicit: Optional[bool] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_EXPLICIT))
    excluded_from_suggestions: Optional[bool] = field(
        default=None, metadata=_of(c.NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS))
    user_rating: Optional[float] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_USER_RATING))
    auto_rating: Optional[float] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_AUTO_RATING))

    def __post_init__(self) -> None:
        if not isinstance(self.duration, Duration) and microseconds(self.duration) < 0:
            raise ValueError(f"a duration must not be negative, but is {self.duration}")


@dataclass(frozen=True)
class Music(Content):
    """A song."""

    kind = c.NOWPLAYING_CONTENT_MUSIC

    isrc: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_ISRC))


@dataclass(frozen=True)
class Podcast(Content):
    """An episode of a podcast."""

    kind = c.NOWPLAYING_CONTENT_PODCAST

    show_name: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_SHOW_NAME))


@dataclass(frozen=True)
class Movie(Content):
    """A film."""

    kind = c.NOWPLAYING_CONTENT_MOVIE

    media_type: MediaType = MediaType.VIDEO


@dataclass(frozen=True)
class TVShow(Content):
    """An episode of a TV show."""

    kind = c.NOWPLAYING_CONTENT_TV_SHOW

    media_type: MediaType = MediaType.VIDEO
    show_name: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_SHOW_NAME))


@dataclass(frozen=True)
class Book(Content):
    """An audiobook. Chapters count from 1."""

    kind = c.NOWPLAYING_CONTENT_BOOK

    author: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_AUTHOR))
    narrator: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_NARRATOR))
    chapter: Optional[int] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_CHAPTER))
    chapter_count: Optional[int] = field(default=None, metadata=_of(c.NOWPLAYING_FIELD_CHAPTER_COUNT))


@dataclass(frozen=True)
class Radio(Content):
    """A broadcast."""

    kind = c.NOWPLAYING_CONTENT_RADIO

    duration: Union[float, Duration] = Duration.LIVE
    station_name: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_STATION_NAME))
    program_name: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_PROGRAM_NAME))


@dataclass(frozen=True)
class HomeMedia(Content):
    """A camera, a doorbell, a home recording."""

    kind = c.NOWPLAYING_CONTENT_HOME_MEDIA

    source_name: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_SOURCE_NAME))
    description: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_DESCRIPTION))


@dataclass(frozen=True)
class Generic(Content):
    """Anything else."""

    kind = c.NOWPLAYING_CONTENT_GENERIC

    subtitle: str = field(default="", metadata=_of(c.NOWPLAYING_FIELD_SUBTITLE))


_marked: Dict[Type[Content], List[Tuple[str, int]]] = {}


def _marked_fields(kind: Type[Content]) -> List[Tuple[str, int]]:
    """The names and numbers of the fields of a kind that are fields of the C header, remembered."""
    if kind not in _marked:
        _marked[kind] = [(each.name, each.metadata["field"]) for each in fields(kind) if "field" in each.metadata]
    return _marked[kind]


class CContent:
    """A content as a handle of the library, for the length of a `with`."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._handle: Any = ctypes.POINTER(c.nowplaying_content)()

    def __enter__(self) -> Any:
        content = self._content
        functions.nowplaying_content_new(content.kind, encode(content.id), ctypes.byref(self._handle))
        try:
            self._fill(content)
        except BaseException:
            self.__exit__()
            raise
        return self._handle

    def __exit__(self, *_error: object) -> None:
        functions.nowplaying_content_free(self._handle)

    def _fill(self, content: Content) -> None:
        handle = self._handle
        for name, number in _marked_fields(type(content)):
            value = getattr(content, name)
            if value is not None and value != "" and value != ():
                self._set(number, value)
        functions.nowplaying_content_set_media_type(handle, content.media_type)
        if isinstance(content.duration, Duration):
            functions.nowplaying_content_set_duration(handle, content.duration, 0)
        else:
            functions.nowplaying_content_set_duration(
                handle, c.NOWPLAYING_DURATION_FINITE, microseconds(content.duration))
        if content.artwork is not None:
            functions.nowplaying_content_set_artwork(handle, encode(content.artwork.id))

    def _set(self, number: int, value: Any) -> None:
        """By the number of a field the header tells its type."""
        if number < 100 or number < 200 and isinstance(value, str):
            functions.nowplaying_content_set_text(self._handle, number, encode(value))
        elif number < 200:
            texts = [encode(text) for text in value]
            functions.nowplaying_content_set_texts(
                self._handle, number, (ctypes.c_char_p * len(texts))(*texts), len(texts))
        elif number < 300:
            functions.nowplaying_content_set_integer(self._handle, number, _integer(value))
        else:
            functions.nowplaying_content_set_number(self._handle, number, value)


def _integer(value: Union[int, date]) -> int:
    if isinstance(value, datetime):
        value = int(value.timestamp())
    elif isinstance(value, date):
        value = calendar.timegm(value.timetuple())
    return max(-2**63, min(value, 2**63 - 1))

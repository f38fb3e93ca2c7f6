# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What is played: one dataclass for each kind of content."""
import inspect
from dataclasses import dataclass, field, fields
from typing import Any, Callable, ClassVar, Dict, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union

from . import _checks as check
from . import _signatures as c
from ._artwork import Artwork, optional_artwork
from ._dates import DateOrText, optional_date
from ._enums import AspectRatio, Duration, MediaType
from ._video import Video, optional_videos

Texts = Union[str, Sequence[str], None]
C = TypeVar("C", bound="Content")

# The accepted values of a field, beside the header's sentence.
RANGES: Dict[Callable[[str, Any], Any], str] = {
    check.optional_text: "str",
    check.optional_texts: f"str or list of str, of which {check.MOST_TEXTS} are used",
    check.optional_integer: "int, 0 to 2147483647: a negative one is left out, a greater one clamped",
    check.optional_flag: "bool",
    optional_date: "date in UTC, or datetime, local without a time zone; clamped to the years 1 to 9999 in UTC; or "
                   'str, as much of ISO 8601 as is known: "2006", "2006-05", "2006-05-31T20:15:00+02:00"',
    check.optional_level: "0.0 to 1.0",
}


def _field(number: int, checked: Callable[[str, Any], Any]) -> Any:
    """A field of the C header: its number, and what may be in it."""
    return field(default=None, metadata={"field": number, "check": checked})


def _own(default: Any, checked: Callable[[str, Any], Any]) -> Any:
    """Another field."""
    return field(default=default, metadata={"check": checked})


def _duration(name: str, value: Any) -> Union[float, Duration]:
    if value is None:
        return Duration.UNKNOWN
    if isinstance(value, Duration):
        return check.member(name, value, Duration)
    return check.seconds(name, value, "a number of seconds, a Duration or None")


def _media_type(name: str, value: Any) -> MediaType:
    return check.member(name, value, MediaType)


def _kind(cls: Type[C]) -> Type[C]:
    """Completes the dataclass of a kind: its constructor checks and keeps those fields only that are given, because a
    content has 40 and a song needs five; the others are read from the class."""
    own = fields(cls)
    setattr(cls, "__signature__", inspect.signature(cls))
    cls._checks = {each.name: (each.metadata["check"], f"{cls.__name__}.{each.name}") for each in own}
    cls._numbers = {each.name: each.metadata["field"] for each in own if "field" in each.metadata}
    setattr(cls, "__init__", _init)
    lines = [f"{each.name}: {c.FIELDS[each.metadata['field']]} ({RANGES[each.metadata['check']]})"
             for each in own if "field" in each.metadata]
    cls.__doc__ = "\n".join([f"{cls.__doc__}\n", *COMMON.splitlines(), *lines])
    return cls


def _init(self: "Content", *values: Any, **named: Any) -> None:
    if values:
        count = len(named) + len(values)
        named.update(zip(self._checks, values))
        if len(named) != count or len(values) > len(self._checks):
            raise TypeError(f"{type(self).__name__}() got a field twice, or more than {len(self._checks)} fields")
    self.__dict__.update(named)
    self.__post_init__()


COMMON = """\
id: Names the item within the session. The same id means the same item, described anew, so give each entry of a queue
  its own. Without one, each content that is set is a new item. (str)
duration: How long it is. (seconds, 0 or more; Duration.LIVE or CONTINUOUS; Duration.UNKNOWN or None: not known)
artwork: Its picture. (Artwork)
animated_artwork: Videos that surfaces show in place of the picture, if they can: give it that too. (Video by
  AspectRatio)
media_type: Whether it is audio or video. (MediaType)"""


@dataclass(frozen=True)
class Content:
    """What every kind has. What is None or empty is left out. A content never changes: make another one."""

    kind: ClassVar[int] = 0
    _checks: ClassVar[Dict[str, Tuple[Callable[[str, Any], Any], str]]] = {}
    _numbers: ClassVar[Dict[str, int]] = {}

    title: Optional[str] = _field(c.NOWPLAYING_FIELD_TITLE, check.optional_text)
    artists: Texts = _field(c.NOWPLAYING_FIELD_ARTISTS, check.optional_texts)
    album: Optional[str] = _field(c.NOWPLAYING_FIELD_ALBUM, check.optional_text)
    duration: Union[float, Duration, None] = _own(Duration.UNKNOWN, _duration)
    artwork: Optional[Artwork] = _own(None, optional_artwork)
    id: Optional[str] = _own(None, check.optional_text)
    media_type: MediaType = _own(MediaType.AUDIO, _media_type)
    url: Optional[str] = _field(c.NOWPLAYING_FIELD_URL, check.optional_text)
    album_artists: Texts = _field(c.NOWPLAYING_FIELD_ALBUM_ARTISTS, check.optional_texts)
    composers: Texts = _field(c.NOWPLAYING_FIELD_COMPOSERS, check.optional_texts)
    lyricists: Texts = _field(c.NOWPLAYING_FIELD_LYRICISTS, check.optional_texts)
    genres: Texts = _field(c.NOWPLAYING_FIELD_GENRES, check.optional_texts)
    comments: Texts = _field(c.NOWPLAYING_FIELD_COMMENTS, check.optional_texts)
    lyrics: Optional[str] = _field(c.NOWPLAYING_FIELD_LYRICS, check.optional_text)
    collection_id: Optional[str] = _field(c.NOWPLAYING_FIELD_COLLECTION_ID, check.optional_text)
    service_id: Optional[str] = _field(c.NOWPLAYING_FIELD_SERVICE_ID, check.optional_text)
    track_number: Optional[int] = _field(c.NOWPLAYING_FIELD_TRACK_NUMBER, check.optional_integer)
    disc_number: Optional[int] = _field(c.NOWPLAYING_FIELD_DISC_NUMBER, check.optional_integer)
    beats_per_minute: Optional[int] = _field(c.NOWPLAYING_FIELD_BEATS_PER_MINUTE, check.optional_integer)
    play_count: Optional[int] = _field(c.NOWPLAYING_FIELD_PLAY_COUNT, check.optional_integer)
    release_date: DateOrText = _field(c.NOWPLAYING_FIELD_RELEASE_DATE, optional_date)
    first_played: DateOrText = _field(c.NOWPLAYING_FIELD_FIRST_PLAYED, optional_date)
    last_played: DateOrText = _field(c.NOWPLAYING_FIELD_LAST_PLAYED, optional_date)
    explicit: Optional[bool] = _field(c.NOWPLAYING_FIELD_EXPLICIT, check.optional_flag)
    excluded_from_suggestions: Optional[bool] = _field(
        c.NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, check.optional_flag)
    user_rating: Optional[float] = _field(c.NOWPLAYING_FIELD_USER_RATING, check.optional_level)
    auto_rating: Optional[float] = _field(c.NOWPLAYING_FIELD_AUTO_RATING, check.optional_level)
    musicbrainz_track_ids: Texts = _field(c.NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS, check.optional_texts)
    musicbrainz_album_ids: Texts = _field(c.NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS, check.optional_texts)
    musicbrainz_artist_ids: Texts = _field(c.NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS, check.optional_texts)
    musicbrainz_album_artist_ids: Texts = _field(
        c.NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS, check.optional_texts)
    animated_artwork: Optional[Mapping[AspectRatio, Video]] = _own(None, optional_videos)

    def __post_init__(self) -> None:
        values, checks = self.__dict__, self._checks
        if not checks:
            raise TypeError("Content is what all kinds have in common: make one of them, Music for instance")
        for key, value in values.items():
            if key in checks:
                checked, name = checks[key]
                values[key] = checked(name, value)
            elif all(key != each.name for each in fields(self)):
                raise TypeError(f"{type(self).__name__}() got an unexpected keyword argument {key!r}")


@_kind
@dataclass(frozen=True)
class Music(Content):
    """A song."""

    kind = c.NOWPLAYING_CONTENT_MUSIC

    isrc: Optional[str] = _field(c.NOWPLAYING_FIELD_ISRC, check.optional_text)


@_kind
@dataclass(frozen=True)
class Podcast(Content):
    """An episode of a podcast."""

    kind = c.NOWPLAYING_CONTENT_PODCAST

    show_name: Optional[str] = _field(c.NOWPLAYING_FIELD_SHOW_NAME, check.optional_text)
    season: Optional[int] = _field(c.NOWPLAYING_FIELD_SEASON, check.optional_integer)
    episode: Optional[int] = _field(c.NOWPLAYING_FIELD_EPISODE, check.optional_integer)


def _video(name: str, value: Any) -> MediaType:
    if _media_type(name, value) != MediaType.VIDEO:
        raise ValueError(f"{name} must be VIDEO")
    return MediaType.VIDEO


@_kind
@dataclass(frozen=True)
class Movie(Content):
    """A film."""

    kind = c.NOWPLAYING_CONTENT_MOVIE

    media_type: MediaType = _own(MediaType.VIDEO, _video)


@_kind
@dataclass(frozen=True)
class TVShow(Content):
    """An episode of a TV show."""

    kind = c.NOWPLAYING_CONTENT_TV_SHOW

    media_type: MediaType = _own(MediaType.VIDEO, _video)
    show_name: Optional[str] = _field(c.NOWPLAYING_FIELD_SHOW_NAME, check.optional_text)
    season: Optional[int] = _field(c.NOWPLAYING_FIELD_SEASON, check.optional_integer)
    episode: Optional[int] = _field(c.NOWPLAYING_FIELD_EPISODE, check.optional_integer)


@_kind
@dataclass(frozen=True)
class Book(Content):
    """An audiobook."""

    kind = c.NOWPLAYING_CONTENT_BOOK

    author: Optional[str] = _field(c.NOWPLAYING_FIELD_AUTHOR, check.optional_text)
    narrator: Optional[str] = _field(c.NOWPLAYING_FIELD_NARRATOR, check.optional_text)
    chapter: Optional[int] = _field(c.NOWPLAYING_FIELD_CHAPTER, check.optional_integer)
    chapter_count: Optional[int] = _field(c.NOWPLAYING_FIELD_CHAPTER_COUNT, check.optional_integer)


@_kind
@dataclass(frozen=True)
class Radio(Content):
    """A broadcast."""

    kind = c.NOWPLAYING_CONTENT_RADIO

    duration: Union[float, Duration, None] = _own(Duration.LIVE, _duration)
    station_name: Optional[str] = _field(c.NOWPLAYING_FIELD_STATION_NAME, check.optional_text)
    program_name: Optional[str] = _field(c.NOWPLAYING_FIELD_PROGRAM_NAME, check.optional_text)


@_kind
@dataclass(frozen=True)
class HomeMedia(Content):
    """A camera, a doorbell, a home recording."""

    kind = c.NOWPLAYING_CONTENT_HOME_MEDIA

    source_name: Optional[str] = _field(c.NOWPLAYING_FIELD_SOURCE_NAME, check.optional_text)
    description: Optional[str] = _field(c.NOWPLAYING_FIELD_DESCRIPTION, check.optional_text)


@_kind
@dataclass(frozen=True)
class Generic(Content):
    """Anything else."""

    kind = c.NOWPLAYING_CONTENT_GENERIC

    subtitle: Optional[str] = _field(c.NOWPLAYING_FIELD_SUBTITLE, check.optional_text)

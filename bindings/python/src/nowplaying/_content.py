# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The kinds of content, their fields, which are generated from the header, the checks of the values, and the
documentation."""
from __future__ import annotations

import functools
import math
from typing import (
    TYPE_CHECKING, Any, Callable, ClassVar, Dict, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union)

from . import _checks as check
from . import _rules as rules
from . import _signatures as c
from . import _tags as tag
from ._artwork import Artwork, optional_artwork
from ._dates import DateOrText
from ._enums import AspectRatio, Duration, MediaType
from ._records import Once, dataclass

if TYPE_CHECKING:
    from ._chapters import Chapter
    from ._video import Video

Texts = Union[str, Sequence[str], None]
C = TypeVar("C", bound="Content")
Check = Callable[[str, Any], Any]

# The accepted values of fields, added to the header's sentences.
RANGES: Dict[Check, str] = {
    tag.optional_text: "str",
    tag.optional_texts: f"str or list of str, of which {tag.MOST_TEXTS} are used",
    tag.optional_integer: "int, 0 to 2147483647: a negative one is left out, a greater one clamped",
    tag.optional_flag: "bool",
    tag.optional_date: "date in UTC, or datetime, local without a time zone; clamped to the years 1 to 9999 in UTC; or "
                   'str, as much of ISO 8601 as is known: "2006", "2006-05", "2006-05-31T20:15:00+02:00"',
    tag.optional_rating: "0.0 to 1.0",
}
# The parameters that are not fields of the header.
COMMON = """\
id: Names the item within the session. The same id means the same item, described again, so give each entry of a queue
  its own. Without one, each content that is set is a new item. (str)
duration: How long it is. (seconds, 0 or more; Duration.LIVE or CONTINUOUS; Duration.UNKNOWN or None: not known)
artwork: Its picture. (Artwork)
animated_artwork: Videos that surfaces show in place of the picture, if they can: give it that too. (Video by
  AspectRatio)
media_type: Whether it is audio or video. (MediaType)
extra: Texts under keys of the player's own, {"cmus:stream_title": "A Song"}, for scripts that read them in MPRIS's
  metadata. A key is a prefix of letters A to Z and a to z, digits, "-" and "_", but not "mpris", "xesam" or
  "nowplaying"; then ":"; then one or more printable characters of ASCII, without spaces; or what a prefix may be
  alone; in all at most 64. A content with another key, or more than 32, cannot be set to a session. (str by str)
chapters: Where its chapters begin, at most 1024; sorted by their starts, and what is beyond is left out. Surfaces of
  org.nowplaying show them. (list of Chapter)"""


def _duration(name: str, value: Any) -> Union[float, Duration]:
    if value is None:
        return Duration.UNKNOWN
    if isinstance(value, Duration):
        return check.member(name, value, Duration)
    if isinstance(value, float) and value == math.inf:
        raise ValueError(f"{name} must be finite, not {value}: write Duration.LIVE for a broadcast, or "
                         "Duration.CONTINUOUS for what never ends")
    return float(rules.CONTENT["duration"](name, value, "a number of seconds, a Duration or None"))


_media_type = check.a_member(MediaType)


def _video(name: str, value: Any) -> MediaType:
    if _media_type(name, value) != MediaType.VIDEO:
        raise ValueError(f"{name} must be VIDEO")
    return MediaType.VIDEO


# Videos and chapters are rare: their modules are imported with the first.

def _videos(name: str, value: Any) -> Any:
    from ._video import videos
    return videos(name, value)


def _chapters(name: str, value: Any) -> Any:
    from ._chapters import chapters
    return chapters(name, value)


OWN: Dict[str, Check] = {
    "duration": _duration, "artwork": optional_artwork, "id": check.optional_text, "media_type": _media_type,
    "animated_artwork": check.optional(_videos), "extra": check.optional(tag.extra),
    "chapters": check.optional(_chapters),
}
# The checks that accept a text unchanged.
TEXTS = {tag.optional_text, tag.optional_texts, check.optional_text}


def check_of(number: int) -> Check:
    """Returns the check for a field of the header, by its number."""
    if number in c.DATES:
        return tag.optional_date
    if number in c.FLAGS:
        return tag.optional_flag
    return tag.CHECKS[number // 100]


def kind(number: int) -> Callable[[Type[C]], Type[C]]:
    """Completes the class of a kind."""
    def complete(cls: Type[C]) -> Type[C]:
        cls.kind = number
        setattr(cls, "_checks", Once("_checks", _checks_of))
        setattr(cls, "_numbers", Once("_numbers", _numbers_of))
        setattr(cls, "__doc__", Once("__doc__", functools.partial(_documentation_of, cls.__doc__)))
        return cls
    return complete


def _numbers_of(cls: Any) -> Dict[str, int]:
    return {name: getattr(c, f"NOWPLAYING_FIELD_{name.upper()}") for name in cls._fields if name not in OWN}


def _checks_of(cls: Any) -> Dict[str, Tuple[Check, str, bool]]:
    """Returns for each field its check, its name in errors, and whether a text is accepted unchanged."""
    own: Dict[str, Check] = {**OWN, "media_type": _video} if cls.media_type is MediaType.VIDEO else OWN
    checks = {name: own.get(name) or check_of(cls._numbers[name]) for name in cls._fields}
    return {name: (each, f"{cls.__name__}.{name}", each in TEXTS) for name, each in checks.items()}


def pictures(content: Any) -> List[Artwork]:
    """Returns the artworks of a content and of its chapters."""
    artworks = [content.artwork, *(chapter.artwork for chapter in content.chapters or ())]
    return [each for each in artworks if each is not None]


def _documentation_of(first: Optional[str], cls: Any) -> str:
    lines = [f"{name}: {c.FIELDS[number]} ({RANGES[cls._checks[name][0]]})" for name, number in cls._numbers.items()]
    return "\n".join([f"{first}\n", *COMMON.splitlines(), *lines])


@dataclass(frozen=True)
class Content:
    """The fields that every kind has. A field that is None or empty is left out. A content never changes: make another
    one."""

    title: Optional[str] = None
    artists: Texts = None
    album: Optional[str] = None
    duration: Union[float, Duration, None] = Duration.UNKNOWN
    artwork: Optional[Artwork] = None
    id: Optional[str] = None
    media_type: MediaType = MediaType.AUDIO
    # Made by generate-signatures, from here: do not edit.
    url: Optional[str] = None
    lyrics: Optional[str] = None
    collection_id: Optional[str] = None
    service_id: Optional[str] = None
    album_artists: Texts = None
    composers: Texts = None
    lyricists: Texts = None
    genres: Texts = None
    comments: Texts = None
    musicbrainz_track_ids: Texts = None
    musicbrainz_album_ids: Texts = None
    musicbrainz_artist_ids: Texts = None
    musicbrainz_album_artist_ids: Texts = None
    track_number: Optional[int] = None
    disc_number: Optional[int] = None
    beats_per_minute: Optional[int] = None
    play_count: Optional[int] = None
    chapter: Optional[int] = None
    chapter_count: Optional[int] = None
    release_date: DateOrText = None
    first_played: DateOrText = None
    last_played: DateOrText = None
    explicit: Optional[bool] = None
    excluded_from_suggestions: Optional[bool] = None
    advertisement: Optional[bool] = None
    user_rating: Optional[float] = None
    auto_rating: Optional[float] = None
    # Made by generate-signatures, to here.
    animated_artwork: Optional[Mapping[AspectRatio, Video]] = None
    extra: Optional[Mapping[str, str]] = None
    chapters: Optional[Sequence[Chapter]] = None

    kind: ClassVar[int] = 0
    _checks: ClassVar[Dict[str, Tuple[Check, str, bool]]]
    _numbers: ClassVar[Dict[str, int]]
    _fields: ClassVar[Tuple[str, ...]]

    # Checks and stores only the given fields, because a content has 40 and a song needs five; the others are read from
    # the class.
    if not TYPE_CHECKING:
        def __init__(self, *values: Any, **named: Any) -> None:
            kind = type(self)
            if not kind.kind:
                raise TypeError("Content is what all kinds have in common: make one of them, Music for instance")
            checks = kind._checks
            if values:
                count = len(named) + len(values)
                named.update(zip(checks, values))
                if len(named) != count or len(values) > len(checks):
                    raise TypeError(f"{kind.__name__}() got a field twice, or more than {len(checks)} fields")
            for key, value in named.items():
                if key not in checks:
                    raise TypeError(f"{kind.__name__}() got an unexpected keyword argument {key!r}")
                checked, name, may_be_text = checks[key]
                if not (may_be_text and value.__class__ is str and value.isascii() and "\0" not in value):
                    named[key] = checked(name, value)
            self.__dict__.update(named)

    @classmethod
    def from_tags(cls: Type[C], tags: Any, **fields: Any) -> C:
        """A content of the tags of a file, as a decoder has them: `Music.from_tags(mutagen.File(path).tags)`. The
        library knows what a tag means (docs/tags.md); a tag without a use is left out. `Content.from_tags()` also
        chooses the kind by the tags: give it the media_type, and Duration.LIVE for a stream without an end.

        tags: a dict, an object of mutagen, or pairs of a name and a value, which is a text, bytes, a number, or a list
          of these. None: there are none.
        fields: as of the constructor; they take precedence over the tags, unless they are None.
        """
        given = {name: value for name, value in fields.items() if value is not None}
        kind: Any = cls
        scratch = tag.Scratch(cls.kind)
        scratch.read_all(tags)
        if not cls.kind:
            scratch.say(title=tag.optional_text("title", given.pop("title", None)),
                        is_live=given.get("duration") is Duration.LIVE,
                        is_video=given.get("media_type") is MediaType.VIDEO)
            kind = next(each for each in cls.__subclasses__() if each.kind == scratch.kind())
            if kind.media_type is MediaType.VIDEO:  # a kind whose media type cannot change
                given.pop("media_type", None)
        made: C = kind(**{**scratch.fields(kind._numbers), **given})
        return made


# Made by generate-signatures, from here: do not edit.


@kind(c.NOWPLAYING_CONTENT_MUSIC)
@dataclass(frozen=True)
class Music(Content):
    """A song."""

    isrc: Optional[str] = None


@kind(c.NOWPLAYING_CONTENT_PODCAST)
@dataclass(frozen=True)
class Podcast(Content):
    """An episode of a podcast."""

    show_name: Optional[str] = None
    season: Optional[int] = None
    episode: Optional[int] = None


@kind(c.NOWPLAYING_CONTENT_MOVIE)
@dataclass(frozen=True)
class Movie(Content):
    """A film."""

    media_type: MediaType = MediaType.VIDEO


@kind(c.NOWPLAYING_CONTENT_TV_SHOW)
@dataclass(frozen=True)
class TVShow(Content):
    """An episode of a TV show."""

    media_type: MediaType = MediaType.VIDEO
    show_name: Optional[str] = None
    season: Optional[int] = None
    episode: Optional[int] = None


@kind(c.NOWPLAYING_CONTENT_BOOK)
@dataclass(frozen=True)
class Book(Content):
    """An audiobook."""

    author: Optional[str] = None
    narrator: Optional[str] = None


@kind(c.NOWPLAYING_CONTENT_RADIO)
@dataclass(frozen=True)
class Radio(Content):
    """A broadcast."""

    duration: Union[float, Duration, None] = Duration.LIVE
    station_name: Optional[str] = None
    program_name: Optional[str] = None


@kind(c.NOWPLAYING_CONTENT_HOME_MEDIA)
@dataclass(frozen=True)
class HomeMedia(Content):
    """A camera, a doorbell, a home recording."""

    source_name: Optional[str] = None
    description: Optional[str] = None


@kind(c.NOWPLAYING_CONTENT_GENERIC)
@dataclass(frozen=True)
class Generic(Content):
    """Anything else."""

    subtitle: Optional[str] = None
# Made by generate-signatures, to here.

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The kinds of content, and their fields. Made by generate-signatures: do not edit."""
from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union

from . import _signatures as c
from ._artwork import Artwork
from ._content_base import RANGES as RANGES
from ._content_base import ContentBase, Texts, kind
from ._dates import DateOrText
from ._enums import AspectRatio, Duration, MediaType
from ._records import dataclass

if TYPE_CHECKING:
    from ._chapters import Chapter
    from ._video import Video


@dataclass(frozen=True)
class Content(ContentBase):
    """The fields that every kind has. A field that is None or empty is left out. A content never changes: make another
    one."""

    title: Optional[str] = None
    artists: Texts = None
    album: Optional[str] = None
    duration: Union[float, Duration, None] = Duration.UNKNOWN
    artwork: Optional[Artwork] = None
    id: Optional[str] = None
    media_type: MediaType = MediaType.AUDIO
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
    animated_artwork: Optional[Mapping[AspectRatio, Video]] = None
    extra: Optional[Mapping[str, str]] = None
    chapters: Optional[Sequence[Chapter]] = None


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

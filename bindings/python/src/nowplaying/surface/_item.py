# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The item of a session."""
import ctypes
from datetime import datetime
from typing import Any, Dict, Optional, Tuple, Union

from .. import _rules as rules
from .._enums import AspectRatio, Duration, MediaType
from .._library import microseconds, text
from . import _signatures as s
from ._enums import ContentKind
from ._library import (
    Reference, all_of, every, functions, read_date, read_flag, read_integer, read_number, read_text, read_texts, record,
    seconds)
from ._lists import LyricsLine, ShownChapter


class Item:
    """The item that a session plays. It never changes, and has the fields of nowplaying.Content and of its kinds by the
    same names: `item.title`, `item.artists`, `item.release_date`. A text, number, flag or time (a datetime in UTC) that
    is not known is None, a list of texts (). Texts are of foreign programs: show them as text and not as markup."""

    __slots__ = ("_info", "_reference")

    def __init__(self, reference: Reference, info: s.nowplaying_surface_item) -> None:
        self._reference, self._info = reference, info

    # Made by generate-signatures, from here: do not edit.
    @property
    def id(self) -> str:
        """The id of the item: the same id means the same item, described again. "" for MPRIS players that give none."""
        return text(self._info.id)

    @property
    def artwork_id(self) -> str:
        """The id of the picture for Session.artwork(): the same id is the same picture of this session. "" for an MPRIS
        player."""
        return text(self._info.artwork_id)

    @property
    def artwork_url(self) -> str:
        """The address of the picture, as the player gives it: "file:///…", a path, "data:…" or "https://…". The same
        address may be another picture for another item. At most 4096 bytes, and 1 MiB if it begins with "data:"; ""
        when it is longer. See Session.artwork(), which does not read pictures on the web."""
        return text(self._info.artwork_url)

    @property
    def kind(self) -> ContentKind:
        """The kind of the item. If this library does not know the kind, it is GENERIC. MPRIS players give no kind: then
        it is MUSIC if there are artists or an album, else GENERIC."""
        return ContentKind(self._info.kind)

    @property
    def media_type(self) -> MediaType:
        """Whether the item is audio or video."""
        return MediaType(self._info.media_type)

    @property
    def title(self) -> Optional[str]:
        """Title of the song, episode, film, book or anything else. Shown as xesam:title. For an item without tags,
        players often set its address, or the end of the address, as the title. User, password, query and fragment are
        removed from such a title, because everybody sees it."""
        return read_text(self._reference, 1)

    @property
    def subtitle(self) -> Optional[str]:
        """Second line of a generic content. Shown as xesam:artist."""
        return read_text(self._reference, 2)

    @property
    def album(self) -> Optional[str]:
        """Name of the album. Shown as xesam:album; for a podcast, a TV show and a radio station, which have no albums,
        only if it is not the same as the artist."""
        return read_text(self._reference, 3)

    @property
    def show_name(self) -> Optional[str]:
        """Name of the podcast or TV show. Shown as xesam:artist if there are no other artists, else as xesam:album."""
        return read_text(self._reference, 4)

    @property
    def author(self) -> Optional[str]:
        """Author of a book. Shown as xesam:artist."""
        return read_text(self._reference, 5)

    @property
    def narrator(self) -> Optional[str]:
        """Narrator of a book. Shown as xesam:composer."""
        return read_text(self._reference, 6)

    @property
    def station_name(self) -> Optional[str]:
        """The radio station. Shown as xesam:title if there is no other title, else as xesam:artist if there is no other
        artist. Unless it is the artist, it is also shown as xesam:album."""
        return read_text(self._reference, 7)

    @property
    def program_name(self) -> Optional[str]:
        """The programme or song that the station plays now. Shown as xesam:title."""
        return read_text(self._reference, 8)

    @property
    def source_name(self) -> Optional[str]:
        """The camera or device of home media. Shown as xesam:title if there is no description, else as xesam:artist."""
        return read_text(self._reference, 9)

    @property
    def description(self) -> Optional[str]:
        """The title of home media. Shown as xesam:title."""
        return read_text(self._reference, 10)

    @property
    def isrc(self) -> Optional[str]:
        """International Standard Recording Code of a song. Not shown."""
        return read_text(self._reference, 11)

    @property
    def url(self) -> Optional[str]:
        """Address of the item: a URI, or the absolute path of a file as open() takes it. From a path the library makes
        a "file:" URI without "." and "..". An address that is longer than a text may be is left out. Shown as
        xesam:url. User and password are removed from it, because anybody who reads it could sign in with them. Other
        secrets, such as a token in its query, stay, because without them it would be another address: remove them
        yourself, or set no address. The log warns of known kinds of secrets, once for an app."""
        return read_text(self._reference, 12)

    @property
    def lyrics(self) -> Optional[str]:
        """The lyrics, plain or with times as LRC writes them, in any dialect of lyrics.md. Shown as xesam:asText."""
        return read_text(self._reference, 13)

    @property
    def collection_id(self) -> Optional[str]:
        """Your own id of the album, playlist or show. Not shown."""
        return read_text(self._reference, 14)

    @property
    def service_id(self) -> Optional[str]:
        """Your own id of the service that the item comes from. Not shown."""
        return read_text(self._reference, 15)

    @property
    def artists(self) -> Tuple[str, ...]:
        """Artists of the track. Shown as xesam:artist. If there are neither artists nor ALBUM_ARTISTS, xesam:artist has
        one empty text, because without the key GNOME would show "Unknown artist"."""
        return read_texts(self._reference, 100)

    @property
    def album_artists(self) -> Tuple[str, ...]:
        """Artists of the album. Shown as xesam:albumArtist."""
        return read_texts(self._reference, 101)

    @property
    def composers(self) -> Tuple[str, ...]:
        """Composers. Shown as xesam:composer."""
        return read_texts(self._reference, 102)

    @property
    def lyricists(self) -> Tuple[str, ...]:
        """Lyricists. Shown as xesam:lyricist."""
        return read_texts(self._reference, 103)

    @property
    def genres(self) -> Tuple[str, ...]:
        """Genres. Shown as xesam:genre."""
        return read_texts(self._reference, 104)

    @property
    def comments(self) -> Tuple[str, ...]:
        """Comments. Shown as xesam:comment."""
        return read_texts(self._reference, 105)

    @property
    def musicbrainz_track_ids(self) -> Tuple[str, ...]:
        """The ids at MusicBrainz of the recording. Shown as xesam:musicBrainzTrackID."""
        return read_texts(self._reference, 106)

    @property
    def musicbrainz_album_ids(self) -> Tuple[str, ...]:
        """The ids at MusicBrainz of the release. Shown as xesam:musicBrainzAlbumID."""
        return read_texts(self._reference, 107)

    @property
    def musicbrainz_artist_ids(self) -> Tuple[str, ...]:
        """The ids at MusicBrainz of the artists. Shown as xesam:musicBrainzArtistID."""
        return read_texts(self._reference, 108)

    @property
    def musicbrainz_album_artist_ids(self) -> Tuple[str, ...]:
        """The ids at MusicBrainz of the artists of the release. Shown as xesam:musicBrainzAlbumArtistID."""
        return read_texts(self._reference, 109)

    @property
    def track_number(self) -> Optional[int]:
        """Position on the disc, from 1. Shown as xesam:trackNumber."""
        return read_integer(self._reference, 200)

    @property
    def disc_number(self) -> Optional[int]:
        """The number of the disc, from 1. Shown as xesam:discNumber."""
        return read_integer(self._reference, 201)

    @property
    def beats_per_minute(self) -> Optional[int]:
        """Beats per minute. Shown as xesam:audioBPM."""
        return read_integer(self._reference, 202)

    @property
    def play_count(self) -> Optional[int]:
        """How often the item was played. Shown as xesam:useCount."""
        return read_integer(self._reference, 203)

    @property
    def chapter(self) -> Optional[int]:
        """The present chapter, from 1. Shown as xesam:trackNumber of a book."""
        return read_integer(self._reference, 204)

    @property
    def chapter_count(self) -> Optional[int]:
        """How many chapters the item has, from 1. Not shown."""
        return read_integer(self._reference, 205)

    @property
    def release_date(self) -> Optional[datetime]:
        """When the item was released. Shown as xesam:contentCreated."""
        return read_date(self._reference, 206)

    @property
    def first_played(self) -> Optional[datetime]:
        """When the item was first played. Shown as xesam:firstUsed."""
        return read_date(self._reference, 207)

    @property
    def last_played(self) -> Optional[datetime]:
        """When the item was last played. Shown as xesam:lastUsed."""
        return read_date(self._reference, 208)

    @property
    def explicit(self) -> Optional[bool]:
        """1: explicit, 0: not. Not shown."""
        return read_flag(self._reference, 209)

    @property
    def excluded_from_suggestions(self) -> Optional[bool]:
        """1: leave it out of suggestions and histories. Not shown."""
        return read_flag(self._reference, 210)

    @property
    def season(self) -> Optional[int]:
        """The season of an episode, from 1. Shown as xesam:discNumber."""
        return read_integer(self._reference, 211)

    @property
    def episode(self) -> Optional[int]:
        """The number of an episode in its season, from 1. Shown as xesam:trackNumber."""
        return read_integer(self._reference, 212)

    @property
    def advertisement(self) -> Optional[bool]:
        """1: an advertisement, which is not to be skipped. Not shown."""
        return read_flag(self._reference, 213)

    @property
    def user_rating(self) -> Optional[float]:
        """The user's rating. Shown as xesam:userRating."""
        return read_number(self._reference, 300)

    @property
    def auto_rating(self) -> Optional[float]:
        """A rating that was computed. Shown as xesam:autoRating."""
        return read_number(self._reference, 301)
    # Made by generate-signatures, to here.

    @property
    def lines(self) -> Tuple[str, str, str]:
        """The lines to show, made from the fields as the protocol says: the title; artists, show, station, and so on;
        the album. "" if there is none."""
        return text(self._info.first_line), text(self._info.second_line), text(self._info.third_line)

    @property
    def duration(self) -> Union[float, Duration]:
        """How long the item is: seconds, greater than 0, or a Duration."""
        return self._info.duration_us / 1e6 or Duration(self._info.duration_kind)

    @property
    def animated_artwork_ids(self) -> Dict[AspectRatio, str]:
        """The ids of the animated artwork for Session.preview() and Session.video(), by aspect ratio."""
        found = {ratio: getattr(self._info, f"animated_{ratio.name.lower()}_id") for ratio in AspectRatio}
        return {ratio: text(id) for ratio, id in found.items() if id}

    @property
    def chapters(self) -> Tuple[ShownChapter, ...]:
        """Its chapters, in the order of their starts; empty for a player of MPRIS."""
        found = every(functions.nowplaying_surface_session_get_chapter, self._reference)
        ends = [*(each.start_us / 1e6 for each in found[1:]), self._info.duration_us / 1e6 or None]
        return tuple(record(ShownChapter, each, index=index, start=each.start_us / 1e6, end=end)
                     for index, (each, end) in enumerate(zip(found, ends)))

    def chapter_at(self, position: float) -> Optional[ShownChapter]:
        """Returns the chapter in which a position is. position: as of Session.snapshot(). None: there are no chapters,
        or the first begins later."""
        place = microseconds(rules.SURFACE_SESSION["position"]("Item.chapter_at(position)", position))
        index, _ = self._at(functions.nowplaying_surface_session_get_chapter_at, place)
        return None if index is None else self.chapters[index]

    def lyrics_at(self, position: float) -> Optional[LyricsLine]:
        """Returns the line of the lyrics that is sung at a position. position: as of Session.snapshot(). The lyrics
        must have times for their lines (LRC), and may come from a player of MPRIS; None: there are no such lyrics."""
        place = microseconds(rules.SURFACE_SESSION["position"]("Item.lyrics_at(position)", position))
        line, end = self._at(functions.nowplaying_surface_session_get_lyrics_at, place)
        return None if line is None else LyricsLine(text(line), end)

    def _at(self, function: Any, position: int) -> Tuple[Any, Optional[float]]:
        """Returns the chapter's index or the line of lyrics at a position, and the time at which it ends."""
        value, end = function.argtypes[2]._type_(), ctypes.c_int64()
        status = function(self._reference.handle, position, ctypes.byref(value), ctypes.byref(end))
        return (None, None) if status < 0 else (value.value, seconds(end.value))

    @property
    def extra(self) -> Dict[str, str]:
        """Texts under keys of the player's own, {"cmus:stream_title": "A Song"}; at most 32."""
        handle = self._reference.handle
        keys = all_of(lambda index: functions.nowplaying_surface_session_get_extra_key(handle, index))
        return {text(key): text(functions.nowplaying_surface_session_get_extra(handle, key)) for key in keys}

    def __repr__(self) -> str:
        return f"<Item {' – '.join(filter(None, self.lines))!r}>"

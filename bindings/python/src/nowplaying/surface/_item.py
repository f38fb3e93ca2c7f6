# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The item of a session."""
from ._item_base import Field, ItemBase, read_date, read_flag, read_integer, read_number, read_text, read_texts


class Item(ItemBase):
    """The item that a session plays. It never changes, and has the fields of nowplaying.Content and of its kinds by the
    same names: `item.title`, `item.artists`, `item.release_date`. A text, number, flag or time (a datetime in UTC) that
    is not known is None, a list of texts (). Texts are of foreign programs: show them as text and not as markup."""

    __slots__ = ()
    # Made by generate-signatures, from here: do not edit.
    title = Field(1, read_text)
    subtitle = Field(2, read_text)
    album = Field(3, read_text)
    show_name = Field(4, read_text)
    author = Field(5, read_text)
    narrator = Field(6, read_text)
    station_name = Field(7, read_text)
    program_name = Field(8, read_text)
    source_name = Field(9, read_text)
    description = Field(10, read_text)
    isrc = Field(11, read_text)
    url = Field(12, read_text)
    lyrics = Field(13, read_text)
    collection_id = Field(14, read_text)
    service_id = Field(15, read_text)
    artists = Field(100, read_texts)
    album_artists = Field(101, read_texts)
    composers = Field(102, read_texts)
    lyricists = Field(103, read_texts)
    genres = Field(104, read_texts)
    comments = Field(105, read_texts)
    musicbrainz_track_ids = Field(106, read_texts)
    musicbrainz_album_ids = Field(107, read_texts)
    musicbrainz_artist_ids = Field(108, read_texts)
    musicbrainz_album_artist_ids = Field(109, read_texts)
    track_number = Field(200, read_integer)
    disc_number = Field(201, read_integer)
    beats_per_minute = Field(202, read_integer)
    play_count = Field(203, read_integer)
    chapter = Field(204, read_integer)
    chapter_count = Field(205, read_integer)
    release_date = Field(206, read_date)
    first_played = Field(207, read_date)
    last_played = Field(208, read_date)
    explicit = Field(209, read_flag)
    excluded_from_suggestions = Field(210, read_flag)
    season = Field(211, read_integer)
    episode = Field(212, read_integer)
    advertisement = Field(213, read_flag)
    user_rating = Field(300, read_number)
    auto_rating = Field(301, read_number)
    # Made by generate-signatures, to here.

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The differences between a file's tags and what each reader gives, with the reasons, which lie in the readers. Lacks:
the fields that a reader does not give. MayLack: those that some versions of it give. Says: the fields for which it
gives something else."""
from dataclasses import dataclass
from fnmatch import fnmatch

ALL = "title artists album album_artists composers lyricists genres track_number disc_number release_date comments " \
    "lyrics isrc beats_per_minute musicbrainz_track_ids musicbrainz_album_ids musicbrainz_artist_ids " \
    "musicbrainz_album_artist_ids user_rating"
ONE = {"artists": ["One"], "genres": ["Rock"]}
YEAR = {"release_date": "2006"}
IDS = "musicbrainz_track_ids musicbrainz_album_ids musicbrainz_artist_ids musicbrainz_album_artist_ids"


@dataclass
class Lacks:
    reason: str
    files: str  # patterns for the names of the files
    fields: str

    def apply(self, name, said, found):
        """Takes the fields out; returns how many there are. found: what the reader gave."""
        fields = set(self.fields.split()) & said.keys() if any(fnmatch(name, one) for one in self.files.split()) else ()
        for field in fields:
            if self.takes_out(field, found):
                del said[field]
        return len(fields)

    def takes_out(self, _field, _found):
        return True


class MayLack(Lacks):
    def takes_out(self, field, found):
        return field not in found


@dataclass
class Says:
    reason: str
    files: str
    fields: dict

    def apply(self, name, said, _found):
        """Replaces the fields in what the file says. Returns how many there are."""
        fields = self.fields if any(fnmatch(name, one) for one in self.files.split()) else {}
        said.update(fields)
        return len(fields)


FFMPEG = [
    Lacks("it has no lyrics of ID3v2.2", "v22-*", "lyrics"),
    Lacks("it has no SYLT", "v24-sylt.mp3", "lyrics"),
    Lacks("it has no POPM", "v24-popm-*", "user_rating"),
    Lacks("it has no UFID", "v24-taglib.mp3 v24-picard.mp3", "musicbrainz_track_ids"),
    Lacks("it has no tmpo of MP4", "atomicparsley.m4a mutagen.m4a taglib.m4a", "beats_per_minute"),
    Lacks("it has no APE behind MP3", "ape.mp3", ALL),
    Lacks("it has nothing of ID3v1 beside ID3v2", "v1-v2.mp3", "track_number release_date"),
    Says("it has the first value", "v23-numbered-genres.mp3", {"genres": ["Rock"]}),
    Says("it has the first value", "v24-several.mp3", {"album_artists": ["Four"], "composers": ["Six"]}),
    Says("it has the first value", "v24-not-utf-8.mp3", {"artists": ["Grün"]}),
    Says("it has the first value", "v24-comments.mp3", {"comments": ["Fine"]}),
    Says("it has the first value", "v24-several.mp3 v24-taglib.mp3 several.m4a several.wma mutagen.wv", ONE),
    Says("it joins values by \";\", which a comment may have by itself", "several.flac", {"comments": ["Fine;Loud"]}),
]

MUTAGEN = [
    Lacks("it does not open Matroska", "*.mka", ALL),
    Lacks("it has nothing of RIFF but ID3", "ffmpeg.wav", ALL),
    Lacks("it has no APE behind MP3", "ape.mp3", ALL),
    Lacks("it has no frame that it cannot decode", "v24-not-utf-8.mp3", ALL),
    Says("it makes a character of half a one", "v24-odd-utf-16.mp3", {"artists": ["One="]}),
    Says("it writes U+FFFD for bytes that are not UTF-8", "not-utf-8.flac",
         {"artists": ["Gr\ufffdn"], "title": "\ufffdM\ufffdll\ufffd"}),
]

#: Differences of mutagen's objects, in Python.
OBJECTS = [*MUTAGEN, Says("it has times to the millisecond", "v24-sylt.mp3",
                          {"lyrics": "[00:00.000]First line\n[00:00.500]Second line"})]

#: Differences of texts and bytes, by the names of the readers.
DIFFERENCES = {
    "mpv": FFMPEG,
    "ffmpeg": FFMPEG,
    "vlc": [
        Lacks("it has neither TCOM, TEXT, TBPM nor TSRC", "v2*.mp3", "composers lyricists beats_per_minute isrc"),
        Lacks("it has no SYLT", "v24-sylt.mp3", "lyrics"),
        Lacks("it has no POPM", "v24-popm-*", "user_rating"),
        Lacks("it has no tmpo of MP4", "atomicparsley.m4a mutagen.m4a taglib.m4a", "beats_per_minute"),
        Lacks("it calls the composer of MP4 \"Writer\"", "*.m4a", "composers"),
        Lacks("it takes the artist of Matroska for that of the album, and a track for an episode", "*.mka",
              "artists track_number"),
        Says("it takes the artist of Matroska for that of the album", "ffmpeg.mka",
             {"album_artists": ["Artist", "Various"]}),
        Says("it takes the artist of Matroska for that of the album", "matroska.mka", {"album_artists": ["Artist"]}),
        Says("it takes the artist of Matroska for that of the album", "several.mka", {"album_artists": ["One", "Two"]}),
        Says("it calls the composer of MP4 \"Writer\"", "ffmpeg.m4a atomicparsley.m4a", {"lyricists": ["Grieg"]}),
        Says("it has the year of a date but of Vorbis comments", "v23-date-in-parts.mp3 v23-ffmpeg.mp3 v24-ffmpeg.mp3 "
             "v24-taglib.mp3 v24-time.mp3 ffmpeg.m4a atomicparsley.m4a mutagen.m4a taglib.m4a date.m4a taglib.wma "
             "mutagen.wv taglib.wv ffmpeg.wav", YEAR),
        Says("it joins values by a space", "v23-numbered-genres.mp3", {"genres": ["Rock Disco Disco House"]}),
        Says("it joins values by a space", "v24-several.mp3",
             {"album_artists": ["Four Five"], "artists": ["One Two & Three"], "genres": ["Rock Pop"]}),
        Says("it joins values by a space", "v24-taglib.mp3", {"artists": ["One Two"], "genres": ["Rock Pop"]}),
        Says("it joins values by a space", "several.ogg opusenc.opus", {"artists": ["One Two"]}),
        Says("it joins values by a space, and has the last of those that it has no word for", "several.flac",
             {"artists": ["One Two & Three"], "genres": ["Rock Pop"], "comments": ["Fine Loud"],
              "composers": ["Seven"]}),
        Says("it joins values of MP4 by a comma", "several.m4a", {"artists": ["One, Two"], "genres": ["Rock, Pop"]}),
        Says("it has the last value", "v24-not-utf-8.mp3", {"artists": ["Blau"]}),
        MayLack("3.0.23 has no title that is not UTF-8, and 3.0.24 has it", "v24-not-utf-8.mp3", "title"),
        Says("it has the first value, of ASF the last genre", "several.wma", {"artists": ["One"], "genres": ["Pop"]}),
        Says("it has the first value", "v24-comments.mp3", {"comments": ["Fine"]}),
        Says("it has the first value", "ape.mp3", {"artists": ["One"]}),
        Says("it has the first value", "mutagen.wv", ONE),
        Says("it writes \"?\" for bytes that are not UTF-8", "not-utf-8.flac",
             {"artists": ["Gr?n"], "title": "?M?ll?"}),
    ],
    "gstreamer": [
        Lacks("it has no ID3 of WAVE", "id3.wav", ALL),
        Lacks("it has no texts that are not UTF-8", "not-utf-8.flac", "title artists"),
        Says("the library writes times of SYLT to the millisecond", "v24-sylt.mp3",
             {"lyrics": "[00:00.000]First line\n[00:00.500]Second line"}),
        Lacks("it has no date that it cannot read", "date-words.flac", "release_date"),
        Lacks("it has no ISRC and no lyricist of MP4", "mutagen.m4a taglib.m4a", "isrc lyricists"),
        Lacks("it has little of ASF", "*.wma", "album_artists composers genres lyrics lyricists beats_per_minute isrc "
              "user_rating " + IDS),
        Lacks("it has little of ASF", "ffmpeg.wma", "comments release_date track_number"),
        Lacks("it has little of ASF", "taglib.wma", "disc_number"),
        Lacks("it has little of APE", "*.wv", "album_artists lyricists lyrics beats_per_minute " + IDS),
        Lacks("it takes the track of Matroska for a disc, or for nothing", "*.mka", "track_number"),
        Lacks("it has no track of RIFF", "ffmpeg.wav", "track_number"),
        Says("it takes the track of Matroska for a disc", "matroska.mka", {"disc_number": 3}),
        Says("it has the value that is UTF-8", "v24-not-utf-8.mp3", {"artists": ["Blau"]}),
        Says("it has the first value", "ape.mp3", {"artists": ["One"]}),
        Says("it has the first value", "several.m4a mutagen.wv", ONE),
        Says("it has the first value", "several.wma", {"artists": ["One"]}),
        Says("it has the year of a date with no dashes", "date-basic.flac", {"release_date": "2014"}),
        Says("it has the year of a date with no dashes", "date-slashes.flac", YEAR),
        Says("it has the year of a date of ASF and APE", "taglib.wma mutagen.wv taglib.wv", YEAR),
        Says("it takes the artist of the album for one more", "ffmpeg.wma mutagen.wma",
             {"artists": ["Artist", "Various"]}),
        Says("it takes the artist of the album for one more", "taglib.wma", {"artists": ["Mötley Crüe", "Various"]}),
    ],
    "mpd": [
        Lacks("it has no lyrics, lyricists, ratings, beats and codes", "*",
              "lyrics lyricists user_rating beats_per_minute isrc"),
        Lacks("it has no COMM with a description", "v23-ffmpeg.mp3", "comments"),
        Lacks("it has TXXX in the spelling of Picard alone", "v24-taglib.mp3",
              "musicbrainz_album_ids musicbrainz_artist_ids musicbrainz_album_artist_ids"),
        Lacks("it knows \"album artist\" in one word alone", "v24-foobar.mp3 lower-case.flac", "album_artists"),
        Lacks("it knows a date as \"date\" alone", "year.flac mutagen.wma taglib.wma matroska.mka", "release_date"),
        Lacks("it has no ids of ASF", "*.wma", IDS),
        Lacks("it has nothing of ID3v1 beside ID3v2", "v1-v2.mp3", "track_number release_date"),
        Lacks("it has no track of RIFF", "ffmpeg.wav", "track_number"),
        Says("it leaves out bytes of ID3 that are not UTF-8", "v24-not-utf-8.mp3",
             {"artists": ["Grn", "Blau"], "title": "Mller"}),
        Says("it writes \"?\" for bytes that are not UTF-8", "not-utf-8.flac",
             {"artists": ["Gr?n"], "title": "?M?ll?"}),
        Says("it has a comment without its description", "v24-itunnorm.mp3",
             {"comments": ["Fine", "0000036A 000003A2"]}),
        Says("it has the first value", "several.m4a several.wma", ONE),
    ],
    "mutagen": [*MUTAGEN, Says("it writes times in a way of its own", "v24-sylt.mp3",
                               {"lyrics": "[0ms]: First line\n[500ms]: \nSecond line"})],
}

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The files with Vorbis comments: how each is made, and its content."""
from .corpus_id3 import ARTIST, CUT, LINES, LONG, RECORDING, RELEASE, RELEASE_ARTIST, TIMED
from .makers import both, by_ffmpeg, by_metaflac, by_mutagen, by_opusenc, by_program, by_taglib, replaced, with_pictures

WHOLE = {"title": "Sång", "artists": ["Mötley Crüe"], "album": "Öl", "album_artists": ["Various"],
         "composers": ["Grieg"], "lyricists": ["Ibsen"], "genres": ["Rock"], "track_number": 3, "disc_number": 1,
         "release_date": "2006-05-31", "comments": ["Fine"], "lyrics": LINES, "isrc": "USRC17607839",
         "beats_per_minute": 128}
#: The tags of SONG under the names of Vorbis comments.
TAGS = {"TITLE": "Sång", "ARTIST": "Mötley Crüe", "ALBUM": "Öl", "ALBUMARTIST": "Various", "COMPOSER": "Grieg",
        "LYRICIST": "Ibsen", "GENRE": "Rock", "TRACKNUMBER": "3", "TRACKTOTAL": "12", "DISCNUMBER": "1",
        "DATE": "2006-05-31", "COMMENT": "Fine", "LYRICS": LINES, "ISRC": "USRC17607839", "BPM": "128",
        "COMPILATION": "1"}
LIST = [f"{name}={value}" for name, value in TAGS.items()]
SONG = {"title": "Title", "artists": ["Artist"]}
IDS = {"MUSICBRAINZ_TRACKID": RECORDING, "MUSICBRAINZ_ALBUMID": RELEASE, "MUSICBRAINZ_ARTISTID": ARTIST,
       "MUSICBRAINZ_ALBUMARTISTID": RELEASE_ARTIST}
SAID_IDS = {"musicbrainz_track_ids": [RECORDING], "musicbrainz_album_ids": [RELEASE],
            "musicbrainz_artist_ids": [ARTIST], "musicbrainz_album_artist_ids": [RELEASE_ARTIST]}


def flac(*tags, **said):
    return by_metaflac("TITLE=Title", "ARTIST=Artist", *tags), SONG | said


FILES = {
    "metaflac.flac": (by_metaflac(*LIST), WHOLE),
    "ffmpeg.flac": (
        by_ffmpeg(title="Title", artist="One;Two", album_artist="Various", genre="Rock;Pop", track="3", disc="1",
                  date="2006", comment="Fine", lyrics=LINES, cover="cover.png"),
        {"title": "Title", "artists": ["One", "Two"], "album_artists": ["Various"], "genres": ["Rock", "Pop"],
         "track_number": 3, "disc_number": 1, "release_date": "2006", "comments": ["Fine"], "lyrics": LINES}),
    "mutagen.flac": (by_mutagen(**TAGS), WHOLE),
    "taglib.flac": (by_taglib(**TAGS), WHOLE),
    "several.flac": (
        by_metaflac("TITLE=Title", "ARTIST=One", "ARTIST=Two & Three", "ALBUMARTIST=Four", "ALBUMARTIST=Five",
                    "GENRE=Rock", "GENRE=Pop", "COMPOSER=Six", "COMPOSER=Seven", "COMMENT=Fine", "COMMENT=Loud"),
        {"title": "Title", "artists": ["One", "Two & Three"], "album_artists": ["Four", "Five"],
         "genres": ["Rock", "Pop"], "composers": ["Six", "Seven"], "comments": ["Fine", "Loud"]}),
    "semicolon.flac": (by_metaflac("TITLE=Title", "ARTIST=One;Two"), {"title": "Title", "artists": ["One", "Two"]}),
    "kairon.flac": (
        by_metaflac("TITLE=Title", "ARTIST=Kairon; IRSE!", "COMMENT=Live in Oslo; mixed;good"),
        {"title": "Title", "artists": ["Kairon; IRSE!"], "comments": ["Live in Oslo; mixed;good"]}),
    "lower-case.flac": (
        by_metaflac("title=Title", "artist=Artist", "album artist=Various", "tracknumber=3/12", "discnumber=1/2"),
        SONG | {"album_artists": ["Various"], "track_number": 3, "disc_number": 1}),
    "description.flac": flac("DESCRIPTION=Fine", comments=["Fine"]),
    "unsyncedlyrics.flac": flac(f"UNSYNCEDLYRICS={LINES}", lyrics=LINES),
    "syncedlyrics.flac": flac(f"SYNCEDLYRICS={TIMED}", lyrics=TIMED),
    "both-lyrics.flac": flac(f"LYRICS={LINES}", f"SYNCEDLYRICS={TIMED}", lyrics=TIMED),
    "unsynced-space.flac": flac(f"UNSYNCED LYRICS={LINES}", lyrics=LINES),
    "lyrics-eng.flac": flac(f"LYRICS-ENG={LINES}", lyrics=LINES),
    "date-basic.flac": flac("DATE=20141108", release_date="2014-11-08"),
    "date-zeros.flac": flac("DATE=2006-00-00", release_date="2006"),
    "date-zero-day.flac": flac("DATE=2006-05-00", release_date="2006-05"),
    "date-slashes.flac": flac("DATE=2006/05/31", release_date="2006-05-31"),
    "date-short.flac": flac("DATE=2006-5-3", release_date="2006-05-03"),
    "date-words.flac": flac("DATE=c. 1999", release_date="1999"),
    "date-zone.flac": flac("DATE=2006-05-31T12:00:00.000+0000", release_date="2006-05-31T12:00:00"),
    "year.flac": flac("YEAR=1999", release_date="1999"),
    "rating-80.flac": flac("RATING=80"),
    "rating-4-of-5.flac": flac("RATING=4/5", user_rating=0.8),
    "fmps.flac": flac("FMPS_RATING=0.8", user_rating=0.8),
    "bpm.flac": flac("BPM=127.6", beats_per_minute=128),
    "tempo.flac": flac("TEMPO=128", beats_per_minute=128),
    "track-zero.flac": flac("TRACKNUMBER=03", "DISCNUMBER=0", track_number=3),
    "picard.flac": (
        by_metaflac("TITLE=Title", "ARTIST=One & Two", "ARTISTS=One", "ARTISTS=Two",
                    *(f"{name}={value}" for name, value in IDS.items())),
        {"title": "Title", "artists": ["One & Two"], **SAID_IDS}),
    "not-utf-8.flac": (
        both(by_metaflac("TITLE=M@@@ll", "ARTIST=Gr@n"), replaced(b"M@@@ll", b"\x93M\xfcll\x94"),
             replaced(b"Gr@n", b"Gr\xfcn")),
        {"title": "“Müll”", "artists": ["Grün"]}),
    "empty.flac": (by_metaflac("TITLE=Title", "ARTIST=", "ALBUM= ", "DATE=", "TRACKNUMBER="), {"title": "Title"}),
    "long.flac": flac(f"COMMENT={LONG}", f"LYRICS={LONG}", comments=[CUT], lyrics=LONG),
    "pictures.flac": (
        by_metaflac("TITLE=Title", "ARTIST=Artist",
                    pictures=["4|image/png|||{folder}/back.png", "3|image/jpeg|||{folder}/cover.jpg"]), SONG),
    "jpeg.flac": (both(by_mutagen(title="Title", artist="Artist"), with_pictures(3, 4, of="jpg")), SONG),
    "vorbiscomment.ogg": (
        by_program("vorbiscomment", "-R", "-w", *(word for tag in LIST for word in ("-t", tag.replace("\n", "\\n"))),
                   "-e", "{}"), WHOLE),
    "ffmpeg.ogg": (
        by_ffmpeg(title="Title", artist="Artist", album="Album", track="3", date="2006-05-31", LYRICS=LINES),
        SONG | {"album": "Album", "track_number": 3, "release_date": "2006-05-31", "lyrics": LINES}),
    "taglib.ogg": (by_taglib(**TAGS, **IDS), WHOLE | SAID_IDS),
    "several.ogg": (by_mutagen(title="Title", artist=["One", "Two"]), {"title": "Title", "artists": ["One", "Two"]}),
    "opusenc.opus": (
        by_opusenc("--title", "Title", "--artist", "One", "--artist", "Two", "--album", "Album", "--genre", "Rock",
                   "--date", "2006-05-31", "--tracknumber", "3", "--comment", f"LYRICS={LINES}", "--picture",
                   "{folder}/cover.png"),
        {"title": "Title", "artists": ["One", "Two"], "album": "Album", "genres": ["Rock"],
         "release_date": "2006-05-31", "track_number": 3, "lyrics": LINES}),
    "mutagen.opus": (by_mutagen(**TAGS, **IDS), WHOLE | SAID_IDS),
    "ffmpeg.opus": (
        by_ffmpeg(title="Title", artist="Artist", album_artist="Various", track="3/12", lyrics=TIMED),
        SONG | {"album_artists": ["Various"], "track_number": 3, "lyrics": TIMED}),
}

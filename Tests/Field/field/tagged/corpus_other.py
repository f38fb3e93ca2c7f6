# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The files with tags of MP4, ASF, APE, Matroska and RIFF: how each is made, and its content."""
from .corpus_id3 import ARTIST, CUT, LINES, LONG, RECORDING, RELEASE, RELEASE_ARTIST, TIMED
from .corpus_vorbis import IDS, SAID_IDS, TAGS, WHOLE
from .makers import both, by_ffmpeg, by_mutagen, by_mutagen_ape, by_program, by_taglib, itunes, with_pictures

FFMPEG = {"title": "Title", "artist": "Artist", "album": "Album", "album_artist": "Various", "composer": "Grieg",
          "genre": "Rock", "track": "3/12", "disc": "1/2", "date": "2006-05-31", "comment": "Fine", "lyrics": LINES}
SAID = {"title": "Title", "artists": ["Artist"], "album": "Album", "album_artists": ["Various"],
        "composers": ["Grieg"], "genres": ["Rock"], "track_number": 3, "disc_number": 1, "release_date": "2006-05-31",
        "comments": ["Fine"], "lyrics": LINES}
SONG = {"title": "Title", "artists": ["Artist"]}


def m4a(said=None, **tags):
    return by_mutagen(nam="Title", ART="Artist", **tags), SONG | (said or {})


def wma(said=None, **tags):
    return by_mutagen(**{"Title": "Title", "Author": "Artist"} | tags), SONG | (said or {})


FILES = {
    # MP4
    "ffmpeg.m4a": (by_ffmpeg(**FFMPEG, cover="cover.png"), SAID),
    "atomicparsley.m4a": (
        by_program("AtomicParsley", "{}", "--title", "Title", "--artist", "Artist", "--album", "Album",
                   "--albumArtist", "Various", "--composer", "Grieg", "--genre", "Rock", "--tracknum", "3/12",
                   "--disk", "1/2", "--year", "2006-05-31", "--comment", "Fine", "--lyrics", LINES, "--bpm", "128",
                   "--compilation", "true", "--artwork", "{folder}/cover.jpg", "--overWrite"),
        SAID | {"beats_per_minute": 128}),
    "mutagen.m4a": m4a(
        {"album": "Öl", "album_artists": ["Various"], "composers": ["Grieg"], "genres": ["Rock"],
         "release_date": "2006-05-31", "comments": ["Fine"], "lyrics": LINES, "track_number": 3, "disc_number": 1,
         "beats_per_minute": 128, "lyricists": ["Ibsen"], "isrc": "USRC17607839"} | SAID_IDS,
        alb="Öl", aART="Various", wrt="Grieg", gen="Rock", day="2006-05-31", cmt="Fine", lyr=LINES, trkn=[(3, 12)],
        disk=[(1, 2)], tmpo=[128], cpil=True, **itunes("LYRICIST", "Ibsen"), **itunes("ISRC", "USRC17607839"),
        **itunes("MusicBrainz Track Id", RECORDING), **itunes("MusicBrainz Album Id", RELEASE),
        **itunes("MusicBrainz Artist Id", ARTIST), **itunes("MusicBrainz Album Artist Id", RELEASE_ARTIST)),
    "taglib.m4a": (by_taglib(**TAGS, **IDS), WHOLE | SAID_IDS),
    "several.m4a": (
        by_mutagen(nam="Title", ART=["One", "Two"], gen=["Rock", "Pop"]),
        {"title": "Title", "artists": ["One", "Two"], "genres": ["Rock", "Pop"]}),
    "several-words.m4a": (
        by_mutagen(nam="Title", ART="One & Two", **itunes("ARTISTS", "One", "Two")),
        {"title": "Title", "artists": ["One & Two"]}),
    "genre-number.m4a": (
        by_program("AtomicParsley", "{}", "--title", "Title", "--genre", "Hip-Hop", "--overWrite"),
        {"title": "Title", "genres": ["Hip-Hop"]}),
    "itunnorm.m4a": m4a({"comments": ["Fine"]}, cmt="Fine", **itunes("iTunNORM", " 0000036A 000003A2")),
    "timed.m4a": m4a({"lyrics": TIMED}, lyr=TIMED),
    "date.m4a": m4a({"release_date": "2006-05-31T12:00:00"}, day="2006-05-31T12:00:00Z"),
    "long.m4a": m4a({"lyrics": LONG, "comments": [CUT]}, lyr=LONG, cmt=LONG),
    "empty.m4a": m4a({}, alb="", gen="", day=""),
    "pictures.m4a": (both(by_mutagen(nam="Title", ART="Artist"), with_pictures(3, 4, of="jpg")), SONG),
    # ASF
    "ffmpeg.wma": (by_ffmpeg(**FFMPEG), SAID),
    "mutagen.wma": wma(
        {"album": "Öl", "album_artists": ["Various"], "composers": ["Grieg"], "lyricists": ["Ibsen"],
         "genres": ["Rock"], "track_number": 3, "disc_number": 1, "release_date": "1999", "lyrics": LINES,
         "comments": ["Fine"], "beats_per_minute": 128, "isrc": "USRC17607839",
         "musicbrainz_album_ids": [RELEASE], "musicbrainz_track_ids": [RECORDING]},
        **{"WM/AlbumTitle": "Öl", "WM/AlbumArtist": "Various", "WM/Composer": "Grieg", "WM/Writer": "Ibsen",
           "WM/Genre": "Rock", "WM/TrackNumber": 3, "WM/PartOfSet": "1/2", "WM/Year": "1999", "WM/Lyrics": LINES,
           "Description": "Fine", "WM/BeatsPerMinute": "128", "WM/ISRC": "USRC17607839",
           "MusicBrainz/Album Id": RELEASE, "MusicBrainz/Track Id": RECORDING, "WM/IsCompilation": True}),
    "taglib.wma": (by_taglib(**TAGS), WHOLE),
    "several.wma": (
        by_mutagen(Title="Title", Author=["One", "Two"], **{"WM/Genre": ["Rock", "Pop"]}),
        {"title": "Title", "artists": ["One", "Two"], "genres": ["Rock", "Pop"]}),
    "rating.wma": wma({"user_rating": 0.8}, **{"WM/SharedUserRating": 75}),
    "timed.wma": wma({"lyrics": TIMED}, **{"WM/Lyrics_Synchronised": TIMED}),
    # APE
    "mutagen.wv": (
        by_mutagen_ape(Title="Title", Artist=["One", "Two"], Album="Öl", album_artist="Various", Composer="Grieg",
                       Lyricist="Ibsen", Genre=["Rock", "Pop"], Track="3/12", Disc="1/2", Year="2006-05-31",
                       Comment="Fine", Lyrics=LINES, BPM="128", ISRC="USRC17607839", MUSICBRAINZ_TRACKID=RECORDING),
        {"title": "Title", "artists": ["One", "Two"], "album": "Öl", "album_artists": ["Various"],
         "composers": ["Grieg"], "lyricists": ["Ibsen"], "genres": ["Rock", "Pop"], "track_number": 3,
         "disc_number": 1, "release_date": "2006-05-31", "comments": ["Fine"], "lyrics": LINES,
         "beats_per_minute": 128, "isrc": "USRC17607839", "musicbrainz_track_ids": [RECORDING]}),
    "taglib.wv": (by_taglib(**TAGS, **IDS), WHOLE | SAID_IDS),
    "unsynced.wv": (
        by_mutagen_ape(Title="Title", Artist="Artist", UNSYNCEDLYRICS=LINES), SONG | {"lyrics": LINES}),
    # Matroska and RIFF
    "ffmpeg.mka": (by_ffmpeg(**FFMPEG), SAID),
    "matroska.mka": (
        by_ffmpeg(title="Title", ARTIST="Artist", DATE_RELEASED="2006-05-31", PART_NUMBER="3", LYRICS=LINES,
                  BPM="128", LYRICIST="Ibsen"),
        SONG | {"release_date": "2006-05-31", "track_number": 3, "lyrics": LINES, "beats_per_minute": 128,
                "lyricists": ["Ibsen"]}),
    "several.mka": (
        by_ffmpeg(title="Title", artist="One;Two", genre="Rock;Pop"),
        {"title": "Title", "artists": ["One", "Two"], "genres": ["Rock", "Pop"]}),
    "ffmpeg.wav": (
        by_ffmpeg(title="Title", artist="Artist", album="Album", genre="Rock", track="3", date="2006-05-31",
                  comment="Fine"),
        SONG | {"album": "Album", "genres": ["Rock"], "track_number": 3, "release_date": "2006-05-31",
                "comments": ["Fine"]}),
}

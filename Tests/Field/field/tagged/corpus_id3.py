# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The files with ID3 tags: how each is made, and its content."""
from .makers import LATIN_1, UTF_8, UTF_16, UTF_16_BE, both, by_bytes, by_ffmpeg, by_mutagen_ape, by_mutagen_id3
from .makers import by_program, by_taglib, described, id3v1, named, text, with_pictures
from mutagen.id3 import COMM, POPM, SYLT, TALB, TBPM, TCMP, TCOM, TCON, TDRC, TEXT, TIT2, TPE1, TPE2, TPOS, TRCK, TSRC
from mutagen.id3 import TXXX, UFID, USLT

LONG = ("A line of many words that somebody sings. " * 250).strip()
CUT = LONG[:4096]  # the most that the library keeps of a text
LINES = "First line\nSecond line"
TIMED = "[00:00.00]First line\n[00:00.50]Second line"
RECORDING, RELEASE = "b1a9c0e9-d987-4042-ae91-78d6a3267d69", "f5093c06-23e3-404f-aeaa-40f72885ee3a"
ARTIST, RELEASE_ARTIST = "20ff3303-4fe2-4a47-a1b6-291e26aa3438", "89ad4ac3-39f7-470e-963a-56509c546377"
SONG = {"title": "Sång", "artists": ["Mötley Crüe"], "album": "Öl", "track_number": 3, "release_date": "1999"}


def song(*frames):
    """Returns the frames of SONG and further ones, in UTF-8."""
    return [TIT2(UTF_8, SONG["title"]), TPE1(UTF_8, SONG["artists"]), TALB(UTF_8, SONG["album"]), TRCK(UTF_8, "3/12"),
            TDRC(UTF_8, "1999"), *frames]


def v23(*frames, **said):
    return by_mutagen_id3(*song(*frames), version=3), SONG | said


def v24(*frames, **said):
    return by_mutagen_id3(*song(*frames)), SONG | said


def raw(version, *frames, **said):
    return by_bytes(version, *frames), said


FILES = {
    # ID3v2.2
    "v22-latin-1.mp3": raw(
        2, text("TT2", "Café", LATIN_1), text("TP1", "Björk", LATIN_1), text("TAL", "Début", LATIN_1),
        text("TP2", "Various", LATIN_1), text("TCM", "Grieg", LATIN_1), text("TXT", "Ibsen", LATIN_1),
        text("TCO", "(17)", LATIN_1), text("TYE", "1993", LATIN_1), text("TRK", "3/12", LATIN_1),
        text("TPA", "1/2", LATIN_1), text("TBP", "128", LATIN_1), text("TRC", "USRC17607839", LATIN_1),
        described("COM", "", "Fine", LATIN_1), described("ULT", "", LINES, LATIN_1),
        title="Café", artists=["Björk"], album="Début", album_artists=["Various"], composers=["Grieg"],
        lyricists=["Ibsen"], genres=["Rock"], release_date="1993", track_number=3, disc_number=1,
        beats_per_minute=128, isrc="USRC17607839", comments=["Fine"], lyrics=LINES),
    "v22-utf-16.mp3": raw(
        2, text("TT2", "Дом", UTF_16), text("TP1", "Кино/Цой", UTF_16), text("TAL", "夜", UTF_16),
        described("ULT", "", LINES, UTF_16), title="Дом", artists=["Кино/Цой"], album="夜", lyrics=LINES),
    # ID3v2.3
    "v23-id3v2.mp3": (
        by_program("id3v2", "-2", "-t", "Title", "-a", "Artist", "-A", "Album", "-T", "3/12", "-g", "17", "-y", "1999",
                   "-c", "Fine", "--TCOM", "Grieg", "--TPE2", "Various", "--TBPM", "128", "--TPOS", "1/2"),
        {"title": "Title", "artists": ["Artist"], "album": "Album", "track_number": 3, "genres": ["Rock"],
         "release_date": "1999", "comments": ["Fine"], "composers": ["Grieg"], "album_artists": ["Various"],
         "beats_per_minute": 128, "disc_number": 1}),
    "v23-windows-1252.mp3": raw(
        3, text("TIT2", b"\x93Quoted\x94 \x96 \x80 5", LATIN_1), text("TPE1", "Björk", LATIN_1),
        title="“Quoted” – € 5", artists=["Björk"]),
    "v23-utf-16.mp3": v23(TCOM(UTF_16, "Дмитрий"), composers=["Дмитрий"]),
    "v23-slash.mp3": (
        by_mutagen_id3(TIT2(UTF_16, "Title"), TPE1(UTF_16, "AC/DC"), version=3),
        {"title": "Title", "artists": ["AC/DC"]}),
    "v23-several-slash.mp3": (
        by_mutagen_id3(TIT2(UTF_16, "Title"), TPE1(UTF_16, ["One", "Two"]), version=3),
        {"title": "Title", "artists": ["One/Two"]}),
    "v23-several-semicolon.mp3": (
        by_mutagen_id3(TIT2(UTF_16, "Title"), TPE1(UTF_16, ["One", "Two"]), version=3, separator=";"),
        {"title": "Title", "artists": ["One", "Two"]}),
    "v23-kairon.mp3": (
        by_mutagen_id3(TIT2(UTF_16, "Title; and more"), TPE1(UTF_16, "Kairon; IRSE!"), COMM(UTF_16, "eng", "", "a;b"),
                       version=3),
        {"title": "Title; and more", "artists": ["Kairon; IRSE!"], "comments": ["a;b"]}),
    "v23-date-in-parts.mp3": raw(
        3, text("TIT2", "Title"), text("TPE1", "Artist"), text("TYER", "2006", LATIN_1), text("TDAT", "3105", LATIN_1),
        title="Title", artists=["Artist"], release_date="2006-05-31"),
    "v23-ffmpeg.mp3": (
        by_ffmpeg("-id3v2_version", "3", title="Title", artist="Artist", album="Öl", album_artist="Various",
                  composer="Grieg", genre="Rock", track="3/12", disc="1/2", date="2006-05-31", comment="Fine",
                  lyrics=LINES, cover="cover.png"),
        {"title": "Title", "artists": ["Artist"], "album": "Öl", "album_artists": ["Various"], "composers": ["Grieg"],
         "genres": ["Rock"], "track_number": 3, "disc_number": 1, "release_date": "2006-05-31", "comments": ["Fine"],
         "lyrics": LINES}),
    "v23-numbered-genres.mp3": raw(
        3, text("TIT2", "Title"), text("TCON", "(17)(4)Disco House", LATIN_1), title="Title",
        genres=["Rock", "Disco", "Disco House"]),
    # ID3v2.4
    "v24-whole.mp3": v24(
        TPE2(UTF_8, "Various"), TCOM(UTF_8, "Grieg"), TEXT(UTF_8, "Ibsen"), TCON(UTF_8, "Rock"), TPOS(UTF_8, "1/2"),
        TBPM(UTF_8, "128"), TSRC(UTF_8, "USRC17607839"), COMM(UTF_8, "eng", "", "Fine"), USLT(UTF_8, "eng", "", LINES),
        TCMP(UTF_8, "1"), album_artists=["Various"], composers=["Grieg"], lyricists=["Ibsen"], genres=["Rock"],
        disc_number=1, beats_per_minute=128, isrc="USRC17607839", comments=["Fine"], lyrics=LINES),
    "v24-several.mp3": (
        by_mutagen_id3(TIT2(UTF_8, "Title"), TPE1(UTF_8, ["One", "Two & Three"]), TPE2(UTF_8, ["Four", "Five"]),
                       TCOM(UTF_8, ["Six", "Seven"]), TCON(UTF_8, ["Rock", "Pop"])),
        {"title": "Title", "artists": ["One", "Two & Three"], "album_artists": ["Four", "Five"],
         "composers": ["Six", "Seven"], "genres": ["Rock", "Pop"]}),
    "v24-utf-16-be.mp3": raw(
        4, text("TIT2", "Дом", UTF_16_BE), text("TPE1", "Кино", UTF_16_BE), title="Дом", artists=["Кино"]),
    "v24-utf-16.mp3": raw(4, text("TIT2", "Дом", UTF_16), text("TPE1", "Кино", UTF_16), title="Дом", artists=["Кино"]),
    "v24-not-utf-8.mp3": raw(
        4, text("TIT2", b"M\xfcller"), text("TPE1", b"Gr\xfcn\0Blau"), title="Müller", artists=["Grün", "Blau"]),
    "v24-odd-utf-16.mp3": raw(
        4, text("TIT2", "Good"), text("TPE1", b"\xff\xfeO\0n\0e\0\x3d", UTF_16), title="Good", artists=["One"]),
    "v24-ffmpeg.mp3": (
        by_ffmpeg("-id3v2_version", "4", title="Title", artist="One;Two", album_artist="Various", genre="Rock;Pop",
                  track="3", date="2006-05", TBPM="128.00"),
        {"title": "Title", "artists": ["One", "Two"], "album_artists": ["Various"], "genres": ["Rock", "Pop"],
         "track_number": 3, "release_date": "2006-05", "beats_per_minute": 128}),
    "v24-taglib.mp3": (
        by_taglib(TITLE="Title", ARTIST=["One", "Two"], ALBUM="Album", ALBUMARTIST="Various", COMPOSER="Grieg",
                  LYRICIST="Ibsen", GENRE=["Rock", "Pop"], TRACKNUMBER="3/12", DISCNUMBER="1", DATE="2006-05-31",
                  BPM="128", COMMENT="Fine", LYRICS=LINES, ISRC="USRC17607839", COMPILATION="1",
                  MUSICBRAINZ_TRACKID=RECORDING, MUSICBRAINZ_ALBUMID=RELEASE, MUSICBRAINZ_ARTISTID=ARTIST,
                  MUSICBRAINZ_ALBUMARTISTID=RELEASE_ARTIST),
        {"title": "Title", "artists": ["One", "Two"], "album": "Album", "album_artists": ["Various"],
         "composers": ["Grieg"], "lyricists": ["Ibsen"], "genres": ["Rock", "Pop"], "track_number": 3,
         "disc_number": 1, "release_date": "2006-05-31", "beats_per_minute": 128, "comments": ["Fine"],
         "lyrics": LINES, "isrc": "USRC17607839", "musicbrainz_track_ids": [RECORDING],
         "musicbrainz_album_ids": [RELEASE], "musicbrainz_artist_ids": [ARTIST],
         "musicbrainz_album_artist_ids": [RELEASE_ARTIST]}),
    "v24-time.mp3": (
        by_mutagen_id3(TIT2(UTF_8, "Title"), TDRC(UTF_8, "2006-05-31T20:15:00")),
        {"title": "Title", "release_date": "2006-05-31T20:15:00"}),
    "v24-bpm.mp3": v24(TBPM(UTF_8, "128.00"), beats_per_minute=128),
    "v24-genre-17.mp3": v24(TCON(UTF_8, "17"), genres=["Rock"]),
    "v24-picard.mp3": v24(
        TXXX(UTF_8, "MusicBrainz Album Id", [RELEASE]), TXXX(UTF_8, "MusicBrainz Artist Id", [ARTIST]),
        TXXX(UTF_8, "MusicBrainz Album Artist Id", [RELEASE_ARTIST]),
        UFID("http://musicbrainz.org", RECORDING.encode()),
        musicbrainz_album_ids=[RELEASE], musicbrainz_artist_ids=[ARTIST],
        musicbrainz_album_artist_ids=[RELEASE_ARTIST], musicbrainz_track_ids=[RECORDING]),
    "v24-foobar.mp3": v24(TXXX(UTF_8, "ALBUM ARTIST", ["Various"]), album_artists=["Various"]),
    "v24-itunnorm.mp3": v24(
        COMM(UTF_8, "eng", "iTunNORM", " 0000036A 000003A2"), COMM(UTF_8, "eng", "", "Fine"), comments=["Fine"]),
    "v24-comments.mp3": v24(
        COMM(UTF_8, "eng", "", "Fine"), COMM(UTF_8, "deu", "", "Schön"), comments=["Fine", "Schön"]),
    "v24-empty.mp3": raw(
        4, text("TIT2", "Title"), text("TPE1", ""), text("TALB", "\0"), text("TCON", ""), described("COMM", "", ""),
        title="Title"),
    "v24-long.mp3": v24(COMM(UTF_8, "eng", "", LONG), USLT(UTF_8, "eng", "", LONG), comments=[CUT], lyrics=LONG),
    # Lyrics
    "v24-uslt-languages.mp3": v24(
        USLT(UTF_8, "eng", "", LINES), USLT(UTF_8, "deu", "Übersetzung", "Erste Zeile"), lyrics=LINES),
    "v24-uslt-timed.mp3": v24(USLT(UTF_8, "XXX", "LRC", TIMED), lyrics=TIMED),
    "v24-sylt.mp3": v24(SYLT(UTF_8, "eng", 2, 1, "", [("First line", 0), ("\nSecond line", 500)]), lyrics=TIMED),
    "v24-txxx-lyrics.mp3": v24(TXXX(UTF_8, "LYRICS", LINES), lyrics=LINES),
    "v23-txxx-unsynced.mp3": raw(
        3, text("TIT2", "Title"), named("UNSYNCEDLYRICS", LINES, UTF_16), title="Title", lyrics=LINES),
    "v24-txxx-synced.mp3": v24(TXXX(UTF_8, "SYNCEDLYRICS", TIMED), lyrics=TIMED),
    # Ratings
    "v24-popm-windows.mp3": v24(POPM("Windows Media Player 9 Series", 196, 7), user_rating=0.8),
    "v24-popm-255.mp3": v24(POPM("rating@example.org", 255, 0), user_rating=1.0),
    "v24-popm-mediamonkey.mp3": v24(POPM("no@email", 128, 0), user_rating=0.6),
    "v24-popm-none.mp3": v24(POPM("no@email", 0, 0)),
    "v24-fmps.mp3": v24(TXXX(UTF_8, "FMPS_Rating", "0.8"), user_rating=0.8),
    # Pictures
    "v24-pictures.mp3": (both(by_mutagen_id3(*song()), with_pictures(4, 3)), SONG),
    "v24-jpeg.mp3": (both(by_mutagen_id3(*song()), with_pictures(3, of="jpg")), SONG),
    # ID3v1, besides other tags, and in other files
    "v1.mp3": (
        id3v1("Café", "Björk", "Début", "1993", "Fine", 3, 17),
        {"title": "Café", "artists": ["Björk"], "album": "Début", "release_date": "1993", "comments": ["Fine"],
         "track_number": 3, "genres": ["Rock"]}),
    "v1-v2.mp3": (
        both(id3v1("A title that is cut because it", "Artist", "", "1999", "", 3, 255),
             by_bytes(4, text("TIT2", "A title that is cut because it is long"), text("TPE1", "Artist"))),
        {"title": "A title that is cut because it is long", "artists": ["Artist"], "track_number": 3,
         "release_date": "1999"}),
    "v1-id3v2.mp3": (
        by_program("id3v2", "-1", "-t", "Title", "-a", "Artist", "-A", "Album", "-g", "17", "-y", "1999", "-T", "3"),
        {"title": "Title", "artists": ["Artist"], "album": "Album", "genres": ["Rock"], "release_date": "1999",
         "track_number": 3}),
    "ape.mp3": (
        by_mutagen_ape(Title="Title", Artist=["One", "Two"], Album="Album", Year="1999", Track="3/12"),
        {"title": "Title", "artists": ["One", "Two"], "album": "Album", "release_date": "1999", "track_number": 3}),
    "id3.wav": v24(TCON(UTF_8, "Rock"), genres=["Rock"]),
    "id3.aiff": v24(TCON(UTF_8, "Rock"), genres=["Rock"]),
}

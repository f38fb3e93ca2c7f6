/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The items that the reference player plays. */
#include "player.h"

#define TEXT(name, words) {NOWPLAYING_FIELD_##name, words, NULL, 0}
#define TEXTS(name, one, two) {NOWPLAYING_FIELD_##name, one, two, 0}
#define NUMBER(name, value) {NOWPLAYING_FIELD_##name, NULL, NULL, value}
#define AUDIO NOWPLAYING_MEDIA_AUDIO
#define VIDEO NOWPLAYING_MEDIA_VIDEO
#define FINITE(seconds) .duration_kind = NOWPLAYING_DURATION_FINITE, .duration = (seconds) * (int64_t)SECOND

const struct item main_items[8] = {
    {.id = "music", .kind = NOWPLAYING_CONTENT_MUSIC, .media = AUDIO, FINITE(180), .has_position = 1,
     .artwork = "cover-1", .square = "moving-1", .tall = "moving-1",
     .fields = {TEXT(TITLE, "Trial Song"), TEXTS(ARTISTS, "Trial Artist", "Second Artist"), TEXT(ALBUM, "Trial Album"),
                TEXT(ALBUM_ARTISTS, "Trial Band"), TEXT(COMPOSERS, "A. Composer"), TEXT(GENRES, "Test"),
                TEXT(ISRC, "QZTRL2600001"), NUMBER(TRACK_NUMBER, 3), NUMBER(DISC_NUMBER, 1),
                NUMBER(RELEASE_DATE, 1700000000), NUMBER(EXPLICIT, 0), NUMBER(USER_RATING, 0.8),
                TEXT(URL, "https://example.org/trial"), TEXT(LYRICS, "la la"), TEXT(COLLECTION_ID, "album-1"),
                TEXT(SERVICE_ID, "trial-service")}},
    {.id = "podcast", .kind = NOWPLAYING_CONTENT_PODCAST, .media = AUDIO, FINITE(1800), .has_position = 1,
     .artwork = "cover-2",
     .fields = {TEXT(TITLE, "Episode 7"), TEXT(SHOW_NAME, "Trial Show"), NUMBER(RELEASE_DATE, 1690000000)}},
    {.id = "movie", .kind = NOWPLAYING_CONTENT_MOVIE, .media = VIDEO, FINITE(5400), .has_position = 1,
     .fields = {TEXT(TITLE, "Trial Film")}},
    {.id = "tv-show", .kind = NOWPLAYING_CONTENT_TV_SHOW, .media = VIDEO, .has_position = 1,
     .duration_kind = NOWPLAYING_DURATION_UNKNOWN,
     .fields = {TEXT(TITLE, "Pilot"), TEXT(SHOW_NAME, "Trial Series")}},
    {.id = "book", .kind = NOWPLAYING_CONTENT_BOOK, .media = AUDIO, FINITE(36000), .has_position = 1,
     .fields = {TEXT(TITLE, "Trial Book"), TEXT(AUTHOR, "An Author"), TEXT(NARRATOR, "A Narrator"), NUMBER(CHAPTER, 3),
                NUMBER(CHAPTER_COUNT, 12)}},
    {.id = "radio", .kind = NOWPLAYING_CONTENT_RADIO, .media = AUDIO, .duration_kind = NOWPLAYING_DURATION_LIVE,
     .fields = {TEXT(STATION_NAME, "Trial FM"), TEXT(PROGRAM_NAME, "Morning")}},
    {.id = "home-media", .kind = NOWPLAYING_CONTENT_HOME_MEDIA, .media = VIDEO,
     .duration_kind = NOWPLAYING_DURATION_LIVE,
     .fields = {TEXT(SOURCE_NAME, "Front Door"), TEXT(DESCRIPTION, "Somebody rings")}},
    {.id = "generic", .kind = NOWPLAYING_CONTENT_GENERIC, .media = AUDIO,
     .duration_kind = NOWPLAYING_DURATION_CONTINUOUS,
     .fields = {TEXT(TITLE, "Rain"), TEXT(SUBTITLE, "on a roof"), NUMBER(EXCLUDED_FROM_SUGGESTIONS, 1)}},
};

const struct item side_items[2] = {
    {.id = "episode-1", .kind = NOWPLAYING_CONTENT_PODCAST, .media = AUDIO, FINITE(3600), .has_position = 1,
     .artwork = "broken", .square = "late", .fields = {TEXT(TITLE, "Side Episode 1"), TEXT(SHOW_NAME, "Side Show")}},
    {.id = "episode-2", .kind = NOWPLAYING_CONTENT_PODCAST, .media = AUDIO, FINITE(3600), .has_position = 1,
     .artwork = "slow", .square = "remote", .tall = "square",
     .fields = {TEXT(TITLE, "Side Episode 2"), TEXT(SHOW_NAME, "Side Show")}},
};

static const nowplaying_chapter chapters[] = {
    {sizeof(nowplaying_chapter), 0, "Overture", "stage-1"},
    {sizeof(nowplaying_chapter), 120 * (int64_t)SECOND, "Song", NULL},
    {sizeof(nowplaying_chapter), 400 * (int64_t)SECOND, NULL, "stage-2"},
};

const struct item studio_items[3] = {
    {.id = "concert", .kind = NOWPLAYING_CONTENT_MUSIC, .media = VIDEO, FINITE(600), .has_position = 1,
     .artwork = "poster", .chapters = chapters, .chapter_count = sizeof chapters / sizeof *chapters,
     .fields = {TEXT(TITLE, "Trial Concert"), TEXT(ARTISTS, "Trial Band"), NUMBER(USER_RATING, 0.5),
                TEXT(LYRICS, "[00:00.00]Hush\n[00:30.50]First line\n[02:00.00]Second line")}},
    {.id = "broadcast", .kind = NOWPLAYING_CONTENT_RADIO, .media = AUDIO, .duration_kind = NOWPLAYING_DURATION_LIVE,
     .has_position = 1, .fields = {TEXT(STATION_NAME, "Studio FM")}},
    {.id = "spot", .kind = NOWPLAYING_CONTENT_GENERIC, .media = AUDIO, FINITE(30), .has_position = 1,
     .fields = {TEXT(TITLE, "Trial Spot"), NUMBER(ADVERTISEMENT, 1)}},
};

const struct item guest_item = {
    .id = "live", .kind = NOWPLAYING_CONTENT_RADIO, .media = AUDIO, .duration_kind = NOWPLAYING_DURATION_LIVE,
    .artwork = "text", .square = "late", .fields = {TEXT(STATION_NAME, "Guest FM")}};

const struct item kitchen_item = {
    .id = "song", .kind = NOWPLAYING_CONTENT_MUSIC, .media = AUDIO, FINITE(200), .has_position = 1,
    .fields = {TEXT(TITLE, "Kitchen Song"), TEXT(ARTISTS, "Kitchen Band")}};

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The words of org.nowplaying.md. Made by contract/generate, from here: do not edit. */
#pragma once

/* Each field, and its key. */
#define FIELD_WORDS \
  {NOWPLAYING_FIELD_TITLE, "title"}, {NOWPLAYING_FIELD_SUBTITLE, "subtitle"}, {NOWPLAYING_FIELD_ALBUM, "album"}, \
  {NOWPLAYING_FIELD_SHOW_NAME, "show-name"}, {NOWPLAYING_FIELD_AUTHOR, "author"}, \
  {NOWPLAYING_FIELD_NARRATOR, "narrator"}, {NOWPLAYING_FIELD_STATION_NAME, "station-name"}, \
  {NOWPLAYING_FIELD_PROGRAM_NAME, "program-name"}, {NOWPLAYING_FIELD_SOURCE_NAME, "source-name"}, \
  {NOWPLAYING_FIELD_DESCRIPTION, "description"}, {NOWPLAYING_FIELD_ISRC, "isrc"}, {NOWPLAYING_FIELD_URL, "url"}, \
  {NOWPLAYING_FIELD_LYRICS, "lyrics"}, {NOWPLAYING_FIELD_COLLECTION_ID, "collection-id"}, \
  {NOWPLAYING_FIELD_SERVICE_ID, "service-id"}, {NOWPLAYING_FIELD_ARTISTS, "artists"}, \
  {NOWPLAYING_FIELD_ALBUM_ARTISTS, "album-artists"}, {NOWPLAYING_FIELD_COMPOSERS, "composers"}, \
  {NOWPLAYING_FIELD_LYRICISTS, "lyricists"}, {NOWPLAYING_FIELD_GENRES, "genres"}, \
  {NOWPLAYING_FIELD_COMMENTS, "comments"}, {NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS, "musicbrainz-track-ids"}, \
  {NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS, "musicbrainz-album-ids"}, \
  {NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS, "musicbrainz-artist-ids"}, \
  {NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS, "musicbrainz-album-artist-ids"}, \
  {NOWPLAYING_FIELD_TRACK_NUMBER, "track-number"}, {NOWPLAYING_FIELD_DISC_NUMBER, "disc-number"}, \
  {NOWPLAYING_FIELD_BEATS_PER_MINUTE, "beats-per-minute"}, {NOWPLAYING_FIELD_PLAY_COUNT, "play-count"}, \
  {NOWPLAYING_FIELD_CHAPTER, "chapter"}, {NOWPLAYING_FIELD_CHAPTER_COUNT, "chapter-count"}, \
  {NOWPLAYING_FIELD_RELEASE_DATE, "release-date"}, {NOWPLAYING_FIELD_FIRST_PLAYED, "first-played"}, \
  {NOWPLAYING_FIELD_LAST_PLAYED, "last-played"}, {NOWPLAYING_FIELD_EXPLICIT, "explicit"}, \
  {NOWPLAYING_FIELD_EXCLUDED_FROM_SUGGESTIONS, "excluded-from-suggestions"}, {NOWPLAYING_FIELD_SEASON, "season"}, \
  {NOWPLAYING_FIELD_EPISODE, "episode"}, {NOWPLAYING_FIELD_ADVERTISEMENT, "advertisement"}, \
  {NOWPLAYING_FIELD_USER_RATING, "user-rating"}, {NOWPLAYING_FIELD_AUTO_RATING, "auto-rating"}

/* Each command, its word, the key of its argument, and whether it is for the player. */
#define COMMAND_WORDS \
  {NOWPLAYING_COMMAND_PLAY, "play", NULL, true}, {NOWPLAYING_COMMAND_PAUSE, "pause", NULL, true}, \
  {NOWPLAYING_COMMAND_STOP, "stop", NULL, true}, \
  {NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, "toggle-play-pause", NULL, true}, \
  {NOWPLAYING_COMMAND_NEXT, "next", NULL, true}, {NOWPLAYING_COMMAND_PREVIOUS, "previous", NULL, true}, \
  {NOWPLAYING_COMMAND_SEEK_TO_POSITION, "seek-to-position", "position", false}, \
  {NOWPLAYING_COMMAND_SKIP_FORWARD, "skip-forward", "interval", false}, \
  {NOWPLAYING_COMMAND_SKIP_BACKWARD, "skip-backward", "interval", false}, \
  {NOWPLAYING_COMMAND_SEEK_FORWARD, "seek-forward", "phase", false}, \
  {NOWPLAYING_COMMAND_SEEK_BACKWARD, "seek-backward", "phase", false}, \
  {NOWPLAYING_COMMAND_CHANGE_RATE, "change-rate", "rate", true}, \
  {NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, "change-repeat-mode", "mode", true}, \
  {NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, "change-shuffle-mode", "mode", true}, \
  {NOWPLAYING_COMMAND_FEEDBACK, "feedback", "mode", false}, \
  {NOWPLAYING_COMMAND_NEXT_CHAPTER, "next-chapter", NULL, false}, \
  {NOWPLAYING_COMMAND_PREVIOUS_CHAPTER, "previous-chapter", NULL, false}, \
  {NOWPLAYING_COMMAND_SEEK_TO_LIVE, "seek-to-live", NULL, false}, \
  {NOWPLAYING_COMMAND_SET_RATING, "set-rating", "rating", false}, \
  {NOWPLAYING_COMMAND_BOOKMARK, "bookmark", NULL, false}, {NOWPLAYING_COMMAND_MUTE, "mute", "muted", true}, \
  {NOWPLAYING_COMMAND_CUSTOM, "custom", "id", false}

/* The words of an enumeration, in their places. */
#define CONTENT_KINDS \
  NULL, "music", "podcast", "movie", "tv-show", "book", "radio", "home-media", "generic"

/* The words of an enumeration, in their places. */
#define DURATION_KINDS \
  "unknown", "finite", "live", "continuous"

/* The words of an enumeration, in their places. */
#define STATES \
  "stopped", "playing", "paused", "buffering", "interrupted", "error"

/* The words of an enumeration, in their places. */
#define ERROR_KINDS \
  "other", "network", "sign-in", "region", "format", "not-available"

/* The words of an enumeration, in their places. */
#define DEVICE_TYPES \
  NULL, "speaker", "tv", "set-top-box", "media-stick", "gaming-console", "phone", "tablet", "laptop", "desktop", \
  "wearable", "car", "web"

/* The ids of the applications of bridges. */
#define BRIDGE_APPLICATIONS \
  "hassbridge", "kdeconnectd", "mpris-proxy"

/* The beginnings of the names of their players on the bus. */
#define BRIDGE_NAMES \
  "org.mpris.MediaPlayer2.hassbridge", "org.mpris.MediaPlayer2.kdeconnect"

/* Made by contract/generate, to here. */

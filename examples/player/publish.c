/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the desktop is told. Each part is described anew from mpv when it has changed, and one commit per turn of the
 * loop shows all of it at once; the library finds out what is different. */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---------------------------------------------------------------------------------------------- Content --------- */

/* Tags that are one text, or a date. */
static const struct {
  const char *tag;
  nowplaying_field field;
} texts[] = {
    {"album", NOWPLAYING_FIELD_ALBUM},
    {"isrc", NOWPLAYING_FIELD_ISRC},
    {"lyrics", NOWPLAYING_FIELD_LYRICS},
    /* "2006", "2006-05" and "2006-05-31" are all usual, and taken. */
    {"date", NOWPLAYING_FIELD_RELEASE_DATE},
};

/* Tags that may be several texts. */
static const struct {
  const char *tag;
  nowplaying_field field;
} lists[] = {
    {"artist", NOWPLAYING_FIELD_ARTISTS},       {"album_artist", NOWPLAYING_FIELD_ALBUM_ARTISTS},
    {"composer", NOWPLAYING_FIELD_COMPOSERS},   {"lyricist", NOWPLAYING_FIELD_LYRICISTS},
    {"genre", NOWPLAYING_FIELD_GENRES},         {"comment", NOWPLAYING_FIELD_COMMENTS},
    /* As Vorbis comments name them, and as ID3 and MP4 do. */
    {"musicbrainz_trackid", NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS},
    {"MusicBrainz Track Id", NOWPLAYING_FIELD_MUSICBRAINZ_TRACK_IDS},
    {"musicbrainz_albumid", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS},
    {"MusicBrainz Album Id", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_IDS},
    {"musicbrainz_artistid", NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS},
    {"MusicBrainz Artist Id", NOWPLAYING_FIELD_MUSICBRAINZ_ARTIST_IDS},
    {"musicbrainz_albumartistid", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS},
    {"MusicBrainz Album Artist Id", NOWPLAYING_FIELD_MUSICBRAINZ_ALBUM_ARTIST_IDS},
};

/* Tags that are a number, perhaps with how many there are: "3/12". */
static const struct {
  const char *tag;
  nowplaying_field field;
} numbers[] = {
    {"track", NOWPLAYING_FIELD_TRACK_NUMBER},
    {"disc", NOWPLAYING_FIELD_DISC_NUMBER},
    {"bpm", NOWPLAYING_FIELD_BEATS_PER_MINUTE},
};

/* The value of a tag, NULL when it is missing or empty. Files write their names in either case. */
static const char *find_tag(const mpv_node *tags, const char *name) {
  if (tags->format != MPV_FORMAT_NODE_MAP) return NULL;
  for (int i = 0; i < tags->u.list->num; ++i) {
    const mpv_node *value = &tags->u.list->values[i];
    if (strcasecmp(tags->u.list->keys[i], name) != 0 || value->format != MPV_FORMAT_STRING) continue;
    return value->u.string[0] != '\0' ? value->u.string : NULL;
  }
  return NULL;
}

/* Several artists, genres … of a file come as one text, with semicolons between them. */
static void set_list(nowplaying_content *content, nowplaying_field field, const char *joined) {
  const char *items[64];
  size_t count = 0;
  char *copy = strdup(joined), *rest = copy;
  while (rest != NULL && count < COUNT(items)) {
    char *item = strsep(&rest, ";");
    items[count++] = item + strspn(item, " ");
  }
  nowplaying_content_set_texts(content, field, items, count);
  free(copy);
}

static void set_tags(nowplaying_content *content, const mpv_node *tags) {
  const char *value;
  for (size_t i = 0; i < COUNT(texts); ++i) {
    if ((value = find_tag(tags, texts[i].tag)) != NULL) {
      nowplaying_content_set_text(content, texts[i].field, value);
    }
  }
  for (size_t i = 0; i < COUNT(lists); ++i) {
    if ((value = find_tag(tags, lists[i].tag)) != NULL) set_list(content, lists[i].field, value);
  }
  for (size_t i = 0; i < COUNT(numbers); ++i) {
    if ((value = find_tag(tags, numbers[i].tag)) != NULL && atoi(value) > 0) {
      nowplaying_content_set_integer(content, numbers[i].field, atoi(value));
    }
  }
}

/* A content of the right kind: internet radios name their station. */
static nowplaying_content *new_content(const char *id, const mpv_node *tags, const char *title) {
  nowplaying_content *content = NULL;
  const char *station = find_tag(tags, "icy-name");
  if (station != NULL) {
    nowplaying_content_new(NOWPLAYING_CONTENT_RADIO, id, &content);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, station);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_PROGRAM_NAME, find_tag(tags, "icy-title"));
  } else {
    nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
  }
  return content;
}

static void set_content(struct player *player) {
  char *path = mpv_get_property_string(player->mpv, "path");
  /* Stopped: what was played last remains to be seen. */
  if (path == NULL) return;
  free(player->path);
  player->path = strdup(path);
  mpv_free(path);
  find_cover(player);

  mpv_node tags = {.format = MPV_FORMAT_NONE};
  double duration = 0;
  char id[32];
  char *title = mpv_get_property_string(player->mpv, "media-title");
  char *uri = player->path != NULL ? uri_from_path(player->path) : NULL;
  mpv_get_property(player->mpv, "metadata", MPV_FORMAT_NODE, &tags);
  mpv_get_property(player->mpv, "duration", MPV_FORMAT_DOUBLE, &duration);
  snprintf(id, sizeof id, "entry-%lld", (long long)player->entry);

  nowplaying_content *content = new_content(id, &tags, title);
  set_tags(content, &tags);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
  /* Of a radio mpv guesses one, from what has arrived. */
  if (duration > 0 && find_tag(&tags, "icy-name") == NULL) {
    nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, (int64_t)(duration * 1e6));
  }
  nowplaying_content_set_artwork(content, player->cover.id);
  nowplaying_session_set_content(player->session, content);
  nowplaying_content_free(content);

  free(uri);
  mpv_free(title);
  mpv_free_node_contents(&tags);
}

/* --------------------------------------------------------------------------------------------- Snapshot --------- */

/* Called when playback starts, stops, pauses, jumps, changes its speed or waits for data; between these moments the
 * position moves by itself. */
static void set_snapshot(struct player *player) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  double seconds;
  snapshot.rate = snapshot.default_rate = player->speed;
  if (player->stopped) {
    snapshot.state = NOWPLAYING_STATE_STOPPED;
    snapshot.elapsed_us = 0;
  } else {
    snapshot.state = player->paused      ? NOWPLAYING_STATE_PAUSED
                     : player->buffering ? NOWPLAYING_STATE_BUFFERING
                                         : NOWPLAYING_STATE_PLAYING;
    if (mpv_get_property(player->mpv, "time-pos", MPV_FORMAT_DOUBLE, &seconds) >= 0) {
      snapshot.elapsed_us = seconds > 0 ? (int64_t)(seconds * 1e6) : 0;
    }
  }
  nowplaying_session_set_snapshot(player->session, &snapshot);
}

/* --------------------------------------------------------------------------------------------- Commands --------- */

static void set_commands(struct player *player) {
  static const int64_t intervals[] = {10 * 1000000, 30 * 1000000};
  static const nowplaying_command_kind kinds[] = {
      NOWPLAYING_COMMAND_PLAY,          NOWPLAYING_COMMAND_PAUSE,
      NOWPLAYING_COMMAND_STOP,          NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE,
      NOWPLAYING_COMMAND_NEXT,          NOWPLAYING_COMMAND_PREVIOUS,
      NOWPLAYING_COMMAND_SKIP_FORWARD,  NOWPLAYING_COMMAND_SKIP_BACKWARD,
      NOWPLAYING_COMMAND_SEEK_FORWARD,  NOWPLAYING_COMMAND_SEEK_BACKWARD,
      NOWPLAYING_COMMAND_CHANGE_RATE,   NOWPLAYING_COMMAND_SEEK_TO_POSITION,
      NOWPLAYING_COMMAND_FEEDBACK,      NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE,
      NOWPLAYING_COMMAND_FEEDBACK,      NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE,
  };
  nowplaying_command commands[COUNT(kinds)];
  bool liked = false;
  for (size_t i = 0; i < COUNT(kinds); ++i) {
    nowplaying_command *command = &commands[i];
    *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(kinds[i]);
    switch (kinds[i]) {
    case NOWPLAYING_COMMAND_NEXT:
      command->enabled = player->repeat_all || player->position + 1 < player->count;
      break;
    case NOWPLAYING_COMMAND_PREVIOUS:
      command->enabled = player->repeat_all || player->position > 0;
      break;
    case NOWPLAYING_COMMAND_SKIP_FORWARD:
    case NOWPLAYING_COMMAND_SKIP_BACKWARD:
      command->intervals_us = intervals;
      command->interval_count = COUNT(intervals);
      command->enabled = player->seekable;
      break;
    case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
    case NOWPLAYING_COMMAND_SEEK_FORWARD:
    case NOWPLAYING_COMMAND_SEEK_BACKWARD:
      command->enabled = player->seekable;
      break;
    case NOWPLAYING_COMMAND_CHANGE_RATE:
      /* What mpv can do. */
      command->rate_minimum = 0.01;
      command->rate_maximum = 100;
      break;
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
      command->current = player->repeat_one   ? NOWPLAYING_REPEAT_ONE
                         : player->repeat_all ? NOWPLAYING_REPEAT_ALL
                                              : NOWPLAYING_REPEAT_OFF;
      break;
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
      command->current = player->shuffle ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF;
      command->supported = 1u << NOWPLAYING_SHUFFLE_OFF | 1u << NOWPLAYING_SHUFFLE_ITEMS;
      break;
    case NOWPLAYING_COMMAND_FEEDBACK:
      /* Two buttons. */
      command->title = liked ? "I don't like this" : "I like this";
      command->short_title = liked ? "Dislike" : "Like";
      command->tag = liked ? NOWPLAYING_FEEDBACK_NEGATIVE : NOWPLAYING_FEEDBACK_POSITIVE;
      command->current = current_feedback(player);
      liked = true;
      break;
    }
  }
  nowplaying_session_set_commands(player->session, commands, COUNT(commands));
}

void publish(struct player *player) {
  /* Between two items nothing is said: the next one then comes in one piece, and the panel does not flicker. */
  if (player->changed == 0 || player->loading) return;
  if (player->changed & CHANGED_CONTENT) set_content(player);
  if (player->changed & CHANGED_SNAPSHOT) set_snapshot(player);
  if (player->changed & (CHANGED_COMMANDS | CHANGED_CONTENT)) set_commands(player);
  if (player->changed & CHANGED_VOLUME) {
    nowplaying_session_set_volume(player->session, player->volume / 100);
    nowplaying_session_set_volume_maximum(player->session, player->volume_maximum / 100);
  }
  nowplaying_session_commit(player->session);
  player->changed = 0;
}

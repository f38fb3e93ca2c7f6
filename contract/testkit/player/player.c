/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by all sessions: describes an item, reports playback, keeps requests that are never answered. */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>

struct kept {
  struct kept *next;
  nowplaying_request *request;
};

/* ---- Requests that are never answered ---- */

nowplaying_status player_keep(struct player *player, nowplaying_request *request) {
  struct kept *kept = malloc(sizeof *kept);
  if (!kept) return NOWPLAYING_ERROR_SYSTEM;
  *kept = (struct kept){player->kept, request};
  player->kept = kept;
  return NOWPLAYING_PENDING;
}

/** Releases the first request of a list. */
static void give_back(struct kept **place) {
  struct kept *kept = *place;
  *place = kept->next;
  nowplaying_request_unref(kept->request);
  free(kept);
}

void player_give_back(struct player *player) {
  while (player->kept) give_back(&player->kept);
}

/** Releases a request that was cancelled. */
static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  struct player *player = user_data;
  state_lock();
  struct kept **place = &player->kept;
  while (*place && (*place)->request != request) place = &(*place)->next;
  if (*place) give_back(place);
  state_unlock();
}

nowplaying_session_callbacks player_callbacks(struct player *player) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = player;
  callbacks.request_cancelled = on_cancelled;
  return callbacks;
}

/* ---- The item ---- */

/** The number of a field determines its type. */
static void set_field(nowplaying_content *content, const struct field *field) {
  if (field->field < 100) {
    MUST(nowplaying_content_set_text(content, field->field, field->text));
  } else if (field->field < 200) {
    const char *texts[] = {field->text, field->second};
    MUST(nowplaying_content_set_texts(content, field->field, texts, 2));
  } else if (field->field < 300) {
    MUST(nowplaying_content_set_integer(content, field->field, (int64_t)field->number));
  } else {
    MUST(nowplaying_content_set_number(content, field->field, field->number));
  }
}

nowplaying_content *player_content(const struct player *player) {
  const struct item *item = player->playback.item;
  nowplaying_content *content = NULL;
  MUST(nowplaying_content_new(item->kind, item->id, &content));
  MUST(nowplaying_content_set_media_type(content, item->media));
  MUST(nowplaying_content_set_duration(content, item->duration_kind, item->duration));
  MUST(nowplaying_content_set_artwork(content, item->artwork));
  MUST(nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_SQUARE, item->square));
  MUST(nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_TALL, item->tall));
  MUST(nowplaying_content_set_chapters(content, item->chapters, item->chapter_count));
  for (int i = 0; i < MOST_FIELDS && item->fields[i].field; i++) set_field(content, &item->fields[i]);
  return content;
}

void player_set_item(struct player *player) {
  nowplaying_content *content = player_content(player);
  MUST(nowplaying_session_set_content(player->session, content));
  nowplaying_content_free(content);
}

/* ---- Playback ---- */

nowplaying_snapshot player_snapshot(struct player *player) {
  struct playback *playback = &player->playback;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  if (playback->item->has_position) {
    playback_move(playback, playback_position(playback));
    snapshot.elapsed_us = playback->elapsed;
    snapshot.timestamp_us = playback->since;
  }
  snapshot.state = playback_state(playback);
  snapshot.rate = playback->seeking != 0 ? playback->seeking : playback->rate;
  snapshot.default_rate = playback->rate;
  return snapshot;
}

void player_set_playback(struct player *player) {
  nowplaying_snapshot snapshot = player_snapshot(player);
  MUST(nowplaying_session_set_snapshot(player->session, &snapshot));
}

/* ---- Callbacks ---- */

nowplaying_status player_on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  MUST(nowplaying_session_set_volume(session, volume));
  MUST(nowplaying_session_commit(session));
  return NOWPLAYING_OK;
}

nowplaying_status player_on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  return give_picture(request, event->artwork_id, event->width, event->height);
}

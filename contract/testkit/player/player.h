/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the sessions of the reference player. */
#ifndef REFERENCE_PLAYER_H
#define REFERENCE_PLAYER_H

#include <nowplaying/nowplaying.h>
#include <stddef.h>
#include <stdint.h>

enum { SECOND = 1000000, MOST_FIELDS = 16 };

/** A field in the description of an item. */
struct field {
  nowplaying_field field;
  /** The value of a text, or the first of a list. */
  const char *text;
  /** The second value of a list. */
  const char *second;
  /** The value of an integer or a number. */
  double number;
};

/** An item. */
struct item {
  const char *id;
  nowplaying_content_kind kind;
  nowplaying_media_type media;
  nowplaying_duration_kind duration_kind;
  /** Whether the item has positions. */
  int has_position;
  /** The duration in µs, if it is finite. */
  int64_t duration;
  const char *artwork;
  /** The ids of its animated artwork in 1:1 and in 3:4. */
  const char *square, *tall;
  struct field fields[MOST_FIELDS];
  const nowplaying_chapter *chapters;
  size_t chapter_count;
};

extern const struct item main_items[8], side_items[2], studio_items[3], guest_item, kitchen_item;

/** The playback of a session: the item, and the position in it. */
struct playback {
  const struct item *item;
  nowplaying_playback_state state;
  /** The speed that playback returns to. */
  double rate;
  /** The speed while a button for seeking is held down; else 0. */
  double seeking;
  /** The position at the time `since`, where the item has one. */
  int64_t elapsed, since;
};

int64_t now_us(void);
/** Begins another item at 0. */
void playback_start(struct playback *playback, const struct item *item);
/** Returns the present position within the item. */
int64_t playback_position(const struct playback *playback);
void playback_move(struct playback *playback, int64_t position);
/** Sets the state. It also ends the effect of a held button. */
void playback_set_state(struct playback *playback, nowplaying_playback_state state);
void playback_set_rate(struct playback *playback, double rate);
/** Handles a button for seeking, which is pressed or released; `speed` is its speed of playback. */
void playback_seek(struct playback *playback, double speed, int32_t phase);
/** Returns the present state; while a button for seeking is held, it is playing. */
nowplaying_playback_state playback_state(const struct playback *playback);

/** A session and its playback. */
struct player {
  nowplaying_session *session;
  struct playback playback;
  /** Requests that are never answered, to be released at the end. */
  struct kept *kept;
};

/** The app to which everything belongs. */
extern nowplaying_app *app;

/** Ends the program with the place and the reason when a function fails, unless the app is at its end. */
void must(nowplaying_status status, const char *file, int line);
#define MUST(call) must((call), __FILE__, __LINE__)

/** Locks the state of all sessions, which the library's thread, which runs the callbacks, and the main thread use. */
void state_lock(void);
void state_unlock(void);

/** Returns the callbacks of a player that are alike in all sessions. */
nowplaying_session_callbacks player_callbacks(struct player *player);
/** Returns a description of the item, which the caller frees. */
nowplaying_content *player_content(const struct player *player);
/** Stages the item. */
void player_set_item(struct player *player);
/** Returns a snapshot of the present playback. */
nowplaying_snapshot player_snapshot(struct player *player);
/** Stages a snapshot of the present playback. */
void player_set_playback(struct player *player);
/** The callback `volume` of a session that accepts each volume. */
nowplaying_status player_on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data);
/** The callback `artwork` of a player that has each picture. */
nowplaying_status player_on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data);
/** Keeps a request without answering it, until it is cancelled or the session ends. */
nowplaying_status player_keep(struct player *player, nowplaying_request *request);
/** Releases all kept requests, when the session has ended. */
void player_give_back(struct player *player);

/** Answers by a PNG of the requested size, at most 2,048 × 2,048, or of 512 × 512 if no size is requested. */
nowplaying_status give_picture(nowplaying_request *request, const char *id, int32_t width, int32_t height);
/** Answers by a PNG of an aspect ratio that fits into the requested size. */
nowplaying_status give_preview(nowplaying_request *request, const nowplaying_animated_artwork_event *event,
                               nowplaying_aspect_ratio ratio);

void main_start(void);
void main_become_primary(void);
void main_end(void);

void side_start(void);
void side_end(void);

void studio_start(void);
void studio_end(void);

void kitchen_start(void);
/** Completes due jobs. Returns after how many µs the next is due, or -1 when there is none. */
int64_t kitchen_work(void);
void kitchen_end(void);
/** Wakes the main thread, so that it calls kitchen_work(). */
void wake_main_thread(void);

#endif

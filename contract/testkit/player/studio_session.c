/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The session "studio", which has what MPRIS lacks: custom buttons, chapters, a live window, errors, a rating, a
 * bookmark, mute, an advertisement and tracks. */
#include <string.h>

#include "player.h"

enum { ITEMS = sizeof studio_items / sizeof *studio_items, COMMANDS = 14, CONCERT = 0, BROADCAST = 1, TRACKS = 7 };

static struct player player;
static int item;
static int is_muted, is_bookmarked, is_favourite, is_at_edge;
/** The rating that a surface has set; negative: the item's own rating counts. */
static double rating;
/** The error that is shown, by its place in the table of errors below; negative: none. */
static int trouble = -1, last_trouble = -1;
/** When the item began. */
static int64_t begun;

/* ---- Tracks ---- */

#define TRACK(kind, id, language, title, characteristics) \
  {sizeof(nowplaying_track), id, language, title, NOWPLAYING_TRACK_##kind, characteristics, 0, 0}

static nowplaying_track concert_tracks[TRACKS] = {
    TRACK(AUDIO, "en", "en", NULL, NOWPLAYING_TRACK_IS_DEFAULT),
    TRACK(AUDIO, "de", "de", "Deutsch", 0),
    TRACK(AUDIO, "director", "en", "Director's commentary", NOWPLAYING_TRACK_IS_COMMENTARY),
    TRACK(AUDIO, "described", "en", NULL, NOWPLAYING_TRACK_DESCRIBES_VIDEO),
    TRACK(SUBTITLES, "en", "en", NULL, NOWPLAYING_TRACK_IS_DEFAULT | NOWPLAYING_TRACK_IS_FORCED),
    TRACK(SUBTITLES, "pt", "pt-BR", NULL, 0),
    TRACK(CAPTIONS, "en", "en", "English, with sounds", 0),
};
static nowplaying_track broadcast_tracks[] = {TRACK(AUDIO, "programme", NULL, NULL, 0)};

/** Returns the tracks of the item, and stores their number in `count`. */
static nowplaying_track *tracks(size_t *count) {
  *count = item == CONCERT ? TRACKS : item == BROADCAST ? 1 : 0;
  return item == CONCERT ? concert_tracks : broadcast_tracks;
}

static void choose(nowplaying_track_kind kind, const char *id) {
  size_t count;
  nowplaying_track *all = tracks(&count);
  for (size_t i = 0; i < count; i++) {
    if (all[i].kind == kind) all[i].selected = id && strcmp(all[i].id, id) == 0;
  }
}

static void set_tracks(void) {
  size_t count;
  const nowplaying_track *all = tracks(&count);
  MUST(nowplaying_session_set_tracks(player.session, all, count));
}

/* ---- Item and playback ---- */

static const struct {
  nowplaying_error_kind kind;
  const char *sentence;
} troubles[] = {
    {NOWPLAYING_ERROR_KIND_NETWORK, "The studio cannot be reached"},
    {NOWPLAYING_ERROR_KIND_SIGN_IN, "Sign in to the studio"},
    {NOWPLAYING_ERROR_KIND_REGION, "The studio is closed in this region"},
    {NOWPLAYING_ERROR_KIND_FORMAT, "The studio does not play this"},
    {NOWPLAYING_ERROR_KIND_NOT_AVAILABLE, "The studio has lost this"},
    {NOWPLAYING_ERROR_KIND_OTHER, NULL},
};
enum { TROUBLES = sizeof troubles / sizeof *troubles };

static void set_item(void) {
  nowplaying_content *content = player_content(&player);
  if (rating >= 0) MUST(nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, rating));
  MUST(nowplaying_session_set_content(player.session, content));
  nowplaying_content_free(content);
}

static void show_item(int step) {
  item = (item + step + ITEMS) % ITEMS;
  playback_start(&player.playback, &studio_items[item]);
  begun = player.playback.since;
  rating = trouble = -1;
  is_bookmarked = is_favourite = is_at_edge = 0;
  choose(NOWPLAYING_TRACK_AUDIO, item == CONCERT ? "en" : "programme");
  choose(NOWPLAYING_TRACK_SUBTITLES, "en");
  choose(NOWPLAYING_TRACK_CAPTIONS, NULL);
}

/** Returns the end of the seekable window of the broadcast at the time `at`. */
static int64_t live_end(int64_t at) { return 1800 * (int64_t)SECOND + at - begun; }

static void set_playback(void) {
  nowplaying_snapshot snapshot = player_snapshot(&player);
  if (item == CONCERT) {
    int64_t ahead = snapshot.elapsed_us + 60 * (int64_t)SECOND, end = player.playback.item->duration;
    snapshot.buffered_us = ahead < end ? ahead : end;
  } else if (item == BROADCAST) {
    snapshot.seekable_start_us = 0;
    snapshot.seekable_end_us = live_end(snapshot.timestamp_us);
  }
  snapshot.is_at_live_edge = is_at_edge;
  if (trouble >= 0) {
    snapshot.state = NOWPLAYING_STATE_ERROR;
    snapshot.error_kind = troubles[trouble].kind;
    snapshot.error = troubles[trouble].sentence;
  }
  MUST(nowplaying_session_set_snapshot(player.session, &snapshot));
  MUST(nowplaying_session_set_muted(player.session, is_muted));
}

/* ---- Commands ---- */

static nowplaying_command command(nowplaying_command_kind kind, int is_enabled, const char *icon,
                                  nowplaying_slot slot) {
  nowplaying_command made = NOWPLAYING_COMMAND_INIT(kind);
  made.enabled = is_enabled;
  made.icon = icon;
  made.slot = slot;
  return made;
}

static nowplaying_command own(const char *id, const char *title, const char *short_title, int is_active) {
  nowplaying_command made = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CUSTOM);
  made.id = id;
  made.title = title;
  made.short_title = short_title;
  made.active = is_active;
  return made;
}

static void set_commands(void) {
  nowplaying_command stars = command(NOWPLAYING_COMMAND_SET_RATING, 1, "star", NOWPLAYING_SLOT_ANY);
  stars.steps = 10;
  nowplaying_command bookmark = command(NOWPLAYING_COMMAND_BOOKMARK, 1, is_bookmarked ? "bookmark-filled" : "bookmark",
                                        NOWPLAYING_SLOT_FORWARD_SECONDARY);
  bookmark.title = "Remember this place";
  bookmark.short_title = "Remember";
  bookmark.active = is_bookmarked;
  nowplaying_command favourite = own("favourite", "Add to favourites", "Favourite", is_favourite);
  favourite.icon = is_favourite ? "heart-filled" : "heart";
  favourite.slot = NOWPLAYING_SLOT_BACK_SECONDARY;
  nowplaying_command sleep = own("sleep timer/1", "Sleep in an hour", NULL, 0);
  sleep.enabled = 0;
  sleep.icon = "timer";
  sleep.slot = NOWPLAYING_SLOT_OVERFLOW;
  nowplaying_command fail = own("trouble", "Make trouble", NULL, 0);
  fail.icon = "dialog-error";
  const int has_chapters = item == CONCERT;
  const nowplaying_command commands[COMMANDS] = {
      command(NOWPLAYING_COMMAND_PLAY, 1, "play", NOWPLAYING_SLOT_CENTRAL),
      command(NOWPLAYING_COMMAND_PAUSE, 1, "media-playback-pause", NOWPLAYING_SLOT_CENTRAL),
      command(NOWPLAYING_COMMAND_NEXT, 1, NULL, NOWPLAYING_SLOT_FORWARD),
      command(NOWPLAYING_COMMAND_PREVIOUS, 1, NULL, NOWPLAYING_SLOT_BACK),
      command(NOWPLAYING_COMMAND_SEEK_TO_POSITION, 1, NULL, NOWPLAYING_SLOT_ANY),
      command(NOWPLAYING_COMMAND_NEXT_CHAPTER, has_chapters, "chapters", NOWPLAYING_SLOT_OVERFLOW),
      command(NOWPLAYING_COMMAND_PREVIOUS_CHAPTER, has_chapters, "chapters", NOWPLAYING_SLOT_OVERFLOW),
      command(NOWPLAYING_COMMAND_SEEK_TO_LIVE, item == BROADCAST, "live", NOWPLAYING_SLOT_ANY),
      stars,
      bookmark,
      command(NOWPLAYING_COMMAND_MUTE, 1, "volume-off", NOWPLAYING_SLOT_ANY),
      favourite,
      sleep,
      fail,
  };
  MUST(nowplaying_session_set_commands(player.session, commands, COMMANDS));
}

static nowplaying_status fail(nowplaying_request *request, const char *message) {
  nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, message);
  return NOWPLAYING_ERROR_COMMAND_FAILED;
}

/** Returns the index of the chapter of the concert that plays. */
static size_t chapter(void) {
  const struct item *concert = player.playback.item;
  int64_t position = playback_position(&player.playback);
  size_t found = 0;
  while (found + 1 < concert->chapter_count && concert->chapters[found + 1].start_us <= position) found++;
  return found;
}

static void move(int64_t position, int is_live) {
  playback_move(&player.playback, position);
  is_at_edge = is_live;
}

static void set_state(nowplaying_playback_state state) {
  playback_set_state(&player.playback, state);
  trouble = -1;
  is_at_edge &= state == NOWPLAYING_STATE_PLAYING;
}

static void do_own(const char *id) {
  if (strcmp(id, "favourite") == 0) {
    is_favourite = !is_favourite;
  } else {
    set_state(NOWPLAYING_STATE_PAUSED);
    trouble = last_trouble = (last_trouble + 1) % TROUBLES;
  }
}

static nowplaying_status perform(nowplaying_request *request, const nowplaying_command_event *event) {
  const struct item *shown = player.playback.item;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: set_state(NOWPLAYING_STATE_PLAYING); break;
  case NOWPLAYING_COMMAND_PAUSE: set_state(NOWPLAYING_STATE_PAUSED); break;
  case NOWPLAYING_COMMAND_NEXT: show_item(1); break;
  case NOWPLAYING_COMMAND_PREVIOUS: show_item(-1); break;
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: move(event->time_us, 0); break;
  case NOWPLAYING_COMMAND_NEXT_CHAPTER:
    if (chapter() + 1 == shown->chapter_count) return fail(request, "This is the last chapter");
    move(shown->chapters[chapter() + 1].start_us, 0);
    break;
  case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: move(shown->chapters[chapter() ? chapter() - 1 : 0].start_us, 0); break;
  case NOWPLAYING_COMMAND_SEEK_TO_LIVE:
    set_state(NOWPLAYING_STATE_PLAYING);
    move(live_end(now_us()), 1);
    break;
  case NOWPLAYING_COMMAND_SET_RATING: rating = event->rating; break;
  case NOWPLAYING_COMMAND_BOOKMARK: is_bookmarked = !is_bookmarked; break;
  case NOWPLAYING_COMMAND_MUTE: is_muted = event->mode; break;
  case NOWPLAYING_COMMAND_CUSTOM: do_own(event->id); break;
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  return NOWPLAYING_OK;
}

/* ---- Callbacks ---- */

static void show_all(void) {
  set_item();
  set_commands();
  set_tracks();
  set_playback();
  MUST(nowplaying_session_commit(player.session));
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  state_lock();
  nowplaying_status status = perform(request, event);
  if (status == NOWPLAYING_OK) show_all();
  state_unlock();
  return status;
}

static nowplaying_status on_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *id, void *user_data) {
  if (id && strcmp(id, "director") == 0) return fail(request, "The director has said nothing yet");
  state_lock();
  choose(kind, id);
  show_all();
  state_unlock();
  return NOWPLAYING_OK;
}

void studio_start(void) {
  nowplaying_session_callbacks callbacks = player_callbacks(&player);
  callbacks.command = on_command;
  callbacks.select_track = on_track;
  callbacks.volume = player_on_volume;
  callbacks.artwork = player_on_artwork;
  MUST(nowplaying_session_new(app, "studio", &callbacks, &player.session));
  player.playback.rate = 1;
  player.playback.state = NOWPLAYING_STATE_PAUSED;
  show_item(0);
  playback_move(&player.playback, 30 * SECOND);
  MUST(nowplaying_session_set_volume(player.session, 0.8));
  show_all();
}

void studio_end(void) { nowplaying_session_free(player.session); }

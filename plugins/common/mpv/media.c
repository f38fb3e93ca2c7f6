/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ------------------------------------------------------------------------------------------- mpv's events ------- */

/* The observed properties of mpv, and the parts to publish when one changes. The value is stored in the member of
 * struct media, whose type must match the format; NONE stores nothing. "time-pos" is not observed, because it would
 * wake the loop at each frame. */
static const struct {
  const char *name;
  mpv_format format;
  size_t offset;
  unsigned changed;
} observed[] = {
    {"pause", MPV_FORMAT_FLAG, offsetof(struct media, paused), CHANGED_SNAPSHOT},
    {"paused-for-cache", MPV_FORMAT_FLAG, offsetof(struct media, buffering), CHANGED_SNAPSHOT},
    {"speed", MPV_FORMAT_DOUBLE, offsetof(struct media, speed), CHANGED_SNAPSHOT},
    {"volume", MPV_FORMAT_DOUBLE, offsetof(struct media, volume), CHANGED_VOLUME},
    {"mute", MPV_FORMAT_FLAG, offsetof(struct media, muted), CHANGED_VOLUME},
    {"volume-max", MPV_FORMAT_DOUBLE, offsetof(struct media, volume_maximum), CHANGED_VOLUME},
    {"seekable", MPV_FORMAT_FLAG, offsetof(struct media, seekable), CHANGED_COMMANDS},
    {"partially-seekable", MPV_FORMAT_FLAG, offsetof(struct media, partial), CHANGED_CONTENT | CHANGED_SNAPSHOT},
    {"demuxer-via-network", MPV_FORMAT_FLAG, offsetof(struct media, network), CHANGED_CONTENT | CHANGED_SNAPSHOT},
    {"shuffle", MPV_FORMAT_FLAG, offsetof(struct media, shuffle), CHANGED_COMMANDS},
    /* The entry that plays; at each change "playlist-pos" is ahead of it for a moment. */
    {"playlist-playing-pos", MPV_FORMAT_INT64, offsetof(struct media, position), CHANGED_COMMANDS},
    {"playlist-count", MPV_FORMAT_INT64, offsetof(struct media, count), CHANGED_CONTENT},
    /* Observed without its value: for a long playlist, making the value takes mpv a long time. */
    {"playlist", MPV_FORMAT_NONE, 0, CHANGED_QUEUE},
    {"loop-file", MPV_FORMAT_STRING, offsetof(struct media, repeat_one), CHANGED_COMMANDS},
    {"loop-playlist", MPV_FORMAT_STRING, offsetof(struct media, repeat_all), CHANGED_COMMANDS},
    {"idle-active", MPV_FORMAT_FLAG, offsetof(struct media, idle), 0},
    {"chapter", MPV_FORMAT_INT64, offsetof(struct media, chapter), CHANGED_CONTENT},
    {"chapter-list", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
    {"metadata", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
    {"media-title", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
    {"duration", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
    {"track-list", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
};

static void on_property(struct media *media, uint64_t index, const mpv_event_property *property) {
  char *member = (char *)media + observed[index].offset;
  media->changed |= observed[index].changed;
  switch (property->format) {
  case MPV_FORMAT_FLAG: *(bool *)member = *(int *)property->data != 0; break;
  case MPV_FORMAT_DOUBLE: *(double *)member = *(double *)property->data; break;
  case MPV_FORMAT_STRING: *(bool *)member = strcmp(*(char **)property->data, "no") != 0; break;
  case MPV_FORMAT_INT64:
    /* The position is -1 when nothing is loaded. It is not stored, because the last played item is still shown. */
    if (*(int64_t *)property->data >= 0) *(int64_t *)member = *(int64_t *)property->data;
    break;
  default: break;
  }
}

/* Handles that nothing is loaded any more, after a stop or at the end of the playlist. */
static enum media_news on_idle(struct media *media) {
  /* The observed value may be older than the events, so the present one is checked. */
  if (!is_stopped(media)) return MEDIA_NOTHING;
  /* An item that is stopped before it begins causes no event of its own end. */
  answer_open(media, NOWPLAYING_ERROR_CANCELLED);
  media->unawaited = true;
  if (media->entry == 0) return MEDIA_NOTHING;
  if (!media->stopped || media->loading) media->changed |= CHANGED_CONTENT | CHANGED_SNAPSHOT;
  media->loading = false;
  media->stopped = true;
  return MEDIA_IDLE;
}

static void on_start(struct media *media, int64_t entry) {
  media->entry = entry;
  media->loading = true;
  media->chapter = 0;
  /* If it was stopped in the meantime, mpv must still not quit, and the option stays. */
  media->stopped = is_stopped(media);
  if (!media->stopped) restore_idle_option(media);
  /* Opening clears the playlist: an entry with a higher id was opened later and replaces the awaited one. */
  if (entry >= media->opened + media->opened_count) answer_open(media, NOWPLAYING_ERROR_CANCELLED);
}

static bool is_opened(struct media *media, int64_t entry) {
  return entry >= media->opened && entry < media->opened + media->opened_count;
}

/* Completes a pending request to open when its entry ends without playing, unless the entry was a playlist whose
 * entries follow. */
static void on_end(struct media *media, const mpv_event_end_file *end) {
  media->end_reason = end->reason;
  media->loading = true;
  if (!is_opened(media, end->playlist_entry_id)) return;
  if (end->reason == MPV_END_FILE_REASON_REDIRECT && end->playlist_insert_num_entries > 0) {
    media->opened = end->playlist_insert_id;
    media->opened_count = end->playlist_insert_num_entries;
    return;
  }
  bool failed = end->reason == MPV_END_FILE_REASON_ERROR || end->reason == MPV_END_FILE_REASON_REDIRECT;
  answer_open(media, failed                                      ? NOWPLAYING_ERROR_NO_SUCH_CONTENT
                     : end->reason == MPV_END_FILE_REASON_EOF ? NOWPLAYING_OK
                                                              : NOWPLAYING_ERROR_CANCELLED);
}

static enum media_news on_playing(struct media *media) {
  media->loading = false;
  media->changed = CHANGED_ALL;
  if (is_opened(media, media->entry)) answer_open(media, NOWPLAYING_OK);
  return MEDIA_BEGAN;
}

enum media_news media_handle(struct media *media, const mpv_event *event) {
  switch (event->event_id) {
  case MPV_EVENT_PROPERTY_CHANGE:
    /* Higher numbers belong to properties that the caller observes. */
    if (event->reply_userdata >= COUNT(observed)) break;
    on_property(media, event->reply_userdata, event->data);
    if (media->idle) return on_idle(media);
    /* An item that waits for data before it can be heard is shown as waiting. */
    if (media->buffering && media->loading) return on_playing(media);
    break;
  case MPV_EVENT_START_FILE: on_start(media, ((mpv_event_start_file *)event->data)->playlist_entry_id); break;
  case MPV_EVENT_PLAYBACK_RESTART:
    /* Playback begins, at the start or after a seek. */
    media->changed |= CHANGED_SNAPSHOT;
    if (media->loading) return on_playing(media);
    break;
  case MPV_EVENT_END_FILE: on_end(media, event->data); break;
  case MPV_EVENT_IDLE: return on_idle(media);
  case MPV_EVENT_COMMAND_REPLY: on_reply(event->reply_userdata, event->error); break;
  case MPV_EVENT_SHUTDOWN: return MEDIA_SHUTDOWN;
  default: break;
  }
  return MEDIA_NOTHING;
}

/* ----------------------------------------------------------------------------------------- Start and end -------- */

/* Called on mpv's threads, in which no function of mpv may be called. */
static void wake(void *data) {
  uint64_t one = 1;
  if (write(*(int *)data, &one, sizeof one) < 0) return; /* EAGAIN: it is awake already. */
}

int64_t find_playing_entry(struct media *media) {
  char name[48];
  int64_t position = -1, entry = -1;
  mpv_get_property(media->mpv, "playlist-playing-pos", MPV_FORMAT_INT64, &position);
  snprintf(name, sizeof name, "playlist/%lld/id", (long long)position);
  if (position >= 0) mpv_get_property(media->mpv, name, MPV_FORMAT_INT64, &entry);
  return entry;
}

/* Handles an item that was playing before the events were observed. */
static void catch_up(struct media *media) {
  double seconds;
  int64_t entry = find_playing_entry(media);
  if (entry < 0) return;
  media->entry = entry;
  if (mpv_get_property(media->mpv, "time-pos", MPV_FORMAT_DOUBLE, &seconds) >= 0) on_playing(media);
}

bool media_open(struct media *media, mpv_handle *mpv) {
  media->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (media->wakeup < 0) return false;
  media->mpv = mpv;
  media->loading = true;
  media->speed = 1;
  media->volume = media->volume_maximum = 100;
  mpv_set_wakeup_callback(mpv, wake, &media->wakeup);
  for (size_t i = 0; i < COUNT(observed); ++i) mpv_observe_property(mpv, i, observed[i].name, observed[i].format);
  catch_up(media);
  return true;
}

bool media_is_awaited(const struct media *media) { return media->loading && !media->unawaited; }

bool media_show(struct media *media, nowplaying_app_options *options, nowplaying_app_callbacks *app_callbacks) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = media;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  callbacks.volume = on_volume;
  callbacks.queue_go_to = on_queue_go_to;
  callbacks.queue_add = on_queue_add;
  callbacks.queue_remove = on_queue_remove;
  callbacks.select_track = on_select_track;
  app_callbacks->user_data = media;
  app_callbacks->quit = on_quit;
  app_callbacks->open_uri = on_open_uri;
  options->loop = NOWPLAYING_LOOP_FD;
  /* The player is shown before the first item can be heard, so that the desktop can quit it or open an item. */
  options->flags = NOWPLAYING_APP_SHOW_IDLE;
  return nowplaying_app_new(options, app_callbacks, &media->app) == NOWPLAYING_OK &&
         nowplaying_session_new(media->app, NULL, &callbacks, &media->session) == NOWPLAYING_OK &&
         nowplaying_session_request_application_primary(media->session) == NOWPLAYING_OK;
}

void media_hide(struct media *media) {
  nowplaying_session_free(media->session);
  nowplaying_app_free(media->app);
  media->session = NULL;
  media->app = NULL;
}

void media_close(struct media *media) {
  if (media->mpv != NULL) {
    /* Waits for replies, because requests of the desktop depend on them. */
    mpv_wait_async_requests(media->mpv);
    const mpv_event *event;
    while ((event = mpv_wait_event(media->mpv, 0))->event_id != MPV_EVENT_NONE) media_handle(media, event);
    mpv_set_wakeup_callback(media->mpv, NULL, NULL);
    answer_open(media, NOWPLAYING_ERROR_COMMAND_FAILED);
    close(media->wakeup);
  }
  media_hide(media);
  finish_covers(media);
  free_queue(media);
  free(media->idle_option);
  free(media->path);
}

/* -------------------------------------------------------------------------------------------------- Loop -------- */

/* Returns the timeout for poll(), in milliseconds. Once the player is shown, only a held fast forward button and a
 * filling cache need the clock. */
static int time_to_wait(struct media *media) {
  if (media->app == NULL) return 1000;
  return media->scanning != 0 ? 250 : look_at_cache(media);
}

int media_turn(struct media *media, int descriptor) {
  struct pollfd fds[] = {{media->wakeup, POLLIN, 0}, {-1, POLLIN, 0}, {descriptor, POLLIN, 0}};
  if (media->app != NULL) {
    nowplaying_app_get_fd(media->app, &fds[1].fd);
    publish(media);
  }
  int ready = poll(fds, COUNT(fds), time_to_wait(media));
  if (ready == 0) media->unawaited = true;
  if (ready == 0 && media->scanning != 0) scan_step(media);
  if (ready <= 0) return ready < 0 && errno != EINTR ? POLLERR : 0;
  uint64_t count;
  /* Clears the eventfd before mpv's events are taken: an event that arrives in between sets it again. */
  if (fds[0].revents != 0 && read(media->wakeup, &count, sizeof count) < 0) return POLLERR;
  if (fds[1].revents != 0) nowplaying_app_dispatch(media->app);
  return fds[2].revents;
}

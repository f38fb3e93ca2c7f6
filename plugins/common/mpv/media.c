/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------- mpv's events ------- */

/* The observed properties of mpv, and the parts to publish when one changes. Their values are read when these
 * parts are published. mpv reports a change only if the value in the given format differs; with NONE, each change.
 * "time-pos" is not observed, because it would wake the loop at each frame. */
static const struct {
  const char *name;
  mpv_format format;
  unsigned changed;
} observed[] = {
    {"pause", MPV_FORMAT_FLAG, CHANGED_SNAPSHOT},
    {"paused-for-cache", MPV_FORMAT_FLAG, CHANGED_SNAPSHOT},
    {"speed", MPV_FORMAT_DOUBLE, CHANGED_SNAPSHOT},
    {"volume", MPV_FORMAT_DOUBLE, CHANGED_VOLUME},
    {"mute", MPV_FORMAT_FLAG, CHANGED_VOLUME},
    {"volume-max", MPV_FORMAT_DOUBLE, CHANGED_VOLUME},
    {"seekable", MPV_FORMAT_FLAG, CHANGED_COMMANDS},
    {"partially-seekable", MPV_FORMAT_FLAG, CHANGED_CONTENT | CHANGED_SNAPSHOT},
    {"demuxer-via-network", MPV_FORMAT_FLAG, CHANGED_CONTENT | CHANGED_SNAPSHOT},
    {"shuffle", MPV_FORMAT_FLAG, CHANGED_COMMANDS},
    /* The entry that plays; at each change "playlist-pos" is ahead of it for a moment. */
    {"playlist-playing-pos", MPV_FORMAT_INT64, CHANGED_QUEUE | CHANGED_COMMANDS},
    {"playlist-count", MPV_FORMAT_INT64, CHANGED_CONTENT},
    /* For a long playlist, making the value takes mpv a long time. */
    {"playlist", MPV_FORMAT_NONE, CHANGED_QUEUE | CHANGED_COMMANDS},
    {"loop-file", MPV_FORMAT_STRING, CHANGED_COMMANDS},
    {"loop-playlist", MPV_FORMAT_STRING, CHANGED_COMMANDS},
    {"idle-active", MPV_FORMAT_FLAG, 0},
    {"chapter", MPV_FORMAT_INT64, CHANGED_CONTENT},
    {"chapter-list", MPV_FORMAT_NONE, CHANGED_CONTENT},
    {"metadata", MPV_FORMAT_NONE, CHANGED_CONTENT},
    {"media-title", MPV_FORMAT_NONE, CHANGED_CONTENT},
    {"duration", MPV_FORMAT_NONE, CHANGED_CONTENT},
    {"track-list", MPV_FORMAT_NONE, CHANGED_CONTENT},
};

static void on_property(struct media *media, unsigned changed, const mpv_event_property *property) {
  media->changed |= changed;
  /* Takes the value from the event: the present value may be ahead of the events that are still to be handled. */
  if (property->format == MPV_FORMAT_FLAG && strcmp(property->name, "idle-active") == 0) {
    media->idle = *(int *)property->data;
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
    on_property(media, (unsigned)event->reply_userdata, event->data);
    if (media->idle) return on_idle(media);
    /* An item that waits for data before it can be heard is shown as waiting. */
    if (media->loading && get_flag(media->mpv, "paused-for-cache")) return on_playing(media);
    break;
  case MPV_EVENT_START_FILE: on_start(media, ((mpv_event_start_file *)event->data)->playlist_entry_id); break;
  case MPV_EVENT_PLAYBACK_RESTART:
    /* Playback begins, at the start or after a seek. */
    media->changed |= CHANGED_SNAPSHOT;
    if (media->loading) return on_playing(media);
    break;
  case MPV_EVENT_END_FILE: on_end(media, event->data); break;
  case MPV_EVENT_IDLE: return on_idle(media);
  case MPV_EVENT_SHUTDOWN: return MEDIA_SHUTDOWN;
  default: break;
  }
  return MEDIA_NOTHING;
}

/* ----------------------------------------------------------------------------------------- Start and end -------- */

/* Called on mpv's threads, in which no function of mpv may be called. */
static void wake(void *data) { eventfd_write(*(int *)data, 1); }

/* Handles an item that was playing before the events were observed. */
static void catch_up(struct media *media) {
  int64_t entry = find_playing_entry(media);
  if (entry < 0) return;
  media->entry = entry;
  if (get_time(media->mpv, "time-pos") != NOWPLAYING_TIME_UNKNOWN) on_playing(media);
}

bool media_open(struct media *media, mpv_handle *mpv) {
  media->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (media->wakeup < 0) return false;
  media->sender = mpv_create_weak_client(mpv, "nowplaying_commands");
  if (media->sender == NULL) {
    close(media->wakeup);
    return false;
  }
  media->mpv = mpv;
  media->loading = true;
  mpv_set_wakeup_callback(mpv, wake, &media->wakeup);
  mpv_set_wakeup_callback(media->sender, wake, &media->wakeup);
  for (size_t i = 0; i < COUNT(observed); ++i) {
    mpv_observe_property(mpv, observed[i].changed, observed[i].name, observed[i].format);
  }
  catch_up(media);
  return true;
}

bool media_is_awaited(const struct media *media) { return media->loading && !media->unawaited; }

void media_close(struct media *media) {
  if (media->mpv != NULL) {
    /* Waits for replies, because requests of the desktop depend on them. */
    wait_for_commands(media);
    take_replies(media);
    answer_open(media, NOWPLAYING_ERROR_COMMAND_FAILED);
  }
  media_hide(media);
  if (media->mpv != NULL) {
    mpv_set_wakeup_callback(media->mpv, NULL, NULL);
    mpv_destroy(media->sender);
    close(media->wakeup);
  }
  free_queue(&media->queue);
  free(media->cover.path);
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
  eventfd_t count;
  /* Clears the eventfd before mpv's replies and events are taken: one that arrives in between sets it again. */
  if (fds[0].revents != 0) eventfd_read(media->wakeup, &count);
  if (fds[1].revents != 0) nowplaying_app_dispatch(media->app);
  /* Takes the replies before the caller takes the events, so that the changes which mpv reported before a reply are
   * published together with the reply. */
  take_replies(media);
  return fds[2].revents;
}

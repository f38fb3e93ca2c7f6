/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: player [--OPTION[=VALUE] …] FILE|PLAYLIST|URL …
 *
 * Plays music, is shown by the desktop, and driven by it. The options are mpv's: --volume=50, --shuffle, --speed=1.25,
 * --loop-playlist=inf, --ao=null. Without a sound card it plays to nowhere, in real time. */
#include "player.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool failed(int error, const char *what) {
  if (error < 0) fprintf(stderr, "player: %s: %s\n", what, mpv_error_string(error));
  return error < 0;
}

/* ------------------------------------------------------------------------------------------- mpv's events ------- */

/* The properties that are observed, and what the desktop is told anew when they change. The type of a member of
 * struct player is that of its format; NONE says only that something changed. */
static const struct {
  const char *name;
  mpv_format format;
  size_t offset;
  unsigned changed;
} observed[] = {
    {"pause", MPV_FORMAT_FLAG, offsetof(struct player, paused), CHANGED_SNAPSHOT},
    {"paused-for-cache", MPV_FORMAT_FLAG, offsetof(struct player, buffering), CHANGED_SNAPSHOT},
    {"speed", MPV_FORMAT_DOUBLE, offsetof(struct player, speed), CHANGED_SNAPSHOT},
    {"volume", MPV_FORMAT_DOUBLE, offsetof(struct player, volume), CHANGED_VOLUME},
    {"volume-max", MPV_FORMAT_DOUBLE, offsetof(struct player, volume_maximum), CHANGED_VOLUME},
    {"seekable", MPV_FORMAT_FLAG, offsetof(struct player, seekable), CHANGED_COMMANDS},
    {"shuffle", MPV_FORMAT_FLAG, offsetof(struct player, shuffle), CHANGED_COMMANDS},
    /* Of what plays; "playlist-pos" is ahead of it for a moment at each change. */
    {"playlist-playing-pos", MPV_FORMAT_INT64, offsetof(struct player, position), CHANGED_COMMANDS},
    {"playlist-count", MPV_FORMAT_INT64, offsetof(struct player, count), CHANGED_COMMANDS},
    {"loop-file", MPV_FORMAT_STRING, offsetof(struct player, repeat_one), CHANGED_COMMANDS},
    {"loop-playlist", MPV_FORMAT_STRING, offsetof(struct player, repeat_all), CHANGED_COMMANDS},
    {"idle-active", MPV_FORMAT_FLAG, offsetof(struct player, idle), 0},
    {"metadata", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
    {"duration", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
    {"track-list", MPV_FORMAT_NONE, 0, CHANGED_CONTENT},
};

static void on_property(struct player *player, uint64_t index, const mpv_event_property *property) {
  char *member = (char *)player + observed[index].offset;
  player->changed |= observed[index].changed;
  switch (property->format) {
  case MPV_FORMAT_FLAG: *(bool *)member = *(int *)property->data != 0; break;
  case MPV_FORMAT_DOUBLE: *(double *)member = *(double *)property->data; break;
  case MPV_FORMAT_STRING: *(bool *)member = strcmp(*(char **)property->data, "no") != 0; break;
  case MPV_FORMAT_INT64:
    /* The position is -1 when nothing is loaded; but what was played last is still shown. */
    if (*(int64_t *)property->data >= 0) *(int64_t *)member = *(int64_t *)property->data;
    break;
  default: break;
  }
}

/* Nothing is loaded any more: stopped by request, or at the end of the playlist. */
static void on_idle(struct player *player) {
  int idle = 0;
  /* The observed value may be older than the events: ask again before believing it. */
  mpv_get_property(player->mpv, "idle-active", MPV_FORMAT_FLAG, &idle);
  if (!idle || player->entry == 0) return;
  player->loading = false;
  if (player->end_reason == MPV_END_FILE_REASON_STOP) {
    player->stopped = true;
    player->changed |= CHANGED_SNAPSHOT;
  } else {
    player->quit = true;
  }
}

static void on_playing(struct player *player) {
  char *title = mpv_get_property_string(player->mpv, "media-title");
  printf("Playing: %s\n", title != NULL ? title : "?");
  fflush(stdout);
  mpv_free(title);
  player->loading = false;
  player->changed = CHANGED_ALL;
  answer_open(player, NOWPLAYING_OK);
}

static void on_end_file(struct player *player, const mpv_event_end_file *end) {
  player->end_reason = end->reason;
  player->loading = true;
  if (end->reason != MPV_END_FILE_REASON_ERROR) return;
  /* mpv's log has said why. */
  player->exit_code = 1;
  answer_open(player, NOWPLAYING_ERROR_NO_SUCH_CONTENT);
}

static void on_event(struct player *player, const mpv_event *event) {
  switch (event->event_id) {
  case MPV_EVENT_PROPERTY_CHANGE:
    on_property(player, event->reply_userdata, event->data);
    if (player->idle) on_idle(player);
    /* What has to wait for data before it can be heard is shown as waiting. */
    if (player->buffering && player->loading) on_playing(player);
    break;
  case MPV_EVENT_START_FILE:
    player->entry = ((mpv_event_start_file *)event->data)->playlist_entry_id;
    player->loading = true;
    player->stopped = false;
    break;
  case MPV_EVENT_PLAYBACK_RESTART:
    /* It can be heard: at its start, and after each seek. */
    if (player->loading) on_playing(player);
    player->changed |= CHANGED_SNAPSHOT;
    break;
  case MPV_EVENT_END_FILE: on_end_file(player, event->data); break;
  case MPV_EVENT_COMMAND_REPLY: on_reply(event->reply_userdata, event->error); break;
  case MPV_EVENT_SHUTDOWN: player->quit = true; break;
  case MPV_EVENT_LOG_MESSAGE: {
    const mpv_event_log_message *line = event->data;
    fprintf(stderr, "player: %s: %s", line->prefix, line->text);
    break;
  }
  default: break;
  }
}

static void handle_events(struct player *player) {
  for (;;) {
    const mpv_event *event = mpv_wait_event(player->mpv, 0);
    if (event->event_id == MPV_EVENT_NONE) return;
    on_event(player, event);
  }
}

/* ------------------------------------------------------------------------------------------------- Start -------- */

/* Called in threads of mpv's, where nothing of mpv may be called. */
static void wake(void *data) {
  uint64_t one = 1;
  if (write(*(int *)data, &one, sizeof one) < 0) return; /* EAGAIN: it is awake already. */
}

/* Takes "--name=value" and "--name" from the command line. */
static bool set_option(mpv_handle *mpv, const char *argument) {
  char *name = strdup(argument + 2);
  char *value = name != NULL ? strchr(name, '=') : NULL;
  if (value != NULL) *value++ = '\0';
  int error = mpv_set_option_string(mpv, name, value != NULL ? value : "yes");
  free(name);
  return !failed(error, argument);
}

static bool start_mpv(struct player *player, int *wakeup, int argc, char **argv, int *ret_first) {
  static const char *const defaults[][2] = {
      {"vid", "no"}, {"idle", "yes"}, {"audio-fallback-to-null", "yes"}, {"ytdl", "no"}, {"msg-level", "all=error"},
  };
  int first = 1;
  player->mpv = mpv_create();
  if (player->mpv == NULL) return false;
  for (size_t i = 0; i < COUNT(defaults); ++i) mpv_set_option_string(player->mpv, defaults[i][0], defaults[i][1]);
  for (; first < argc && strncmp(argv[first], "--", 2) == 0; ++first) {
    if (argv[first][2] == '\0') {
      ++first;
      break;
    }
    if (!set_option(player->mpv, argv[first])) return false;
  }
  mpv_request_log_messages(player->mpv, "error");
  mpv_set_wakeup_callback(player->mpv, wake, wakeup);
  if (failed(mpv_initialize(player->mpv), "mpv")) return false;
  for (size_t i = 0; i < COUNT(observed); ++i) {
    mpv_observe_property(player->mpv, i, observed[i].name, observed[i].format);
  }
  *ret_first = first;
  return true;
}

static void load(struct player *player, char **files, int count) {
  int shuffle = 0;
  for (int i = 0; i < count; ++i) {
    char *path = path_from_uri(files[i]);
    failed(mpv_command(player->mpv, (const char *[]){"loadfile", path, "append", NULL}), files[i]);
    free(path);
  }
  mpv_get_property(player->mpv, "shuffle", MPV_FORMAT_FLAG, &shuffle);
  if (shuffle) mpv_command(player->mpv, (const char *[]){"playlist-shuffle", NULL});
  mpv_command(player->mpv, (const char *[]){"playlist-play-index", "0", NULL});
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  (void)app, (void)level, (void)user_data;
  fprintf(stderr, "player: nowplaying: %s\n", message);
}

static bool start_session(struct player *player) {
  static const char *const schemes[] = {"file", "http", "https"};
  static const char *const types[] = {
      "audio/flac", "audio/mpeg",  "audio/mp4",     "audio/ogg",       "audio/opus",
      "audio/x-wav", "audio/x-matroska", "audio/x-mpegurl", "audio/x-scpls", "audio/aac",
  };
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "nowplaying-player";
  options.display_name = "NowPlaying Player";
  options.uri_schemes = schemes;
  options.uri_scheme_count = COUNT(schemes);
  options.mime_types = types;
  options.mime_type_count = COUNT(types);
  options.loop = NOWPLAYING_LOOP_FD;
  /* Also before the first item can be heard: somebody may want to quit, or to open another. */
  options.flags = NOWPLAYING_APP_SHOW_IDLE;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  app_callbacks.user_data = player;
  app_callbacks.log = on_log;
  app_callbacks.quit = on_quit;
  app_callbacks.open_uri = on_open_uri;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = player;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  callbacks.volume = on_volume;
  if (nowplaying_app_new(&options, &app_callbacks, &player->app) == NOWPLAYING_OK &&
      nowplaying_session_new(player->app, NULL, &callbacks, &player->session) == NOWPLAYING_OK &&
      nowplaying_session_request_application_primary(player->session) == NOWPLAYING_OK) {
    return true;
  }
  fprintf(stderr, "player: nowplaying: %s\n", nowplaying_last_error());
  return false;
}

/* -------------------------------------------------------------------------------------------------- Loop -------- */

static void run(struct player *player, int wakeup, int signals) {
  enum { MPV, DESKTOP, SIGNALS };
  struct pollfd fds[] = {
      [MPV] = {.fd = wakeup, .events = POLLIN},
      [DESKTOP] = {.fd = -1, .events = POLLIN},
      [SIGNALS] = {.fd = signals, .events = POLLIN},
  };
  nowplaying_app_get_fd(player->app, &fds[DESKTOP].fd);
  while (!player->quit) {
    publish(player);
    /* A held fast forward button is the only thing that the clock drives. */
    int ready = poll(fds, COUNT(fds), player->scanning != 0 ? 250 : -1);
    if (ready < 0 && errno != EINTR) break;
    if (ready == 0) scan_step(player);
    if (ready <= 0) continue;
    if (fds[SIGNALS].revents != 0) player->quit = true;
    if (fds[MPV].revents != 0) {
      uint64_t count;
      /* First the descriptor, then the events: one that comes in between wakes again. */
      if (read(wakeup, &count, sizeof count) > 0) handle_events(player);
    }
    if (fds[DESKTOP].revents != 0) nowplaying_app_dispatch(player->app);
  }
}

static void finish(struct player *player) {
  if (player->mpv != NULL) {
    /* Somebody waits for the replies that are still to come. */
    mpv_wait_async_requests(player->mpv);
    handle_events(player);
    answer_open(player, NOWPLAYING_ERROR_COMMAND_FAILED);
  }
  nowplaying_session_free(player->session);
  nowplaying_app_free(player->app);
  mpv_terminate_destroy(player->mpv);
  finish_covers(player);
  free_opinions(player);
  free(player->path);
}

int main(int argc, char **argv) {
  struct player player = {.loading = true, .speed = 1, .volume = 100, .volume_maximum = 100};
  sigset_t ends;
  int first = argc, wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  /* Before any thread starts, so that all of them leave these signals to the loop. */
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  int signals = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);

  bool started = start_mpv(&player, &wakeup, argc, argv, &first) && first < argc && start_session(&player);
  if (started) {
    load(&player, argv + first, argc - first);
    run(&player, wakeup, signals);
  } else {
    if (argc < 2 || first == argc) fprintf(stderr, "Usage: player [--OPTION[=VALUE] ...] FILE|PLAYLIST|URL ...\n");
    player.exit_code = 2;
  }
  finish(&player);
  close(signals);
  close(wakeup);
  return player.exit_code;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: player [--OPTION[=VALUE] …] FILE|PLAYLIST|URL …
 *
 * Plays music, is shown by the desktop, and driven by it. The options are mpv's: --volume=50, --shuffle, --speed=1.25,
 * --loop-playlist=inf, --ao=null. Without a sound card it plays to nowhere, in real time. */
#include "player.h"
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool failed(int error, const char *what) {
  if (error < 0) write_line(stderr, "player: %s: %s", what, mpv_error_string(error));
  return error < 0;
}

/* ------------------------------------------------------------------------------------------- mpv's events ------- */

static void say_title(struct player *player) {
  char *title = mpv_get_property_string(player->media.mpv, "media-title");
  write_line(stdout, "Playing: %s", title != NULL ? title : "?");
  fflush(stdout);
  mpv_free(title);
}

static void on_event(struct player *player, const mpv_event *event) {
  const mpv_event_log_message *line = event->data;
  switch (media_handle(&player->media, event)) {
  case MEDIA_BEGAN: say_title(player); break;
  /* The program ends with the playlist, but not after a stop, from which the user may start playback again. */
  case MEDIA_IDLE: player->quit |= player->media.end_reason != MPV_END_FILE_REASON_STOP; break;
  case MEDIA_SHUTDOWN: player->quit = true; break;
  default: break;
  }
  if (event->event_id == MPV_EVENT_LOG_MESSAGE) {
    int length = (int)strcspn(line->text, "\n");
    write_line(stderr, "player: %s: %.*s", line->prefix, length, line->text);
  }
  /* The cause was printed with mpv's log. */
  if (event->event_id == MPV_EVENT_END_FILE && player->media.end_reason == MPV_END_FILE_REASON_ERROR) {
    player->exit_code = 1;
  }
}

static void handle_events(struct player *player) {
  const mpv_event *event;
  while ((event = mpv_wait_event(player->media.mpv, 0))->event_id != MPV_EVENT_NONE) on_event(player, event);
}

/* ------------------------------------------------------------------------------------------------- Start -------- */

/* Takes "--name=value" and "--name" from the command line. */
static bool set_option(mpv_handle *mpv, const char *argument) {
  char *name = strdup(argument + 2);
  char *value = name != NULL ? strchr(name, '=') : NULL;
  if (value != NULL) *value++ = '\0';
  int error = mpv_set_option_string(mpv, name, value != NULL ? value : "yes");
  free(name);
  return !failed(error, argument);
}

static bool start_mpv(struct player *player, mpv_handle *mpv, int argc, char **argv, int *ret_first) {
  static const char *const defaults[][2] = {
      {"vid", "no"}, {"idle", "yes"}, {"audio-fallback-to-null", "yes"}, {"ytdl", "no"}, {"msg-level", "all=error"},
  };
  int first = 1;
  if (mpv == NULL) return false;
  for (size_t i = 0; i < COUNT(defaults); ++i) mpv_set_option_string(mpv, defaults[i][0], defaults[i][1]);
  for (; first < argc && strncmp(argv[first], "--", 2) == 0; ++first) {
    if (argv[first][2] == '\0') {
      ++first;
      break;
    }
    if (!set_option(mpv, argv[first])) return false;
  }
  mpv_request_log_messages(mpv, "error");
  if (failed(mpv_initialize(mpv), "mpv")) return false;
  *ret_first = first;
  return media_open(&player->media, mpv);
}

static void load(mpv_handle *mpv, char **files, int count) {
  for (int i = 0; i < count; ++i) {
    char *path = path_from_uri(files[i]);
    failed(mpv_command(mpv, (const char *[]){"loadfile", path, "append", NULL}), files[i]);
    free(path);
  }
  if (get_flag(mpv, "shuffle")) mpv_command(mpv, (const char *[]){"playlist-shuffle", NULL});
  mpv_command(mpv, (const char *[]){"playlist-play-index", "0", NULL});
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  (void)app, (void)level, (void)user_data;
  write_line(stderr, "player: nowplaying: %s", message);
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
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  if (media_show(&player->media, &options, &callbacks)) return true;
  write_line(stderr, "player: nowplaying: %s", nowplaying_last_error());
  return false;
}

int main(int argc, char **argv) {
  struct player player = {.media.own_commands = &feedback_commands};
  player.media.own = &player;
  sigset_t ends;
  int first = argc;
  /* Blocks the signals before any thread starts, so that the loop gets them. */
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  int signals = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
  mpv_handle *mpv = mpv_create();

  if (start_mpv(&player, mpv, argc, argv, &first) && first < argc && start_session(&player)) {
    load(mpv, argv + first, argc - first);
    while (!player.quit) {
      if (media_turn(&player.media, signals) != 0) break;
      handle_events(&player);
    }
  } else {
    if (argc < 2 || first == argc) fprintf(stderr, "Usage: player [--OPTION[=VALUE] ...] FILE|PLAYLIST|URL ...\n");
    player.exit_code = 2;
  }
  media_close(&player.media);
  mpv_terminate_destroy(mpv);
  free_opinions(&player);
  close(signals);
  return player.exit_code;
}

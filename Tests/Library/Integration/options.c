/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The host's command line:
 * [--id=ID] [--name=NAME] [--desktop=ENTRY] [--address=ADDRESS] [--schemes=A,B] [--mimes=A,B] [--interruptions]
 * [--fd-loop] [--fd-loop-later] [--wakeup-loop] [--edges] [--log=LEVEL] [--closed-input] [--closed-errors] [--idle]
 * [--instance=NAME] [--position] [--choice] [--no-desktop] [--tracks=PREFIX]
 * [--playlists] [--without=raise,quit,open_uri,fullscreen,command,artwork,volume,queue_go_to,queue_add,queue_remove]
 * --fd-loop-later: dispatches only from the command "loop" on; --edges: waits for edges of the descriptor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

void die(const char *what) {
  fprintf(stderr, "host: %s\n", what);
  exit(2);
}

static size_t list(char *option, const char **items) {
  size_t count = 0;
  for (char *item = strtok(option, ","); item && count < 64; item = strtok(NULL, ",")) items[count++] = item;
  return count;
}

static int is(const char *option, const char *name) { return strcmp(option, name) == 0; }

static int begins(const char *option, const char *name) { return strncmp(option, name, strlen(name)) == 0; }

/** Takes the callback of a name out of the tables. */
static void without(const char *name, nowplaying_app_callbacks *table, nowplaying_session_callbacks *callbacks) {
  if (is(name, "raise")) table->raise = NULL;
  else if (is(name, "quit")) table->quit = NULL;
  else if (is(name, "open_uri")) table->open_uri = NULL;
  else if (is(name, "fullscreen")) table->fullscreen = NULL;
  else if (is(name, "command")) callbacks->command = NULL;
  else if (is(name, "artwork")) callbacks->artwork = NULL;
  else if (is(name, "volume")) callbacks->volume = NULL;
  else if (is(name, "queue_go_to")) callbacks->queue_go_to = NULL;
  else if (is(name, "queue_add")) callbacks->queue_add = NULL;
  else if (is(name, "queue_remove")) callbacks->queue_remove = NULL;
  else die("--without: an unknown callback");
}

nowplaying_app *make_app(int argc, char **argv, nowplaying_session_callbacks *callbacks) {
  static const char *schemes[64], *mimes[64], *left_out[64];
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks table = app_callbacks;
  options.application_id = "org.example.Tester";
  options.log_level = NOWPLAYING_LOG_DEBUG;
  options.uri_schemes = schemes;
  options.mime_types = mimes;
  for (int i = 1; i < argc; i++) {
    char *option = argv[i], *equals = strchr(option, '=');
    char *after = equals ? equals + 1 : option + strlen(option);
    if (begins(option, "--id=")) options.application_id = after;
    else if (begins(option, "--name=")) options.display_name = after;
    else if (begins(option, "--desktop=")) options.desktop_entry = after;
    else if (begins(option, "--address=")) options.bus_address = after;
    else if (begins(option, "--schemes=")) options.uri_scheme_count = list(after, schemes);
    else if (begins(option, "--mimes=")) options.mime_type_count = list(after, mimes);
    else if (is(option, "--fd-loop") || is(option, "--fd-loop-later")) {
      options.loop = NOWPLAYING_LOOP_FD;
      is_looping = is(option, "--fd-loop");
    } else if (begins(option, "--log=")) options.log_level = (int32_t)integer(after);
    else if (is(option, "--edges")) {
      options.loop = NOWPLAYING_LOOP_FD;
      is_edge_triggered = 1;
    } else if (is(option, "--wakeup-loop")) options.loop = NOWPLAYING_LOOP_WAKEUP;
    else if (is(option, "--playlists")) table.activate_playlist = on_activate_playlist;
    else if (is(option, "--position")) callbacks->position = on_position;
    else if (is(option, "--choice")) callbacks->select_track = on_select_track;
    else if (is(option, "--idle")) options.flags |= NOWPLAYING_APP_SHOW_IDLE;
    else if (is(option, "--no-desktop")) options.flags |= NOWPLAYING_APP_NO_DESKTOP_ENTRY;
    else if (begins(option, "--bus-name=")) options.bus_name = after;
    else if (begins(option, "--tracks=")) options.track_path_prefix = after;
    else if (begins(option, "--instance=")) options.instance = after;
    else if (is(option, "--closed-input")) close_input();
    else if (is(option, "--closed-errors")) close(STDERR_FILENO);
    else if (is(option, "--interruptions")) options.flags |= NOWPLAYING_APP_INTERRUPTIONS;
    else if (begins(option, "--without="))
      for (size_t n = list(after, left_out); n-- > 0;) without(left_out[n], &table, callbacks);
    else die("an unknown option; the head of options.c lists them");
  }
  table.user_data = strdup("app");
  if (options.loop == NOWPLAYING_LOOP_WAKEUP) prepare_wakeups();
  nowplaying_app *made = NULL;
  nowplaying_status status = nowplaying_app_new(&options, &table, &made);
  json_begin("answer", "app");
  json_integer("status", status);
  json_text("error", status ? nowplaying_last_error() : "");
  json_end();
  if (status) exit(1);
  return made;
}

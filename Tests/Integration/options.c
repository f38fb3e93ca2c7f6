/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The host's command line:
 * [--id=ID] [--name=NAME] [--desktop=ENTRY] [--address=ADDRESS] [--schemes=A,B] [--mimes=A,B] [--interruptions]
 * [--fd-loop] [--fd-loop-later] [--wakeup-loop] [--edges] [--log=LEVEL] [--closed-input] [--closed-errors] [--idle]
 * [--instance=NAME] [--position]
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

/** Takes the callback of a name out of the tables. */
static void without(const char *name, nowplaying_app_callbacks *table, nowplaying_session_callbacks *callbacks) {
  if (strcmp(name, "raise") == 0) {
    table->raise = NULL;
  } else if (strcmp(name, "quit") == 0) {
    table->quit = NULL;
  } else if (strcmp(name, "open_uri") == 0) {
    table->open_uri = NULL;
  } else if (strcmp(name, "fullscreen") == 0) {
    table->fullscreen = NULL;
  } else if (strcmp(name, "command") == 0) {
    callbacks->command = NULL;
  } else if (strcmp(name, "artwork") == 0) {
    callbacks->artwork = NULL;
  } else if (strcmp(name, "volume") == 0) {
    callbacks->volume = NULL;
  } else if (strcmp(name, "queue_go_to") == 0) {
    callbacks->queue_go_to = NULL;
  } else if (strcmp(name, "queue_add") == 0) {
    callbacks->queue_add = NULL;
  } else if (strcmp(name, "queue_remove") == 0) {
    callbacks->queue_remove = NULL;
  } else {
    die("--without: an unknown callback");
  }
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
    char *option = argv[i], *is = strchr(option, '=');
    char *after = is ? is + 1 : option + strlen(option);
    if (strncmp(option, "--id=", 5) == 0) {
      options.application_id = after;
    } else if (strncmp(option, "--name=", 7) == 0) {
      options.display_name = after;
    } else if (strncmp(option, "--desktop=", 10) == 0) {
      options.desktop_entry = after;
    } else if (strncmp(option, "--address=", 10) == 0) {
      options.bus_address = after;
    } else if (strncmp(option, "--schemes=", 10) == 0) {
      options.uri_scheme_count = list(after, schemes);
    } else if (strncmp(option, "--mimes=", 8) == 0) {
      options.mime_type_count = list(after, mimes);
    } else if (strcmp(option, "--fd-loop") == 0 || strcmp(option, "--fd-loop-later") == 0) {
      options.loop = NOWPLAYING_LOOP_FD;
      is_looping = strcmp(option, "--fd-loop") == 0;
    } else if (strncmp(option, "--log=", 6) == 0) {
      options.log_level = (int32_t)integer(after);
    } else if (strcmp(option, "--edges") == 0) {
      options.loop = NOWPLAYING_LOOP_FD;
      is_edge_triggered = 1;
    } else if (strcmp(option, "--wakeup-loop") == 0) {
      options.loop = NOWPLAYING_LOOP_WAKEUP;
    } else if (strcmp(option, "--playlists") == 0) {
      table.activate_playlist = on_activate_playlist;
    } else if (strcmp(option, "--position") == 0) {
      callbacks->position = on_position;
    } else if (strcmp(option, "--idle") == 0) {
      options.flags |= NOWPLAYING_APP_SHOW_IDLE;
    } else if (strncmp(option, "--instance=", 11) == 0) {
      options.instance = after;
    } else if (strcmp(option, "--closed-input") == 0) {
      close_input();
    } else if (strcmp(option, "--closed-errors") == 0) {
      close(STDERR_FILENO);
    } else if (strcmp(option, "--interruptions") == 0) {
      options.flags |= NOWPLAYING_APP_INTERRUPTIONS;
    } else if (strncmp(option, "--without=", 10) == 0) {
      for (size_t n = list(after, left_out); n-- > 0;) without(left_out[n], &table, callbacks);
    } else {
      die("an unknown option; the head of options.c lists them");
    }
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

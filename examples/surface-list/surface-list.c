/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: surface-list             prints a line for each change of each player, until Ctrl-C
 *        surface-list --once      prints the players that there are, the most important first */
#include <nowplaying/surface.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

static const char *const states[] = {"stopped", "playing", "paused", "buffering", "interrupted", "error"};

static const char *state_word(int32_t state) { return state >= 0 && state < 6 ? states[state] : "paused"; }

static void print(const char *what, const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  (void)nowplaying_surface_session_get_info(session, &info);
  (void)nowplaying_surface_session_get_snapshot(session, NOWPLAYING_TIME_NOW, &snapshot);
  printf("%-8s %s%s: %s", what, info.display_name, info.abilities & NOWPLAYING_SURFACE_IS_REMOTE ? " (remote)" : "",
         state_word(snapshot.state));
  if (snapshot.elapsed_us != NOWPLAYING_TIME_UNKNOWN) printf(" at %lld s", (long long)(snapshot.elapsed_us / 1000000));
  if (nowplaying_surface_session_get_item(session, &item) == NOWPLAYING_OK) {
    if (item.duration_kind == NOWPLAYING_DURATION_FINITE) printf(" of %lld s", (long long)(item.duration_us / 1000000));
    printf(", \"%s\"", item.first_line);
    if (item.second_line[0]) printf(" by %s", item.second_line);
  }
  size_t commands = 0, enabled = 0;
  while (nowplaying_surface_session_get_command(session, commands, &command) == NOWPLAYING_OK) {
    commands++;
    enabled += command.enabled != 0;
  }
  printf(", %zu of %zu commands\n", enabled, commands);
  fflush(stdout);
}

static void added(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  (void)surface, (void)user_data;
  print("added", session);
}

static void changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                    nowplaying_surface_changes changes, void *user_data) {
  (void)surface, (void)changes, (void)user_data;
  print("changed", session);
}

static void removed(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  (void)surface, (void)user_data;
  print("removed", session);
}

/* Called once all players that ran at the start have answered. */
static void listed(nowplaying_surface *surface, void *user_data) {
  nowplaying_surface_session *sessions[64];
  size_t count = 0;
  *(int *)user_data = 1;
  if (nowplaying_surface_get_sessions(surface, sessions, 64, &count) != NOWPLAYING_OK) return;
  for (size_t i = 0; i < count && i < 64; i++) {
    print("there is", sessions[i]);
    nowplaying_surface_session_unref(sessions[i]);
  }
}

int main(int argc, char **argv) {
  int once = argc > 1 && strcmp(argv[1], "--once") == 0, is_listed = 0;
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_surface *surface = NULL;
  struct pollfd fd = {.fd = -1, .events = POLLIN};
  options.name = "surface-list";
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.user_data = &is_listed;
  callbacks.listed = listed;
  if (!once) callbacks.added = added, callbacks.changed = changed, callbacks.removed = removed;

  if (nowplaying_surface_new(&options, &callbacks, &surface) || nowplaying_surface_get_fd(surface, &fd.fd)) {
    fprintf(stderr, "surface-list: %s\n", nowplaying_surface_last_error());
    return 1;
  }
  while (!(once && is_listed) && (poll(&fd, 1, -1) < 0 || nowplaying_surface_dispatch(surface) == NOWPLAYING_OK)) {
  }
  nowplaying_surface_free(surface);
  return 0;
}

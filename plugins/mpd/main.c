/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: mpd-remote [[NAME=][PASSWORD@]HOST[:PORT] …]
 *
 * Shows each Music Player Daemon as a player of its own on the desktop, and lets the desktop drive it, until Ctrl-C or
 * SIGTERM. HOST may be the path of a socket. Without arguments: the one that MPD_HOST and MPD_PORT name. */
#include "mpd-remote.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>

/* The servers. They live until the process ends, because their threads may still use them. */
static struct server *servers;
static size_t server_count;

/* ---------------------------------------------------------------------------------------------- Start ----------- */

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  write_line(stderr, "mpd-remote: nowplaying: %s", message);
}

static nowplaying_app *new_app(void) {
  nowplaying_app *app = NULL;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "mpd-remote";
  options.display_name = "MPD";
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = on_log;
  if (nowplaying_app_new(&options, &callbacks, &app) != NOWPLAYING_OK) {
    write_line(stderr, "mpd-remote: nowplaying: %s", nowplaying_last_error());
  }
  return app;
}

/* Returns whether the last server is another than those before it. */
static bool is_new(void) {
  for (size_t i = 0; i + 1 < server_count; ++i) {
    if (strcmp(servers[i].address.id, servers[server_count - 1].address.id) == 0) return false;
  }
  return true;
}

/* Makes a server for each address; the only one may be NULL. */
static bool parse(char *const *addresses, size_t count) {
  servers = g_new0(struct server, count);
  while (server_count < count) {
    struct server *server = &servers[server_count];
    const char *text = addresses[server_count++];
    server_init(server);
    bool is_right = (text == NULL || text[0] != '-') && address_parse(&server->address, text);
    if (is_right && is_new()) continue;
    write_line(stderr, "%s: %s", text != NULL ? text : "MPD_HOST",
               is_right ? "named twice" : "not the address of a server");
    write_line(stderr, "Usage: mpd-remote [[NAME=][PASSWORD@]HOST[:PORT] ...]");
    return false;
  }
  return true;
}

/* ----------------------------------------------------------------------------------------------- Loop ----------- */

/* Returns the timeout of poll(), in milliseconds; -1 for none. */
static int timeout(void) {
  int64_t first = NEVER, now = g_get_monotonic_time();
  for (size_t i = 0; i < server_count; ++i) first = MIN(first, server_deadline(&servers[i]));
  return first == NEVER ? -1 : first <= now ? 0 : (int)((first - now + 999) / 1000);
}

/* Serves until a signal comes. */
static void run(nowplaying_app *app, int signals) {
  struct pollfd *fds = g_new0(struct pollfd, 2 + server_count);
  fds[0] = (struct pollfd){.fd = signals, .events = POLLIN};
  fds[1] = (struct pollfd){.fd = -1, .events = POLLIN};
  nowplaying_app_get_fd(app, &fds[1].fd);
  while (fds[0].revents == 0) {
    for (size_t i = 0; i < server_count; ++i) server_turn(&servers[i]);
    nowplaying_app_dispatch(app);
    for (size_t i = 0; i < server_count; ++i) fds[2 + i] = connection_pollfd(&servers[i].connection);
    if (poll(fds, 2 + server_count, timeout()) < 0 && errno != EINTR) break;
  }
  g_free(fds);
}

int main(int argc, char **argv) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  /* libmpdclient does not prevent SIGPIPE when it writes to a closed connection. */
  signal(SIGPIPE, SIG_IGN);
  if (!parse(argv + 1, argc > 1 ? (size_t)argc - 1 : 1)) return 2;
  nowplaying_app *app = new_app();
  if (app == NULL) return 2;
  for (size_t i = 0; i < server_count; ++i) servers[i].app = app;
  run(app, signalfd(-1, &ends, SFD_CLOEXEC));
  nowplaying_app_free(app);
  return 0;
}

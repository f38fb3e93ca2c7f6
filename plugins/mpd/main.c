/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: mpd-remote [[NAME=][PASSWORD@]HOST[:PORT] …]
 *
 * Shows each Music Player Daemon as a player of its own on the desktop, and lets the desktop drive it, until Ctrl-C or
 * SIGTERM. HOST may be the path of a socket. Without arguments: the one that MPD_HOST and MPD_PORT name. */
#include "mpd-remote.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* ---------------------------------------------------------------------------------------------- Start ----------- */

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  (void)app, (void)level, (void)user_data;
  fprintf(stderr, "mpd-remote: nowplaying: %s\n", message);
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
    fprintf(stderr, "mpd-remote: nowplaying: %s\n", nowplaying_last_error());
  }
  return app;
}

static bool is_new(const struct server *servers, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(servers[i].address.id, servers[count].address.id) == 0) return false;
  }
  return true;
}

/* Reads the servers from the command line. */
static bool parse(struct server *servers, size_t *count, char *const *arguments, int argument_count) {
  for (int i = 0; i < argument_count || i == 0; ++i) {
    const char *text = argument_count > 0 ? arguments[i] : NULL;
    server_init(&servers[*count]);
    bool is_right = (text == NULL || text[0] != '-') && address_parse(&servers[*count].address, text);
    ++*count;
    if (is_right && is_new(servers, *count - 1)) continue;
    fprintf(stderr, "%s: %s\nUsage: mpd-remote [[NAME=][PASSWORD@]HOST[:PORT] ...]\n", text != NULL ? text : "MPD_HOST",
            is_right ? "named twice" : "not the address of a server");
    return false;
  }
  return true;
}

/* ----------------------------------------------------------------------------------------------- Loop ----------- */

/* Returns the timeout of poll(), in milliseconds; -1 for none. */
static int timeout(const struct server *servers, size_t count) {
  int64_t first = NEVER, now = now_us();
  for (size_t i = 0; i < count; ++i) {
    int64_t deadline = server_deadline(&servers[i]);
    if (deadline < first) first = deadline;
  }
  return first == NEVER ? -1 : first <= now ? 0 : (int)((first - now + 999) / 1000);
}

static void run(nowplaying_app *app, struct server *servers, size_t count, struct pollfd *fds, int signals) {
  struct signalfd_siginfo signal;
  fds[0] = (struct pollfd){.fd = signals, .events = POLLIN};
  fds[1] = (struct pollfd){.fd = -1, .events = POLLIN};
  nowplaying_app_get_fd(app, &fds[1].fd);
  for (;;) {
    for (size_t i = 0; i < count; ++i) {
      fds[2 + 2 * i] = connection_pollfd(&servers[i].connection);
      fds[3 + 2 * i] = connection_pollfd(&servers[i].covers.connection);
    }
    if (poll(fds, 2 + 2 * count, timeout(servers, count)) < 0 && errno != EINTR) return;
    /* SIGRTMIN only wakes the loop: every turn checks for answers of the name service. */
    while (read(signals, &signal, sizeof signal) > 0) {
      if (signal.ssi_signo != (uint32_t)SIGRTMIN) return;
    }
    for (size_t i = 0; i < count; ++i) server_turn(&servers[i]);
    nowplaying_app_dispatch(app);
  }
}

int main(int argc, char **argv) {
  size_t most = argc > 1 ? (size_t)argc - 1 : 1, count = 0;
  struct server *servers = calloc(most, sizeof *servers);
  struct pollfd *fds = calloc(2 + 2 * most, sizeof *fds);
  sigset_t handled;
  int exit_code = 2;
  sigemptyset(&handled);
  sigaddset(&handled, SIGINT);
  sigaddset(&handled, SIGTERM);
  sigaddset(&handled, SIGHUP);
  sigaddset(&handled, SIGRTMIN);
  sigprocmask(SIG_BLOCK, &handled, NULL);
  int signals = signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK);

  nowplaying_app *app = NULL;
  if (servers != NULL && fds != NULL && parse(servers, &count, argv + 1, argc - 1) && (app = new_app()) != NULL) {
    for (size_t i = 0; i < count; ++i) servers[i].app = app;
    run(app, servers, count, fds, signals);
    exit_code = 0;
  }
  for (size_t i = 0; i < count; ++i) server_free(&servers[i]);
  nowplaying_app_free(app);
  free(servers);
  free(fds);
  close(signals);
  return exit_code;
}

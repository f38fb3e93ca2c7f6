/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: nowplaying-browser-host --install   tells the browsers of this user where the host is
 *        nowplaying-browser-host --remove    undoes that
 *        nowplaying-browser-host --list      shows which of them know it
 *        nowplaying-browser-host [WORD…]     serves a browser
 *
 * Started by a browser for the extension beside it, which tells on standard input what tabs play. Shows each of them on
 * the desktop, and tells on standard output what the desktop asks for, until standard input ends. The browser gives it
 * words of its own, which are not needed. */
#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------------ Messages ------- */

static void take_state(struct json_object *message) {
  struct json_object *state = NULL;
  struct tab *tab;
  const char *id = text_of(message, "id");
  if (id == NULL || !json_object_object_get_ex(message, "state", &state)) return;
  if ((tab = tabs_find(id, true)) == NULL) return;
  tab->is_private = truth_of(message, "private");
  publish(tab, state);
}

static void take(struct json_object *message) {
  const char *type = text_of(message, "type");
  if (type == NULL) return;
  if (tabs_app() == NULL) {
    if (strcmp(type, "hello") == 0) tabs_open(text_of(message, "browser"));
  } else if (strcmp(type, "state") == 0) {
    take_state(message);
  } else if (strcmp(type, "gone") == 0) {
    const char *id = text_of(message, "id");
    struct tab *tab = id != NULL ? tabs_find(id, false) : NULL;
    if (tab != NULL) tabs_remove(tab);
  } else if (strcmp(type, "reply") == 0) {
    requests_reply(message);
  } else if (strcmp(type, "picture") == 0) {
    requests_add_piece(message);
  }
}

/* ----------------------------------------------------------------------------------------------- Loop ----------- */

/* Serves until a signal comes, or the browser has gone. */
static void run(int signals) {
  struct pollfd fds[4];
  bool is_open = true;
  while (is_open) {
    int timeout;
    nowplaying_app *app = tabs_app();
    fds[0] = (struct pollfd){.fd = signals, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = STDIN_FILENO, .events = channel_events(&timeout)};
    fds[2] = (struct pollfd){.fd = -1, .events = POLLIN};
    if (app != NULL) nowplaying_app_get_fd(app, &fds[2].fd);
    fds[3] = (struct pollfd){.fd = channel_flush() ? STDOUT_FILENO : -1, .events = POLLOUT};
    /* Without events, poll() would still report that the browser has closed its end, again and again. */
    if (fds[1].events == 0) fds[1].fd = -1;
    if (poll(fds, COUNT(fds), timeout) < 0 && errno != EINTR) return;
    if (fds[0].revents != 0) return;
    if (fds[1].revents != 0 || fds[1].fd < 0) is_open = channel_receive(take);
    if (tabs_app() != NULL) nowplaying_app_dispatch(tabs_app());
  }
}

int main(int argc, char **argv) {
  sigset_t ends;
  if (argc == 2 && strncmp(argv[1], "--", 2) == 0) return install(argv[1] + 2);
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  signal(SIGPIPE, SIG_IGN);
  /* Memory for a picture is given back to the system when it is not needed any more. */
  mallopt(M_MMAP_THRESHOLD, 64 * 1024);
  mallopt(M_TRIM_THRESHOLD, 64 * 1024);
  fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
  fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_NONBLOCK);
  run(signalfd(-1, &ends, SFD_CLOEXEC));
  requests_close();
  tabs_close();
  return 0;
}

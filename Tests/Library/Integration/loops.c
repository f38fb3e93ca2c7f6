/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The host's main loop, which it also runs inside a callback when that is ordered. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "host.h"

int is_looping = 1, is_edge_triggered, input = STDIN_FILENO;
nowplaying_app *app;

/** How often the library was dispatched. */
static int64_t turns;
/** Whether the next callback of the app runs a main loop until "leave". */
static int will_nest, is_nested;

/** Readable when `wakeup` was called. */
static int wakeup_fd = -1;

void prepare_wakeups(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  /* Avoids the closed standard descriptors, because tests check how the library handles them. */
  wakeup_fd = fcntl(fd, F_DUPFD_CLOEXEC, 100);
  close(fd);
  if (wakeup_fd < 0) die("eventfd failed");
}

void wake(void) {
  if (eventfd_write(wakeup_fd, 1)) die("eventfd_write failed");
}

static void take_turn(void) {
  eventfd_t wakeups;
  eventfd_read(wakeup_fd, &wakeups);
  nowplaying_status status = nowplaying_app_dispatch(app);
  turns++;
  if (status != (is_nested ? NOWPLAYING_ERROR_BUSY : NOWPLAYING_OK)) die("dispatch failed");
}

void close_input(void) {
  input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100);
  close(STDIN_FILENO);
}

/** Waits; returns which of the input (1) and the app (2) can be read. */
static int wait_by_poll(int app_fd) {
  struct pollfd fds[2] = {{.fd = input, .events = POLLIN},
                          {.fd = app && is_looping ? app_fd : -1, .events = POLLIN}};
  if (poll(fds, 2, -1) < 0 && errno != EINTR) die("poll failed");
  return (fds[0].revents != 0) | (fds[1].revents != 0) << 1;
}

/** Waits like wait_by_poll(), but edge-triggered for the app, as the loops of tokio and mio do. */
static int wait_by_edges(int app_fd) {
  static int epoll = -1;
  if (epoll < 0) {
    epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event words = {.events = EPOLLIN, .data.u32 = 1}, edge = {.events = EPOLLIN | EPOLLET, .data.u32 = 2};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, input, &words) || epoll_ctl(epoll, EPOLL_CTL_ADD, app_fd, &edge)) {
      die("epoll_ctl failed");
    }
  }
  struct epoll_event ready[2];
  int count = epoll_wait(epoll, ready, 2, -1), bits = 0;
  for (int i = 0; i < count; i++) bits |= (int)ready[i].data.u32;
  return app ? bits : bits & 1;
}

void run_loop(void) {
  int32_t app_fd = wakeup_fd;
  (void)nowplaying_app_get_fd(app, &app_fd); /* Untouched where the library calls `wakeup`. */
  int was_nested = is_nested;
  while (is_nested == was_nested) {
    int ready = is_edge_triggered ? wait_by_edges(app_fd) : wait_by_poll(app_fd);
    if (ready & 2) take_turn();
    if (ready & 1 && !read_commands()) return;
  }
}

void nest_if_ordered(void) {
  if (!will_nest) return;
  will_nest = 0;
  is_nested = 1;
  json_begin("event", "nested");
  json_end();
  run_loop();
}

/* loop: dispatches from now on */
nowplaying_status do_loop(char **words, int count) {
  is_looping = 1;
  return NOWPLAYING_OK;
}

/* close_input */
nowplaying_status do_close_input(char **words, int count) {
  close_input();
  return NOWPLAYING_OK;
}

/* hold: does not dispatch any more */
nowplaying_status do_hold(char **words, int count) {
  is_looping = 0;
  return NOWPLAYING_OK;
}

/* await: waits until the app has something to do, and does not dispatch */
nowplaying_status do_await(char **words, int count) {
  struct pollfd fd = {.events = POLLIN};
  nowplaying_app_get_fd(app, &fd.fd);
  return poll(&fd, 1, 10000) == 1 ? NOWPLAYING_OK : NOWPLAYING_ERROR_TIMED_OUT;
}

/* nest: the next raise, quit, open_uri or primary_result runs a main loop */
nowplaying_status do_nest(char **words, int count) {
  will_nest = 1;
  return NOWPLAYING_OK;
}

/* leave: ends the main loop that "nest" has begun */
nowplaying_status do_leave(char **words, int count) {
  is_nested = 0;
  return NOWPLAYING_OK;
}

/* turns: answers with the number of dispatches as the value */
nowplaying_status do_turns(char **words, int count) {
  value = turns;
  return NOWPLAYING_OK;
}

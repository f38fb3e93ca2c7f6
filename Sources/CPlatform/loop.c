/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* epoll, eventfd, timerfd, inotify. */
#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "CPlatform.h"

static int32_t result(int value) { return value < 0 ? -errno : value; }

int32_t np_epoll_new(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

int32_t np_epoll_set(int32_t epoll, int32_t fd, uint32_t was, uint32_t events, uint32_t key) {
  struct epoll_event event = {
      .events = (events & NP_POLL_IN ? EPOLLIN : 0u) | (events & NP_POLL_OUT ? EPOLLOUT : 0u) |
                (events & NP_POLL_EDGE ? EPOLLET : 0u),
      .data.u32 = key,
  };
  int operation = !events ? EPOLL_CTL_DEL : !was ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  return result(epoll_ctl(epoll, operation, fd, &event));
}

uint32_t np_epoll_wait(int32_t epoll, int32_t timeout_ms) {
  struct epoll_event events[8];
  int count = epoll_wait(epoll, events, 8, timeout_ms);
  uint32_t ready = 0;
  for (int i = 0; i < count; i++) ready |= 1u << (events[i].data.u32 & 31);
  return ready;
}

void np_poll_one(int32_t fd, uint32_t events, int32_t timeout_ms) {
  struct pollfd one = {.fd = fd,
                       .events = (short)((events & NP_POLL_IN ? POLLIN : 0) | (events & NP_POLL_OUT ? POLLOUT : 0))};
  poll(&one, 1, timeout_ms);
}

int32_t np_eventfd_new(void) { return result(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

void np_eventfd_signal(int32_t fd) {
  uint64_t one = 1;
  /* Full (2^64 - 2 unread wakes) means that it is readable already. */
  ssize_t written = write(fd, &one, sizeof one);
  (void)written;
}

int32_t np_timerfd_new(void) { return result(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)); }

void np_timerfd_set(int32_t fd, int64_t at_us) {
  struct itimerspec spec = {0};
  if (at_us != INT64_MAX) {
    if (at_us < 1) at_us = 1; /* all zero would disarm it */
    spec.it_value.tv_sec = at_us / 1000000;
    spec.it_value.tv_nsec = at_us % 1000000 * 1000;
  }
  timerfd_settime(fd, TFD_TIMER_ABSTIME, &spec, NULL);
}

void np_timerfd_drain(int32_t fd) {
  uint64_t expirations;
  ssize_t count = read(fd, &expirations, sizeof expirations);
  (void)count;
}

int32_t np_watch_new(const char *directory) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -errno;
  if (inotify_add_watch(fd, directory, IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) < 0) {
    int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

void np_watch_drain(int32_t fd) {
  char buffer[4096];
  while (read(fd, buffer, sizeof buffer) > 0) {
  }
}

void np_close(int32_t fd) {
  if (fd >= 0) close(fd);
}

int32_t np_is_stream_socket(int32_t fd) {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

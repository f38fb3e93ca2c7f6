/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions for the loop: epoll, eventfd, timerfd, inotify. */
#include <errno.h>
#include <limits.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "platform.h"

static int32_t result(int value) { return value < 0 ? -errno : value; }

int32_t np_epoll_new(void) { return np_above_stdio(epoll_create1(EPOLL_CLOEXEC)); }

int32_t np_epoll_set(int32_t epoll, int32_t fd, uint32_t was, uint32_t events, uint32_t key) {
  _Static_assert(NP_POLL_IN == EPOLLIN && NP_POLL_OUT == EPOLLOUT && NP_POLL_EDGE == EPOLLET, "epoll");
  struct epoll_event event = {.events = events, .data.u32 = key};
  int operation = !events ? EPOLL_CTL_DEL : !was ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  return result(epoll_ctl(epoll, operation, fd, &event));
}

int32_t np_epoll_wait(int32_t epoll, bool waits, uint32_t ret_keys[NP_MOST_READY]) {
  struct epoll_event events[NP_MOST_READY];
  int count = epoll_wait(epoll, events, NP_MOST_READY, waits ? -1 : 0);
  for (int i = 0; i < count; i++) ret_keys[i] = events[i].data.u32;
  return count < 0 ? 0 : count;
}

bool np_poll_one(int32_t fd, uint32_t events, int64_t until_us) {
  _Static_assert(NP_POLL_IN == POLLIN && NP_POLL_OUT == POLLOUT, "poll");
  struct pollfd one = {.fd = fd, .events = (short)events};
  int64_t left = until_us - np_now_us();
  /* A negative time is refused by ppoll(), so that a time that is over does not wait. */
  return ppoll(&one, 1, &(struct timespec){left / 1000000, left % 1000000 * 1000}, NULL) > 0;
}

/** Returns the number of bytes that a socket has sent and its other end has not read yet. */
static int unread(int fd) {
  int size;
  return ioctl(fd, SIOCOUTQ, &size) < 0 ? 0 : size;
}

int64_t np_socket_receive(int32_t fd, void *buffer, size_t capacity) { return recv(fd, buffer, capacity, 0); }

int64_t np_socket_send(int32_t fd, const void *data, size_t size) { return send(fd, data, size, MSG_NOSIGNAL); }

bool np_socket_takes_data(int32_t fd) {
  struct pollfd one = {.fd = fd, .events = POLLOUT};
  return poll(&one, 1, 0) != 0;
}

bool np_socket_holds_data(int32_t fd) {
  int size;
  return ioctl(fd, FIONREAD, &size) != 0 || size != 0;
}

bool np_socket_await(int32_t fd, uint32_t events, int64_t patience_us, int64_t until_us) {
  for (;;) {
    int before = unread(fd);
    int64_t now = np_now_us(), end = until_us - now < patience_us ? until_us : now + patience_us;
    /* Repeated when a signal has interrupted the wait. */
    for (; now < end; now = np_now_us())
      if (np_poll_one(fd, events, end)) return true;
    if (end >= until_us || unread(fd) >= before) return false;
  }
}

void np_socket_finish(int32_t fd, int64_t patience_us, int64_t until_us) {
  char discarded[BUFSIZ];
  shutdown(fd, SHUT_WR);
  for (;;) {
    ssize_t size = recv(fd, discarded, sizeof discarded, MSG_DONTWAIT);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return;
    if (size < 0 && !np_socket_await(fd, NP_POLL_IN, patience_us, until_us)) return;
    if (np_now_us() >= until_us) return;
  }
}

int32_t np_eventfd_new(void) { return np_above_stdio(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

void np_eventfd_signal(int32_t fd) {
  uint64_t one = 1;
  int32_t cancellation = np_cancel_disable();
  /* An error means that the counter is full (2^64 - 2 wakes that were not read), so that it is readable already. */
  ssize_t written = write(fd, &one, sizeof one);
  (void)written;
  np_cancel_restore(cancellation);
}

int32_t np_timerfd_new(void) { return np_above_stdio(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)); }

void np_timerfd_set(int32_t fd, int64_t at_us) {
  struct itimerspec spec = {0};
  if (at_us != INT64_MAX) {
    if (at_us < 1) at_us = 1; /* a time of zero would disarm it */
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

int32_t np_watch_new(const char *path, char **ret_name) {
  *ret_name = NULL;
  char directory[PATH_MAX];
  size_t length = strlen(path);
  if (length >= sizeof directory || path[0] != '/') return -EINVAL;
  memcpy(directory, path, length + 1);
  int fd = np_above_stdio(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (np_is_error(fd)) return fd;
  for (;;) {
    char *slash = strrchr(directory, '/');
    if (!slash) break;
    size_t start = (size_t)(slash - directory) + 1;
    *slash = 0;
    if (inotify_add_watch(fd, *directory ? directory : "/",
                          IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR) >= 0) {
      size_t end = start + strcspn(path + start, "/");
      *ret_name = strndup(path + start, end - start);
      if (*ret_name) return fd;
      errno = ENOMEM;
    }
    if (errno != ENOENT && errno != ENOTDIR) break;
  }
  int error = errno;
  close(fd);
  return -error;
}

bool np_watch_drain(int32_t fd, const char *name) {
  union {
    char bytes[BUFSIZ];
    struct inotify_event aligned;
  } buffer;
  bool appeared = false;
  ssize_t size;
  while ((size = read(fd, &buffer, sizeof buffer)) > 0) {
    for (ssize_t at = 0; at < size;) {
      const struct inotify_event *event = (const struct inotify_event *)(buffer.bytes + at);
      if (event->mask & (IN_CREATE | IN_MOVED_TO)) {
        if (event->len && name && strcmp(event->name, name) == 0) appeared = true;
      } else {
        /* The directory was removed or moved, or events were lost. */
        appeared = true;
      }
      at += (ssize_t)(sizeof *event + event->len);
    }
  }
  return appeared;
}

void np_free(void *memory) { free(memory); }

void np_close(int32_t fd) {
  if (fd >= 0) close(fd);
}

bool np_is_stream_socket(int32_t fd) {
  int type;
  socklen_t size = sizeof type;
  return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

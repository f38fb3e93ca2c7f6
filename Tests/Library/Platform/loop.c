/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests everything that wakes the loop: descriptors, times, and paths that appear. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"
#include "system.h"

enum { SECOND = 1000000, LONG = 60500000 };

static int strndup_fails;
char *__real_strndup(const char *text, size_t size);
char *__wrap_strndup(const char *text, size_t size);
char *__wrap_strndup(const char *text, size_t size) { return strndup_fails ? NULL : __real_strndup(text, size); }

/** The timeout of the last poll. */
static int64_t waited_us;
/** While `is_slow` is set, a wait only advances the clock, and during each of the first `slow_messages` waits the other
 * end reads a message. */
static int is_slow, slow_messages, ends[2];
static int64_t passed_us;
int __real_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask);
int __wrap_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask);
int __wrap_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask) {
  char message[7];
  waited_us = time->tv_sec * (int64_t)SECOND + time->tv_nsec / 1000;
  if (!is_slow) return __real_ppoll(descriptors, count, time, mask);
  passed_us += waited_us;
  if (slow_messages-- > 0) CHECK(read(ends[1], message, sizeof message) == sizeof message);
  return 0;
}

/* The name that fortify.h gives this function when the compiler defers its check. */
int __wrap___ppoll_chk(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask,
                       size_t size);
int __wrap___ppoll_chk(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask,
                       size_t size) {
  CHECK(count * sizeof *descriptors <= size);
  return __wrap_ppoll(descriptors, count, time, mask);
}

int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
  if (!is_slow) return __real_clock_gettime(clock, now);
  *now = (struct timespec){.tv_sec = passed_us / SECOND, .tv_nsec = passed_us % SECOND * 1000};
  return 0;
}

/** Returns the keys of ready descriptors, as bits. */
static uint32_t ready(int epoll, bool waits) {
  uint32_t found[NP_MOST_READY], bits = 0;
  int count = np_epoll_wait(epoll, waits, found);
  for (int i = 0; i < count; i++) bits |= 1u << found[i];
  return bits;
}

/** If more descriptors are ready than one wait reports, the next wait reports the others. */
static void many_keys(void) {
  int epoll = np_epoll_new(), wakes[17];
  uint32_t found[20];
  for (uint32_t i = 0; i < 17; i++) {
    wakes[i] = np_eventfd_new();
    CHECK_EQUAL(np_epoll_set(epoll, wakes[i], 0, NP_POLL_IN, 0x10000 + i), 0);
    np_eventfd_signal(wakes[i]);
  }
  found[16] = 77;
  CHECK_EQUAL(np_epoll_wait(epoll, false, found), 16);
  CHECK(found[0] == 0x10000 && found[1] == 0x10001 && found[15] == 0x1000F && found[16] == 77);
  CHECK_EQUAL(np_epoll_wait(epoll, true, found), 16);
  CHECK(found[0] == 0x10010 && found[1] == 0x10000);
  CHECK_EQUAL(np_epoll_wait(-1, false, found), 0);
  for (int i = 0; i < 17; i++) np_close(wakes[i]);
  np_close(epoll);
}

/** Tests a program that has closed its input. */
static void above_stdio(void) {
  struct rlimit limit, none;
  char *name = NULL;
  int made[] = {np_epoll_new(), np_eventfd_new(), np_timerfd_new(), np_watch_new("/missing", &name)};
  np_free(name);
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
    CHECK(made[i] > 2);
    CHECK_EQUAL(fcntl(made[i], F_GETFD), FD_CLOEXEC);
    close(made[i]);
  }
  CHECK_EQUAL(fcntl(0, F_GETFD), -1);
  errno = EMFILE;
  CHECK_EQUAL(np_above_stdio(-1), -EMFILE);
  CHECK_EQUAL(np_above_stdio(3), 3);
  /* The descriptor cannot be moved. */
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  none = (struct rlimit){.rlim_cur = 3, .rlim_max = limit.rlim_max};
  CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
  CHECK_EQUAL(np_eventfd_new(), -EINVAL);
  CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK_EQUAL(fcntl(0, F_GETFD), -1);
}

static void keys(void) {
  int epoll = np_epoll_new(), wakes[8], pair[2];
  CHECK_EQUAL(ready(epoll, false), 0);
  for (uint32_t i = 0; i < 8; i++) {
    wakes[i] = np_eventfd_new();
    CHECK_EQUAL(np_epoll_set(epoll, wakes[i], 0, NP_POLL_IN, i == 7 ? 31 : i), 0);
    np_eventfd_signal(wakes[i]);
  }
  CHECK_EQUAL(ready(epoll, false), 0x8000007F);
  CHECK_EQUAL(ready(epoll, true), 0x8000007F); /* until they are read */
  for (int i = 0; i < 8; i++) CHECK_EQUAL(np_epoll_set(epoll, wakes[i], NP_POLL_IN, 0, 0), 0);
  CHECK_EQUAL(ready(epoll, false), 0);
  CHECK_EQUAL(np_epoll_set(epoll, wakes[0], NP_POLL_IN, NP_POLL_OUT, 0), -ENOENT);
  /* Reported once. */
  CHECK_EQUAL(np_epoll_set(epoll, wakes[0], 0, NP_POLL_IN | NP_POLL_EDGE, 3), 0);
  CHECK_EQUAL(ready(epoll, true), 8);
  CHECK_EQUAL(ready(epoll, false), 0);
  np_eventfd_signal(wakes[0]);
  CHECK_EQUAL(ready(epoll, true), 8);
  /* The events to wait for can change. */
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
  CHECK_EQUAL(np_epoll_set(epoll, pair[0], 0, NP_POLL_IN, 5), 0);
  CHECK_EQUAL(np_epoll_set(epoll, pair[0], 0, NP_POLL_IN, 5), -EEXIST);
  CHECK_EQUAL(ready(epoll, false), 0);
  CHECK_EQUAL(np_epoll_set(epoll, pair[0], NP_POLL_IN, NP_POLL_IN | NP_POLL_OUT, 6), 0);
  CHECK_EQUAL(ready(epoll, true), 1 << 6);
  CHECK_EQUAL(np_epoll_set(epoll, pair[0], NP_POLL_IN | NP_POLL_OUT, NP_POLL_IN, 6), 0);
  CHECK(write(pair[1], "x", 1) == 1);
  CHECK_EQUAL(ready(epoll, true), 1 << 6);
  CHECK_EQUAL(np_epoll_set(-1, pair[0], 0, NP_POLL_IN, 5), -EBADF);
  close(pair[0]);
  close(pair[1]);
  for (int i = 0; i < 8; i++) np_close(wakes[i]);
  np_close(epoll);
}

static void one_descriptor(void) {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
  int64_t since = np_now_us();
  np_poll_one(pair[0], NP_POLL_IN, since + 50000);
  CHECK(np_now_us() - since >= 50000);
  CHECK(waited_us > 0 && waited_us <= 50000);
  since = np_now_us();
  np_poll_one(pair[0], NP_POLL_IN, since - 1);
  np_poll_one(pair[0], NP_POLL_OUT, since + LONG);
  CHECK(waited_us <= LONG && waited_us >= LONG - (np_now_us() - since));
  CHECK(write(pair[1], "x", 1) == 1);
  np_poll_one(pair[0], NP_POLL_IN, since + LONG);
  CHECK(np_now_us() - since < LONG / 2);
  close(pair[0]);
  close(pair[1]);
}

static char received[16];
/** Reads everything, and notes it, before it closes. */
static void *slow_reader(void *unused) {
  ssize_t size, all = 0;
  CHECK(write(ends[1], "late", 4) == 4);
  while ((size = read(ends[1], received + all, sizeof received - (size_t)all)) > 0) all += size;
  close(ends[1]);
  return unused;
}

static void last_words(void) {
  pthread_t thread;
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  CHECK(write(ends[0], "last words", 10) == 10 && write(ends[1], "unread", 6) == 6);
  CHECK(pthread_create(&thread, NULL, slow_reader, NULL) == 0);
  int64_t since = np_now_us();
  np_socket_finish(ends[0], LONG, since + LONG);
  CHECK(np_now_us() - since < LONG / 2);
  close(ends[0]);
  pthread_join(thread, NULL);
  CHECK_TEXT(received, "last words");
  /* A peer that does not close is waited for until the time is over. */
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  since = np_now_us();
  np_socket_finish(ends[0], LONG, since + 50000);
  CHECK(np_now_us() - since >= 50000);
  since = np_now_us();
  np_socket_finish(ends[0], LONG, since - 1);
  np_socket_finish(-1, LONG, since + LONG);
  CHECK(np_now_us() - since < LONG / 2);
  close(ends[0]);
  close(ends[1]);
}

/** Returns how long closing takes while the other end reads this many messages, by a clock that only waits advance. */
static int64_t end_of(int messages, int64_t until) {
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  for (int i = 0; i < 20; i++) CHECK(write(ends[0], "message", 7) == 7);
  (slow_messages = messages, passed_us = 0, is_slow = 1);
  int64_t since = np_now_us();
  np_socket_finish(ends[0], SECOND, since + until);
  is_slow = 0;
  close(ends[0]);
  close(ends[1]);
  return passed_us;
}

static void ends_of_slow_readers(void) {
  int64_t none = end_of(0, 60 * SECOND), five = end_of(5, 60 * SECOND), all = end_of(20, 60 * SECOND);
  CHECK(none == SECOND && five == 6 * SECOND && all == 21 * SECOND);
  CHECK_EQUAL(end_of(20, 5 * SECOND / 2), 5 * SECOND / 2);
}

static int is_readable(int fd) {
  int epoll = np_epoll_new();
  CHECK_EQUAL(np_epoll_set(epoll, fd, 0, NP_POLL_IN, 0), 0);
  int is_ready = ready(epoll, false) != 0;
  close(epoll);
  return is_ready;
}

static void wakes(void) {
  int fd = np_eventfd_new();
  CHECK(!is_readable(fd));
  np_eventfd_signal(fd);
  np_eventfd_signal(fd);
  CHECK(is_readable(fd));
  uint64_t count = 0;
  CHECK(read(fd, &count, sizeof count) == sizeof count && count == 2);
  CHECK(!is_readable(fd));
  CHECK(read(fd, &count, sizeof count) == -1 && errno == EAGAIN);
  close(fd);
}

static void times(void) {
  int fd = np_timerfd_new();
  struct itimerspec set;
  uint64_t count;
  CHECK(read(fd, &count, sizeof count) == -1 && errno == EAGAIN);
  const int64_t past[] = {0, -1, INT64_MIN, 1, 999999};
  for (size_t i = 0; i < sizeof past / sizeof *past; i++) {
    np_timerfd_set(fd, past[i]);
    np_poll_one(fd, NP_POLL_IN, np_now_us() + LONG);
    CHECK(is_readable(fd));
    np_timerfd_drain(fd);
    CHECK(!is_readable(fd));
  }
  int64_t at = np_now_us() + 3600 * (int64_t)SECOND, earlier = np_now_us();
  np_timerfd_set(fd, at);
  CHECK(!is_readable(fd) && timerfd_gettime(fd, &set) == 0);
  int64_t left = set.it_value.tv_sec * (int64_t)SECOND + set.it_value.tv_nsec / 1000;
  CHECK(left <= at - earlier && left >= at - np_now_us() - 1);
  CHECK(set.it_interval.tv_sec == 0 && set.it_interval.tv_nsec == 0);
  np_timerfd_set(fd, INT64_MAX);
  CHECK(timerfd_gettime(fd, &set) == 0 && set.it_value.tv_sec == 0 && set.it_value.tv_nsec == 0);
  at = np_now_us() + 30000;
  np_timerfd_set(fd, at);
  np_poll_one(fd, NP_POLL_IN, np_now_us() + LONG);
  CHECK(is_readable(fd) && np_now_us() >= at);
  np_timerfd_set(fd, np_now_us() + 30000);
  int epoll = np_epoll_new();
  CHECK_EQUAL(np_epoll_set(epoll, fd, 0, NP_POLL_IN, 4), 0);
  CHECK_EQUAL(ready(epoll, true), 1 << 4);
  close(epoll);
  close(fd);
}

static const char template[] = "/tmp/platform-loop-XXXXXX";
static char folder[sizeof template];

/** Returns a path below the folder. */
static const char *below(const char *name) {
  static char paths[2][PATH_MAX];
  static int turn;
  snprintf(paths[turn ^= 1], PATH_MAX, "%s/%s", folder, name);
  return paths[turn];
}

static void refused(const char *path, int error) {
  char *name = folder;
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_watch_new(path, &name), error));
  CHECK(name == NULL);
}

static int watch_for(const char *path, const char *expected) {
  char *name = NULL;
  int watch = np_watch_new(path, &name);
  CHECK(watch >= 0);
  CHECK_TEXT(name, expected);
  np_free(name);
  CHECK_EQUAL(np_watch_drain(watch, expected), 0);
  return watch;
}

static void make(const char *path) { close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)); }

static void paths(void) {
  int watch = watch_for(below("bus"), "bus");
  make(below("bus2"));
  make(below("bu"));
  CHECK_EQUAL(np_watch_drain(watch, "bus"), 0);
  make(below("bus"));
  CHECK_EQUAL(np_watch_drain(watch, NULL), 0);
  make(below("other"));
  CHECK(unlink(below("bus")) == 0 && !np_watch_drain(watch, "bus"));
  make(below("bus"));
  make(below("another"));
  CHECK_EQUAL(np_watch_drain(watch, "bus"), 1);
  CHECK(unlink(below("bus")) == 0 && rename(below("bu"), below("bus")) == 0 && 1 == np_watch_drain(watch, "bus"));
  CHECK_EQUAL(np_watch_drain(watch, "bus"), 0);
  close(watch);
  /* The nearest existing folder above a missing path is watched. */
  watch = watch_for(below("a/b/bus"), "a");
  CHECK(mkdir(below("a"), 0700) == 0 && 1 == np_watch_drain(watch, "a"));
  close(watch);
  watch = watch_for(below("a/b/bus"), "b");
  CHECK(rmdir(below("a")) == 0 && 1 == np_watch_drain(watch, "b")); /* the watched one has gone */
  close(watch);
  CHECK(mkdir(below("a"), 0700) == 0);
  watch = watch_for(below("a/bus"), "bus");
  CHECK(rename(below("a"), below("moved")) == 0 && 1 == np_watch_drain(watch, "bus"));
  close(watch);
  close(watch_for(below("other/bus"), "other")); /* no directory */
  close(watch_for("/there-is-no-such-entry", "there-is-no-such-entry"));
}

static void paths_that_cannot_be_watched(void) {
  static char huge[2 * PATH_MAX] = "/";
  memset(huge + 1, 'x', PATH_MAX - 1);
  refused(huge, -EINVAL);
  huge[PATH_MAX - 1] = 0;
  close(watch_for(huge, huge + 1));
  refused("", -EINVAL);
  refused("relative/bus", -EINVAL);
  CHECK(symlink("loop", below("loop")) == 0);
  refused(below("loop/bus"), -ELOOP);
  strndup_fails = 1;
  refused(below("x"), -ENOMEM);
  strndup_fails = 0;
}

static void descriptors_of_others(void) {
  int pair[2], files[2];
  np_close(-1);
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0 && pipe2(files, O_CLOEXEC) == 0);
  int datagrams = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  CHECK(np_is_stream_socket(pair[0]) && !np_is_stream_socket(files[0]));
  CHECK(!np_is_stream_socket(datagrams) && !np_is_stream_socket(-1));
  int before = descriptors();
  np_close(pair[0]);
  CHECK_EQUAL(descriptors(), before - 1);
  CHECK(dup2(files[0], 0) == 0);
  np_close(0);
  CHECK(fcntl(0, F_GETFD) == -1);
}

static void all(void) {
  memcpy(folder, template, sizeof template);
  CHECK(mkdtemp(folder) != NULL);
  step("keys");
  KEEPS_DESCRIPTORS(keys());
  KEEPS_DESCRIPTORS(many_keys());
  step("one descriptor");
  one_descriptor();
  step("last words");
  last_words();
  ends_of_slow_readers();
  step("wakes");
  wakes();
  step("times");
  times();
  step("paths");
  KEEPS_DESCRIPTORS(paths());
  KEEPS_DESCRIPTORS(paths_that_cannot_be_watched());
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
}

int main(void) {
  all();
  step("descriptors of others");
  descriptors_of_others();
  step("again, in a program that has closed its input");
  close(0);
  above_stdio();
  all();
  return 0;
}

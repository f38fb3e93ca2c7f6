/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A surface in C that does for each change what tests/cost.rs does: it reads the key and the lines.
 *
 * usage: cost ADDRESS SESSIONS LAST     prints "here" when there are so many sessions, and the nanoseconds of CPU time
 *                                       for each change, once all of them have the title LAST
 */
#include <nowplaying/surface.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct counted {
  const char *last;
  size_t changes, bytes, over;
} counted;

static void read_session(counted *counted, nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  if (nowplaying_surface_session_get_info(session, &info)) return;
  if (nowplaying_surface_session_get_item(session, &item)) return;
  counted->bytes += strlen(info.key) + strlen(item.first_line) + strlen(item.second_line) + strlen(item.third_line);
  counted->over += strcmp(item.first_line, counted->last) == 0;
  counted->changes++;
}

static void added(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  (void)surface;
  read_session(user_data, session);
}

static void changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                    nowplaying_surface_changes changes, void *user_data) {
  (void)changes;
  added(surface, session, user_data);
}

static long long cpu_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  counted counted = {.last = words[3]};
  size_t sessions = strtoul(words[2], NULL, 10), changes;
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_surface *surface = NULL;
  struct pollfd fds = {.events = POLLIN};
  options.bus_address = words[1];
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.user_data = &counted;
  callbacks.added = added;
  callbacks.changed = changed;
  if (nowplaying_surface_new(&options, &callbacks, &surface) || nowplaying_surface_get_fd(surface, &fds.fd)) return 1;
  while (counted.changes < sessions && poll(&fds, 1, 60000) > 0) nowplaying_surface_dispatch(surface);
  changes = counted.changes;
  puts("here");
  fflush(stdout);
  long long spent = 0;
  while (counted.over < sessions && poll(&fds, 1, 60000) > 0) {
    long long before = cpu_ns();
    nowplaying_surface_dispatch(surface);
    spent += cpu_ns() - before;
  }
  if (counted.over < sessions) return 1;
  printf("%lld\n", spent / (long long)(counted.changes - changes));
  nowplaying_surface_free(surface);
  return 0;
}

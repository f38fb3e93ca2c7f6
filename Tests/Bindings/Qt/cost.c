/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: cost-c     does what cost-qt does, in plain C. */
#include <nowplaying/surface.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static long begun;

static long now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static void changed(nowplaying_surface *surface, nowplaying_surface_session *session,
                    nowplaying_surface_changes changes, void *user_data) {
  (void)surface, (void)changes, (void)user_data;
  if (!begun) begun = now_us();
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_surface_session_get_item(session, &item);
  nowplaying_surface_session_get_snapshot(session, NOWPLAYING_TIME_NOW, &snapshot);
  printf("%s %d\n", item.first_line, snapshot.state);
  fflush(stdout);
}

static void listed(nowplaying_surface *surface, void *user_data) {
  (void)surface, (void)user_data;
  puts("listed");
  fflush(stdout);
}

int main(void) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_surface *surface = NULL;
  struct pollfd polled[] = {{.fd = -1, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.changed = changed;
  callbacks.listed = listed;
  if (nowplaying_surface_new(&options, &callbacks, &surface) || nowplaying_surface_get_fd(surface, &polled[0].fd))
    return 1;
  while (poll(polled, 2, -1) > 0 && !polled[1].revents) nowplaying_surface_dispatch(surface);
  printf("%ld\n", now_us() - begun);
  nowplaying_surface_free(surface);
  return 0;
}

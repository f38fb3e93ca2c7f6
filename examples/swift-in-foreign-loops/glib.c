/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A program whose main loop is GLib's. */
#include <glib-unix.h>

void tuner_start(void);
int nowplaying_main_queue_fd(void);
int nowplaying_main_queue_dispatch(void);

static gboolean serve(gint fd, GIOCondition condition, gpointer data) {
  (void)fd, (void)condition, (void)data;
  nowplaying_main_queue_dispatch();
  return G_SOURCE_CONTINUE;
}

int main(void) {
  g_unix_fd_add(nowplaying_main_queue_fd(), G_IO_IN, serve, NULL);
  tuner_start();
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}

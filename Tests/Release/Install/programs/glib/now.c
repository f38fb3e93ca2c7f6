/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: now     Prints the line of the first player that comes, and ends. */
#include <nowplaying-glib.h>

static void added(NpgSurface *surface, NpgSession *session, gpointer loop) {
  NpgItem *item = npg_session_get_item(session);
  (void)surface;
  g_print("%s: %s\n", npg_session_get_display_name(session), item == NULL ? "" : npg_item_get_first_line(item));
  g_main_loop_quit(loop);
}

int main(void) {
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  GError *error = NULL;
  NpgSurface *surface = npg_surface_new("now", &error);
  if (surface == NULL) g_error("%s", error->message);
  g_signal_connect(surface, "session-added", G_CALLBACK(added), loop);
  g_main_loop_run(loop);
  g_object_unref(surface);
  g_main_loop_unref(loop);
  return 0;
}

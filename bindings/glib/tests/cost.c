/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A surface that reads the title at each change, in plain C or by GObject, and prints the cost.
 *
 * usage: cost plain|glib TITLE      until a session has the item TITLE; prints "ready" when it has listed all, and at
 *                                   the end the number of changes since then and their microseconds of processor time
 */
#include <nowplaying-glib.h>
#include <poll.h>
#include <string.h>
#include <time.h>

static const char *last;
static gint64 start;
static int changes;
static gboolean is_over;

static gint64 processor_time (void) {
  struct timespec time;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void begin (void) {
  g_print ("ready\n");
  start = processor_time ();
}

static void count (const char *title) {
  changes++;
  is_over = title != NULL && strcmp (title, last) == 0;
}

static void plain_listed (nowplaying_surface *surface, void *user_data) {
  (void)surface, (void)user_data;
  begin ();
}

static void plain_changed (nowplaying_surface *surface, nowplaying_surface_session *session,
                           nowplaying_surface_changes bits, void *user_data) {
  (void)surface, (void)bits, (void)user_data;
  count (nowplaying_surface_session_get_text (session, NOWPLAYING_FIELD_TITLE, 0));
}

static void run_plain (void) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_surface *surface;
  struct pollfd fd = { .events = POLLIN };
  options.loop = NOWPLAYING_LOOP_FD;
  callbacks.listed = plain_listed;
  callbacks.changed = plain_changed;
  if (nowplaying_surface_new (&options, &callbacks, &surface) || nowplaying_surface_get_fd (surface, &fd.fd))
    g_error ("%s", nowplaying_surface_last_error ());
  while (!is_over) {
    poll (&fd, 1, -1);
    (void)nowplaying_surface_dispatch (surface);
  }
  nowplaying_surface_free (surface);
}

static void glib_changed (NpgSurface *surface, NpgSession *session, NpgChanges bits, gpointer user_data) {
  NpgItem *item = npg_session_get_item (session);
  (void)surface, (void)bits, (void)user_data;
  count (item == NULL ? NULL : npg_item_get_title (item));
}

static void run_glib (void) {
  NpgSurface *surface = npg_surface_new (NULL, NULL);
  g_signal_connect (surface, "notify::listed", G_CALLBACK (begin), NULL);
  g_signal_connect (surface, "session-changed", G_CALLBACK (glib_changed), NULL);
  while (!is_over) g_main_context_iteration (NULL, TRUE);
  g_object_unref (surface);
}

int main (int argc, char **argv) {
  if (argc != 3) g_error ("usage: cost plain|glib TITLE");
  last = argv[2];
  if (strcmp (argv[1], "plain") == 0) run_plain ();
  else run_glib ();
  g_print ("%d %" G_GINT64_FORMAT "\n", changes, processor_time () - start);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A program that reads the title at each change with libplayerctl, whichever library the loader finds.
 *
 * usage: cost NAME TITLE     until the player NAME plays TITLE; prints "ready" when it listens, and at the end the
 *                            number of changes since then and their microseconds of processor time
 */
#include <playerctl/playerctl.h>
#include <string.h>
#include <time.h>

static const char *last;
static int changes;
static gboolean is_over;

static gint64 processor_time (void) {
  struct timespec time;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void on_metadata (PlayerctlPlayer *player, GVariant *metadata, gpointer user_data) {
  char *title = playerctl_player_get_title (player, NULL);
  (void)metadata, (void)user_data;
  changes++;
  is_over = g_strcmp0 (title, last) == 0;
  g_free (title);
}

int main (int argc, char **argv) {
  GError *error = NULL;
  if (argc != 3) g_error ("usage: cost NAME TITLE");
  last = argv[2];
  PlayerctlPlayer *player = playerctl_player_new (argv[1], &error);
  if (player == NULL) g_error ("%s", error->message);
  g_signal_connect (player, "metadata", G_CALLBACK (on_metadata), NULL);
  g_print ("ready\n");
  gint64 start = processor_time ();
  while (!is_over) g_main_context_iteration (NULL, TRUE);
  g_print ("%d %" G_GINT64_FORMAT "\n", changes, processor_time () - start);
  g_object_unref (player);
  return 0;
}

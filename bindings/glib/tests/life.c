/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A surface in C, as a panel would use it, for valgrind: it reads all that there is of each session, asks its player,
 * is disposed with calls under way, and is made again.
 *
 * usage: life ROUNDS      each round waits for the session "a", and prints "round" when it has called
 */
#include <nowplaying-glib.h>
#include <stdlib.h>

static GMainLoop *loop;
static int ended, begun;

/* Reads each property of an object, and recursively of the objects that they hold. */
static void read_all (GObject *object, int depth) {
  guint count;
  GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &count);
  for (guint i = 0; i < count; i++) {
    GValue value = G_VALUE_INIT;
    g_object_get_property (object, specs[i]->name, &value);
    GObject *inner = G_VALUE_HOLDS_OBJECT (&value) ? g_value_get_object (&value) : NULL;
    if (inner != NULL && depth > 0) read_all (inner, depth - 1);
    if (G_IS_LIST_MODEL (inner)) {
      for (guint n = 0; n < g_list_model_get_n_items (G_LIST_MODEL (inner)); n++) {
        GObject *entry = g_list_model_get_item (G_LIST_MODEL (inner), n);
        read_all (entry, 0);
        g_object_unref (entry);
      }
    }
    g_value_unset (&value);
  }
  g_free (specs);
}

static void on_end (GObject *object, GAsyncResult *result, gpointer user_data) {
  GError *error = NULL;
  (void)user_data;
  if (g_async_result_is_tagged (result, (gpointer)npg_session_get_artwork_async)) {
    NpgMedia *media = npg_session_get_artwork_finish (NPG_SESSION (object), result, &error);
    if (media != NULL) g_object_unref (media);
  } else {
    (void)npg_session_send_command_finish (NPG_SESSION (object), result, &error);
  }
  g_clear_error (&error);
  if (++ended == 1) g_main_loop_quit (loop);
}

static void send (NpgSession *session, NpgCommandKind kind, GCancellable *cancellable) {
  NpgCommandEvent *event = npg_command_event_new (kind);
  npg_session_send_command_async (session, event, cancellable, on_end, NULL);
  g_object_unref (event);
  begun++;
}

static void on_listed (NpgSurface *surface, GParamSpec *spec, gpointer user_data) {
  NpgSession *session = npg_surface_get_first (surface);
  GCancellable *cancellable = g_cancellable_new ();
  (void)spec, (void)user_data;
  read_all (G_OBJECT (surface), 2);
  /* The fake player answers this call only. */
  send (session, NPG_COMMAND_KIND_PLAY, NULL);
  send (session, NPG_COMMAND_KIND_PAUSE, NULL);
  send (session, NPG_COMMAND_KIND_STOP, cancellable);
  send (session, NPG_COMMAND_KIND_CUSTOM, NULL);
  npg_session_get_artwork_async (session, 64, 64, cancellable, on_end, NULL);
  begun++;
  g_object_unref (cancellable);
}

static void run_round (void) {
  GError *error = NULL;
  NpgSurface *surface = npg_surface_new ("life", &error);
  if (surface == NULL) g_error ("%s", error->message);
  ended = begun = 0;
  g_signal_connect (surface, "notify::listed", G_CALLBACK (on_listed), NULL);
  g_main_loop_run (loop);
  g_object_unref (surface);
  while (ended < begun) g_main_context_iteration (NULL, TRUE);
  g_print ("round\n");
}

int main (int argc, char **argv) {
  loop = g_main_loop_new (NULL, FALSE);
  for (int i = 0; i < (argc > 1 ? atoi (argv[1]) : 1); i++) run_round ();
  g_main_loop_unref (loop);
  return 0;
}

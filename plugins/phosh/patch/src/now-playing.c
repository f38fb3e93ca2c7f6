/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */

#include "phosh-config.h"
#include "media-player.h"
#include "now-playing.h"
#include <glib/gi18n.h>

/* The most buttons, which fit in a row on a telephone. */
#define MAX_BUTTONS 5
/* Returns a copy of a text, shortened to what a label can show: laying out more would be wasted. */
#define CUT(text) (g_utf8_strlen (text, 1024) > 64 ? g_utf8_substring (text, 0, 64) : g_strdup (text))

/* Shows the state of org.nowplaying beyond MPRIS: below the media player's bar the chapter, or that playback is live;
 * below its buttons like buttons and the player's own; and on its buttons the intervals of skips. */
typedef struct {
  GtkWidget          *label, *buttons;
  /* The skip buttons of phosh's media player widget, backward and forward; and the intervals in µs that the session
   * gives them, 0 for those of the widget. */
  GtkWidget          *seek[2];
  gint64              interval[2];
  GCancellable       *cancel;
  GDBusObjectManager *manager;
  /* The session that the player's MPRIS name shows; NULL when there is none. */
  GDBusProxy         *session;
  GVariant           *content, *playback, *commands;
  /* The timer for the next change of the label, and the pending update. */
  guint               timeout_id, update_id;
} NowPlaying;

/* The icon words of org.nowplaying for such buttons, with icon names of the theme. */
static const char *const ICONS[][2] = {
  { "heart-filled", "emblem-favorite-symbolic" }, { "heart", "emblem-favorite-symbolic" },
  { "star-filled", "starred-symbolic" }, { "star", "non-starred-symbolic" },
  { "bookmark-filled", "user-bookmarks-symbolic" }, { "bookmark", "bookmark-new-symbolic" },
  { "add", "list-add-symbolic" }, { "remove", "list-remove-symbolic" }, { "check", "object-select-symbolic" },
  { "timer", "alarm-symbolic" }, { "share", "send-to-symbolic" }, { "download", "folder-download-symbolic" },
};

/* Returns a property of a session; NULL when it is absent or of another type. */
static GVariant *get (GDBusProxy *session, const char *name, const char *type)
{
  g_autoptr (GVariant) value = session ? g_dbus_proxy_get_cached_property (session, name) : NULL;
  return value && g_variant_is_of_type (value, G_VARIANT_TYPE (type)) ? g_steal_pointer (&value) : NULL;
}

/* Sends a command for the shown item, so that a like never applies to the next item. */
static void send_command (NowPlaying *self, const char *command, const char *key, GVariant *value)
{
  GVariantDict arguments = G_VARIANT_DICT_INIT (NULL);
  const char *item;
  if (key)
    g_variant_dict_insert_value (&arguments, key, value);
  if (self->content && g_variant_lookup (self->content, "id", "&s", &item))
    g_variant_dict_insert (&arguments, "item", "s", item);
  g_dbus_proxy_call (self->session, "SendCommand",
                     g_variant_new ("(s@a{sv})", command, g_variant_dict_end (&arguments)),
                     G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, self->cancel, NULL, NULL);
}

static void on_clicked (NowPlaying *self, GtkWidget *button)
{
  if (self->session)
    send_command (self, gtk_widget_get_name (button), g_object_get_data (G_OBJECT (button), "key"),
                  g_object_get_data (G_OBJECT (button), "value"));
}

/* Sets the icon of a button, or its text when the theme has no such icon. */
static void set_face (GtkWidget *button, const char *icon, const char *words)
{
  GtkWidget *face = gtk_bin_get_child (GTK_BIN (button));
  g_autofree char *it = CUT (words);
  g_clear_pointer (&face, gtk_widget_destroy);
  if (gtk_icon_theme_has_icon (gtk_icon_theme_get_default (), icon))
    face = gtk_image_new_from_icon_name (icon, GTK_ICON_SIZE_BUTTON);
  else
    face = g_object_new (GTK_TYPE_LABEL, "label", it, "ellipsize", PANGO_ELLIPSIZE_END, "single-line-mode", TRUE, NULL);
  gtk_widget_set_size_request (face, 32, 32);
  gtk_container_add (GTK_CONTAINER (button), face);
  gtk_widget_show_all (button);
}

/* Adds a button for a command that MPRIS does not have. Returns FALSE when the command is not one of these. */
static gboolean add_button (NowPlaying *self, GVariant *command)
{
  const char *name = "", *icon = "", *title = "", *value = "", *current = "", *slot = "", *key = NULL;
  g_autofree const char **modes = NULL;
  gboolean enabled = FALSE, active = FALSE;
  GtkWidget *button;
  g_variant_lookup (command, "command", "&s", &name);
  g_variant_lookup (command, "enabled", "b", &enabled);
  g_variant_lookup (command, "slot", "&s", &slot);
  g_variant_lookup (command, "icon", "&s", &icon);
  g_variant_lookup (command, "active", "b", &active);
  if (!g_variant_lookup (command, "short-title", "&s", &title))
    g_variant_lookup (command, "title", "&s", &title);
  name = g_str_equal (slot, "overflow") ? "" : name;
  if (g_str_equal (name, "custom") && g_variant_lookup (command, "id", "&s", &value)) {
    key = "id";
  } else if (g_str_equal (name, "feedback") && g_variant_lookup (command, "supported", "^a&s", &modes)) {
    /* The command supports "neutral" and one other mode: a like or a dislike button. */
    value = g_strv_contains (modes, "positive") ? "positive" : "negative";
    title = *title ? title : g_str_equal (value, "positive") ? _("Like") : _("Dislike");
    g_variant_lookup (command, "current", "&s", &current);
    active = g_str_equal (current, value);
    value = active ? "neutral" : value;
    key = "mode";
  } else if (g_str_equal (name, "seek-to-live")) {
    title = _("Live");
  } else if (g_str_equal (name, "bookmark")) {
    title = *title ? title : _("Bookmark");
  } else {
    return FALSE;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (ICONS); i++)
    icon = g_str_equal (icon, ICONS[i][0]) ? ICONS[i][1] : icon;
  button = g_object_new (GTK_TYPE_BUTTON, "name", name, "sensitive", enabled, "halign", GTK_ALIGN_CENTER,
                         "focus-on-click", FALSE, "margin-bottom", 10, NULL);
  if (active)
    gtk_style_context_add_class (gtk_widget_get_style_context (button), "suggested-action");
  g_object_set_data (G_OBJECT (button), "key", (gpointer)key);
  g_object_set_data_full (G_OBJECT (button), "value", g_variant_ref_sink (g_variant_new_string (value)),
                          (GDestroyNotify)g_variant_unref);
  set_face (button, icon, *title ? title : value);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_container_add (GTK_CONTAINER (self->buttons), button);
  return TRUE;
}

/* Sets the interval of a skip button to the player's. */
static void set_skip (NowPlaying *self, gboolean forward, GVariant *command)
{
  g_autoptr (GVariant) intervals = NULL;
  g_autofree char *icon = NULL, *words = NULL;
  int seconds = forward ? 30 : 10;
  self->interval[forward] = 0;
  if (command && g_variant_lookup (command, "intervals", "@ax", &intervals) && g_variant_n_children (intervals) > 0)
    g_variant_get_child (intervals, 0, "x", &self->interval[forward]);
  seconds = self->interval[forward] > 0 ? MIN (self->interval[forward] / G_USEC_PER_SEC, G_MAXINT) : seconds;
  icon = g_strdup_printf ("skip-%s-%d-symbolic", forward ? "forward" : "backwards", seconds);
  words = g_strdup_printf ("%s%d", forward ? "+" : "−", seconds);
  set_face (self->seek[forward], icon, words);
}

/* Shows the present chapter, or that playback is live. */
static gboolean update_label (NowPlaying *self)
{
  g_autoptr (GVariant) chapters = NULL;
  g_autofree char *text = NULL;
  const char *title;
  gint64 elapsed = 0, timestamp = 0, start, wait = 0;
  gboolean is_known = FALSE, at_live_edge = FALSE;
  double rate = 0;
  if (self->playback) {
    g_variant_lookup (self->playback, "rate", "d", &rate);
    g_variant_lookup (self->playback, "timestamp", "x", &timestamp);
    g_variant_lookup (self->playback, "live-edge", "b", &at_live_edge);
    is_known = g_variant_lookup (self->playback, "elapsed", "x", &elapsed);
    elapsed += CLAMP (rate, -100, 100) * (g_get_monotonic_time () - timestamp);
  }
  if (self->content && is_known)
    chapters = g_variant_lookup_value (self->content, "chapters", G_VARIANT_TYPE ("a(xss)"));
  text = at_live_edge ? g_strdup (_("Live")) : NULL;
  for (gsize i = 0; chapters && i < g_variant_n_children (chapters); i++) {
    g_variant_get_child (chapters, i, "(x&s&s)", &start, &title, NULL);
    if (start > elapsed) {
      wait = rate > 0 ? (start - elapsed) / rate : 0;
      break;
    }
    g_free (text);
    text = *title ? CUT (title) : g_strdup_printf (_("Chapter %d"), (int)i + 1);
  }
  gtk_label_set_text (GTK_LABEL (self->label), text ? text : "");
  gtk_widget_set_visible (self->label, text != NULL);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (wait > 0)
    self->timeout_id = g_timeout_add (CLAMP (wait / 1000 + 1, 100, G_MAXINT), (GSourceFunc)update_label, self);
  return G_SOURCE_REMOVE;
}

/* Shows the present state of the player. */
static gboolean update (NowPlaying *self)
{
  GList *objects = self->manager ? g_dbus_object_manager_get_objects (self->manager) : NULL;
  g_autoptr (GVariant) last = g_steal_pointer (&self->commands);
  GVariant *command;
  GVariantIter iter;
  const char *name;
  int count = 0;
  self->update_id = 0;
  g_clear_object (&self->session);
  for (GList *each = objects; each && !self->session; each = each->next) {
    g_autoptr (GDBusProxy) session = (gpointer)g_dbus_object_get_interface (each->data, "org.nowplaying.Session1");
    g_autoptr (GVariant) shown = get (session, "ApplicationPrimary", "b");
    if (shown && g_variant_get_boolean (shown))
      self->session = g_steal_pointer (&session);
  }
  g_list_free_full (objects, g_object_unref);
  g_clear_pointer (&self->content, g_variant_unref);
  g_clear_pointer (&self->playback, g_variant_unref);
  self->content = get (self->session, "Content", "a{sv}");
  self->playback = get (self->session, "Playback", "a{sv}");
  self->commands = get (self->session, "Commands", "aa{sv}");
  update_label (self);
  /* While the commands are the same the buttons stay, so that one can be pressed. */
  if (self->commands && last && g_variant_equal (self->commands, last))
    return G_SOURCE_REMOVE;
  gtk_container_foreach (GTK_CONTAINER (self->buttons), (GtkCallback)gtk_widget_destroy, NULL);
  set_skip (self, FALSE, NULL);
  set_skip (self, TRUE, NULL);
  for (gboolean is_there = self->commands && g_variant_iter_init (&iter, self->commands);
       is_there && g_variant_iter_loop (&iter, "@a{sv}", &command);)
    if (g_variant_lookup (command, "command", "&s", &name) && g_str_has_prefix (name, "skip-"))
      set_skip (self, g_str_equal (name, "skip-forward"), command);
    else if (count < MAX_BUTTONS)
      count += add_button (self, command);
  return G_SOURCE_REMOVE;
}

/* Schedules one update for all changes, before the screen is drawn next: a player that floods delays only itself. */
static void schedule (NowPlaying *self)
{
  if (!self->update_id)
    self->update_id = g_idle_add ((GSourceFunc)update, self);
}

static void on_manager (GObject *source, GAsyncResult *result, NowPlaying *self)
{
  GDBusObjectManager *manager = g_dbus_object_manager_client_new_finish (result, NULL);
  /* The call was cancelled for another player, or the player has MPRIS only; self may be freed. */
  if (!manager)
    return;
  self->manager = manager;
  g_signal_connect_swapped (manager, "object-added", G_CALLBACK (schedule), self);
  g_signal_connect_swapped (manager, "object-removed", G_CALLBACK (schedule), self);
  g_signal_connect_swapped (manager, "interface-proxy-properties-changed", G_CALLBACK (schedule), self);
  update (self);
}

void now_playing_attach (GtkWidget *player, GDBusProxy *proxy)
{
  NowPlaying *self = g_object_get_data (G_OBJECT (player), "now-playing");
  g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  if (self->manager)
    g_signal_handlers_disconnect_by_data (self->manager, self);
  g_clear_object (&self->manager);
  g_clear_handle_id (&self->update_id, g_source_remove);
  update (self);
  if (!proxy)
    return;
  self->cancel = g_cancellable_new ();
  g_dbus_object_manager_client_new (g_dbus_proxy_get_connection (proxy),
                                    G_DBUS_OBJECT_MANAGER_CLIENT_FLAGS_DO_NOT_AUTO_START, g_dbus_proxy_get_name (proxy),
                                    "/org/nowplaying", NULL, NULL, NULL, self->cancel, (GAsyncReadyCallback)on_manager,
                                    self);
}

gboolean now_playing_skip (GtkWidget *player, gboolean forward)
{
  NowPlaying *self = g_object_get_data (G_OBJECT (player), "now-playing");
  gint64 interval = self->session ? self->interval[forward] : 0;
  if (interval > 0)
    send_command (self, forward ? "skip-forward" : "skip-backward", "interval", g_variant_new_int64 (interval));
  return interval > 0;
}

void now_playing_new (GtkWidget *player)
{
  NowPlaying *self = g_new0 (NowPlaying, 1);
  self->seek[FALSE] = (gpointer)gtk_widget_get_template_child (player, PHOSH_TYPE_MEDIA_PLAYER, "btn_seek_backward");
  self->seek[TRUE] = (gpointer)gtk_widget_get_template_child (player, PHOSH_TYPE_MEDIA_PLAYER, "btn_seek_forward");
  self->label = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "single-line-mode", TRUE, NULL);
  self->buttons = g_object_new (GTK_TYPE_BOX, "homogeneous", TRUE, "visible", TRUE, NULL);
  /* The rows of the media player: what is played, the bar, the buttons. */
  gtk_grid_insert_row (GTK_GRID (player), 2);
  gtk_grid_attach (GTK_GRID (player), self->label, 0, 2, 1, 1);
  gtk_grid_attach (GTK_GRID (player), self->buttons, 0, 4, 1, 1);
  g_object_set_data_full (G_OBJECT (player), "now-playing", self, g_free);
  g_signal_connect (player, "destroy", G_CALLBACK (now_playing_attach), NULL);
}

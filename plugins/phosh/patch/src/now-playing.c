/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */

#include "phosh-config.h"
#include "media-player.h"
#include "now-playing.h"
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <math.h>
#include <nowplaying/surface.h>

/* The most buttons below those of phosh, and the most width of all, which the narrowest telephone has. */
#define MAX_BUTTONS 4
#define MAX_WIDTH 320
/* The most sessions of all players among which that of the widget is looked for. */
#define MAX_SESSIONS 256
/* Returns a copy of a text, shortened to what a label can show: laying out more would be wasted. */
#define CUT(text) (g_utf8_strlen (text, 1024) > 64 ? g_utf8_substring (text, 0, 64) : g_strdup (text))

/* Shows what libnowplaying-surface says of a player beyond MPRIS: in the place of the artist why it cannot play; below
 * the media player's bar the chapter, or that playback is live, or a button back to that; below its buttons the
 * controls for which phosh has none; and on its buttons the intervals of skips. */
typedef struct {
  GtkWidget                  *artist, *error, *label, *live, *buttons;
  /* The skip buttons of phosh's media player widget, backward and forward; and the controls that the session gives
   * them, of the kind 0 for those of the widget. */
  GtkWidget                  *seek[2];
  nowplaying_surface_control  skip[2];
  nowplaying_surface         *surface;
  /* The MPRIS name of the player; and the session that this name shows, or NULL. */
  char                       *bus_name;
  nowplaying_surface_session *session;
  /* The controls of which the buttons were made, as a text. */
  char                       *made_of;
  /* The socket of the library, the timer for the next change of the label, and the pending update. */
  guint                       socket_id, timeout_id, update_id;
} NowPlaying;

/* Sends the command of a control for the shown item, so that a like never applies to the next item. */
static void press (NowPlaying *self, const nowplaying_surface_control *control)
{
  nowplaying_command_event event = NOWPLAYING_SURFACE_PRESS_INIT (*control);
  nowplaying_surface_send_command (self->surface, self->session, &event, NULL, NULL, NULL);
}

static void on_clicked (NowPlaying *self, GtkWidget *button)
{
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  gsize index = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "index"));
  if (self->session && !nowplaying_surface_session_get_control (self->session, index, &control))
    press (self, &control);
}

/* Adds a class of the style sheet to a widget, or removes it. */
static void set_class (GtkWidget *widget, const char *name, gboolean is_set)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  (is_set ? gtk_style_context_add_class : gtk_style_context_remove_class) (context, name);
}

static GtkWidget *label_new (const char *class, const char *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "single-line-mode", TRUE, NULL);
  set_class (label, class, TRUE);
  return label;
}

static GtkWidget *icon_new (const char *name, int size)
{
  return g_object_new (GTK_TYPE_IMAGE, "icon-name", name, "pixel-size", size, "width-request", 32, "height-request", 32,
                       "halign", GTK_ALIGN_CENTER, NULL);
}

/* Returns what a control is called. */
static char *name_of (const nowplaying_surface_control *control)
{
  gulong number = control->number + 0.5;
  const char *name = control->name_plural ? ngettext (control->name, control->name_plural, number) : _(control->name);
  g_autofree char *digits = g_strdup_printf ("%lu", number);
  g_auto (GStrv) parts = g_strsplit (control->title ? "" : name, "%1", 2);
  return control->title ? g_strdup (control->title) : g_strjoinv (digits, parts);
}

/* Adds a button for a control to a row: its icon, or its text when the theme has no such icon. Returns whether the row
 * has room for it: no text is cut. */
static gboolean add_button (NowPlaying *self, GtkWidget *row, const nowplaying_surface_control *control, gsize index)
{
  gboolean is_rate = control->kind == NOWPLAYING_COMMAND_CHANGE_RATE;
  const char *word = is_rate || !control->icon ? "" : control->icon, *near = nowplaying_surface_icon_name (word);
  g_autofree char *name = name_of (control), *icon = NULL, *words = NULL, *it = NULL;
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "sensitive", control->enabled != 0, "focus-on-click", FALSE, NULL);
  int width;
  icon = g_strdup_printf ("%s%s-symbolic", *near ? "" : "nowplaying-", *near ? near : word);
  /* U+200E keeps the sign behind the digits where text runs from right to left. */
  words = is_rate ? g_strdup_printf ("\u200e%g×", round (control->number * 100) / 100)
      : g_strdup (control->kind == NOWPLAYING_COMMAND_SEEK_TO_LIVE ? _("LIVE")
                  : control->short_title ? control->short_title : name);
  it = CUT (words);
  gtk_container_add (GTK_CONTAINER (button), gtk_icon_theme_has_icon (gtk_icon_theme_get_default (), icon)
                     ? icon_new (icon, 16) : label_new ("now-playing-words", it));
  atk_object_set_name (gtk_widget_get_accessible (button), name);
  set_class (button, "now-playing-pill", TRUE);
  set_class (button, "lit", control->active);
  g_object_set_data (G_OBJECT (button), "index", GSIZE_TO_POINTER (index));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_container_add (GTK_CONTAINER (row), button);
  gtk_widget_show_all (button);
  gtk_widget_get_preferred_width (row, NULL, &width);
  if (width > MAX_WIDTH)
    gtk_widget_destroy (button);
  return width <= MAX_WIDTH;
}

/* Returns an arrow with an interval in it. */
static GtkWidget *arrow_new (gboolean forward, double seconds)
{
  GtkWidget *face = gtk_overlay_new (), *number;
  g_autofree char *words = NULL;
  /* TRANSLATORS: minutes, as short as can be, in a ring that has room for two letters. */
  words = seconds >= 60 && fmod (seconds, 60) == 0 ? g_strdup_printf (_("%gm"), seconds / 60)
      : g_strdup_printf ("%.3g", MIN (seconds, 999));
  gtk_container_add (GTK_CONTAINER (face), icon_new (forward ? "nowplaying-skip-forward-symbolic"
                                                              : "nowplaying-skip-back-symbolic", 26));
  number = label_new ("now-playing-seconds", words);
  gtk_overlay_add_overlay (GTK_OVERLAY (face), number);
  gtk_overlay_set_overlay_pass_through (GTK_OVERLAY (face), number, TRUE);
  return face;
}

/* Shows on a skip button the interval of the player. A player that has no more than MPRIS keeps the icons of phosh. */
static void set_skip (NowPlaying *self, gboolean forward)
{
  const nowplaying_surface_control *skip = &self->skip[forward];
  GtkWidget *button = self->seek[forward], *face;
  g_autofree char *name = skip->kind ? name_of (skip) : g_strdup ("");
  /* Text that runs from right to left mirrors the row of buttons. */
  gboolean is_mirrored = gtk_widget_get_direction (button) == GTK_TEXT_DIR_RTL;
  face = self->session ? arrow_new (forward != is_mirrored, skip->kind ? skip->number : forward ? 30 : 10)
      : icon_new (forward ? "skip-forward-30-symbolic" : "skip-backwards-10-symbolic", 16);
  gtk_widget_destroy (gtk_bin_get_child (GTK_BIN (button)));
  gtk_container_add (GTK_CONTAINER (button), face);
  gtk_widget_show_all (button);
  atk_object_set_name (gtk_widget_get_accessible (button), name);
}

/* Shows why the player cannot play, in the place of the artist. */
static void show_error (NowPlaying *self, const nowplaying_snapshot *now)
{
  gboolean is_wrong = now->state == NOWPLAYING_STATE_ERROR;
  const char *error = now->error ? now->error : _(nowplaying_surface_error_sentence (now->error_kind));
  g_autofree char *text = CUT (error);
  gtk_label_set_text (GTK_LABEL (self->error), text);
  /* A screen reader calls the button around them by the first of its labels, also by one that is hidden. */
  gtk_box_reorder_child (GTK_BOX (gtk_widget_get_parent (self->error)), self->error, is_wrong ? 0 : 1);
  gtk_widget_set_visible (self->error, is_wrong);
  gtk_widget_set_visible (self->artist, !is_wrong);
}

/* Whether what plays is broadcast at this moment; a broadcast of which nothing else can be heard has no edge. */
static gboolean is_live (NowPlaying *self, const nowplaying_snapshot *now)
{
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  return now->state != NOWPLAYING_STATE_ERROR && !nowplaying_surface_session_get_item (self->session, &item) &&
         item.duration_kind == NOWPLAYING_DURATION_LIVE &&
         (now->is_at_live_edge || now->seekable_end_us == NOWPLAYING_TIME_UNKNOWN);
}

/* Shows the present chapter, or that playback is live. */
static gboolean update_label (NowPlaying *self)
{
  nowplaying_snapshot now = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
  gint64 end = NOWPLAYING_TIME_UNKNOWN;
  g_autofree char *text = NULL;
  gsize index;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (self->session)
    nowplaying_surface_session_get_snapshot (self->session, NOWPLAYING_TIME_NOW, &now);
  show_error (self, &now);
  if (self->session && now.elapsed_us >= 0) {
    if (!nowplaying_surface_session_get_chapter_at (self->session, now.elapsed_us, &index, &end)) {
      nowplaying_surface_session_get_chapter (self->session, index, &chapter);
      text = *chapter.title ? CUT (chapter.title) : g_strdup_printf (_("Chapter %d"), (int)index + 1);
    } else if (!nowplaying_surface_session_get_chapter (self->session, 0, &chapter)) {
      end = chapter.start_us;
    }
  }
  set_class (self->label, "dim-label", text != NULL);
  if (self->session && !text && is_live (self, &now))
    text = g_strdup (_("LIVE"));
  gtk_label_set_text (GTK_LABEL (self->label), text ? text : "");
  gtk_widget_set_visible (self->label, text != NULL);
  if (now.rate > 0 && end > now.elapsed_us)
    self->timeout_id = g_timeout_add (CLAMP ((end - now.elapsed_us) / now.rate / 1000 + 1, 100, G_MAXINT),
                                      (GSourceFunc)update_label, self);
  return G_SOURCE_REMOVE;
}

/* Returns the session that the MPRIS name of the player shows, if the player says more than MPRIS. */
static nowplaying_surface_session *find_session (NowPlaying *self)
{
  nowplaying_surface_session *found = NULL;
  g_autofree nowplaying_surface_session **all = g_new0 (nowplaying_surface_session *, MAX_SESSIONS);
  gsize count = 0;
  if (self->bus_name)
    nowplaying_surface_get_sessions (self->surface, all, MAX_SESSIONS, &count);
  for (gsize i = 0; i < MIN (count, MAX_SESSIONS); i++) {
    nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
    nowplaying_surface_session_get_info (all[i], &info);
    if (!found && g_str_equal (info.bus_name, self->bus_name) && info.primary & NOWPLAYING_PRIMARY_APPLICATION &&
        info.abilities & NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING)
      found = nowplaying_surface_session_ref (all[i]);
    nowplaying_surface_session_unref (all[i]);
  }
  return found;
}

/* Whether a control gets a button below those of phosh, which has those of the central row itself, as far as most
 * players have them, and has no menu. Its buttons are pressed, and not held. */
static gboolean is_shown (const nowplaying_surface_control *control)
{
  switch (control->row) {
    case NOWPLAYING_SURFACE_ROW_CENTRAL:
      return !control->is_held && !control->time_us && control->kind != NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE &&
             control->kind != NOWPLAYING_COMMAND_STOP && control->kind != NOWPLAYING_COMMAND_PREVIOUS &&
             control->kind != NOWPLAYING_COMMAND_NEXT;
    default: return control->row == NOWPLAYING_SURFACE_ROW_BESIDE && !control->is_held;
  }
}

/* Returns what the buttons are made of: while it is the same they stay, so that one can be pressed. */
static char *describe (NowPlaying *self)
{
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  GString *text = g_string_new (self->session ? "+\n" : NULL);
  for (gsize i = 0; self->session && !nowplaying_surface_session_get_control (self->session, i, &control); i++)
    if (is_shown (&control) || control.time_us || control.row == NOWPLAYING_SURFACE_ROW_POSITION)
      g_string_append_printf (text, "%d %d %d %d %g %s %s %s\n", (int)i, control.kind, control.enabled, control.active,
                              control.number, control.icon ? control.icon : "", control.title ? control.title : "",
                              control.short_title ? control.short_title : control.name);
  return g_string_free (text, FALSE);
}

/* Shows the present state of the player. */
static gboolean update (NowPlaying *self)
{
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  g_autofree char *last = g_steal_pointer (&self->made_of);
  int count = 0;
  self->update_id = 0;
  nowplaying_surface_session_unref (self->session);
  self->session = find_session (self);
  update_label (self);
  self->made_of = describe (self);
  if (g_strcmp0 (self->made_of, last) == 0)
    return G_SOURCE_REMOVE;
  gtk_container_foreach (GTK_CONTAINER (self->buttons), (GtkCallback)gtk_widget_destroy, NULL);
  gtk_container_foreach (GTK_CONTAINER (self->live), (GtkCallback)gtk_widget_destroy, NULL);
  self->skip[FALSE].kind = self->skip[TRUE].kind = 0;
  for (gsize i = 0; self->session && !nowplaying_surface_session_get_control (self->session, i, &control); i++) {
    gboolean forward = control.kind == NOWPLAYING_COMMAND_SKIP_FORWARD;
    /* The first of several intervals is the preferred one. */
    if (control.time_us && !self->skip[forward].kind)
      self->skip[forward] = control;
    else if (control.row == NOWPLAYING_SURFACE_ROW_POSITION && !control.active)
      add_button (self, self->live, &control, i);
    else if (is_shown (&control) && count < MAX_BUTTONS)
      count += add_button (self, self->buttons, &control, i);
  }
  set_skip (self, FALSE);
  set_skip (self, TRUE);
  return G_SOURCE_REMOVE;
}

/* Schedules one update for all changes, before the screen is drawn next: a player that floods delays only itself. */
static void schedule (NowPlaying *self)
{
  if (!self->update_id)
    self->update_id = g_idle_add ((GSourceFunc)update, self);
}

static void on_ordered (nowplaying_surface *surface, void *self) { schedule (self); }

static void on_changed (nowplaying_surface *surface, nowplaying_surface_session *session,
                        nowplaying_surface_changes changes, void *self)
{
  schedule (self);
}

static gboolean on_readable (int fd, GIOCondition condition, NowPlaying *self)
{
  nowplaying_surface_dispatch (self->surface);
  return G_SOURCE_CONTINUE;
}

void now_playing_attach (GtkWidget *player, GDBusProxy *proxy)
{
  NowPlaying *self = g_object_get_data (G_OBJECT (player), "now-playing");
  g_clear_pointer (&self->bus_name, g_free);
  if (proxy)
    self->bus_name = g_strdup (g_dbus_proxy_get_name (proxy));
  if (self->surface)
    update (self);
}

gboolean now_playing_skip (GtkWidget *player, gboolean forward)
{
  NowPlaying *self = g_object_get_data (G_OBJECT (player), "now-playing");
  if (!self->session || !self->skip[forward].kind)
    return FALSE;
  press (self, &self->skip[forward]);
  return TRUE;
}

static void on_destroy (NowPlaying *self)
{
  g_clear_handle_id (&self->socket_id, g_source_remove);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_handle_id (&self->update_id, g_source_remove);
  self->session = nowplaying_surface_session_unref (self->session);
  g_clear_pointer (&self->surface, nowplaying_surface_free);
  g_clear_pointer (&self->bus_name, g_free);
  g_clear_pointer (&self->made_of, g_free);
}

void now_playing_new (GtkWidget *player)
{
  NowPlaying *self = g_new0 (NowPlaying, 1);
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  int fd;
  self->seek[FALSE] = (gpointer)gtk_widget_get_template_child (player, PHOSH_TYPE_MEDIA_PLAYER, "btn_seek_backward");
  self->seek[TRUE] = (gpointer)gtk_widget_get_template_child (player, PHOSH_TYPE_MEDIA_PLAYER, "btn_seek_forward");
  self->artist = (gpointer)gtk_widget_get_template_child (player, PHOSH_TYPE_MEDIA_PLAYER, "lbl_artist");
  self->error = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "lines", 2, "ellipsize", PANGO_ELLIPSIZE_END, "xalign", 0.0,
                              "single-line-mode", TRUE, NULL);
  self->label = label_new ("now-playing-line", "");
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  self->live = g_object_new (GTK_TYPE_BOX, "halign", GTK_ALIGN_CENTER, "visible", TRUE, NULL);
  self->buttons = g_object_new (GTK_TYPE_BOX, "halign", GTK_ALIGN_CENTER, "spacing", 8, "margin-bottom", 10,
                                "visible", TRUE, NULL);
  gtk_container_add (GTK_CONTAINER (gtk_widget_get_parent (self->artist)), self->error);
  /* The rows of the media player: what is played, the bar, the buttons. */
  gtk_grid_insert_row (GTK_GRID (player), 2);
  gtk_grid_insert_row (GTK_GRID (player), 2);
  gtk_grid_attach (GTK_GRID (player), self->label, 0, 2, 1, 1);
  gtk_grid_attach (GTK_GRID (player), self->live, 0, 3, 1, 1);
  gtk_grid_attach (GTK_GRID (player), self->buttons, 0, 5, 1, 1);
  gtk_css_provider_load_from_resource (style, "/mobi/phosh/stylesheet/now-playing.css");
  gtk_style_context_add_provider_for_screen (gtk_widget_get_screen (player), GTK_STYLE_PROVIDER (style),
                                             GTK_STYLE_PROVIDER_PRIORITY_USER);
  g_object_set_data_full (G_OBJECT (player), "now-playing", self, g_free);
  g_signal_connect_swapped (player, "destroy", G_CALLBACK (on_destroy), self);
  options.name = "phosh";
  options.loop = NOWPLAYING_LOOP_FD;
  /* phosh has chosen a name, which may be the other one of a playback with two names. */
  options.twins = 1;
  callbacks.user_data = self;
  callbacks.ordered = on_ordered;
  callbacks.changed = on_changed;
  if (!nowplaying_surface_new (&options, &callbacks, &self->surface) &&
      !nowplaying_surface_get_fd (self->surface, &fd))
    self->socket_id = g_unix_fd_add (fd, G_IO_IN, (GUnixFDSourceFunc)on_readable, self);
}

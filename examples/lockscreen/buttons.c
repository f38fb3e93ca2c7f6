/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes the buttons of a page: one for each command that the session offers. */
#include <math.h>
#include <string.h>

#include "buttons.h"

GtkWidget *icon_new(const char *name, int size) {
  GtkWidget *icon = gtk_image_new_from_icon_name(name);
  gtk_image_set_pixel_size(GTK_IMAGE(icon), size);
  return icon;
}

void button_set_label(GtkWidget *button, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full(G_OBJECT(button), "label", g_strdup(label), g_free);
}

GtkWidget *icon_button_new(const char *name, const char *icon, int size, const char *label) {
  GtkWidget *button = gtk_button_new();
  gtk_button_set_child(GTK_BUTTON(button), icon_new(icon, size));
  gtk_widget_set_name(button, name);
  button_set_label(button, label);
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  return button;
}

/* ------------------------------------------------------------------------------------------------ Commands -------- */

static gboolean find(struct buttons *buttons, nowplaying_command_kind kind, uint64_t tag, nowplaying_command *command) {
  nowplaying_surface_session *session = page_session(buttons->page);
  *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(0);
  for (size_t i = 0; nowplaying_surface_session_get_command(session, i, command) == NOWPLAYING_OK; i++) {
    if (command->kind == kind && (kind != NOWPLAYING_COMMAND_FEEDBACK || command->tag == tag)) return TRUE;
  }
  return FALSE;
}

gboolean button_find(struct button *button, nowplaying_command *command) {
  nowplaying_surface_session *session = page_session(button->owner->page);
  if (!button->id) return find(button->owner, button->event.kind, button->event.tag, command);
  *command = (nowplaying_command)NOWPLAYING_COMMAND_INIT(0);
  for (size_t i = 0; nowplaying_surface_session_get_command(session, i, command) == NOWPLAYING_OK; i++) {
    if (command->kind == button->event.kind && g_strcmp0(command->id, button->id) == 0) return TRUE;
  }
  return FALSE;
}

/* Returns whether the session offers a command, enabled or not. */
static gboolean offers(struct buttons *buttons, nowplaying_command_kind kind) {
  nowplaying_command command;
  return find(buttons, kind, 0, &command);
}

static nowplaying_snapshot snapshot_of(struct buttons *buttons) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  (void)nowplaying_surface_session_get_snapshot(page_session(buttons->page), NOWPLAYING_TIME_NOW, &snapshot);
  return snapshot;
}

/* Returns the command of the large button: the library makes one of play, pause and stop. */
static nowplaying_command_kind main_command(struct buttons *buttons) {
  return offers(buttons, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE) ? NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE
                                                               : NOWPLAYING_COMMAND_STOP;
}

static void press(struct button *button) {
  nowplaying_command_event event = button->event;
  if (event.kind == NOWPLAYING_COMMAND_PLAY) event.kind = main_command(button->owner);
  event.id = button->id;
  page_send(button->owner->page, event);
}

/* -------------------------------------------------------------------------------------------------- Making -------- */

static void button_free(gpointer data) {
  struct button *button = data;
  g_free(button->id);
  g_free(button);
}

struct button *button_adopt(struct buttons *buttons, GtkWidget *row, GtkWidget *widget, nowplaying_command_kind kind) {
  struct button *button = g_new0(struct button, 1);
  button->owner = buttons;
  button->widget = widget;
  button->icon = gtk_button_get_child(GTK_BUTTON(widget));
  button->event = (nowplaying_command_event)NOWPLAYING_SURFACE_COMMAND_INIT(kind);
  button->event.toggle = 1; /* a thumb or a star that is so already is taken back */
  gtk_box_append(GTK_BOX(row), widget);
  g_ptr_array_add(buttons->all, button);
  return button;
}

struct button *button_add(struct buttons *buttons, GtkWidget *row, nowplaying_command_kind kind, const char *name,
                          const char *icon, int size, const char *label) {
  struct button *button = button_adopt(buttons, row, icon_button_new(name, icon, size, label), kind);
  g_signal_connect_swapped(button->widget, "clicked", G_CALLBACK(press), button);
  return button;
}

/* Fast forward and rewind last while a button is held. */
static void hold(struct button *button, gboolean begins) {
  if (button->is_held == begins) return;
  button->is_held = begins;
  button->event.phase = begins ? NOWPLAYING_PHASE_BEGIN : NOWPLAYING_PHASE_END;
  page_send(button->owner->page, button->event);
}

static void held(GtkGesture *gesture, double x, double y, struct button *button) {
  (void)x, (void)y;
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED); /* so that it is no click, too */
  hold(button, TRUE);
}

static void let_go(struct button *button) { hold(button, FALSE); }

/* Fast forward is a long press of the button for the next item; where there is no such button, it has its own. */
static void add_seek(struct buttons *buttons, struct button *beside, nowplaying_command_kind kind) {
  gboolean forward = kind == NOWPLAYING_COMMAND_SEEK_FORWARD;
  if (!offers(buttons, kind)) return;
  struct button *button = g_new0(struct button, 1);
  button->owner = buttons;
  button->event = (nowplaying_command_event)NOWPLAYING_SURFACE_COMMAND_INIT(kind);
  GtkWidget *widget = beside ? beside->widget : NULL;
  if (!widget) {
    widget = button->widget = icon_button_new(forward ? "seek-forward" : "seek-backward",
                                              forward ? "np-forward-symbolic" : "np-rewind-symbolic", MEDIUM,
                                              forward ? _("Fast forward") : _("Rewind"));
    gtk_box_append(GTK_BOX(buttons->main_row), widget);
  }
  GtkGesture *gesture = gtk_gesture_long_press_new();
  g_signal_connect(gesture, "pressed", G_CALLBACK(held), button);
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(gesture), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(gesture));
  when_released(widget, G_CALLBACK(let_go), button);
  g_ptr_array_add(buttons->all, button);
}

/* Returns how far a press skips, for screen readers. */
static char *skip_label(gboolean forward, int64_t interval_us) {
  int seconds = (int)fmin(round((double)interval_us / SECOND), G_MAXINT);
  return g_strdup_printf(forward ? ngettext("Forward by %d second", "Forward by %d seconds", (gulong)seconds)
                                 : ngettext("Back by %d second", "Back by %d seconds", (gulong)seconds),
                         seconds);
}

/* Formats an interval: "15" for seconds, and "2m" for whole minutes. */
static char *short_time(int64_t interval_us) {
  double seconds = (double)interval_us / SECOND;
  /* TRANSLATORS: minutes, as short as can be, in a ring that has room for two letters. */
  if (seconds >= 60 && fmod(seconds, 60) == 0) return g_strdup_printf(_("%gm"), seconds / 60);
  return g_strdup_printf("%g", round(seconds * 10) / 10);
}

static void add_skips(struct buttons *buttons, nowplaying_command_kind kind) {
  nowplaying_command command;
  gboolean forward = kind == NOWPLAYING_COMMAND_SKIP_FORWARD;
  if (!find(buttons, kind, 0, &command)) return;
  /* A skip that the player does not offer itself is for a place that is free. */
  if (command.tag && offers(buttons, forward ? NOWPLAYING_COMMAND_NEXT : NOWPLAYING_COMMAND_PREVIOUS)) return;
  /* The preferred interval gets a button, and the others go to the row of seldom used buttons. */
  for (size_t i = 0; i < MIN(command.interval_count, 4); i++) {
    char *text = short_time(command.intervals_us[i]);
    char *name = g_strdup_printf("skip-%s-%" G_GINT64_FORMAT, forward ? "forward" : "backward",
                                 (gint64)command.intervals_us[i] / SECOND);
    char *label = skip_label(forward, command.intervals_us[i]);
    GtkWidget *overlay = gtk_overlay_new(), *number = gtk_label_new(text);
    gtk_overlay_set_child(GTK_OVERLAY(overlay),
                          icon_new(forward ? "np-skip-forward-symbolic" : "np-skip-backward-symbolic",
                                   i ? SMALL + 6 : MEDIUM + 4));
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), number);
    gtk_widget_add_css_class(number, i ? "small-interval" : "interval");
    struct button *button = button_add(buttons, i ? buttons->other_row : buttons->main_row, kind, name,
                                      "np-skip-forward-symbolic", MEDIUM, label);
    gtk_button_set_child(GTK_BUTTON(button->widget), overlay);
    button->icon = NULL;
    button->event.time_us = command.intervals_us[i];
    g_free(text);
    g_free(name);
    g_free(label);
  }
}

static void add_rate(struct buttons *buttons) {
  nowplaying_command command;
  if (!find(buttons, NOWPLAYING_COMMAND_CHANGE_RATE, 0, &command) || command.rate_count == 0) return;
  struct button *button = button_add(buttons, buttons->other_row, NOWPLAYING_COMMAND_CHANGE_RATE, "rate",
                                    "np-play-symbolic", SMALL, _("Speed"));
  gtk_button_set_child(GTK_BUTTON(button->widget), button->icon = gtk_label_new(""));
}

static void make(struct buttons *buttons) {
  GtkWidget *row = buttons->main_row, *other = buttons->other_row;
  struct button *previous = NULL, *next = NULL;
  if (offers(buttons, NOWPLAYING_COMMAND_PREVIOUS))
    previous = button_add(buttons, row, NOWPLAYING_COMMAND_PREVIOUS, "previous", "np-previous-symbolic", MEDIUM,
                          _("Previous"));
  add_seek(buttons, previous, NOWPLAYING_COMMAND_SEEK_BACKWARD);
  add_skips(buttons, NOWPLAYING_COMMAND_SKIP_BACKWARD);
  gboolean has_pause =
      offers(buttons, NOWPLAYING_COMMAND_PAUSE) || offers(buttons, NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE);
  gboolean has_stop = offers(buttons, NOWPLAYING_COMMAND_STOP);
  if (has_pause || has_stop || offers(buttons, NOWPLAYING_COMMAND_PLAY))
    button_add(buttons, row, NOWPLAYING_COMMAND_PLAY, "play", "np-play-symbolic", LARGE, _("Play"));
  add_skips(buttons, NOWPLAYING_COMMAND_SKIP_FORWARD);
  if (offers(buttons, NOWPLAYING_COMMAND_NEXT))
    next = button_add(buttons, row, NOWPLAYING_COMMAND_NEXT, "next", "np-next-symbolic", MEDIUM, _("Next"));
  add_seek(buttons, next, NOWPLAYING_COMMAND_SEEK_FORWARD);
  if (offers(buttons, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE))
    button_add(buttons, other, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, "shuffle", "np-shuffle-symbolic", SMALL,
              _("Shuffle"));
  if (offers(buttons, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE))
    button_add(buttons, other, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, "repeat", "np-repeat-symbolic", SMALL,
              _("Repeat"));
  if (has_pause && has_stop)
    button_add(buttons, other, NOWPLAYING_COMMAND_STOP, "stop", "np-stop-symbolic", SMALL, _("Stop"));
  add_rate(buttons);
  more_make(buttons);
}

/* ------------------------------------------------------------------------------------------------ Updating -------- */

static void refresh_main(struct button *button, const nowplaying_command *command) {
  static const char *const looks[][3] = {{"pause", "np-pause-symbolic", N_("Pause")},
                                         {"stop", "np-stop-symbolic", N_("Stop")},
                                         {"play", "np-play-symbolic", N_("Play")}};
  size_t i = 0;
  while (i < 2 && g_strcmp0(command->icon, looks[i][0]) != 0) i++;
  gtk_image_set_from_icon_name(GTK_IMAGE(button->icon), looks[i][1]);
  button_set_label(button->widget, _(looks[i][2]));
}

static void refresh(struct button *button) {
  nowplaying_command command;
  nowplaying_command_kind kind = button->event.kind;
  if (!button->widget) return; /* a long press of another */
  if (kind == NOWPLAYING_COMMAND_PLAY) kind = main_command(button->owner);
  gboolean is_there = kind == button->event.kind ? button_find(button, &command)
                                                 : find(button->owner, kind, button->event.tag, &command);
  gboolean is_on = more_is_on(button, &command);
  if (!is_there) command.enabled = 0;
  if (kind != button->event.kind) refresh_main(button, &command);
  if (kind == NOWPLAYING_COMMAND_FEEDBACK) is_on = command.current == button->event.mode;
  if (kind == NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE) {
    gtk_image_set_from_icon_name(GTK_IMAGE(button->icon), command.current == NOWPLAYING_REPEAT_ONE
                                                              ? "np-repeat-one-symbolic"
                                                              : "np-repeat-symbolic");
  }
  if (kind == NOWPLAYING_COMMAND_CHANGE_RATE) {
    char *text = g_strdup_printf("%g×", round(snapshot_of(button->owner).default_rate * 100) / 100);
    gtk_label_set_text(GTK_LABEL(button->icon), text);
    g_free(text);
  }
  gtk_widget_set_sensitive(button->widget, command.enabled != 0);
  if (is_on) gtk_widget_add_css_class(button->widget, "on");
  else gtk_widget_remove_css_class(button->widget, "on");
}

/* Returns a text about the commands that have buttons. While the text stays the same, the buttons are kept, and only
 * their looks are updated. */
static char *describe(nowplaying_surface_session *session) {
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  GString *text = g_string_new(NULL);
  for (size_t i = 0; nowplaying_surface_session_get_command(session, i, &command) == NOWPLAYING_OK; i++) {
    g_string_append_printf(text, "%d %u %u %d %d", command.kind, (unsigned)command.tag, command.supported, command.slot,
                           command.steps);
    const char *words[] = {command.title, command.short_title, command.id, command.icon};
    for (int j = 0; j < 4; j++) g_string_append_printf(text, " %s", words[j] ? words[j] : "");
    for (size_t j = 0; j < command.interval_count; j++)
      g_string_append_printf(text, " %.0f", (double)command.intervals_us[j]);
    for (size_t j = 0; j < command.rate_count; j++) g_string_append_printf(text, " %g", command.rates[j]);
    g_string_append_c(text, '\n');
  }
  return g_string_free(text, FALSE);
}

static void clear(struct buttons *buttons) {
  GtkWidget *rows[] = {buttons->main_row, buttons->other_row, buttons->feedback_row, buttons->more_row,
                       buttons->star_row}, *child;
  for (int i = 0; i < 5; i++) {
    while ((child = gtk_widget_get_first_child(rows[i]))) gtk_box_remove(GTK_BOX(rows[i]), child);
  }
  g_ptr_array_set_size(buttons->all, 0);
}

void buttons_update(struct buttons *buttons, nowplaying_surface_session *session) {
  char *made_of = describe(session);
  if (g_strcmp0(made_of, buttons->made_of) != 0) {
    clear(buttons);
    make(buttons);
    g_free(buttons->made_of);
    buttons->made_of = g_strdup(made_of);
    GtkWidget *rows[] = {buttons->main_row, buttons->other_row, buttons->feedback_row, buttons->star_row};
    for (int i = 0; i < 4; i++) gtk_widget_set_visible(rows[i], gtk_widget_get_first_child(rows[i]) != NULL);
    gtk_widget_set_visible(gtk_widget_get_ancestor(buttons->more_row, GTK_TYPE_SCROLLED_WINDOW),
                           gtk_widget_get_first_child(buttons->more_row) != NULL);
  }
  g_free(made_of);
  for (guint i = 0; i < buttons->all->len; i++) refresh(buttons->all->pdata[i]);
}

struct buttons *buttons_new(struct page *page, GtkWidget *main_row, GtkWidget *other_row, GtkWidget *feedback_row,
                            GtkWidget *more) {
  struct buttons *buttons = g_new0(struct buttons, 1);
  buttons->page = page;
  buttons->main_row = main_row;
  buttons->other_row = other_row;
  buttons->all = g_ptr_array_new_with_free_func(button_free);
  buttons->feedback_row = feedback_row;
  buttons->star_row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
  buttons->more_row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
  /* Many buttons are scrolled, so that the page is not wider than its window. */
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), buttons->more_row);
  gtk_widget_add_css_class(buttons->star_row, "stars");
  gtk_widget_add_css_class(buttons->more_row, "other");
  gtk_box_append(GTK_BOX(more), buttons->star_row);
  gtk_box_append(GTK_BOX(more), scrolled);
  gtk_widget_set_halign(other_row, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(feedback_row, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(buttons->star_row, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(buttons->more_row, GTK_ALIGN_CENTER);
  gtk_box_set_homogeneous(GTK_BOX(main_row), TRUE);
  return buttons;
}

void buttons_free(struct buttons *buttons) {
  clear(buttons);
  g_ptr_array_unref(buttons->all);
  g_free(buttons->made_of);
  g_free(buttons);
}

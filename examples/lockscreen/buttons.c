/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Draws the controls of a session, in the rows in which the library puts them. */
#include <math.h>
#include <string.h>

#include "lockscreen.h"

enum { SECOND = 1000000, LARGE = 40, MEDIUM = 30, SMALL = 20, MOST_OF_WORDS = 32 };

/* A button for a control. */
struct button {
  struct buttons *owner;
  GtkWidget *widget;                  /* its own, or that of another button which is pressed long */
  nowplaying_surface_control control; /* whose texts live as long as the session of the page */
  char *id, *face;
  gboolean is_borrowed, is_begun;
};

struct buttons {
  struct page *page;
  GtkWidget *rows[NOWPLAYING_SURFACE_ROW_VOLUME + 1], *scrolled;
  char *made_of; /* the controls for which there are buttons */
  GPtrArray *all;
};

GtkWidget *icon_new(const char *name, int size) {
  GtkWidget *icon = gtk_image_new_from_icon_name(name);
  gtk_image_set_pixel_size(GTK_IMAGE(icon), size);
  return icon;
}

static void set_label(GtkWidget *button, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full(G_OBJECT(button), "label", g_strdup(label), g_free);
}

GtkWidget *icon_button_new(const char *name, const char *icon, int size, const char *label) {
  GtkWidget *button = gtk_button_new();
  gtk_button_set_child(GTK_BUTTON(button), icon_new(icon, size));
  gtk_widget_set_name(button, name);
  set_label(button, label);
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  return button;
}

/* --------------------------------------------------------------------------------------------------- Faces -------- */

/* The icons that this program has for words of org.nowplaying; for other words those of the desktop. */
static const char *const icons[][2] = {
    {"play", "np-play-symbolic"},           {"pause", "np-pause-symbolic"},
    {"heart", "np-heart-symbolic"},         {"heart-filled", "np-heart-filled-symbolic"},
    {"thumb-up", "np-like-symbolic"},       {"thumb-up-filled", "np-like-filled-symbolic"},
    {"thumb-down", "np-dislike-symbolic"},  {"thumb-down-filled", "np-dislike-filled-symbolic"},
    {"next", "np-next-symbolic"},           {"previous", "np-previous-symbolic"},
    {"fast-forward", "np-forward-symbolic"}, {"rewind", "np-rewind-symbolic"},
    {"skip-forward", "np-skip-forward-symbolic"}, {"skip-back", "np-skip-backward-symbolic"},
    {"add", "np-plus-symbolic"},            {"remove", "np-minus-symbolic"},
    {"radio", "np-radio-symbolic"},         {"stop", "np-stop-symbolic"},
    {"shuffle-on", "np-shuffle-symbolic"},  {"shuffle-off", "np-shuffle-symbolic"},
    {"repeat-all", "np-repeat-symbolic"},   {"repeat-off", "np-repeat-symbolic"},
    {"repeat-one", "np-repeat-one-symbolic"},
};

/* Returns the name of an icon that can be shown; NULL: show words. The word comes from another program, so that it is
 * looked up in the theme and never loaded as a file. A picture in colours is no icon of a button. */
static char *icon_of(const nowplaying_surface_control *control) {
  const char *word = control->icon;
  if (control->kind == NOWPLAYING_COMMAND_NEXT_CHAPTER) return g_strdup("np-next-chapter-symbolic");
  if (control->kind == NOWPLAYING_COMMAND_PREVIOUS_CHAPTER) return g_strdup("np-previous-chapter-symbolic");
  if (!word || control->kind == NOWPLAYING_COMMAND_CHANGE_RATE) return NULL;
  for (guint i = 0; i < G_N_ELEMENTS(icons); i++)
    if (strcmp(icons[i][0], word) == 0) return g_strdup(icons[i][1]);
  const char *near = nowplaying_surface_icon_name(word);
  if (!near[0]) return NULL;
  GtkIconTheme *theme = gtk_icon_theme_get_for_display(gdk_display_get_default());
  char *name = g_strdup_printf("%s-symbolic", near);
  if (gtk_icon_theme_has_icon(theme, name)) return name;
  g_free(name);
  return NULL;
}

/* Returns what screen readers call a control. */
static char *label_of(const nowplaying_surface_control *control) {
  if (control->title) return g_strdup(control->title);
  gulong number = (gulong)fmin(round(control->number), G_MAXINT);
  const char *name = control->name_plural ? ngettext(control->name, control->name_plural, number) : _(control->name);
  GString *label = g_string_new(name);
  char *digits = g_strdup_printf("%lu", number);
  if (control->name_plural) g_string_replace(label, "%1", digits, 1);
  g_free(digits);
  return g_string_free(label, FALSE);
}

/* Returns the words on a control; "": its icon says it all. */
static char *words_of(const nowplaying_surface_control *control, const char *icon, const char *label) {
  gboolean is_skip = control->time_us > 0;
  if (control->kind == NOWPLAYING_COMMAND_CHANGE_RATE) {
    GString *speed = g_string_new(_("%1×"));
    char digits[32];
    g_snprintf(digits, sizeof digits, "%g", round(control->number * 100) / 100);
    g_string_replace(speed, "%1", digits, 1);
    return g_string_free(speed, FALSE);
  }
  /* TRANSLATORS: minutes, as short as can be, in a ring that has room for two letters. */
  if (is_skip && control->number >= 60 && fmod(control->number, 60) == 0)
    return g_strdup_printf(_("%gm"), control->number / 60);
  if (is_skip) return g_strdup_printf("%g", round(control->number * 10) / 10);
  /* A like whose player has words for it shows them, too. */
  if (icon && !(control->kind == NOWPLAYING_COMMAND_FEEDBACK && control->title)) return g_strdup("");
  return g_strdup(control->short_title ? control->short_title : label);
}

static GtkWidget *words_new(const char *words) {
  GtkWidget *text = gtk_label_new(words);
  gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars(GTK_LABEL(text), MOST_OF_WORDS);
  return text;
}

/* Draws an icon, words, or both: a skip has its number in the ring of its icon. */
static GtkWidget *face_new(const nowplaying_surface_control *control, const char *icon, const char *words) {
  gboolean is_central = control->row == NOWPLAYING_SURFACE_ROW_CENTRAL, is_skip = control->time_us > 0;
  int size = control->slot == NOWPLAYING_SLOT_CENTRAL ? LARGE : is_central ? MEDIUM : SMALL;
  if (!icon) return words_new(words);
  if (!words[0]) return icon_new(icon, size);
  GtkWidget *both = is_skip ? gtk_overlay_new() : gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  if (!is_skip) {
    gtk_box_append(GTK_BOX(both), icon_new(icon, size));
    gtk_box_append(GTK_BOX(both), words_new(words));
    return both;
  }
  GtkWidget *number = gtk_label_new(words);
  gtk_overlay_set_child(GTK_OVERLAY(both), icon_new(icon, is_central ? MEDIUM + 4 : SMALL + 6));
  gtk_overlay_add_overlay(GTK_OVERLAY(both), number);
  gtk_widget_add_css_class(number, is_central ? "interval" : "small-interval");
  return both;
}

static void set_class(GtkWidget *widget, const char *name, gboolean is_set) {
  if (is_set) gtk_widget_add_css_class(widget, name);
  else gtk_widget_remove_css_class(widget, name);
}

/* Shows the present state of a control. The widget stays, so that it can be pressed. */
static void refresh(struct button *button) {
  const nowplaying_surface_control *control = &button->control;
  if (button->is_borrowed) return;
  char *icon = icon_of(control), *label = label_of(control), *words = words_of(control, icon, label);
  char *face = g_strdup_printf("%s\n%s", icon ? icon : "", words);
  if (g_strcmp0(face, button->face) != 0) {
    gtk_button_set_child(GTK_BUTTON(button->widget), face_new(control, icon, words));
    g_free(button->face);
    button->face = g_strdup(face);
  }
  set_label(button->widget, label);
  if (control->row != NOWPLAYING_SURFACE_ROW_CENTRAL) gtk_widget_set_tooltip_text(button->widget, label);
  gtk_widget_set_sensitive(button->widget, control->enabled != 0);
  set_class(button->widget, "on", control->active && control->is_switch);
  g_free(icon);
  g_free(label);
  g_free(words);
  g_free(face);
}

/* -------------------------------------------------------------------------------------------------- Making -------- */

static void send(struct button *button, int32_t phase) {
  button->control.id = button->id; /* a session that has gone takes its texts with it */
  nowplaying_command_event event = NOWPLAYING_SURFACE_PRESS_INIT(button->control);
  event.phase = phase;
  page_send(button->owner->page, event);
}

static void press(struct button *button) { send(button, NOWPLAYING_PHASE_BEGIN); }

static void hold(struct button *button, gboolean begins) {
  if (button->is_begun == begins) return;
  button->is_begun = begins;
  send(button, begins ? NOWPLAYING_PHASE_BEGIN : NOWPLAYING_PHASE_END);
}

static void held(GtkGesture *gesture, double x, double y, struct button *button) {
  (void)x, (void)y;
  gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED); /* so that it is no click, too */
  hold(button, TRUE);
}

static void let_go(struct button *button) { hold(button, FALSE); }

/* Returns the name of a button, by which tests find it. */
static char *name_of(const nowplaying_surface_control *control) {
  switch (control->kind) {
    case NOWPLAYING_COMMAND_PREVIOUS: return g_strdup("previous");
    case NOWPLAYING_COMMAND_NEXT: return g_strdup("next");
    case NOWPLAYING_COMMAND_STOP:
      return g_strdup(control->slot == NOWPLAYING_SLOT_CENTRAL ? "play" : "stop");
    case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE: return g_strdup("play");
    case NOWPLAYING_COMMAND_SEEK_FORWARD: return g_strdup("seek-forward");
    case NOWPLAYING_COMMAND_SEEK_BACKWARD: return g_strdup("seek-backward");
    case NOWPLAYING_COMMAND_SKIP_FORWARD: return g_strdup_printf("skip-forward-%.0f", trunc(control->number));
    case NOWPLAYING_COMMAND_SKIP_BACKWARD: return g_strdup_printf("skip-backward-%.0f", trunc(control->number));
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE: return g_strdup("shuffle");
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: return g_strdup("repeat");
    case NOWPLAYING_COMMAND_CHANGE_RATE: return g_strdup("rate");
    case NOWPLAYING_COMMAND_FEEDBACK:
      return g_strdup_printf(control->mode == NOWPLAYING_FEEDBACK_POSITIVE ? "like-%u" : "dislike-%u",
                             control->button);
    case NOWPLAYING_COMMAND_SET_RATING: return g_strdup_printf("star-%.0f", control->number);
    case NOWPLAYING_COMMAND_CUSTOM: return g_strdup_printf("custom-%s", control->id);
    default: return g_strdup_printf("command-%d", control->kind);
  }
}

/* Returns the button that may be pressed long for a control in the menu: that to the item in the same direction. */
static GtkWidget *find_neighbour(struct buttons *buttons, nowplaying_command_kind kind) {
  nowplaying_command_kind wanted =
      kind == NOWPLAYING_COMMAND_SEEK_FORWARD ? NOWPLAYING_COMMAND_NEXT : NOWPLAYING_COMMAND_PREVIOUS;
  for (guint i = 0; i < buttons->all->len; i++) {
    struct button *each = buttons->all->pdata[i];
    if (each->control.kind == wanted) return each->widget;
  }
  return NULL;
}

static void button_free(gpointer data) {
  struct button *button = data;
  g_free(button->id);
  g_free(button->face);
  g_free(button);
}

static void add(struct buttons *buttons, const nowplaying_surface_control *control) {
  struct button *button = g_new0(struct button, 1);
  button->owner = buttons;
  button->control = *control;
  button->id = g_strdup(control->id);
  if (control->is_held && control->row != NOWPLAYING_SURFACE_ROW_CENTRAL)
    button->widget = find_neighbour(buttons, control->kind);
  button->is_borrowed = button->widget != NULL;
  if (!button->is_borrowed) {
    char *name = name_of(control);
    button->widget = icon_button_new(name, "", SMALL, "");
    gtk_box_append(GTK_BOX(buttons->rows[control->row]), button->widget);
    g_free(name);
  }
  if (control->is_held) {
    GtkGesture *gesture = gtk_gesture_long_press_new();
    g_signal_connect(gesture, "pressed", G_CALLBACK(held), button);
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(gesture), GTK_PHASE_CAPTURE);
    gtk_widget_add_controller(button->widget, GTK_EVENT_CONTROLLER(gesture));
    when_released(button->widget, G_CALLBACK(let_go), button);
  } else {
    g_signal_connect_swapped(button->widget, "clicked", G_CALLBACK(press), button);
  }
  g_ptr_array_add(buttons->all, button);
}

/* Returns a text about what the controls are and where. While it stays the same, the buttons are kept, and only their
 * looks are updated. */
static char *describe(nowplaying_surface_session *session) {
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  GString *text = g_string_new(NULL);
  for (size_t i = 0; nowplaying_surface_session_get_control(session, i, &control) == NOWPLAYING_OK; i++)
    g_string_append_printf(text, "%d %d %d %d %u %.0f %g %s\n", control.row, control.slot, control.kind, control.mode,
                           control.button, (double)control.time_us, control.rating,
                           control.id ? control.id : "");
  return g_string_free(text, FALSE);
}

static void clear(struct buttons *buttons) {
  GtkWidget *child;
  for (int i = 0; i <= NOWPLAYING_SURFACE_ROW_VOLUME; i++)
    while ((child = gtk_widget_get_first_child(buttons->rows[i]))) gtk_box_remove(GTK_BOX(buttons->rows[i]), child);
  g_ptr_array_set_size(buttons->all, 0);
}

void buttons_update(struct buttons *buttons, nowplaying_surface_session *session) {
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  char *made_of = describe(session);
  gboolean is_new = g_strcmp0(made_of, buttons->made_of) != 0;
  if (is_new) clear(buttons);
  for (size_t i = 0; nowplaying_surface_session_get_control(session, i, &control) == NOWPLAYING_OK; i++) {
    if (is_new) add(buttons, &control);
    struct button *button = buttons->all->pdata[i];
    button->control = control;
    refresh(button);
  }
  for (int i = 0; is_new && i <= NOWPLAYING_SURFACE_ROW_VOLUME; i++) {
    gboolean is_menu = buttons->rows[i] == buttons->rows[NOWPLAYING_SURFACE_ROW_OVERFLOW];
    GtkWidget *shown = is_menu ? buttons->scrolled : buttons->rows[i];
    gtk_widget_set_visible(shown, gtk_widget_get_first_child(buttons->rows[i]) != NULL);
  }
  g_free(buttons->made_of);
  buttons->made_of = made_of;
}

struct buttons *buttons_new(struct page *page, GtkWidget *main_row, GtkWidget *other_row, GtkWidget *more) {
  struct buttons *buttons = g_new0(struct buttons, 1);
  GtkWidget **rows = buttons->rows;
  buttons->page = page;
  buttons->all = g_ptr_array_new_with_free_func(button_free);
  rows[NOWPLAYING_SURFACE_ROW_CENTRAL] = main_row;
  rows[NOWPLAYING_SURFACE_ROW_BESIDE] = other_row;
  GtkWidget *stars = rows[NOWPLAYING_SURFACE_ROW_STARS] = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *menu = rows[NOWPLAYING_SURFACE_ROW_OVERFLOW] = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
  /* In place of a menu there is a row, which is scrolled, so that the page is not wider than its window. */
  rows[NOWPLAYING_SURFACE_ROW_POSITION] = rows[NOWPLAYING_SURFACE_ROW_VOLUME] = menu;
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), menu);
  /* The row beside playback is at most as wide as its page. In this row no word is cut for want of room. */
  GtkWidget *view = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scrolled));
  gtk_scrollable_set_hscroll_policy(GTK_SCROLLABLE(view), GTK_SCROLL_NATURAL);
  buttons->scrolled = fade_new(scrolled);
  gtk_widget_add_css_class(stars, "stars");
  gtk_widget_add_css_class(menu, "other");
  gtk_widget_add_css_class(buttons->scrolled, "row");
  /* Its steps to chapters go the way of the bar and the buttons of playback. */
  gtk_widget_set_direction(scrolled, GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction(view, GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction(menu, GTK_TEXT_DIR_LTR);
  gtk_box_append(GTK_BOX(more), stars);
  gtk_box_append(GTK_BOX(more), buttons->scrolled);
  gtk_widget_set_halign(other_row, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(stars, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(menu, GTK_ALIGN_CENTER);
  gtk_box_set_homogeneous(GTK_BOX(main_row), TRUE);
  return buttons;
}

void buttons_free(struct buttons *buttons) {
  clear(buttons);
  g_ptr_array_unref(buttons->all);
  g_free(buttons->made_of);
  g_free(buttons);
}

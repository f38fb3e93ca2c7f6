/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The buttons that MPRIS does not have: likes, the player's own, chapters, stars, a bookmark, mute, and back to
 * live. */
#include <string.h>

#include "buttons.h"

enum { MOST_OF_WORDS = 20 };

/* The icons that this program has for words of org.nowplaying; for other words those of the desktop. */
static const char *const icons[][2] = {
    {"heart", "np-heart-symbolic"},         {"heart-filled", "np-heart-symbolic"},
    {"thumb-up", "np-like-symbolic"},       {"thumb-up-filled", "np-like-symbolic"},
    {"thumb-down", "np-dislike-symbolic"},  {"thumb-down-filled", "np-dislike-symbolic"},
    {"next", "np-next-symbolic"},           {"previous", "np-previous-symbolic"},
    {"fast-forward", "np-forward-symbolic"}, {"rewind", "np-rewind-symbolic"},
    {"skip-forward", "np-skip-forward-symbolic"}, {"skip-back", "np-skip-backward-symbolic"},
    {"add", "np-plus-symbolic"},            {"remove", "np-minus-symbolic"},
    {"radio", "np-radio-symbolic"},         {"stop", "np-stop-symbolic"},
    {"shuffle-on", "np-shuffle-symbolic"},  {"shuffle-off", "np-shuffle-symbolic"},
};

/* Returns the name of an icon that can be shown; NULL: show words. The word comes from another program, so that it is
 * looked up in the theme and never loaded as a file. */
static char *icon_of_word(GtkWidget *widget, const char *word) {
  if (!word || !word[0]) return NULL;
  for (guint i = 0; i < G_N_ELEMENTS(icons); i++)
    if (strcmp(icons[i][0], word) == 0) return g_strdup(icons[i][1]);
  const char *near = nowplaying_surface_icon_name(word);
  if (!near[0]) return NULL;
  GtkIconTheme *theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget));
  char *name = g_strdup_printf("%s-symbolic", near);
  if (gtk_icon_theme_has_icon(theme, name)) return name;
  g_free(name);
  return gtk_icon_theme_has_icon(theme, near) ? g_strdup(near) : NULL;
}

/* Returns the icon of a command. Next and previous chapter always get this program's icons: a player may name those
 * for the next and previous item, which would mislead. */
static char *find_icon(GtkWidget *widget, const nowplaying_command *command) {
  switch (command->kind) {
    case NOWPLAYING_COMMAND_NEXT_CHAPTER: return g_strdup("np-next-chapter-symbolic");
    case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: return g_strdup("np-previous-chapter-symbolic");
    default: return icon_of_word(widget, command->icon);
  }
}

static const char *plain_words(nowplaying_command_kind kind) {
  switch (kind) {
    case NOWPLAYING_COMMAND_NEXT_CHAPTER: return _("Next chapter");
    case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: return _("Previous chapter");
    case NOWPLAYING_COMMAND_SEEK_TO_LIVE: return _("Go to live");
    case NOWPLAYING_COMMAND_BOOKMARK: return _("Bookmark");
    case NOWPLAYING_COMMAND_MUTE: return _("Mute");
    default: return ""; /* the library has words for each of a player's own */
  }
}

static void show_words(struct button *button, const char *words) {
  GtkWidget *text = gtk_label_new(words);
  gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
  /* A row that is too wide is scrolled, and no word in it is cut. */
  gtk_label_set_width_chars(GTK_LABEL(text), (int)MIN(g_utf8_strlen(words, -1), MOST_OF_WORDS));
  gtk_label_set_max_width_chars(GTK_LABEL(text), MOST_OF_WORDS);
  gtk_button_set_child(GTK_BUTTON(button->widget), text);
  button->icon = NULL;
}

/* Puts a button where the player wants it: at the sides of the large one, or in the row below. */
static void place(struct buttons *buttons, struct button *button, nowplaying_slot slot) {
  gboolean is_back = slot == NOWPLAYING_SLOT_BACK, is_forward = slot == NOWPLAYING_SLOT_FORWARD;
  GtkWidget *row = is_back || is_forward || slot == NOWPLAYING_SLOT_CENTRAL ? buttons->main_row : buttons->more_row;
  GtkWidget *widget = g_object_ref(button->widget);
  gtk_box_remove(GTK_BOX(buttons->more_row), widget);
  if (is_back || slot == NOWPLAYING_SLOT_BACK_SECONDARY) gtk_box_prepend(GTK_BOX(row), widget);
  else gtk_box_append(GTK_BOX(row), widget);
  g_object_unref(widget);
}

static void add_button(struct buttons *buttons, const nowplaying_command *command) {
  const char *label = command->title && command->title[0] ? command->title : plain_words(command->kind);
  const char *words = command->short_title && command->short_title[0] ? command->short_title : label;
  char *icon = find_icon(buttons->more_row, command), *name;
  if (command->id) name = g_strdup_printf("custom-%s", command->id);
  else name = g_strdup_printf("command-%d", command->kind);
  struct button *button =
      button_add(buttons, buttons->more_row, command->kind, name, icon ? icon : "", SMALL, label);
  button->id = g_strdup(command->id);
  button->event.tag = command->tag;
  gtk_widget_set_tooltip_text(button->widget, label);
  if (!icon) show_words(button, words);
  place(buttons, button, command->slot);
  g_free(icon);
  g_free(name);
}

/* Likes and dislikes. */
static void add_feedback(struct buttons *buttons, const nowplaying_command *command, int32_t mode) {
  gboolean likes = mode == NOWPLAYING_FEEDBACK_POSITIVE;
  gboolean is_pair = (command->supported & 6u) == 6u;
  if (!(command->supported & 1u << mode)) return;
  char *name = g_strdup_printf("%s-%u", likes ? "like" : "dislike", (unsigned)command->tag);
  const char *icon = likes && !is_pair ? "np-heart-symbolic" : likes ? "np-like-symbolic" : "np-dislike-symbolic";
  /* A pair of thumbs has one title for both. */
  const char *label = is_pair ? NULL : command->title ? command->title : command->short_title;
  const char *words = is_pair ? NULL : command->short_title ? command->short_title : command->title;
  if (!label) label = likes ? _("Like") : _("Dislike");
  struct button *button =
      button_add(buttons, buttons->feedback_row, NOWPLAYING_COMMAND_FEEDBACK, name, icon, SMALL, label);
  if (words) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *text = gtk_label_new(words);
    gtk_label_set_ellipsize(GTK_LABEL(text), PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars(GTK_LABEL(text), MOST_OF_WORDS);
    gtk_box_append(GTK_BOX(box), icon_new(icon, SMALL));
    gtk_box_append(GTK_BOX(box), text);
    gtk_button_set_child(GTK_BUTTON(button->widget), box);
    button->icon = NULL;
  }
  button->event.tag = command->tag;
  button->event.mode = mode;
  g_free(name);
}

static guint count_of(GtkWidget *row) {
  guint count = 0;
  for (GtkWidget *child = gtk_widget_get_first_child(row); child; child = gtk_widget_get_next_sibling(child)) count++;
  return count;
}

static void add_feedbacks(struct buttons *buttons) {
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  GtkWidget *button;
  for (size_t i = 0; nowplaying_surface_session_get_command(page_session(buttons->page), i, &command) == NOWPLAYING_OK;
       i++) {
    if (command.kind != NOWPLAYING_COMMAND_FEEDBACK) continue;
    add_feedback(buttons, &command, NOWPLAYING_FEEDBACK_POSITIVE);
    add_feedback(buttons, &command, NOWPLAYING_FEEDBACK_NEGATIVE);
  }
  /* Few buttons share one row. */
  if (count_of(buttons->other_row) + 2 * count_of(buttons->feedback_row) > 5) return;
  while ((button = gtk_widget_get_first_child(buttons->feedback_row))) {
    g_object_ref(button);
    gtk_box_remove(GTK_BOX(buttons->feedback_row), button);
    gtk_box_append(GTK_BOX(buttons->other_row), button);
    g_object_unref(button);
  }
}

/* Adds stars: as many as the player's scale has, or five for a finer scale. */
static void add_stars(struct buttons *buttons, const nowplaying_command *command) {
  int count = command->steps > 0 && command->steps <= 5 ? command->steps : 5;
  for (int i = 1; i <= count; i++) {
    char *name = g_strdup_printf("star-%d", i), *label = g_strdup_printf(ngettext("%d star", "%d stars", (gulong)i), i);
    struct button *button =
        button_add(buttons, buttons->star_row, command->kind, name, "non-starred-symbolic", SMALL, label);
    button->event.rating = (double)i / count;
    g_free(label);
    g_free(name);
  }
}

void more_make(struct buttons *buttons) {
  add_feedbacks(buttons);
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  nowplaying_surface_session *session = page_session(buttons->page);
  for (size_t i = 0; nowplaying_surface_session_get_command(session, i, &command) == NOWPLAYING_OK; i++) {
    switch (command.kind) {
      case NOWPLAYING_COMMAND_NEXT_CHAPTER:
      case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER:
      case NOWPLAYING_COMMAND_SEEK_TO_LIVE:
      case NOWPLAYING_COMMAND_BOOKMARK:
      case NOWPLAYING_COMMAND_MUTE:
      case NOWPLAYING_COMMAND_CUSTOM: add_button(buttons, &command); break;
      case NOWPLAYING_COMMAND_SET_RATING: add_stars(buttons, &command); break;
      default: break;
    }
  }
}

static gboolean is_muted(struct button *button) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  (void)nowplaying_surface_session_get_info(page_session(button->owner->page), &info);
  return (info.abilities & NOWPLAYING_SURFACE_IS_MUTED) != 0;
}

static double rating_of(struct button *button) {
  double rating = 0;
  (void)nowplaying_surface_session_get_number(page_session(button->owner->page), NOWPLAYING_FIELD_USER_RATING, &rating);
  return rating;
}

gboolean more_is_on(struct button *button, const nowplaying_command *command) {
  switch (button->event.kind) {
    case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
    case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
    case NOWPLAYING_COMMAND_CUSTOM:
    case NOWPLAYING_COMMAND_BOOKMARK: return command->active != 0;
    case NOWPLAYING_COMMAND_MUTE: return is_muted(button);
    case NOWPLAYING_COMMAND_SET_RATING: {
      gboolean is_on = rating_of(button) + 0.01 >= button->event.rating;
      gtk_image_set_from_icon_name(GTK_IMAGE(button->icon), is_on ? "starred-symbolic" : "non-starred-symbolic");
      return is_on;
    }
    default: return FALSE;
  }
}

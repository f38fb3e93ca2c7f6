/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A page shows one session: its artwork, its lines, its bar and its controls. */
#include <gio/gdesktopappinfo.h>
#include <math.h>
#include <string.h>

#include "lockscreen.h"

enum { SECOND = 1000000, MARGIN = 28, SAYING_MS = 4000, WIDTH_OF_TIME = 7 };

struct page {
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  char *key;
  struct sight sight;
  GtkWidget *root, *icon, *player, *first, *details, *lines, *second, *third, *trouble;
  GtkWidget *bar, *times, *elapsed, *middle, *remaining, *saying;
  struct artwork *artwork;
  struct buttons *buttons;
  struct devices *devices;
  struct tracks *tracks;
  char *entry;       /* the desktop entry whose name and icon are shown */
  char *marked;      /* the chapters that the bar has marks for */
  double wanted;     /* where to, in seconds, while the bar is held; -1: it is not */
  guint saying_ends; /* a timer */
};

GtkWidget *page_widget(struct page *page) { return page->root; }
const char *page_key(struct page *page) { return page->key; }
nowplaying_surface *page_surface(struct page *page) { return page->surface; }
nowplaying_surface_session *page_session(struct page *page) { return page->session; }

/* ------------------------------------------------------------------------------------------------- Actions -------- */

static gboolean stop_saying(gpointer user_data) {
  struct page *page = user_data;
  gtk_revealer_set_reveal_child(GTK_REVEALER(page->saying), FALSE);
  page->saying_ends = 0;
  return G_SOURCE_REMOVE;
}

/* Text is shown as text: foreign words have no control characters here, and no markup anywhere. */
static void set_text(GtkWidget *label, const char *text) {
  char *line = g_strdup(text);
  for (char *c = line; *c; c++) *c = g_ascii_iscntrl(*c) ? ' ' : *c;
  if (strcmp(gtk_label_get_text(GTK_LABEL(label)), line) != 0) gtk_label_set_text(GTK_LABEL(label), line);
  gtk_widget_set_visible(label, line[0] != '\0');
  g_free(line);
}

void page_say(struct page *page, const char *message) {
  set_text(gtk_revealer_get_child(GTK_REVEALER(page->saying)), message);
  gtk_revealer_set_reveal_child(GTK_REVEALER(page->saying), TRUE);
  g_clear_handle_id(&page->saying_ends, g_source_remove);
  page->saying_ends = g_timeout_add(SAYING_MS, stop_saying, page);
}

void page_say_refused(struct page *page) { page_say(page, _("This is not possible now")); }

/* The answer may come when the page is gone. So it goes to the widget, which knows its page as long as there is one. */
void *page_waiter(struct page *page) { return g_object_ref(page->root); }

void page_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  (void)surface;
  struct page *page = g_object_get_data(G_OBJECT(user_data), "page");
  /* For a failed command the message is the player's own sentence; for other errors the library's, for developers. */
  gboolean is_told = result->status == NOWPLAYING_ERROR_COMMAND_FAILED && result->message[0];
  if (page && is_told) page_say(page, result->message);
  else if (page && result->status == NOWPLAYING_ERROR_TIMED_OUT) page_say(page, _("The player does not answer"));
  else if (page && result->status && result->status != NOWPLAYING_ERROR_CANCELLED) page_say_refused(page);
  g_object_unref(user_data);
}

void page_send(struct page *page, nowplaying_command_event event) {
  void *waiter = page_waiter(page);
  if (nowplaying_surface_send_command(page->surface, page->session, &event, page_done, waiter, NULL)) {
    g_object_unref(waiter);
    page_say_refused(page);
  }
}

/* ------------------------------------------------------------------------------------------------ Position -------- */

static void set_time(GtkWidget *label, gboolean is_known, const char *sign, double seconds) {
  gint64 whole = (gint64)seconds;
  char text[64] = "";
  if (is_known && whole >= 3600)
    g_snprintf(text, sizeof text, "%s%" G_GINT64_FORMAT ":%02d:%02d", sign, whole / 3600, (int)(whole / 60 % 60),
               (int)(whole % 60));
  else if (is_known) g_snprintf(text, sizeof text, "%s%d:%02d", sign, (int)(whole / 60), (int)(whole % 60));
  set_text(label, text);
}

/* The title of the chapter in which a position is; "" where it is in none. */
static const char *chapter_of(struct page *page, int64_t position) {
  size_t index;
  nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
  if (nowplaying_surface_session_get_chapter_at(page->session, position, &index, NULL) ||
      nowplaying_surface_session_get_chapter(page->session, index, &chapter))
    return "";
  return chapter.title;
}

/* Marks on the bar where each chapter begins. */
static void mark_chapters(struct page *page, double start, double end) {
  nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
  GString *text = g_string_new(NULL);
  for (size_t i = 0; nowplaying_surface_session_get_chapter(page->session, i, &chapter) == NOWPLAYING_OK; i++)
    g_string_append_printf(text, "%" G_GINT64_FORMAT " ", (gint64)chapter.start_us);
  if (g_strcmp0(text->str, page->marked) != 0) {
    gtk_scale_clear_marks(GTK_SCALE(page->bar));
    for (size_t i = 0; nowplaying_surface_session_get_chapter(page->session, i, &chapter) == NOWPLAYING_OK; i++) {
      double at = (double)chapter.start_us / SECOND;
      if (at > start && at < end) gtk_scale_add_mark(GTK_SCALE(page->bar), at, GTK_POS_BOTTOM, NULL);
    }
    g_free(page->marked);
    page->marked = g_strdup(text->str);
  }
  g_string_free(text, TRUE);
}

/* Shows on the bar how much is buffered. */
static void show_buffered(struct page *page, const nowplaying_snapshot *snapshot) {
  gboolean is_known = snapshot->buffered_us != NOWPLAYING_TIME_UNKNOWN;
  gtk_range_set_restrict_to_fill_level(GTK_RANGE(page->bar), FALSE);
  gtk_range_set_show_fill_level(GTK_RANGE(page->bar), is_known);
  if (is_known) gtk_range_set_fill_level(GTK_RANGE(page->bar), (double)snapshot->buffered_us / SECOND);
}

guint page_tick(struct page *page) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  gboolean has_item = nowplaying_surface_session_get_item(page->session, &item) == NOWPLAYING_OK;
  (void)nowplaying_surface_session_get_snapshot(page->session, NOWPLAYING_TIME_NOW, &snapshot);
  gboolean is_live = has_item && item.duration_kind == NOWPLAYING_DURATION_LIVE;
  gboolean has_window = is_live && snapshot.seekable_end_us != NOWPLAYING_TIME_UNKNOWN;
  gboolean is_known = has_item && snapshot.elapsed_us != NOWPLAYING_TIME_UNKNOWN && (!is_live || has_window);
  gboolean has_bar = has_item && (item.duration_kind == NOWPLAYING_DURATION_FINITE || has_window);
  double start = has_window ? (double)snapshot.seekable_start_us / SECOND : 0;
  double length = (double)(has_window ? snapshot.seekable_end_us : item.duration_us) / SECOND;
  double elapsed = is_known ? (double)snapshot.elapsed_us / SECOND : 0;
  if (page->wanted >= 0) elapsed = page->wanted;
  const char *word = has_item ? word_of(&item, &snapshot) : "";
  if (!word[0] && is_known) word = chapter_of(page, snapshot.elapsed_us);
  gtk_widget_set_visible(page->bar, has_bar);
  set_text(page->middle, word);
  /* The last time is at the end, also without a word between the times. */
  gtk_widget_set_hexpand(page->remaining, !word[0]);
  set_time(page->elapsed, is_known || page->wanted >= 0, "", elapsed);
  /* Elapsed and remaining time change at the same moment. */
  set_time(page->remaining, is_known && has_bar, "−", fmax(0, floor(length) - floor(elapsed)));
  if (has_bar) {
    gtk_range_set_range(GTK_RANGE(page->bar), start, fmax(length, start + 0.001));
    mark_chapters(page, start, length);
    show_buffered(page, &snapshot);
    if (page->wanted < 0) gtk_range_set_value(GTK_RANGE(page->bar), elapsed);
  }
  if (!is_known || snapshot.rate == 0) return 0;
  if (has_bar && (snapshot.rate > 0 ? elapsed >= length : elapsed <= 0)) return 0;
  /* Wakes up when the next second begins; at most once a second, however fast playback is. */
  double left = snapshot.rate > 0 ? 1 - (elapsed - floor(elapsed)) : 1;
  return fabs(snapshot.rate) > 1 ? 1000 : (guint)ceil(left * 1000 / fabs(snapshot.rate));
}

static gboolean drag(GtkRange *range, GtkScrollType scroll, double value, gpointer user_data) {
  (void)range, (void)scroll;
  struct page *page = user_data;
  GtkAdjustment *adjustment = gtk_range_get_adjustment(range);
  page->wanted = CLAMP(value, gtk_adjustment_get_lower(adjustment), gtk_adjustment_get_upper(adjustment));
  gtk_range_set_value(range, page->wanted);
  (void)page_tick(page);
  return TRUE;
}

static void drop(struct page *page) {
  nowplaying_command_event event = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_SEEK_TO_POSITION);
  if (page->wanted < 0) return;
  event.time_us = (int64_t)(page->wanted * SECOND);
  page->wanted = -1;
  page_send(page, event);
}

/* -------------------------------------------------------------------------------------------------- Update -------- */

static gboolean can_seek(struct page *page) {
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  for (size_t i = 0; nowplaying_surface_session_get_command(page->session, i, &command) == NOWPLAYING_OK; i++) {
    if (command.kind == NOWPLAYING_COMMAND_SEEK_TO_POSITION) return command.enabled != 0;
  }
  return FALSE;
}

/* The application as the desktop knows it, in the user's language, or else by the name that its player gives. */
static void show_player(struct page *page, const nowplaying_surface_info *info) {
  if (info->desktop_entry[0] && g_strcmp0(page->entry, info->desktop_entry) == 0) return;
  char *id = g_strconcat(info->desktop_entry, ".desktop", NULL);
  /* The entry must be a plain name and no path. */
  GDesktopAppInfo *app = strchr(id, '/') ? NULL : g_desktop_app_info_new(id);
  GIcon *icon = app ? g_app_info_get_icon(G_APP_INFO(app)) : NULL;
  set_text(page->player, app ? g_app_info_get_display_name(G_APP_INFO(app)) : info->display_name);
  gtk_image_set_from_gicon(GTK_IMAGE(page->icon), icon);
  gtk_widget_set_visible(page->icon, icon != NULL);
  g_free(page->entry);
  page->entry = app ? g_strdup(info->desktop_entry) : NULL;
  g_clear_object(&app);
  g_free(id);
}

static void update_lines(struct page *page) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  (void)nowplaying_surface_session_get_info(page->session, &info);
  gboolean has_item = nowplaying_surface_session_get_item(page->session, &item) == NOWPLAYING_OK;
  show_player(page, &info);
  const char *first = has_item ? item.first_line : _("Nothing is playing");
  set_text(page->first, first[0] ? first : _("No title"));
  set_text(page->second, has_item ? item.second_line : "");
  /* Through MPRIS, a show can have the same text in both lines; it is shown once. */
  set_text(page->third, has_item && strcmp(item.third_line, item.second_line) != 0 ? item.third_line : "");
}

void page_update(struct page *page, nowplaying_surface_session *session) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_surface_session *before = page->session;
  const char *error = "";
  page->session = nowplaying_surface_session_ref(session);
  nowplaying_surface_session_unref(before);
  (void)nowplaying_surface_session_get_snapshot(session, NOWPLAYING_TIME_NOW, &snapshot);
  update_lines(page);
  if (snapshot.state == NOWPLAYING_STATE_ERROR)
    error = snapshot.error ? snapshot.error : _(nowplaying_surface_error_sentence(snapshot.error_kind));
  set_text(page->trouble, error);
  gtk_widget_set_tooltip_text(page->trouble, error);
  gtk_stack_set_visible_child(GTK_STACK(page->details), error[0] ? page->trouble : page->lines);
  gtk_widget_set_sensitive(page->bar, can_seek(page));
  if (!can_seek(page)) page->wanted = -1;
  buttons_update(page->buttons, session);
  devices_update(page->devices, session);
  tracks_update(page->tracks, session);
  (void)page_tick(page);
  GtkWidget *backdrop = gtk_overlay_get_child(GTK_OVERLAY(page->root));
  /* The card of an item that fails stays as large as it is: an error moves nothing but the words that it replaces. */
  if (snapshot.state != NOWPLAYING_STATE_ERROR)
    backdrop_set_playing(LOCKSCREEN_BACKDROP(backdrop), snapshot.state == NOWPLAYING_STATE_PLAYING ||
                                                            snapshot.state == NOWPLAYING_STATE_BUFFERING);
  artwork_update(page->artwork, session, page->sight);
}

void page_set_sight(struct page *page, struct sight sight) {
  page->sight = sight;
  artwork_update(page->artwork, page->session, sight);
}

/* ------------------------------------------------------------------------------------------------- Widgets -------- */

static GtkWidget *label_new(GtkWidget *box, const char *name, float align) {
  GtkWidget *label = gtk_label_new("");
  gtk_widget_set_name(label, name);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), align);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_box_append(GTK_BOX(box), label);
  return label;
}

static GtkWidget *box_new(GtkWidget *parent, GtkOrientation orientation, int spacing, const char *class) {
  GtkWidget *box = gtk_box_new(orientation, spacing);
  gtk_widget_add_css_class(box, class);
  if (parent) gtk_box_append(GTK_BOX(parent), box);
  return box;
}

/* Time runs from left to right, also where text does not, as on the players of every maker. */
static void keep_left_to_right(GtkWidget *const *widgets, int count) {
  for (int i = 0; i < count; i++) gtk_widget_set_direction(widgets[i], GTK_TEXT_DIR_LTR);
}

/* Makes the lines. An error text replaces the lines below the title, whose height is the same for each item: nothing
 * moves when an error comes. An error text that is cut is also a tool tip. */
static void make_lines(struct page *page, GtkWidget *column) {
  GtkWidget *box = box_new(column, GTK_ORIENTATION_VERTICAL, 2, "lines");
  page->first = label_new(box, "first", 0);
  gtk_label_set_single_line_mode(GTK_LABEL(page->first), FALSE);
  gtk_label_set_wrap(GTK_LABEL(page->first), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(page->first), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines(GTK_LABEL(page->first), 2);
  page->details = gtk_stack_new();
  gtk_widget_add_css_class(page->details, "details");
  gtk_box_append(GTK_BOX(box), page->details);
  page->lines = box_new(NULL, GTK_ORIENTATION_VERTICAL, 2, "lines");
  gtk_stack_add_child(GTK_STACK(page->details), page->lines);
  page->second = label_new(page->lines, "second", 0);
  page->third = label_new(page->lines, "third", 0);
  GtkWidget *trouble = page->trouble = gtk_label_new("");
  gtk_widget_set_name(trouble, "trouble");
  gtk_label_set_xalign(GTK_LABEL(trouble), 0);
  gtk_label_set_yalign(GTK_LABEL(trouble), 0);
  gtk_label_set_wrap(GTK_LABEL(trouble), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(trouble), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines(GTK_LABEL(trouble), 2);
  gtk_label_set_ellipsize(GTK_LABEL(trouble), PANGO_ELLIPSIZE_END);
  gtk_stack_add_child(GTK_STACK(page->details), trouble);
}

static void make_bar(struct page *page, GtkWidget *column) {
  page->bar = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.001);
  gtk_widget_set_name(page->bar, "position");
  gtk_range_set_round_digits(GTK_RANGE(page->bar), -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(page->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Position"), -1);
  g_signal_connect(page->bar, "change-value", G_CALLBACK(drag), page);
  when_released(page->bar, G_CALLBACK(drop), page);
  gtk_box_append(GTK_BOX(column), page->bar);
  page->times = box_new(column, GTK_ORIENTATION_HORIZONTAL, 8, "times");
  page->elapsed = label_new(page->times, "elapsed", 0);
  page->middle = label_new(page->times, "state", 0.5f);
  page->remaining = label_new(page->times, "remaining", 1);
  /* Both times are equally wide, so that the text between them is centred; it gets the rest of the room. */
  for (int i = 0; i < 2; i++) {
    GtkWidget *time = i ? page->remaining : page->elapsed;
    gtk_widget_set_hexpand(time, FALSE);
    gtk_label_set_width_chars(GTK_LABEL(time), WIDTH_OF_TIME);
  }
  keep_left_to_right((GtkWidget *[]){page->bar, page->times, page->elapsed, page->remaining}, 4);
}

static void make_saying(struct page *page) {
  GtkWidget *label = gtk_label_new("");
  gtk_widget_set_name(label, "saying");
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines(GTK_LABEL(label), 3);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  page->saying = gtk_revealer_new();
  gtk_revealer_set_transition_type(GTK_REVEALER(page->saying), GTK_REVEALER_TRANSITION_TYPE_CROSSFADE);
  gtk_revealer_set_child(GTK_REVEALER(page->saying), label);
  gtk_widget_set_valign(page->saying, GTK_ALIGN_START);
  gtk_widget_set_halign(page->saying, GTK_ALIGN_CENTER);
  gtk_widget_set_can_target(page->saying, FALSE);
  gtk_overlay_add_overlay(GTK_OVERLAY(page->root), page->saying);
}

/* With large text, a page can be higher than its window: it is scrolled then, and the card with it. */
static GtkWidget *scrolled_new(GtkWidget *column, GtkWidget *backdrop) {
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), column);
  g_signal_connect_swapped(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled)), "value-changed",
                           G_CALLBACK(gtk_widget_queue_draw), backdrop);
  return scrolled;
}

struct page *page_new(nowplaying_surface *surface, const char *key) {
  struct page *page = g_new0(struct page, 1);
  page->surface = surface;
  page->key = g_strdup(key);
  page->wanted = -1;
  GtkWidget *column = box_new(NULL, GTK_ORIENTATION_VERTICAL, 0, "page");
  GtkWidget *head = box_new(column, GTK_ORIENTATION_HORIZONTAL, 6, "head");
  gtk_widget_set_halign(head, GTK_ALIGN_CENTER);
  page->icon = gtk_image_new();
  gtk_box_append(GTK_BOX(head), page->icon);
  page->player = label_new(head, "player", 0);
  GtkWidget *place = box_new(column, GTK_ORIENTATION_VERTICAL, 0, "place");
  gtk_widget_set_vexpand(place, TRUE);
  make_lines(page, column);
  make_bar(page, column);
  GtkWidget *main_row = box_new(column, GTK_ORIENTATION_HORIZONTAL, 0, "main");
  GtkWidget *other_row = box_new(column, GTK_ORIENTATION_HORIZONTAL, 10, "other");
  keep_left_to_right(&main_row, 1);
  page->buttons = buttons_new(page, main_row, other_row, box_new(column, GTK_ORIENTATION_VERTICAL, 8, "more"));
  page->tracks = tracks_new(page, box_new(column, GTK_ORIENTATION_VERTICAL, 0, "other"));
  page->devices = devices_new(page, box_new(column, GTK_ORIENTATION_VERTICAL, 0, "devices"));
  page->root = g_object_ref_sink(gtk_overlay_new());
  g_object_set_data(G_OBJECT(page->root), "page", page);
  gtk_overlay_set_child(GTK_OVERLAY(page->root), backdrop_new(place));
  GtkWidget *scrolled = scrolled_new(column, gtk_overlay_get_child(GTK_OVERLAY(page->root)));
  gtk_overlay_add_overlay(GTK_OVERLAY(page->root), scrolled);
  gtk_overlay_set_measure_overlay(GTK_OVERLAY(page->root), scrolled, TRUE);
  page->artwork = artwork_new(surface, LOCKSCREEN_BACKDROP(gtk_overlay_get_child(GTK_OVERLAY(page->root))));
  make_saying(page);
  return page;
}

void page_free(gpointer data) {
  struct page *page = data;
  g_object_set_data(G_OBJECT(page->root), "page", NULL);
  g_clear_handle_id(&page->saying_ends, g_source_remove);
  artwork_free(page->artwork);
  buttons_free(page->buttons);
  devices_free(page->devices);
  tracks_free(page->tracks);
  g_free(page->entry);
  g_free(page->marked);
  if (gtk_widget_get_parent(page->root)) gtk_widget_unparent(page->root);
  g_object_unref(page->root);
  nowplaying_surface_session_unref(page->session);
  g_free(page->key);
  g_free(page);
}

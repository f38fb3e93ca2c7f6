/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The choice of audio and subtitle tracks, behind a button of the page. */
#include "lockscreen.h"

struct tracks {
  struct page *page;
  GtkWidget *button, *list;
  char *made_of; /* the tracks for which there are rows */
};

/* A row: a track, or "none" for a kind of track. */
struct choice {
  struct tracks *owner;
  nowplaying_track_kind kind;
  char *id; /* NULL: none */
};

static void choice_free(gpointer data, GClosure *closure) {
  struct choice *choice = data;
  (void)closure;
  g_free(choice->id);
  g_free(choice);
}

static void choose(GtkCheckButton *button, struct choice *choice) {
  struct page *page = choice->owner->page;
  if (!gtk_check_button_get_active(button)) return;
  void *waiter = page_waiter(page);
  if (nowplaying_surface_select_track(page_surface(page), page_session(page), choice->kind, choice->id, page_done,
                                      waiter, NULL)) {
    g_object_unref(waiter);
    page_say_refused(page);
  }
}

/* Adds a row; those of a kind are a group, of which one is on. */
static GtkWidget *add(struct tracks *tracks, GtkWidget *group, nowplaying_track_kind kind, const char *id,
                      const char *words, gboolean is_on) {
  static const char *const kinds[] = {"", "audio", "subtitles", "captions"};
  struct choice *choice = g_new0(struct choice, 1);
  GtkWidget *row = gtk_check_button_new_with_label(words);
  char *name = g_strdup_printf("track-%s-%s", kinds[kind], id ? id : "none");
  gtk_widget_set_name(row, name);
  g_free(name);
  if (group) gtk_check_button_set_group(GTK_CHECK_BUTTON(row), GTK_CHECK_BUTTON(group));
  gtk_check_button_set_active(GTK_CHECK_BUTTON(row), is_on);
  *choice = (struct choice){tracks, kind, g_strdup(id)};
  g_signal_connect_data(row, "toggled", G_CALLBACK(choose), choice, choice_free, 0);
  gtk_box_append(GTK_BOX(tracks->list), row);
  return row;
}

static void add_title(struct tracks *tracks, const char *words) {
  GtkWidget *title = gtk_label_new(words);
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_widget_add_css_class(title, "heading");
  gtk_box_append(GTK_BOX(tracks->list), title);
}

static void make(struct tracks *tracks, nowplaying_surface_session *session, nowplaying_track_kind kind,
                 const char *title) {
  nowplaying_track track = NOWPLAYING_TRACK_INIT(0);
  GtkWidget *group = NULL;
  gboolean is_any = FALSE;
  for (size_t i = 0; nowplaying_surface_session_get_track(session, i, &track) == NOWPLAYING_OK; i++) {
    if (track.kind != kind) continue;
    if (!group) add_title(tracks, title);
    char *words = track.title[0] && track.language[0] ? g_strdup_printf("%s (%s)", track.title, track.language)
                  : track.title[0] || track.language[0] ? g_strdup(track.title[0] ? track.title : track.language)
                                                        : g_strdup_printf("%s %s", title, track.id);
    GtkWidget *row = add(tracks, group, kind, track.id, words, track.selected != 0);
    if (!group) group = row;
    is_any = is_any || track.selected;
    g_free(words);
  }
  /* TRANSLATORS: no subtitles. */
  if (group && kind != NOWPLAYING_TRACK_AUDIO) add(tracks, group, kind, NULL, _("None"), !is_any);
}

static char *describe(nowplaying_surface_session *session) {
  nowplaying_track track = NOWPLAYING_TRACK_INIT(0);
  GString *text = g_string_new(NULL);
  for (size_t i = 0; nowplaying_surface_session_get_track(session, i, &track) == NOWPLAYING_OK; i++)
    g_string_append_printf(text, "%d %s %s %s %d\n", track.kind, track.id, track.language, track.title, track.selected);
  return g_string_free(text, FALSE);
}

void tracks_update(struct tracks *tracks, nowplaying_surface_session *session) {
  char *made_of = describe(session);
  GtkWidget *child;
  if (g_strcmp0(made_of, tracks->made_of) != 0) {
    while ((child = gtk_widget_get_first_child(tracks->list))) gtk_box_remove(GTK_BOX(tracks->list), child);
    make(tracks, session, NOWPLAYING_TRACK_AUDIO, _("Audio"));
    make(tracks, session, NOWPLAYING_TRACK_SUBTITLES, _("Subtitles"));
    /* TRANSLATORS: subtitles for those who do not hear. */
    make(tracks, session, NOWPLAYING_TRACK_CAPTIONS, _("Captions"));
    g_free(tracks->made_of);
    tracks->made_of = g_strdup(made_of);
  }
  g_free(made_of);
  gtk_widget_set_visible(tracks->button, gtk_widget_get_first_child(tracks->list) != NULL);
}

struct tracks *tracks_new(struct page *page, GtkWidget *box) {
  struct tracks *tracks = g_new0(struct tracks, 1);
  GtkWidget *popover = gtk_popover_new();
  tracks->page = page;
  tracks->list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  tracks->button = gtk_menu_button_new();
  /* TRANSLATORS: those of sound, and subtitles. */
  gtk_menu_button_set_label(GTK_MENU_BUTTON(tracks->button), _("Tracks"));
  gtk_widget_set_name(tracks->button, "tracks");
  gtk_widget_set_halign(tracks->button, GTK_ALIGN_CENTER);
  gtk_popover_set_child(GTK_POPOVER(popover), tracks->list);
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(tracks->button), popover);
  gtk_box_append(GTK_BOX(box), tracks->button);
  return tracks;
}

void tracks_free(struct tracks *tracks) {
  g_free(tracks->made_of);
  g_free(tracks);
}

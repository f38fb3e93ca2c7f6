/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that the parts of the lock screen share. Everything runs on GTK's thread, except decoding in
 * picture.c. */
#ifndef LOCKSCREEN_H
#define LOCKSCREEN_H

#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <nowplaying/surface.h>

/* ------------------------------------------------------------------------------------- Pictures: picture.c -------- */

/* A decoded picture, and a small copy of it for its colours. */
struct picture {
  GdkTexture *texture;
  GdkPixbuf *colours;
};

void picture_free(gpointer picture);

/* Decodes and turns a picture. orientation: as the library gives it. size: the longest shorter side that is kept. The
 * task that `done` gets has a struct picture, or NULL. */
void picture_load(GBytes *bytes, int orientation, int size, GCancellable *cancellable, GAsyncReadyCallback done,
                  gpointer user_data);

/* ------------------------------------------------------------------------------------- Drawing: backdrop.c -------- */

/* The place of the artwork: as a card, or over the page's whole width, with its lower end fading out. */
enum shape { SHAPE_CARD, SHAPE_TALL };

G_DECLARE_FINAL_TYPE(Backdrop, backdrop, LOCKSCREEN, BACKDROP, GtkWidget)

/* place: the widget whose place the card takes. */
GtkWidget *backdrop_new(GtkWidget *place);
/* Fades to another picture; with NULL, to the icon on a background whose colours are computed from `name`, such as the
 * name of an item. */
void backdrop_show(Backdrop *self, const struct picture *picture, enum shape shape, const char *icon, const char *name);
/* Draws a video where the picture is; NULL: the picture again. */
void backdrop_set_video(Backdrop *self, GdkPaintable *video);
/* The card of a playing session is larger. */
void backdrop_set_playing(Backdrop *self, gboolean is_playing);

/* ----------------------------------------------------------------------------------------- Fading: fade.c -------- */

G_DECLARE_FINAL_TYPE(Fade, fade, LOCKSCREEN, FADE, GtkWidget)

/* scrolled: the scrolled window that fades out at its left and right, where there is more of it. */
GtkWidget *fade_new(GtkWidget *scrolled);

/* ---------------------------------------------------------------------------- Artwork of a page: artwork.c -------- */

struct artwork;

/* The permissions for a page at the moment. */
struct sight {
  gboolean is_near;    /* it is the one that is seen, or beside it */
  gboolean is_visible; /* it is really seen: the window is not hidden */
  gboolean is_tall;    /* the window has room for tall artwork */
};

struct artwork *artwork_new(nowplaying_surface *surface, Backdrop *backdrop);
void artwork_free(struct artwork *artwork);
/* Shows the artwork of the session's item, as far as it may be shown. */
void artwork_update(struct artwork *artwork, nowplaying_surface_session *session, struct sight sight);

/* --------------------------------------------------------------------------------------- A session: page.c -------- */

struct page;

struct page *page_new(nowplaying_surface *surface, const char *key);
void page_free(gpointer page);
GtkWidget *page_widget(struct page *page);
const char *page_key(struct page *page);
void page_update(struct page *page, nowplaying_surface_session *session);
void page_set_sight(struct page *page, struct sight sight);
/* Shows the present position. Returns after how many milliseconds to call it again; 0: only after a change. */
guint page_tick(struct page *page);
/* Shows for a moment why an action has failed. */
void page_say(struct page *page, const char *message);
/* Shows for a moment that an action is not possible now. */
void page_say_refused(struct page *page);

/* Returns the objects that the controls of a page act on. */
nowplaying_surface *page_surface(struct page *page);
nowplaying_surface_session *page_session(struct page *page);
/* The `done` of an action; user_data: from page_waiter(). */
void page_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data);
void *page_waiter(struct page *page);
/* Sends a command. */
void page_send(struct page *page, nowplaying_command_event event);

/* -------------------------------------------------------------------------------- Words of a page: words.c -------- */

/* Returns the word for a state that needs one; "" for others. */
const char *word_of(const nowplaying_surface_item *item, const nowplaying_snapshot *snapshot);

/* -------------------------------------------------------------------------------------- Controls of a page -------- */

struct buttons;

/* Makes the buttons in two rows, the central one and the one beside it, and in a column for all else. */
struct buttons *buttons_new(struct page *page, GtkWidget *main_row, GtkWidget *other_row, GtkWidget *more);
void buttons_free(struct buttons *buttons);
void buttons_update(struct buttons *buttons, nowplaying_surface_session *session);
/* Makes a widget with an icon of this program. */
GtkWidget *icon_new(const char *name, int size);
/* Makes a button with an icon. name: tests find the button by it; label: screen readers read it out. */
GtkWidget *icon_button_new(const char *name, const char *icon, int size, const char *label);

struct tracks;

/* Makes a button that opens the choice of tracks; it is visible while there are any. */
struct tracks *tracks_new(struct page *page, GtkWidget *box);
void tracks_free(struct tracks *tracks);
void tracks_update(struct tracks *tracks, nowplaying_surface_session *session);

struct devices;

struct devices *devices_new(struct page *page, GtkWidget *box);
void devices_free(struct devices *devices);
void devices_update(struct devices *devices, nowplaying_surface_session *session);
/* Calls back when the user lets a slider go. */
void when_released(GtkWidget *slider, GCallback released, gpointer user_data);

/* ------------------------------------------------------------------------------------- Swiping: carousel.c -------- */

G_DECLARE_FINAL_TYPE(Carousel, carousel, LOCKSCREEN, CAROUSEL, GtkWidget)

/* Makes a row of pages. Its signals: "turned" when the user has gone to another page, and "resized". */
GtkWidget *carousel_new(void);
/* Sets the pages, in this order, and goes to one of them. */
void carousel_set_pages(Carousel *self, GtkWidget **pages, guint count, guint current);
guint carousel_get_current(Carousel *self);

#endif

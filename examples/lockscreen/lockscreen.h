/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A lock screen: what the parts of the program know of each other. Everything runs on GTK's thread, but what
 * picture.c decodes. */
#ifndef LOCKSCREEN_H
#define LOCKSCREEN_H

#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <nowplaying/surface.h>

/* ------------------------------------------------------------------------------------- Pictures: picture.c -------- */

/* A picture that was decoded, and a few pixels of it. */
struct picture {
  GdkTexture *texture;
  GdkPixbuf *colours;
};

void picture_free(gpointer picture);

/* Decodes bytes, and turns what they show. orientation: as the library says it. size: of the shorter side, beyond which
 * it is not kept. The task that `done` gets has a struct picture, or NULL. */
void picture_load(GBytes *bytes, int orientation, int size, GCancellable *cancellable, GAsyncReadyCallback done,
                  gpointer user_data);

/* ------------------------------------------------------------------------------------- Drawing: backdrop.c -------- */

/* How artwork lies on its page: as a card in its place, or over the page's whole width, its lower end dissolved. */
enum shape { SHAPE_CARD, SHAPE_TALL };

G_DECLARE_FINAL_TYPE(Backdrop, backdrop, LOCKSCREEN, BACKDROP, GtkWidget)

/* place: the widget whose place the card takes. */
GtkWidget *backdrop_new(GtkWidget *place);
/* Changes to another picture, smoothly. NULL: to none, but an icon on colours that follow from a name. */
void backdrop_show(Backdrop *self, const struct picture *picture, enum shape shape, const char *icon, const char *name);
/* Draws a video where the picture is; NULL: the picture again. */
void backdrop_set_video(Backdrop *self, GdkPaintable *video);
/* The card of what plays is larger. */
void backdrop_set_playing(Backdrop *self, gboolean is_playing);

/* ---------------------------------------------------------------------------- Artwork of a page: artwork.c -------- */

struct artwork;

/* The permissions of a page at the moment. */
struct sight {
  gboolean is_near;    /* it is the one that is seen, or beside it */
  gboolean is_visible; /* it is really seen: the window is not hidden */
  gboolean is_tall;    /* the window has room for tall artwork */
};

struct artwork *artwork_new(nowplaying_surface *surface, Backdrop *backdrop);
void artwork_free(struct artwork *artwork);
/* Shows what the session's item has, as far as it may be shown. */
void artwork_update(struct artwork *artwork, nowplaying_surface_session *session, struct sight sight);

/* --------------------------------------------------------------------------------------- A session: page.c -------- */

struct page;

struct page *page_new(nowplaying_surface *surface, const char *key);
void page_free(gpointer page);
GtkWidget *page_widget(struct page *page);
const char *page_key(struct page *page);
void page_update(struct page *page, nowplaying_surface_session *session);
void page_set_sight(struct page *page, struct sight sight);
/* Shows the position of now. Returns in how many milliseconds to do so again; 0: not by itself. */
guint page_tick(struct page *page);
/* Asks for something failed: says why, for a moment. */
void page_say(struct page *page, const char *message);
/* Says that what was asked for is not possible. */
void page_say_refused(struct page *page);

/* Returns the objects that the controls of a page act on. */
nowplaying_surface *page_surface(struct page *page);
nowplaying_surface_session *page_session(struct page *page);
/* As the `done` of an action; user_data: what page_waiter() gave. */
void page_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data);
void *page_waiter(struct page *page);
/* Sends a command. */
void page_send(struct page *page, nowplaying_command_event event);

/* -------------------------------------------------------------------------------------- Controls of a page -------- */

struct buttons;

/* Three rows: playback, what is needed seldom, and what people think of the item; and a column for what MPRIS does not
 * have. */
struct buttons *buttons_new(struct page *page, GtkWidget *main_row, GtkWidget *other_row, GtkWidget *feedback_row,
                            GtkWidget *more);
void buttons_free(struct buttons *buttons);
void buttons_update(struct buttons *buttons, nowplaying_surface_session *session);
/* An icon of this program, as a widget. */
GtkWidget *icon_new(const char *name, int size);
/* A button with an icon. name: by which tests find it; label: what is read out. */
GtkWidget *icon_button_new(const char *name, const char *icon, int size, const char *label);

struct tracks;

/* A button, behind which the tracks are; it is seen while there are any. */
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

/* Has the signals "turned", when the user has gone to another page, and "resized". */
GtkWidget *carousel_new(void);
/* Has these pages, in this order, and goes to one of them. */
void carousel_set_pages(Carousel *self, GtkWidget **pages, guint count, guint current);
guint carousel_get_current(Carousel *self);

#endif

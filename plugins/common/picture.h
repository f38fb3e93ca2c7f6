/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes pictures small, for plugins in C that have GdkPixbuf. */
#ifndef COMMON_PICTURE_H
#define COMMON_PICTURE_H

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdbool.h>

/* The room for a picture. */
struct picture_room {
  int width, height;
  gint64 most_pixels; /* a picture with more is not decoded */
};

/* Called when the size of the picture is known, and nothing is decoded yet. Whether the picture is turned is known once
 * it is decoded: it is made small enough for one of the two ways. */
static inline void on_picture_size(GdkPixbufLoader *loader, int width, int height, gpointer user_data) {
  const struct picture_room *room = user_data;
  double straight = MIN((double)room->width / width, (double)room->height / height);
  double turned = MIN((double)room->width / height, (double)room->height / width), scale = MAX(straight, turned);
  /* With a size of 0 GdkPixbuf does not decode the picture. */
  bool fits = MIN(straight, turned) >= 1;
  if (fits || (gint64)width * height > room->most_pixels) gdk_pixbuf_loader_set_size(loader, 0, 0);
  else if (scale < 1) gdk_pixbuf_loader_set_size(loader, MAX(1, (int)(width * scale)), MAX(1, (int)(height * scale)));
}

/* Returns a decoded picture as it is to be seen. How a camera was held is written in the file, and is lost with it. */
static inline GdkPixbuf *make_picture_upright(const struct picture_room *room, GdkPixbuf *pixels) {
  GdkPixbuf *upright = gdk_pixbuf_apply_embedded_orientation(pixels);
  if (upright == NULL) return NULL;
  int width = gdk_pixbuf_get_width(upright), height = gdk_pixbuf_get_height(upright);
  double scale = MIN((double)room->width / width, (double)room->height / height);
  if (scale >= 1) return upright;
  GdkPixbuf *small = gdk_pixbuf_scale_simple(upright, MAX(1, (int)(width * scale)), MAX(1, (int)(height * scale)),
                                             GDK_INTERP_BILINEAR);
  g_object_unref(upright);
  return small;
}

/* Makes the bytes of a picture that fits, upright, of one that is larger than the room; to be freed by g_free(). NULL
 * where it fits already, or cannot be decoded. */
static inline gchar *shrink_picture(const void *data, gsize data_size, struct picture_room room, gsize *ret_size) {
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
  GdkPixbuf *pixels = NULL;
  gchar *small = NULL;
  g_signal_connect(loader, "size-prepared", G_CALLBACK(on_picture_size), &room);
  bool is_read = gdk_pixbuf_loader_write(loader, data, data_size, NULL);
  if (gdk_pixbuf_loader_close(loader, NULL) && is_read) pixels = gdk_pixbuf_loader_get_pixbuf(loader);
  GdkPixbuf *upright = pixels != NULL ? make_picture_upright(&room, pixels) : NULL;
  if (upright != NULL) {
    const char *format = gdk_pixbuf_get_has_alpha(upright) ? "png" : "jpeg";
    gdk_pixbuf_save_to_buffer(upright, &small, ret_size, format, NULL, NULL);
    g_object_unref(upright);
  }
  g_object_unref(loader);
  return small;
}

#endif

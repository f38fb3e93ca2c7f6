/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Decodes pictures, on a thread of GLib's pool: they are foreign, and large. */
#include "lockscreen.h"

enum { MOST_PIXELS = 64 * 1024 * 1024, COLOURS = 48, PORTION = 65536 };

struct source {
  GBytes *bytes;
  int orientation; /* as EXIF numbers it */
  int size;        /* of its shorter side, as it is drawn */
};

static void source_free(gpointer data) {
  struct source *source = data;
  g_bytes_unref(source->bytes);
  g_free(source);
}

void picture_free(gpointer data) {
  struct picture *picture = data;
  if (!picture) return;
  g_clear_object(&picture->texture);
  g_clear_object(&picture->colours);
  g_free(picture);
}

/* The size is known before the pixels are: a picture is scaled down to the size at which it is drawn. */
static void sized(GdkPixbufLoader *loader, int width, int height, gpointer user_data) {
  int *wanted = user_data, shorter = MIN(width, height);
  if ((gint64)width * height > MOST_PIXELS) {
    *wanted = 0;
  } else if (shorter > *wanted) {
    gdk_pixbuf_loader_set_size(loader, MAX(1, (int)((gint64)width * *wanted / shorter)),
                               MAX(1, (int)((gint64)height * *wanted / shorter)));
  }
}

static GdkPixbuf *decode(GBytes *bytes, int size) {
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
  gsize length, at = 0;
  const guint8 *data = g_bytes_get_data(bytes, &length);
  g_signal_connect(loader, "size-prepared", G_CALLBACK(sized), &size);
  while (size && at < length && gdk_pixbuf_loader_write(loader, data + at, MIN(PORTION, length - at), NULL))
    at += PORTION;
  gboolean is_whole = gdk_pixbuf_loader_close(loader, NULL) && at >= length && size;
  GdkPixbuf *pixbuf = is_whole ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
  if (pixbuf) g_object_ref(pixbuf);
  g_object_unref(loader);
  return pixbuf;
}

/* Turns a picture as the library says, not as GdkPixbuf does, which knows the orientation of few formats. */
static GdkPixbuf *turn(GdkPixbuf *pixbuf, int orientation) {
  char number[] = {(char)('0' + orientation), 0};
  gdk_pixbuf_remove_option(pixbuf, "orientation");
  gdk_pixbuf_set_option(pixbuf, "orientation", number);
  GdkPixbuf *turned = gdk_pixbuf_apply_embedded_orientation(pixbuf);
  g_object_unref(pixbuf);
  return turned;
}

static void load(GTask *task, gpointer object, gpointer task_data, GCancellable *cancellable) {
  (void)object, (void)cancellable;
  struct source *source = task_data;
  GdkPixbuf *pixbuf = decode(source->bytes, source->size);
  struct picture *picture = NULL;
  if (pixbuf) {
    pixbuf = turn(pixbuf, source->orientation);
    picture = g_new0(struct picture, 1);
    picture->texture = gdk_texture_new_for_pixbuf(pixbuf);
    picture->colours = gdk_pixbuf_scale_simple(pixbuf, COLOURS, COLOURS, GDK_INTERP_BILINEAR);
    g_object_unref(pixbuf);
  }
  g_task_return_pointer(task, picture, picture_free);
}

void picture_load(GBytes *bytes, int orientation, int size, GCancellable *cancellable, GAsyncReadyCallback done,
                  gpointer user_data) {
  struct source *source = g_new0(struct source, 1);
  source->bytes = g_bytes_ref(bytes);
  source->orientation = orientation;
  source->size = size;
  GTask *task = g_task_new(NULL, cancellable, done, user_data);
  g_task_set_task_data(task, source, source_free);
  g_task_run_in_thread(task, load);
  g_object_unref(task);
}

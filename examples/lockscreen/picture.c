/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Decodes pictures, on a thread of GLib's pool: they are foreign, large, and those of MPRIS may be on a slow disk. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lockscreen.h"

enum { MOST_PIXELS = 64 * 1024 * 1024, COLOURS = 48, PORTION = 65536 };

struct source {
  GBytes *bytes; /* of a picture, or … */
  char *path;    /* … where it is */
  int size;      /* of its shorter side, as it is drawn */
};

static void source_free(gpointer data) {
  struct source *source = data;
  g_clear_pointer(&source->bytes, g_bytes_unref);
  g_free(source->path);
  g_free(source);
}

void picture_free(gpointer data) {
  struct picture *picture = data;
  if (!picture) return;
  g_clear_object(&picture->texture);
  g_clear_object(&picture->colours);
  g_free(picture);
}

static gboolean is_file(int fd, size_t *size) {
  struct stat status;
  if (fstat(fd, &status) || !S_ISREG(status.st_mode) || status.st_size > NOWPLAYING_MAX_ARTWORK_BYTES) return FALSE;
  *size = (size_t)status.st_size;
  return TRUE;
}

/* Reads a file, if it is one and not too large: its name may mean a pipe or a device, which notices that it is opened.
 * So it is looked at before, and then opened whatever has its name by now. */
static GBytes *read_file(const char *path) {
  int seen = open(path, O_PATH | O_CLOEXEC);
  size_t size, filled = 0;
  GBytes *bytes = NULL;
  if (seen < 0) return NULL;
  if (is_file(seen, &size)) {
    char *again = g_strdup_printf("/proc/self/fd/%d", seen);
    int fd = open(again, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    g_free(again);
    if (fd >= 0) {
      char *data = g_malloc(size);
      ssize_t got;
      while (filled < size && (got = read(fd, data + filled, size - filled)) > 0) filled += (size_t)got;
      bytes = g_bytes_new_take(data, filled);
      close(fd);
    }
  }
  close(seen);
  return bytes;
}

/* Whether it begins as a PNG, JPEG, WebP or GIF: others, for which GdkPixbuf may have decoders, are not artwork. */
static gboolean is_picture(GBytes *bytes) {
  gsize length;
  const char *data = g_bytes_get_data(bytes, &length);
  if (length < 12) return FALSE;
  return !memcmp(data, "\x89PNG\r\n\x1a\n", 8) || !memcmp(data, "\xff\xd8\xff", 3) || !memcmp(data, "GIF8", 4) ||
         (!memcmp(data, "RIFF", 4) && !memcmp(data + 8, "WEBP", 4));
}

/* The size is known before the pixels are: larger than it is drawn a picture is not kept. */
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

static void load(GTask *task, gpointer object, gpointer task_data, GCancellable *cancellable) {
  (void)object, (void)cancellable;
  struct source *source = task_data;
  if (!source->bytes) source->bytes = read_file(source->path);
  GdkPixbuf *pixbuf = source->bytes && is_picture(source->bytes) ? decode(source->bytes, source->size) : NULL;
  struct picture *picture = NULL;
  if (pixbuf) {
    picture = g_new0(struct picture, 1);
    picture->texture = gdk_texture_new_for_pixbuf(pixbuf);
    picture->colours = gdk_pixbuf_scale_simple(pixbuf, COLOURS, COLOURS, GDK_INTERP_BILINEAR);
    g_object_unref(pixbuf);
  }
  g_task_return_pointer(task, picture, picture_free);
}

void picture_load(GBytes *bytes, const char *path, int size, GCancellable *cancellable, GAsyncReadyCallback done,
                  gpointer user_data) {
  struct source *source = g_new0(struct source, 1);
  source->bytes = bytes ? g_bytes_ref(bytes) : NULL;
  source->path = g_strdup(path);
  source->size = size;
  GTask *task = g_task_new(NULL, cancellable, done, user_data);
  g_task_set_task_data(task, source, source_free);
  g_task_run_in_thread(task, load);
  g_object_unref(task);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <npg-values.h>
#include <sys/stat.h>
#include <unistd.h>

struct _NpgMedia {
  GObject parent_instance;
  /* The bytes of a picture; NULL for a video. */
  GBytes *data;
  char *mime_type;
  int width, height, orientation;
  /* The file of a video; -1 for a picture. */
  int fd;
};

G_DEFINE_TYPE (NpgMedia, npg_media, G_TYPE_OBJECT)

enum { PROP_DATA = 1, PROP_MIME_TYPE, PROP_WIDTH, PROP_HEIGHT, PROP_ORIENTATION };

static void npg_media_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec) {
  NpgMedia *self = NPG_MEDIA (object);
  switch (id) {
    case PROP_DATA: g_value_set_boxed (value, self->data); break;
    case PROP_MIME_TYPE: g_value_set_string (value, self->mime_type); break;
    case PROP_WIDTH: g_value_set_int (value, self->width); break;
    case PROP_HEIGHT: g_value_set_int (value, self->height); break;
    case PROP_ORIENTATION: g_value_set_int (value, self->orientation); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

static void npg_media_finalize (GObject *object) {
  NpgMedia *self = NPG_MEDIA (object);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_free (self->mime_type);
  if (self->fd >= 0) close (self->fd);
  G_OBJECT_CLASS (npg_media_parent_class)->finalize (object);
}

static void npg_media_class_init (NpgMediaClass *klass) {
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  object_class->get_property = npg_media_get_property;
  object_class->finalize = npg_media_finalize;
  /**
   * NpgMedia:data:
   *
   * The bytes of a picture; %NULL of a video, see [method@Media.open].
   */
  g_object_class_install_property (object_class, PROP_DATA,
                                   g_param_spec_boxed ("data", NULL, NULL, G_TYPE_BYTES, flags));
  /**
   * NpgMedia:mime-type:
   *
   * The MIME type, "image/png" or "video/mp4".
   */
  g_object_class_install_property (object_class, PROP_MIME_TYPE,
                                   g_param_spec_string ("mime-type", NULL, NULL, NULL, flags));
  /**
   * NpgMedia:width:
   *
   * The width of a picture in pixels, read from its bytes; 0 for a video.
   */
  g_object_class_install_property (object_class, PROP_WIDTH,
                                   g_param_spec_int ("width", NULL, NULL, 0, G_MAXINT, 0, flags));
  /**
   * NpgMedia:height:
   *
   * The height of a picture in pixels, read from its bytes; 0 for a video.
   */
  g_object_class_install_property (object_class, PROP_HEIGHT,
                                   g_param_spec_int ("height", NULL, NULL, 0, G_MAXINT, 0, flags));
  /**
   * NpgMedia:orientation:
   *
   * How to turn a picture before it is shown, as a number of EXIF from 1 to 8, where 1 means not turned; 0 for a
   * video. Width and height are those of the picture before it is turned. Give this number to a #GdkPixbuf as the
   * option "orientation", and have gdk_pixbuf_apply_embedded_orientation() turn the picture.
   */
  g_object_class_install_property (object_class, PROP_ORIENTATION,
                                   g_param_spec_int ("orientation", NULL, NULL, 0, 8, 0, flags));
}

static void npg_media_init (NpgMedia *self) { self->fd = -1; }

NpgMedia *npg_media_new (const nowplaying_surface_result *result, GError **error) {
  int fd = -1;
  if (result->data == NULL && result->fd >= 0 && (fd = fcntl (result->fd, F_DUPFD_CLOEXEC, 3)) < 0) {
    g_set_error (error, NPG_ERROR, NPG_ERROR_SYSTEM, "The video cannot be kept: %s", g_strerror (errno));
    return NULL;
  }
  NpgMedia *self = g_object_new (NPG_TYPE_MEDIA, NULL);
  self->fd = fd;
  if (result->data != NULL) self->data = g_bytes_new (result->data, result->size);
  self->mime_type = g_strdup (result->mime_type);
  self->width = result->width;
  self->height = result->height;
  self->orientation = result->orientation;
  return self;
}

/**
 * npg_media_get_data:
 * @self: a picture or a video
 *
 * Gets [property@Media:data].
 *
 * Returns: (nullable) (transfer none): the bytes of a picture
 */
GBytes *npg_media_get_data (NpgMedia *self) {
  g_return_val_if_fail (NPG_IS_MEDIA (self), NULL);
  return self->data;
}

/**
 * npg_media_get_mime_type:
 * @self: a picture or a video
 *
 * Gets [property@Media:mime-type].
 *
 * Returns: (nullable) (transfer none): the type
 */
const char *npg_media_get_mime_type (NpgMedia *self) {
  g_return_val_if_fail (NPG_IS_MEDIA (self), NULL);
  return self->mime_type;
}

/**
 * npg_media_get_width:
 * @self: a picture or a video
 *
 * Gets [property@Media:width].
 *
 * Returns: pixels
 */
int npg_media_get_width (NpgMedia *self) {
  g_return_val_if_fail (NPG_IS_MEDIA (self), 0);
  return self->width;
}

/**
 * npg_media_get_height:
 * @self: a picture or a video
 *
 * Gets [property@Media:height].
 *
 * Returns: pixels
 */
int npg_media_get_height (NpgMedia *self) {
  g_return_val_if_fail (NPG_IS_MEDIA (self), 0);
  return self->height;
}

/**
 * npg_media_get_orientation:
 * @self: a picture or a video
 *
 * Gets [property@Media:orientation].
 *
 * Returns: 1 to 8; 0 of a video
 */
int npg_media_get_orientation (NpgMedia *self) {
  g_return_val_if_fail (NPG_IS_MEDIA (self), 0);
  return self->orientation;
}

/* Opens the file of a video at its beginning. A pipe is refused, because reading it could block for ever. */
static GInputStream *open_video (NpgMedia *self, GError **error) {
  struct stat about;
  if (fstat (self->fd, &about) < 0 || !S_ISREG (about.st_mode)) {
    g_set_error (error, NPG_ERROR, NPG_ERROR_NOT_A_VIDEO, "The video is no file, but something else.");
    return NULL;
  }
  int fd = fcntl (self->fd, F_DUPFD_CLOEXEC, 3);
  if (fd < 0 || lseek (fd, 0, SEEK_SET) < 0) {
    g_set_error (error, NPG_ERROR, NPG_ERROR_IO, "The video cannot be read: %s", g_strerror (errno));
    if (fd >= 0) close (fd);
    return NULL;
  }
  return g_unix_input_stream_new (fd, TRUE);
}

/**
 * npg_media_open:
 * @self: a picture or a video
 * @error: gets the error: `NPG_ERROR_NOT_A_VIDEO` when the player has sent no file, `NPG_ERROR_IO`
 *
 * Opens it, to be read from its beginning. The file of a video may change while it is read, be of any size, and lie on
 * a disk that is slow: read it asynchronously, and no more than you can use. All streams of a video share one read
 * position: use one stream at a time.
 *
 * Returns: (transfer full): the stream, or %NULL
 */
GInputStream *npg_media_open (NpgMedia *self, GError **error) {
  g_return_val_if_fail (NPG_IS_MEDIA (self), NULL);
  if (self->data != NULL) return g_memory_input_stream_new_from_bytes (self->data);
  return open_video (self, error);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Fetches the covers. Each server has a thread for them, which exists only while a cover is requested, and has a
 * connection of its own, so that a large cover delays no command and no other server. */
#include "mpd-remote.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stdlib.h>

/* A picture with more pixels is not decoded. */
#define MOST_PIXELS (32 * 1000 * 1000)
/* The size of the pieces in which a picture comes. Usually it is 8 KiB; between two pieces TCP may wait for 40 ms. */
#define PIECE_SIZE (512 * 1024)

/* A cover that somebody waits for. */
struct job {
  nowplaying_request *request;
  char *uri;
  int width, height;
};

/* Called when the size of the picture is known, and nothing is decoded yet. Whether the picture is turned is known once
 * it is decoded: it is made small enough for one of the two ways. */
static void on_size(GdkPixbufLoader *loader, int width, int height, gpointer user_data) {
  const struct job *job = user_data;
  double straight = MIN((double)job->width / width, (double)job->height / height);
  double turned = MIN((double)job->width / height, (double)job->height / width), scale = MAX(straight, turned);
  /* With a size of 0 GdkPixbuf does not decode the picture. */
  bool fits = MIN(straight, turned) >= 1;
  if (fits || (int64_t)width * height > MOST_PIXELS) gdk_pixbuf_loader_set_size(loader, 0, 0);
  else if (scale < 1) gdk_pixbuf_loader_set_size(loader, MAX(1, (int)(width * scale)), MAX(1, (int)(height * scale)));
}

/* Returns a decoded picture as it is to be seen. How a camera was held is written in the file, and is lost with it. */
static GdkPixbuf *make_upright(const struct job *job, GdkPixbuf *pixels) {
  GdkPixbuf *upright = gdk_pixbuf_apply_embedded_orientation(pixels);
  if (upright == NULL) return NULL;
  int width = gdk_pixbuf_get_width(upright), height = gdk_pixbuf_get_height(upright);
  double scale = MIN((double)job->width / width, (double)job->height / height);
  if (scale >= 1) return upright;
  GdkPixbuf *small = gdk_pixbuf_scale_simple(upright, MAX(1, (int)(width * scale)), MAX(1, (int)(height * scale)),
                                             GDK_INTERP_BILINEAR);
  g_object_unref(upright);
  return small;
}

/* Completes the request with the picture, which is made smaller and upright when it is larger than requested. */
static nowplaying_status give(struct job *job, const GByteArray *picture) {
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
  GdkPixbuf *pixels = NULL;
  gchar *small = NULL;
  gsize size = 0;
  g_signal_connect(loader, "size-prepared", G_CALLBACK(on_size), job);
  bool is_read = gdk_pixbuf_loader_write(loader, picture->data, picture->len, NULL);
  if (gdk_pixbuf_loader_close(loader, NULL) && is_read) pixels = gdk_pixbuf_loader_get_pixbuf(loader);
  GdkPixbuf *upright = pixels != NULL ? make_upright(job, pixels) : NULL;
  if (upright != NULL) {
    const char *format = gdk_pixbuf_get_has_alpha(upright) ? "png" : "jpeg";
    gdk_pixbuf_save_to_buffer(upright, &small, &size, format, NULL, NULL);
    g_object_unref(upright);
  }
  nowplaying_status status =
      small != NULL ? nowplaying_request_complete_artwork_data(job->request, small, size)
                    : nowplaying_request_complete_artwork_data(job->request, picture->data, picture->len);
  g_free(small);
  g_object_unref(loader);
  return status;
}

/* Reads the picture that is embedded in the song, or else the one beside it, for as long as somebody waits for it. */
static nowplaying_status read_picture(struct mpd_connection *mpd, const struct job *job, bool is_embedded,
                                      GByteArray *picture) {
  unsigned received = 0;
  do {
    nowplaying_status status = nowplaying_request_get_state(job->request);
    if (status != NOWPLAYING_OK) return status;
    if (is_embedded) mpd_send_readpicture(mpd, job->uri, received);
    else mpd_send_albumart(mpd, job->uri, received);
    struct mpd_pair *pair = mpd_recv_pair_named(mpd, "size");
    if (pair == NULL) return received == 0 ? NOWPLAYING_ERROR_NO_SUCH_CONTENT : NOWPLAYING_ERROR_COMMAND_FAILED;
    unsigned long long size = strtoull(pair->value, NULL, 10);
    mpd_return_pair(mpd, pair);
    if (size > NOWPLAYING_MAX_ARTWORK_BYTES) return NOWPLAYING_ERROR_TOO_LARGE;
    /* The cover was changed while it was read. */
    if (received > 0 && size != picture->len) return NOWPLAYING_ERROR_COMMAND_FAILED;
    g_byte_array_set_size(picture, (guint)size);
    int count = mpd_recv_albumart(mpd, picture->data + received, picture->len - received);
    bool is_whole = mpd_response_finish(mpd);
    if (size == 0) return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
    if (!is_whole || count <= 0) return NOWPLAYING_ERROR_COMMAND_FAILED;
    received += (unsigned)count;
  } while (received < picture->len);
  return NOWPLAYING_OK;
}

static void fetch(struct job *job, const struct address *address) {
  GByteArray *picture = g_byte_array_new();
  struct mpd_connection *mpd = address_connect(address);
  const char *message = NULL;
  nowplaying_status status = NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  mpd_run_binarylimit(mpd, PIECE_SIZE);
  /* An old MPD does not know "binarylimit". Errors that MPD reports can be cleared, errors of the connection cannot. */
  if (mpd_connection_clear_error(mpd)) status = read_picture(mpd, job, true, picture);
  if (status == NOWPLAYING_ERROR_NO_SUCH_CONTENT && mpd_connection_clear_error(mpd)) {
    status = read_picture(mpd, job, false, picture);
  }
  if (status == NOWPLAYING_ERROR_COMMAND_FAILED) message = "MPD has not given the whole cover";
  if (!mpd_connection_clear_error(mpd)) {
    status = NOWPLAYING_ERROR_COMMAND_FAILED;
    message = mpd_connection_get_error_message(mpd);
  }
  if (status == NOWPLAYING_OK) status = give(job, picture);
  if (status != NOWPLAYING_OK) nowplaying_request_complete(job->request, status, message);
  mpd_connection_free(mpd);
  g_byte_array_unref(picture);
}

static void run_job(gpointer data, gpointer user_data) {
  struct job *job = data;
  /* The library cancels requests: those of a session that has ended, and those that nobody waits for any more. */
  if (nowplaying_request_get_state(job->request) == NOWPLAYING_OK) fetch(job, user_data);
  nowplaying_request_unref(job->request);
  g_free(job->uri);
  g_free(job);
}

GThreadPool *covers_new(struct address *address) { return g_thread_pool_new(run_job, address, 1, FALSE, NULL); }

void covers_fetch(GThreadPool *covers, nowplaying_request *request, const char *uri, int width, int height) {
  struct job *job = g_new(struct job, 1);
  *job = (struct job){.request = request, .uri = g_strdup(uri), .width = width, .height = height};
  g_thread_pool_push(covers, job, NULL);
}

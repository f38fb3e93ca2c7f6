/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Fetches the covers. They arrive in pieces over a second connection, which exists only while a cover is requested, so
 * that a large cover delays no command. Each piece is decoded as it arrives, so that a large cover delays no other
 * server. */
#include "mpd-remote.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A picture with more pixels is not decoded. */
#define MOST_PIXELS (32 * 1000 * 1000)

/* The calls to MPD, one after the other: a request for pieces larger than the usual 8 KiB, if MPD knows it, because
 * between two pieces TCP may wait for 40 ms; the picture embedded in the song; the picture beside it. */
enum { SET_UP, READ_PICTURE, ALBUM_ART, NOTHING_LEFT };

struct picture {
  int step, width, height;
  char *data;
  size_t size, received; /* size 0: not known yet */
  bool has_more;         /* this piece was not the last */
  GdkPixbufLoader *loader; /* NULL when the picture is to be given as it is */
};

static struct covers *covers_of(struct connection *connection) {
  return (struct covers *)((char *)connection - offsetof(struct covers, connection));
}

/* ---------------------------------------------------------------------------------------------- Pictures --------- */

/* Called when the size of the picture is known, and nothing is decoded yet. */
static void on_size(GdkPixbufLoader *loader, int width, int height, gpointer user_data) {
  const struct picture *picture = user_data;
  double scale = MIN((double)picture->width / width, (double)picture->height / height);
  /* With a size of 0 GdkPixbuf does not decode the picture. */
  if (scale >= 1 || (int64_t)width * height > MOST_PIXELS) gdk_pixbuf_loader_set_size(loader, 0, 0);
  else gdk_pixbuf_loader_set_size(loader, MAX(1, (int)(width * scale)), MAX(1, (int)(height * scale)));
}

static struct picture *new_picture(const struct cover_job *job) {
  struct picture *picture = g_new0(struct picture, 1);
  picture->width = job->width;
  picture->height = job->height;
  picture->loader = gdk_pixbuf_loader_new();
  g_signal_connect(picture->loader, "size-prepared", G_CALLBACK(on_size), picture);
  return picture;
}

static void stop_decoding(struct picture *picture) {
  if (picture->loader == NULL) return;
  gdk_pixbuf_loader_close(picture->loader, NULL);
  g_object_unref(picture->loader);
  picture->loader = NULL;
}

static void free_picture(struct picture *picture) {
  if (picture == NULL) return;
  stop_decoding(picture);
  free(picture->data);
  g_free(picture);
}

/* Completes the request with the picture, scaled down when it is larger than requested. */
static nowplaying_status give(struct picture *picture, nowplaying_request *request) {
  gchar *small = NULL;
  gsize size = 0;
  GdkPixbuf *pixels = NULL;
  if (picture->loader != NULL && gdk_pixbuf_loader_close(picture->loader, NULL)) {
    pixels = gdk_pixbuf_loader_get_pixbuf(picture->loader);
  }
  if (pixels != NULL) {
    const char *format = gdk_pixbuf_get_has_alpha(pixels) ? "png" : "jpeg";
    gdk_pixbuf_save_to_buffer(pixels, &small, &size, format, NULL, NULL);
  }
  nowplaying_status status =
      small != NULL ? nowplaying_request_complete_artwork_data(request, small, size)
                    : nowplaying_request_complete_artwork_data(request, picture->data, picture->received);
  g_free(small);
  return status;
}

/* -------------------------------------------------------------------------------------------------- Jobs --------- */

static void free_job(struct cover_job *job) {
  nowplaying_request_unref(job->request);
  free(job->uri);
  free(job);
}

/* Begins the first job on a new connection, so that late data of one job is never taken for another's. */
static void start_first(struct covers *covers) {
  free_picture(covers->picture);
  covers->picture = covers->first != NULL ? new_picture(covers->first) : NULL;
  if (covers->first != NULL) connection_open(&covers->connection);
  else connection_close(&covers->connection);
}

/* Ends the first job with an error or NOWPLAYING_OK. */
static void end_first(struct covers *covers, nowplaying_status status, const char *message) {
  struct cover_job *job = covers->first;
  if (status != NOWPLAYING_OK) nowplaying_request_complete(job->request, status, message);
  covers->first = job->next;
  free_job(job);
  start_first(covers);
}

nowplaying_status covers_fetch(struct covers *covers, nowplaying_request *request, const char *uri, int width,
                               int height) {
  struct cover_job *job = calloc(1, sizeof *job), **last = &covers->first;
  char *quoted = quote(uri);
  if (job == NULL || quoted == NULL) {
    free(job);
    free(quoted);
    return NOWPLAYING_ERROR_SYSTEM;
  }
  *job = (struct cover_job){.request = request, .width = width, .height = height, .uri = quoted};
  while (*last != NULL) last = &(*last)->next;
  *last = job;
  if (job == covers->first) start_first(covers);
  return NOWPLAYING_PENDING;
}

void covers_cancel(struct covers *covers, nowplaying_request *request) {
  struct cover_job **link = &covers->first;
  while (*link != NULL && (*link)->request != request) link = &(*link)->next;
  struct cover_job *job = *link;
  if (job == NULL) return;
  bool was_first = job == covers->first;
  *link = job->next;
  free_job(job);
  if (was_first) start_first(covers);
}

void covers_cancel_all(struct covers *covers) {
  while (covers->first != NULL) {
    struct cover_job *job = covers->first;
    covers->first = job->next;
    nowplaying_request_complete(job->request, NOWPLAYING_ERROR_CANCELLED, NULL);
    free_job(job);
  }
  start_first(covers);
}

/* ------------------------------------------------------------------------------------- The conversation ---------- */

/* Requests the next piece. */
static void ask(struct covers *covers) {
  struct picture *picture = covers->picture;
  const char *uri = covers->first->uri;
  bool is_sent = false;
  switch (picture->step) {
  case SET_UP: is_sent = connection_send(&covers->connection, "binarylimit 524288\n"); break;
  case READ_PICTURE:
    is_sent = connection_send(&covers->connection, "readpicture %s %zu\n", uri, picture->received);
    break;
  case ALBUM_ART: is_sent = connection_send(&covers->connection, "albumart %s %zu\n", uri, picture->received); break;
  default: end_first(covers, NOWPLAYING_ERROR_NO_SUCH_CONTENT, NULL); return;
  }
  if (!is_sent) end_first(covers, NOWPLAYING_ERROR_COMMAND_FAILED, "its path is too long");
}

/* Handles the end of MPD's reply. */
static void end_piece(struct covers *covers) {
  struct picture *picture = covers->picture;
  bool has_more = picture->has_more;
  picture->has_more = false;
  if (picture->size == 0) {
    ++picture->step;
    ask(covers);
  } else if (picture->received == picture->size) {
    end_first(covers, give(picture, covers->first->request), NULL);
  } else if (has_more) {
    ask(covers);
  } else {
    end_first(covers, NOWPLAYING_ERROR_COMMAND_FAILED, "MPD has given only a part of the cover");
  }
}

static void on_size_line(struct covers *covers, const char *number) {
  struct picture *picture = covers->picture;
  unsigned long long size = strtoull(number, NULL, 10);
  if (picture->size != 0 && picture->size != size) {
    end_first(covers, NOWPLAYING_ERROR_COMMAND_FAILED, "the cover was changed while it was read");
  } else if (size > NOWPLAYING_MAX_ARTWORK_BYTES) {
    end_first(covers, NOWPLAYING_ERROR_TOO_LARGE, NULL);
  } else if (picture->data == NULL && size > 0) {
    picture->data = malloc(size);
    picture->size = picture->data != NULL ? size : 0;
  }
}

static void on_binary_line(struct covers *covers, const char *number) {
  struct picture *picture = covers->picture;
  unsigned long long count = strtoull(number, NULL, 10);
  if (count > picture->size - picture->received) {
    end_first(covers, NOWPLAYING_ERROR_COMMAND_FAILED, "MPD gives more than the whole cover");
  } else {
    picture->has_more = count > 0;
    connection_read_bytes(&covers->connection, count);
  }
}

static void on_line(struct connection *connection, char *line) {
  struct covers *covers = covers_of(connection);
  if (strncmp(line, "size: ", 6) == 0) on_size_line(covers, line + 6);
  else if (strncmp(line, "binary: ", 8) == 0) on_binary_line(covers, line + 8);
  else if (strcmp(line, "OK") == 0 || strncmp(line, "ACK ", 4) == 0) end_piece(covers);
}

static void on_bytes(struct connection *connection, const void *bytes, size_t count) {
  struct picture *picture = covers_of(connection)->picture;
  memcpy(picture->data + picture->received, bytes, count);
  picture->received += count;
  if (picture->loader != NULL && !gdk_pixbuf_loader_write(picture->loader, bytes, count, NULL)) stop_decoding(picture);
}

static void on_lost(struct connection *connection, const char *why) {
  end_first(covers_of(connection), NOWPLAYING_ERROR_COMMAND_FAILED, why);
}

static void on_ready(struct connection *connection) { ask(covers_of(connection)); }

void covers_init(struct covers *covers, const struct address *address) {
  static const struct connection_events events = {on_ready, on_line, on_bytes, on_lost};
  connection_init(&covers->connection, address, &events);
}

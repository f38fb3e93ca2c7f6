/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Fetches the covers. Each server has a thread for them, which exists only while a cover is requested, and has a
 * connection of its own, so that a large cover delays no command and no other server. */
#include "mpd-remote.h"

#include "picture.h"

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

/* Completes the request with the picture, which is made smaller and upright when it is larger than requested. */
static nowplaying_status give(struct job *job, const GByteArray *picture) {
  gsize size = 0;
  gchar *small = shrink_picture(picture->data, picture->len,
                                (struct picture_room){job->width, job->height, MOST_PIXELS}, &size);
  nowplaying_status status =
      small != NULL ? nowplaying_request_complete_artwork_data(job->request, small, size)
                    : nowplaying_request_complete_artwork_data(job->request, picture->data, picture->len);
  g_free(small);
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

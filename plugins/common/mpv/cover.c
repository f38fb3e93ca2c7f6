/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The pictures. mpv says where they lie: embedded in the music, or beside it (cover.jpg, folder.png …). They are read
 * only when the desktop asks, and never in the loop: a request may be answered later, and from any thread. */
#define _GNU_SOURCE /* asprintf */
#include "media.h"

#include <libavformat/avformat.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names a picture by where it lies, so that the songs of an album share the cover beside them. */
static void name_cover(struct cover *cover) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (const char *byte = cover->path; *byte != '\0'; ++byte) {
    hash = (hash ^ (unsigned char)*byte) * UINT64_C(1099511628211);
  }
  snprintf(cover->id, sizeof cover->id, "cover-%016llx", (unsigned long long)hash);
}

static void forget_cover(struct cover *cover) {
  free(cover->path);
  *cover = (struct cover){0};
}

void find_cover(struct media *media, const mpv_node *tracks) {
  struct cover *cover = &media->cover;
  forget_cover(cover);
  for (int i = 0; tracks->format == MPV_FORMAT_NODE_ARRAY && i < tracks->u.list->num && cover->path == NULL; ++i) {
    const mpv_node_list *track = tracks->u.list->values[i].u.list;
    bool picture = false;
    const char *beside = NULL;
    for (int key = 0; key < track->num; ++key) {
      const mpv_node *value = &track->values[key];
      if (strcmp(track->keys[key], "albumart") == 0) picture = value->u.flag;
      if (strcmp(track->keys[key], "external-filename") == 0) beside = value->u.string;
    }
    /* A picture within a stream from the network would have to be fetched again. */
    const char *path = beside != NULL ? beside : media->path;
    if (!picture || path == NULL || is_uri(path)) continue;
    cover->embedded = beside == NULL;
    cover->path = strdup(path);
    if (cover->path != NULL) name_cover(cover);
  }
}

/* ------------------------------------------------------------------------------------------- The threads -------- */

struct job {
  nowplaying_request *request;
  char *path;
  bool embedded;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static int running;

/* Answers with the picture that is embedded in a music file. */
static nowplaying_status answer_embedded(nowplaying_request *request, const char *path) {
  AVFormatContext *format = NULL;
  nowplaying_status status = NOWPLAYING_ERROR_IO;
  /* With the prefix no file name is taken for a protocol. */
  char *url = NULL;
  if (asprintf(&url, "file:%s", path) < 0) return NOWPLAYING_ERROR_SYSTEM;
  if (avformat_open_input(&format, url, NULL, NULL) == 0) {
    for (unsigned i = 0; i < format->nb_streams; ++i) {
      const AVStream *stream = format->streams[i];
      if (!(stream->disposition & AV_DISPOSITION_ATTACHED_PIC)) continue;
      status = nowplaying_request_complete_artwork_data(request, stream->attached_pic.data,
                                                        (size_t)stream->attached_pic.size);
      if (status == NOWPLAYING_OK) break;
    }
    avformat_close_input(&format);
  }
  free(url);
  return status;
}

static void *work(void *argument) {
  struct job *job = argument;
  nowplaying_status status = job->embedded ? answer_embedded(job->request, job->path)
                                           : nowplaying_request_complete_artwork_file(job->request, job->path);
  /* An error leaves the request open. */
  if (status != NOWPLAYING_OK) nowplaying_request_complete(job->request, status, NULL);
  nowplaying_request_unref(job->request);
  free(job->path);
  free(job);

  pthread_mutex_lock(&lock);
  --running;
  pthread_cond_signal(&finished);
  pthread_mutex_unlock(&lock);
  return NULL;
}

nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data) {
  struct media *media = user_data;
  (void)session;
  /* Asked for an item that is not played any more? */
  if (strcmp(event->artwork_id, media->cover.id) != 0) return NOWPLAYING_ERROR_CANCELLED;

  struct job *job = malloc(sizeof *job);
  char *path = strdup(media->cover.path);
  pthread_t thread;
  if (job == NULL || path == NULL) goto fail;
  *job = (struct job){.request = request, .path = path, .embedded = media->cover.embedded};
  pthread_mutex_lock(&lock);
  ++running;
  pthread_mutex_unlock(&lock);
  if (pthread_create(&thread, NULL, work, job) == 0) {
    pthread_detach(thread);
    return NOWPLAYING_PENDING;
  }
  pthread_mutex_lock(&lock);
  --running;
  pthread_mutex_unlock(&lock);
fail:
  free(path);
  free(job);
  return NOWPLAYING_ERROR_SYSTEM;
}

void finish_covers(struct media *media) {
  pthread_mutex_lock(&lock);
  while (running > 0) pthread_cond_wait(&finished, &lock);
  pthread_mutex_unlock(&lock);
  forget_cover(&media->cover);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The host's commands that answer requests. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"

static nowplaying_request *request(const char *word) {
  int64_t number = integer(word);
  return number >= 0 && number < MAX_REQUESTS ? requests[number] : NULL;
}

/* answer command|volume|artwork|raise|quit|open_uri|fullscreen|queue|playlist STATUS MESSAGE KIND: how callbacks answer
 * from now on. An artwork with status 0 is answered at once by the file that MESSAGE names; with provide:FILE that file
 * is provided in the callback. */
nowplaying_status do_answer(char **words, int count) {
  struct answer how = {(int32_t)integer(words[2]), ""};
  if (text(words[3])) snprintf(how.message, sizeof how.message, "%s", words[3]);
  static const struct {
    const char *name;
    struct answer *answer;
  } table[] = {{"volume", &answer_volume}, {"artwork", &answer_artwork},   {"raise", &answer_raise},
               {"quit", &answer_quit},     {"open_uri", &answer_open_uri}, {"fullscreen", &answer_fullscreen},
               {"queue", &answer_queue},   {"playlist", &answer_playlist}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(words[1], table[i].name) == 0) *table[i].answer = how;
  int64_t kind = count > 4 ? integer(words[4]) : 0;
  for (int i = 1; strcmp(words[1], "command") == 0 && i < MAX_KINDS; i++)
    if (kind == 0 || kind == i) answer_command[i] = how;
  return NOWPLAYING_OK;
}

/* complete REQUEST STATUS MESSAGE */
nowplaying_status do_complete(char **words, int count) {
  return nowplaying_request_complete(request(words[1]), (int32_t)integer(words[2]), text(words[3]));
}

/* art_file REQUEST PATH */
nowplaying_status do_art_file(char **words, int count) {
  return nowplaying_request_complete_artwork_file(request(words[1]), text(words[2]));
}

/* art_url REQUEST URL */
nowplaying_status do_art_url(char **words, int count) {
  return nowplaying_request_complete_artwork_url(request(words[1]), text(words[2]));
}

static char *load(const char *path, size_t *size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat stat;
  if (file < 0 || fstat(file, &stat) < 0) die("cannot open the artwork");
  *size = (size_t)stat.st_size;
  char *data = malloc(*size ? *size : 1);
  if (!data || read(file, data, *size) != (ssize_t)*size) die("cannot read the artwork");
  close(file);
  return data;
}

/* art_data REQUEST PATH: as bytes */
nowplaying_status do_art_data(char **words, int count) {
  size_t size = 0;
  char *data = load(words[2], &size);
  nowplaying_status status = nowplaying_request_complete_artwork_data(request(words[1]), data, size);
  free(data);
  return status;
}

static nowplaying_status provide(nowplaying_session *to, const char *id, const char *how, const char *what) {
  if (strcmp(how, "file") == 0) return nowplaying_session_provide_artwork_file(to, id, what);
  if (strcmp(how, "url") == 0) return nowplaying_session_provide_artwork_url(to, id, what);
  if (strcmp(how, "none") == 0) return nowplaying_session_provide_artwork_none(to, id);
  size_t size = 0;
  char *data = what ? load(what, &size) : NULL;
  nowplaying_status status = nowplaying_session_provide_artwork_data(to, id, data, size);
  free(data);
  return status;
}

/* provide SESSION ARTWORK_ID data|file|url|none WHAT: the path of a file, or a URL */
nowplaying_status do_provide(char **words, int count) {
  return provide(session(words), text(words[2]), words[3], text(words[4]));
}

struct provision {
  nowplaying_session *session;
  char *id, *how, *what;
};

static void *provide_in_thread(void *argument) {
  struct provision *given = argument;
  nowplaying_status status = provide(given->session, given->id, given->how, given->what);
  json_begin("event", "provided");
  json_text("id", given->id);
  json_integer("status", status);
  json_end();
  free(given->id), free(given->how), free(given->what), free(given);
  return NULL;
}

/* provide_thread SESSION ARTWORK_ID HOW WHAT: provide in a thread of its own, and then an event "provided" */
nowplaying_status do_provide_thread(char **words, int count) {
  struct provision *given = malloc(sizeof *given);
  pthread_t thread;
  if (!given) die("no memory");
  *given = (struct provision){session(words), strdup(words[2]), strdup(words[3]), strdup(words[4])};
  if (pthread_create(&thread, NULL, provide_in_thread, given) || pthread_detach(thread)) die("cannot start a thread");
  return NOWPLAYING_OK;
}

/* skip SESSION FIRST COUNT: shows songs, one after the other. Each cover is provided before the commit or after it;
 * after each song a picture is provided that no song shows. */
nowplaying_status do_skip(char **words, int count) {
  static unsigned char picture[4096] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1";
  nowplaying_status status = NOWPLAYING_OK;
  for (int64_t number = integer(words[2]), end = number + integer(words[3]); number < end && !status; number++) {
    char id[64], unused[64];
    snprintf(id, sizeof id, "skipped-%lld", (long long)number);
    snprintf(unused, sizeof unused, "unused-%lld", (long long)number);
    memcpy(picture + 32, &number, sizeof number);
    nowplaying_content *song = NULL;
    nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &song);
    nowplaying_content_set_text(song, NOWPLAYING_FIELD_TITLE, id);
    nowplaying_content_set_artwork(song, id);
    if (number % 2) status = nowplaying_session_provide_artwork_data(session(words), id, picture, sizeof picture);
    nowplaying_session_set_content(session(words), song);
    nowplaying_session_commit(session(words));
    nowplaying_content_free(song);
    if (!(number % 2)) status = nowplaying_session_provide_artwork_data(session(words), id, picture, sizeof picture);
    picture[40] ^= 1;
    if (!status) status = nowplaying_session_provide_artwork_data(session(words), unused, picture, sizeof picture);
    if (!status && number % 3 == 0) status = nowplaying_session_provide_artwork_none(session(words), unused);
  }
  return status;
}

static void *art_in_thread(void *words) {
  nowplaying_status status = do_art_data(words, 3);
  json_begin("event", "art_given");
  json_integer("status", status);
  json_end();
  return NULL;
}

/* art_thread REQUEST PATH: art_data in a thread of its own, and then an event "art_given" */
nowplaying_status do_art_thread(char **words, int count) {
  static char *kept[3];
  static pthread_t thread;
  kept[1] = strdup(words[1]);
  kept[2] = strdup(words[2]);
  if (pthread_create(&thread, NULL, art_in_thread, kept) || pthread_detach(thread)) die("cannot start a thread");
  return NOWPLAYING_OK;
}

/* unref REQUEST */
nowplaying_status do_unref(char **words, int count) {
  nowplaying_request *dropped = request(words[1]);
  requests[integer(words[1])] = NULL;
  nowplaying_request_unref(dropped);
  return NOWPLAYING_OK;
}

/* request_state REQUEST */
nowplaying_status do_request_state(char **words, int count) { return nowplaying_request_get_state(request(words[1])); }

/* request_row REQUEST: the row of the entry that it is about */
nowplaying_status do_request_row(char **words, int count) {
  return nowplaying_request_get_queue_row(request(words[1]), &value);
}

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
 * from now on. An artwork with status 0 is answered at once by the file that MESSAGE names. */
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

/* art_data REQUEST PATH: as bytes */
nowplaying_status do_art_data(char **words, int count) {
  int file = open(words[2], O_RDONLY | O_CLOEXEC);
  struct stat stat;
  if (file < 0 || fstat(file, &stat) < 0) die("cannot open the artwork");
  size_t size = (size_t)stat.st_size;
  char *data = malloc(size ? size : 1);
  if (!data || read(file, data, size) != (ssize_t)size) die("cannot read the artwork");
  nowplaying_status status = nowplaying_request_complete_artwork_data(request(words[1]), data, size);
  free(data);
  close(file);
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

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* crowd SESSIONS LYRICS COVER LISTS [EXTRA]: a player with SESSIONS sessions, of which the first is shown. Each session
 * has lyrics of LYRICS bytes, LISTS lists of 64 texts of 4,096 bytes, EXTRA texts of 4,096 bytes under keys of its own,
 * a queue with its item alone, and a cover of COVER bytes, which differ for each requested size. Prints how many
 * sessions there are, and a line for each of the first 1,000 covers that are requested. At each line of the input the
 * first session plays another item; the player ends with the input. */
#include <nowplaying/nowplaying.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t cover_size;
static int extra;

static nowplaying_status artwork(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_artwork_event *event, void *user_data) {
  unsigned char *bytes = calloc(1, cover_size);
  if (!bytes) abort();
  memcpy(bytes, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\x02", 26);
  memcpy(bytes + 40, &event->width, sizeof event->width);
  memcpy(bytes + 48, &event->height, sizeof event->height);
  nowplaying_status status = nowplaying_request_complete_artwork_data(request, bytes, cover_size);
  free(bytes);
  // The output is read at the end only, and a pipe holds 64 KiB.
  static int asked;
  if (asked++ < 1000) puts("cover");
  fflush(stdout);
  return status;
}

static nowplaying_content *content(const char *id, int lyrics, int lists) {
  nowplaying_content *content;
  if (nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content)) abort();
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "Title");
  nowplaying_content_set_artwork(content, strcmp(id, "item") ? id : "cover");
  char *text = malloc((size_t)lyrics + NOWPLAYING_MAX_TEXT_BYTES + 1);
  if (!text) abort();
  memset(text, 'x', (size_t)lyrics);
  text[lyrics] = 0;
  if (lyrics) nowplaying_content_set_text(content, NOWPLAYING_FIELD_LYRICS, text);
  memset(text, 'y', NOWPLAYING_MAX_TEXT_BYTES);
  text[NOWPLAYING_MAX_TEXT_BYTES] = 0;
  const char *texts[NOWPLAYING_MAX_TEXTS];
  for (int i = 0; i < NOWPLAYING_MAX_TEXTS; i++) texts[i] = text;
  for (int i = 0; i < lists; i++)
    nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS + i, texts, NOWPLAYING_MAX_TEXTS);
  for (int i = 0; i < extra; i++) {
    char key[32];
    snprintf(key, sizeof key, "crowd:%d", i);
    nowplaying_content_set_extra(content, key, text);
  }
  free(text);
  return content;
}

static void print_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  if (level <= NOWPLAYING_LOG_WARNING) fprintf(stderr, "%s\n", message);
}

int main(int argc, char **argv) {
  if (argc < 5 || argc > 6) return 2;
  extra = argc > 5 ? atoi(argv[5]) : 0;
  int sessions = atoi(argv[1]), made = 0;
  cover_size = (size_t)atoi(argv[3]);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "Crowd";
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.log = print_log;
  nowplaying_app *app;
  if (nowplaying_app_new(&options, &callbacks, &app)) return 1;
  nowplaying_session_callbacks answers = NOWPLAYING_SESSION_CALLBACKS_INIT;
  answers.artwork = artwork;
  nowplaying_session **all = calloc((size_t)sessions, sizeof *all);
  if (!all) return 1;
  nowplaying_content *item = content("item", atoi(argv[2]), atoi(argv[4]));
  nowplaying_status refusal = NOWPLAYING_OK;
  for (int i = 0; i < sessions; i++) {
    nowplaying_status status = nowplaying_session_new(app, NULL, &answers, &all[i]);
    if (status) {
      refusal = status;
      continue;
    }
    made++;
    nowplaying_session_set_content(all[i], item);
    nowplaying_session_set_queue(all[i], (const nowplaying_content *const *)&item, 1);
    nowplaying_session_commit(all[i]);
    if (!i) nowplaying_session_request_application_primary(all[i]);
  }
  printf("%d sessions, then %d\n", made, refusal);
  fflush(stdout);
  char id[32];
  for (int c, number = 1; (c = getchar()) != EOF;) {
    if (c != '\n') continue;
    snprintf(id, sizeof id, "item-%d", number++);
    nowplaying_content *next = content(id, atoi(argv[2]), atoi(argv[4]));
    nowplaying_session_set_content(all[0], next);
    nowplaying_session_commit(all[0]);
    nowplaying_content_free(next);
  }
  for (int i = 0; i < sessions; i++) nowplaying_session_free(all[i]);
  nowplaying_content_free(item);
  nowplaying_app_free(app);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The host's commands for what org.nowplaying has beyond MPRIS: buttons, chapters, errors, live windows and tracks. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "host.h"

enum { BUTTON_WORDS = 9 };

/* KIND ENABLED ACTIVE SLOT STEPS ID TITLE SHORT_TITLE ICON */
static nowplaying_command button(char **word) {
  nowplaying_command made = NOWPLAYING_COMMAND_INIT((int32_t)integer(word[0]));
  made.enabled = (int32_t)integer(word[1]);
  made.active = (int32_t)integer(word[2]);
  made.slot = (int32_t)integer(word[3]);
  made.steps = (int32_t)integer(word[4]);
  made.id = text(word[5]);
  made.title = text(word[6]);
  made.short_title = text(word[7]);
  made.icon = text(word[8]);
  return made;
}

/* buttons SESSION [KIND ENABLED ACTIVE SLOT STEPS ID TITLE SHORT_TITLE ICON]…, in the place of all commands */
nowplaying_status do_buttons(char **words, int count) {
  nowplaying_command list[MAX_WORDS / BUTTON_WORDS];
  int made = 0;
  for (char **word = words + 2; word + BUTTON_WORDS <= words + count; word += BUTTON_WORDS, made++) {
    list[made] = button(word);
    list[made].tag = (uint64_t)made;
  }
  return nowplaying_session_set_commands(session(words), list, (size_t)made);
}

/* custom SESSION ID ENABLED ACTIVE */
nowplaying_status do_custom(char **words, int count) {
  return nowplaying_session_set_custom_command(session(words), text(words[2]), (int32_t)integer(words[3]),
                                               (int32_t)integer(words[4]));
}

/* chapters CONTENT [START TITLE ARTWORK_ID]… */
nowplaying_status do_chapters(char **words, int count) {
  nowplaying_chapter list[MAX_WORDS / 3];
  int made = 0;
  for (char **word = words + 2; word + 3 <= words + count; word += 3, made++) {
    list[made] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    list[made].start_us = integer(word[0]);
    list[made].title = text(word[1]);
    list[made].artwork_id = text(word[2]);
  }
  return nowplaying_content_set_chapters(content(words), list, (size_t)made);
}

/* many_chapters CONTENT COUNT BYTES [ARTWORK]: a minute each, with titles of so many bytes, and pictures
 * "ARTWORK 0" … */
nowplaying_status do_many_chapters(char **words, int count) {
  size_t length = (size_t)integer(words[2]), bytes = (size_t)integer(words[3]);
  nowplaying_chapter *list = calloc(length + 1, sizeof *list);
  char *title = calloc(bytes + 1, 1);
  static char ids[NOWPLAYING_MAX_CHAPTERS][64];
  if (!list || !title) die("many chapters");
  for (size_t i = 0; i < bytes; i++) title[i] = 'x';
  for (size_t i = 0; i < length; i++) {
    list[i] = (nowplaying_chapter)NOWPLAYING_CHAPTER_INIT;
    list[i].start_us = (int64_t)i * 60000000;
    list[i].title = title;
    if (count > 4 && i < NOWPLAYING_MAX_CHAPTERS) {
      snprintf(ids[i], sizeof ids[i], "%s %zu", words[4], i);
      list[i].artwork_id = ids[i];
    }
  }
  nowplaying_status status = nowplaying_content_set_chapters(content(words), list, length);
  free(list);
  free(title);
  return status;
}

/* tracks SESSION [KIND ID LANGUAGE TITLE CHARACTERISTICS SELECTED]… */
nowplaying_status do_tracks(char **words, int count) {
  enum { WORDS = 6 };
  nowplaying_track list[MAX_WORDS / WORDS];
  int made = 0;
  for (char **word = words + 2; word + WORDS <= words + count; word += WORDS, made++) {
    list[made] = (nowplaying_track)NOWPLAYING_TRACK_INIT((int32_t)integer(word[0]));
    list[made].id = text(word[1]);
    list[made].language = text(word[2]);
    list[made].title = text(word[3]);
    list[made].characteristics = (uint32_t)integer(word[4]);
    list[made].selected = (int32_t)integer(word[5]);
  }
  return nowplaying_session_set_tracks(session(words), list, (size_t)made);
}

/* Returns a time, or NOWPLAYING_TIME_UNKNOWN for "-". */
static int64_t time_of(const char *word) { return text(word) ? integer(word) : NOWPLAYING_TIME_UNKNOWN; }

/* detail SESSION STATE ELAPSED TIMESTAMP SEEKABLE_START SEEKABLE_END BUFFERED AT_LIVE_EDGE ERROR_KIND ERROR */
nowplaying_status do_detail(char **words, int count) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.state = (int32_t)integer(words[2]);
  snapshot.elapsed_us = time_of(words[3]);
  snapshot.timestamp_us = time_of(words[4]);
  snapshot.seekable_start_us = time_of(words[5]);
  snapshot.seekable_end_us = time_of(words[6]);
  snapshot.buffered_us = time_of(words[7]);
  snapshot.is_at_live_edge = (int32_t)integer(words[8]);
  snapshot.error_kind = (int32_t)integer(words[9]);
  snapshot.error = text(words[10]);
  return nowplaying_session_set_snapshot(session(words), &snapshot);
}

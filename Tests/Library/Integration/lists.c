/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The host's commands for its queue and its playlists. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/* queue SESSION ID:TITLE…: each a song */
nowplaying_status do_queue(char **words, int count) {
  nowplaying_content *entries[MAX_WORDS];
  for (int i = 2; i < count; i++) {
    char *title = strchr(words[i], ':');
    if (!title || nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, (*title = 0, words[i]), &entries[i])) {
      die("an entry is not ID:TITLE");
    }
    nowplaying_content_set_text(entries[i], NOWPLAYING_FIELD_TITLE, title + 1);
  }
  nowplaying_status status = nowplaying_session_set_queue(
      session(words), count == 2 ? NULL : (const nowplaying_content *const *)entries + 2, (size_t)count - 2);
  for (int i = 2; i < count; i++) nowplaying_content_free(entries[i]);
  return status;
}

/* long_queue SESSION COUNT: songs with the ids 0, 1, 2 … */
nowplaying_status do_long_queue(char **words, int count) {
  size_t length = (size_t)integer(words[2]);
  nowplaying_content **entries = calloc(length, sizeof *entries);
  for (size_t i = 0; i < length; i++) {
    char id[24];
    snprintf(id, sizeof id, "%zu", i);
    if (!entries || nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &entries[i])) die("a long queue");
    nowplaying_content_set_text(entries[i], NOWPLAYING_FIELD_TITLE, id);
  }
  nowplaying_status status =
      nowplaying_session_set_queue(session(words), (const nowplaying_content *const *)entries, length);
  for (size_t i = 0; i < length; i++) nowplaying_content_free(entries[i]);
  free(entries);
  return status;
}

/* playlists ID:NAME:ICON:CREATED:MODIFIED:PLAYED…: "-" for what is not known */
nowplaying_status do_playlists(char **words, int count) {
  static nowplaying_playlist list[MAX_WORDS];
  for (int i = 1; i < count; i++) {
    char *parts[6] = {0}, *rest = words[i];
    for (int part = 0; part < 6; part++) {
      parts[part] = strsep(&rest, ":");
      if (!parts[part]) die("a playlist is not ID:NAME:ICON:CREATED:MODIFIED:PLAYED");
    }
    list[i] = (nowplaying_playlist)NOWPLAYING_PLAYLIST_INIT;
    list[i].id = parts[0];
    list[i].name = parts[1];
    list[i].icon_url = text(parts[2]);
    int64_t *dates[] = {&list[i].created, &list[i].modified, &list[i].last_played};
    for (int date = 0; date < 3; date++) {
      *dates[date] = text(parts[3 + date]) ? integer(parts[3 + date]) : NOWPLAYING_TIME_UNKNOWN;
    }
  }
  return nowplaying_app_set_playlists(app, list + 1, (size_t)count - 1);
}

/* active_playlist ID */
nowplaying_status do_active_playlist(char **words, int count) {
  return nowplaying_app_set_active_playlist(app, text(words[1]));
}

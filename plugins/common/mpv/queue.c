/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The queue: the part of mpv's playlist around the playing entry, and the desktop's changes to it. Only this part is
 * read, so that a playlist may be of any length. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MOST: the most entries of a part. STEP: parts begin at multiples of it, so that clients get another list only once in
 * many items. */
enum { MOST = NOWPLAYING_MAX_SHOWN_QUEUE_ENTRIES, STEP = MOST / 2 };

#define ENTRY_ID "entry-%lld"

void write_entry_id(char id[ENTRY_ID_SIZE], int64_t entry) { snprintf(id, ENTRY_ID_SIZE, ENTRY_ID, (long long)entry); }

/* ------------------------------------------------------------------------------------------------ Entries ------- */

static struct queue_entry *find_entry(struct queue *queue, int64_t id) {
  for (size_t i = 0; i < queue->count; ++i) {
    if (queue->entries[i].id == id) return &queue->entries[i];
  }
  return NULL;
}

/* Returns mpv's id of the entry at an index of the playlist; -1 when there is none. */
static int64_t entry_at(struct media *media, int64_t index) {
  char property[48];
  snprintf(property, sizeof property, "playlist/%lld/id", (long long)index);
  return get_integer(media->mpv, property);
}

int64_t find_playing_entry(struct media *media) {
  return entry_at(media, get_integer(media->mpv, "playlist-playing-pos"));
}

bool is_present(struct media *media) {
  int64_t entry = find_playing_entry(media);
  return entry < 0 ? media->stopped : entry == media->entry;
}

/* Describes an entry that has not played, by the playlist's title or the file name. Does not access the file. */
static nowplaying_content *describe_entry(struct media *media, int64_t index, int64_t entry) {
  mpv_node item = {.format = MPV_FORMAT_NONE};
  nowplaying_content *content = NULL;
  char id[ENTRY_ID_SIZE], property[48];
  snprintf(property, sizeof property, "playlist/%lld", (long long)index);
  mpv_get_property(media->mpv, property, MPV_FORMAT_NODE, &item);
  const char *path = node_text(&item, "filename"), *title = node_text(&item, "title");
  char *name = path != NULL ? name_from_path(path) : NULL;
  write_entry_id(id, entry);
  nowplaying_content_new(NOWPLAYING_CONTENT_GENERIC, id, &content);
  nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title != NULL && *title != '\0' ? title : name);
  if (path != NULL) set_address(content, path);
  free(name);
  mpv_free_node_contents(&item);
  return content;
}

/* Returns the index of the first entry of the part, in whose middle half the present entry is, unless the playlist
 * begins or ends there. */
static int64_t find_start(int64_t count, int64_t present) {
  int64_t start = (present + STEP / 2) / STEP * STEP - STEP;
  if (start > count - MOST) start = count - MOST;
  return start > 0 ? start : 0;
}

void read_queue(struct media *media) {
  struct queue *queue = &media->queue, old = *queue;
  int64_t position = get_integer(media->mpv, "playlist-playing-pos"), id;
  queue->total = get_integer(media->mpv, "playlist-count");
  /* The item that was played last is still shown when nothing is loaded. */
  if (position >= 0) queue->position = position;
  queue->start = find_start(queue->total, queue->position);
  queue->count = 0;
  for (int64_t index = queue->start; queue->count < MOST && (id = entry_at(media, index)) >= 0; ++index) {
    struct queue_entry *known = find_entry(&old, id);
    nowplaying_content *content = known != NULL ? known->content : NULL;
    if (known != NULL) known->content = NULL;
    /* An entry that moves while the list is read may appear twice; mpv will report the move. */
    if (content == NULL) content = describe_entry(media, index, id);
    queue->entries[queue->count++] = (struct queue_entry){id, content};
  }
  free_queue(&old);
}

void learn(struct media *media, nowplaying_content *content) {
  struct queue_entry *entry = find_entry(&media->queue, media->entry);
  if (entry == NULL || !is_present(media)) {
    nowplaying_content_free(content);
    return;
  }
  nowplaying_content_free(entry->content);
  entry->content = content;
}

void set_queue(struct media *media) {
  const nowplaying_content *entries[MOST];
  for (size_t i = 0; i < media->queue.count; ++i) entries[i] = media->queue.entries[i].content;
  nowplaying_session_set_queue(media->session, entries, media->queue.count);
}

void free_queue(struct queue *queue) {
  for (size_t i = 0; i < queue->count; ++i) nowplaying_content_free(queue->entries[i].content);
  queue->count = 0;
}

/* ---------------------------------------------------------------------------------------------- Callbacks ------- */

int64_t find_index(struct media *media, int64_t entry) {
  /* Waits for pending commands, which may change the playlist. */
  wait_for_commands(media);
  read_queue(media);
  struct queue_entry *found = find_entry(&media->queue, entry);
  return found != NULL ? media->queue.start + (found - media->queue.entries) : -1;
}

/* Returns the entry's id from a content id; -1 for NULL. */
static int64_t entry_of(const char *id) {
  long long entry = -1;
  if (id != NULL) sscanf(id, ENTRY_ID, &entry);
  return entry;
}

static nowplaying_status play_index(struct media *media, nowplaying_request *request, int64_t index) {
  RUN_ALSO("set", "pause", "no");
  return RUN("playlist-play-index", INDEX(index));
}

static nowplaying_status on_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data) {
  struct media *media = user_data;
  int64_t index = find_index(media, entry_of(entry_id));
  return index >= 0 ? play_index(media, request, index) : NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}

/* Returns the index of an added entry, which is at the end or before entries that were added since; -1 when it was
 * removed. */
static int64_t find_added(struct media *media, int64_t entry) {
  int64_t index = get_integer(media->mpv, "playlist-count") - 1;
  while (index >= 0 && entry_at(media, index) != entry) --index;
  return index;
}

/* Moves an added entry to an index. Returns false when it was removed. */
static bool move_added(struct media *media, int64_t entry, int64_t place) {
  const char *move[] = {"playlist-move", INDEX(find_added(media, entry)), INDEX(place), NULL};
  return mpv_command(media->mpv, move) >= 0;
}

/* mpv 0.35 can only add at the end. The entry is moved before this returns, so that clients never see it at the end. */
static nowplaying_status on_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                                const char *after_id, int32_t play, void *user_data) {
  struct media *media = user_data;
  struct queue *queue = &media->queue;
  char *path = path_from_uri(uri);
  /* Behind the last entry of the part, the new entry goes to the end, even when the playlist is longer. */
  bool at_end = after_id != NULL && queue->count > 0 && entry_of(after_id) == queue->entries[queue->count - 1].id;
  if (path == NULL) return NOWPLAYING_ERROR_SYSTEM;
  int64_t entry = load_file(media, path, "append"), after = find_index(media, entry_of(after_id));
  free(path);
  if (entry < 0) return NOWPLAYING_ERROR_COMMAND_FAILED;
  /* When the entry before it was removed in the meantime, the new entry stays at the end. */
  if (after_id != NULL && after < 0) at_end = true;
  if (!at_end && !move_added(media, entry, after + 1)) return NOWPLAYING_ERROR_COMMAND_FAILED;
  if (!play) return NOWPLAYING_OK;
  int64_t index = find_added(media, entry);
  return index >= 0 ? play_index(media, request, index) : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status on_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                   void *user_data) {
  struct media *media = user_data;
  int64_t index = find_index(media, entry_of(entry_id));
  return index >= 0 ? RUN("playlist-remove", INDEX(index)) : NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}

void serve_queue(nowplaying_session_callbacks *callbacks) {
  callbacks->queue_go_to = on_go_to;
  callbacks->queue_add = on_add;
  callbacks->queue_remove = on_remove;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The playlist, as the queue that clients see and edit. */
#include "plugin.h"

#include <stdio.h>

/* Parts of a long playlist begin at multiples of this, so that the part stays the same for many entries; the library
 * itself selects the entries around the present one. */
#define STEP (QUEUE_SIZE / 3)

/* --------------------------------------------------------------------------------------------- Reading --------- */

/* Lists the entries below a node, in the order of the playlist. */
static void list_entries(playlist_item_t *node, playlist_item_array_t *entries) {
  if (node->i_children < 0 && !(node->i_flags & PLAYLIST_DBL_FLAG)) ARRAY_APPEND(*entries, node);
  for (int i = 0; i < node->i_children; ++i) list_entries(node->pp_children[i], entries);
}

/* Returns the top node of an entry: the playlist, the media library, or a service that finds items. NULL: that of the
 * playlist. */
static playlist_item_t *find_top(intf_sys_t *sys, playlist_item_t *entry) {
  while (entry != NULL && entry->p_parent != NULL && entry->p_parent != &sys->playlist->root) entry = entry->p_parent;
  return entry != NULL && entry->i_children >= 0 ? entry : sys->playlist->p_playing;
}

/* Lists the entries in playing order, and locks the playlist until release_entries(). VLC's own list of them is
 * outdated unless it is shuffled. */
static void read_entries(intf_sys_t *sys, playlist_item_array_t *entries) {
  const playlist_item_array_t *order = &sys->playlist->current;
  bool shuffled = var_GetBool(sys->playlist, "random");
  playlist_Lock(sys->playlist);
  ARRAY_INIT(*entries);
  list_entries(find_top(sys, playlist_ItemGetById(sys->playlist, sys->entry)), entries);
  sys->count = entries->i_size;
  sys->position = -1;
  shuffled = shuffled && sys->count == order->i_size;
  for (int i = 0; i < sys->count; ++i) {
    if (shuffled) entries->p_elems[i] = order->p_elems[i];
    if (entries->p_elems[i]->i_id == sys->entry) sys->position = i;
  }
}

static void release_entries(intf_sys_t *sys, playlist_item_array_t *entries) {
  ARRAY_RESET(*entries);
  playlist_Unlock(sys->playlist);
}

void count_entries(intf_sys_t *sys) {
  playlist_item_array_t entries;
  read_entries(sys, &entries);
  release_entries(sys, &entries);
}

void set_queue(intf_sys_t *sys) {
  playlist_item_array_t entries;
  nowplaying_content *contents[QUEUE_SIZE];
  read_entries(sys, &entries);
  int first = __MAX(0, sys->position / STEP - 1) * STEP;
  int count = __MIN(QUEUE_SIZE, sys->count - first);
  for (int i = 0; i < count; ++i) {
    const playlist_item_t *entry = entries.p_elems[first + i];
    contents[i] = describe_entry(entry->i_id, entry->p_input);
  }
  sys->queue_last = count > 0 ? entries.p_elems[first + count - 1]->i_id : -1;
  release_entries(sys, &entries);
  nowplaying_session_set_queue(sys->session, (const nowplaying_content *const *)contents, (size_t)count);
  for (int i = 0; i < count; ++i) nowplaying_content_free(contents[i]);
}

/* --------------------------------------------------------------------------------------------- Editing --------- */

/* Returns the entry with an id; NULL when it was removed. The playlist is locked. */
static playlist_item_t *find_entry(intf_sys_t *sys, const char *id) {
  int number;
  return id != NULL && sscanf(id, ENTRY_ID, &number) == 1 ? playlist_ItemGetById(sys->playlist, number) : NULL;
}

static void play_entry(intf_sys_t *sys, playlist_item_t *entry) {
  playlist_ViewPlay(sys->playlist, find_top(sys, entry), entry);
}

void play_again(intf_sys_t *sys) {
  playlist_Lock(sys->playlist);
  playlist_item_t *entry = playlist_ItemGetById(sys->playlist, sys->entry);
  if (entry != NULL) play_entry(sys, entry);
  playlist_Unlock(sys->playlist);
  if (entry == NULL) playlist_Play(sys->playlist);
}

static nowplaying_status on_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data) {
  intf_sys_t *sys = user_data;
  playlist_Lock(sys->playlist);
  playlist_item_t *entry = find_entry(sys, entry_id);
  if (entry != NULL) play_entry(sys, entry);
  playlist_Unlock(sys->playlist);
  if (entry != NULL) supersede(sys);
  return entry != NULL ? NOWPLAYING_OK : NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}

static nowplaying_status on_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                                const char *after_id, int32_t play, void *user_data) {
  intf_sys_t *sys = user_data;
  if (!is_address(uri)) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  input_item_t *item = input_item_New(uri, NULL);
  if (item == NULL) return NOWPLAYING_ERROR_SYSTEM;
  playlist_Lock(sys->playlist);
  playlist_item_t *after = find_entry(sys, after_id), *node = find_top(sys, NULL);
  int index = after_id == NULL ? 0 : PLAYLIST_END;
  /* Behind the last entry that the library got, the new entry goes to the end, even when the playlist is longer. */
  if (after != NULL && after->i_id != sys->queue_last && after->p_parent != NULL) {
    node = after->p_parent;
    for (index = 0; index < node->i_children && node->pp_children[index] != after;) ++index;
    ++index;
  }
  playlist_item_t *added = playlist_NodeAddInput(sys->playlist, item, node, index);
  if (added != NULL && play) play_entry(sys, added);
  playlist_Unlock(sys->playlist);
  input_item_Release(item);
  if (added != NULL && play) supersede(sys);
  return added != NULL ? NOWPLAYING_OK : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status on_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                   void *user_data) {
  intf_sys_t *sys = user_data;
  playlist_Lock(sys->playlist);
  playlist_item_t *entry = find_entry(sys, entry_id);
  bool opened = entry != NULL && entry->p_input == sys->opening_item;
  if (entry != NULL) playlist_NodeDelete(sys->playlist, entry);
  playlist_Unlock(sys->playlist);
  /* The removed entry may be the one that was just opened and has not begun. */
  if (opened) answer_open(sys, NOWPLAYING_ERROR_CANCELLED);
  return NOWPLAYING_OK;
}

void serve_queue(nowplaying_session_callbacks *callbacks) {
  callbacks->queue_go_to = on_go_to;
  callbacks->queue_add = on_add;
  callbacks->queue_remove = on_remove;
}

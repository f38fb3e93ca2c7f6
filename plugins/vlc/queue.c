/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The playlist, as the queue that clients see and edit. */
#include "plugin.h"

#include <stdio.h>

/* Parts of a long playlist begin at multiples of this, so that the part stays the same for many entries; the library
 * itself selects the entries around the present one. */
#define STEP (QUEUE_SIZE / 3)

/* --------------------------------------------------------------------------------------------- Reading --------- */

/* A part of the playlist: entries from the index `first` on. */
struct part {
  int first, count;
  struct {
    int id;
    input_item_t *item;
  } entries[QUEUE_SIZE];
};

/* Counts an entry. */
static void visit(const playlist_item_t *item, int present, struct place *place, struct part *part) {
  int index = place->count++;
  if (item->i_id == present) place->position = index;
  if (part == NULL || index < part->first || index >= part->first + QUEUE_SIZE) return;
  part->entries[part->count].id = item->i_id;
  part->entries[part->count++].item = input_item_Hold(item->p_input);
}

/* Counts the entries below a node, in the order of the playlist. */
static void walk(playlist_item_t *node, int present, struct place *place, struct part *part) {
  if (node->i_children < 0 && !(node->i_flags & PLAYLIST_DBL_FLAG)) visit(node, present, place, part);
  for (int i = 0; i < node->i_children; ++i) walk(node->pp_children[i], present, place, part);
}

/* Returns the top node of an entry: the playlist, the media library, or a service that finds items. NULL: that of the
 * playlist. */
static playlist_item_t *find_top(intf_sys_t *sys, playlist_item_t *entry) {
  while (entry != NULL && entry->p_parent != NULL && entry->p_parent != &sys->playlist->root) entry = entry->p_parent;
  return entry != NULL && entry->i_children >= 0 ? entry : sys->playlist->p_playing;
}

/* Reads the entries around the present one in playing order. The playlist is locked. VLC's own list of them is outdated
 * unless it is shuffled. */
static struct place read_entries(intf_sys_t *sys, bool shuffled, struct part *part) {
  struct place place = {-1, 0};
  playlist_item_t *top = find_top(sys, playlist_ItemGetById(sys->playlist, sys->entry));
  const playlist_item_array_t *order = &sys->playlist->current;
  if (shuffled) {
    walk(top, sys->entry, &place, NULL);
    shuffled = place.count == order->i_size;
    place = (struct place){-1, 0};
  }
  if (!shuffled) walk(top, sys->entry, &place, part);
  for (int i = 0; shuffled && i < order->i_size; ++i) visit(order->p_elems[i], sys->entry, &place, part);
  return place;
}

struct place find_place(intf_sys_t *sys) {
  bool shuffled = var_GetBool(sys->playlist, "random");
  playlist_Lock(sys->playlist);
  struct place place = read_entries(sys, shuffled, NULL);
  playlist_Unlock(sys->playlist);
  return place;
}

static void read_part(intf_sys_t *sys, struct part *part) {
  bool shuffled = var_GetBool(sys->playlist, "random");
  playlist_Lock(sys->playlist);
  int block = read_entries(sys, shuffled, NULL).position / STEP;
  part->first = block > 0 ? (block - 1) * STEP : 0;
  part->count = 0;
  read_entries(sys, shuffled, part);
  playlist_Unlock(sys->playlist);
}

void set_queue(intf_sys_t *sys) {
  struct part part;
  nowplaying_content *contents[QUEUE_SIZE];
  read_part(sys, &part);
  /* Stores the addresses before the entries are described, so that a change in between is noticed. */
  vlc_mutex_lock(&sys->lock);
  for (int i = 0; i < part.count; ++i) sys->queued[i] = (uintptr_t)part.entries[i].item;
  sys->queued_count = part.count;
  vlc_mutex_unlock(&sys->lock);
  sys->queue_last = part.count > 0 ? part.entries[part.count - 1].id : -1;
  for (int i = 0; i < part.count; ++i) {
    contents[i] = describe_entry(part.entries[i].id, part.entries[i].item);
    input_item_Release(part.entries[i].item);
  }
  nowplaying_session_set_queue(sys->session, (const nowplaying_content *const *)contents, (size_t)part.count);
  for (int i = 0; i < part.count; ++i) nowplaying_content_free(contents[i]);
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

nowplaying_status on_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                 void *user_data) {
  intf_sys_t *sys = user_data;
  (void)session, (void)request;
  playlist_Lock(sys->playlist);
  playlist_item_t *entry = find_entry(sys, entry_id);
  if (entry != NULL) play_entry(sys, entry);
  playlist_Unlock(sys->playlist);
  if (entry != NULL) supersede(sys);
  return entry != NULL ? NOWPLAYING_OK : NOWPLAYING_ERROR_NO_SUCH_CONTENT;
}

nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                               const char *after_id, int32_t play, void *user_data) {
  intf_sys_t *sys = user_data;
  (void)session, (void)request;
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

nowplaying_status on_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data) {
  intf_sys_t *sys = user_data;
  (void)session, (void)request;
  playlist_Lock(sys->playlist);
  playlist_item_t *entry = find_entry(sys, entry_id);
  bool opened = entry != NULL && entry->p_input == sys->opening_item;
  if (entry != NULL) playlist_NodeDelete(sys->playlist, entry);
  playlist_Unlock(sys->playlist);
  /* The removed entry may be the one that was just opened and has not begun. */
  if (opened) answer_open(sys, NOWPLAYING_ERROR_CANCELLED);
  return NOWPLAYING_OK;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Follows VLC by callbacks on its variables. VLC calls them on any thread, with any of its locks held, so that they
 * only note the change. */
#include "plugin.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The error from which on the published position is corrected. VLC reports the position four times a second, with an
 * error below this. */
#define TOLERANCE_US 300000

/* ------------------------------------------------------------------------------------------ The position -------- */

int64_t line_at(const struct line *line, vlc_tick_t now) {
  return line->moves ? line->elapsed_us + (int64_t)(line->rate * (double)(now - line->at_us)) : line->elapsed_us;
}

int64_t present_position(intf_sys_t *sys) {
  vlc_mutex_lock(&sys->lock);
  int64_t position = line_at(&sys->seen, mdate());
  vlc_mutex_unlock(&sys->lock);
  return position;
}

/* Begins a new line at the present position, because playback resumes, waits, or changes its speed. */
static void bend_line(intf_sys_t *sys, input_thread_t *input) {
  bool moves = var_GetInteger(input, "state") == PLAYING_S && var_GetFloat(input, "cache") >= 1;
  double rate = var_GetFloat(input, "rate");
  vlc_mutex_lock(&sys->lock);
  vlc_tick_t now = mdate();
  sys->seen = (struct line){line_at(&sys->seen, now), now, rate, moves};
  vlc_mutex_unlock(&sys->lock);
}

/* Takes a position from VLC, which reports no jumps: a jump is a position that playback alone would not reach. Returns
 * whether the published position is wrong now. */
static bool move_line(intf_sys_t *sys, input_thread_t *input) {
  int64_t time = var_GetInteger(input, "time");
  vlc_mutex_lock(&sys->lock);
  vlc_tick_t now = mdate();
  int64_t off = time - line_at(&sys->shown, now);
  sys->seen.elapsed_us = time;
  sys->seen.at_us = now;
  vlc_mutex_unlock(&sys->lock);
  return off > TOLERANCE_US || off < -TOLERANCE_US;
}

/* --------------------------------------------------------------------------------------------- The input -------- */

static int on_input_event(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t event, void *data) {
  input_thread_t *input = (input_thread_t *)object;
  intf_sys_t *sys = data;
  (void)name, (void)old;
  switch (event.i_int) {
  case INPUT_EVENT_STATE:
  case INPUT_EVENT_RATE:
  case INPUT_EVENT_CACHE:
    bend_line(sys, input);
    wake(sys, CHANGED_SNAPSHOT);
    break;
  case INPUT_EVENT_POSITION:
    if (move_line(sys, input)) wake(sys, CHANGED_SNAPSHOT);
    break;
  case INPUT_EVENT_LENGTH:
  case INPUT_EVENT_TITLE:
  case INPUT_EVENT_CHAPTER:
  case INPUT_EVENT_ES:
  case INPUT_EVENT_ITEM_META:
  case INPUT_EVENT_ITEM_EPG: wake(sys, CHANGED_CONTENT); break;
  default: break;
  }
  return VLC_SUCCESS;
}

static int on_input_variable(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t value, void *data) {
  (void)object, (void)name;
  if (old.b_bool != value.b_bool) wake(data, CHANGED_COMMANDS);
  return VLC_SUCCESS;
}

static const char *const input_variables[] = {"can-pause", "can-seek", "can-rate"};

int entry_of(playlist_t *playlist, input_item_t *item, int otherwise) {
  playlist_Lock(playlist);
  playlist_item_t *entry = playlist_ItemGetByInput(playlist, item);
  int id = entry != NULL ? entry->i_id : otherwise;
  playlist_Unlock(playlist);
  return id;
}

static void forget(input_thread_t **input) {
  if (*input != NULL) vlc_object_release(*input);
  *input = NULL;
}

void unfollow_input(intf_sys_t *sys) {
  forget(&sys->stopped);
  if (sys->input == NULL) return;
  atomic_store(&sys->item, 0);
  for (size_t i = 0; i < COUNT(input_variables); ++i) {
    var_DelCallback(sys->input, input_variables[i], on_input_variable, sys);
  }
  var_DelCallback(sys->input, "intf-event", on_input_event, sys);
  forget(&sys->input);
}

void leave_input(intf_sys_t *sys) {
  unfollow_input(sys);
  sys->stopped = playlist_CurrentInput(sys->playlist);
}

void follow_input(intf_sys_t *sys) {
  input_thread_t *input = playlist_CurrentInput(sys->playlist);
  if (input != NULL && (input == sys->input || input == sys->stopped)) {
    vlc_object_release(input);
    return;
  }
  unfollow_input(sys);
  sys->input = input;
  if (input == NULL) return;
  sys->entry = entry_of(sys->playlist, input_GetItem(input), sys->entry);
  sys->loading = true;
  vlc_mutex_lock(&sys->lock);
  sys->seen = (struct line){var_GetInteger(input, "time"), mdate(), 1, false};
  vlc_mutex_unlock(&sys->lock);
  atomic_store(&sys->item, (uintptr_t)input_GetItem(input));
  var_AddCallback(input, "intf-event", on_input_event, sys);
  for (size_t i = 0; i < COUNT(input_variables); ++i) {
    var_AddCallback(input, input_variables[i], on_input_variable, sys);
  }
  /* Reads the values that were set before the callbacks were added. */
  bend_line(sys, input);
}

/* ------------------------------------------------------------------------------------------ The playlist -------- */

/* Variables whose changes wake the loop. */
static const struct {
  const char *name;
  unsigned changed;
} playlist_variables[] = {
    {"playlist-item-append", CHANGED_QUEUE},
    {"playlist-item-deleted", CHANGED_QUEUE},
    {"random", CHANGED_COMMANDS | CHANGED_QUEUE},
    {"repeat", CHANGED_COMMANDS},
    {"loop", CHANGED_COMMANDS},
    {"rate", CHANGED_SNAPSHOT},
    {"volume", CHANGED_VOLUME},
    {"mute", CHANGED_VOLUME},
    {"fullscreen", CHANGED_FULLSCREEN},
};

static int on_playlist_variable(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t value,
                                void *data) {
  (void)object, (void)old, (void)value;
  for (size_t i = 0; i < COUNT(playlist_variables); ++i) {
    if (strcmp(name, playlist_variables[i].name) == 0) wake(data, playlist_variables[i].changed);
  }
  return VLC_SUCCESS;
}

/* Called with each item that VLC begins, and with NULL at its end. */
static int on_input(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t input, void *data) {
  intf_sys_t *sys = data;
  uintptr_t item = input.p_address != NULL ? (uintptr_t)input_GetItem(input.p_address) : 0;
  (void)object, (void)name, (void)old;
  if (item != 0) {
    note_begin(sys, (input_item_t *)item);
    atomic_compare_exchange_strong(&sys->awaited, &item, 0);
  }
  wake(sys, CHANGED_INPUT);
  return VLC_SUCCESS;
}

static bool is_queued(intf_sys_t *sys, uintptr_t item) {
  bool found = false;
  vlc_mutex_lock(&sys->lock);
  for (int i = 0; i < sys->queued_count && !found; ++i) found = sys->queued[i] == item;
  vlc_mutex_unlock(&sys->lock);
  return found;
}

/* Called when VLC has read the tags of an item, or found its picture. */
static int on_item_change(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t value, void *data) {
  intf_sys_t *sys = data;
  (void)object, (void)name, (void)old;
  uintptr_t item = (uintptr_t)value.p_address;
  if (atomic_load(&sys->item) == item) wake(sys, CHANGED_CONTENT);
  if (is_queued(sys, item)) wake(sys, CHANGED_QUEUE);
  return VLC_SUCCESS;
}

void follow_playlist(intf_sys_t *sys) {
  for (size_t i = 0; i < COUNT(playlist_variables); ++i) {
    var_AddCallback(sys->playlist, playlist_variables[i].name, on_playlist_variable, sys);
  }
  var_AddCallback(sys->playlist, "input-current", on_input, sys);
  var_AddCallback(sys->playlist, "item-change", on_item_change, sys);
}

void unfollow_playlist(intf_sys_t *sys) {
  for (size_t i = 0; i < COUNT(playlist_variables); ++i) {
    var_DelCallback(sys->playlist, playlist_variables[i].name, on_playlist_variable, sys);
  }
  var_DelCallback(sys->playlist, "input-current", on_input, sys);
  var_DelCallback(sys->playlist, "item-change", on_item_change, sys);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Follows VLC by callbacks on its variables. VLC calls them on any thread, with any of its locks held, so that they
 * only note the change. */
#include "plugin.h"

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

/* Sets `seen` anew, because playback resumes, waits, or changes its speed, or because VLC has reported a position. VLC
 * reports no jumps: a jump is a position that playback alone would not reach. Returns whether the published position is
 * wrong now. */
static bool begin_line(intf_sys_t *sys, input_thread_t *input, bool reported) {
  struct line line = {.elapsed_us = var_GetInteger(input, "time"), .rate = var_GetFloat(input, "rate")};
  line.moves = var_GetInteger(input, "state") == PLAYING_S && var_GetFloat(input, "cache") >= 1;
  vlc_mutex_lock(&sys->lock);
  line.at_us = mdate();
  if (!reported) line.elapsed_us = line_at(&sys->seen, line.at_us);
  int64_t off = line.elapsed_us - line_at(&sys->shown, line.at_us);
  sys->seen = line;
  vlc_mutex_unlock(&sys->lock);
  return off > TOLERANCE_US || off < -TOLERANCE_US;
}

/* --------------------------------------------------------------------------------------------- The input -------- */

static int on_input_event(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t event, void *data) {
  input_thread_t *input = (input_thread_t *)object;
  intf_sys_t *sys = data;
  switch (event.i_int) {
  case INPUT_EVENT_STATE:
  case INPUT_EVENT_RATE:
  case INPUT_EVENT_CACHE:
    begin_line(sys, input, false);
    wake(sys, CHANGED_SNAPSHOT);
    break;
  case INPUT_EVENT_POSITION:
    if (begin_line(sys, input, true)) wake(sys, CHANGED_SNAPSHOT);
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
  if (old.b_bool != value.b_bool) wake(data, CHANGED_COMMANDS);
  return VLC_SUCCESS;
}

/* Adds or removes the callbacks of an input. */
static void watch_input(intf_sys_t *sys, change_callback *change) {
  vlc_object_t *input = VLC_OBJECT(sys->input);
  change(input, "intf-event", on_input_event, sys);
  change(input, "can-pause", on_input_variable, sys);
  change(input, "can-seek", on_input_variable, sys);
  change(input, "can-rate", on_input_variable, sys);
}

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
  watch_input(sys, var_DelCallback);
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
  atomic_store(&sys->item, (uintptr_t)input_GetItem(input));
  watch_input(sys, var_AddCallback);
  /* Reads the values that were set before the callbacks were added. */
  begin_line(sys, input, true);
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
    {"volume", CHANGED_OUTPUT},
    {"mute", CHANGED_OUTPUT},
    {"fullscreen", CHANGED_OUTPUT},
};

static int on_playlist_variable(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t value,
                                void *data) {
  for (size_t i = 0; i < ARRAY_SIZE(playlist_variables); ++i) {
    if (strcmp(name, playlist_variables[i].name) == 0) wake(data, playlist_variables[i].changed);
  }
  return VLC_SUCCESS;
}

/* Called with each item that VLC begins, and with NULL at its end. */
static int on_input(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t input, void *data) {
  intf_sys_t *sys = data;
  uintptr_t item = input.p_address != NULL ? (uintptr_t)input_GetItem(input.p_address) : 0;
  if (item != 0) {
    note_begin(sys, (input_item_t *)item);
    atomic_compare_exchange_strong(&sys->awaited, &item, 0);
  }
  wake(sys, CHANGED_INPUT);
  return VLC_SUCCESS;
}

/* Called when VLC has read the tags of an item of the playlist, or found its picture. */
static int on_item_change(vlc_object_t *object, const char *name, vlc_value_t old, vlc_value_t value, void *data) {
  intf_sys_t *sys = data;
  bool plays = atomic_load(&sys->item) == (uintptr_t)value.p_address;
  wake(sys, plays ? CHANGED_CONTENT | CHANGED_QUEUE : CHANGED_QUEUE);
  return VLC_SUCCESS;
}

void watch_playlist(intf_sys_t *sys, change_callback *change) {
  vlc_object_t *playlist = VLC_OBJECT(sys->playlist);
  for (size_t i = 0; i < ARRAY_SIZE(playlist_variables); ++i) {
    change(playlist, playlist_variables[i].name, on_playlist_variable, sys);
  }
  change(playlist, "input-current", on_input, sys);
  change(playlist, "item-change", on_item_change, sys);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Publishes the player's state. Each part is described anew when it has changed, and one commit per turn of the loop
 * shows all of it at once; the library finds out what is different. */
#include "plugin.h"

#include <vlc_aout.h>

/* The time without a loaded item between two items after which playback counts as stopped. */
#define GAP_US 100000

/* The time for which an item that begins is shown as playing before it can be heard. */
#define EARLY_US 100000

/* The shortest time between two updates of the queue: while VLC reads a playlist or its tags, it changes thousands of
 * times a second. */
#define QUEUE_INTERVAL_US 100000

/* ------------------------------------------------------------------------------------------- The playlist ------- */

/* Returns whether VLC continues after the item that has ended. VLC does not tell whether the user has stopped it. */
static bool is_followed(intf_sys_t *sys) {
  count_entries(sys);
  return var_GetBool(sys->playlist, "repeat") || var_GetBool(sys->playlist, "loop") || sys->position + 1 < sys->count;
}

/* --------------------------------------------------------------------------------------------- Content ---------- */

/* Sets the content. After the end of the playlist, and after a stop, the item that was played last stays; when the
 * playlist is empty there is no content. */
static void set_content(intf_sys_t *sys) {
  if (sys->input == NULL && sys->count == 0) {
    sys->failed = false;
    nowplaying_session_set_content(sys->session, NULL);
  } else if (sys->input != NULL || sys->failed) {
    nowplaying_content *content = sys->input != NULL ? describe_item(sys) : describe_entry(sys->entry, sys->last);
    nowplaying_session_set_content(sys->session, content);
    nowplaying_content_free(content);
  }
  set_tracks(sys);
}

/* --------------------------------------------------------------------------------------------- Snapshot --------- */

static void set_snapshot(intf_sys_t *sys) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  int state = sys->input != NULL ? (int)var_GetInteger(sys->input, "state") : END_S;
  snapshot.elapsed_us = 0;
  snapshot.rate = snapshot.default_rate = var_GetFloat(sys->playlist, "rate");
  vlc_mutex_lock(&sys->lock);
  if (sys->input != NULL) {
    bool early = !sys->seen.moves && sys->early_until != NEVER;
    snapshot.state = state == PAUSE_S             ? NOWPLAYING_STATE_PAUSED
                     : sys->seen.moves || early ? NOWPLAYING_STATE_PLAYING
                                                  : NOWPLAYING_STATE_BUFFERING;
    snapshot.elapsed_us = sys->seen.elapsed_us;
    snapshot.timestamp_us = early ? mdate() : sys->seen.at_us;
    snapshot.rate = snapshot.default_rate = sys->seen.rate;
  }
  sys->shown = sys->seen;
  vlc_mutex_unlock(&sys->lock);
  set_failure(sys, &snapshot);
  nowplaying_session_set_snapshot(sys->session, &snapshot);
  sys->shows = sys->input != NULL;
}

/* --------------------------------------------------------------------------------------------- Commands --------- */

/* Sets the commands, and the volume. The audio output exists only once something was heard, and one that cannot set
 * its volume reports 0. */
static void set_commands(intf_sys_t *sys) {
  struct commands commands = {.count = 0};
  audio_output_t *output = playlist_GetAout(sys->playlist);
  bool has_volume = output != NULL && output->volume_set != NULL;
  input_thread_t *input = sys->input;
  bool loops = var_GetBool(sys->playlist, "loop"), some = sys->count > 0;
  bool seekable = input != NULL && var_GetBool(input, "can-seek");
  add_playback(&commands, input != NULL || some, input != NULL && var_GetBool(input, "can-pause"));
  add_command(&commands, NOWPLAYING_COMMAND_NEXT, some && (loops || sys->position + 1 < sys->count));
  add_command(&commands, NOWPLAYING_COMMAND_PREVIOUS, some && (loops || sys->position > 0));
  add_usual_skips(&commands, seekable);
  add_scans(&commands, seekable);
  /* The speeds that VLC accepts. */
  add_rate(&commands, (double)INPUT_RATE_DEFAULT / INPUT_RATE_MAX, (double)INPUT_RATE_DEFAULT / INPUT_RATE_MIN,
           input == NULL || var_GetBool(input, "can-rate"));
  add_repeat(&commands, var_GetBool(sys->playlist, "repeat"), loops);
  add_shuffle(&commands, var_GetBool(sys->playlist, "random"), NOWPLAYING_SHUFFLE_ITEMS);
  add_command(&commands, NOWPLAYING_COMMAND_MUTE, output != NULL && output->mute_set != NULL);
  if (input != NULL && sys->has_chapters) add_chapters(&commands);
  nowplaying_session_set_commands(sys->session, commands.list, commands.count);
  nowplaying_session_set_volume(sys->session, has_volume ? (double)playlist_VolumeGet(sys->playlist) : -1);
  nowplaying_session_set_muted(sys->session, playlist_MuteGet(sys->playlist) > 0);
  if (output != NULL) vlc_object_release(output);
}

/* ------------------------------------------------------------------------------------------------ Turns --------- */

/* Returns whether VLC found sound or video in what it opens: a playlist has none. */
static bool has_streams(input_thread_t *input) {
  return var_CountChoices(input, "audio-es") + var_CountChoices(input, "video-es") > 0;
}

/* Returns whether the loaded item is a local file that VLC could open, with known tags, so that it will be heard in a
 * moment. When another item is shown already, that item stays until then. */
static bool begins_early(intf_sys_t *sys) {
  if (sys->shows || sys->halting || input_GetItem(sys->input)->b_net) return false;
  if (var_InheritBool(sys->input, "start-paused")) return false;
  int64_t state = var_GetInteger(sys->input, "state");
  return (state == OPENING_S || state == PLAYING_S) && input_item_IsPreparsed(input_GetItem(sys->input)) &&
         has_streams(sys->input);
}

/* Returns whether the loaded item can be heard or seen, or should be shown as waiting. */
static bool can_be_heard(intf_sys_t *sys) {
  int64_t state = var_GetInteger(sys->input, "state");
  bool waits = var_GetFloat(sys->input, "cache") < 1 && !input_GetItem(sys->input)->b_net;
  return state == PAUSE_S || (state == PLAYING_S && !waits);
}

static void on_begin(intf_sys_t *sys, bool early) {
  if (sys->halting && is_starting(sys)) playlist_Pause(sys->playlist);
  sys->failed = sys->loading = false;
  sys->starts_until = 0;
  sys->early_until = early ? mdate() + EARLY_US : NEVER;
  atomic_fetch_or(&sys->changed, CHANGED_ALL);
  if (sys->opening_item == input_GetItem(sys->input)) answer_open(sys, NOWPLAYING_OK);
}

/* Handles that another item plays, or none. */
static void change_input(intf_sys_t *sys) {
  bool has_begun = sys->opening_item != NULL && atomic_load(&sys->awaited) == 0;
  const input_thread_t *before = sys->input;
  bool began = take_begun(sys);
  follow_input(sys);
  bool unseen = began && sys->input == NULL;
  if (unseen) sys->entry = entry_of(sys->playlist, sys->last, sys->entry);
  /* The awaited item began, and ended before it could be heard. */
  if (unseen || (before != NULL && sys->input != before && before != sys->replaced)) sys->starts_until = 0;
  if (has_begun && (sys->input == NULL || input_GetItem(sys->input) != sys->opening_item)) {
    /* The item ended without being heard: it was a playlist, whose first item follows, or it could not be opened. */
    bool failed = input_item_HasErrorWhenReading(sys->opening_item);
    answer_open(sys, failed ? NOWPLAYING_ERROR_NO_SUCH_CONTENT : NOWPLAYING_OK);
  }
  if (sys->input != NULL) {
    sys->stop_at = NEVER;
  } else if (is_starting(sys)) {
    sys->stop_at = sys->starts_until;
  } else if (before != NULL || unseen) {
    sys->stop_at = mdate() + (is_followed(sys) ? GAP_US : 0);
  }
}

/* Returns whether publishing must wait, so that the next item appears completely and panels do not flicker. All is
 * published when it begins, or when there is none. */
static bool is_between(intf_sys_t *sys) {
  if (sys->stop_at != NEVER) return true;
  if (sys->input == NULL) return false;
  int64_t state = var_GetInteger(sys->input, "state");
  return sys->loading || state == END_S || state == ERROR_S;
}

bool publish(intf_sys_t *sys) {
  if (atomic_fetch_and(&sys->changed, ~(unsigned)CHANGED_INPUT) & CHANGED_INPUT) change_input(sys);
  if (sys->input != NULL && sys->loading) {
    bool early = begins_early(sys);
    if (early || can_be_heard(sys)) on_begin(sys, early);
  }
  if (mdate() >= sys->early_until) {
    sys->early_until = NEVER;
    atomic_fetch_or(&sys->changed, CHANGED_SNAPSHOT);
  }
  if (sys->input == NULL && mdate() >= sys->stop_at) {
    sys->stop_at = NEVER;
    sys->loading = false;
    sys->starts_until = 0;
    sys->failed = sys->last != NULL && input_item_HasErrorWhenReading(sys->last);
    atomic_fetch_or(&sys->changed, CHANGED_ITEM);
  }
  unsigned later = CHANGED_INPUT | (mdate() < sys->queue_at ? CHANGED_QUEUE : 0);
  unsigned changed = atomic_fetch_and(&sys->changed, later) & ~later;
  if (changed & CHANGED_QUEUE) changed |= sys->input == NULL ? CHANGED_ITEM : CHANGED_COMMANDS;
  if (is_between(sys)) changed &= ~(unsigned)CHANGED_ITEM;
  if (changed == 0) return false;
  if (changed & CHANGED_QUEUE) {
    set_queue(sys);
    sys->queue_at = mdate() + QUEUE_INTERVAL_US;
  } else if (changed != CHANGED_SNAPSHOT) {
    count_entries(sys);
  }
  if (changed & CHANGED_CONTENT) set_content(sys);
  if (changed & CHANGED_SNAPSHOT) set_snapshot(sys);
  if (changed & (CHANGED_COMMANDS | CHANGED_CONTENT | CHANGED_OUTPUT)) set_commands(sys);
  if (changed & CHANGED_OUTPUT) nowplaying_app_set_fullscreen(sys->app, var_GetBool(sys->playlist, "fullscreen"));
  nowplaying_session_commit(sys->session);
  return true;
}

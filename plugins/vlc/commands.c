/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Carries out the desktop's commands with VLC's. No result is assumed here: VLC reports results, which follow.c sees
 * and publish.c publishes. */
#include "plugin.h"

#include <vlc_vout.h>

#define SCAN_STEP_US 3000000

/* --------------------------------------------------------------------------------------------- Playback --------- */

/* The longest wait for a requested item. Meanwhile Play and Pause apply to that item and not to the one that VLC still
 * plays. VLC itself delays by up to 3.2 s when five items in a row were skipped soon after their beginning. */
#define START_US 5000000

static bool is_loaded(intf_sys_t *sys) { return sys->input != NULL && !is_starting(sys); }

/* Notes that an item will begin. */
static void start(intf_sys_t *sys) {
  sys->halting = false;
  sys->starts_until = mdate() + START_US;
  sys->replaced = sys->input;
  if (sys->stop_at != NEVER) sys->stop_at = sys->starts_until;
}

bool is_starting(intf_sys_t *sys) { return mdate() < sys->starts_until; }

void supersede(intf_sys_t *sys) {
  answer_open(sys, NOWPLAYING_ERROR_CANCELLED);
  start(sys);
}

static void play(intf_sys_t *sys) {
  sys->halting = false;
  if (is_loaded(sys)) {
    playlist_Resume(sys->playlist);
  } else if (!is_starting(sys)) {
    play_again(sys);
    start(sys);
  }
}

static void halt(intf_sys_t *sys) {
  sys->halting = is_starting(sys) || is_loaded(sys);
  if (is_loaded(sys)) playlist_Pause(sys->playlist);
}

/* Stops, and publishes that before the reply: a client that has the reply may read the status at once. */
static void stop(intf_sys_t *sys) {
  answer_open(sys, NOWPLAYING_ERROR_CANCELLED);
  sys->starts_until = 0;
  playlist_Stop(sys->playlist);
  /* VLC stops a moment later. The client sees it as stopped already, because VLC never fails to stop. */
  leave_input(sys);
  forget_last(sys);
  sys->stop_at = mdate();
  publish(sys);
}

static void skip(intf_sys_t *sys, int entries) {
  supersede(sys);
  playlist_Skip(sys->playlist, entries);
}

static nowplaying_status seek(intf_sys_t *sys, int64_t time_us) {
  if (sys->input == NULL) return NOWPLAYING_ERROR_INVALID_STATE;
  int64_t length = var_GetInteger(sys->input, "length");
  var_SetInteger(sys->input, "time", VLC_CLIP(time_us, 0, length > 0 ? length : INT64_MAX));
  return NOWPLAYING_OK;
}

/* Seeks by an offset from the present position. VLC's own relative seek begins at a position that is up to a quarter of
 * a second old. */
static nowplaying_status seek_by(intf_sys_t *sys, int64_t time_us) {
  return seek(sys, present_position(sys) + time_us);
}

void scan_step(intf_sys_t *sys) { seek_by(sys, sys->scanning * SCAN_STEP_US); }

static void scan(intf_sys_t *sys, const nowplaying_command_event *event, int direction) {
  sys->scanning = event->phase == NOWPLAYING_PHASE_BEGIN ? direction : 0;
}

/* --------------------------------------------------------------------------------------------- Commands --------- */

static void change_repeat(intf_sys_t *sys, int32_t mode) {
  var_SetBool(sys->playlist, "repeat", mode == NOWPLAYING_REPEAT_ONE);
  var_SetBool(sys->playlist, "loop", mode == NOWPLAYING_REPEAT_ALL);
}

/* VLC has these variables only while the item has more than one chapter. */
static nowplaying_status go_to_chapter(intf_sys_t *sys, const char *variable) {
  if (sys->input == NULL) return NOWPLAYING_ERROR_INVALID_STATE;
  var_TriggerCallback(sys->input, variable);
  return NOWPLAYING_OK;
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  intf_sys_t *sys = user_data;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: play(sys); break;
  case NOWPLAYING_COMMAND_PAUSE: halt(sys); break;
  case NOWPLAYING_COMMAND_STOP: stop(sys); break;
  case NOWPLAYING_COMMAND_NEXT: skip(sys, 1); break;
  case NOWPLAYING_COMMAND_PREVIOUS: skip(sys, -1); break;
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: return seek(sys, event->time_us);
  case NOWPLAYING_COMMAND_SKIP_FORWARD: return seek_by(sys, event->time_us);
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: return seek_by(sys, -event->time_us);
  case NOWPLAYING_COMMAND_SEEK_FORWARD: scan(sys, event, 1); break;
  case NOWPLAYING_COMMAND_SEEK_BACKWARD: scan(sys, event, -1); break;
  case NOWPLAYING_COMMAND_CHANGE_RATE: var_SetFloat(sys->playlist, "rate", (float)event->rate); break;
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: change_repeat(sys, event->mode); break;
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
    var_SetBool(sys->playlist, "random", event->mode != NOWPLAYING_SHUFFLE_OFF);
    break;
  case NOWPLAYING_COMMAND_MUTE:
    return playlist_MuteSet(sys->playlist, event->mode != 0) == 0 ? NOWPLAYING_OK : NOWPLAYING_ERROR_NOT_SUPPORTED;
  case NOWPLAYING_COMMAND_NEXT_CHAPTER: return go_to_chapter(sys, "next-chapter");
  case NOWPLAYING_COMMAND_PREVIOUS_CHAPTER: return go_to_chapter(sys, "prev-chapter");
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  return NOWPLAYING_OK;
}

static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  intf_sys_t *sys = user_data;
  if (playlist_VolumeSet(sys->playlist, (float)volume) != 0) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  if (volume > 0) playlist_MuteSet(sys->playlist, false);
  return NOWPLAYING_OK;
}

/* -------------------------------------------------------------------------------------------- The player -------- */

/* Returns whether a URI is safe for VLC. The library has checked the text before the colon; VLC reads the text before
 * "://" as a list of its modules, and in "file:,vlc://quit" one of them quits VLC. */
bool is_address(const char *uri) { return strncmp(uri + strcspn(uri, ":"), "://", strlen("://")) == 0; }

/* The request is completed when the item can be heard, could not be opened, or was replaced by another request. */
static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  intf_sys_t *sys = user_data;
  if (!is_address(uri)) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  input_item_t *item = input_item_New(uri, NULL);
  if (item == NULL) return NOWPLAYING_ERROR_SYSTEM;
  supersede(sys);
  atomic_store(&sys->awaited, (uintptr_t)item);
  if (playlist_AddInput(sys->playlist, item, true, true) != VLC_SUCCESS) {
    input_item_Release(item);
    return NOWPLAYING_ERROR_COMMAND_FAILED;
  }
  sys->opening = request;
  sys->opening_item = item;
  return NOWPLAYING_PENDING;
}

void answer_open(intf_sys_t *sys, nowplaying_status status) {
  if (sys->opening == NULL) return;
  nowplaying_request_complete(sys->opening, status, NULL);
  sys->opening = nowplaying_request_unref(sys->opening);
  input_item_Release(sys->opening_item);
  sys->opening_item = NULL;
  atomic_store(&sys->awaited, 0);
}

static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  intf_sys_t *sys = user_data;
  var_ToggleBool(sys->intf->obj.libvlc, "intf-show");
  return NOWPLAYING_OK;
}

static nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  intf_sys_t *sys = user_data;
  libvlc_Quit(sys->intf->obj.libvlc);
  return NOWPLAYING_OK;
}

/* The playlist's variable applies to windows that open later. */
static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  intf_sys_t *sys = user_data;
  var_SetBool(sys->playlist, "fullscreen", fullscreen != 0);
  vout_thread_t *window = sys->input != NULL ? input_GetVout(sys->input) : NULL;
  if (window == NULL) return NOWPLAYING_OK;
  var_SetBool(window, "fullscreen", fullscreen != 0);
  vlc_object_release(window);
  return NOWPLAYING_OK;
}

void serve_commands(nowplaying_app_callbacks *app, nowplaying_session_callbacks *session) {
  app->open_uri = on_open_uri;
  app->raise = on_raise;
  app->quit = on_quit;
  app->fullscreen = on_fullscreen;
  session->command = on_command;
  session->volume = on_volume;
}

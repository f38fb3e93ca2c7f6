/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A plugin that mpv loads from its folder of scripts, and that shows mpv on the desktop.
 *
 * Content and commands are in ../common/mpv, as for examples/player. This file adds the features of mpv itself: a
 * window, a name, the user's own buttons, and the handling of mpv-mpris. */
#include "buttons.h"
#include "media.h"
#include "peer.h"
#include "types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plugin {
  struct media media;
  struct buttons buttons;
  bool ended;
  /* Whether mpv-mpris may have been loaded since the last check. */
  bool look_for_peer;
};

/* ------------------------------------------------------------------------------------- What the desktop asks ---- */

static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  return run_words(user_data, request, (const char *[]){"set", "fullscreen", fullscreen ? "yes" : "no", NULL});
}

/* Brings the window to the front. mpv has no command for it: being above all others for a moment leaves the window in
 * front. */
static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  struct media *media = user_data;
  if (!get_flag(media->mpv, "vo-configured")) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  const char *ontop = get_flag(media->mpv, "ontop") ? "yes" : "no";
  RUN_ALSO("set", "window-minimized", "no");
  RUN_ALSO("set", "ontop", "yes");
  return RUN("set", "ontop", ontop);
}

/* Returns whether mpv's options permit a window; whether there is one depends on the item. */
static bool has_window(mpv_handle *mpv) {
  if (has_text(mpv, "vo", "null")) return false;
  return !has_text(mpv, "vid", "no") || !has_text(mpv, "force-window", "no");
}

/* --------------------------------------------------------------------------------------------- Appearance ------- */

/* The MIME types that mpv plays, without those that only mpv's desktop file lists. */
static const char *const types[] = {COMMON_TYPES, "application/x-cue", "audio/eac3"};

/* The protocols of mpv that address something to play. Left out are those for files that mpv has open, and for parts of
 * other files. */
static const char *const schemes[] = {
    "file", "http", "https", "ftp", "sftp", "smb", "rtmp", "rtmps", "rtsp", "rtsps", "rtp", "srt", "rist", "udp", "mms",
    "mmsh", "mmst", "cdda", "dvd", "bd", "dvb",
};

/* Stores those schemes that this mpv supports; they live as long as `protocols`. Returns how many. */
static size_t find_schemes(const mpv_node *protocols, const char **found) {
  size_t count = 0;
  for (size_t i = 0; i < COUNT(schemes); ++i) {
    bool is_there = false;
    for (int j = 0; j < node_count(protocols); ++j) {
      is_there |= strcmp(protocols->u.list->values[j].u.string, schemes[i]) == 0;
    }
    if (is_there) found[count++] = schemes[i];
  }
  return count;
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  struct media *media = user_data;
  say(media->mpv, level == NOWPLAYING_LOG_ERROR ? "error" : "warning", message);
}

static bool show(struct plugin *plugin) {
  mpv_handle *mpv = plugin->media.mpv;
  const char *found[COUNT(schemes)];
  mpv_node protocols = {.format = MPV_FORMAT_NONE};
  char *name = mpv_get_property_string(mpv, "audio-client-name");
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  mpv_get_property(mpv, "protocol-list", MPV_FORMAT_NODE, &protocols);
  options.application_id = "mpv";
  options.display_name = name;
  options.uri_schemes = found;
  options.uri_scheme_count = find_schemes(&protocols, found);
  options.mime_types = types;
  options.mime_type_count = COUNT(types);
  callbacks.log = on_log;
  callbacks.fullscreen = on_fullscreen;
  if (has_window(mpv)) callbacks.raise = on_raise;
  bool shown = media_show(&plugin->media, &options, &callbacks);
  nowplaying_app_set_fullscreen(plugin->media.app, get_flag(mpv, "fullscreen"));
  plugin->media.changed = CHANGED_ALL;
  mpv_free(name);
  mpv_free_node_contents(&protocols);
  return shown;
}

/* -------------------------------------------------------------------------------------------------- Loop -------- */

static void on_property(struct plugin *plugin, const mpv_event_property *property) {
  if (property->format == MPV_FORMAT_FLAG && strcmp(property->name, "fullscreen") == 0) {
    nowplaying_app_set_fullscreen(plugin->media.app, *(int *)property->data);
  } else if (property->format == MPV_FORMAT_STRING && strcmp(property->name, "audio-client-name") == 0) {
    nowplaying_app_set_display_name(plugin->media.app, *(char **)property->data);
  }
}

static void on_event(struct plugin *plugin, const mpv_event *event) {
  plugin->ended = media_handle(&plugin->media, event) == MEDIA_SHUTDOWN;
  if (event->event_id == MPV_EVENT_PROPERTY_CHANGE) on_property(plugin, event->data);
  /* At these events mpv has loaded all scripts. */
  if (event->event_id == MPV_EVENT_START_FILE || event->event_id == MPV_EVENT_IDLE) plugin->look_for_peer = true;
}

/* Silences mpv-mpris, and requests mpv's usual name again if mpv-mpris had it. */
static bool look_for_peer(struct plugin *plugin) {
  nowplaying_bus_state state = NOWPLAYING_BUS_NONE;
  char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1] = "";
  nowplaying_app_get_bus_state(plugin->media.app, &state);
  /* Without a bus GIO might block for ever; when a bus comes, the loop turns and this runs again. */
  if (!plugin->look_for_peer || state != NOWPLAYING_BUS_PUBLISHED) return true;
  plugin->look_for_peer = false;
  if (!peer_silence()) return true;
  nowplaying_app_get_bus_name(plugin->media.app, name, sizeof name);
  if (strcmp(name, "org.mpris.MediaPlayer2.mpv") == 0) return true;
  media_hide(&plugin->media);
  return show(plugin);
}

/* mpv calls this on a thread of the plugin's own, and waits for its return. */
__attribute__((visibility("default"))) int mpv_open_cplugin(mpv_handle *mpv) {
  struct plugin plugin = {.media.own_commands = &button_commands};
  plugin.media.own = &plugin.buttons;
  buttons_read(&plugin.buttons, mpv);
  bool works = media_open(&plugin.media, mpv);
  mpv_observe_property(mpv, 0, "fullscreen", MPV_FORMAT_FLAG);
  mpv_observe_property(mpv, 0, "audio-client-name", MPV_FORMAT_STRING);
  while (works && !plugin.ended) {
    const mpv_event *event;
    if (plugin.media.app == NULL && !media_is_awaited(&plugin.media)) works = show(&plugin);
    works = works && media_turn(&plugin.media, -1) == 0;
    while (!plugin.ended && (event = mpv_wait_event(mpv, 0))->event_id != MPV_EVENT_NONE) on_event(&plugin, event);
    works = works && look_for_peer(&plugin);
  }
  media_close(&plugin.media);
  buttons_free(&plugin.buttons);
  return plugin.ended ? 0 : -1;
}

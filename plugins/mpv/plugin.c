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

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct plugin {
  /* The first member, so that a pointer to it is also a pointer to the plugin. */
  struct media media;
  struct buttons buttons;
  bool ended;
  /* Whether mpv-mpris may have been loaded since the last check. */
  bool look_for_peer;
};

/* Observed properties besides those of media.c. */
enum { FULLSCREEN = OWN_PROPERTIES, NAME };

/* ------------------------------------------------------------------------------------- What the desktop asks ---- */

static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  (void)app;
  return run_words(user_data, request, (const char *[]){"set", "fullscreen", fullscreen ? "yes" : "no", NULL});
}

static void describe_buttons(struct media *media, struct commands *commands) {
  buttons_describe(&((struct plugin *)media)->buttons, commands);
}

static nowplaying_status press_button(struct media *media, const nowplaying_command_event *event) {
  if (event->kind != NOWPLAYING_COMMAND_CUSTOM) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  return buttons_press(&((struct plugin *)media)->buttons, media->mpv, event->id);
}

static const struct own_commands button_commands = {describe_buttons, press_button};

static bool get_flag(mpv_handle *mpv, const char *property) {
  int flag = 0;
  return mpv_get_property(mpv, property, MPV_FORMAT_FLAG, &flag) >= 0 && flag;
}

static bool is_text(mpv_handle *mpv, const char *property, const char *text) {
  char *value = mpv_get_property_string(mpv, property);
  bool is = value != NULL && strcmp(value, text) == 0;
  mpv_free(value);
  return is;
}

/* Brings the window to the front. mpv has no command for it: being above all others for a moment leaves the window in
 * front. */
static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  struct media *media = user_data;
  (void)app;
  if (!get_flag(media->mpv, "vo-configured")) return NOWPLAYING_ERROR_NOT_SUPPORTED;
  const char *ontop = get_flag(media->mpv, "ontop") ? "yes" : "no";
  mpv_command_async(media->mpv, 0, (const char *[]){"set", "window-minimized", "no", NULL});
  mpv_command_async(media->mpv, 0, (const char *[]){"set", "ontop", "yes", NULL});
  return run_words(media, request, (const char *[]){"set", "ontop", ontop, NULL});
}

/* Returns whether mpv is to have a window; it depends on the item whether there is one. */
static bool has_window(mpv_handle *mpv) {
  if (is_text(mpv, "vo", "null")) return false;
  return !is_text(mpv, "vid", "no") || !is_text(mpv, "force-window", "no");
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
    for (int j = 0; protocols->format == MPV_FORMAT_NODE_ARRAY && j < protocols->u.list->num; ++j) {
      is_there |= strcmp(protocols->u.list->values[j].u.string, schemes[i]) == 0;
    }
    if (is_there) found[count++] = schemes[i];
  }
  return count;
}

/* Writes to mpv's log, which mpv prints on its terminal. */
static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  struct media *media = user_data;
  char line[512];
  (void)app, (void)level;
  snprintf(line, sizeof line, "nowplaying: %s", message);
  mpv_command_async(media->mpv, 0, (const char *[]){"print-text", line, NULL});
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

static void on_own_property(struct plugin *plugin, uint64_t number, const mpv_event_property *property) {
  if (number == FULLSCREEN && property->format == MPV_FORMAT_FLAG) {
    nowplaying_app_set_fullscreen(plugin->media.app, *(int *)property->data);
  } else if (number == NAME && property->format == MPV_FORMAT_STRING) {
    nowplaying_app_set_display_name(plugin->media.app, *(char **)property->data);
  }
}

static void on_event(struct plugin *plugin, const mpv_event *event) {
  plugin->ended = media_handle(&plugin->media, event) == MEDIA_SHUTDOWN;
  if (event->event_id == MPV_EVENT_PROPERTY_CHANGE) on_own_property(plugin, event->reply_userdata, event->data);
  /* At these events mpv has loaded all scripts. */
  if (event->event_id == MPV_EVENT_START_FILE || event->event_id == MPV_EVENT_IDLE) plugin->look_for_peer = true;
}

/* Silences mpv-mpris, and requests mpv's usual name again if that was taken by it. */
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
  buttons_read(&plugin.buttons, mpv);
  bool works = media_open(&plugin.media, mpv);
  mpv_observe_property(mpv, FULLSCREEN, "fullscreen", MPV_FORMAT_FLAG);
  mpv_observe_property(mpv, NAME, "audio-client-name", MPV_FORMAT_STRING);
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

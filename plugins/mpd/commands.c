/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Carries out the desktop's commands with MPD's. No result is assumed here: MPD reports results, and publish.c
 * publishes them. */
#include "mpd-remote.h"

#include <stdio.h>
#include <string.h>

static nowplaying_status seek(struct server *server, nowplaying_request *request, const char *sign, int64_t time_us) {
  char line[64];
  long long milliseconds = (long long)(time_us / 1000);
  snprintf(line, sizeof line, "seekcur %s%lld.%03lld\n", sign, milliseconds / 1000, milliseconds % 1000);
  return server_command(server, request, line);
}

static nowplaying_status change_repeat(struct server *server, nowplaying_request *request, int32_t mode) {
  char lines[96];
  snprintf(lines, sizeof lines, "command_list_begin\nrepeat %d\nsingle %d\ncommand_list_end\n",
           mode != NOWPLAYING_REPEAT_OFF, mode == NOWPLAYING_REPEAT_ONE);
  return server_command(server, request, lines);
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  struct server *server = user_data;
  switch (event->kind) {
  case NOWPLAYING_COMMAND_PLAY: return server_command(server, request, "play\n");
  case NOWPLAYING_COMMAND_PAUSE: return server_command(server, request, "pause 1\n");
  case NOWPLAYING_COMMAND_STOP: return server_command(server, request, "stop\n");
  case NOWPLAYING_COMMAND_NEXT: return server_command(server, request, "next\n");
  case NOWPLAYING_COMMAND_PREVIOUS: return server_command(server, request, "previous\n");
  case NOWPLAYING_COMMAND_SEEK_TO_POSITION: return seek(server, request, "", event->time_us);
  case NOWPLAYING_COMMAND_SKIP_FORWARD: return seek(server, request, "+", event->time_us);
  case NOWPLAYING_COMMAND_SKIP_BACKWARD: return seek(server, request, "-", event->time_us);
  case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE: return change_repeat(server, request, event->mode);
  case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
    return server_command(server, request, event->mode == NOWPLAYING_SHUFFLE_OFF ? "random 0\n" : "random 1\n");
  default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
}

/* Sets the volume of the first device, the only device with a volume. The library also calls it for the volume of the
 * session. */
static nowplaying_status on_device_volume(nowplaying_session *session, nowplaying_request *request,
                                          const char *device_id, double volume, void *user_data) {
  char line[32];
  snprintf(line, sizeof line, "setvol %d\n", (int)(volume * 100 + 0.5));
  return server_command(user_data, request, line);
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  struct server *server = user_data;
  char id[PICTURE_NAME_SIZE];
  artwork_id(server, id);
  /* The song may have changed since the picture was requested. */
  if (strcmp(event->artwork_id, id) != 0) return NOWPLAYING_ERROR_CANCELLED;
  covers_fetch(server->covers, request, mpd_song_get_uri(server->state.song), event->width, event->height);
  return NOWPLAYING_PENDING;
}

const nowplaying_session_callbacks session_callbacks = {
    .struct_size = sizeof(nowplaying_session_callbacks),
    .command = on_command,
    .device_volume = on_device_volume,
    .artwork = on_artwork,
};

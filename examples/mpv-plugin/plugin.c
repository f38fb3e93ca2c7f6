/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A plugin that mpv loads from its folder of scripts: mpv on the desktop.
 *
 * What it shows and does is ../common/mpv, as in examples/player; here is what mpv itself has beyond that: a window,
 * a name, and the mpv-mpris that may be installed beside it. */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* mpv runs each plugin in a thread of its own, and waits for its end. */
__attribute__((visibility("default"))) int mpv_open_cplugin(mpv_handle *mpv) {
  struct media media = {0};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  options.application_id = "mpv";
  if (!media_open(&media, mpv) || !media_show(&media, &options, &callbacks)) return -1;
  for (bool ended = false; !ended && media_turn(&media, -1) == 0;) {
    const mpv_event *event;
    while (!ended && (event = mpv_wait_event(mpv, 0))->event_id != MPV_EVENT_NONE) {
      ended = media_handle(&media, event) == MEDIA_SHUTDOWN;
    }
  }
  media_close(&media);
  return 0;
}

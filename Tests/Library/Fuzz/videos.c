/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A fuzzer of what a host gives as a video: the input is its bytes.
 * usage: videos [CORPUS…] (see libFuzzer's options) */
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/check.h"
#include "fuzz.h"

static bytes input, no_answers;

static nowplaying_status give(nowplaying_request *request) {
  uint8_t *copy = malloc(input.left + 1); /* From the heap, so that a byte read too much is seen. */
  CHECK(copy);
  memcpy(copy, input.data, input.left);
  nowplaying_status status = nowplaying_request_complete_video_data(request, copy, input.left);
  free(copy);
  CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_NOT_A_VIDEO || status == NOWPLAYING_ERROR_FRAME_RATE ||
        status == NOWPLAYING_ERROR_WRONG_ASPECT_RATIO);
  return status;
}

static void hear(peer *from, sd_bus_message *message) {
  if (sd_bus_message_is_signal(message, NULL, NULL) || sd_bus_message_is_method_error(message, NULL)) return;
  const char *type = NULL;
  int descriptor = -1;
  CHECK(sd_bus_message_read(message, "hs", &descriptor, &type) > 0 && strncmp(type, "video/", 6) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static stage on;
  if (!on.app) {
    stage_video = give;
    stage_open(&on, &no_answers, 0, 0);
    on.bus.heard = hear;
  }
  input = (bytes){data, size};
  stage_show(on.session, 1);
  stage_settle(&on);
  const char *path = "/org/nowplaying/session/1", *interface = "org.nowplaying.AnimatedArtwork1";
  sd_bus_message *message = peer_call(&on.bus, path, interface, "GetVideo");
  CHECK(message && sd_bus_message_append(message, "ssuu", STAGE_MOVING, "1:1", 0, 0) >= 0);
  unsigned received = on.bus.received;
  peer_send(&on.bus, message);
  stage_settle(&on);
  CHECK(on.bus.received > received);
  /* Shows an item without a video: the library keeps a good video while the item stays, and would not ask for the
   * next one. */
  stage_show(on.session, 0);
  stage_settle(&on);
  return 0;
}

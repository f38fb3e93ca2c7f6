/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Audacious has found the picture of an entry when the entry begins to play: bytes that are embedded, or a file beside.
 * It is looked at here, but written nowhere before somebody asks. */
#include "player.h"

#include <functional>
#include <string_view>

void find_cover(Cover &cover, String file) {
  if (cover.art && cover.file == file) return;
  cover.file = file;
  /* Of no format, so that nothing is read or written now. */
  cover.art = aud_art_request(file, 0);
  const Index<char> *data = cover.art.data();
  if (data != nullptr && data->len() > 0) {
    /* Songs of an album have the same picture. */
    std::string_view bytes(data->begin(), data->len());
    cover.id = "embedded-" + std::to_string(std::hash<std::string_view>{}(bytes));
  } else if (cover.art.file() != nullptr) {
    cover.id = cover.art.file();
  } else {
    cover.id.clear();
  }
}

nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                             const nowplaying_artwork_event *event, void *user_data) {
  Cover &cover = static_cast<Player *>(user_data)->cover;
  (void)session;
  nowplaying_status status = NOWPLAYING_ERROR_NO_SUCH_CONTENT;
  if (cover.id != event->artwork_id) return status;
  const Index<char> *data = cover.art.data();
  if (data != nullptr && data->len() > 0) {
    status = nowplaying_request_complete_artwork_data(request, data->begin(), data->len());
  } else if (cover.art.file() != nullptr) {
    status = nowplaying_request_complete_artwork_url(request, cover.art.file());
  }
  /* A file of another kind than the desktop shows is no picture to it. */
  return status == NOWPLAYING_ERROR_NOT_AN_IMAGE ? NOWPLAYING_ERROR_NO_SUCH_CONTENT : status;
}

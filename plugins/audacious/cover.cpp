/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Finds the picture of an entry. When the entry begins to play, Audacious has found embedded bytes or a file beside it.
 * The picture is examined here, but written to a file only when the desktop asks for it. */
#include "player.h"

#include <functional>
#include <string_view>

void find_cover(Cover &cover, String file) {
  if (cover.art && cover.file == file) return;
  cover.file = file;
  /* The format 0 requests neither bytes nor file, so that nothing is read or written now. */
  cover.art = aud_art_request(file, 0);
  const Index<char> *data = cover.art.data();
  if (data != nullptr && data->len() > 0) {
    /* The id is a hash of the bytes, so that songs of an album share one picture. */
    std::string_view bytes(data->begin(), data->len());
    cover.id = "embedded-" + std::to_string(std::hash<std::string_view>{}(bytes));
  } else if (cover.art.file() != nullptr) {
    cover.id = cover.art.file();
  } else {
    cover.id.clear();
  }
}

np::Answer answer_artwork(const Cover &cover, const nowplaying_artwork_event &event, np::Request request) {
  np::Code code = np::Code::NoSuchContent;
  const Index<char> *data = cover.art.data();
  if (cover.id != event.artwork_id) return np::Answer::failed({}, code);
  if (data != nullptr && data->len() > 0) {
    code = request.artwork_data(data->begin(), data->len());
  } else if (cover.art.file() != nullptr) {
    code = request.artwork_url(cover.art.file());
  }
  /* To the desktop, a file of a type that it cannot show is no picture. */
  if (code == np::Code::NotAnImage) code = np::Code::NoSuchContent;
  return code == np::Code::OK ? np::Answer::later() : np::Answer::failed({}, code);
}

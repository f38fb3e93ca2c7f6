/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "judge.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>

#include "../../Lab/C/check.h"

enum { MOST_FIELDS = 200, PAGE = 4096, SEALS = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE };

/* Checks that a text is UTF-8, by iconv's decoder. Returns its length. */
static size_t judge_text(const char *text, size_t longest) {
  CHECK(text);
  for (const unsigned char *byte = (const unsigned char *)text; *byte;) {
    int more = *byte < 0x80 ? 0 : *byte >= 0xc2 && *byte < 0xe0 ? 1 : (*byte & 0xf0) == 0xe0 ? 2 : 3;
    CHECK(more < 3 || (*byte >= 0xf0 && *byte < 0xf5));
    for (byte++; more > 0; more--, byte++) CHECK((*byte & 0xc0) == 0x80);
  }
  CHECK(strlen(text) <= longest);
  return strlen(text);
}

static void judge_info(const nowplaying_surface_session *session) {
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  CHECK_EQUAL(nowplaying_surface_session_get_info(session, &info), NOWPLAYING_OK);
  CHECK(judge_text(info.key, 1024) > 0);
  CHECK(judge_text(info.bus_name, NOWPLAYING_MAX_BUS_NAME_BYTES) > 0);
  CHECK(strncmp(info.bus_name, "org.mpris.MediaPlayer2.", 23) == 0);
  CHECK(judge_text(info.application_id, NOWPLAYING_MAX_ID_BYTES) > 0);
  CHECK(judge_text(info.display_name, NOWPLAYING_MAX_ID_BYTES) > 0);
  judge_text(info.session_id, NOWPLAYING_MAX_ID_BYTES);
  judge_text(info.desktop_entry, NOWPLAYING_MAX_ID_BYTES);
  CHECK(info.volume == -1 || (info.volume >= 0 && info.volume <= NOWPLAYING_MAX_VOLUME));
  CHECK(info.primary <= (NOWPLAYING_PRIMARY_APPLICATION | NOWPLAYING_PRIMARY_SYSTEM));
  CHECK(info.volume >= 0 || !(info.abilities & NOWPLAYING_SURFACE_CAN_SET_VOLUME));
  if (!(info.abilities & NOWPLAYING_SURFACE_SPEAKS_NOWPLAYING)) {
    CHECK_TEXT(info.session_id, "");
    CHECK_EQUAL(info.primary, NOWPLAYING_PRIMARY_APPLICATION);
    CHECK(!(info.abilities & (NOWPLAYING_SURFACE_IS_REMOTE | NOWPLAYING_SURFACE_MAY_SHOW_VIDEO)));
  }
}

/* Returns the bytes of the texts under keys of the player's own, with those of the keys. */
static size_t judge_extra(const nowplaying_surface_session *session) {
  size_t total = 0, count = 0;
  const char *before = "";
  for (const char *key; (key = nowplaying_surface_session_get_extra_key(session, count)); count++) {
    size_t length = judge_text(key, NOWPLAYING_MAX_EXTRA_KEY_BYTES), prefix = strcspn(key, ":");
    CHECK(prefix > 0 && prefix + 1 != length && strcmp(before, key) < 0);
    CHECK(strncmp(key, "mpris:", 6) && strncmp(key, "xesam:", 6) && strncmp(key, "nowplaying:", 11));
    for (const char *byte = key; *byte; byte++) CHECK(*byte > ' ' && *byte <= '~');
    const char *text = nowplaying_surface_session_get_extra(session, key);
    size_t size = judge_text(text, NOWPLAYING_MAX_TEXT_BYTES);
    CHECK(size > 0);
    total += length + size;
    before = key;
  }
  CHECK(count <= NOWPLAYING_MAX_EXTRA);
  return total;
}

static int64_t judge_item(const nowplaying_surface_session *session) {
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_status status = nowplaying_surface_session_get_item(session, &item);
  if (status == NOWPLAYING_ERROR_NO_SUCH_CONTENT) return 0;
  CHECK_EQUAL(status, NOWPLAYING_OK);
  const char *lines[] = {item.first_line, item.second_line, item.third_line, item.artwork_url};
  const char *ids[] = {item.id, item.artwork_id, item.animated_square_id, item.animated_tall_id};
  for (int i = 0; i < 4; i++) {
    judge_text(lines[i], NOWPLAYING_MAX_TEXT_BYTES);
    judge_text(ids[i], NOWPLAYING_MAX_ID_BYTES);
  }
  CHECK((item.duration_us > 0) == (item.duration_kind == NOWPLAYING_DURATION_FINITE) && item.duration_us >= 0);
  CHECK(item.kind >= NOWPLAYING_CONTENT_MUSIC && item.kind <= NOWPLAYING_CONTENT_GENERIC);
  CHECK(item.media_type == NOWPLAYING_MEDIA_AUDIO || item.media_type == NOWPLAYING_MEDIA_VIDEO);
  CHECK_EQUAL(item.reserved, 0);
  size_t total = 0;
  for (int32_t field = 1; field < MOST_FIELDS; field++) {
    size_t count = 0, longest = NOWPLAYING_MAX_TEXT_BYTES;
    if (field == NOWPLAYING_FIELD_LYRICS) longest = NOWPLAYING_MAX_LYRICS_BYTES;
    if (field == NOWPLAYING_FIELD_URL) longest = NOWPLAYING_MAX_URI_BYTES;
    for (const char *text; (text = nowplaying_surface_session_get_text(session, field, count)); count++)
      total += judge_text(text, longest);
    CHECK(count <= NOWPLAYING_MAX_TEXTS);
  }
  CHECK(total + judge_extra(session) <= NOWPLAYING_SURFACE_MAX_ITEM_BYTES);
  for (int32_t field = 300; field < 310; field++) {
    double number = -1;
    if (nowplaying_surface_session_get_number(session, field, &number) == NOWPLAYING_OK)
      CHECK(number >= 0 && number <= 1);
  }
  return item.duration_us;
}

static void judge_playback(const nowplaying_surface_session *session, int64_t duration) {
  static const int64_t times[] = {NOWPLAYING_TIME_NOW, 0, 1, -1, INT64_MAX, INT64_MIN + 1};
  for (int i = 0; i < 6; i++) {
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    CHECK_EQUAL(nowplaying_surface_session_get_snapshot(session, times[i], &snapshot), NOWPLAYING_OK);
    CHECK(snapshot.elapsed_us >= 0 || snapshot.elapsed_us == NOWPLAYING_TIME_UNKNOWN);
    CHECK(duration == 0 || snapshot.elapsed_us <= duration);
    CHECK(isfinite(snapshot.rate) && isfinite(snapshot.default_rate) && snapshot.default_rate > 0);
    CHECK(snapshot.state >= 0 && snapshot.state <= NOWPLAYING_STATE_ERROR);
    CHECK(snapshot.error_kind >= 0 && snapshot.error_kind <= NOWPLAYING_ERROR_KIND_NOT_AVAILABLE);
    CHECK(snapshot.state == NOWPLAYING_STATE_ERROR || !snapshot.error || !snapshot.error[0]);
    if (snapshot.error) judge_text(snapshot.error, NOWPLAYING_MAX_TEXT_BYTES);
    CHECK(snapshot.is_at_live_edge == 0 || snapshot.is_at_live_edge == 1);
    CHECK((snapshot.rate != 0) == (snapshot.state == NOWPLAYING_STATE_PLAYING));
    CHECK(i == 0 || snapshot.timestamp_us == times[i]);
  }
}

static void judge_commands(const nowplaying_surface_session *session) {
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
  size_t count = 0;
  for (; nowplaying_surface_session_get_command(session, count, &command) == NOWPLAYING_OK; count++) {
    CHECK(command.kind >= NOWPLAYING_COMMAND_PLAY && command.kind <= NOWPLAYING_COMMAND_CUSTOM);
    CHECK(command.enabled == 0 || command.enabled == 1);
    CHECK(command.interval_count <= NOWPLAYING_MAX_INTERVALS && command.rate_count <= NOWPLAYING_MAX_RATES);
    for (size_t i = 0; i < command.interval_count; i++) CHECK(command.intervals_us[i] > 0);
    for (size_t i = 0; i < command.rate_count; i++) CHECK(isfinite(command.rates[i]) && command.rates[i] != 0);
    CHECK(command.current >= 0 && command.current <= 2 && command.supported <= 7);
    if (command.title) judge_text(command.title, NOWPLAYING_MAX_TEXT_BYTES);
    if (command.short_title) judge_text(command.short_title, NOWPLAYING_MAX_TEXT_BYTES);
    if (command.icon) judge_text(command.icon, NOWPLAYING_MAX_ID_BYTES);
    CHECK(!command.id == (command.kind != NOWPLAYING_COMMAND_CUSTOM) && command.steps >= 0 && command.steps <= 100);
    if (command.id) CHECK(judge_text(command.id, NOWPLAYING_MAX_ID_BYTES) > 0 && command.title);
    CHECK(command.slot >= NOWPLAYING_SLOT_ANY && command.slot <= NOWPLAYING_SLOT_OVERFLOW && command.reserved == 0);
    CHECK(command.active == 0 || command.active == 1);
  }
  CHECK(count <= NOWPLAYING_MAX_COMMANDS);
}

/* Checks that each control belongs to a command that is offered, and that the rows follow each other. */
static void judge_controls(const nowplaying_surface_session *session) {
  nowplaying_surface_control control = NOWPLAYING_SURFACE_CONTROL_INIT;
  nowplaying_surface_control_row row = NOWPLAYING_SURFACE_ROW_CENTRAL;
  unsigned slots = 0;
  size_t count = 0, beside = 0;
  for (; nowplaying_surface_session_get_control(session, count, &control) == NOWPLAYING_OK; count++) {
    nowplaying_command command = NOWPLAYING_COMMAND_INIT(0);
    size_t i = 0;
    while (nowplaying_surface_session_get_command(session, i, &command) == NOWPLAYING_OK
           && command.kind != control.kind) i++;
    CHECK(command.kind == control.kind);
    CHECK(control.row >= row && control.row <= NOWPLAYING_SURFACE_ROW_VOLUME);
    row = control.row;
    if (row == NOWPLAYING_SURFACE_ROW_BESIDE) beside++;
    CHECK((row == NOWPLAYING_SURFACE_ROW_CENTRAL) == (control.slot != NOWPLAYING_SLOT_ANY));
    if (control.slot) CHECK(!(slots & 1u << control.slot)), slots |= 1u << control.slot;
    CHECK(isfinite(control.number) && control.rate_count <= NOWPLAYING_MAX_RATES && control.name);
    CHECK(control.name[0] || (control.title && control.title[0]));
    if (control.title) judge_text(control.title, NOWPLAYING_MAX_TEXT_BYTES);
    if (control.icon) judge_text(control.icon, NOWPLAYING_MAX_ID_BYTES);
  }
  CHECK(count <= NOWPLAYING_SURFACE_MAX_CONTROLS && beside <= NOWPLAYING_SURFACE_MAX_BESIDE);
}

/* Checks the chapters and the lines of the lyrics at any position. */
static void judge_parts(const nowplaying_surface_session *session) {
  static const int64_t positions[] = {INT64_MIN, -1, 0, 1, 1500000, 2000000, INT64_MAX};
  nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
  size_t count = 0;
  int64_t last = 0;
  for (; nowplaying_surface_session_get_chapter(session, count, &chapter) == NOWPLAYING_OK; count++) {
    CHECK(chapter.start_us >= last);
    last = chapter.start_us;
    judge_text(chapter.title, NOWPLAYING_MAX_CHAPTER_TITLE_BYTES);
    judge_text(chapter.artwork_id, NOWPLAYING_MAX_ID_BYTES);
  }
  CHECK(count <= NOWPLAYING_MAX_CHAPTERS);
  for (int i = 0; i < 7; i++) {
    size_t index = count;
    int64_t end = 0, next = 0;
    const char *line = NULL;
    if (nowplaying_surface_session_get_chapter_at(session, positions[i], &index, &end) == NOWPLAYING_OK)
      CHECK(index < count && (end == NOWPLAYING_TIME_UNKNOWN || index + 1 == count || end > positions[i]));
    if (nowplaying_surface_session_get_lyrics_at(session, positions[i], &line, &next) != NOWPLAYING_OK) continue;
    judge_text(line, NOWPLAYING_MAX_LYRICS_BYTES);
    CHECK(next == NOWPLAYING_TIME_UNKNOWN || next > positions[i]);
  }
}

static void judge_tracks(const nowplaying_surface_session *session) {
  nowplaying_track track = NOWPLAYING_TRACK_INIT(0);
  size_t count = 0;
  for (; nowplaying_surface_session_get_track(session, count, &track) == NOWPLAYING_OK; count++) {
    CHECK(judge_text(track.id, NOWPLAYING_MAX_ID_BYTES) > 0);
    judge_text(track.language, NOWPLAYING_MAX_ID_BYTES);
    judge_text(track.title, NOWPLAYING_MAX_ID_BYTES);
    CHECK(track.kind >= NOWPLAYING_TRACK_AUDIO && track.kind <= NOWPLAYING_TRACK_CAPTIONS);
    CHECK(track.characteristics <= 15 && (track.selected == 0 || track.selected == 1) && track.reserved == 0);
  }
  CHECK(count <= NOWPLAYING_MAX_TRACKS);
}

static void judge_devices(const nowplaying_surface_session *session) {
  nowplaying_device device = NOWPLAYING_DEVICE_INIT;
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  size_t count = 0;
  CHECK_EQUAL(nowplaying_surface_session_get_info(session, &info), NOWPLAYING_OK);
  device.struct_size = SHORT_OF(nowplaying_device, can_step);
  CHECK(nowplaying_surface_session_get_device(session, 0, &device) != NOWPLAYING_OK);
  device.struct_size = sizeof device;
  for (; nowplaying_surface_session_get_device(session, count, &device) == NOWPLAYING_OK; count++) {
    CHECK(judge_text(device.id, NOWPLAYING_MAX_ID_BYTES) > 0 && judge_text(device.name, NOWPLAYING_MAX_ID_BYTES) > 0);
    CHECK(device.volume <= 1 && (device.volume >= 0 || device.volume == -1));
    CHECK(device.can_step == 0 || device.can_step == 1);
    CHECK(device.type >= 1);
  }
  CHECK(count <= NOWPLAYING_MAX_DEVICES);
  CHECK(count == 0 || info.abilities & NOWPLAYING_SURFACE_IS_REMOTE);
}

static void judge_queue(const nowplaying_surface_session *session) {
  nowplaying_surface_queue queue = NOWPLAYING_SURFACE_QUEUE_INIT;
  nowplaying_surface_queue_entry entry = NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT;
  nowplaying_status status = nowplaying_surface_session_get_queue(session, &queue);
  CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_NO_SUCH_CONTENT);
  size_t count = 0;
  for (; nowplaying_surface_session_get_queue_entry(session, count, &entry) == NOWPLAYING_OK; count++) {
    const char *texts[] = {entry.id, entry.title, entry.artists, entry.album};
    for (int i = 0; i < 4; i++) judge_text(texts[i], NOWPLAYING_MAX_ID_BYTES);
    CHECK(entry.id[0] == '/' && entry.duration_us >= 0);
    judge_text(entry.url, NOWPLAYING_MAX_TEXT_BYTES);
    judge_text(entry.artwork_url, NOWPLAYING_MAX_TEXT_BYTES);
  }
  CHECK(count == queue.count && count <= queue.total && count <= NOWPLAYING_SURFACE_MAX_QUEUE);
  CHECK(queue.present >= -1 && queue.present < (int64_t)count);
  CHECK((queue.can_edit == 0 || queue.can_edit == 1) && queue.reserved == 0);
}

static void judge_playlists(const nowplaying_surface_session *session) {
  nowplaying_surface_playlists playlists = NOWPLAYING_SURFACE_PLAYLISTS_INIT;
  nowplaying_surface_playlist playlist = NOWPLAYING_SURFACE_PLAYLIST_INIT;
  nowplaying_status status = nowplaying_surface_session_get_playlists(session, &playlists);
  CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_NO_SUCH_CONTENT);
  size_t count = 0;
  for (; nowplaying_surface_session_get_playlist(session, count, &playlist) == NOWPLAYING_OK; count++) {
    CHECK(judge_text(playlist.id, NOWPLAYING_MAX_ID_BYTES) > 0 && playlist.id[0] == '/');
    judge_text(playlist.name, NOWPLAYING_MAX_ID_BYTES);
    judge_text(playlist.icon_url, NOWPLAYING_MAX_TEXT_BYTES);
  }
  CHECK(count == playlists.count && count <= NOWPLAYING_MAX_PLAYLISTS);
  CHECK(playlists.active >= -1 && playlists.active < (int64_t)count);
  CHECK(playlists.orders < 2u << NOWPLAYING_SURFACE_ORDER_USER && !(playlists.orders & 1) && playlists.reserved == 0);
}

void judge_session(const nowplaying_surface_session *session) {
  judge_info(session);
  judge_playback(session, judge_item(session));
  judge_commands(session);
  judge_controls(session);
  judge_parts(session);
  judge_tracks(session);
  judge_devices(session);
  judge_queue(session);
  judge_playlists(session);
}

void judge_result(const nowplaying_surface_result *result) {
  CHECK_EQUAL(result->struct_size, sizeof *result);
  CHECK(result->action);
  CHECK(result->status <= 0 && result->status >= -21 && result->message);
  CHECK((result->status == NOWPLAYING_OK) == (result->message[0] == 0));
  CHECK(!result->mime_type == (result->fd < 0));
  CHECK((result->orientation != 0) == (result->width != 0) && result->orientation >= 0 && result->orientation <= 8);
  CHECK_EQUAL(result->reserved, 0);
  if (result->fd < 0) {
    CHECK(!result->data && !result->size && !result->width && !result->height);
  } else if (strncmp(result->mime_type, "video/", 6) == 0) {
    CHECK(!result->data && !result->size && !result->width && !result->height);
    CHECK(fcntl(result->fd, F_GETFD) >= 0);
  } else {
    CHECK(strncmp(result->mime_type, "image/", 6) == 0);
    CHECK_EQUAL(fcntl(result->fd, F_GET_SEALS) & SEALS, SEALS);
    CHECK(result->width > 0 && result->height > 0);
    CHECK(result->size > 0 && result->size <= NOWPLAYING_MAX_ARTWORK_BYTES);
    unsigned sum = 0;
    for (size_t i = 0; i < result->size; i += PAGE) sum += ((const volatile unsigned char *)result->data)[i];
    (void)sum;
  }
}

/* The two MPRIS interfaces on sd-bus: one vtable each, getters that append from memory, nothing in between.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include "bare.h"

#define PATH "/org/mpris/MediaPlayer2"
#define ROOT "org.mpris.MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"

#define GETTER(function) \
  static int function(sd_bus *bus, const char *path, const char *interface, const char *property, \
                      sd_bus_message *reply, void *user_data, sd_bus_error *error)
#define UNUSED_GETTER (void)bus, (void)path, (void)interface, (void)property, (void)user_data, (void)error

/* ---------------------------------------------------------------------------------------------- Model ------------ */

static int64_t position_now(const bare *self) {
  int64_t position = timeline_now(&self->time), length = self->tracks[self->current].length_us;
  return position < 0 ? 0 : position > length ? length : position;
}

static void set_playing(bare *self, bool playing) {
  if (self->time.playing != playing) timeline_set(&self->time, position_now(self), playing);
}

void bare_next(bare *self) {
  self->current = (self->current + 1) % TRACK_COUNT;
  timeline_set(&self->time, 0, self->time.playing);
}

int bare_emit_metadata(bare *self) { return sd_bus_emit_properties_changed(self->bus, PATH, PLAYER, "Metadata", NULL); }

/* -------------------------------------------------------------------------------------------- Getters ------------ */

GETTER(get_true) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 'b', &(int){1});
}

GETTER(get_false) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 'b', &(int){0});
}

GETTER(get_identity) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 's', "Benchmark");
}

GETTER(get_desktop_entry) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 's', "org.example.bench");
}

GETTER(get_schemes) {
  UNUSED_GETTER;
  return sd_bus_message_append(reply, "as", 2, "file", "https");
}

GETTER(get_types) {
  UNUSED_GETTER;
  return sd_bus_message_append(reply, "as", 2, "audio/flac", "audio/mpeg");
}

GETTER(get_status) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 's', ((bare *)user_data)->time.playing ? "Playing" : "Paused");
}

GETTER(get_loop_status) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 's', "None");
}

GETTER(get_one) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 'd', &(double){1.0});
}

GETTER(get_volume) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 'd', &((bare *)user_data)->volume);
}

GETTER(get_position) {
  UNUSED_GETTER;
  return sd_bus_message_append_basic(reply, 'x', &(int64_t){position_now(user_data)});
}

GETTER(get_metadata) {
  UNUSED_GETTER;
  const bare *self = user_data;
  const track *t = &self->tracks[self->current];
  return sd_bus_message_append(
      reply, "a{sv}", 10,
      "mpris:trackid", "o", t->id,
      "mpris:length", "x", t->length_us,
      "mpris:artUrl", "s", "file:///run/user/1000/bench/artwork/7f83b1657ff1fc53b92dc18148a1d65d.png",
      "xesam:title", "s", t->title,
      "xesam:artist", "as", 2, track_artists[0], track_artists[1],
      "xesam:album", "s", TRACK_ALBUM,
      "xesam:albumArtist", "as", 1, TRACK_ALBUM_ARTIST,
      "xesam:genre", "as", 1, TRACK_GENRE,
      "xesam:trackNumber", "i", t->number,
      "xesam:url", "s", t->url);
}

/* -------------------------------------------------------------------------------------------- Setters ------------ */

static int set_volume(sd_bus *bus, const char *path, const char *interface, const char *property,
                      sd_bus_message *value, void *user_data, sd_bus_error *error) {
  bare *self = user_data;
  int r = sd_bus_message_read_basic(value, 'd', &self->volume);
  return r < 0 ? r : sd_bus_emit_properties_changed(bus, path, interface, property, NULL);
}

/** Accepts LoopStatus, Shuffle and Rate without a change, because each has only one possible value here. */
static int set_nothing(sd_bus *bus, const char *path, const char *interface, const char *property,
                       sd_bus_message *value, void *user_data, sd_bus_error *error) {
  return 0;
}

/* -------------------------------------------------------------------------------------------- Methods ------------ */

static int nothing(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  return sd_bus_reply_method_return(call, "");
}

/** Replies first, because the caller waits, and emits afterwards. */
static int reply_and_publish(bare *self, sd_bus_message *call, const char *property) {
  int r = sd_bus_reply_method_return(call, "");
  if (r < 0 || !self->publishes) return r;
  return sd_bus_emit_properties_changed(self->bus, PATH, PLAYER, property, NULL);
}

static int play_pause(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  bare *self = user_data;
  set_playing(self, !self->time.playing);
  return reply_and_publish(self, call, "PlaybackStatus");
}

static int play(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  set_playing(user_data, true);
  return reply_and_publish(user_data, call, "PlaybackStatus");
}

static int pause_or_stop(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  set_playing(user_data, false);
  return reply_and_publish(user_data, call, "PlaybackStatus");
}

static int change_track(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  bare_next(user_data);
  return reply_and_publish(user_data, call, "Metadata");
}

static int seek_to(bare *self, sd_bus_message *call, int64_t position_us) {
  timeline_set(&self->time, position_us, self->time.playing);
  int r = sd_bus_reply_method_return(call, "");
  return r < 0 ? r : sd_bus_emit_signal(self->bus, PATH, PLAYER, "Seeked", "x", position_now(self));
}

static int seek(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  int64_t offset_us;
  int r = sd_bus_message_read_basic(call, 'x', &offset_us);
  return r < 0 ? r : seek_to(user_data, call, position_now(user_data) + offset_us);
}

static int seek_to_position(sd_bus_message *call, void *user_data, sd_bus_error *error) {
  bare *self = user_data;
  const track *t = &self->tracks[self->current];
  const char *id;
  int64_t position_us;
  int r = sd_bus_message_read(call, "ox", &id, &position_us);
  if (r < 0) return r;
  if (strcmp(id, t->id) != 0 || position_us < 0 || position_us > t->length_us) return nothing(call, NULL, NULL);
  return seek_to(self, call, position_us);
}

/* --------------------------------------------------------------------------------------------- Vtables ----------- */

#define EMITS SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE
#define RW(name, type, get, set) SD_BUS_WRITABLE_PROPERTY(name, type, get, set, 0, EMITS | SD_BUS_VTABLE_UNPRIVILEGED)
#define METHOD(name, in, function) SD_BUS_METHOD(name, in, "", function, SD_BUS_VTABLE_UNPRIVILEGED)

static const sd_bus_vtable root_vtable[] = {
  SD_BUS_VTABLE_START(0),
  METHOD("Raise", "", nothing),
  METHOD("Quit", "", nothing),
  SD_BUS_PROPERTY("CanQuit", "b", get_false, 0, EMITS),
  SD_BUS_PROPERTY("CanRaise", "b", get_false, 0, EMITS),
  SD_BUS_PROPERTY("HasTrackList", "b", get_false, 0, EMITS),
  SD_BUS_PROPERTY("Identity", "s", get_identity, 0, EMITS),
  SD_BUS_PROPERTY("DesktopEntry", "s", get_desktop_entry, 0, EMITS),
  SD_BUS_PROPERTY("SupportedUriSchemes", "as", get_schemes, 0, EMITS),
  SD_BUS_PROPERTY("SupportedMimeTypes", "as", get_types, 0, EMITS),
  SD_BUS_VTABLE_END,
};

static const sd_bus_vtable player_vtable[] = {
  SD_BUS_VTABLE_START(0),
  METHOD("Next", "", change_track),
  METHOD("Previous", "", change_track),
  METHOD("Pause", "", pause_or_stop),
  METHOD("PlayPause", "", play_pause),
  METHOD("Stop", "", pause_or_stop),
  METHOD("Play", "", play),
  METHOD("Seek", "x", seek),
  METHOD("SetPosition", "ox", seek_to_position),
  METHOD("OpenUri", "s", nothing),
  SD_BUS_SIGNAL("Seeked", "x", 0),
  SD_BUS_PROPERTY("PlaybackStatus", "s", get_status, 0, EMITS),
  RW("LoopStatus", "s", get_loop_status, set_nothing),
  RW("Rate", "d", get_one, set_nothing),
  RW("Shuffle", "b", get_false, set_nothing),
  SD_BUS_PROPERTY("Metadata", "a{sv}", get_metadata, 0, EMITS),
  RW("Volume", "d", get_volume, set_volume),
  SD_BUS_PROPERTY("Position", "x", get_position, 0, 0),
  SD_BUS_PROPERTY("MinimumRate", "d", get_one, 0, EMITS),
  SD_BUS_PROPERTY("MaximumRate", "d", get_one, 0, EMITS),
  SD_BUS_PROPERTY("CanGoNext", "b", get_true, 0, EMITS),
  SD_BUS_PROPERTY("CanGoPrevious", "b", get_true, 0, EMITS),
  SD_BUS_PROPERTY("CanPlay", "b", get_true, 0, EMITS),
  SD_BUS_PROPERTY("CanPause", "b", get_true, 0, EMITS),
  SD_BUS_PROPERTY("CanSeek", "b", get_true, 0, EMITS),
  SD_BUS_PROPERTY("CanControl", "b", get_true, 0, 0),
  SD_BUS_VTABLE_END,
};

void bare_start(bare *self, const char *name) {
  memset(self, 0, sizeof *self);
  tracks_fill(self->tracks, true);
  self->volume = 1.0;
  timeline_set(&self->time, 0, true);
  check(sd_bus_open_user(&self->bus), "connecting to the bus");
  check(sd_bus_add_object_vtable(self->bus, NULL, PATH, ROOT, root_vtable, self), "exporting " ROOT);
  check(sd_bus_add_object_vtable(self->bus, NULL, PATH, PLAYER, player_vtable, self), "exporting " PLAYER);
  check(sd_bus_request_name(self->bus, name, 0), "requesting the name");
}

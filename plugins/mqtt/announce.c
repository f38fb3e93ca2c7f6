/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tells Home Assistant which topics a media player has. Its own integration of MQTT knows no media players, so that
 * each of two others has a form of its own: mqtt_media_player has a topic for each value and each command, also those
 * that only some of its versions know; mqtt_universal_media_player has one for the state and one for commands. */
#include "bridge.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool reads_values(void) { return options.home != NULL && strcmp(options.home, "mqtt_media_player") == 0; }

__attribute__((format(printf, 3, 4))) static void add(struct json_object *object, const char *key, const char *format,
                                                      ...) {
  char text[2 * MAX_TOPIC_BYTES];
  va_list words;
  va_start(words, format);
  vsnprintf(text, sizeof text, format, words);
  va_end(words);
  json_object_object_add(object, key, json_object_new_string(text));
}

static struct json_object *device_of(const struct entity *entity) {
  struct json_object *device = json_object_new_object();
  json_object_object_add(device, "identifiers", json_object_new_array());
  json_object_array_add(json_object_object_get(device, "identifiers"), json_object_new_string(entity->id));
  add(device, "name", "%.500s", entity->name);
  add(device, "manufacturer", "nowplaying");
  add(device, "model", "%s", options.type != NULL ? options.type : "desktop");
  add(device, "sw_version", "%s", nowplaying_version_string());
  return device;
}

static void add_values(struct json_object *config, const struct entity *entity) {
  static const char *const commands[][2] = {{"play", "Play"}, {"pause", "Pause"}, {"playpause", "PlayPause"},
                                            {"next", "Next"}, {"previous", "Previous"}, {"volume", NULL},
                                            {"mute", NULL}, {"seek", NULL}};
  struct json_object *availability = json_object_new_object();
  char key[64];
  add(availability, "topic", "np/1/%s/status", options.host);
  add(availability, "payload_available", "online");
  add(availability, "payload_not_available", "offline");
  json_object_object_add(config, "availability", availability);
  for (enum value value = 0; value < VALUE_COUNT; ++value) {
    snprintf(key, sizeof key, "state_%s_topic", value_words[value]);
    add(config, key, "%s/%s", entity->base, value_words[value]);
  }
  add(config, "state_position_topic", "%s/position", entity->base);
  for (size_t i = 0; i < COUNT(commands); ++i) {
    snprintf(key, sizeof key, "command_%s_topic", commands[i][0]);
    add(config, key, "%s/do/%s", entity->base, commands[i][0]);
    snprintf(key, sizeof key, "command_%s_payload", commands[i][0]);
    if (commands[i][1] != NULL) add(config, key, "%s", commands[i][1]);
  }
}

static void add_whole(struct json_object *config, const struct entity *entity) {
  static const char *const fixed[] = {"play", "pause", "stop", "next", "previous"};
  struct json_object *commands = json_object_new_object(), *volume = json_object_new_object(),
                     *mute = json_object_new_object();
  add(config, "platform", "mqtt_universal_media_player");
  add(config, "unique_id", "%s", entity->id);
  add(config, "state_topic", "%s/state", entity->base);
  add(config, "command_topic", "%s/do", entity->base);
  add(config, "image_topic", "%s/image", entity->base);
  add(config, "availability_topic", "np/1/%s/status", options.host);
  for (size_t i = 0; i < COUNT(fixed); ++i) {
    struct json_object *command = json_object_new_object();
    add(command, "key", "command");
    add(command, "value", "%s", fixed[i]);
    json_object_object_add(commands, fixed[i], command);
  }
  add(volume, "key", "volume");
  json_object_object_add(volume, "min", json_object_new_int(0));
  json_object_object_add(volume, "max", json_object_new_int(1));
  json_object_object_add(volume, "step", json_object_new_double(0.01));
  json_object_object_add(commands, "volume_set", volume);
  add(mute, "key", "muted");
  json_object_object_add(commands, "mute", mute);
  json_object_object_add(config, "commands", commands);
}

void announce(const struct entity *entity) {
  char topic[2 * MAX_TOPIC_BYTES];
  struct json_object *config = entity->is_used ? json_object_new_object() : NULL;
  /* One form has a folder for the players of a machine, which an ACL can name; the other takes none. */
  bool has_folder = reads_values() && options.each;
  snprintf(topic, sizeof topic, "homeassistant/media_player/%s%s%s%s/config", has_folder ? "np_" : "",
           has_folder ? options.host : "", has_folder ? "/" : "", entity->id);
  if (config != NULL) {
    add(config, "name", "%.500s", entity->name);
    json_object_object_add(config, "device", device_of(entity));
    if (reads_values()) add_values(config, entity);
    else add_whole(config, entity);
  }
  broker_retain(topic, config);
}

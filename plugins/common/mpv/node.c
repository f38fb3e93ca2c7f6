/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------- Nodes -------- */

const mpv_node *node_value(const mpv_node *map, const char *key, mpv_format format) {
  for (int i = 0; map != NULL && map->format == MPV_FORMAT_NODE_MAP && i < map->u.list->num; ++i) {
    const mpv_node *value = &map->u.list->values[i];
    if (strcmp(map->u.list->keys[i], key) == 0) return value->format == format ? value : NULL;
  }
  return NULL;
}

const char *node_text(const mpv_node *map, const char *key) {
  const mpv_node *value = node_value(map, key, MPV_FORMAT_STRING);
  return value != NULL ? value->u.string : NULL;
}

bool node_flag(const mpv_node *map, const char *key) {
  const mpv_node *value = node_value(map, key, MPV_FORMAT_FLAG);
  return value != NULL && value->u.flag;
}

int64_t node_integer(const mpv_node *map, const char *key) {
  const mpv_node *value = node_value(map, key, MPV_FORMAT_INT64);
  return value != NULL ? value->u.int64 : -1;
}

/* Returns a time in microseconds; 0 for one that no item can have. */
static int64_t to_us(double seconds) { return seconds > 0 && seconds < 1e12 ? (int64_t)(seconds * 1e6) : 0; }

int64_t node_time(const mpv_node *map, const char *key) {
  const mpv_node *value = node_value(map, key, MPV_FORMAT_DOUBLE);
  return value != NULL ? to_us(value->u.double_) : 0;
}

int node_count(const mpv_node *list) {
  return list != NULL && list->format == MPV_FORMAT_NODE_ARRAY ? list->u.list->num : 0;
}

/* --------------------------------------------------------------------------------------------- Properties ------- */

bool get_flag(mpv_handle *mpv, const char *property) {
  int flag = 0;
  mpv_get_property(mpv, property, MPV_FORMAT_FLAG, &flag);
  return flag != 0;
}

int64_t get_integer(mpv_handle *mpv, const char *property) {
  int64_t integer = -1;
  mpv_get_property(mpv, property, MPV_FORMAT_INT64, &integer);
  return integer;
}

double get_number(mpv_handle *mpv, const char *property) {
  double number = -1;
  mpv_get_property(mpv, property, MPV_FORMAT_DOUBLE, &number);
  return number;
}

int64_t get_time(mpv_handle *mpv, const char *property) {
  double seconds;
  if (mpv_get_property(mpv, property, MPV_FORMAT_DOUBLE, &seconds) < 0) return NOWPLAYING_TIME_UNKNOWN;
  return to_us(seconds);
}

bool has_text(mpv_handle *mpv, const char *property, const char *text) {
  char *value = mpv_get_property_string(mpv, property);
  bool has = value != NULL && strcmp(value, text) == 0;
  mpv_free(value);
  return has;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <string.h>

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

int node_count(const mpv_node *list) {
  return list != NULL && list->format == MPV_FORMAT_NODE_ARRAY ? list->u.list->num : 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads JSON of which nothing is sure, for plugins in C: a member may be missing, or of another type. */
#ifndef COMMON_JSON_H
#define COMMON_JSON_H

#include <json-c/json.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns the value of a text of JSON, to be released; NULL for a text that is not JSON, or deeper than `max_depth`. */
static inline struct json_object *json_of(const char *text, size_t size, int max_depth) {
  struct json_tokener *tokener = json_tokener_new_ex(max_depth);
  struct json_object *value = NULL;
  if (tokener == NULL || size > INT32_MAX) return NULL;
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  value = json_tokener_parse_ex(tokener, text, (int)size);
  json_tokener_free(tokener);
  return value;
}

/* Returns the member of an object; NULL where there is none of this type. */
static inline struct json_object *member_of(struct json_object *object, const char *key, enum json_type type) {
  struct json_object *found = NULL;
  if (!json_object_is_type(object, json_type_object)) return NULL;
  json_object_object_get_ex(object, key, &found);
  return json_object_is_type(found, type) ? found : NULL;
}

/* Returns members of an object; NULL, NAN and false where there is none of that type. */
static inline const char *text_of(struct json_object *object, const char *key) {
  struct json_object *found = member_of(object, key, json_type_string);
  return found != NULL ? json_object_get_string(found) : NULL;
}

static inline double number_of(struct json_object *object, const char *key) {
  struct json_object *found = member_of(object, key, json_type_double);
  if (found == NULL) found = member_of(object, key, json_type_int);
  double number = found != NULL ? json_object_get_double(found) : NAN;
  return isfinite(number) ? number : NAN;
}

static inline bool truth_of(struct json_object *object, const char *key) {
  return json_object_get_boolean(member_of(object, key, json_type_boolean));
}

/* Returns an array, which has at most `max` elements that count; NULL where there is none. */
static inline struct json_object *array_of(struct json_object *object, const char *key, size_t max,
                                           size_t *ret_count) {
  struct json_object *found = member_of(object, key, json_type_array);
  *ret_count = found != NULL ? json_object_array_length(found) : 0;
  if (*ret_count > max) *ret_count = max;
  return found;
}

#endif

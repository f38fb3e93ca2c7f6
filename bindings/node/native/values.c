/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Values of JavaScript as those of C, and back: by tables, for all functions alike. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/** Bytes of a text that are handed on: more than the library keeps of any. */
enum { LONGEST_TEXT = 2 * 1024 * 1024 };
/** Entries of a list, a little more than the library takes of any. */
enum { LONGEST_LIST = NOWPLAYING_MAX_QUEUE_ENTRIES + 1 };

static napi_valuetype type_of(Call *call, napi_value value) {
  napi_valuetype type = napi_undefined;
  napi_typeof(call->env, value, &type);
  return type;
}

static bool is_nothing(Call *call, napi_value value) {
  napi_valuetype type = type_of(call, value);
  return type == napi_undefined || type == napi_null;
}

bool refuse(Call *call, const char *name, const char *expected) {
  char text[200];
  snprintf(text, sizeof text, "%s: %s must be %s", call->name, name, expected);
  if (!call->failed) {
    napi_throw_type_error(call->env, NULL, text);
  }
  call->failed = true;
  return false;
}

void *allocate(Call *call, size_t size) {
  Block *block = size <= SIZE_MAX / 2 ? malloc(sizeof(Block) + size) : NULL;
  if (block == NULL) {
    refuse(call, "an argument", "small enough for the memory that there is");
    return NULL;
  }
  block->next = call->blocks;
  call->blocks = block;
  return block + 1;
}

bool to_number(Call *call, napi_value value, const char *name, Type type, void *result) {
  double number = 0;
  bool truth = false;
  if (napi_get_value_bool(call->env, value, &truth) == napi_ok) {
    number = truth;
  } else if (napi_get_value_double(call->env, value, &number) != napi_ok) {
    return refuse(call, name, "a number");
  }
  if (type == DOUBLE) {
    *(double *)result = number;
    return true;
  }
  if (number != trunc(number)) {  // as NaN is, too
    return refuse(call, name, "a whole number");
  }
  switch (type) {
    case INT32:
      if (number < INT32_MIN || number > INT32_MAX) {
        return refuse(call, name, "a number of 32 bits");
      }
      *(int32_t *)result = (int32_t)number;
      return true;
    case UINT32:
      if (number < 0 || number > UINT32_MAX) {
        return refuse(call, name, "a number of 32 bits from 0");
      }
      *(uint32_t *)result = (uint32_t)number;
      return true;
    case INT64:
      if (number < -0x1p63 || number >= 0x1p63) {
        return refuse(call, name, "a number of 64 bits");
      }
      *(int64_t *)result = (int64_t)number;
      return true;
    default:
      if (number < 0 || number > 0x1p53) {
        return refuse(call, name, "a whole number from 0");
      }
      if (type == SIZE) {
        *(size_t *)result = (size_t)number;
      } else {
        *(uint64_t *)result = (uint64_t)number;
      }
      return true;
  }
}

bool to_text(Call *call, napi_value value, const char *name, const char **result) {
  size_t size = 0;
  *result = NULL;
  if (is_nothing(call, value)) {
    return true;
  }
  if (napi_get_value_string_utf8(call->env, value, NULL, 0, &size) != napi_ok) {
    return refuse(call, name, "a string");
  }
  size = size < LONGEST_TEXT ? size : LONGEST_TEXT;
  char *text = allocate(call, size + 1);
  if (text == NULL) {
    return false;
  }
  // A character that does not fit is left out as a whole. Unpaired surrogates become U+FFFD.
  napi_get_value_string_utf8(call->env, value, text, size + 1, &size);
  *result = text;
  return true;
}

/** Gets the length of an array, and allocates room for its entries, each of `entry` bytes. */
static bool to_array(Call *call, napi_value value, const char *name, size_t entry, void **result, size_t *count) {
  uint32_t length = 0;
  *result = NULL;
  *count = 0;
  if (is_nothing(call, value)) {
    return true;
  }
  if (napi_get_array_length(call->env, value, &length) != napi_ok) {
    return refuse(call, name, "an array");
  }
  if (length > LONGEST_LIST) {
    return refuse(call, name, "an array of fewer entries");
  }
  *count = length;
  *result = allocate(call, length * entry + 1);
  return *result != NULL;
}

static bool entry_of(Call *call, napi_value array, uint32_t index, napi_value *result) {
  if (napi_get_element(call->env, array, index, result) != napi_ok) {
    call->failed = true;  // a getter threw
    return false;
  }
  return true;
}

bool to_texts(Call *call, napi_value value, const char *name, const char *const **result, size_t *count) {
  const char **texts = NULL;
  if (!to_array(call, value, name, sizeof(char *), (void **)&texts, count)) {
    return false;
  }
  for (uint32_t index = 0; index < *count; index++) {
    napi_value entry;
    if (!entry_of(call, value, index, &entry) || !to_text(call, entry, name, &texts[index])) {
      return false;
    }
  }
  *result = texts;
  return true;
}

bool to_handles(Call *call, napi_value value, const char *name, Kind kind, void ***result, size_t *count) {
  if (!to_array(call, value, name, sizeof(void *), (void **)result, count)) {
    return false;
  }
  for (uint32_t index = 0; index < *count; index++) {
    napi_handle_scope scope;
    napi_value entry;
    napi_open_handle_scope(call->env, &scope);
    (*result)[index] = entry_of(call, value, index, &entry) ? to_handle(call, entry, kind) : NULL;
    napi_close_handle_scope(call->env, scope);
    if (call->failed) {
      return false;
    }
  }
  return true;
}

bool to_bytes(Call *call, napi_value value, const char *name, const void **result, size_t *size) {
  bool is = false;
  void *data = NULL;
  *size = 0;
  *result = NULL;
  if (is_nothing(call, value)) {
    return true;
  }
  if (napi_is_buffer(call->env, value, &is) == napi_ok && is) {  // as every view of an ArrayBuffer is
    if (napi_get_buffer_info(call->env, value, &data, size) != napi_ok) {
      return refuse(call, name, "bytes");
    }
  } else if (napi_is_arraybuffer(call->env, value, &is) == napi_ok && is) {
    napi_get_arraybuffer_info(call->env, value, &data, size);
  } else {
    return refuse(call, name, "a Buffer, a view or an ArrayBuffer");
  }
  *result = data != NULL ? data : "";
  return true;
}

/** Converts an array to the numbers of a field that is a list. */
static bool to_numbers(Call *call, napi_value value, const char *name, Type type, void **result, size_t *count) {
  if (!to_array(call, value, name, sizeof(int64_t), result, count)) {
    return false;
  }
  for (uint32_t index = 0; index < *count; index++) {
    napi_value entry;
    if (!entry_of(call, value, index, &entry) || !to_number(call, entry, name, type, (int64_t *)*result + index)) {
      return false;
    }
  }
  return true;
}

static bool to_field(Call *call, napi_value value, const Row *row, char *place, size_t *count) {
  switch (row->type) {
    case TEXT:
      return to_text(call, value, row->name, (const char **)place);
    case TEXTS:
      return to_texts(call, value, row->name, (const char *const **)place, count);
    case INT64S:
      return to_numbers(call, value, row->name, INT64, (void **)place, count);
    case DOUBLES:
      return to_numbers(call, value, row->name, DOUBLE, (void **)place, count);
    case BYTES:
      return refuse(call, row->name, "left out");
    default:
      return to_number(call, value, row->name, row->type, place);
  }
}

static bool fill(Call *call, napi_value value, const Table *table, char *place) {
  memcpy(place, table->initial, table->size);
  for (size_t index = 0; index < table->row_count; index++) {
    const Row *row = &table->rows[index];
    napi_value field;
    if (napi_get_named_property(call->env, value, row->name, &field) != napi_ok) {
      call->failed = true;
      return false;
    }
    if (type_of(call, field) != napi_undefined &&
        !to_field(call, field, row, place + row->offset, (size_t *)(void *)(place + row->count))) {
      return false;
    }
  }
  return true;
}

bool to_struct(Call *call, napi_value value, const char *name, const Table *table, void **result) {
  *result = NULL;
  if (is_nothing(call, value)) {
    return true;
  }
  if (type_of(call, value) != napi_object) {
    return refuse(call, name, "an object");
  }
  *result = allocate(call, table->size);
  return *result != NULL && fill(call, value, table, *result);
}

bool to_structs(Call *call, napi_value value, const char *name, const Table *table, void **result, size_t *count) {
  if (!to_array(call, value, name, table->size, result, count)) {
    return false;
  }
  for (uint32_t index = 0; index < *count; index++) {
    napi_value entry;
    if (!entry_of(call, value, index, &entry)) {
      return false;
    }
    if (type_of(call, entry) != napi_object) {
      return refuse(call, name, "an array of objects");
    }
    if (!fill(call, entry, table, (char *)*result + index * table->size)) {
      return false;
    }
  }
  return true;
}

napi_value from_double(napi_env env, double value) {
  napi_value result = NULL;
  napi_create_double(env, value, &result);
  return result;
}

napi_value from_text(napi_env env, const char *text) {
  napi_value result = NULL;
  if (text == NULL || napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &result) != napi_ok) {
    napi_get_null(env, &result);
  }
  return result;
}

napi_value from_list(napi_env env, const napi_value *values, size_t count) {
  napi_value result = NULL;
  napi_create_array_with_length(env, count, &result);
  for (uint32_t index = 0; index < count; index++) {
    napi_set_element(env, result, index, values[index]);
  }
  return result;
}

static napi_value from_field(napi_env env, const Row *row, const char *place, size_t count) {
  napi_value result = NULL;
  const void *list;
  switch (row->type) {
    case INT32:
      return from_double(env, *(const int32_t *)(const void *)place);
    case UINT32:
      return from_double(env, *(const uint32_t *)(const void *)place);
    case INT64:
      return from_double(env, (double)*(const int64_t *)(const void *)place);
    case UINT64:
      return from_double(env, (double)*(const uint64_t *)(const void *)place);
    case SIZE:
      return from_double(env, (double)*(const size_t *)(const void *)place);
    case DOUBLE:
      return from_double(env, *(const double *)(const void *)place);
    case TEXT:
      return from_text(env, *(const char *const *)(const void *)place);
    case BYTES:
      list = *(const void *const *)(const void *)place;
      if (list == NULL || napi_create_buffer_copy(env, count, list, NULL, &result) != napi_ok) {
        napi_get_null(env, &result);
      }
      return result;
    default:
      list = *(const void *const *)(const void *)place;
      napi_create_array(env, &result);
      for (uint32_t index = 0; list != NULL && index < count; index++) {
        double number = row->type == DOUBLES ? ((const double *)list)[index] : (double)((const int64_t *)list)[index];
        napi_set_element(env, result, index, from_double(env, number));
      }
      return result;
  }
}

napi_value from_struct(napi_env env, const Table *table, const void *value) {
  const char *place = value;
  size_t size = *(const size_t *)value;
  napi_value result = NULL;
  napi_create_object(env, &result);
  for (size_t index = 0; index < table->row_count; index++) {
    const Row *row = &table->rows[index];
    if (row->offset < size) {
      size_t count = row->count > 0 ? *(const size_t *)(const void *)(place + row->count) : 0;
      napi_set_named_property(env, result, row->name, from_field(env, row, place + row->offset, count));
    }
  }
  return result;
}

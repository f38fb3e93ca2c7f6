/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* JSON for drivers of surfaces in C, and structs in it by the table that testkit.constants writes. Include this file
 * behind surface.h and driver.h. */
#ifndef TESTKIT_DRIVER_JSON_H
#define TESTKIT_DRIVER_JSON_H

#include <stdarg.h>

/** The text so far. */
static char json[1 << 22];
static size_t json_size;

/** Puts text as printf() does. */
static inline void put(const char *format, ...) {
  va_list values;
  va_start(values, format);
  json_size += (size_t)vsnprintf(json + json_size, sizeof json - json_size, format, values);
  va_end(values);
  if (json_size >= sizeof json) exit(2);
}

/** Puts a comma behind what is not the first of its object or list. */
static inline void comma(void) {
  if (json_size && !strchr("[{:", json[json_size - 1])) put(",");
}

static inline void put_text(const char *text) {
  comma();
  if (!text) {
    put("null");
    return;
  }
  put("\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ') put("\\u%04x", *text);
    else put("%c", *text);
  }
  put("\"");
}

static inline void put_number(double value) {
  comma();
  put("%.17g", value);
}

static inline void put_time(int64_t time) {
  comma();
  if (time == NOWPLAYING_TIME_UNKNOWN) put("null");
  else put("%.6f", (double)time / 1e6);
}

/** Begins a value of an object. */
static inline void key(const char *name) {
  put_text(name);
  put(":");
}

/** Begins an object or a list, which `}` or `]` ends. */
static inline void begin(const char *name, char bracket) {
  if (name) key(name);
  comma();
  put("%c", bracket);
}

static inline void put_key_text(const char *name, const char *text) {
  key(name);
  put_text(text);
}

static inline void put_key_time(const char *name, int64_t time) {
  key(name);
  put_time(time);
}

static inline void put_key_number(const char *name, double number) {
  key(name);
  put_number(number);
}

/** Puts the words of bits, whose constants begin with one of these prefixes; `cut` letters are left out. */
static inline void put_bits(const char *name, uint32_t bits, const char *prefixes, size_t cut) {
  begin(name, '[');
  struct list begins = list_of(prefixes);
  for (int bit = 0; bit < 32; bit++)
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
      for (size_t of = 0; of < begins.count; of++)
        if ((bits >> bit & 1) && constants[i].value == 1ll << bit &&
            strncmp(constants[i].name, begins.at[of], strlen(begins.at[of])) == 0)
          put_text(small(constants[i].name + cut).text);
  put("]");
}

/** Puts the members of a struct, by the table of testkit.constants; a negative volume or index is none. */
static inline void put_members(const char *owner, const void *from) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *at = (const char *)from + rows[i].offset;
    if (strcmp(rows[i].owner, owner) != 0 || rows[i].form == VALUE_TRAITS) continue;
    size_t count = rows[i].form < VALUE_NUMBERS ? 0 : *(const size_t *)(at + sizeof(void *));
    int has_none = strcmp(rows[i].name, "volume") == 0;
    key(rows[i].name);
    switch (rows[i].form) {
    case VALUE_TEXT: put_text(*(const char *const *)at); break;
    case VALUE_WORD: put_text(word_of(rows[i].prefix, *(const int32_t *)at).text); break;
    case VALUE_TIME: put_time(*(const int64_t *)at); break;
    case VALUE_INTEGER: put_number(*(const int32_t *)at); break;
    case VALUE_UNSIGNED: put_number(*(const uint32_t *)at); break;
    case VALUE_SIZE: put_number((double)*(const size_t *)at); break;
    case VALUE_INDEX: *(const int64_t *)at < 0 ? put("null") : put("%lld", (long long)*(const int64_t *)at); break;
    case VALUE_NUMBER: has_none && *(const double *)at < 0 ? put("null") : put_number(*(const double *)at); break;
    default:
      put("[");
      for (size_t n = 0; n < count; n++)
        if (rows[i].form == VALUE_NUMBERS) put_number((*(const double *const *)at)[n]);
        else put_time((*(const int64_t *const *)at)[n]);
      put("]");
    }
  }
}

#endif

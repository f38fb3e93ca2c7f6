/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The lines of a driver in C or C++, see contract/scenarios/README.md: include it once, behind nowplaying.h. It needs
 * constants.h, which `python3 -m testkit.constants` writes. */
#ifndef TESTKIT_DRIVER_H
#define TESTKIT_DRIVER_H

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constants.h"

enum { MAX_PAIRS = 64, MAX_LIST = 128, MAX_TEXT = 1 << 16 };

/** A pair of a line. */
struct pair {
  const char *key, *value;
};
static struct pair pairs[MAX_PAIRS];
static int pair_count;

/** Undoes the percent-encoding of a text, in place. */
static inline char *decoded(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    int is_code = *from == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2]);
    char code[3] = {from[1], is_code ? from[2] : (char)0, 0};
    *to++ = is_code ? (char)strtoul(code, NULL, 16) : *from;
    if (is_code) from += 2;
  }
  *to = 0;
  return text;
}

/** Returns the value of a key; NULL where the line has none. */
static inline const char *given(const char *key) {
  for (int i = 0; i < pair_count; i++)
    if (strcmp(pairs[i].key, key) == 0) return pairs[i].value;
  return NULL;
}

/** Returns the texts of a list, which it changes. */
static inline size_t list_of(const char *value, char *buffer, const char **list) {
  size_t count = 0;
  snprintf(buffer, MAX_TEXT, "%s", value ? value : "");
  for (char *word = strtok(buffer, ","); word && count < MAX_LIST; word = strtok(NULL, ","))
    list[count++] = decoded(word);
  return count;
}

/** Returns whether a list has a word. */
static inline int has(const char *value, const char *word) {
  char buffer[MAX_TEXT];
  const char *list[MAX_LIST];
  size_t count = list_of(value, buffer, list);
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i], word) == 0) return 1;
  return 0;
}

/** Returns the number of the header for a word of the contract: of "FIELD_" and "track-number" FIELD_TRACK_NUMBER. */
static inline int number(const char *prefix, const char *word) {
  char name[128];
  snprintf(name, sizeof name, "%s%s", prefix, word);
  for (char *at = name; *at; at++) *at = *at == '-' ? '_' : (char)toupper((unsigned char)*at);
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (strcmp(constants[i].name, name) == 0) return (int)constants[i].value;
  fprintf(stderr, "driver: %s is not in the header\n", name);
  exit(2);
}

/** Returns the word of the contract for a number of the header, in a buffer of its own for each call of a callback. */
static inline const char *word_of(const char *prefix, int value, char *buffer, size_t size) {
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (constants[i].value == value && strncmp(constants[i].name, prefix, strlen(prefix)) == 0) {
      snprintf(buffer, size, "%s", constants[i].name + strlen(prefix));
      for (char *at = buffer; *at; at++) *at = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
      return buffer;
    }
  return "unknown";
}

/** Returns a time in seconds as microseconds. */
static inline int64_t microseconds(const char *seconds) { return (int64_t)llround(strtod(seconds, NULL) * 1e6); }

/** Prints a line: a verb, and pairs of a key and a text up to NULL. */
static inline void say(const char *verb, ...) {
  flockfile(stdout);
  fputs(verb, stdout);
  va_list list;
  va_start(list, verb);
  for (const char *key; (key = va_arg(list, const char *));) {
    printf(" %s=", key);
    for (const char *at = va_arg(list, const char *); *at; at++)
      printf(isalnum((unsigned char)*at) || *at == '.' ? "%c" : "%%%02X", (unsigned char)*at);
  }
  va_end(list);
  putchar('\n');
  fflush(stdout);
  funlockfile(stdout);
}

/** Reads the next line into `pairs`. Returns its verb; NULL at the end of the input. */
static inline const char *next_line(void) {
  static char line[MAX_TEXT];
  char *rest = NULL;
  pair_count = 0;
  if (!fgets(line, sizeof line, stdin)) return NULL;
  const char *verb = strtok_r(line, " \n", &rest);
  for (char *pair; (pair = strtok_r(NULL, " \n", &rest)) && pair_count < MAX_PAIRS; pair_count++) {
    char *value = strchr(pair, '=');
    *value++ = 0;
    pairs[pair_count].key = pair;
    pairs[pair_count].value = decoded(value);
  }
  return verb ? verb : "";
}

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The lines and the words of the contract for drivers in C and C++, and what a step says as structs: see
 * contract/scenarios/README.md. Include this file once, behind nowplaying.h. It needs constants.h, which
 * `python3 -m testkit.constants` writes. */
#ifndef TESTKIT_DRIVER_H
#define TESTKIT_DRIVER_H

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "constants.h"

enum { MAX_PAIRS = 64, MAX_LIST = 1024, MAX_TEXT = 1 << 16 };

/** A pair of a line. */
struct pair {
  const char *key, *value;
};
static struct pair pairs[MAX_PAIRS];
static int pair_count;

/** The texts of a list. They live until the next line. */
struct list {
  size_t count;
  const char *at[MAX_LIST];
};
static char listed[4 * MAX_TEXT];
static size_t listed_size;

/** The rates and intervals of commands, which live as long. */
static double rates[MAX_LIST];
static int64_t intervals[MAX_LIST];
static size_t number_count;

/** A short text that a function returns. */
struct word {
  char text[64];
};

/* ------------------------------------------------------------------------------------------------- Values -------- */

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

static inline int is(const char *text, const char *word) { return text && strcmp(text, word) == 0; }

/** Returns whether the value of a key is a word. */
static inline int says(const char *key, const char *word) { return is(given(key), word); }

/** Returns the texts of a list; those of a table are its cells, row by row. Without a value there are none. */
static inline struct list list_of(const char *value) {
  struct list list;
  list.count = 0;
  if (!value || !*value) return list;
  size_t size = strlen(value) + 1;
  if (size > sizeof listed - listed_size) exit(2);
  char *rest = (char *)memcpy(listed + listed_size, value, size);
  listed_size += size;
  for (char *text; list.count < MAX_LIST && (text = strsep(&rest, ","));) list.at[list.count++] = decoded(text);
  return list;
}

/** Returns whether a list has a word. */
static inline int has(const char *value, const char *word) {
  struct list list = list_of(value);
  for (size_t i = 0; i < list.count; i++)
    if (strcmp(list.at[i], word) == 0) return 1;
  return 0;
}

static inline int is_true(const char *value) { return is(value, "true"); }

static inline const char *truth(int value) { return value ? "true" : "false"; }

/** Returns a time in seconds as microseconds. */
static inline int64_t microseconds(const char *seconds) { return (int64_t)llround(strtod(seconds, NULL) * 1e6); }

/** Returns a day in seconds since 1970. */
static inline int64_t date_of(const char *day) {
  struct tm date;
  memset(&date, 0, sizeof date);
  if (!day || sscanf(day, "%d-%d-%d", &date.tm_year, &date.tm_mon, &date.tm_mday) != 3) return NOWPLAYING_TIME_UNKNOWN;
  date.tm_year -= 1900;
  date.tm_mon -= 1;
  return timegm(&date);
}

static inline struct word digits_of(double value) {
  struct word digits;
  snprintf(digits.text, sizeof digits.text, "%.9g", value);
  return digits;
}

/** Reads a file. Returns the number of its bytes; 0 where it cannot be read. */
static inline size_t bytes_of(const char *path, char *bytes, size_t size) {
  FILE *file = fopen(path, "rb");
  size_t count = file ? fread(bytes, 1, size, file) : 0;
  if (file) fclose(file);
  return count;
}

/* -------------------------------------------------------------------------------------------------- Words -------- */

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

/** Returns the word of the contract for a part of a constant's name: "track-number" of TRACK_NUMBER. */
static inline struct word small(const char *name) {
  struct word word;
  snprintf(word.text, sizeof word.text, "%s", name);
  for (char *at = word.text; *at; at++) *at = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
  return word;
}

/** Returns the word of the contract for a number of the header. */
static inline struct word word_of(const char *prefix, int value) {
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (constants[i].value == value && strncmp(constants[i].name, prefix, strlen(prefix)) == 0)
      return small(constants[i].name + strlen(prefix));
  return small("unknown");
}

/** Returns the ways in which a session is primary, as a list. */
static inline struct word ways_of(nowplaying_primary_flags primary) {
  static const struct word ways[] = {{""}, {"application"}, {"system"}, {"application,system"}};
  return ways[primary & (NOWPLAYING_PRIMARY_APPLICATION | NOWPLAYING_PRIMARY_SYSTEM)];
}

/** Returns the bits of the characteristics of a track, words between spaces. */
static inline nowplaying_track_characteristics characteristics_of(const char *words) {
  return (strstr(words, "default") ? NOWPLAYING_TRACK_IS_DEFAULT : 0) |
         (strstr(words, "forced") ? NOWPLAYING_TRACK_IS_FORCED : 0) |
         (strstr(words, "commentary") ? NOWPLAYING_TRACK_IS_COMMENTARY : 0) |
         (strstr(words, "describes-video") ? NOWPLAYING_TRACK_DESCRIBES_VIDEO : 0);
}

/** The type of a field of a content. */
enum form { FORM_TEXT, FORM_TEXTS, FORM_DATE, FORM_INTEGER, FORM_NUMBER };

/** Returns the type of a field, which its number in the header tells. */
static inline enum form form_of(int field) {
  if (field < NOWPLAYING_FIELD_ARTISTS) return FORM_TEXT;
  if (field < NOWPLAYING_FIELD_TRACK_NUMBER) return FORM_TEXTS;
  if (field >= NOWPLAYING_FIELD_USER_RATING) return FORM_NUMBER;
  return field >= NOWPLAYING_FIELD_RELEASE_DATE && field <= NOWPLAYING_FIELD_LAST_PLAYED ? FORM_DATE : FORM_INTEGER;
}

/** Returns the value of an integer field: a number, or whether something is so. */
static inline int64_t integer_of(const char *value) { return is_true(value) ? 1 : strtoll(value, NULL, 10); }

/** The argument of a command: the member of its event that has it, and the prefix of its words. */
enum member { NO_MEMBER, MEMBER_TIME, MEMBER_RATE, MEMBER_RATING, MEMBER_PHASE, MEMBER_MODE, MEMBER_ON, MEMBER_ID };
struct argument {
  nowplaying_command_kind kind;
  enum member member;
  const char *words;
};

static inline struct argument argument_of(nowplaying_command_kind kind) {
  static const struct argument arguments[] = {
      {NOWPLAYING_COMMAND_SEEK_TO_POSITION, MEMBER_TIME, NULL},
      {NOWPLAYING_COMMAND_SKIP_FORWARD, MEMBER_TIME, NULL},
      {NOWPLAYING_COMMAND_SKIP_BACKWARD, MEMBER_TIME, NULL},
      {NOWPLAYING_COMMAND_SEEK_FORWARD, MEMBER_PHASE, "PHASE_"},
      {NOWPLAYING_COMMAND_SEEK_BACKWARD, MEMBER_PHASE, "PHASE_"},
      {NOWPLAYING_COMMAND_CHANGE_RATE, MEMBER_RATE, NULL},
      {NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, MEMBER_MODE, "REPEAT_"},
      {NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, MEMBER_MODE, "SHUFFLE_"},
      {NOWPLAYING_COMMAND_FEEDBACK, MEMBER_MODE, "FEEDBACK_"},
      {NOWPLAYING_COMMAND_SET_RATING, MEMBER_RATING, NULL},
      {NOWPLAYING_COMMAND_MUTE, MEMBER_ON, NULL},
      {NOWPLAYING_COMMAND_CUSTOM, MEMBER_ID, NULL}};
  for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    if (arguments[i].kind == kind) return arguments[i];
  struct argument none = {kind, NO_MEMBER, NULL};
  return none;
}

/** Returns the command of a word and its value. Its rates and intervals live until the next line. */
static inline nowplaying_command command_of(const char *word, const char *value) {
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(number("COMMAND_", word));
  struct argument argument = argument_of(command.kind);
  struct list list = list_of(value);
  const char *dots = strstr(value, "..");
  command.enabled = strcmp(value, "false") != 0;
  command.rates = rates + number_count;
  command.intervals_us = intervals + number_count;
  if (dots) {
    command.rate_minimum = strtod(value, NULL);
    command.rate_maximum = strtod(dots + 2, NULL);
  }
  for (size_t i = 0; i < list.count && !dots && command.enabled && !is_true(value); i++) {
    if (argument.member == MEMBER_MODE && i == 0) command.current = number(argument.words, list.at[i]);
    else if (argument.member == MEMBER_MODE) command.supported |= 1u << number(argument.words, list.at[i]);
    else if (number_count == MAX_LIST) exit(2);
    else if (argument.member == MEMBER_RATE) rates[number_count++] = strtod(list.at[command.rate_count++], NULL);
    else intervals[number_count++] = microseconds(list.at[command.interval_count++]);
  }
  return command;
}

/* ------------------------------------------------------------------------------------------------ Structs -------- */

/** Sets a member of a struct to what a text says, by the table of testkit.constants. Without a text it stays. */
static inline void set_member(const char *owner, void *to, const char *name, const char *text) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows && *text; i++) {
    char *at = (char *)to + rows[i].offset;
    if (strcmp(rows[i].owner, owner) != 0 || strcmp(rows[i].name, name) != 0) continue;
    switch (rows[i].form) {
    case VALUE_TEXT: *(const char **)at = text; break;
    case VALUE_WORD: *(int32_t *)at = number(rows[i].prefix, text); break;
    case VALUE_INTEGER: *(int32_t *)at = (int32_t)integer_of(text); break;
    case VALUE_NUMBER: *(double *)at = strtod(text, NULL); break;
    case VALUE_TIME: *(int64_t *)at = microseconds(text); break;
    case VALUE_DATE: *(int64_t *)at = date_of(text); break;
    case VALUE_TRAITS: *(nowplaying_track_characteristics *)at = characteristics_of(text); break;
    }
  }
}

/** Sets the members of a struct that the step gives. */
static inline void fill(const char *owner, void *to) {
  for (int i = 0; i < pair_count; i++) set_member(owner, to, pairs[i].key, pairs[i].value);
}

/** Makes a list of structs of the rows of a table, whose columns are these members. Each begins as `initial`, which has
 * so many bytes. Returns how many there are. */
static inline size_t fill_list(const char *owner, void *to, const void *initial, size_t size, const char *columns,
                              const char *value) {
  struct list cells = list_of(value), members = list_of(columns);
  for (size_t i = 0; i < cells.count; i++) {
    char *at = (char *)to + i / members.count * size;
    if (i % members.count == 0) memcpy(at, initial, size);
    set_member(owner, at, members.at[i % members.count], cells.at[i]);
  }
  return cells.count / members.count;
}

/** Sets what a step says of a snapshot. Returns 0 where it says that nothing is known. */
static inline int fill_snapshot(nowplaying_snapshot *snapshot) {
  struct list seekable = list_of(given("seekable"));
  struct timespec now;
  if (says("state", "none")) return 0;
  fill("nowplaying_snapshot", snapshot);
  if (seekable.count == 2) {
    snapshot->seekable_start_us = microseconds(seekable.at[0]);
    snapshot->seekable_end_us = microseconds(seekable.at[1]);
  }
  if (given("ago") && clock_gettime(CLOCK_MONOTONIC, &now) == 0)
    snapshot->timestamp_us = (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 - microseconds(given("ago"));
  return 1;
}

/* -------------------------------------------------------------------------------------------------- Lines -------- */

/** Begins to print a line. Until say_end(), other threads wait with theirs. */
static inline void say_verb(const char *verb) {
  flockfile(stdout);
  fputs(verb, stdout);
}

static inline void say_coded(const char *text) {
  for (; *text; text++) printf(isalnum((unsigned char)*text) || *text == '.' ? "%c" : "%%%02X", (unsigned char)*text);
}

/** Prints a value. */
static inline void say_text(const char *text) {
  putchar(' ');
  say_coded(text);
}

/** Prints a value with its key. */
static inline void say_pair(const char *key, const char *text) {
  printf(" %s=", key);
  say_coded(text);
}

static inline void say_end(void) {
  putchar('\n');
  fflush(stdout);
  funlockfile(stdout);
}

/** Prints a line: a verb, and a text unless that is NULL. */
static inline void say(const char *verb, const char *text) {
  say_verb(verb);
  if (text) say_text(text);
  say_end();
}

/** Reads the next line into `pairs`. Returns its verb; NULL at the end of the input. */
static inline const char *next_line(void) {
  static char line[MAX_TEXT];
  char *rest = NULL;
  pair_count = 0;
  listed_size = 0;
  number_count = 0;
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

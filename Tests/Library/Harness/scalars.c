/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes hostile and good arguments of simple types, and owns the memory of all arguments. */
#include <math.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "harness.h"

enum { ARENA = 1 << 17, MAX_TEXTS = 40 };

static _Alignas(16) char arena[ARENA];
static size_t arena_used;

/* Memory that is passed as a handle and is none: zeros, and a poison pattern. */
static _Alignas(16) unsigned char look_alikes[2][1024];

static const char *texts[MAX_TEXTS];
static int text_count;

void scalars_prepare(const char *const *all, int count) {
  CHECK(count <= MAX_TEXTS);
  memset(look_alikes[1], 0xa5, sizeof look_alikes[1]);
  text_count = count;
  memcpy(texts, all, (size_t)count * sizeof *all);
}

size_t values_mark(void) { return arena_used; }

void values_release(size_t mark) { arena_used = mark; }

void *arena_take(size_t size) {
  size_t start = arena_used;
  arena_used += (size + 15) & ~(size_t)15;
  CHECK(arena_used <= ARENA);
  return memset(arena + start, 0, size);
}

const char *text_or_null(void) { return random_once_in(8) ? NULL : texts[random_below(text_count)]; }

int32_t int32_value(void) {
  static const int32_t extremes[] = {INT32_MIN, INT32_MAX, -1,  0,   1,   2,   3,
                                     TEST_COMMANDS, TEST_COMMANDS + 1, 99, 100, 199, 200, 299, 300, 399, 1 << 16,
                                     RULED_INTEGERS};
  switch (random_below(4)) {
    case 0: return extremes[random_below((int)(sizeof extremes / sizeof *extremes))];
    case 1: return random_below(20) - 2;
    case 2: return (random_below(4) * 100) + random_below(12);
    default: return random_once_in(2) ? random_below(17) : -random_below(20);
  }
}

int64_t int64_value(void) {
  static const int64_t extremes[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -1, 0, 1, INT32_MAX, INT32_MIN, 1000000};
  return random_once_in(3) ? (int64_t)random_bits() : extremes[random_below(9)];
}

double double_value(void) {
  static const double values[] = {NAN, INFINITY, -INFINITY, 0.0,    -0.0,   1.0,  -1.0,
                                  0.5, 2.0,      1e308,     -1e308, 5e-324, NOWPLAYING_MAX_VOLUME + 1, RULED_NUMBERS};
  return values[random_below((int)(sizeof values / sizeof *values))];
}

size_t struct_size_value(size_t true_size) {
  static const size_t impossible[] = {0, 1, 7, SIZE_MAX, SIZE_MAX - 7, (size_t)1 << 40};
  if (!random_once_in(5)) return true_size;
  if (random_once_in(2)) return impossible[random_below(6)];
  int longer = random_once_in(2), words = 1 + random_below(longer ? 16 : (int)true_size / 8);
  return (longer ? true_size : 0) + 8 * (size_t)words;
}

void *handle_value(int kind) {
  const pool *right = &pools[kind], *other = &pools[(kind + 1 + random_below(POOLS - 1)) % POOLS];
  int choice = random_below(20);
  if (choice == 0) return NULL;
  if (choice == 1) return look_alikes[random_below(2)];
  if (choice == 2 && other->count) return other->handles[random_below(other->count)];
  if (!right->count) return NULL;
  char *good = right->handles[random_below(right->count)];
  return choice == 3 ? good + 1 + random_below(7) : good;
}

void *output_value(size_t size) {
  if (random_once_in(12)) return NULL;
  char *place = memset(arena_take(size + 8), 0x77, size + 8);
  return random_once_in(12) ? place + 1 + random_below(3) : place;
}

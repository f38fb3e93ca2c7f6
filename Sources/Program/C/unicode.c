/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "program.h"
#include "unicode.h"

/* Reads a number and advances the pointer past it. */
static uint32_t next(const uint8_t **at) {
  uint32_t number = 0;
  do number = number << 7 | (**at & 127);
  while (*(*at)++ & 128);
  return number;
}

/* Returns whether a character is in a set, which is stored as a list of edges: it is in the set when an odd number of
 * edges is at or before it. */
static bool is_within(const uint8_t *at, size_t size, uint32_t character) {
  const uint8_t *end = at + size;
  bool inside = false;
  for (uint32_t edge = 0; at < end; inside = !inside) {
    edge += next(&at);
    if (character < edge) break;
  }
  return inside;
}

bool tool_has_width(uint32_t character) { return !is_within(without_width, sizeof without_width, character); }

bool tool_is_printed(uint32_t character) { return !is_within(unprinted, sizeof unprinted, character); }

static size_t several(const uint8_t *at, size_t size, uint32_t character, uint32_t *mapped) {
  const uint8_t *end = at + size;
  uint32_t known = 0;
  while (at < end) {
    known += next(&at);
    size_t count = next(&at);
    for (size_t i = 0; i < count; i++) mapped[i] = next(&at);
    if (character == known) return count;
  }
  return 0;
}

static uint32_t moved(const uint8_t *at, size_t size, uint32_t character) {
  const uint8_t *end = at + size;
  uint32_t last = 0;
  while (at < end) {
    uint32_t first = last + next(&at), run = next(&at), distance = next(&at);
    uint32_t step = 1 + (run & 1);
    last = first + (run >> 1) * step;
    if (character < first) break;
    if (character <= last && (character - first) % step == 0) {
      return distance & 1 ? character - (distance >> 1) : character + (distance >> 1);
    }
  }
  return character;
}

size_t tool_change_case(uint32_t character, bool up, uint32_t mapped[3]) {
  size_t count = up ? several(upper_several, sizeof upper_several, character, mapped)
                    : several(lower_several, sizeof lower_several, character, mapped);
  if (count > 0) return count;
  mapped[0] = up ? moved(upper, sizeof upper, character) : moved(lower, sizeof lower, character);
  return 1;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "input.h"

#include <string.h>

uint8_t take_byte(bytes *from) {
  if (!from->left) return 0;
  from->left--;
  return *from->data++;
}

int64_t take_integer(bytes *from) {
  uint64_t value = 0;
  for (int width = 1 << (take_byte(from) % 4); width > 0; width--) value = value << 8 | take_byte(from);
  return (int64_t)value;
}

double take_number(bytes *from) {
  uint8_t choice = take_byte(from);
  if (choice < 200) return (choice - 50) / 50.0;
  double value;
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) bits = bits << 8 | take_byte(from);
  memcpy(&value, &bits, sizeof value);
  return value;
}

const char *take_text(bytes *from, int nullable) {
  static char texts[4][300];
  static int next;
  char *text = texts[next++ % 4];
  size_t length = take_byte(from);
  if (length == 0 && nullable) return NULL;
  if (length > from->left) length = from->left;
  memcpy(text, from->data, length);
  text[length] = '\0';
  from->data += length;
  from->left -= length;
  return text;
}

const char *take_one_of(bytes *from, const char *const *texts, size_t count) {
  uint8_t choice = take_byte(from);
  return choice >= 240 ? take_text(from, 0) : texts[choice % count];
}

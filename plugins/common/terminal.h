/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Writes lines with foreign texts in them, as titles and the errors of servers, for people at a terminal. */
#ifndef COMMON_TERMINAL_H
#define COMMON_TERMINAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Reads the character of UTF-8 at the start of a text. Returns its length; 0 for bytes that are none. */
static inline size_t read_character(const unsigned char *text, unsigned *ret_value) {
  static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
  unsigned lead = text[0];
  size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  unsigned value = more == 0 ? lead : lead & (0x3fu >> more);
  if ((lead >= 0x80 && lead < 0xc0) || lead > 0xf4) return 0;
  for (size_t i = 1; i <= more; ++i) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    value = value << 6 | (text[i] & 0x3fu);
  }
  if (value < least[more] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return 0;
  *ret_value = value;
  return more + 1;
}

/* Returns whether a character has a place in a line: control characters, breaks of lines, and marks that turn the
 * direction of what follows have none. */
static inline bool is_plain(unsigned value) {
  if (value < 0x20 || (value >= 0x7f && value < 0xa0)) return false;
  return !(value >= 0x2028 && value <= 0x202e) && !(value >= 0x2066 && value <= 0x2069);
}

/* Replaces each character of a text that has no place in a line, and each wrong byte, by a question mark. */
static inline void clean_line(char *text) {
  const unsigned char *from = (const unsigned char *)text;
  char *to = text;
  while (*from != '\0') {
    unsigned value = 0;
    size_t length = read_character(from, &value);
    if (length == 0 || !is_plain(value)) {
      *to++ = '?';
      from += length > 0 ? length : 1;
    } else {
      while (length-- > 0) *to++ = (char)*from++;
    }
  }
  *to = '\0';
}

/* Writes a line; a very long one is cut. format: of printf(), without the end of the line. */
__attribute__((format(printf, 2, 3))) static inline void write_line(FILE *file, const char *format, ...) {
  char line[2048];
  va_list words;
  va_start(words, format);
  vsnprintf(line, sizeof line, format, words);
  va_end(words);
  clean_line(line);
  fprintf(file, "%s\n", line);
}

#endif

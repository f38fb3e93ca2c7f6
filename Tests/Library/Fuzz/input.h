/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads the input of a fuzzer. */
#ifndef NOWPLAYING_TEST_INPUT_H
#define NOWPLAYING_TEST_INPUT_H

#include <stddef.h>
#include <stdint.h>

/** The rest of the input. Reading beyond its end gives zeros. */
typedef struct bytes {
  const uint8_t *data;
  size_t left;
} bytes;

uint8_t take_byte(bytes *from);
int64_t take_integer(bytes *from);
double take_number(bytes *from);
/** A text with NUL at its end, made of the next bytes; NULL for a zero length when `nullable`. Valid until four more
 * texts have been taken. */
const char *take_text(bytes *from, int nullable);
/** Returns one of the texts, or (once in 16) a text from the input. */
const char *take_one_of(bytes *from, const char *const *texts, size_t count);

#endif

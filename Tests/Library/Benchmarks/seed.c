/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Preloaded while instructions are counted: replaces the system's random bytes by those from SEED. sd-bus hashes its
 * tables with a random key, and a key with which two entries collide costs a call some hundred instructions more. */
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

ssize_t getrandom(void *buffer, size_t size, unsigned flags);

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  const char *seed = getenv("SEED");

  (void)flags;
  memset(buffer, seed ? atoi(seed) : 0, size);
  return (ssize_t)size;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* What the tests of the platform share. */
#ifndef NOWPLAYING_TEST_SYSTEM_H
#define NOWPLAYING_TEST_SYSTEM_H

#include <dirent.h>
#include <stdlib.h>

#include "../Support/check.h"

/** How many descriptors this process has open. */
static inline int descriptors(void) {
  DIR *directory = opendir("/proc/self/fd");
  int count = 0;
  while (readdir(directory)) count++;
  closedir(directory);
  return count;
}

/** Runs a statement, which must leave as many descriptors open as it found. */
#define KEEPS_DESCRIPTORS(statement) \
  do { \
    int before_statement = descriptors(); \
    statement; \
    CHECK_EQUAL(descriptors(), before_statement); \
  } while (0)

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Shared by the tests of the platform. */
#ifndef NOWPLAYING_TEST_SYSTEM_H
#define NOWPLAYING_TEST_SYSTEM_H

#include <dirent.h>
#include <stdlib.h>

#include "../../Lab/C/check.h"

/* The linker's name for a wrapped function; with 64-bit offsets it is another one. */
#if defined _FILE_OFFSET_BITS && _FILE_OFFSET_BITS == 64
#define __wrap_fcntl __wrap_fcntl64
#define __real_fcntl __real_fcntl64
#define __wrap_fstat __wrap_fstat64
#define __real_fstat __real_fstat64
#define __wrap_lstat __wrap_lstat64
#define __real_lstat __real_lstat64
#define __wrap_open __wrap_open64
#define __real_open __real_open64
#define __wrap_pread __wrap_pread64
#define __real_pread __real_pread64
#endif

/** Returns how many descriptors this process has open. */
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

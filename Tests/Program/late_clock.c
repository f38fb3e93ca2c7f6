/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A clock that is late, for LD_PRELOAD: by a second for each byte of the file $LATE_CLOCK. */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, now);
  const char *path = getenv("LATE_CLOCK");
  struct stat status;
  if (result == 0 && clock == CLOCK_MONOTONIC && path && stat(path, &status) == 0) now->tv_sec += status.st_size;
  return result;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Preloaded, it has a machine seem to have slept: the clock that counts meanwhile is ahead by the seconds in the file
 * that $SLEPT names. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *ret_time) {
  long slept = 0;
  int result = (int)syscall(SYS_clock_gettime, clock, ret_time);
  FILE *file = clock == CLOCK_BOOTTIME ? fopen(getenv("SLEPT"), "re") : NULL;
  if (file == NULL) return result;
  if (fscanf(file, "%ld", &slept) == 1) ret_time->tv_sec += slept;
  fclose(file);
  return result;
}

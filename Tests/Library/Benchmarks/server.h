/* How a server of the benchmark is driven: bytes on standard input, and a time stamp in a shared file.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#ifndef SERVER_H
#define SERVER_H

#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench.h"

/** Maps the file into which the server writes when it emitted or committed. */
static inline _Atomic int64_t *stamp_open(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  void *memory = MAP_FAILED;
  if (fd >= 0 && ftruncate(fd, sizeof(int64_t)) == 0)
    memory = mmap(NULL, sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) {
    perror(path);
    exit(1);
  }
  close(fd);
  return memory;
}

/** Reads one control byte; 0 at the end. */
static inline char control_read(void) {
  char byte;
  return read(STDIN_FILENO, &byte, 1) == 1 ? byte : 0;
}

#endif

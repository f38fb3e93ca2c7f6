/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Odd disks, for LD_PRELOAD. A hanging disk: once there is a FIFO $SLOW_DISK, read() and write() in the artwork folder
 * create the file $SLOW_DISK.reached, and then wait until somebody opens the FIFO for writing. A full disk: below
 * $FULL_DISK write() fails. Real disks of these kinds would need the right to mount. With either variable
 * statfs() says that files are on a disk, and not in memory. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

/** Whether a part is in the path of an open file. */
static int lies_in(int fd, const char *part) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strstr(path, part) != NULL;
}

static void wait_for_gate(int fd) {
  const char *gate = getenv("SLOW_DISK");
  if (!gate || access(gate, F_OK) != 0 || !lies_in(fd, "/nowplaying/")) return;
  char reached[PATH_MAX];
  snprintf(reached, sizeof reached, "%s.reached", gate);
  close(open(reached, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  close(open(gate, O_RDONLY | O_CLOEXEC));
}

int statfs(const char *path, struct statfs *status) {
  static int (*real)(const char *, struct statfs *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "statfs");
  int result = real(path, status);
  if (result == 0 && (getenv("SLOW_DISK") || getenv("FULL_DISK"))) status->f_type = 0xEF53; /* ext4 */
  return result;
}

ssize_t read(int fd, void *data, size_t size) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "read");
  wait_for_gate(fd);
  return real(fd, data, size);
}

ssize_t write(int fd, const void *data, size_t size) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "write");
  wait_for_gate(fd);
  const char *full = getenv("FULL_DISK");
  if (full && lies_in(fd, full)) {
    errno = ENOSPC;
    return -1;
  }
  return real(fd, data, size);
}

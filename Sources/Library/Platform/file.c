/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions for files and the environment. */
#include <dirent.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"

_Static_assert(NP_MISSING == -ENOENT && NP_LOCKED == -EWOULDBLOCK && NP_INVALID == -EINVAL && NP_TOO_LARGE == -EFBIG,
               "the names in platform.h");

int32_t np_above_stdio(int32_t fd) {
  if (fd < 0) return -errno;
  if (fd > STDERR_FILENO) return fd;
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int error = moved < 0 ? errno : 0;
  close(fd);
  return error ? -error : moved;
}

bool np_parent_is_trusted(const char *path) {
  const char *slash = strrchr(path, '/');
  char parent[PATH_MAX];
  if (!slash || slash - path >= PATH_MAX) return false;
  memcpy(parent, path, (size_t)(slash - path));
  parent[slash - path] = 0;
  /* stat() follows links, because people replace their ~/.cache by a link. */
  struct stat status;
  return stat(parent, &status) == 0 && S_ISDIR(status.st_mode) &&
         (status.st_uid == geteuid() || (status.st_mode & S_ISVTX));
}

int32_t np_directory_private(const char *path) {
  if (mkdir(path, 0700) < 0 && errno != EEXIST) return -errno;
  struct stat status;
  if (lstat(path, &status) < 0) return -errno;
  if (!S_ISDIR(status.st_mode)) return -ENOTDIR;
  if (status.st_uid != geteuid()) return -EPERM;
  if ((status.st_mode & 077) && chmod(path, 0700) < 0) return -errno;
  return 0;
}

/** Opens a directory that belongs to this user and is not a link. */
static int open_directory(const char *path) {
  int directory = np_above_stdio(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  struct stat status;
  if (np_is_error(directory)) return directory;
  if (fstat(directory, &status) == 0 && status.st_uid == geteuid()) return directory;
  close(directory);
  return -EPERM;
}

int32_t np_lock_directory(const char *path) {
  int directory = open_directory(path);
  if (np_is_error(directory)) return directory;
  int fd = np_above_stdio(openat(directory, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  int error = np_is_error(fd) ? -fd : 0;
  close(directory);
  struct stat status;
  if (!error && (flock(fd, LOCK_EX | LOCK_NB) < 0 || fstat(fd, &status) < 0)) error = errno;
  /* The former owner of the lock may have removed the file, and the directory with it. */
  if (!error && status.st_nlink == 0) error = ENOENT;
  if (error && !np_is_error(fd)) close(fd);
  return error ? -error : fd;
}

bool np_directory_is_held(const char *path, int32_t lock) {
  struct stat held, found;
  int directory = open_directory(path);
  if (np_is_error(directory)) return false;
  bool same = fstatat(directory, "lock", &found, AT_SYMLINK_NOFOLLOW) == 0 && fstat(lock, &held) == 0 &&
             held.st_dev == found.st_dev && held.st_ino == found.st_ino;
  close(directory);
  return same;
}

int32_t np_write_all(int32_t fd, const void *data, size_t size) {
  const char *next = data;
  int error = 0;
  /* SIGXFSZ is blocked: writing beyond a limit on the size of files (RLIMIT_FSIZE) must not end the player. */
  sigset_t too_large, before, pending;
  sigemptyset(&too_large);
  sigaddset(&too_large, SIGXFSZ);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &too_large, &before);
  while (size && !error) {
    ssize_t written = write(fd, next, size);
    if (written > 0) next += written, size -= (size_t)written;
    else if (errno != EINTR) error = errno;
  }
  if (error == EFBIG && !sigismember(&pending, SIGXFSZ)) sigtimedwait(&too_large, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return -error;
}

int32_t np_write_file(const char *directory, const char *name, const void *data, size_t size) {
  char temporary[PATH_MAX], final[PATH_MAX];
  if (snprintf(temporary, sizeof temporary, "%s/.%016llx", directory, (unsigned long long)np_random()) >=
          (int)sizeof temporary ||
      snprintf(final, sizeof final, "%s/%s", directory, name) >= (int)sizeof final)
    return -ENAMETOOLONG;
  int fd = np_above_stdio(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (np_is_error(fd)) return fd;
  int error = -np_write_all(fd, data, size);
  if (close(fd) < 0 && !error) error = errno;
  if (!error && rename(temporary, final) < 0) error = errno;
  if (error) unlink(temporary);
  return -error;
}

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

/** Calls memfd_create() by its number, because glibc has a function for it only since 2.27. */
static int make_memory_file(const char *name, unsigned flags) { return (int)syscall(SYS_memfd_create, name, flags); }

/** Opens the file behind a descriptor once more. Returns the new descriptor or a negative errno. */
static int open_again(int fd, int flags) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  return np_above_stdio(open(path, flags));
}

/** Makes an empty file in memory. Returns its descriptor or a negative errno. */
static int make_empty(const char *name) {
  /* MFD_NOEXEC_SEAL keeps the file from being executed. Kernels before 6.3 do not know the flag; later ones may refuse
   * files without it. */
  const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  int memory = make_memory_file(name, flags | MFD_NOEXEC_SEAL);
  if (memory < 0 && errno == EINVAL) memory = make_memory_file(name, flags);
  return np_above_stdio(memory);
}

/** Seals a file in memory, or closes it after an error. Returns a descriptor for reading or a negative errno. */
static int seal(int memory, int error) {
  if (!error && fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0) error = errno;
  if (error) {
    close(memory);
    return -error;
  }
  /* The file is opened once more, for reading alone: in kernels before 6.7 nobody can map a sealed file as MAP_SHARED
   * through a descriptor that is open for writing, and readers may want to. If a sandbox forbids that, the writable
   * descriptor is used, and the seals alone protect the file. */
  int reading = np_open_again(memory);
  if (np_is_error(reading)) return memory;
  close(memory);
  return reading;
}

int32_t np_memory_file(const char *name, const void *data, size_t size) {
  int memory = make_empty(name);
  if (np_is_error(memory)) return memory;
  /* Written and not mapped: write() returns an error when the memory is full, where a mapping raises SIGBUS. It also
   * takes half the time, because the pages are not cleared before. */
  return seal(memory, -np_write_all(memory, data, size));
}

/** Copies the content of a file, which may grow or shrink meanwhile. Returns 0 or an errno. */
static int copy(int from, int to, size_t limit, size_t *ret_size) {
  const size_t most = 1 << 18;
  char *part = malloc(most);
  int64_t count = part ? 1 : -ENOMEM;
  int error = 0;
  size_t size = 0;
  while (count > 0 && !error) {
    count = np_read_at(from, size, part, most);
    if (count < 0) break;
    size += (size_t)count;
    error = size > limit ? EFBIG : -np_write_all(to, part, (size_t)count);
  }
  free(part);
  *ret_size = size;
  return count < 0 ? (int)-count : error;
}

int32_t np_memory_copy(const char *name, const char *path, size_t limit, size_t *ret_size, uint64_t *ret_identity) {
  int file = np_open_file(path, limit, ret_size);
  if (np_is_error(file)) return file;
  struct stat status;
  int error = fstat(file, &status) < 0 ? errno : 0;
  int memory = error ? -error : make_empty(name);
  if (!np_is_error(memory)) {
    const uint64_t facts[] = {
        status.st_dev,         (uint64_t)status.st_ino,           (uint64_t)status.st_size,
        (uint64_t)status.st_mtim.tv_sec, (uint64_t)status.st_mtim.tv_nsec, (uint64_t)status.st_ctim.tv_sec,
        (uint64_t)status.st_ctim.tv_nsec,
    };
    *ret_identity = np_hash(facts, sizeof facts, 0);
    memory = seal(memory, copy(file, memory, limit, ret_size));
  }
  close(file);
  return memory;
}

int32_t np_open_again(int32_t fd) { return open_again(fd, O_RDONLY | O_CLOEXEC); }

bool np_have_same_bytes(int32_t one, int32_t other, size_t size) {
  void *a = mmap(NULL, size, PROT_READ, MAP_PRIVATE, one, 0), *b = mmap(NULL, size, PROT_READ, MAP_PRIVATE, other, 0);
  bool same = a != MAP_FAILED && b != MAP_FAILED && !memcmp(a, b, size);
  if (a != MAP_FAILED) munmap(a, size);
  if (b != MAP_FAILED) munmap(b, size);
  return same;
}

/** Checks that a descriptor is that of a regular file within a limit, and closes it if it is not. Returns the
 * descriptor or a negative errno. */
static int require_file(int fd, size_t limit, size_t *ret_size) {
  struct stat status;
  int error = 0;
  if (np_is_error(fd)) return fd;
  if (fstat(fd, &status) < 0) error = errno;
  else if (!S_ISREG(status.st_mode)) error = EINVAL;
  else if ((uintmax_t)status.st_size > limit) error = EFBIG;
  if (!error) {
    *ret_size = (size_t)status.st_size;
    return fd;
  }
  close(fd);
  return -error;
}

int32_t np_open_file(const char *path, size_t limit, size_t *ret_size) {
  /* The file is checked by O_PATH before it is opened, because opening a device may have an effect, such as on a tape
   * or a watchdog. */
  size_t size = 0;
  int seen = require_file(np_above_stdio(open(path, O_PATH | O_CLOEXEC)), limit, &size);
  if (np_is_error(seen)) return seen;
  /* If there is no /proc, or no second descriptor left, the file is opened by its name. It may have become a FIFO in
   * between, which must not wait for its writer, or a terminal, which must not become the program's controlling
   * terminal. */
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int fd = open_again(seen, flags);
  close(seen);
  if (np_is_error(fd)) fd = np_above_stdio(open(path, flags));
  return require_file(fd, limit, ret_size);
}

int64_t np_load_file(const char *path, size_t limit, const void **ret_data) {
  size_t size = 0, filled = 0;
  int fd = np_open_file(path, limit, &size);
  if (np_is_error(fd)) return fd;
  int error = 0;
  void *data = NULL;
  if (size > 0) {
    /* Read and not mapped: if the file became shorter meanwhile, a mapping would raise SIGBUS in the player. */
    data = malloc(size);
    if (!data) error = ENOMEM;
    while (!error) {
      ssize_t count = read(fd, (char *)data + filled, size - filled);
      if (count == 0) break;
      if (count > 0) filled += (size_t)count;
      else if (errno != EINTR) error = errno;
    }
  }
  close(fd);
  if (error) {
    free(data);
    return -error;
  }
  *ret_data = data;
  return (int64_t)filled;
}

int32_t np_duplicate(int32_t fd) {
  int duplicate = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  return duplicate < 0 ? -errno : duplicate;
}

int32_t np_sealed_map(int32_t fd, size_t limit, size_t *ret_size, const void **ret_data) {
  const int needed = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  int seals = fcntl(fd, F_GET_SEALS);
  if (seals < 0 || (seals & needed) != needed) return -EINVAL;
  /* Only files in memory can have seals, so that this never waits for a disk. The seals also keep the size. */
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  if (status.st_size < 1) return -EINVAL;
  if ((uint64_t)status.st_size > limit) return -EFBIG;
  void *data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return -errno;
  *ret_size = (size_t)status.st_size;
  *ret_data = data;
  return 0;
}

void np_unmap(const void *data, size_t size) { munmap((void *)data, size); }

int64_t np_read_at(int32_t fd, uint64_t offset, void *buffer, size_t capacity) {
  size_t filled = 0;
  while (filled < capacity) {
    ssize_t count = pread(fd, (char *)buffer + filled, capacity - filled, (off_t)(offset + filled));
    if (count == 0) break;
    if (count > 0) filled += (size_t)count;
    else if (errno != EINTR) return -errno;
  }
  return (int64_t)filled;
}

void np_unload_file(const void *data) { free((void *)data); }

bool np_file_has_size(const char *path, int64_t size) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && (size < 0 || status.st_size == size);
}

bool np_file_is_in_memory(const char *path) {
  const unsigned tmpfs = 0x01021994, ramfs = 0x858458F6; /* as in <linux/magic.h> */
  struct statfs status;
  if (statfs(path, &status) < 0) return false;
  return (unsigned)status.f_type == tmpfs || (unsigned)status.f_type == ramfs;
}

void np_remove_file(const char *path) { unlink(path); }

/** Calls back with the name of each entry of a directory, and closes the directory's descriptor. */
static void list(int fd, void (*each)(const char *, void *), void *context) {
  DIR *directory = fdopendir(fd);
  if (!directory) {
    close(fd);
    return;
  }
  for (struct dirent *entry; (entry = readdir(directory));)
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) each(entry->d_name, context);
  closedir(directory);
}

void np_list_directory(const char *path, void (*each)(const char *, void *), void *context) {
  int directory = open_directory(path);
  if (!np_is_error(directory)) list(directory, each, context);
}

static void remove_entry(const char *name, void *context) { unlinkat(*(int *)context, name, 0); }

void np_remove_directory(const char *path) {
  int directory = open_directory(path);
  if (np_is_error(directory)) return;
  list(directory, remove_entry, &directory);
  rmdir(path);
}

void np_remove_empty_directory(const char *path) { rmdir(path); }

int64_t np_read_file(const char *path, char *buffer, size_t capacity) {
  int fd = np_above_stdio(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (np_is_error(fd)) return fd;
  ssize_t count = read(fd, buffer, capacity);
  int64_t result = count < 0 ? -errno : count;
  close(fd);
  return result;
}

int64_t np_read_link(const char *path, char *buffer, size_t capacity) {
  ssize_t count = readlink(path, buffer, capacity);
  return count < 0 ? -errno : count;
}

int32_t np_process_id(void) { return getpid(); }
const char *np_getenv(const char *name) { return secure_getenv(name); }
uint32_t np_user_id(void) { return geteuid(); }
const char *np_strerror(int32_t error) {
  /* The error of a library that opens sd-bus at run time. The system's text for it would help nobody. */
  if (error == -ELIBACC) return "there is no sd-bus: install libsystemd, libelogind or basu";
  /* strerror_l() with the locale "C", because strerrordesc_np() exists only in newer glibc, and strerror() uses the
   * program's language. */
  return strerror_l(abs(error), newlocale(LC_ALL_MASK, "C", NULL));
}

/* A fast hash of a picture, to name its file. It need not resist attackers: a player names only its own files. */
uint64_t np_hash(const void *data, size_t size, uint64_t seed) {
  const unsigned char *bytes = data;
  uint64_t hash = seed ^ (size * 0x9E3779B97F4A7C15ULL);
  while (size) {
    uint64_t word = 0;
    size_t step = size < 8 ? size : 8;
    memcpy(&word, bytes, step);
    /* le64toh() makes the hash the same on every machine. Big-endian words would put the few bytes of the last word
     * into the high bits, so that few bits of the hash would change. */
    hash = (hash ^ le64toh(word)) * 0xFF51AFD7ED558CCDULL;
    hash ^= hash >> 32;
    bytes += step, size -= step;
  }
  return hash ^ hash >> 29;
}

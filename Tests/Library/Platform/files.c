/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests files: their content, and what is left when a call fails. Runs as an ordinary user. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/statfs.h>

#include "place.h"

/* ---- The system, with simulated faults. ---- */

/** The errnos with which the next calls fail, one for each; 0 ends the list. */
static int write_fails[4], read_fails[4], close_fails;
/** The n-th call from now on fails; 0: none fails. */
static int fstat_fails, malloc_fails;
/** The most bytes that are written or read at once. */
static size_t most = SIZE_MAX;
static int writes;
/** The most bytes that one read returns; and how many allocated blocks have not been freed. */
static size_t room = SIZE_MAX;
static int blocks;

/** Takes the next errno of a list. Returns whether there was one. */
static int takes(int *fails) {
  errno = fails[0];
  memmove(fails, fails + 1, 3 * sizeof *fails);
  return errno != 0;
}

ssize_t __real_write(int fd, const void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size) {
  CHECK(fd > 2);
  writes++;
  return takes(write_fails) ? -1 : __real_write(fd, data, size < most ? size : most);
}

ssize_t __real_read(int fd, void *data, size_t size);
ssize_t __wrap_read(int fd, void *data, size_t size);
ssize_t __wrap_read(int fd, void *data, size_t size) {
  CHECK(size <= room);
  if (read_fails[0] == -1) return read_fails[0] = 0; /* the file was cut */
  ssize_t result = takes(read_fails) ? -1 : __real_read(fd, data, size < most ? size : most);
  if (result > 0) room -= (size_t)result;
  return result;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, mode_t mode);
int __wrap_open(const char *path, int flags, mode_t mode) {
  CHECK(flags & O_CLOEXEC);
  return __real_open(path, flags, mode);
}

/* The names that fortify.h gives these functions when the compiler defers its checks. */
int __wrap___open_2(const char *path, int flags);
int __wrap___open_2(const char *path, int flags) { return __wrap_open(path, flags, 0); }
ssize_t __wrap___read_chk(int fd, void *data, size_t size, size_t known);
ssize_t __wrap___read_chk(int fd, void *data, size_t size, size_t known) {
  CHECK(size <= known);
  return __wrap_read(fd, data, size);
}

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
  int result = __real_close(fd);
  if (!close_fails || fd <= 2) return result;
  errno = close_fails;
  close_fails = 0;
  return -1;
}

int __real_fstat(int fd, struct stat *status);
int __wrap_fstat(int fd, struct stat *status);
int __wrap_fstat(int fd, struct stat *status) {
  if (!fstat_fails || --fstat_fails) return __real_fstat(fd, status);
  errno = EIO;
  return -1;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  if (malloc_fails && !--malloc_fails) return NULL;
  blocks++;
  return __real_malloc(size);
}

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory) {
  if (memory) blocks--;
  __real_free(memory);
}

/* ---- Words. ---- */

static char text[128];

static const char *content_of(const char *path) {
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return text;
}

/* ---- Files. ---- */

/** A write that fails leaves the former content, and nothing else. */
static void write_fails_by(int error) {
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_write_file("place", "picture", "new", 3), -error));
  CHECK_EQUAL(entries_of("place"), 1);
  CHECK_TEXT(content_of("place/picture"), "abcdefgh");
}

static void writing(void) {
  CHECK(mkdir("place", 0700) == 0);
  umask(0);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_write_file("place", "picture", "old", 3), 0));
  umask(022);
  CHECK_EQUAL(mode_of("place/picture"), 0600);
  most = 3;
  memcpy(write_fails, (int[]){EINTR, EINTR}, 2 * sizeof(int));
  writes = 0;
  CHECK_EQUAL(np_write_file("place", "picture", "abcdefgh", 8), 0);
  CHECK_EQUAL(writes, 5);
  most = SIZE_MAX;
  CHECK_TEXT(content_of("place/picture"), "abcdefgh");
  write_fails[0] = ENOSPC;
  write_fails_by(ENOSPC);
  close_fails = EIO;
  write_fails_by(EIO);
  write_fails[0] = ENOSPC, close_fails = EIO;
  write_fails_by(ENOSPC);
  CHECK_EQUAL(np_write_file("place", "empty", "", 0), 0);
  CHECK_TEXT(content_of("place/empty"), "");
  np_remove_file("place/empty");
  CHECK_EQUAL(np_write_file("missing", "picture", "new", 3), -ENOENT);
  CHECK(mkdir("place/taken", 0700) == 0);
  CHECK_EQUAL(np_write_file("place", "taken", "new", 3), -EISDIR);
  CHECK(rmdir("place/taken") == 0);
  CHECK_EQUAL(entries_of("place"), 1);
  static char huge[2 * PATH_MAX];
  memset(huge, 'x', sizeof huge - 1);
  CHECK_EQUAL(np_write_file("place", huge, "new", 3), -ENAMETOOLONG);
  CHECK_EQUAL(np_write_file(huge, "picture", "new", 3), -ENAMETOOLONG);
}

static int is_pending(int signal) {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, signal);
}

/** Fills the stack with ones, so that uninitialised memory is not 0 by chance. */
static void __attribute__((noinline)) soil_the_stack(void) {
  volatile char stack[32768];
  for (size_t i = 0; i < sizeof stack; i++) stack[i] = -1;
}

static void limits_on_the_size_of_files(void) {
  const struct rlimit small = {2, RLIM_INFINITY}, large = {RLIM_INFINITY, RLIM_INFINITY};
  sigset_t too_large, mask, others;
  sigemptyset(&others);
  sigaddset(&others, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &others, NULL);
  raise(SIGUSR1);
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  soil_the_stack();
  write_fails_by(EFBIG);
  CHECK(is_pending(SIGUSR1));
  sigtimedwait(&others, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_UNBLOCK, &others, NULL);
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  CHECK(!sigismember(&mask, SIGXFSZ));
  /* A signal that was pending before belongs to the program. */
  sigemptyset(&too_large);
  sigaddset(&too_large, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &too_large, NULL);
  write_fails_by(EFBIG);
  CHECK(!is_pending(SIGXFSZ));
  raise(SIGXFSZ);
  write_fails_by(EFBIG);
  CHECK(is_pending(SIGXFSZ));
  sigtimedwait(&too_large, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_UNBLOCK, &too_large, NULL);
  CHECK(setrlimit(RLIMIT_FSIZE, &large) == 0);
}

static void loads(const char *path, size_t limit, int error, const char *content) {
  const void *data = "untouched";
  int before = blocks;
  room = limit;
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_load_file(path, limit, &data), content ? (int64_t)strlen(content) : error));
  if (error) {
    CHECK_TEXT(data, "untouched");
  } else {
    CHECK(content[0] ? memcmp(data, content, strlen(content)) == 0 : data == NULL);
    np_unload_file(data);
  }
  CHECK_EQUAL(blocks, before);
  room = SIZE_MAX;
}

static void loading(void) {
  loads("place/picture", 8, 0, "abcdefgh");
  loads("place/picture", 7, -EFBIG, NULL);
  make_file("empty", "");
  loads("empty", 8, 0, "");
  make_file("byte", "a");
  loads("byte", 8, 0, "a");
  loads("place", 8, -EINVAL, NULL);
  loads("missing", 8, -ENOENT, NULL);
  CHECK(mkfifo("fifo", 0600) == 0);
  loads("fifo", 8, -EINVAL, NULL);
  most = 3;
  memcpy(read_fails, (int[]){EINTR, EINTR}, 2 * sizeof(int));
  loads("place/picture", 8, 0, "abcdefgh");
  most = 1;
  loads("place/picture", 8, 0, "abcdefgh");
  most = SIZE_MAX;
  read_fails[0] = EIO;
  loads("place/picture", 8, -EIO, NULL);
  read_fails[0] = -1;
  const void *data = NULL;
  CHECK_EQUAL(np_load_file("place/picture", 8, &data), 0);
  np_unload_file(data);
  fstat_fails = 1;
  loads("place/picture", 8, -EIO, NULL);
  malloc_fails = 1;
  loads("place/picture", 8, -ENOMEM, NULL);
}

static void small_files(void) {
  char buffer[8] = "-------";
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_read_file("place/picture", buffer, 5), 5));
  CHECK_TEXT(buffer, "abcde--");
  errno = EIO; /* of something before */
  CHECK_EQUAL(np_read_file("empty", buffer, 5), 0);
  CHECK_EQUAL(np_read_file("missing", buffer, 5), -ENOENT);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_read_file("place", buffer, 5), -EISDIR));
  CHECK_EQUAL(np_read_file("fifo", buffer, 5), 0); /* it does not wait */
  CHECK(symlink("place/picture", "link") == 0);
  CHECK_EQUAL(np_read_link("link", buffer, sizeof buffer), 8);
  CHECK(memcmp(buffer, "place/pi", 8) == 0);
  CHECK_EQUAL(np_read_link("empty", buffer, sizeof buffer), -EINVAL);
  CHECK_EQUAL(np_read_link("missing", buffer, sizeof buffer), -ENOENT);
  CHECK_EQUAL(np_user_id(), geteuid());
  CHECK_EQUAL(np_process_id(), getpid());
  CHECK(np_file_has_size("place/picture", 8) && np_file_has_size("place/picture", -1));
  CHECK(!np_file_has_size("place/picture", 7) && !np_file_has_size("place/picture", 9));
  CHECK(np_file_has_size("empty", 0) && !np_file_has_size("place/picture", 0));
  CHECK(!np_file_has_size("place", -1) && !np_file_has_size("missing", -1));
  CHECK(symlink("place/picture", "to picture") == 0 && !np_file_has_size("to picture", -1));
}

static void places(void) {
  struct statfs status;
  CHECK(statfs("/dev/shm", &status) == 0);
  CHECK_EQUAL(np_file_is_in_memory("/dev/shm"), status.f_type == TMPFS_MAGIC);
  CHECK(!np_file_is_in_memory("/proc/self/stat") && !np_file_is_in_memory("missing"));
}

static void all(void) {
  step("writing");
  writing();
  limits_on_the_size_of_files();
  step("loading");
  loading();
  small_files();
  places();
}

int main(void) { return run_in_folders(all); }

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests memory files: what others can do with them, and what is left when a call fails. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform.h"
#include "system.h"

/* ---- The system, with simulated faults. ---- */

/** The errno of the next call; 0 for none. */
static int memfd_fails, write_fails, seal_fails, open_fails, pread_fails;
static unsigned last_flags;
/** How often a file was opened for reading; and whether open() must get the flags O_NONBLOCK and O_NOCTTY. */
static int opened, needs_no_terminal;
/** Simulates that without /proc another file has replaced "file" before it is opened by name: the other file's name. */
static const char *becomes;
/** The file that grows by a byte before the next read. */
static const char *grows;
/** The most bytes that are written or read at once. */
static size_t most = SIZE_MAX;

static int takes(int *fails) {
  errno = *fails;
  *fails = 0;
  return errno != 0;
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, const char *name, unsigned flags);
long __wrap_syscall(long number, const char *name, unsigned flags) {
  CHECK_EQUAL(number, SYS_memfd_create);
  last_flags = flags;
  return takes(&memfd_fails) ? -1 : __real_syscall(number, name, flags);
}

ssize_t __real_write(int fd, const void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size) {
  CHECK(fd > 2);
  return takes(&write_fails) ? -1 : __real_write(fd, data, size < most ? size : most);
}

ssize_t __real_pread(int fd, void *data, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *data, size_t size, off_t offset);
ssize_t __wrap_pread(int fd, void *data, size_t size, off_t offset) {
  if (grows) {
    FILE *file = fopen(grows, "a");
    CHECK(file && fputs("x", file) >= 0 && fclose(file) == 0);
    grows = NULL;
  }
  return takes(&pread_fails) ? -1 : __real_pread(fd, data, size < most ? size : most, offset);
}

int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, int argument);
int __wrap_fcntl(int fd, int command, int argument) {
  if (command == F_ADD_SEALS && takes(&seal_fails)) return -1;
  return __real_fcntl(fd, command, argument);
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, mode_t mode);
int __wrap_open(const char *path, int flags, mode_t mode) {
  CHECK(flags & O_CLOEXEC);
  if (!(flags & O_PATH)) {
    opened++;
    if (needs_no_terminal) CHECK((flags & (O_NONBLOCK | O_NOCTTY)) == (O_NONBLOCK | O_NOCTTY));
  }
  if (becomes && strncmp(path, "/proc/self/fd/", 14) == 0) {
    CHECK(rename(becomes, "file") == 0);
    errno = ENOENT;
    return -1;
  }
  return takes(&open_fails) ? -1 : __real_open(path, flags, mode);
}

/* The name that fortify.h gives this function when the compiler defers its check. */
int __wrap___open_2(const char *path, int flags);
int __wrap___open_2(const char *path, int flags) { return __wrap_open(path, flags, 0); }

/* ---- Tests. ---- */

static const char picture[] = "abcdefgh";

static int32_t make(void) {
  int32_t fd = np_memory_file("test", picture, 8);
  CHECK(fd > 2);
  return fd;
}

static void checks_content(int32_t fd) {
  char content[9] = "";
  CHECK_EQUAL(np_read_at(fd, 0, content, sizeof content), 8);
  CHECK_TEXT(content, picture);
  np_close(fd);
}

static void nobody_can_change_it(void) {
  int32_t fd = make();
  const int needed = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  CHECK_EQUAL(fcntl(fd, F_GET_SEALS) & needed, needed);
  CHECK_EQUAL(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDONLY);
  CHECK_EQUAL(fcntl(fd, F_GETFD), FD_CLOEXEC);
  CHECK_EQUAL(lseek(fd, 0, SEEK_CUR), 0);
  CHECK(__real_write(fd, "x", 1) < 0 && ftruncate(fd, 1) < 0);
  void *shared = mmap(NULL, 8, PROT_READ, MAP_SHARED, fd, 0);
  CHECK(shared != MAP_FAILED && memcmp(shared, picture, 8) == 0);
  CHECK(mprotect(shared, 8, PROT_READ | PROT_WRITE) < 0);
  munmap(shared, 8);
  /* Reopening it for writing fails as well. */
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int writing = open(path, O_RDWR | O_CLOEXEC);
  CHECK(writing >= 0 && __real_write(writing, "x", 1) < 0 && errno == EPERM);
  CHECK(ftruncate(writing, 9) < 0 && errno == EPERM && ftruncate(writing, 7) < 0 && errno == EPERM);
  CHECK(__real_fcntl(writing, F_ADD_SEALS, F_SEAL_WRITE) < 0 && errno == EPERM);
  CHECK(mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, writing, 0) == MAP_FAILED);
  close(writing);
  checks_content(fd);
}

static void parts(void) {
  most = 3;
  write_fails = EINTR;
  int32_t fd = make();
  pread_fails = EINTR;
  char content[9] = "";
  CHECK_EQUAL(np_read_at(fd, 0, content, 7), 7);
  CHECK_TEXT(content, "abcdefg");
  CHECK_EQUAL(np_read_at(fd, 6, content, 7), 2);
  CHECK(memcmp(content, "ghc", 3) == 0);
  CHECK_EQUAL(np_read_at(fd, 8, content, 7), 0);
  pread_fails = EIO;
  CHECK_EQUAL(np_read_at(fd, 0, content, 7), -EIO);
  most = SIZE_MAX;
  checks_content(fd);
  fd = np_memory_file("empty", "", 0);
  CHECK(fd > 2);
  CHECK_EQUAL(np_read_at(fd, 0, content, 7), 0);
  np_close(fd);
}

static void fails(int *call, int error) {
  *call = error;
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_memory_file("test", picture, 8), -error));
  CHECK_EQUAL(*call, 0);
}

static void failures(void) {
  fails(&memfd_fails, EMFILE);
  fails(&write_fails, ENOSPC);
  fails(&seal_fails, EPERM);
  /* Simulates a sandbox that forbids reopening it. */
  open_fails = EACCES;
  int32_t fd = make();
  CHECK_EQUAL(open_fails, 0);
  CHECK(fcntl(fd, F_GET_SEALS) & F_SEAL_WRITE);
  checks_content(fd);
  /* A kernel that does not know all the flags. */
  memfd_fails = EINVAL;
  checks_content(make());
  CHECK_EQUAL(last_flags, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

/** The limit on the size of files also applies to files in memory. */
static void limits(void) {
  const struct rlimit small = {2, RLIM_INFINITY}, large = {RLIM_INFINITY, RLIM_INFINITY};
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_memory_file("test", picture, 8), -EFBIG));
  CHECK(setrlimit(RLIMIT_FSIZE, &large) == 0);
}

static void make_file(const char *path, const char *content) {
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(content, file) >= 0 && fclose(file) == 0);
}

/** Without /proc, or with another kind of descriptor, a file is opened by name and examined again. */
static void opening_by_name(void) {
  size_t size = 0;
  make_file("same", picture);
  make_file("longer", "abcdefghi");
  becomes = "same";
  int32_t fd = np_open_file("file", 8, &size);
  CHECK_EQUAL(size, 8);
  checks_content(fd);
  becomes = "longer";
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file("file", 8, &size), NP_TOO_LARGE));
  make_file("file", picture);
  becomes = "fifo";
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file("file", 8, &size), NP_INVALID));
  becomes = NULL;
  CHECK(unlink("file") == 0);
  make_file("file", picture);
  struct rlimit before;
  CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
  int next = np_open_file("file", 8, &size);
  close(next);
  const struct rlimit only = {(rlim_t)next + 1, before.rlim_max};
  CHECK(setrlimit(RLIMIT_NOFILE, &only) == 0);
  fd = np_open_file("file", 8, &size);
  CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK_EQUAL(fd, next);
  checks_content(fd);
}

/** The bytes of a file, in parts or as a whole, are copied into a file in memory; the file itself is unchanged. */
static void copying(void) {
  size_t size = 0;
  uint64_t identity = 0, again = 0, other = 0;
  most = 3;
  pread_fails = EINTR;
  int32_t fd = np_memory_copy("test", "file", 8, &size, &identity);
  most = SIZE_MAX;
  CHECK(fd > 2 && size == 8 && pread_fails == 0);
  CHECK(fcntl(fd, F_GET_SEALS) & F_SEAL_WRITE);
  checks_content(fd);
  checks_content(np_memory_copy("test", "link", 8, &size, &again));
  make_file("longer", "abcdefghi");
  np_close(np_memory_copy("test", "longer", 9, &size, &other));
  CHECK(identity == again && identity != other && size == 9);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_memory_copy("test", "file", 7, &size, &other), NP_TOO_LARGE));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_memory_copy("test", "missing", 8, &size, &other), NP_MISSING));
  for (int i = 0; i < 4; i++) {
    int *const calls[] = {&pread_fails, &memfd_fails, &write_fails, &seal_fails};
    *calls[i] = EIO;
    KEEPS_DESCRIPTORS(CHECK_EQUAL(np_memory_copy("test", "file", 8, &size, &other), -EIO));
    CHECK_EQUAL(*calls[i], 0);
  }
  /* The file grows while it is read. */
  grows = "file";
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_memory_copy("test", "file", 8, &size, &other), NP_TOO_LARGE));
  CHECK(!grows && unlink("longer") == 0);
  make_file("file", picture);
}

/** Only a regular file within the size limit is opened for its reader, and stays open. */
static void opening(void) {
  char folder[] = "/tmp/platform-memory-XXXXXX";
  CHECK(mkdtemp(folder) && chdir(folder) == 0);
  make_file("file", picture);
  CHECK(symlink("file", "link") == 0);
  size_t size = 0;
  opened = 0;
  needs_no_terminal = 1;
  int32_t fd = np_open_file("link", 8, &size);
  CHECK(fd > 2 && size == 8 && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY && fcntl(fd, F_GETFD) == FD_CLOEXEC);
  checks_content(fd);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file("file", 7, &size), NP_TOO_LARGE));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file(".", 8, &size), NP_INVALID));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file("missing", 8, &size), NP_MISSING));
  CHECK(mkfifo("fifo", 0600) == 0);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file("fifo", 8, &size), NP_INVALID));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_open_file("/dev/null", 8, &size), NP_INVALID));
  /* One file was opened, and the others only examined. */
  CHECK_EQUAL(opened, 1);
  opening_by_name();
  needs_no_terminal = 0;
  copying();
  CHECK(unlink("file") == 0 && unlink("link") == 0 && rmdir(folder) == 0);
}

/** A terminal that a session leader without one opens becomes its own: np_open_file() must not have this effect. */
static void opening_a_terminal(void) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return; /* there are none */
  CHECK(setsid() > 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  size_t size = 0;
  CHECK_EQUAL(np_open_file(ptsname(terminal), 8, &size), NP_INVALID);
  CHECK(__real_open("/dev/tty", O_RDWR) < 0 && errno == ENXIO);
}

static void all(void) {
  nobody_can_change_it();
  parts();
  failures();
  limits();
  opening();
  run_in_child(opening_a_terminal);
}

int main(void) {
  all();
  step("again, in a program that has closed its input: others may use its number all the same");
  close(0);
  all();
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests folders: their owners, their locks, and what is left when a call fails. Runs as an ordinary user. */
#include <errno.h>
#include <limits.h>
#include <sys/file.h>

#include "place.h"

/* ---- The system, with simulated faults. ---- */

/** How many calls from now on the one that fails is; 0: none fails. */
static int fstat_fails;
/** Called before a lock is taken. */
static void (*before_lock)(void);

int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);
int __wrap_flock(int fd, int operation) {
  if (before_lock) before_lock();
  before_lock = NULL;
  return __real_flock(fd, operation);
}

int __real_fstat(int fd, struct stat *status);
int __wrap_fstat(int fd, struct stat *status);
int __wrap_fstat(int fd, struct stat *status) {
  if (!fstat_fails || --fstat_fails) return __real_fstat(fd, status);
  errno = EIO;
  return -1;
}

/** The errno with which the next call of each function fails, 0 for none; and how often chmod was called. */
static int mkdir_fails, lstat_fails, chmod_fails, chmods;

int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode) {
  if (!mkdir_fails) return __real_mkdir(path, mode);
  errno = mkdir_fails;
  mkdir_fails = 0;
  return -1;
}

int __real_lstat(const char *path, struct stat *status);
int __wrap_lstat(const char *path, struct stat *status);
int __wrap_lstat(const char *path, struct stat *status) {
  if (!lstat_fails) return __real_lstat(path, status);
  errno = lstat_fails;
  lstat_fails = 0;
  return -1;
}

int __real_chmod(const char *path, mode_t mode);
int __wrap_chmod(const char *path, mode_t mode);
int __wrap_chmod(const char *path, mode_t mode) {
  chmods++;
  if (!chmod_fails) return __real_chmod(path, mode);
  errno = chmod_fails;
  chmod_fails = 0;
  return -1;
}

/* ---- Directories. ---- */

static void parents(void) {
  CHECK(mkdir("ours", 0700) == 0 && symlink("ours", "link") == 0);
  make_file("file", "");
  CHECK(np_parent_is_trusted("ours/x"));
  CHECK(np_parent_is_trusted("link/x"));
  CHECK(np_parent_is_trusted("/tmp/x"));
  CHECK(!np_parent_is_trusted("/usr/x")); /* of root, and not sticky */
  CHECK(!np_parent_is_trusted("file/x"));
  CHECK(!np_parent_is_trusted("missing/x"));
  CHECK(!np_parent_is_trusted("no slash"));
  static char huge[2 * PATH_MAX];
  memset(huge, 'x', sizeof huge - 1);
  huge[sizeof huge - 2] = '/';
  CHECK(!np_parent_is_trusted(huge));
}

static void private_directories(void) {
  /* From the beginning no other user can enter it. */
  umask(0);
  chmods = 0;
  CHECK_EQUAL(np_directory_private("new"), 0);
  CHECK_EQUAL(mode_of("new"), 0700);
  CHECK_EQUAL(chmods, 0);
  umask(022);
  CHECK(chmod("new", 0755) == 0);
  chmod_fails = EROFS;
  CHECK_EQUAL(np_directory_private("new"), -EROFS);
  mkdir_fails = ENOSPC;
  CHECK_EQUAL(np_directory_private("newer"), -ENOSPC);
  lstat_fails = EIO;
  CHECK_EQUAL(np_directory_private("new"), -EIO);
  CHECK_EQUAL(np_directory_private("new"), 0);
  CHECK(chmod("new", 0755) == 0);
  CHECK_EQUAL(np_directory_private("new"), 0);
  CHECK_EQUAL(mode_of("new"), 0700);
  CHECK(chmod("new", 0500) == 0);
  CHECK_EQUAL(np_directory_private("new"), 0);
  CHECK_EQUAL(mode_of("new"), 0500);
  CHECK_EQUAL(np_directory_private("missing/new"), -ENOENT);
  CHECK_EQUAL(np_directory_private("file"), -ENOTDIR);
  CHECK_EQUAL(np_directory_private("link"), -ENOTDIR);
  CHECK_EQUAL(np_directory_private("/usr"), -EPERM);
  CHECK(rmdir("new") == 0);
}

static void take_lock_away(void) { CHECK(unlink("ours/lock") == 0); }

static void locks(void) {
  int lock = np_lock_directory("ours");
  CHECK(lock > 2);
  CHECK_EQUAL(mode_of("ours/lock"), 0600);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("ours"), NP_LOCKED));
  KEEPS_DESCRIPTORS(CHECK(np_directory_is_held("ours", lock)));
  CHECK(rename("ours", "moved") == 0);
  KEEPS_DESCRIPTORS(CHECK(!np_directory_is_held("ours", lock)));
  CHECK(mkdir("ours", 0700) == 0);
  KEEPS_DESCRIPTORS(CHECK(!np_directory_is_held("ours", lock)));
  make_file("ours/lock", "");
  KEEPS_DESCRIPTORS(CHECK(!np_directory_is_held("ours", lock)));
  CHECK(!np_directory_is_held("ours", -1));
  CHECK(np_directory_is_held("moved", lock));
  close(lock);
  lock = np_lock_directory("moved");
  CHECK(lock >= 0);
  close(lock);
  np_remove_directory("moved");
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("missing"), NP_MISSING));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("link"), -ENOTDIR));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("file"), -ENOTDIR));
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("/usr"), -EPERM));
  /* The former holder of the lock removes the file while we wait for it. */
  before_lock = take_lock_away;
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("ours"), NP_MISSING));
  fstat_fails = 1;
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("ours"), -EPERM));
  fstat_fails = 2;
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("ours"), -EIO));
  unlink("ours/lock");
  CHECK(symlink("../file", "ours/lock") == 0);
  KEEPS_DESCRIPTORS(CHECK_EQUAL(np_lock_directory("ours"), -ELOOP));
  CHECK(unlink("ours/lock") == 0 && mkfifo("ours/lock", 0600) == 0);
  KEEPS_DESCRIPTORS(close(np_lock_directory("ours"))); /* it does not wait */
  CHECK(unlink("ours/lock") == 0);
}

static void listing(void) {
  CHECK_EQUAL(entries_of("ours"), 0);
  make_file("ours/a", "");
  make_file("ours/.b", "");
  make_file("ours/..c", "");
  CHECK_EQUAL(entries_of("ours"), 3);
  CHECK_EQUAL(entries_of("link"), 0);
  CHECK_EQUAL(entries_of("missing"), 0);
  CHECK_EQUAL(entries_of("/usr"), 0);
}

static void removing(void) {
  KEEPS_DESCRIPTORS(np_remove_directory("link"));
  CHECK_EQUAL(entries_of("ours"), 3);
  np_remove_empty_directory("ours");
  CHECK_EQUAL(entries_of("ours"), 3);
  KEEPS_DESCRIPTORS(np_remove_directory("ours"));
  CHECK(!is_there("ours"));
  KEEPS_DESCRIPTORS(np_remove_directory("ours"));
  CHECK(mkdir("ours", 0700) == 0);
  np_remove_empty_directory("ours");
  CHECK(!is_there("ours"));
  make_file("gone", "");
  np_remove_file("gone");
  CHECK(!is_there("gone"));
}

static void all(void) {
  step("parents");
  parents();
  step("private directories");
  private_directories();
  step("locks");
  locks();
  step("listing");
  listing();
  step("removing");
  removing();
}

int main(void) { return run_in_folders(all); }

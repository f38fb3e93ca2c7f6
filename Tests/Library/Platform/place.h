/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Provides a folder for a test of files, and functions about its content. */
#ifndef NOWPLAYING_TEST_PLACE_H
#define NOWPLAYING_TEST_PLACE_H

#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform.h"
#include "system.h"

static inline void make_file(const char *path, const char *content) {
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(content, file) >= 0 && fclose(file) == 0);
}

static inline mode_t mode_of(const char *path) {
  struct stat status;
  CHECK(lstat(path, &status) == 0);
  return status.st_mode & 07777;
}

static inline int is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

static int entries;
static inline void count_entry(const char *name, void *context) {
  CHECK(context == &entries && name[0]);
  CHECK(strcmp(name, ".") && strcmp(name, ".."));
  entries++;
}

static inline int entries_of(const char *path) {
  entries = 0;
  KEEPS_DESCRIPTORS(np_list_directory(path, count_entry, &entries));
  return entries;
}

static inline void in_a_folder(void (*tests)(void)) {
  char folder[] = "/tmp/platform-files-XXXXXX", command[64];
  CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
  tests();
  CHECK(chdir("/") == 0);
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
}

/** Runs tests as an ordinary user, and again after closing standard input. */
static inline int run_in_folders(void (*tests)(void)) {
  CHECK(geteuid() != 0 || (setgroups(0, NULL) == 0 && setgid(65534) == 0 && setuid(65534) == 0));
  in_a_folder(tests);
  step("again, in a program that has closed its input: others may use its number all the same");
  close(0);
  in_a_folder(tests);
  return 0;
}

#endif

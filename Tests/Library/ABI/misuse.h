/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Handles that every function must refuse. */
#ifndef NOWPLAYING_TEST_MISUSE_H
#define NOWPLAYING_TEST_MISUSE_H

#include <stdio.h>
#include <string.h>

#include "../../Lab/C/app.h"

/** Bad handles: NULL; a live handle of the right kind plus one byte and plus four; and live handles of other kinds. */
typedef struct bad_handles {
  void *handles[6];
  int count;
} bad_handles;

static inline bad_handles bad_handles_make(void *right, void *other_1, void *other_2, void *other_3) {
  bad_handles bad = {{NULL, (char *)right + 1, (char *)right + 4}, 3};
  void *others[] = {other_1, other_2, other_3};
  for (int i = 0; i < 3; i++)
    if (others[i]) bad.handles[bad.count++] = others[i];
  return bad;
}

/** Checks that the last error names the type of a bad handle, and says whether it is NULL. A bad handle in a second
 * argument may have its own text. */
static inline void check_named(const char *type, const void *handle) {
  char named[96];
  const char *wrong = handle ? "not a valid handle, or was freed" : "NULL";
  snprintf(named, sizeof named, ": %s is %s", type + strlen("nowplaying_"), wrong);
  if (!strstr(nowplaying_last_error(), named) && !strstr(nowplaying_last_error(), ": content is not a content"))
    check_failed(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", nowplaying_last_error(), named);
}

/** Checks that a call with each bad handle in the place of `handle` returns INVALID_HANDLE. */
#define REFUSED(bad, type, handle, call) \
  for (int bad_index = 0; bad_index < (bad).count; bad_index++) { \
    type *handle = (bad).handles[bad_index]; \
    CHECK_ERROR(INVALID_HANDLE, call); \
    check_named(#type, handle); \
  }

/** Checks that `session` refuses a command of a kind with one change. */
#define WRONG_COMMAND(error, command_kind, change) \
  do { \
    nowplaying_command wrong = NOWPLAYING_COMMAND_INIT(command_kind); \
    wrong.change; \
    CHECK_ERROR(error, nowplaying_session_set_commands(session, &wrong, 1)); \
  } while (0)

#endif

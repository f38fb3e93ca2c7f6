/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Handles an item that VLC cannot play and after which nothing plays. VLC tells that an item failed, but never why: the
 * cause is found by examining the file. */
#include "plugin.h"

#include <vlc_url.h>

#include <errno.h>
#include <unistd.h>

void note_begin(intf_sys_t *sys, input_item_t *item) {
  input_item_t *before = atomic_exchange(&sys->begun, input_item_Hold(item));
  if (before != NULL) input_item_Release(before);
}

bool take_begun(intf_sys_t *sys) {
  input_item_t *begun = atomic_exchange(&sys->begun, NULL);
  if (begun == NULL) return false;
  if (sys->last != NULL) input_item_Release(sys->last);
  sys->last = begun;
  return true;
}

void forget_last(intf_sys_t *sys) {
  take_begun(sys);
  if (sys->last != NULL) input_item_Release(sys->last);
  sys->last = NULL;
  sys->failed = false;
}

/* Returns the cause of a failure. A readable file must be in a format that VLC does not play. */
static nowplaying_error_kind find_cause(input_item_t *item) {
  char *uri = input_item_GetURI(item), *path = uri != NULL ? vlc_uri2path(uri) : NULL;
  nowplaying_error_kind kind = NOWPLAYING_ERROR_KIND_OTHER;
  if (path != NULL && access(path, R_OK) == 0) {
    kind = NOWPLAYING_ERROR_KIND_FORMAT;
  } else if (path != NULL && (errno == ENOENT || errno == ENOTDIR)) {
    kind = NOWPLAYING_ERROR_KIND_NOT_AVAILABLE;
  }
  free(path);
  free(uri);
  return kind;
}

void set_failure(const intf_sys_t *sys, nowplaying_snapshot *snapshot) {
  if (sys->input != NULL || !sys->failed) return;
  snapshot->state = NOWPLAYING_STATE_ERROR;
  snapshot->elapsed_us = NOWPLAYING_TIME_UNKNOWN;
  snapshot->error_kind = find_cause(sys->last);
  /* Uses VLC's own message in the user's language. */
  snapshot->error = vlc_gettext("Your input can't be opened");
}

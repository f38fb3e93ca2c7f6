/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Handles an item that VLC cannot play and after which nothing plays. VLC tells that an item failed, but never why: the
 * cause is found by examining the file. */
#include "plugin.h"

#include <vlc_url.h>

#include <errno.h>
#include <unistd.h>

static void change(input_item_t **place, input_item_t *item) {
  input_item_t *before = *place;
  *place = item;
  if (before != NULL) input_item_Release(before);
}

static void set_last(intf_sys_t *sys, input_item_t *item) {
  vlc_mutex_lock(&sys->lock);
  input_item_t *before = sys->last;
  sys->last = item;
  vlc_mutex_unlock(&sys->lock);
  if (before != NULL) input_item_Release(before);
}

void note_begin(intf_sys_t *sys, input_item_t *item) {
  set_last(sys, input_item_Hold(item));
  atomic_store(&sys->began, true);
}

void forget_last(intf_sys_t *sys) { set_last(sys, NULL); }

/* Returns the last item with a reference to release, or NULL. */
static input_item_t *hold_last(intf_sys_t *sys) {
  vlc_mutex_lock(&sys->lock);
  input_item_t *last = sys->last != NULL ? input_item_Hold(sys->last) : NULL;
  vlc_mutex_unlock(&sys->lock);
  return last;
}

void catch_up(intf_sys_t *sys) {
  input_item_t *last = hold_last(sys);
  if (last == NULL) return;
  sys->entry = entry_of(sys->playlist, last, sys->entry);
  input_item_Release(last);
}

void find_failure(intf_sys_t *sys) {
  input_item_t *last = hold_last(sys);
  bool failed = last != NULL && input_item_HasErrorWhenReading(last);
  if (last != NULL && !failed) input_item_Release(last);
  change(&sys->failed, failed ? last : NULL);
}

void forget_failure(intf_sys_t *sys) { change(&sys->failed, NULL); }

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
  if (sys->input != NULL || sys->failed == NULL) return;
  snapshot->state = NOWPLAYING_STATE_ERROR;
  snapshot->elapsed_us = NOWPLAYING_TIME_UNKNOWN;
  snapshot->error_kind = find_cause(sys->failed);
  /* Uses VLC's own message in the user's language. */
  snapshot->error = vlc_gettext("Your input can't be opened");
}

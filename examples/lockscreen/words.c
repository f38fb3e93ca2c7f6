/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The words by which a page shows states. The protocol's own names of states are never shown. */
#include "lockscreen.h"

const char *word_of(const nowplaying_surface_item *item, const nowplaying_snapshot *snapshot) {
  if (snapshot->state == NOWPLAYING_STATE_BUFFERING) return _("Buffering…");
  if (snapshot->state == NOWPLAYING_STATE_INTERRUPTED) return _("Interrupted");
  /* Why nothing plays is said below the title. */
  if (snapshot->state == NOWPLAYING_STATE_ERROR || item->duration_kind != NOWPLAYING_DURATION_LIVE) return "";
  gboolean is_live = snapshot->is_at_live_edge || snapshot->seekable_end_us == NOWPLAYING_TIME_UNKNOWN;
  /* TRANSLATORS: what is broadcast at this moment; and: what was broadcast a while ago. */
  return is_live ? _("LIVE") : _("Behind live");
}

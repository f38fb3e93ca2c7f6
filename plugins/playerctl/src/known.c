/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The cached properties of a player. */
#include <math.h>

#include "player.h"

GVariant *pctl_player_peek (PlayerctlPlayer *self, const char *name, const GVariantType *type) {
  GVariant *value = g_hash_table_lookup (self->priv->properties, name);
  return value != NULL && g_variant_is_of_type (value, type) ? value : NULL;
}

bool pctl_player_has_cached_property (PlayerctlPlayer *player, const gchar *name) {
  return g_hash_table_contains (player->priv->properties, name);
}

GVariant *pctl_player_dup_metadata (PlayerctlPlayer *self, GError **error) {
  GVariant *metadata = pctl_player_peek (self, "Metadata", G_VARIANT_TYPE_VARDICT);
  if (metadata != NULL) return g_variant_ref (metadata);
  metadata = pctl_bus_get (self->priv->bus, self->priv->bus_name, MPRIS_PLAYER, "Metadata", error);
  if (metadata == NULL || g_variant_is_of_type (metadata, G_VARIANT_TYPE_VARDICT)) return metadata;
  g_variant_unref (metadata);
  return NULL;
}

char *pctl_track_id (GVariant *metadata) {
  const char *id = NULL;
  if (metadata == NULL) return NULL;
  if (!g_variant_lookup (metadata, "mpris:trackid", "&o", &id)) g_variant_lookup (metadata, "mpris:trackid", "&s", &id);
  return g_strdup (id);
}

gint64 pctl_player_position (PlayerctlPlayer *self) {
  PlayerctlPlayerPrivate *priv = self->priv;
  if (priv->status == PLAYERCTL_PLAYBACK_STATUS_STOPPED) return 0;
  if (priv->status == PLAYERCTL_PLAYBACK_STATUS_PAUSED) return priv->position;
  GVariant *rate = pctl_player_peek (self, "Rate", G_VARIANT_TYPE_DOUBLE);
  double moved = (double)(g_get_monotonic_time () - priv->since) * (rate == NULL ? 1 : g_variant_get_double (rate));
  gint64 position;
  /* When the sum would overflow, the position stands still. */
  if (fabs (moved) < 1e15 && !__builtin_add_overflow (priv->position, (gint64)moved, &position)) return position;
  return priv->position;
}

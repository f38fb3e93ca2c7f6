/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "formatter.h"

#include "names.h"
#include "template.h"

struct _PlayerctlFormatter {
  GPtrArray *tokens;
};

G_DEFINE_QUARK (playerctl-formatter-error-quark, playerctl_formatter_error)

PlayerctlFormatter *playerctl_formatter_new (const gchar *format, GError **error) {
  GPtrArray *tokens = pctl_template_read (format, error);
  if (tokens == NULL) return NULL;
  PlayerctlFormatter *formatter = g_new0 (PlayerctlFormatter, 1);
  formatter->tokens = tokens;
  return formatter;
}

void playerctl_formatter_destroy (PlayerctlFormatter *formatter) {
  if (formatter == NULL) return;
  g_ptr_array_unref (formatter->tokens);
  g_free (formatter);
}

gboolean playerctl_formatter_contains_key (PlayerctlFormatter *formatter, const gchar *key) {
  return pctl_template_uses (formatter->tokens, key);
}

static void add (GVariantDict *context, const char *key, GVariant *value) {
  if (g_variant_dict_contains (context, key)) g_variant_unref (g_variant_ref_sink (value));
  else g_variant_dict_insert_value (context, key, value);
}

/* Short names of some keys of the metadata. */
static void add_short_names (GVariantDict *context) {
  static const char *const names[] = { "artist", "album", "title" };
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    char *key = g_strconcat ("xesam:", names[i], NULL);
    GVariant *value = g_variant_dict_lookup_value (context, key, NULL);
    if (value != NULL) {
      add (context, names[i], value);
      g_variant_unref (value);
    }
    g_free (key);
  }
}

GVariantDict *playerctl_formatter_default_template_context (PlayerctlFormatter *formatter, PlayerctlPlayer *player,
                                                            GVariant *base) {
  GVariantDict *context = g_variant_dict_new (base);
  PlayerctlPlaybackStatus status;
  PlayerctlLoopStatus loop;
  gboolean shuffle;
  double volume;
  gint64 position;
  char *name;
  (void)formatter;
  g_object_get (player, "playback-status", &status, "loop-status", &loop, "shuffle", &shuffle, "volume", &volume,
                "position", &position, "player-name", &name, NULL);
  add_short_names (context);
  add (context, "playerName", g_variant_new_string (name != NULL ? name : ""));
  const char *instance = pctl_player_get_instance (player);
  add (context, "playerInstance", g_variant_new_string (instance != NULL ? instance : ""));
  add (context, "shuffle", g_variant_new_boolean (shuffle));
  add (context, "status", g_variant_new_string (pctl_playback_status_to_string (status)));
  add (context, "loop", g_variant_new_string (pctl_loop_status_to_string (loop)));
  add (context, "volume", g_variant_new_double (volume));
  add (context, "position", g_variant_new_int64 (position));
  g_free (name);
  return context;
}

gchar *playerctl_formatter_expand_format (PlayerctlFormatter *formatter, GVariantDict *context, GError **error) {
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < formatter->tokens->len; i++) {
    GVariant *value = NULL;
    if (!pctl_template_evaluate (formatter->tokens->pdata[i], context, &value, error)) {
      g_string_free (text, TRUE);
      return NULL;
    }
    if (value == NULL) continue;
    char *printed = pctl_print_gvariant (value);
    g_string_append (text, printed);
    g_free (printed);
    g_variant_unref (value);
  }
  return g_string_free (text, FALSE);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "formatter.h"

#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "template/template.h"

G_DEFINE_QUARK (playerctl-formatter-error-quark, playerctl_formatter_error)

/* Sets an error about a template, and frees the text that describes it. */
static void fail (GError **error, PctlText *text) {
  g_set_error_literal (error, playerctl_formatter_error_quark (), 1, text->bytes);
  free (text->bytes);
}

PlayerctlFormatter *playerctl_formatter_new (const gchar *format, GError **error) {
  PctlText text = { 0 };
  PctlTemplate *made = pctl_template_new (format, &text);
  if (made == NULL) fail (error, &text);
  return (PlayerctlFormatter *)made;
}

void playerctl_formatter_destroy (PlayerctlFormatter *formatter) { pctl_template_free ((PctlTemplate *)formatter); }

gboolean playerctl_formatter_contains_key (PlayerctlFormatter *formatter, const gchar *key) {
  return pctl_template_uses ((PctlTemplate *)formatter, key);
}

static void add (GVariantDict *context, const char *key, GVariant *value) {
  if (g_variant_dict_contains (context, key)) g_variant_unref (g_variant_ref_sink (value));
  else g_variant_dict_insert_value (context, key, value);
}

/* Adds short names for some keys of the metadata. */
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

/* Stores the value of a template's variable. */
static void get_value (void *context, const char *name, PctlValue *ret) {
  GVariant *value = g_variant_dict_lookup_value (context, name, NULL);
  if (value == NULL) return;
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    *ret = (PctlValue){ .kind = PCTL_DOUBLE, .number = g_variant_get_double (value) };
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    *ret = (PctlValue){ .kind = PCTL_INT64, .integer = g_variant_get_int64 (value) };
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT64))
    *ret = (PctlValue){ .kind = PCTL_UINT64, .integer = (gint64)g_variant_get_uint64 (value) };
  else {
    char *text = pctl_print_gvariant (value);
    pctl_value_set_text (ret, g_variant_get_type_string (value), text, strlen (text));
    g_free (text);
  }
  g_variant_unref (value);
}

static bool change_text (const char *function, const char *text, PctlText *ret) {
  char *changed = NULL;
  if (strcmp (function, "lc") == 0) changed = g_utf8_strdown (text, -1);
  else if (strcmp (function, "uc") == 0) changed = g_utf8_strup (text, -1);
  else if (strcmp (function, "markup_escape") == 0) changed = g_markup_escape_text (text, -1);
  if (changed == NULL) return false;
  pctl_text_add (ret, changed, strlen (changed));
  g_free (changed);
  return true;
}

gchar *playerctl_formatter_expand_format (PlayerctlFormatter *formatter, GVariantDict *context, GError **error) {
  PctlHost host = { .context = context, .get = get_value, .change = change_text };
  PctlText text = { 0 };
  if (!pctl_template_expand ((PctlTemplate *)formatter, &host, &text)) {
    fail (error, &text);
    return NULL;
  }
  char *copy = g_strndup (text.bytes, text.size);
  free (text.bytes);
  return copy;
}

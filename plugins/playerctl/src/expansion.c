/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The functions of a template, and its variables. */
#include <string.h>

#include "names.h"
#include "template.h"

/* A function: how many arguments it takes, and what it makes of them; the values may be NULL. */
typedef struct {
  const char *name;
  guint count;
  GVariant *(*call) (GVariant **values, const Token *token, GError **error);
} Function;

static char *print (GVariant *value) { return value == NULL ? g_strdup ("") : pctl_print_gvariant (value); }

static GVariant *take_text (char *text) { return g_variant_new_take_string (text); }

static GVariant *call_lc (GVariant **values, const Token *token, GError **error) {
  char *text = print (values[0]), *small = g_utf8_strdown (text, -1);
  (void)token, (void)error;
  g_free (text);
  return take_text (small);
}

static GVariant *call_uc (GVariant **values, const Token *token, GError **error) {
  char *text = print (values[0]), *large = g_utf8_strup (text, -1);
  (void)token, (void)error;
  g_free (text);
  return take_text (large);
}

static GVariant *call_markup (GVariant **values, const Token *token, GError **error) {
  char *text = print (values[0]), *escaped = g_markup_escape_text (text, -1);
  (void)token, (void)error;
  g_free (text);
  return take_text (escaped);
}

static GVariant *call_duration (GVariant **values, const Token *token, GError **error) {
  gint64 time;
  (void)token;
  if (values[0] == NULL) return g_variant_new_string ("");
  if (g_variant_is_of_type (values[0], G_VARIANT_TYPE_INT64)) time = g_variant_get_int64 (values[0]);
  else if (g_variant_is_of_type (values[0], G_VARIANT_TYPE_UINT64)) time = (gint64)g_variant_get_uint64 (values[0]);
  else if (g_variant_is_of_type (values[0], G_VARIANT_TYPE_DOUBLE))
    time = (gint64)CLAMP (g_variant_get_double (values[0]), -9e18, 9e18);
  else return pctl_template_fail (error, "function duration can only be called on track position values");
  gint64 seconds = time / G_USEC_PER_SEC, minutes = seconds / 60, hours = minutes / 60;
  if (hours != 0)
    return take_text (g_strdup_printf ("%" G_GINT64_FORMAT ":%02d:%02d", hours, (int)(minutes % 60),
                                       (int)(seconds % 60)));
  return take_text (g_strdup_printf ("%d:%02d", (int)minutes, (int)(seconds % 60)));
}

static GVariant *call_emoji (GVariant **values, const Token *token, GError **error) {
  static const char *const statuses[] = { "▶️", "⏸️", "⏹️" };
  const Token *argument = token->arguments->pdata[0];
  PlayerctlPlaybackStatus status;
  GVariant *value = values[0];
  if (value == NULL) return g_variant_new_string ("");
  if (argument->kind != TOKEN_VARIABLE)
    return pctl_template_fail (error, "the emoji function can only be called with a variable");
  if (strcmp (argument->text, "status") == 0 && g_variant_is_of_type (value, G_VARIANT_TYPE_STRING) &&
      pctl_parse_playback_status (g_variant_get_string (value, NULL), &status))
    return g_variant_new_string (statuses[status]);
  if (strcmp (argument->text, "volume") == 0 && g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE)) {
    double volume = g_variant_get_double (value);
    return g_variant_new_string (volume < 0.3333 ? "🔈" : volume < 0.6666 ? "🔉" : "🔊");
  }
  return g_variant_ref (value);
}

static gboolean is_empty (GVariant *value) {
  return value == NULL ||
      (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING) && *g_variant_get_string (value, NULL) == 0);
}

static GVariant *call_default (GVariant **values, const Token *token, GError **error) {
  GVariant *value = is_empty (values[0]) ? values[1] : values[0];
  (void)token, (void)error;
  return value == NULL ? NULL : g_variant_ref (value);
}

static GVariant *call_trunc (GVariant **values, const Token *token, GError **error) {
  (void)token;
  if (values[0] == NULL || values[1] == NULL) return g_variant_new_string ("");
  if (!g_variant_is_of_type (values[1], G_VARIANT_TYPE_DOUBLE))
    return pctl_template_fail (error, "function trunc's length parameter can only be called with an int");
  char *text = print (values[0]);
  glong most = (glong)CLAMP (g_variant_get_double (values[1]), -1.0, 1e9);
  if (most < 0 || g_utf8_strlen (text, -1) <= most) return take_text (text);
  char *kept = g_utf8_substring (text, 0, most), *cut = g_strconcat (kept, "…", NULL);
  g_free (kept);
  g_free (text);
  return take_text (cut);
}

static const Function functions[] = {
  { "lc", 1, call_lc },           { "uc", 1, call_uc },       { "markup_escape", 1, call_markup },
  { "duration", 1, call_duration }, { "emoji", 1, call_emoji }, { "default", 2, call_default },
  { "trunc", 2, call_trunc },
};

static GVariant *call (const Token *token, GVariant **values, GError **error) {
  guint count = token->arguments->len;
  if (strchr ("+-*/", token->text[0]) != NULL) return pctl_template_calculate (token->text, values, count, error);
  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++) {
    const Function *function = &functions[i];
    if (strcmp (function->name, token->text) != 0) continue;
    if (function->count == count) return function->call (values, token, error);
    /* In playerctl's words. */
    const char *name = function->call == call_duration ? "uc" : function->name;
    return pctl_template_fail (error, "function %s takes exactly %s (got %u)", name,
                               function->count == 1 ? "one argument" : "two arguments", count);
  }
  return pctl_template_fail (error, "unknown template function: %s", token->text);
}

static gboolean evaluate_function (const Token *token, GVariantDict *context, GVariant **ret_value, GError **error) {
  GError *failed = NULL;
  guint count = token->arguments->len;
  GVariant **values = g_new0 (GVariant *, count);
  for (guint i = 0; i < count && failed == NULL; i++)
    (void)pctl_template_evaluate (token->arguments->pdata[i], context, &values[i], &failed);
  GVariant *value = failed == NULL ? call (token, values, &failed) : NULL;
  *ret_value = value == NULL ? NULL : g_variant_take_ref (value);
  for (guint i = 0; i < count; i++)
    if (values[i] != NULL) g_variant_unref (values[i]);
  g_free (values);
  if (failed != NULL) g_propagate_error (error, failed);
  return failed == NULL;
}

gboolean pctl_template_evaluate (const Token *token, GVariantDict *context, GVariant **ret_value, GError **error) {
  switch (token->kind) {
    case TOKEN_TEXT: *ret_value = g_variant_ref_sink (g_variant_new_string (token->text)); return TRUE;
    case TOKEN_NUMBER: *ret_value = g_variant_ref_sink (g_variant_new_double (token->number)); return TRUE;
    case TOKEN_VARIABLE: *ret_value = g_variant_dict_lookup_value (context, token->text, NULL); return TRUE;
    case TOKEN_FUNCTION: break;
  }
  return evaluate_function (token, context, ret_value, error);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The template functions that the program playerctl needs; Debian's program is linked with them. */
#pragma once
#include <playerctl/playerctl.h>

typedef struct _PlayerctlFormatter PlayerctlFormatter;

/** Parses a template. NULL with an error. Ownership: give it to playerctl_formatter_destroy(). */
PlayerctlFormatter *playerctl_formatter_new (const gchar *format, GError **error);
void playerctl_formatter_destroy (PlayerctlFormatter *formatter);
/** Returns whether a template uses a variable. */
gboolean playerctl_formatter_contains_key (PlayerctlFormatter *formatter, const gchar *key);
/** Returns the values of the variables for a player. base: metadata; may be NULL. */
GVariantDict *playerctl_formatter_default_template_context (PlayerctlFormatter *formatter, PlayerctlPlayer *player,
                                                            GVariant *base);
/** Returns the expanded text of a template. NULL with an error. */
gchar *playerctl_formatter_expand_format (PlayerctlFormatter *formatter, GVariantDict *context, GError **error);

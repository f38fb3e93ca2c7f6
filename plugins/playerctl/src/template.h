/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A text with "{{ expressions }}", in the language of playerctl's --format. */
#pragma once
#include <glib.h>

typedef enum { TOKEN_TEXT, TOKEN_NUMBER, TOKEN_VARIABLE, TOKEN_FUNCTION } TokenKind;

/** A part of an expression, or a text between two of them. */
typedef struct {
  TokenKind kind;
  /** The text, or the name of a variable or a function; an operator is a function. */
  char *text;
  double number;
  /** Of a function: tokens. */
  GPtrArray *arguments;
} Token;

GQuark playerctl_formatter_error_quark (void);

/** Sets an error of a template. Returns NULL. */
G_GNUC_INTERNAL gpointer pctl_template_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/** Reads a template: tokens. NULL with an error. */
G_GNUC_INTERNAL GPtrArray *pctl_template_read (const char *format, GError **error);
/** Returns whether tokens name a variable. */
G_GNUC_INTERNAL gboolean pctl_template_uses (GPtrArray *tokens, const char *variable);
/** Evaluates a token. Returns whether it could be; ret_value: NULL of a variable that has no value. */
G_GNUC_INTERNAL gboolean pctl_template_evaluate (const Token *token, GVariantDict *context, GVariant **ret_value,
                                                 GError **error);
/** Calls an operator of one or two values, which may be NULL. */
G_GNUC_INTERNAL GVariant *pctl_template_calculate (const char *sign, GVariant **values, guint count, GError **error);

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "template.h"

#include <stdlib.h>
#include <string.h>

#define MAX_BYTES 1027
#define MAX_ARGUMENTS 32
/* Parentheses and functions within each other: the stack has an end. */
#define MAX_DEPTH 200

/* How far an expression goes. */
typedef enum { REACH_ALL, REACH_PRODUCTS, REACH_OPERAND } Reach;

typedef struct {
  const char *format;
  /* Where what was read last ends. */
  int end;
  int depth;
  GError **error;
} Reader;

static Token *read_expression (Reader *self, int start, Reach reach);

static void free_token (gpointer pointer) {
  Token *token = pointer;
  if (token == NULL) return;
  g_free (token->text);
  if (token->arguments != NULL) g_ptr_array_unref (token->arguments);
  g_free (token);
}

static Token *new_token (TokenKind kind, const char *text, gssize length) {
  Token *token = g_new0 (Token, 1);
  token->kind = kind;
  token->text = length < 0 ? g_strdup (text) : g_strndup (text, length);
  if (kind == TOKEN_FUNCTION) token->arguments = g_ptr_array_new_with_free_func (free_token);
  return token;
}

gpointer pctl_template_fail (GError **error, const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  if (error != NULL && *error == NULL)
    *error = g_error_new_valist (playerctl_formatter_error_quark (), 1, format, arguments);
  va_end (arguments);
  return NULL;
}

static int after_spaces (const Reader *self, int index) {
  while (self->format[index] == ' ') index++;
  return index;
}

/* Makes a call of an operator. NULL, with both arguments freed, where the last could not be read. */
static Token *operate (char sign, Token *first, Token *second, gboolean is_unary) {
  if (second == NULL) {
    free_token (first);
    return NULL;
  }
  Token *token = new_token (TOKEN_FUNCTION, &sign, 1);
  if (!is_unary) g_ptr_array_add (token->arguments, first);
  g_ptr_array_add (token->arguments, second);
  return token;
}

static gboolean is_numeric (char byte) { return g_ascii_isdigit (byte) || byte == '.'; }
static gboolean is_letter (char byte) { return g_ascii_isalpha (byte) || byte == '_'; }

static Token *read_number (Reader *self, int start) {
  int index = start;
  while (is_numeric (self->format[index])) index++;
  if (self->format[index] == 0) return pctl_template_fail (self->error, "unexpected end of expression");
  Token *token = new_token (TOKEN_NUMBER, self->format + start, index - start);
  char *rest;
  token->number = g_ascii_strtod (token->text, &rest);
  self->end = index;
  if (*rest == 0 && rest != token->text) return token;
  pctl_template_fail (self->error, "invalid number: \"%s\" (position %d)", token->text, index);
  free_token (token);
  return NULL;
}

static Token *read_arguments (Reader *self, Token *token) {
  do {
    Token *argument = read_expression (self, self->end + 1, REACH_ALL);
    if (argument == NULL) goto failed;
    g_ptr_array_add (token->arguments, argument);
    if (token->arguments->len > MAX_ARGUMENTS) {
      pctl_template_fail (self->error, "maximum args of %d exceeded", MAX_ARGUMENTS);
      goto failed;
    }
    self->end = after_spaces (self, self->end);
  } while (self->format[self->end] == ',');
  if (self->format[self->end] == ')') {
    self->end++;
    return token;
  }
  pctl_template_fail (self->error, "expecting \")\" (position %d)", self->end);
failed:
  free_token (token);
  return NULL;
}

static Token *read_identifier (Reader *self, int start) {
  int index = start;
  while (is_letter (self->format[index]) || g_ascii_isdigit (self->format[index]) || self->format[index] == ':')
    index++;
  if (self->format[index] == 0) return pctl_template_fail (self->error, "unexpected end of expression");
  self->end = index;
  if (self->format[index] != '(') return new_token (TOKEN_VARIABLE, self->format + start, index - start);
  return read_arguments (self, new_token (TOKEN_FUNCTION, self->format + start, index - start));
}

static Token *read_parentheses (Reader *self, int start) {
  Token *token = read_expression (self, start + 1, REACH_ALL);
  if (token == NULL) return NULL;
  if (self->format[self->end] == ')') {
    self->end++;
    return token;
  }
  pctl_template_fail (self->error, "expected \")\" (position  %d)", self->end);
  free_token (token);
  return NULL;
}

static Token *read_text (Reader *self, int start) {
  const char *close = strchr (self->format + start + 1, '"');
  if (close == NULL) return pctl_template_fail (self->error, "unexpected end of expression");
  self->end = (int)(close - self->format) + 1;
  return new_token (TOKEN_TEXT, self->format + start + 1, close - (self->format + start + 1));
}

static Token *read_operand (Reader *self, int index) {
  char byte = self->format[index];
  if (byte == 0) return pctl_template_fail (self->error, "unexpected end of expression");
  if (byte == '(') return read_parentheses (self, index);
  if (byte == '+' || byte == '-') return operate (byte, NULL, read_expression (self, index + 1, REACH_OPERAND), TRUE);
  if (byte == '"') return read_text (self, index);
  if (is_numeric (byte)) return read_number (self, index);
  if (is_letter (byte)) return read_identifier (self, index);
  return pctl_template_fail (self->error, "unexpected \"%c\", expected expression (position  %d)", byte, index);
}

/* Reads the operators behind an operand. */
static Token *read_operators (Reader *self, Token *token, Reach reach) {
  while (token != NULL && self->format[self->end] != 0 && strchr ("*/+-", self->format[self->end]) != NULL) {
    char sign = self->format[self->end];
    if (sign == '*' || sign == '/') {
      token = operate (sign, token, read_expression (self, self->end + 1, REACH_OPERAND), FALSE);
      continue;
    }
    if (reach == REACH_PRODUCTS) break;
    token = operate (sign, token, read_expression (self, self->end + 1, REACH_PRODUCTS), FALSE);
  }
  return token;
}

static Token *read_expression (Reader *self, int start, Reach reach) {
  if (++self->depth > MAX_DEPTH) return pctl_template_fail (self->error, "the expression is too deep");
  Token *token = read_operand (self, after_spaces (self, start));
  if (token != NULL) {
    self->end = after_spaces (self, self->end);
    gboolean is_last = self->format[self->end] == 0 || self->format[self->end + 1] == 0;
    if (reach != REACH_OPERAND && !is_last) token = read_operators (self, token, reach);
  }
  self->depth--;
  return token;
}

/* Reads the expression between "{{" and "}}". */
static Token *read_braces (Reader *self, int start) {
  Token *token = read_expression (self, start, REACH_ALL);
  if (token == NULL) return NULL;
  int index = after_spaces (self, self->end);
  self->end = index + 2;
  if (strncmp (self->format + index, "}}", 2) == 0) return token;
  pctl_template_fail (self->error, "expecting \"}}\" (position %d)", index);
  free_token (token);
  return NULL;
}

GPtrArray *pctl_template_read (const char *format, GError **error) {
  Reader reader = { .format = format, .error = error };
  if (strlen (format) > MAX_BYTES) return pctl_template_fail (error, "the maximum format string length is 1028");
  GPtrArray *tokens = g_ptr_array_new_with_free_func (free_token);
  while (*format != 0) {
    const char *braces = strstr (format, "{{");
    gsize length = braces == NULL ? strlen (format) : (gsize)(braces - format);
    if (length > 0) g_ptr_array_add (tokens, new_token (TOKEN_TEXT, format, length));
    if (braces == NULL) break;
    Token *token = read_braces (&reader, (int)(braces - reader.format) + 2);
    if (token == NULL) {
      g_ptr_array_unref (tokens);
      return NULL;
    }
    g_ptr_array_add (tokens, token);
    format = reader.format + reader.end;
  }
  return tokens;
}

gboolean pctl_template_uses (GPtrArray *tokens, const char *variable) {
  for (guint i = 0; i < tokens->len; i++) {
    const Token *token = tokens->pdata[i];
    if (token->kind == TOKEN_VARIABLE && strcmp (token->text, variable) == 0) return TRUE;
    if (token->kind == TOKEN_FUNCTION && pctl_template_uses (token->arguments, variable)) return TRUE;
  }
  return FALSE;
}

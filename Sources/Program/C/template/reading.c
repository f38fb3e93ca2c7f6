/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Parses templates. */
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

/* The longest template. It bounds recursion: even if each byte were a parenthesis, the stack would suffice. */
#define MAX_BYTES 1027
#define MAX_ARGUMENTS 32

/* The operators at which an expression ends: none, "+" and "-", or all. */
typedef enum { REACH_ALL, REACH_PRODUCTS, REACH_OPERAND } Reach;

typedef struct {
  const char *format;
  /* The index behind what was read last. */
  int end;
  PctlText *error;
} Reader;

static Token *read_expression (Reader *self, int start, Reach reach);

static void free_tokens (Token *token) {
  while (token != NULL) {
    Token *next = token->next;
    free_tokens (token->arguments);
    free (token);
    token = next;
  }
}

static Token *new_token (TokenKind kind, const char *text, size_t length) {
  Token *token = pctl_allocate (sizeof *token + length + 1);
  token->kind = kind;
  memcpy (token->text, text, length);
  return token;
}

static Token *ended (Reader *self) {
  pctl_fail (self->error, "unexpected end of expression");
  return NULL;
}

static int after_spaces (const Reader *self, int index) {
  while (self->format[index] == ' ') index++;
  return index;
}

/* Returns the call of an operator. first: NULL for an operator with one operand. Returns NULL, and frees the first
 * operand, when the second could not be read. */
static Token *operate (char sign, Token *first, Token *second) {
  if (second == NULL) {
    free_tokens (first);
    return NULL;
  }
  Token *token = new_token (TOKEN_FUNCTION, &sign, 1);
  token->arguments = first == NULL ? second : first;
  if (first != NULL) first->next = second;
  return token;
}

static bool is_digit (char byte) { return byte >= '0' && byte <= '9'; }
static bool is_numeric (char byte) { return is_digit (byte) || byte == '.'; }
static bool is_letter (char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static Token *read_number (Reader *self, int start) {
  int index = start;
  while (is_numeric (self->format[index])) index++;
  if (self->format[index] == 0) return ended (self);
  Token *token = new_token (TOKEN_NUMBER, self->format + start, (size_t)(index - start));
  char *rest;
  token->number = strtod (token->text, &rest);
  self->end = index;
  if (*rest == 0) return token;
  pctl_fail (self->error, "invalid number: \"%s\" (position %d)", token->text, index);
  free_tokens (token);
  return NULL;
}

static Token *read_arguments (Reader *self, Token *token) {
  Token **place = &token->arguments;
  int count = 0;
  do {
    *place = read_expression (self, self->end + 1, REACH_ALL);
    if (*place == NULL) goto failed;
    place = &(*place)->next;
    if (++count > MAX_ARGUMENTS) {
      pctl_fail (self->error, "maximum args of %d exceeded", MAX_ARGUMENTS);
      goto failed;
    }
    self->end = after_spaces (self, self->end);
  } while (self->format[self->end] == ',');
  if (self->format[self->end] == ')') {
    self->end++;
    return token;
  }
  pctl_fail (self->error, "expecting \")\" (position %d)", self->end);
failed:
  free_tokens (token);
  return NULL;
}

static Token *read_identifier (Reader *self, int start) {
  int index = start;
  while (is_letter (self->format[index]) || is_digit (self->format[index]) || self->format[index] == ':') index++;
  if (self->format[index] == 0) return ended (self);
  self->end = index;
  bool is_function = self->format[index] == '(';
  Token *token =
      new_token (is_function ? TOKEN_FUNCTION : TOKEN_VARIABLE, self->format + start, (size_t)(index - start));
  return is_function ? read_arguments (self, token) : token;
}

static Token *read_parentheses (Reader *self, int start) {
  Token *token = read_expression (self, start + 1, REACH_ALL);
  if (token == NULL) return NULL;
  if (self->format[self->end] == ')') {
    self->end++;
    return token;
  }
  pctl_fail (self->error, "expected \")\" (position  %d)", self->end);
  free_tokens (token);
  return NULL;
}

static Token *read_text (Reader *self, int start) {
  const char *text = self->format + start + 1, *close = strchr (text, '"');
  if (close == NULL) return ended (self);
  self->end = (int)(close - self->format) + 1;
  return new_token (TOKEN_TEXT, text, (size_t)(close - text));
}

static Token *read_operand (Reader *self, int index) {
  char byte = self->format[index];
  if (byte == 0) return ended (self);
  if (byte == '(') return read_parentheses (self, index);
  if (byte == '+' || byte == '-') return operate (byte, NULL, read_expression (self, index + 1, REACH_OPERAND));
  if (byte == '"') return read_text (self, index);
  if (is_numeric (byte)) return read_number (self, index);
  if (is_letter (byte)) return read_identifier (self, index);
  pctl_fail (self->error, "unexpected \"%c\", expected expression (position  %d)", byte, index);
  return NULL;
}

/* Reads the operators that follow an operand. */
static Token *read_operators (Reader *self, Token *token, Reach reach) {
  while (token != NULL && self->format[self->end] != 0 && strchr ("*/+-", self->format[self->end]) != NULL) {
    char sign = self->format[self->end];
    bool is_product = sign == '*' || sign == '/';
    if (!is_product && reach == REACH_PRODUCTS) break;
    Reach next = is_product ? REACH_OPERAND : REACH_PRODUCTS;
    token = operate (sign, token, read_expression (self, self->end + 1, next));
  }
  return token;
}

static Token *read_expression (Reader *self, int start, Reach reach) {
  Token *token = read_operand (self, after_spaces (self, start));
  if (token == NULL) return NULL;
  self->end = after_spaces (self, self->end);
  bool is_last = self->format[self->end] == 0 || self->format[self->end + 1] == 0;
  return reach == REACH_OPERAND || is_last ? token : read_operators (self, token, reach);
}

/* Reads the expression between "{{" and "}}". */
static Token *read_braces (Reader *self, int start) {
  Token *token = read_expression (self, start, REACH_ALL);
  if (token == NULL) return NULL;
  int index = after_spaces (self, self->end);
  self->end = index + 2;
  if (strncmp (self->format + index, "}}", 2) == 0) return token;
  pctl_fail (self->error, "expecting \"}}\" (position %d)", index);
  free_tokens (token);
  return NULL;
}

/* Reads expressions, and the texts between them. Returns false with an error. */
static bool read_all (Reader *self, Token **ret_tokens) {
  while (self->format[self->end] != 0) {
    const char *text = self->format + self->end, *braces = strstr (text, "{{");
    if (braces == text) {
      *ret_tokens = read_braces (self, self->end + 2);
      if (*ret_tokens == NULL) return false;
    } else {
      size_t length = braces == NULL ? strlen (text) : (size_t)(braces - text);
      *ret_tokens = new_token (TOKEN_TEXT, text, length);
      self->end += (int)length;
    }
    ret_tokens = &(*ret_tokens)->next;
  }
  return true;
}

PctlTemplate *pctl_template_new (const char *format, PctlText *ret_error) {
  Reader reader = { .format = format, .error = ret_error };
  if (strlen (format) > MAX_BYTES) {
    pctl_fail (ret_error, "the maximum format string length is 1028");
    return NULL;
  }
  PctlTemplate *self = pctl_allocate (sizeof *self);
  locale_t before = pctl_enter_locale ();
  bool is_read = read_all (&reader, &self->tokens);
  pctl_leave_locale (before);
  if (is_read) return self;
  pctl_template_free (self);
  return NULL;
}

void pctl_template_free (PctlTemplate *self) {
  if (self == NULL) return;
  free_tokens (self->tokens);
  free (self);
}

static bool uses (const Token *token, const char *variable) {
  for (; token != NULL; token = token->next) {
    if (token->kind == TOKEN_VARIABLE && strcmp (token->text, variable) == 0) return true;
    if (uses (token->arguments, variable)) return true;
  }
  return false;
}

bool pctl_template_uses (const PctlTemplate *self, const char *variable) { return uses (self->tokens, variable); }

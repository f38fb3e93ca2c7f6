/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The operators of a template. Two integers give an integer, other numbers a floating-point number. "+" also joins two
 * values into a text when one of them is a text, which playerctl refuses. */
#include <string.h>

#include "tokens.h"

static const char *type_of (const PctlValue *value) {
  static const char *const types[] = { "(null)", "s", "x", "t", "d" };
  return value->kind == PCTL_OTHER ? value->type.bytes : types[value->kind];
}

void pctl_value_read_number (PctlValue *self, const Token *argument) {
  /* More digits are not the number of anything that players have. */
  enum { most = 18 };
  bool is_text = self->kind == PCTL_STRING && argument->kind != TOKEN_TEXT;
  bool is_integer = self->kind == PCTL_OTHER && self->type.size == 1 && strchr ("nqi", self->type.bytes[0]) != NULL;
  if (!is_text && !is_integer) return;
  bool is_negative = is_integer && self->text.bytes[0] == '-';
  size_t start = is_negative ? 1 : 0;
  if (self->text.size == start || self->text.size - start > most) return;
  int64_t number = 0;
  for (size_t i = start; i < self->text.size; i++) {
    char byte = self->text.bytes[i];
    if (byte < '0' || byte > '9') return;
    number = number * 10 + (byte - '0');
  }
  pctl_value_clear (self);
  *self = (PctlValue){ .kind = PCTL_INT64, .integer = is_negative ? -number : number };
}

/* Stores a value as a number. Returns whether it is a number. */
static bool get_number (const PctlValue *value, double *ret_number) {
  if (value->kind == PCTL_INT64) *ret_number = (double)value->integer;
  else if (value->kind == PCTL_UINT64) *ret_number = (double)(uint64_t)value->integer;
  else if (value->kind == PCTL_DOUBLE) *ret_number = value->number;
  else return false;
  return true;
}

static bool set_number (PctlValue *ret, double number) {
  *ret = (PctlValue){ .kind = PCTL_DOUBLE, .number = number };
  return true;
}

static bool set_integer (PctlValue *ret, PctlKind kind, int64_t integer) {
  *ret = (PctlValue){ .kind = kind, .integer = integer };
  return true;
}

static bool calculate_unary (char sign, const PctlValue *value, PctlValue *ret, PctlText *error) {
  if (value->kind == PCTL_DOUBLE) return set_number (ret, sign == '-' ? -value->number : value->number);
  if (value->kind == PCTL_INT64 || (value->kind == PCTL_UINT64 && sign == '+'))
    return set_integer (ret, value->kind, sign == '-' ? (int64_t)(0 - (uint64_t)value->integer) : value->integer);
  return pctl_fail (error, "Got unsupported operand type for unary %c: '%s'", sign, type_of (value));
}

static bool calculate_integers (char sign, int64_t a, int64_t b, PctlValue *ret, PctlText *error) {
  int64_t result = 0;
  bool overflows = false;
  if (sign == '+') overflows = __builtin_add_overflow (a, b, &result);
  else if (sign == '-') overflows = __builtin_sub_overflow (a, b, &result);
  else if (sign == '*') overflows = __builtin_mul_overflow (a, b, &result);
  else if (b == 0) return pctl_fail (error, "Divide by zero error");
  else if (a == INT64_MIN && b == -1) overflows = true;
  else result = a / b;
  return overflows ? pctl_fail (error, "Numeric overflow detected") : set_integer (ret, PCTL_INT64, result);
}

static bool calculate_numbers (char sign, double a, double b, PctlValue *ret, PctlText *error) {
  switch (sign) {
    case '+': return set_number (ret, a + b);
    case '-': return set_number (ret, a - b);
    case '*': return set_number (ret, a * b);
    default: return b == 0 ? pctl_fail (error, "Divide by zero error") : set_number (ret, a / b);
  }
}

/* Returns whether a value is a text, or a list of texts. */
static bool is_text (const PctlValue *value) {
  return value->kind == PCTL_STRING || (value->kind == PCTL_OTHER && strcmp (value->type.bytes, "as") == 0);
}

bool pctl_calculate (const Token *token, PctlValue *values, size_t count, PctlValue *ret, PctlText *error) {
  char sign = token->text[0];
  const PctlValue *a = &values[0], *b = &values[1];
  double first, second;
  const Token *argument = token->arguments;
  /* "+" joins texts, also those of digits, and of numbers takes those that playerctl's takes. */
  for (size_t i = 0; i < count && (sign != '+' || count == 1); i++, argument = argument->next)
    pctl_value_read_number (&values[i], argument);
  if (count == 1) return calculate_unary (sign, a, ret, error);
  /* "+" between two literal texts is refused as in playerctl, since they can be written as one. */
  bool is_written = token->arguments->kind == TOKEN_TEXT && token->arguments->next->kind == TOKEN_TEXT;
  if (sign == '+' && !is_written && (is_text (a) || is_text (b))) {
    ret->kind = PCTL_STRING;
    pctl_text_add_value (&ret->text, a);
    pctl_text_add_value (&ret->text, b);
    return true;
  }
  if (!get_number (a, &first) || !get_number (b, &second)) {
    bool is_nothing = a->kind == PCTL_NOTHING || b->kind == PCTL_NOTHING;
    if (is_nothing && (sign == '+' || sign == '-'))
      return pctl_fail (error, "Got unsupported operand type for %c: NULL", sign);
    return pctl_fail (error, "Got unsupported operand types for %c: '%s' and '%s'", sign, type_of (a), type_of (b));
  }
  if (a->kind == PCTL_INT64 && b->kind == PCTL_INT64)
    return calculate_integers (sign, a->integer, b->integer, ret, error);
  return calculate_numbers (sign, first, second, ret, error);
}

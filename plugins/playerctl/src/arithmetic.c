/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The operators of a template: two integers make an integer, and all else a number. */
#include "template.h"

static const char *type_of (GVariant *value) { return value == NULL ? "(null)" : g_variant_get_type_string (value); }

static gboolean is_integer (GVariant *value) {
  return value != NULL && g_variant_is_of_type (value, G_VARIANT_TYPE_INT64);
}

/* Gets a value as a number. Returns whether it is one. */
static gboolean get_number (GVariant *value, double *ret_number) {
  if (value == NULL) return FALSE;
  if (is_integer (value)) *ret_number = (double)g_variant_get_int64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT64)) *ret_number = (double)g_variant_get_uint64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE)) *ret_number = g_variant_get_double (value);
  else return FALSE;
  return TRUE;
}

static GVariant *calculate_unary (char sign, GVariant *value, GError **error) {
  double number;
  if (get_number (value, &number)) {
    if (sign == '+') return g_variant_ref (value);
    if (is_integer (value)) return g_variant_new_int64 ((gint64)(0 - (guint64)g_variant_get_int64 (value)));
    if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE)) return g_variant_new_double (-number);
  }
  return pctl_template_fail (error, "Got unsupported operand type for unary %c: '%s'", sign, type_of (value));
}

static GVariant *calculate_integers (char sign, gint64 a, gint64 b, GError **error) {
  gint64 result = 0;
  gboolean overflows = FALSE;
  if (sign == '+') overflows = __builtin_add_overflow (a, b, &result);
  else if (sign == '-') overflows = __builtin_sub_overflow (a, b, &result);
  else if (sign == '*') overflows = __builtin_mul_overflow (a, b, &result);
  else if (b == 0) return pctl_template_fail (error, "Divide by zero error");
  else if (a == G_MININT64 && b == -1) overflows = TRUE;
  else result = a / b;
  return overflows ? pctl_template_fail (error, "Numeric overflow detected") : g_variant_new_int64 (result);
}

static GVariant *calculate_numbers (char sign, double a, double b, GError **error) {
  switch (sign) {
    case '+': return g_variant_new_double (a + b);
    case '-': return g_variant_new_double (a - b);
    case '*': return g_variant_new_double (a * b);
    default: return b == 0 ? pctl_template_fail (error, "Divide by zero error") : g_variant_new_double (a / b);
  }
}

GVariant *pctl_template_calculate (const char *sign, GVariant **values, guint count, GError **error) {
  double a, b;
  if (count == 1) return calculate_unary (*sign, values[0], error);
  if (!get_number (values[0], &a) || !get_number (values[1], &b)) {
    if ((*sign == '+' || *sign == '-') && (values[0] == NULL || values[1] == NULL))
      return pctl_template_fail (error, "Got unsupported operand type for %s: NULL", sign);
    return pctl_template_fail (error, "Got unsupported operand types for %s: '%s' and '%s'", sign, type_of (values[0]),
                               type_of (values[1]));
  }
  if (is_integer (values[0]) && is_integer (values[1]))
    return calculate_integers (*sign, g_variant_get_int64 (values[0]), g_variant_get_int64 (values[1]), error);
  return calculate_numbers (*sign, a, b, error);
}

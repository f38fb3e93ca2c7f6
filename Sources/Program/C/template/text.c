/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Texts and values for templates. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

void *pctl_allocate (size_t size) {
  void *made = calloc (1, size);
  if (made == NULL) abort ();
  return made;
}

void pctl_text_add (PctlText *self, const char *bytes, size_t size) {
  size_t sum, room;
  if (__builtin_add_overflow (self->size, size, &sum) || __builtin_add_overflow (sum, 1, &room)) abort ();
  char *larger = realloc (self->bytes, room);
  if (larger == NULL) abort ();
  if (size > 0) memcpy (larger + self->size, bytes, size);
  larger[sum] = 0;
  *self = (PctlText){ larger, sum };
}

bool pctl_fail (PctlText *error, const char *format, ...) {
  char text[2048];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  free (error->bytes);
  *error = (PctlText){ 0 };
  pctl_text_add (error, text, strlen (text));
  return false;
}

void pctl_text_add_number (PctlText *self, double number) {
  char text[40];
  locale_t before = pctl_enter_locale ();
  snprintf (text, sizeof text, "%.17g", number);
  pctl_leave_locale (before);
  pctl_text_add (self, text, strlen (text));
  /* Adds a decimal point, so that the number is not read as an integer. */
  if (strpbrk (text, ".en") == NULL) pctl_text_add (self, ".0", 2);
}

void pctl_text_add_clock (PctlText *self, int64_t microseconds) {
  char text[40];
  int64_t seconds = microseconds / 1000000, minutes = seconds / 60, hours = minutes / 60;
  if (hours != 0)
    snprintf (text, sizeof text, "%lld:%02d:%02d", (long long)hours, (int)(minutes % 60), (int)(seconds % 60));
  else snprintf (text, sizeof text, "%d:%02d", (int)minutes, (int)(seconds % 60));
  pctl_text_add (self, text, strlen (text));
}

void pctl_text_add_value (PctlText *self, const PctlValue *value) {
  char text[24] = "";
  if (value->kind == PCTL_DOUBLE) pctl_text_add_number (self, value->number);
  else if (value->kind == PCTL_STRING || value->kind == PCTL_OTHER)
    pctl_text_add (self, value->text.bytes, value->text.size);
  else if (value->kind == PCTL_INT64) snprintf (text, sizeof text, "%lld", (long long)value->integer);
  else if (value->kind == PCTL_UINT64) snprintf (text, sizeof text, "%llu", (unsigned long long)value->integer);
  pctl_text_add (self, text, strlen (text));
}

void pctl_value_set_text (PctlValue *self, const char *type, const char *text, size_t size) {
  self->kind = strcmp (type, "s") == 0 ? PCTL_STRING : PCTL_OTHER;
  pctl_text_add (&self->type, type, strlen (type));
  pctl_text_add (&self->text, text, size);
}

void pctl_value_clear (PctlValue *self) {
  free (self->text.bytes);
  free (self->type.bytes);
  *self = (PctlValue){ 0 };
}

locale_t pctl_enter_locale (void) {
  locale_t own = newlocale (LC_ALL_MASK, "C", (locale_t)0);
  return uselocale (own);
}

void pctl_leave_locale (locale_t before) {
  locale_t own = uselocale (before);
  if (own != before && own != LC_GLOBAL_LOCALE) freelocale (own);
}

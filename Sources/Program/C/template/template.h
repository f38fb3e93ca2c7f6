/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A template, "{{ expressions }}" in the language of playerctl's --format, for libplayerctl and for the program
 * nowplaying. It is C without GLib. Numbers have a decimal point in every locale. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/** A growing text; { 0 } is empty. Ownership: give its bytes to free(). */
typedef struct {
  /** The bytes, with a NUL behind them; NULL while nothing was added. */
  char *bytes;
  size_t size;
} PctlText;

void pctl_text_add (PctlText *self, const char *bytes, size_t size);
/** Adds a number as GLib writes it: with all digits, and with a point or an exponent. */
void pctl_text_add_number (PctlText *self, double number);
/** Adds a time in µs as people write it: "1:02:03", "3:45". */
void pctl_text_add_clock (PctlText *self, int64_t microseconds);

typedef enum { PCTL_NOTHING, PCTL_STRING, PCTL_INT64, PCTL_UINT64, PCTL_DOUBLE, PCTL_OTHER } PctlKind;

/** The value of a variable or an expression; { 0 } is no value. */
typedef struct {
  PctlKind kind;
  /** The integer; for PCTL_UINT64 its bits. */
  int64_t integer;
  double number;
  /** The string; for PCTL_OTHER the printed value. */
  PctlText text;
  /** For PCTL_OTHER: the type in D-Bus' notation. */
  PctlText type;
} PctlValue;

/** Sets a string, or with another type the printed form of a value. self: must be { 0 }. */
void pctl_value_set_text (PctlValue *self, const char *type, const char *text, size_t size);

/** The host program, which has the values of variables and its own text functions. */
typedef struct {
  void *context;
  /** Stores the value of a variable, if it has one. */
  void (*get) (void *context, const char *name, PctlValue *ret);
  /** Appends the result of a text function: "lc", "uc", "markup_escape", or one of the program's own. Returns false for
   * an unknown name. */
  bool (*change) (const char *function, const char *text, PctlText *ret);
} PctlHost;

/** A parsed template. */
typedef struct PctlTemplate PctlTemplate;

/** Parses a template. NULL with an error. Ownership: give it to pctl_template_free(). */
PctlTemplate *pctl_template_new (const char *format, PctlText *ret_error);
/** self: may be NULL. */
void pctl_template_free (PctlTemplate *self);
/** Returns whether an expression uses a variable. */
bool pctl_template_uses (const PctlTemplate *self, const char *variable);
/** Appends the expanded text of a template. Returns false, with an error instead of the text, when an expression cannot
 * be evaluated. */
bool pctl_template_expand (const PctlTemplate *self, const PctlHost *host, PctlText *ret);

#pragma GCC visibility pop

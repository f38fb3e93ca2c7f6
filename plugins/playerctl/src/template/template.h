/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A text with "{{ expressions }}", in the language of playerctl's --format, for libplayerctl and for the program
 * nowplaying. In C without GLib. Numbers have a point in every locale. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/** A text that grows; { 0 } is an empty one. Ownership: give its bytes to free(). */
typedef struct {
  /** NULL while nothing was added; else with a NUL behind them. */
  char *bytes;
  size_t size;
} PctlText;

void pctl_text_add (PctlText *self, const char *bytes, size_t size);
/** Adds a number as GLib writes it: with all its digits, and never as an integer. */
void pctl_text_add_number (PctlText *self, double number);
/** Adds a time in µs as people write it: "1:02:03", "3:45". */
void pctl_text_add_clock (PctlText *self, int64_t microseconds);

typedef enum { PCTL_NOTHING, PCTL_STRING, PCTL_INT64, PCTL_UINT64, PCTL_DOUBLE, PCTL_OTHER } PctlKind;

/** The value of a variable or an expression; { 0 } is that of a variable that has none. */
typedef struct {
  PctlKind kind;
  /** Of an integer; PCTL_UINT64: its bits. */
  int64_t integer;
  double number;
  /** The string; PCTL_OTHER: how it is printed. */
  PctlText text;
  /** PCTL_OTHER: its type, as D-Bus writes it. */
  PctlText type;
} PctlValue;

/** Sets a string, or with another type how a value is printed. self: is that of { 0 }. */
void pctl_value_set_text (PctlValue *self, const char *type, const char *text, size_t size);

/** A program that has values for variables, and its own functions of text. */
typedef struct {
  void *context;
  /** Sets the value of a variable, if it has one. */
  void (*get) (void *context, const char *name, PctlValue *ret);
  /** Adds the result of a function of a text: "lc", "uc", "markup_escape", or one that this program has alone. Returns
   * false of another name. */
  bool (*change) (const char *function, const char *text, PctlText *ret);
} PctlHost;

/** A template that has been read. */
typedef struct PctlTemplate PctlTemplate;

/** Reads a template. NULL with an error. Ownership: give it to pctl_template_free(). */
PctlTemplate *pctl_template_new (const char *format, PctlText *ret_error);
/** self: may be NULL. */
void pctl_template_free (PctlTemplate *self);
/** Returns whether an expression names a variable. */
bool pctl_template_uses (const PctlTemplate *self, const char *variable);
/** Adds the text of a template; returns false, with an error in its place, when an expression has no value. */
bool pctl_template_expand (const PctlTemplate *self, const PctlHost *host, PctlText *ret);

#pragma GCC visibility pop

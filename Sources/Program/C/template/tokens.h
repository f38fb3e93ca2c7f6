/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The tokens of a template, shared by parsing and expansion. */
#pragma once
#include <locale.h>

#include "template.h"

#pragma GCC visibility push(hidden)

typedef enum { TOKEN_TEXT, TOKEN_NUMBER, TOKEN_VARIABLE, TOKEN_FUNCTION } TokenKind;

/** A token: a part of an expression, or a text between two expressions. */
typedef struct Token Token;
struct Token {
  TokenKind kind;
  double number;
  /** The arguments of a function or operator. */
  Token *arguments;
  /** The next token in the list. */
  Token *next;
  /** The text, or the name of a variable or a function. */
  char text[];
};

struct PctlTemplate {
  Token *tokens;
};

/** Allocates zeroed memory. Ends the process when there is none, as GLib does. */
void *pctl_allocate (size_t size);
/** Sets the error of a template. Returns false. */
bool pctl_fail (PctlText *error, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
/** Appends a value as people read it: a text without quotes. */
void pctl_text_add_value (PctlText *self, const PctlValue *value);
/** Frees the contents of a value. */
void pctl_value_clear (PctlValue *self);
/** Turns the value of an argument into a number where players mean one: an integer of another size, and a
 * text of digits. A text that the template itself has stays one. */
void pctl_value_read_number (PctlValue *self, const Token *argument);
/** Stores the result of an operator with one or two values, each of which may be empty. Returns false with an error. */
bool pctl_calculate (const Token *token, PctlValue *values, size_t count, PctlValue *ret, PctlText *error);
/** Makes this thread use a decimal point in numbers. Give the result to pctl_leave_locale(). */
locale_t pctl_enter_locale (void);
void pctl_leave_locale (locale_t before);

#pragma GCC visibility pop

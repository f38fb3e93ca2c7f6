/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The parts of a template, shared by what reads it and what expands it. */
#pragma once
#include <locale.h>

#include "template.h"

#pragma GCC visibility push(hidden)

typedef enum { TOKEN_TEXT, TOKEN_NUMBER, TOKEN_VARIABLE, TOKEN_FUNCTION } TokenKind;

/** A part of an expression, or a text between two of them. */
typedef struct Token Token;
struct Token {
  TokenKind kind;
  double number;
  /** Of a function; an operator is one as well. */
  Token *arguments;
  /** The one behind it in its list. */
  Token *next;
  /** The text, or the name of a variable or a function. */
  char text[];
};

struct PctlTemplate {
  Token *tokens;
};

/** Allocates zeros; ends the process when there is no memory, as GLib does. */
void *pctl_allocate (size_t size);
/** Sets the error of a template. Returns false. */
bool pctl_fail (PctlText *error, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
/** Adds a value as people read it: a text without quotes. */
void pctl_text_add_value (PctlText *self, const PctlValue *value);
/** Frees the contents of a value. */
void pctl_value_clear (PctlValue *self);
/** Sets the result of an operator of one value or two, which may be nothing. Returns false with an error. */
bool pctl_calculate (const Token *token, const PctlValue *values, size_t count, PctlValue *ret, PctlText *error);
/** Has this thread write and read numbers with a point. Returns what pctl_leave_locale() takes. */
locale_t pctl_enter_locale (void);
void pctl_leave_locale (locale_t before);

#pragma GCC visibility pop

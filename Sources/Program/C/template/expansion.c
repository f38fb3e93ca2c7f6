/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The functions of a template, and the expansion of its text. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tokens.h"

/* The original playerctl counts characters only in the first bytes of a text: in this many. */
#define COUNTED_BYTES 256

/* The state of an expansion. */
typedef struct {
  const PctlHost *host;
  PctlText error;
} Expansion;

/* A call of a function: the token, and the values of its arguments. */
typedef struct {
  Expansion *expansion;
  const Token *token;
  PctlValue *values;
  size_t count;
} Call;

static bool set_text (PctlValue *ret, const char *text) {
  ret->kind = PCTL_STRING;
  pctl_text_add (&ret->text, text, strlen (text));
  return true;
}

/* Moves a value to the result. */
static bool move_value (PctlValue *value, PctlValue *ret) {
  *ret = *value;
  *value = (PctlValue){ 0 };
  return true;
}

/* Has the host program carry out a function of text, and stores its result. */
static bool call_host (Call *self, PctlValue *ret) {
  PctlText joined = { 0 };
  for (size_t i = 0; i < self->count; i++) pctl_text_add_value (&joined, &self->values[i]);
  ret->kind = PCTL_STRING;
  pctl_text_add (&ret->text, "", 0);
  bool is_known = self->expansion->host->change (self->token->text, joined.bytes, &ret->text);
  free (joined.bytes);
  return is_known || pctl_fail (&self->expansion->error, "unknown template function: %s", self->token->text);
}

static int64_t whole_part (double number) {
  if (!(number > -9.2e18)) return number < 0 ? INT64_MIN : 0;
  return number < 9.2e18 ? (int64_t)number : INT64_MAX;
}

static bool call_duration (Call *self, PctlValue *ret) {
  PctlValue *value = &self->values[0];
  pctl_value_read_number (value, self->token->arguments);
  if (value->kind == PCTL_STRING || value->kind == PCTL_OTHER)
    return pctl_fail (&self->expansion->error, "function duration can only be called on track position values");
  set_text (ret, "");
  if (value->kind != PCTL_NOTHING)
    pctl_text_add_clock (&ret->text, value->kind == PCTL_DOUBLE ? whole_part (value->number) : value->integer);
  return true;
}

static bool call_emoji (Call *self, PctlValue *ret) {
  static const char *const statuses[][2] = { { "Playing", "▶️" }, { "Paused", "⏸️" }, { "Stopped", "⏹️" } };
  PctlValue *value = &self->values[0];
  const Token *argument = self->token->arguments;
  if (value->kind == PCTL_NOTHING) return set_text (ret, "");
  if (argument->kind != TOKEN_VARIABLE)
    return pctl_fail (&self->expansion->error, "the emoji function can only be called with a variable");
  if (strcmp (argument->text, "status") == 0 && value->kind == PCTL_STRING)
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
      if (strcasecmp (value->text.bytes, statuses[i][0]) == 0) return set_text (ret, statuses[i][1]);
  if (strcmp (argument->text, "volume") == 0 && value->kind == PCTL_DOUBLE)
    return set_text (ret, value->number < 0.3333 ? "🔈" : value->number < 0.6666 ? "🔉" : "🔊");
  return move_value (value, ret);
}

static bool call_default (Call *self, PctlValue *ret) {
  PctlValue *value = &self->values[0];
  bool is_empty = value->kind == PCTL_NOTHING || (value->kind == PCTL_STRING && value->text.size == 0);
  return move_value (is_empty ? &self->values[1] : value, ret);
}

/* Returns whether a text equals `start`, or begins with it and the separator. */
static bool begins_with (const PctlText *text, const PctlText *start, const PctlText *separator) {
  if (start->size > text->size || memcmp (text->bytes, start->bytes, start->size) != 0) return false;
  size_t left = text->size - start->size;
  return left == 0 ||
         (separator->size > 0 && left >= separator->size &&
          memcmp (text->bytes + start->size, separator->bytes, separator->size) == 0);
}

/* Returns whether another of the texts equals this one, or begins with it and the separator. Of two equal texts, only
 * the second is repeated. */
static bool is_repeated (const PctlText *texts, size_t count, size_t index, const PctlText *separator) {
  for (size_t i = 0; i < count; i++) {
    bool is_equal = texts[i].size == texts[index].size;
    if (i != index && (!is_equal || i < index) && begins_with (&texts[i], &texts[index], separator)) return true;
  }
  return false;
}

/* Joins the texts behind the first with the first as separator. Empty texts and repetitions are left out. An addition:
 * playerctl has no such function. */
static bool call_join (Call *self, PctlValue *ret) {
  if (self->count == 0) return pctl_fail (&self->expansion->error, "function join takes a text and those to join");
  PctlText *texts = pctl_allocate (self->count * sizeof *texts);
  size_t count = self->count - 1;
  for (size_t i = 0; i <= count; i++) pctl_text_add_value (&texts[i], &self->values[i]);
  set_text (ret, "");
  for (size_t i = 1; i <= count; i++) {
    if (texts[i].size == 0 || is_repeated (&texts[1], count, i - 1, &texts[0])) continue;
    if (ret->text.size > 0) pctl_text_add (&ret->text, texts[0].bytes, texts[0].size);
    pctl_text_add (&ret->text, texts[i].bytes, texts[i].size);
  }
  for (size_t i = 0; i <= count; i++) free (texts[i].bytes);
  free (texts);
  return true;
}

/* Returns the index behind the character at an index. */
static size_t after_character (const PctlText *text, size_t index) {
  do index++;
  while (index < text->size && (text->bytes[index] & 0xC0) == 0x80);
  return index;
}

/* Returns how many characters playerctl counts in the first bytes of a text. */
static size_t count_seen (const PctlText *text, size_t size) {
  size_t count = 0, most = size < COUNTED_BYTES ? size : COUNTED_BYTES;
  for (size_t end = 0; end < most;) {
    end = after_character (text, end);
    if (end <= most) count++;
  }
  return count;
}

static bool call_trunc (Call *self, PctlValue *ret) {
  const PctlValue *value = &self->values[0], *length = &self->values[1];
  set_text (ret, "");
  if (value->kind == PCTL_NOTHING || length->kind == PCTL_NOTHING) return true;
  if (length->kind != PCTL_DOUBLE)
    return pctl_fail (&self->expansion->error, "function trunc's length parameter can only be called with an int");
  pctl_text_add_value (&ret->text, value);
  int64_t left = whole_part (length->number);
  size_t end = 0;
  if (left < 0) return true;
  for (; left > 0 && end < ret->text.size; left--) end = after_character (&ret->text, end);
  bool is_cut = count_seen (&ret->text, end) < count_seen (&ret->text, ret->text.size);
  ret->text.bytes[end] = 0;
  ret->text.size = end;
  if (is_cut) set_text (ret, "…");
  return true;
}

/* A function, and how many values it takes. */
typedef struct {
  const char *name;
  /* The number of values; ANY_COUNT: the function checks the number itself. */
  size_t count;
  bool (*call) (Call *self, PctlValue *ret);
} Function;

#define ANY_COUNT ((size_t)-1)

static const Function functions[] = {
  { "lc", 1, call_host },       { "uc", 1, call_host },        { "markup_escape", 1, call_host },
  { "emoji", 1, call_emoji },   { "trunc", 2, call_trunc },    { "duration", 1, call_duration },
  { "default", 2, call_default }, { "join", ANY_COUNT, call_join },
};

static bool call (Call *self, PctlValue *ret) {
  PctlText *error = &self->expansion->error;
  const char *name = self->token->text;
  if (strchr ("+-*/", name[0]) != NULL) return pctl_calculate (self->token, self->values, self->count, ret, error);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const Function *function = &functions[i];
    if (strcmp (function->name, name) != 0) continue;
    if (function->count == self->count || function->count == ANY_COUNT) return function->call (self, ret);
    /* The message is the same as playerctl's. */
    return pctl_fail (error, "function %s takes exactly %s (got %zu)",
                      function->call == call_duration ? "uc" : name,
                      function->count == 1 ? "one argument" : "two arguments", self->count);
  }
  return call_host (self, ret);
}

static bool evaluate (Expansion *self, const Token *token, PctlValue *ret);

static bool evaluate_function (Expansion *self, const Token *token, PctlValue *ret) {
  Call made = { .expansion = self, .token = token };
  bool is_evaluated = true;
  for (const Token *each = token->arguments; each != NULL; each = each->next) made.count++;
  made.values = pctl_allocate (made.count * sizeof *made.values);
  size_t i = 0;
  for (const Token *each = token->arguments; each != NULL && is_evaluated; each = each->next)
    is_evaluated = evaluate (self, each, &made.values[i++]);
  if (is_evaluated) is_evaluated = call (&made, ret);
  for (i = 0; i < made.count; i++) pctl_value_clear (&made.values[i]);
  free (made.values);
  return is_evaluated;
}

/* Returns whether a value is true: not empty, 0 or false. */
static bool is_true (const PctlValue *value) {
  switch (value->kind) {
    case PCTL_NOTHING: return false;
    case PCTL_INT64:
    case PCTL_UINT64: return value->integer != 0;
    case PCTL_DOUBLE: return value->number != 0;
    default: return value->text.size > 0 && (value->kind == PCTL_STRING || strcmp (value->text.bytes, "false") != 0);
  }
}

/* Returns the second value when the first is true, else the third, if there is one; only the returned one is evaluated.
 * An addition: playerctl has no such function. */
static bool evaluate_if (Expansion *self, const Token *token, PctlValue *ret) {
  const Token *condition = token->arguments, *then = condition == NULL ? NULL : condition->next;
  const Token *otherwise = then == NULL ? NULL : then->next;
  if (then == NULL || (otherwise != NULL && otherwise->next != NULL))
    return pctl_fail (&self->error, "function if takes two or three arguments");
  PctlValue value = { 0 };
  if (!evaluate (self, condition, &value)) return false;
  const Token *chosen = is_true (&value) ? then : otherwise;
  pctl_value_clear (&value);
  return chosen == NULL ? set_text (ret, "") : evaluate (self, chosen, ret);
}

/* Stores the value of a token. Returns false with an error. */
static bool evaluate (Expansion *self, const Token *token, PctlValue *ret) {
  switch (token->kind) {
    case TOKEN_TEXT: return set_text (ret, token->text);
    case TOKEN_NUMBER: *ret = (PctlValue){ .kind = PCTL_DOUBLE, .number = token->number }; return true;
    case TOKEN_VARIABLE: self->host->get (self->host->context, token->text, ret); return true;
    case TOKEN_FUNCTION: break;
  }
  return strcmp (token->text, "if") == 0 ? evaluate_if (self, token, ret) : evaluate_function (self, token, ret);
}

bool pctl_template_expand (const PctlTemplate *self, const PctlHost *host, PctlText *ret) {
  Expansion expansion = { .host = host };
  bool is_evaluated = true;
  pctl_text_add (ret, "", 0);
  for (const Token *token = self->tokens; token != NULL && is_evaluated; token = token->next) {
    PctlValue value = { 0 };
    is_evaluated = evaluate (&expansion, token, &value);
    if (is_evaluated) pctl_text_add_value (ret, &value);
    pctl_value_clear (&value);
  }
  if (is_evaluated) return true;
  free (ret->bytes);
  *ret = expansion.error;
  return false;
}

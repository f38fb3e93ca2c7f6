/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A fuzzer of playerctl's templates, whose values are those of players: the input is a template, a NUL, and the bytes
 * from which the values of its variables are made. usage: templates [CORPUS…] (see libFuzzer's options) */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "template.h"

static void check(bool condition) {
  if (!condition) abort();
}

static void get(void *context, const char *name, PctlValue *ret) {
  static const char *const types[] = {"s", "b", "as", "a{sv}"};
  bytes *input = context;
  uint8_t kind = take_byte(input);
  check(*name && ret->kind == PCTL_NOTHING);
  if (kind >= 128) {
    const char *text = take_text(input, 0);
    pctl_value_set_text(ret, types[kind % 4], text, strlen(text));
  } else {
    ret->kind = (PctlKind)(kind % 4 == 1 ? PCTL_NOTHING : kind % 4 + PCTL_STRING);
    if (ret->kind == PCTL_STRING) ret->kind = PCTL_DOUBLE;
    ret->integer = take_integer(input);
    ret->number = take_number(input);
  }
}

/* Returns the text three times, so that nested functions make long texts. */
static bool change(const char *function, const char *text, PctlText *ret) {
  if (*function == 'x') return false;
  for (int i = 0; i < 3 && ret->size < 100000; i++) pctl_text_add(ret, text, strlen(text));
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t length = strnlen((const char *)data, size);
  char *format = strndup((const char *)data, length);
  bytes input = {data + length, size - length};
  PctlHost host = {.context = &input, .get = get, .change = change};
  PctlText text = {0};
  PctlTemplate *made = pctl_template_new(format, &text);
  check(!made == (text.size > 0));
  if (made) {
    (void)pctl_template_uses(made, "position");
    bool is_expanded = pctl_template_expand(made, &host, &text);
    check(is_expanded || text.size > 0);
    check(strlen(text.bytes) == text.size);
  }
  pctl_template_free(made);
  free(text.bytes);
  free(format);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests that the functions that retain the object of a string return the string as it was given, and that a text that
 * is not there has no size. */
#include <stdint.h>
#include <stdio.h>

#include "platform.h"
#include "system.h"

void *swift_bridgeObjectRetain(void *string);
void *swift_bridgeObjectRetain_n(void *string, uint32_t count);

/** The object that was retained last, and how often. */
static void *retained;
static uint32_t times;

void *swift_retain_n(void *object, uint32_t count) {
  retained = object;
  times = count;
  return object;
}

void *swift_retain(void *object) { return swift_retain_n(object, 1); }

int main(void) {
#if UINTPTR_MAX > UINT32_MAX
  /* ":1.77" in the bits of the string itself, and a literal. */
  void *const texts[] = {(void *)0xe500000000000000, (void *)0x8000000012345670};
  for (int i = 0; i < 2; i++) CHECK(swift_bridgeObjectRetain(texts[i]) == texts[i] && !retained);
  void *object = (void *)0x0000000012345670, *string = (void *)0x2000000012345670;
#else
  void *object = (void *)0x12345670, *string = object;
#endif
  CHECK(swift_bridgeObjectRetain(string) == string && retained == object && times == 1);
  CHECK(swift_bridgeObjectRetain_n(string, 7) == string && retained == object && times == 7);
  /* A text that a message lacks counts as nothing towards the limits of its sender. */
  CHECK(np_text_size(NULL) == 0 && np_text_size("") == 0 && np_text_size("\u00e9") == 2);
  printf("a string is returned as it was given\n");
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions of the C library for Embedded Swift. In the ordinary build Swift has a runtime, and this file is empty. */
#ifdef NOWPLAYING_EMBEDDED
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "platform.h"

/* Replaces posix_memalign(), with which Embedded Swift allocates all memory, by malloc(): it takes half the time, and
 * aligns to 16 bytes anyway. The symbol is hidden, so that only this library's own calls come here; free() frees both
 * kinds of memory. */
__attribute__((visibility("hidden"))) int posix_memalign(void **ret, size_t alignment, size_t size) {
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  *ret = alignment <= _Alignof(max_align_t) ? malloc(size) : aligned_alloc(alignment, rounded);
  return *ret ? 0 : ENOMEM;
}

/* Replace the functions of Embedded Swift that retain the object of a string. The compiler believes that they return
 * their argument, and on arm64 it goes on with the result, in the place of the string. Those of Swift 6.3 return the
 * address of the object alone: a short text, which is in these bits itself, was then read as an address. */
#if UINTPTR_MAX > UINT32_MAX
/* A literal and a short text, whose highest bit is set, have no object. */
#define HAS_OBJECT(string) ((intptr_t)(string) > 0)
#define OBJECT_OF(string) ((void *)((uintptr_t)(string) & 0x0ffffffffffffff8))
#else
#define HAS_OBJECT(string) 1
#define OBJECT_OF(string) (string)
#endif
__attribute__((weak, visibility("hidden"))) void *swift_retain(void *object);
__attribute__((weak, visibility("hidden"))) void *swift_retain_n(void *object, uint32_t count);

__attribute__((visibility("hidden"))) void *swift_bridgeObjectRetain(void *string) {
  if (HAS_OBJECT(string)) swift_retain(OBJECT_OF(string));
  return string;
}

__attribute__((visibility("hidden"))) void *swift_bridgeObjectRetain_n(void *string, uint32_t count) {
  if (HAS_OBJECT(string)) swift_retain_n(OBJECT_OF(string), count);
  return string;
}

#if !defined(__GLIBC__) || __GLIBC__ < 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ < 36)
/* Fills a buffer with random bytes. Dictionaries seed their hashes by arc4random_buf(), which glibc has only since
 * 2.36. */
__attribute__((visibility("hidden"))) void arc4random_buf(void *buffer, size_t size) {
  while (size--) ((unsigned char *)buffer)[size] = (unsigned char)np_random();
}
#endif
#endif

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The functions of the C library that the code of Embedded Swift calls. In the ordinary build Swift has a runtime, and
 * this file is empty. */
#ifdef NOWPLAYING_EMBEDDED
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include "platform.h"

/* Embedded Swift allocates everything by posix_memalign, at twice the price of malloc, which aligns to 16 anyway. The
 * symbol is hidden: only this library's own calls come here, and both give memory for free(). */
__attribute__((visibility("hidden"))) int posix_memalign(void **ret, size_t alignment, size_t size) {
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  *ret = alignment <= _Alignof(max_align_t) ? malloc(size) : aligned_alloc(alignment, rounded);
  return *ret ? 0 : ENOMEM;
}

#if !defined(__GLIBC__) || __GLIBC__ < 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ < 36)
/* Dictionaries seed their hashes by arc4random_buf, which glibc has since 2.36. */
__attribute__((visibility("hidden"))) void arc4random_buf(void *buffer, size_t size) {
  while (size--) ((unsigned char *)buffer)[size] = (unsigned char)np_random();
}
#endif
#endif

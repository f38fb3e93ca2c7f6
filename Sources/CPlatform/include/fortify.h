/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/*
 * Included by the compiler's option -include before each file in C: the C library checks the sizes of buffers that it
 * knows. Only with optimisation, which that needs; a packager's own -D_FORTIFY_SOURCE is left as it is. Level 3 is
 * refused with a warning by a C library or compiler that does not have it.
 */
#if defined __OPTIMIZE__ && !defined _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 2
#endif

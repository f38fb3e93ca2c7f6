/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/*
 * The compiler's option -include puts this before each file in C: the C library then checks writes into buffers whose
 * size the compiler knows. It needs optimisation. A packager's own -D_FORTIFY_SOURCE is left as it is. Level 2, because
 * a C library or a compiler that does not have level 3 warns of it.
 */
#if defined __OPTIMIZE__ && !defined _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 2
#endif

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Prints the version of the library that it has, if it has one. */
#include <stdio.h>
#ifdef HAVE_NOWPLAYING
#include <nowplaying/nowplaying.h>
#else
static const char *nowplaying_version_string(void) { return "none"; }
#endif

int main(void) { return puts(nowplaying_version_string()) < 0; }

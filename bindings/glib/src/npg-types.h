/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Included first by all headers of the library. */
#pragma once
#include <gio/gio.h>

#ifndef NPG_AVAILABLE
#define NPG_AVAILABLE __attribute__ ((visibility ("default"))) extern
#endif

typedef struct _NpgItem NpgItem;
typedef struct _NpgMedia NpgMedia;
typedef struct _NpgSession NpgSession;
typedef struct _NpgSurface NpgSurface;

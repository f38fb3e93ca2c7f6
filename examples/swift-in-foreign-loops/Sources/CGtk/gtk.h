/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include <glib-unix.h>
#include <gtk/gtk.h>

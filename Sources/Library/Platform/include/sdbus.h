/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The header of sd-bus, as libsystemd and libelogind have it; or, when NOWPLAYING_BASU is defined, of basu, which is
 * the sd-bus of systemd 240. */
#ifndef NOWPLAYING_SDBUS_H
#define NOWPLAYING_SDBUS_H

#ifndef NOWPLAYING_BASU
#include <systemd/sd-bus.h>
#else
#include <basu/sd-bus.h>

/* basu 0.2 does not introspect the names of arguments: it calls them arg_0, arg_1. */
#ifndef SD_BUS_METHOD_WITH_NAMES_OFFSET
#define SD_BUS_METHOD_WITH_NAMES_OFFSET(name, arguments, names, result, no_names, handler, offset, flags) \
  SD_BUS_METHOD_WITH_OFFSET(((void)(names), name), arguments, result, handler, offset, flags)
#define SD_BUS_SIGNAL_WITH_NAMES(name, arguments, names, flags) SD_BUS_SIGNAL(((void)(names), name), arguments, flags)
#endif
#endif

#endif

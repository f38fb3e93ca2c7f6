/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes functions of sd-bus fail, which really happens hardly ever. It is loaded before libsystemd by LD_PRELOAD.
 *   FAULTS=FUNCTION:FIRST:COUNT:ERRNO,…   COUNT calls fail with an errno, from the FIRST call on (1 is the first call)
 * Only the library's own calls count: sd-bus calls some of these functions itself. */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

/** Returns 0, or the negative errno with which this call of a function must fail. */
static int fault(const char *function, void *caller, _Atomic int *calls) {
  const char *faults = getenv("FAULTS");
  Dl_info from;
  if (!dladdr(caller, &from) || !strstr(from.dli_fname, "libnowplaying")) return 0;
  int call = atomic_fetch_add(calls, 1) + 1;
  for (const char *at = faults; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    size_t length = strlen(function);
    int first, count, error;
    if (strncmp(at, function, length) == 0 && sscanf(at + length, ":%d:%d:%d", &first, &count, &error) == 3 &&
        call >= first && call < first + count) {
      return -error;
    }
  }
  return 0;
}

static void *next(const char *function) {
  void *found = dlsym(RTLD_NEXT, function);
  if (!found) abort();
  return found;
}

/** Defines a function of the same type that fails when FAULTS says so. */
#define FAULTY(name, parameters, ...)                               \
  int name parameters {                                             \
    static _Atomic int calls;                                       \
    int failed = fault(#name, __builtin_return_address(0), &calls); \
    int(*real) parameters = NULL;                                   \
    *(void **)&real = next(#name);                                  \
    return failed ? failed : real(__VA_ARGS__);                     \
  }

FAULTY(sd_bus_start, (sd_bus *bus), bus)
FAULTY(sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value), message, type, value)
FAULTY(sd_bus_message_append_string_space, (sd_bus_message *message, size_t size, char **ret), message, size, ret)
FAULTY(sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents), message, type,
       contents)
FAULTY(sd_bus_message_close_container, (sd_bus_message *message), message)
FAULTY(sd_bus_message_new_method_call,
       (sd_bus *bus, sd_bus_message **ret, const char *destination, const char *path, const char *interface,
        const char *member),
       bus, ret, destination, path, interface, member)
FAULTY(sd_bus_reply_method_error, (sd_bus_message *call, const sd_bus_error *error), call, error)
FAULTY(sd_bus_add_object_vtable,
       (sd_bus *bus, sd_bus_slot **slot, const char *path, const char *interface, const sd_bus_vtable *vtable,
        void *data),
       bus, slot, path, interface, vtable, data)
FAULTY(sd_bus_add_object,
       (sd_bus *bus, sd_bus_slot **slot, const char *path, sd_bus_message_handler_t callback, void *data), bus, slot,
       path, callback, data)
FAULTY(sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), bus, message, cookie)
FAULTY(sd_bus_call_async,
       (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, sd_bus_message_handler_t callback, void *data,
        uint64_t limit),
       bus, slot, message, callback, data, limit)
FAULTY(sd_bus_add_filter, (sd_bus *bus, sd_bus_slot **slot, sd_bus_message_handler_t callback, void *data), bus, slot,
       callback, data)
FAULTY(sd_bus_add_match_async,
       (sd_bus *bus, sd_bus_slot **slot, const char *match, sd_bus_message_handler_t callback,
        sd_bus_message_handler_t installed, void *data),
       bus, slot, match, callback, installed, data)

/* Variadic; here it is always called without further arguments. */
int sd_bus_reply_method_return(sd_bus_message *call, const char *types, ...) {
  static _Atomic int calls;
  int failed = fault("sd_bus_reply_method_return", __builtin_return_address(0), &calls);
  int (*real)(sd_bus_message *, const char *, ...) = NULL;
  *(void **)&real = next("sd_bus_reply_method_return");
  if (types) abort();
  return failed ? failed : real(call, NULL);
}

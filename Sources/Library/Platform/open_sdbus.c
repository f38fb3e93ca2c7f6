/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* In a build with NOWPLAYING_OPEN_SD_BUS, the library is not linked with sd-bus: it opens the machine's own sd-bus when
 * it is loaded. One file then serves all machines. But tools that make packages do not see that the library needs
 * sd-bus, so that packages of distributions are built without this option. This file defines each function of sd-bus
 * that the libraries call; with NOWPLAYING_PROGRAM also those that the program alone calls. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

#include "platform.h"

#ifdef NOWPLAYING_OPEN_SD_BUS
/* The libraries that have sd-bus, all with the same interface. The first name is that of systemd's; libelogind has
 * taken the name too, in distributions that replace systemd by it. */
static const char *const libraries[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};

/* The error of making a connection, and of each other function, when no such library is found. */
#define NONE (-ELIBACC)

/* Each function: the type of its result, its name, its parameters, the arguments that are passed on, and its result
 * when there is no library. The compiler reports parameters that differ from the header's. */
#define FUNCTIONS(F)                                                                                                   \
  F(int, sd_bus_new, (sd_bus * *bus), (bus), NONE)                                                                     \
  F(int, sd_bus_set_address, (sd_bus * bus, const char *address), (bus, address), NONE)                                \
  F(int, sd_bus_set_fd, (sd_bus * bus, int in, int out), (bus, in, out), NONE)                                         \
  F(int, sd_bus_set_bus_client, (sd_bus * bus, int is), (bus, is), NONE)                                               \
  F(int, sd_bus_set_server, (sd_bus * bus, int is, sd_id128_t id), (bus, is, id), NONE)                                \
  F(int, sd_bus_set_anonymous, (sd_bus * bus, int is), (bus, is), NONE)                                                \
  F(int, sd_bus_negotiate_fds, (sd_bus * bus, int does), (bus, does), NONE)                                            \
  F(int, sd_bus_start, (sd_bus * bus), (bus), NONE)                                                                    \
  F(int, sd_bus_is_open, (sd_bus * bus), (bus), NONE)                                                                  \
  F(int, sd_bus_is_ready, (sd_bus * bus), (bus), NONE)                                                                 \
  F(int, sd_bus_get_fd, (sd_bus * bus), (bus), NONE)                                                                   \
  F(int, sd_bus_get_events, (sd_bus * bus), (bus), NONE)                                                               \
  F(int, sd_bus_get_timeout, (sd_bus * bus, uint64_t * time), (bus, time), NONE)                                       \
  F(int, sd_bus_get_n_queued_write, (sd_bus * bus, uint64_t * count), (bus, count), NONE)                              \
  F(sd_bus_message *, sd_bus_get_current_message, (sd_bus * bus), (bus), NULL)                                         \
  F(int, sd_bus_get_unique_name, (sd_bus * bus, const char **name), (bus, name), NONE)                                 \
  F(int, sd_bus_process, (sd_bus * bus, sd_bus_message * *message), (bus, message), NONE)                              \
  F(int, sd_bus_wait, (sd_bus * bus, uint64_t time), (bus, time), NONE)                                                \
  F(sd_bus *, sd_bus_unref, (sd_bus * bus), (bus), NULL)                                                               \
  F(int, sd_bus_send, (sd_bus * bus, sd_bus_message * message, uint64_t * cookie), (bus, message, cookie), NONE)       \
  F(int, sd_bus_call_async,                                                                                            \
    (sd_bus * bus, sd_bus_slot * *slot, sd_bus_message * call, sd_bus_message_handler_t handler, void *data,           \
     uint64_t time),                                                                                                   \
    (bus, slot, call, handler, data, time), NONE)                                                                      \
  F(int, sd_bus_add_filter, (sd_bus * bus, sd_bus_slot * *slot, sd_bus_message_handler_t handler, void *data),         \
    (bus, slot, handler, data), NONE)                                                                                  \
  F(int, sd_bus_add_match_async,                                                                                       \
    (sd_bus * bus, sd_bus_slot * *slot, const char *match, sd_bus_message_handler_t handler,                           \
     sd_bus_message_handler_t installed, void *data),                                                                  \
    (bus, slot, match, handler, installed, data), NONE)                                                                \
  F(int, sd_bus_add_object,                                                                                            \
    (sd_bus * bus, sd_bus_slot * *slot, const char *path, sd_bus_message_handler_t handler, void *data),               \
    (bus, slot, path, handler, data), NONE)                                                                            \
  F(int, sd_bus_add_fallback,                                                                                          \
    (sd_bus * bus, sd_bus_slot * *slot, const char *path, sd_bus_message_handler_t handler, void *data),               \
    (bus, slot, path, handler, data), NONE)                                                                            \
  F(int, sd_bus_add_object_vtable,                                                                                     \
    (sd_bus * bus, sd_bus_slot * *slot, const char *path, const char *interface, const sd_bus_vtable *table,           \
     void *data),                                                                                                      \
    (bus, slot, path, interface, table, data), NONE)                                                                   \
  F(int, sd_bus_add_object_manager, (sd_bus * bus, sd_bus_slot * *slot, const char *path), (bus, slot, path), NONE)    \
  F(int, sd_bus_emit_object_added, (sd_bus * bus, const char *path), (bus, path), NONE)                                \
  F(int, sd_bus_emit_object_removed, (sd_bus * bus, const char *path), (bus, path), NONE)                              \
  F(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot * slot), (slot), NULL)                                              \
  F(int, sd_bus_slot_set_floating, (sd_bus_slot * slot, int is), (slot, is), NONE)                                     \
  F(int, sd_bus_slot_set_destroy_callback, (sd_bus_slot * slot, sd_bus_destroy_t callback), (slot, callback), NONE)    \
  F(int, sd_bus_message_new_signal,                                                                                    \
    (sd_bus * bus, sd_bus_message * *ret, const char *path, const char *interface, const char *member),                \
    (bus, ret, path, interface, member), NONE)                                                                         \
  F(int, sd_bus_message_new_method_call,                                                                               \
    (sd_bus * bus, sd_bus_message * *ret, const char *name, const char *path, const char *interface,                   \
     const char *member),                                                                                              \
    (bus, ret, name, path, interface, member), NONE)                                                                   \
  F(int, sd_bus_message_new_method_return, (sd_bus_message * call, sd_bus_message * *ret), (call, ret), NONE)          \
  F(sd_bus_message *, sd_bus_message_ref, (sd_bus_message * message), (message), NULL)                                 \
  F(sd_bus_message *, sd_bus_message_unref, (sd_bus_message * message), (message), NULL)                               \
  F(int, sd_bus_message_seal, (sd_bus_message * message, uint64_t cookie, uint64_t time), (message, cookie, time),     \
    NONE)                                                                                                              \
  F(int, sd_bus_message_get_cookie, (sd_bus_message * message, uint64_t * cookie), (message, cookie), NONE)            \
  F(int, sd_bus_message_get_expect_reply, (sd_bus_message * message), (message), NONE)                                 \
  F(const char *, sd_bus_message_get_path, (sd_bus_message * message), (message), NULL)                                \
  F(const char *, sd_bus_message_get_interface, (sd_bus_message * message), (message), NULL)                           \
  F(const char *, sd_bus_message_get_member, (sd_bus_message * message), (message), NULL)                              \
  F(const char *, sd_bus_message_get_sender, (sd_bus_message * message), (message), NULL)                              \
  F(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message * message), (message), NULL)                       \
  F(sd_bus *, sd_bus_message_get_bus, (sd_bus_message * message), (message), NULL)                                     \
  F(int, sd_bus_message_is_signal, (sd_bus_message * message, const char *interface, const char *member),              \
    (message, interface, member), NONE)                                                                                \
  F(int, sd_bus_message_is_method_call, (sd_bus_message * message, const char *interface, const char *member),         \
    (message, interface, member), NONE)                                                                                \
  F(int, sd_bus_message_is_method_error, (sd_bus_message * message, const char *name), (message, name), NONE)          \
  F(int, sd_bus_message_has_signature, (sd_bus_message * message, const char *signature), (message, signature), NONE)  \
  F(const char *, sd_bus_message_get_signature, (sd_bus_message * message, int complete), (message, complete), NULL)   \
  F(int, sd_bus_message_set_expect_reply, (sd_bus_message * message, int does), (message, does), NONE)                 \
  F(int, sd_bus_message_set_auto_start, (sd_bus_message * message, int does), (message, does), NONE)                   \
  F(int, sd_bus_message_set_sender, (sd_bus_message * message, const char *name), (message, name), NONE)               \
  F(int, sd_bus_message_append_basic, (sd_bus_message * message, char type, const void *value),                        \
    (message, type, value), NONE)                                                                                      \
  F(int, sd_bus_message_append_string_space, (sd_bus_message * message, size_t size, char **ret),                      \
    (message, size, ret), NONE)                                                                                        \
  F(int, sd_bus_message_copy, (sd_bus_message * message, sd_bus_message * source, int all), (message, source, all),    \
    NONE)                                                                                                              \
  F(int, sd_bus_message_open_container, (sd_bus_message * message, char type, const char *contents),                   \
    (message, type, contents), NONE)                                                                                   \
  F(int, sd_bus_message_close_container, (sd_bus_message * message), (message), NONE)                                  \
  F(int, sd_bus_message_read_basic, (sd_bus_message * message, char type, void *ret), (message, type, ret), NONE)      \
  F(int, sd_bus_message_read_array, (sd_bus_message * message, char type, const void **ret, size_t *size),             \
    (message, type, ret, size), NONE)                                                                                  \
  F(int, sd_bus_message_skip, (sd_bus_message * message, const char *types), (message, types), NONE)                   \
  F(int, sd_bus_message_enter_container, (sd_bus_message * message, char type, const char *contents),                  \
    (message, type, contents), NONE)                                                                                   \
  F(int, sd_bus_message_exit_container, (sd_bus_message * message), (message), NONE)                                   \
  F(int, sd_bus_message_peek_type, (sd_bus_message * message, char *type, const char **contents),                      \
    (message, type, contents), NONE)                                                                                   \
  F(int, sd_bus_message_at_end, (sd_bus_message * message, int complete), (message, complete), NONE)                   \
  F(int, sd_bus_message_rewind, (sd_bus_message * message, int complete), (message, complete), NONE)                   \
  F(int, sd_bus_reply_method_error, (sd_bus_message * call, const sd_bus_error *error), (call, error), NONE)           \
  F(int, sd_bus_error_set, (sd_bus_error * error, const char *name, const char *message), (error, name, message),      \
    NONE)                                                                                                              \
  /* Its only caller, np_reply(), gives NULL as the types, so that no other arguments follow. */                       \
  F(int, sd_bus_reply_method_return, (sd_bus_message * call, const char *types, ...), (call, types), NONE)

/* The functions that recording needs. basu and old versions lack some, and only recording fails then. */
#ifdef NOWPLAYING_PROGRAM
#define PROGRAM_FUNCTIONS(F)                                                                                           \
  F(int, sd_bus_set_monitor, (sd_bus * bus, int is), (bus, is), NONE)                                                  \
  F(int, sd_bus_call,                                                                                                  \
    (sd_bus * bus, sd_bus_message * call, uint64_t time, sd_bus_error * error, sd_bus_message * *reply),               \
    (bus, call, time, error, reply), NONE)                                                                             \
  F(int, sd_bus_message_get_type, (sd_bus_message * message, uint8_t * type), (message, type), NONE)                   \
  F(int, sd_bus_message_get_reply_cookie, (sd_bus_message * message, uint64_t * cookie), (message, cookie), NONE)      \
  F(const char *, sd_bus_message_get_destination, (sd_bus_message * message), (message), NULL)                         \
  F(int, sd_bus_service_name_is_valid, (const char *name), (name), NONE)
#else
#define PROGRAM_FUNCTIONS(F)
#endif

#define DEFINE(result, name, parameters, arguments, missing) \
  static __typeof__(name) *opened_##name; \
  result name parameters { return opened_##name ? opened_##name arguments : missing; }
FUNCTIONS(DEFINE)
PROGRAM_FUNCTIONS(DEFINE)

static void (*opened_sd_bus_close)(sd_bus *bus);
void sd_bus_close(sd_bus *bus) {
  if (opened_sd_bus_close) opened_sd_bus_close(bus);
}

/* Only the address of this variable is used: sd-bus's macros refer to it, so that a linker finds a library with tables
 * of this format. */
const unsigned sd_bus_object_vtable_format = 0;

static bool is_basu;
size_t np_vtable_entry_size(void) {
  /* Up to systemd 240, and in basu, an entry has no field for the names of arguments. */
  return is_basu ? offsetof(sd_bus_vtable, x.method.offset) + sizeof(size_t) : sizeof(sd_bus_vtable);
}

#define ROW(result, name, parameters, arguments, missing) {#name, (void **)&opened_##name},
static const struct row {
  const char *name;
  void **function;
} rows[] = {{"sd_bus_close", (void **)&opened_sd_bus_close}, FUNCTIONS(ROW)};
static const struct row program_rows[] = {PROGRAM_FUNCTIONS(ROW){NULL, NULL}};

/** Looks up all functions in a library or in RTLD_DEFAULT. Sets all of them but those of the program, or none. */
static bool take(void *library) {
  void *found[sizeof rows / sizeof *rows];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    found[i] = dlsym(library, rows[i].name);
    if (!found[i]) return false;
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) *rows[i].function = found[i];
  for (const struct row *row = program_rows; row->name; row++) *row->function = dlsym(library, row->name);
  is_basu = !dlsym(library, "sd_bus_object_vtable_format");
  return true;
}

/* The priority lets it run before the constructors of a program that contains the library, because they may make an
 * app. */
__attribute__((constructor(101))) static void open_sd_bus(void) {
  /* An sd-bus with which the program itself is linked is used first. Its functions call each other by name, so that
   * those of a second one would call those of the first. */
  if (take(RTLD_DEFAULT)) return;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    if (take(library)) return;
    dlclose(library);
  }
}
#endif

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions around sd-bus: for its macros, which Swift cannot expand, and for calls with variable arguments. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "platform.h"

#ifndef NOWPLAYING_OPEN_SD_BUS
size_t np_vtable_entry_size(void) { return sizeof(sd_bus_vtable); }
#endif

static sd_bus_vtable *entry_at(sd_bus_vtable *table, size_t place) {
  return (sd_bus_vtable *)((char *)table + place * np_vtable_entry_size());
}

sd_bus_vtable *np_vtable_new(size_t members) {
  sd_bus_vtable first[] = {SD_BUS_VTABLE_START(0)}, end[] = {SD_BUS_VTABLE_END};
  sd_bus_vtable *table = calloc(members + 2, np_vtable_entry_size());
  if (!table) return NULL;
  first[0].x.start.element_size = np_vtable_entry_size();
  memcpy(table, first, np_vtable_entry_size());
  memcpy(entry_at(table, members + 1), end, np_vtable_entry_size());
  return table;
}

/** Returns the field for the names of an entry's arguments; NULL if this sd-bus has no such field. */
static const char **names_of(sd_bus_vtable *entry) {
#ifndef NOWPLAYING_BASU
  if (np_vtable_entry_size() < sizeof *entry) return NULL;
  if (entry->type == _SD_BUS_VTABLE_METHOD) return &entry->x.method.names;
  if (entry->type == _SD_BUS_VTABLE_SIGNAL) return &entry->x.signal.names;
#endif
  (void)entry;
  return NULL;
}

void np_vtable_free(sd_bus_vtable *table) {
  for (size_t i = 0; table && entry_at(table, i)->type != _SD_BUS_VTABLE_END; i++) {
    const char **names = names_of(entry_at(table, i));
    if (names) free((char *)*names);
  }
  free(table);
}

/** Copies an entry into a table. A table that could not be allocated is NULL, which sd-bus refuses later. */
static void put(sd_bus_vtable *table, size_t index, const sd_bus_vtable *entry) {
  // The sd-bus that is used may have shorter entries, with only the first part of this one.
  if (table) memcpy(entry_at(table, index + 1), entry, np_vtable_entry_size());
}

/** Copies an entry with the names of its arguments, as a list in which each is followed by a NUL. When there is no
 * memory for the list, the start of the table is cleared, so that sd-bus refuses the whole table. */
static void put_named(sd_bus_vtable *table, size_t index, sd_bus_vtable *entry, const char *names) {
  const char **place = names_of(entry);
  if (table && place) {
    size_t length = strlen(names);
    char *copy = calloc(1, length + 2);
    if (!copy) {
      table->type = 0;
      return;
    }
    for (size_t i = 0; i < length; i++) copy[i] = names[i] == ' ' ? 0 : names[i];
    *place = copy;
  }
  put(table, index, entry);
}

/* A writable property needs a setter, or introspection shows it as read-only. This one is never called: Properties.Set
 * is answered by the object's own handler, because a setter of sd-bus cannot reply later. */
static int unreachable_setter(sd_bus *bus, const char *path, const char *interface, const char *property,
                              sd_bus_message *value, void *userdata, sd_bus_error *error) {
  (void)bus, (void)path, (void)interface, (void)property, (void)value, (void)userdata;
  return sd_bus_error_set(error, SD_BUS_ERROR_PROPERTY_READ_ONLY, "This property cannot be set");
}

void np_vtable_property(sd_bus_vtable *table, size_t index, const char *name, const char *signature,
                        sd_bus_property_get_t get, size_t offset, bool writable, np_announcement announcement) {
  static const uint64_t all_flags[] = {
      [NP_CONSTANT] = SD_BUS_VTABLE_PROPERTY_CONST,
      [NP_EMITS_CHANGE] = SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE,
      [NP_EMITS_INVALIDATION] = SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION,
      [NP_UNANNOUNCED] = 0,
  };
  uint64_t flags = all_flags[announcement];
  sd_bus_vtable read_only[] = {SD_BUS_PROPERTY(name, signature, get, offset, flags)};
  sd_bus_vtable read_write[] = {SD_BUS_WRITABLE_PROPERTY(name, signature, get, unreachable_setter, offset,
                                                         flags | SD_BUS_VTABLE_UNPRIVILEGED)};
  put(table, index, writable ? read_write : read_only);
}

void np_vtable_method(sd_bus_vtable *table, size_t index, const char *name, const char *arguments, const char *result,
                      const char *names, sd_bus_message_handler_t handler, size_t offset) {
  sd_bus_vtable entry[] = {SD_BUS_METHOD_WITH_NAMES_OFFSET(name, arguments, names, result, , handler, offset,
                                                           SD_BUS_VTABLE_UNPRIVILEGED)};
  put_named(table, index, entry, names);
}

void np_vtable_signal(sd_bus_vtable *table, size_t index, const char *name, const char *arguments,
                      const char *names) {
  sd_bus_vtable entry[] = {SD_BUS_SIGNAL_WITH_NAMES(name, arguments, names, 0)};
  put_named(table, index, entry, names);
}

bool np_is_disconnect(int32_t error) {
  switch (-error) {
  case ENOTCONN:
  case ECONNRESET:
  case EPIPE:
  case ESHUTDOWN:
  case ESTALE:
    return true;
  default:
    return false;
  }
}

bool np_is_exhausted(int32_t error) { return error == -EMFILE || error == -ENFILE; }
bool np_is_missing(int32_t error) { return error == -ENOENT || error == -ENOTDIR; }
bool np_is_malformed(int32_t error) { return error == -EINVAL || error == -E2BIG; }
bool np_is_timeout(int32_t error) { return error == -ETIMEDOUT; }

int32_t np_append_text(sd_bus_message *message, const void *text, ptrdiff_t length) {
  size_t size = length > 0 ? strnlen(text, (size_t)length) : 0;
  char *space;
  int result = sd_bus_message_append_string_space(message, size, &space);
  /* memmove() and not memcpy(), which a compiler that optimizes for size turns into an instruction that copies single
   * bytes. */
  if (result >= 0 && size) memmove(space, text, size);
  return result;
}

int32_t np_reply(sd_bus_message *call) { return sd_bus_reply_method_return(call, NULL); }

int32_t np_reply_error(sd_bus_message *call, const char *name, const char *message) {
  sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, message);
  return sd_bus_reply_method_error(call, &error);
}

np_message_kind np_watched(sd_bus_message *message, const char *at, const char *below) {
  const char *path = sd_bus_message_get_path(message);
  if (!path) return NP_OTHER;
  if (sd_bus_message_is_signal(message, NULL, NULL) > 0) return NP_SIGNAL;
  if (at && strcmp(path, at) == 0) return NP_CALL_AT;
  if (!below) return NP_OTHER;
  // A loop and not strncmp(), because each message is compared, and nearly all differ in the first bytes.
  while (*below && *below == *path) below++, path++;
  return !*below && (!*path || *path == '/') ? NP_CALL_BELOW : NP_OTHER;
}

int32_t np_call_without_body(sd_bus_message *call, sd_bus_message **ret_call) {
  uint64_t cookie;
  sd_bus_message *light = NULL;
  int result = sd_bus_message_get_cookie(call, &cookie);
  if (result >= 0)
    result = sd_bus_message_new_method_call(sd_bus_message_get_bus(call), &light, NULL, sd_bus_message_get_path(call),
                                            NULL, sd_bus_message_get_member(call));
  if (result >= 0) result = sd_bus_message_set_sender(light, sd_bus_message_get_sender(call));
  if (result >= 0) result = sd_bus_message_set_expect_reply(light, sd_bus_message_get_expect_reply(call));
  if (result >= 0) result = sd_bus_message_seal(light, cookie, 0);
  if (result < 0) light = sd_bus_message_unref(light);
  *ret_call = light;
  return result;
}

size_t np_text_size(const char *text) { return text ? strlen(text) : 0; }

sd_bus *np_mirror_new(int32_t *ret_socket) {
  /* The greeting of a client. sd-bus answers it with a line. */
  static const char greeting[] = "\0AUTH ANONYMOUS\r\nBEGIN\r\n";
  sd_bus *bus = NULL;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) return NULL;
  int inner = np_above_stdio(ends[0]), outer = np_above_stdio(ends[1]);
  int result = inner < 0 ? inner : outer < 0 ? outer : sd_bus_new(&bus);
  if (result >= 0) result = sd_bus_set_fd(bus, inner, inner);
  if (result < 0) np_close(inner);
  if (result >= 0) result = sd_bus_set_server(bus, true, (sd_id128_t){{0}});
  if (result >= 0) result = sd_bus_set_anonymous(bus, true);
  if (result >= 0) result = sd_bus_start(bus);
  if (result >= 0 && np_socket_send(outer, greeting, sizeof greeting - 1) == sizeof greeting - 1) {
    *ret_socket = outer;
    return bus;
  }
  np_close(outer);
  sd_bus_unref(bus);
  return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Keeps mpv-mpris off the desktop. mpv cannot unload a script, and mpv-mpris has no option that turns it off. But
 * mpv-mpris is in the same process, and uses GIO's connection to the session bus, of which a process has only one. Over
 * that connection this file releases the names of mpv-mpris: a player without a name is not on the desktop. When
 * mpv-mpris loses a name it requests another: each name that it requests from then on is changed to one that is not the
 * name of a player. The plugin is not linked with GIO: when GIO is not loaded, mpv-mpris is not either. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "peer.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME "org.mpris.MediaPlayer2.mpv"
#define BUS "org.freedesktop.DBus"
/* The object path in the calls of this file, which distinguishes them from calls of mpv-mpris. */
#define OWN_PATH "/"
/* The length of "org.mpris.": without this beginning, a name is not that of a player. */
#define HIDDEN strlen("org.mpris.")

/* The functions of GIO that are used, with plain pointers in place of its types. */
typedef void *filter(void *connection, void *message, int incoming, void *user_data);
#define FUNCTIONS(FUNCTION) \
  FUNCTION(void *, g_bus_get_sync, int type, void *cancellable, void **error) \
  FUNCTION(void, g_dbus_connection_set_exit_on_close, void *connection, int exits) \
  FUNCTION(unsigned, g_dbus_connection_add_filter, void *connection, filter *function, void *user_data, void *free) \
  FUNCTION(void *, g_dbus_connection_call_sync, void *connection, const char *destination, const char *path, \
           const char *interface, const char *method, void *arguments, const void *reply_type, int flags, \
           int timeout, void *cancellable, void **error) \
  FUNCTION(const char *, g_dbus_message_get_path, void *message) \
  FUNCTION(const char *, g_dbus_message_get_member, void *message) \
  FUNCTION(const char *, g_dbus_message_get_arg0, void *message) \
  FUNCTION(void *, g_dbus_message_copy, void *message, void **error) \
  FUNCTION(void, g_dbus_message_set_body, void *message, void *body) \
  FUNCTION(void, g_object_unref, void *object) \
  FUNCTION(void *, g_variant_new, const char *format, ...) \
  FUNCTION(void, g_variant_get, void *variant, const char *format, ...) \
  FUNCTION(void, g_variant_unref, void *variant)

#define MEMBER(type, name, ...) type (*name)(__VA_ARGS__);
static struct {
  FUNCTIONS(MEMBER)
} gio;

#define PLACE(type, name, ...) {#name, &gio.name},
static const struct {
  const char *name;
  void *place;
} functions[] = {FUNCTIONS(PLACE)};

static bool find_functions(void) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return false;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
    void *found = dlsym(library, functions[i].name);
    if (found == NULL) return false;
    memcpy(functions[i].place, &found, sizeof found);
  }
  return true;
}

static int is_peer(struct dl_phdr_info *info, size_t size, void *data) {
  const char *name = strrchr(info->dlpi_name, '/');
  return name != NULL && strcmp(name, "/mpris.so") == 0;
}

/* Returns whether a name is "org.mpris.MediaPlayer2.mpv", or that with a suffix behind a dot, which tells instances
 * apart. */
static bool is_name_of_mpv(const char *name) {
  size_t length = strlen(NAME);
  return name != NULL && strncmp(name, NAME, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

/* Sees each message of the connection on GIO's thread, and changes the names that mpv-mpris requests and releases. */
static void *see_message(void *connection, void *message, int incoming, void *user_data) {
  const char *member = gio.g_dbus_message_get_member(message), *path = gio.g_dbus_message_get_path(message);
  const char *name = gio.g_dbus_message_get_arg0(message);
  if (incoming || path == NULL || strcmp(path, OWN_PATH) == 0 || !is_name_of_mpv(name)) return message;
  bool requests = strcmp(member, "RequestName") == 0;
  if (!requests && strcmp(member, "ReleaseName") != 0) return message;
  /* A message that is about to be sent is read-only, so that a copy is changed. */
  void *copy = gio.g_dbus_message_copy(message, NULL);
  if (copy == NULL) return message;
  gio.g_dbus_message_set_body(copy, requests ? gio.g_variant_new("(su)", name + HIDDEN, 0u)
                                             : gio.g_variant_new("(s)", name + HIDDEN));
  gio.g_object_unref(message);
  return copy;
}

/* Requests or releases a name. Returns whether the connection got the requested name, or had the released one: the bus
 * refuses to release a name of another connection. */
static bool call(void *connection, const char *method, void *arguments) {
  uint32_t result = 0;
  void *reply = gio.g_dbus_connection_call_sync(connection, BUS, OWN_PATH, BUS, method, arguments, NULL, 0, 1000, NULL,
                                                NULL);
  if (reply == NULL) return false;
  gio.g_variant_get(reply, "(u)", &result);
  gio.g_variant_unref(reply);
  return result == 1;
}

/* Releases all names of mpv-mpris. Returns whether mpv's usual name was among them. */
static bool silence(void *connection) {
  char instance[64];
  /* Otherwise GIO would end mpv when the bus goes. */
  gio.g_dbus_connection_set_exit_on_close(connection, 0);
  /* Adds the filter first, so that no name is requested unseen after it was released here. */
  gio.g_dbus_connection_add_filter(connection, see_message, NULL, NULL);
  /* The name that mpv-mpris has if it did not get the usual one. When mpv-mpris releases it later, see_message()
   * changes the name: the changed name is requested here, because GIO warns on the terminal about the release of a name
   * that is not owned. */
  snprintf(instance, sizeof instance, NAME ".instance%ld", (long)getpid());
  if (call(connection, "ReleaseName", gio.g_variant_new("(s)", instance))) {
    call(connection, "RequestName", gio.g_variant_new("(su)", instance + HIDDEN, 0u));
  }
  return call(connection, "ReleaseName", gio.g_variant_new("(s)", NAME));
}

bool peer_silence(void) {
  /* A process may run several mpv, each with this plugin. */
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static void *connection;
  bool had_name = false;
  pthread_mutex_lock(&lock);
  if (connection == NULL && dl_iterate_phdr(is_peer, NULL) && find_functions()) {
    connection = gio.g_bus_get_sync(2, NULL, NULL);
    if (connection != NULL) had_name = silence(connection);
  }
  pthread_mutex_unlock(&lock);
  return had_name;
}

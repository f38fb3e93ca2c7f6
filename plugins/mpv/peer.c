/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Keeps mpv-mpris off the desktop. mpv cannot unload a script, and mpv-mpris has no option that turns it off. But it is
 * in the same process, and uses GIO's connection to the session bus, of which a process has one. Over that connection
 * this file releases its names: a player without a name is not on the desktop. When mpv-mpris loses a name it requests
 * another, so each new one is released as well. GIO is not linked: when it is not loaded, mpv-mpris is not either. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "peer.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME "org.mpris.MediaPlayer2.mpv"
#define BUS "org.freedesktop.DBus"

/* The functions of GIO that are used, with plain pointers in place of its types. */
typedef void *filter(void *connection, void *message, int incoming, void *user_data);
#define FUNCTIONS(FUNCTION) \
  FUNCTION(void *, g_bus_get_sync, int type, void *cancellable, void **error) \
  FUNCTION(void, g_dbus_connection_set_exit_on_close, void *connection, int exits) \
  FUNCTION(unsigned, g_dbus_connection_add_filter, void *connection, filter *function, void *user_data, void *free) \
  FUNCTION(void *, g_dbus_connection_call_sync, void *connection, const char *destination, const char *path, \
           const char *interface, const char *method, void *arguments, const void *reply_type, int flags, \
           int timeout, void *cancellable, void **error) \
  FUNCTION(void, g_dbus_connection_call, void *connection, const char *destination, const char *path, \
           const char *interface, const char *method, void *arguments, const void *reply_type, int flags, \
           int timeout, void *cancellable, void *callback, void *user_data) \
  FUNCTION(const char *, g_dbus_message_get_member, void *message) \
  FUNCTION(const char *, g_dbus_message_get_arg0, void *message) \
  FUNCTION(uint32_t, g_dbus_message_get_serial, void *message) \
  FUNCTION(uint32_t, g_dbus_message_get_reply_serial, void *message) \
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
  (void)size, (void)data;
  return name != NULL && strcmp(name, "/mpris.so") == 0;
}

/* Returns whether a name is "org.mpris.MediaPlayer2.mpv", or that with a suffix behind a dot, which tells instances
 * apart. */
static bool is_name_of_mpv(const char *name) {
  size_t length = strlen(NAME);
  return name != NULL && strncmp(name, NAME, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

/* The bus's answer to ReleaseName. */
enum { RELEASED = 1 };

/* Whether all names of mpv-mpris have been released, so that it can only release names that it has lost. */
static atomic_bool is_silent;
/* Whether mpv's usual name was acquired and released during that time. */
static atomic_bool gave_name;

/* Changes the bus's reply to mpv-mpris' ReleaseName. Otherwise GIO would warn, on the terminal, about a name that
 * mpv-mpris does not own. */
static void *say_released(void *message) {
  /* A received message is read-only, so that a copy is changed. */
  void *copy = gio.g_dbus_message_copy(message, NULL);
  if (copy == NULL) return message;
  gio.g_dbus_message_set_body(copy, gio.g_variant_new("(u)", (uint32_t)RELEASED));
  gio.g_object_unref(message);
  return copy;
}

/* Sees each message of the connection on GIO's thread, and passes all of them on. */
static void *see_message(void *connection, void *message, int incoming, void *user_data) {
  static uint32_t releasing; /* The serial of the last ReleaseName: one thread runs all filters. */
  const char *member = gio.g_dbus_message_get_member(message);
  const char *name = gio.g_dbus_message_get_arg0(message);
  (void)user_data;
  if (member != NULL && is_name_of_mpv(name)) {
    if (incoming && strcmp(member, "NameAcquired") == 0) {
      if (strcmp(name, NAME) == 0) gave_name = true;
      gio.g_dbus_connection_call(connection, BUS, "/", BUS, "ReleaseName", gio.g_variant_new("(s)", name), NULL, 0, -1,
                                 NULL, NULL, NULL);
    } else if (!incoming && is_silent && strcmp(member, "ReleaseName") == 0) {
      releasing = gio.g_dbus_message_get_serial(message);
    }
  } else if (incoming && releasing != 0 && gio.g_dbus_message_get_reply_serial(message) == releasing) {
    releasing = 0;
    return say_released(message);
  }
  return message;
}

/* Releases a name. Returns whether the connection owned it: the bus refuses the release of another's name. */
static bool release(void *connection, const char *name) {
  uint32_t result = 0;
  void *reply = gio.g_dbus_connection_call_sync(connection, BUS, "/", BUS, "ReleaseName",
                                                gio.g_variant_new("(s)", name), NULL, 0, 1000, NULL, NULL);
  if (reply == NULL) return false;
  gio.g_variant_get(reply, "(u)", &result);
  gio.g_variant_unref(reply);
  return result == RELEASED;
}

/* Releases all names of mpv-mpris. Returns whether mpv's usual name was among them. */
static bool silence(void *connection) {
  char instance[64];
  /* Otherwise GIO would end mpv when the bus goes. */
  gio.g_dbus_connection_set_exit_on_close(connection, 0);
  /* Adds the filter first, so that no name is acquired unseen after it was released here. */
  gio.g_dbus_connection_add_filter(connection, see_message, NULL, NULL);
  /* The name that mpv-mpris has where it did not get the usual one. */
  snprintf(instance, sizeof instance, NAME ".instance%ld", (long)getpid());
  release(connection, instance);
  bool had_name = release(connection, NAME);
  if (gave_name) {
    /* The reply to this call proves that the bus has handled the earlier release. */
    release(connection, NAME);
    had_name = true;
  }
  is_silent = true;
  return had_name;
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

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A connection to a bus in a main context of GLib. */
#pragma once
#include <gio/gio.h>
#include <systemd/sd-bus.h>

#define MPRIS_PREFIX "org.mpris.MediaPlayer2."
#define MPRIS_PATH "/org/mpris/MediaPlayer2"
#define MPRIS_PLAYER "org.mpris.MediaPlayer2.Player"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define DAEMON "org.freedesktop.DBus"
#define DAEMON_PATH "/org/freedesktop/DBus"

/** A connection, and what turns it. */
typedef struct {
  /** Another one after a flood. */
  sd_bus *bus;
  GSource *source;
  char *address;
  /** When the second began of which the next two are, by g_get_monotonic_time(). */
  gint64 second;
  /** Messages that nobody has asked for, and bytes of those that were read. */
  guint messages;
  gsize bytes;
} PctlBus;

/** Bytes that a connection may bring in a second, beyond which it floods. */
#define PCTL_MOST_BYTES (4u << 20)

/** Connects to a bus. NULL with an error: G_IO_ERROR_NOT_FOUND when there is no bus at its address. */
G_GNUC_INTERNAL PctlBus *pctl_bus_new (GBusType type, GError **error);
/** Connects to the bus at an address. NULL with an error. */
G_GNUC_INTERNAL PctlBus *pctl_bus_new_for_address (const char *address, GError **error);
/** Lets a main context turn the connection. context: NULL: the default one. lost: called once when the bus has gone;
 * may end the connection. renewed: called when the rest after a flood is over, with a new connection without matches:
 * has to add them, and to ask for all that may have changed. */
G_GNUC_INTERNAL void pctl_bus_attach (PctlBus *self, GMainContext *context, void (*lost) (gpointer user_data),
                                      void (*renewed) (gpointer user_data), gpointer user_data);
/** Ends a connection; may be called inside one of its callbacks. self: may be NULL. */
G_GNUC_INTERNAL void pctl_bus_free (PctlBus *self);
/** Calls a member, and waits for the answer. types, …: as of sd_bus_message_append(). NULL with an error.
 * Ownership: give the answer to sd_bus_message_unref(). */
G_GNUC_INTERNAL sd_bus_message *pctl_bus_call (PctlBus *self, const char *name, const char *path,
                                               const char *interface, const char *member, GError **error,
                                               const char *types, ...);
/** Gets a property, and waits for it. NULL with an error. */
G_GNUC_INTERNAL GVariant *pctl_bus_get (PctlBus *self, const char *name, const char *interface, const char *property,
                                        GError **error);
/** Reads all values of a message, whose types have to be these. Returns a tuple; NULL of other types, and when it
 * cannot be read, or is more than a player may say. */
G_GNUC_INTERNAL GVariant *pctl_bus_read (PctlBus *self, sd_bus_message *message, const char *types);

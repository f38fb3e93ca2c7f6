/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A connection to a bus, processed by a main context of GLib. */
#pragma once
#include <gio/gio.h>
#include <systemd/sd-bus.h>

#define MPRIS_PREFIX "org.mpris.MediaPlayer2."
#define MPRIS_PATH "/org/mpris/MediaPlayer2"
#define MPRIS_PLAYER "org.mpris.MediaPlayer2.Player"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define DAEMON "org.freedesktop.DBus"
#define DAEMON_PATH "/org/freedesktop/DBus"

/** A connection and its event source. */
typedef struct {
  /** The sd-bus connection, which is replaced after a flood. */
  sd_bus *bus;
  GSource *source;
  char *address;
  /** The begin of the second in which the next two members count, by g_get_monotonic_time(). */
  gint64 second;
  /** The received messages that are not replies, and the bytes of those that were read. */
  guint messages;
  gsize bytes;
} PctlBus;

/** The bytes of a connection per second from which on it counts as flooding. */
#define PCTL_MOST_BYTES (4u << 20)

/** Connects to a bus. NULL with an error: G_IO_ERROR_NOT_FOUND when there is no bus at its address. */
G_GNUC_INTERNAL PctlBus *pctl_bus_new (GBusType type, GError **error);
/** Connects to the bus at an address. NULL with an error. */
G_GNUC_INTERNAL PctlBus *pctl_bus_new_for_address (const char *address, GError **error);
/** Has a main context process the connection. context: NULL for the default one. lost: called once when the bus has
 * gone; may free the connection. renewed: called after the pause that follows a flood, with a new connection without
 * matches: must add them again, and read everything that may have changed. */
G_GNUC_INTERNAL void pctl_bus_attach (PctlBus *self, GMainContext *context, void (*lost) (gpointer user_data),
                                      void (*renewed) (gpointer user_data), gpointer user_data);
/** Handles what has arrived, before the main context does. The connection may be freed meanwhile. self: may be NULL. */
G_GNUC_INTERNAL void pctl_bus_hear (PctlBus *self);
/** Frees a connection; may be called in its callbacks. self: may be NULL. */
G_GNUC_INTERNAL void pctl_bus_free (PctlBus *self);
/** Calls a method, and waits for the reply. types, …: as for sd_bus_message_append(). NULL with an error. Ownership:
 * give the reply to sd_bus_message_unref(). */
G_GNUC_INTERNAL sd_bus_message *pctl_bus_call (PctlBus *self, const char *name, const char *path,
                                               const char *interface, const char *member, GError **error,
                                               const char *types, ...);
/** Reads a property, and waits for it. NULL with an error. */
G_GNUC_INTERNAL GVariant *pctl_bus_get (PctlBus *self, const char *name, const char *interface, const char *property,
                                        GError **error);
/** Reads all values of a message, whose types must match. Returns a tuple; NULL when the types differ, the message
 * cannot be read, or it exceeds the limits. */
G_GNUC_INTERNAL GVariant *pctl_bus_read (PctlBus *self, sd_bus_message *message, const char *types);

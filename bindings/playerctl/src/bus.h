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
  sd_bus *bus;
  GSource *source;
  char *address;
} PctlBus;

/** Connects to a bus. NULL with an error: G_IO_ERROR_NOT_FOUND when there is no bus at its address. */
G_GNUC_INTERNAL PctlBus *pctl_bus_new (GBusType type, GError **error);
/** Connects to the bus at an address. NULL with an error. */
G_GNUC_INTERNAL PctlBus *pctl_bus_new_for_address (const char *address, GError **error);
/** Lets a main context turn the connection. context: NULL: the default one. lost: called once when the bus has gone;
 * may end the connection. */
G_GNUC_INTERNAL void pctl_bus_attach (PctlBus *self, GMainContext *context, void (*lost) (gpointer user_data),
                                      gpointer user_data);
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
/** Reads the next value of a message, of any type; NULL when there is none. Its reference is floating. */
G_GNUC_INTERNAL GVariant *pctl_bus_read (sd_bus_message *message);

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "bus.h"

#include <errno.h>

#include "names.h"

/* The timeout of a call to a player. It is short because programs call in their main loops. */
#define TIMEOUT_US (3 * G_USEC_PER_SEC)
/* The timeout of a call to playerctld, which the bus may have to start first; equal to GDBus' timeout. */
#define DAEMON_TIMEOUT_US (25 * G_USEC_PER_SEC)
/* The timeout of a player's first call while others have not answered theirs. Scripts open players one after the other,
 * and thus wait only once for all silent ones. A late answer is handled like a change. */
#define HURRY_US (G_USEC_PER_SEC / 10)
/* The messages of a connection per second from which on it counts as flooding; no player needs as many. */
#define MOST_MESSAGES 500
/* The pause after a flood, in µs, during which nothing is received. */
#define REST_US G_USEC_PER_SEC
/* The longest time for handling messages before the main context gets its turn, in µs. */
#define TURN_US 10000

/* ------------------------------------------------------------------------------------------------- Main loop ----- */

typedef struct {
  GSource source;
  PctlBus *bus;
  gpointer tag;
  int events;
  /* The time of CLOCK_MONOTONIC at which the bus must be processed without a message; UINT64_MAX for never. */
  uint64_t until;
  /* Whether the source pauses after a flood, until its ready time. */
  gboolean rests;
  void (*lost) (gpointer user_data);
  void (*renewed) (gpointer user_data);
  gpointer user_data;
} BusSource;

static gboolean prepare (GSource *source, gint *timeout) {
  BusSource *self = (BusSource *)source;
  sd_bus *bus = self->bus->bus;
  int events = self->rests ? 0 : sd_bus_get_events (bus);
  *timeout = -1;
  self->until = UINT64_MAX;
  /* sd-bus has closed the connection, and the number of its descriptor may be that of another file already. */
  if (events < 0 || (!self->rests && sd_bus_get_timeout (bus, &self->until) < 0)) return TRUE;
  /* Modifying the descriptor wakes the context, so that this is done only at a change. */
  if (events != self->events) g_source_modify_unix_fd (source, self->tag, (GIOCondition)(self->events = events));
  if (self->until == UINT64_MAX) return FALSE;
  /* `until` is 0 when messages arrived during a blocking call and are still to be handled. */
  uint64_t now = (uint64_t)g_get_monotonic_time ();
  if (self->until <= now) return TRUE;
  *timeout = (gint)MIN ((self->until - now) / 1000 + 1, G_MAXINT);
  return FALSE;
}

static int start (PctlBus *self, sd_bus **ret_bus);

static gboolean is_flooded (PctlBus *self) {
  return self->messages > MOST_MESSAGES || self->bytes > PCTL_MOST_BYTES;
}

/* Replaces a flooded connection, with all that the bus has queued for it, by a new one that receives nothing before the
 * pause is over: so other players are heard, and calls are answered. Never waits. */
static int renew (BusSource *self) {
  sd_bus *bus;
  int r = start (self->bus, &bus);
  if (r < 0) return r;
  g_source_remove_unix_fd (&self->source, self->tag);
  sd_bus_close_unref (self->bus->bus);
  self->bus->bus = bus;
  self->bus->messages = 0;
  self->bus->bytes = 0;
  self->events = 0;
  self->tag = g_source_add_unix_fd (&self->source, sd_bus_get_fd (bus), (GIOCondition)self->events);
  self->rests = TRUE;
  g_source_set_ready_time (&self->source, g_get_monotonic_time () + REST_US);
  return 0;
}

static void end_rest (BusSource *self) {
  self->rests = FALSE;
  g_source_set_ready_time (&self->source, -1);
  self->renewed (self->user_data);
}

/* Handles messages for the length of a turn at most. Returns a negative errno when the bus has gone. */
static int process (BusSource *self) {
  gint64 end = g_get_monotonic_time () + TURN_US;
  sd_bus *bus = sd_bus_ref (self->bus->bus);
  int more;
  do more = sd_bus_process (bus, NULL);
  while (more > 0 && !g_source_is_destroyed (&self->source) && !is_flooded (self->bus) &&
         g_get_monotonic_time () < end);
  sd_bus_unref (bus);
  return more;
}

static gboolean dispatch (GSource *source, GSourceFunc callback, gpointer user_data) {
  BusSource *self = (BusSource *)source;
  (void)callback, (void)user_data;
  if (self->rests && g_get_monotonic_time () >= g_source_get_ready_time (source)) end_rest (self);
  int more = process (self);
  if (g_source_is_destroyed (source)) return G_SOURCE_REMOVE;
  if (more >= 0 && is_flooded (self->bus)) more = renew (self);
  if (more >= 0) return G_SOURCE_CONTINUE;
  /* This connection never recovers when its bus has gone. */
  self->lost (self->user_data);
  return G_SOURCE_REMOVE;
}

static gboolean check (GSource *source) {
  BusSource *self = (BusSource *)source;
  return g_source_query_unix_fd (source, self->tag) != 0 || self->until <= (uint64_t)g_get_monotonic_time ();
}

static GSourceFuncs functions = { .prepare = prepare, .check = check, .dispatch = dispatch };

void pctl_bus_attach (PctlBus *self, GMainContext *context, void (*lost) (gpointer user_data),
                      void (*renewed) (gpointer user_data), gpointer user_data) {
  self->source = g_source_new (&functions, sizeof (BusSource));
  BusSource *source = (BusSource *)self->source;
  source->bus = self;
  source->events = G_IO_IN;
  source->lost = lost;
  source->renewed = renewed;
  source->user_data = user_data;
  source->tag = g_source_add_unix_fd (self->source, sd_bus_get_fd (self->bus), G_IO_IN);
  g_source_attach (self->source, context);
}

void pctl_bus_hear (PctlBus *self) {
  if (self == NULL || self->source == NULL) return;
  GSource *source = g_source_ref (self->source);
  /* The source itself notices that the bus has gone. */
  if (!g_source_is_destroyed (source) && !((BusSource *)source)->rests) process ((BusSource *)source);
  g_source_unref (source);
}

/* ------------------------------------------------------------------------------------------------ Connection ----- */

static void set_system_error (GError **error, int number, const char *what) {
  g_set_error (error, G_IO_ERROR, (int)g_io_error_from_errno (number), "%s: %s", what, g_strerror (number));
}

PctlBus *pctl_bus_new (GBusType type, GError **error) {
  /* GLib finds the bus when the environment does not name it. */
  char *address = g_dbus_address_get_for_bus_sync (type, NULL, error);
  PctlBus *made = address == NULL ? NULL : pctl_bus_new_for_address (address, error);
  g_free (address);
  return made;
}

/* Counts each message that is not a reply. */
static int count (sd_bus_message *message, void *user_data, sd_bus_error *failed) {
  PctlBus *self = user_data;
  gint64 now = g_get_monotonic_time ();
  (void)message, (void)failed;
  if (now - self->second >= G_USEC_PER_SEC) {
    self->second = now;
    self->messages = 0;
    self->bytes = 0;
  }
  self->messages++;
  return 0;
}

/* Opens a connection to the address. Returns a negative errno on failure. */
static int start (PctlBus *self, sd_bus **ret_bus) {
  sd_bus *bus = NULL;
  int r = sd_bus_new (&bus);
  if (r >= 0) r = sd_bus_set_address (bus, self->address);
  if (r >= 0) r = sd_bus_set_bus_client (bus, 1);
  if (r >= 0) r = sd_bus_add_filter (bus, NULL, count, self);
  if (r >= 0) r = sd_bus_start (bus);
  if (r >= 0) *ret_bus = bus;
  else sd_bus_close_unref (bus);
  return r;
}

PctlBus *pctl_bus_new_for_address (const char *address, GError **error) {
  PctlBus *self = g_new0 (PctlBus, 1);
  self->address = g_strdup (address);
  /* Waits for the unique name, which is needed first and shows that there is a bus. */
  const char *name;
  int r = start (self, &self->bus);
  if (r >= 0) r = sd_bus_get_unique_name (self->bus, &name);
  if (r >= 0) return self;
  set_system_error (error, -r, "Could not connect");
  sd_bus_close_unref (self->bus);
  g_free (self->address);
  g_free (self);
  return NULL;
}

void pctl_bus_free (PctlBus *self) {
  if (self == NULL) return;
  if (self->source != NULL) {
    g_source_destroy (self->source);
    g_source_unref (self->source);
  }
  sd_bus_flush (self->bus);
  sd_bus_close_unref (self->bus);
  g_free (self->address);
  g_free (self);
}

/* ----------------------------------------------------------------------------------------------------- Calls ----- */

/* The time until which the short timeout applies, by g_get_monotonic_time(). */
static _Thread_local gint64 hurries_until;

static uint64_t patience (const char *name, gboolean is_opening) {
  if (g_str_equal (name, "org.mpris.MediaPlayer2." PCTL_DAEMON)) return DAEMON_TIMEOUT_US;
  return is_opening && g_get_monotonic_time () < hurries_until ? HURRY_US : TIMEOUT_US;
}

sd_bus_message *pctl_bus_call (PctlBus *self, const char *name, const char *path, const char *interface,
                               const char *member, GError **error, const char *types, ...) {
  sd_bus_message *call = NULL, *reply = NULL;
  sd_bus_error failed = SD_BUS_ERROR_NULL;
  va_list arguments;
  va_start (arguments, types);
  int r = sd_bus_message_new_method_call (self->bus, &call, name, path, interface, member);
  if (r >= 0) r = sd_bus_message_appendv (call, types, arguments);
  va_end (arguments);
  gboolean is_opening = g_str_equal (member, "GetAll");
  if (r >= 0) r = sd_bus_call (self->bus, call, patience (name, is_opening), &failed, &reply);
  if (r == -ETIMEDOUT && is_opening) hurries_until = g_get_monotonic_time () + TIMEOUT_US;
  if (r < 0 && sd_bus_error_is_set (&failed)) {
    /* Makes the error as GDBus does, so that scripts see the same domain, code and message. */
    GError *made = g_dbus_error_new_for_dbus_error (failed.name, failed.message == NULL ? "" : failed.message);
    g_propagate_error (error, made);
  } else if (r < 0) {
    set_system_error (error, -r, member);
  }
  sd_bus_error_free (&failed);
  sd_bus_message_unref (call);
  return reply;
}

GVariant *pctl_bus_get (PctlBus *self, const char *name, const char *interface, const char *property,
                        GError **error) {
  sd_bus_message *reply = pctl_bus_call (self, name, MPRIS_PATH, PROPERTIES, "Get", error, "ss", interface, property);
  if (reply == NULL) return NULL;
  GVariant *body = pctl_bus_read (self, reply, "v"), *value = NULL;
  sd_bus_message_unref (reply);
  if (body == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s is of another type", property);
    return NULL;
  }
  g_variant_get (body, "(v)", &value);
  g_variant_unref (body);
  return value;
}

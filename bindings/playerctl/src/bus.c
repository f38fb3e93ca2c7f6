/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "bus.h"

/* As long as GDBus waits for an answer. */
#define TIMEOUT_US (25 * G_USEC_PER_SEC)

/* ------------------------------------------------------------------------------------------------- Main loop ----- */

typedef struct {
  GSource source;
  sd_bus *bus;
  gpointer tag;
  int events;
  /* When the bus is to be turned without a message, by CLOCK_MONOTONIC; UINT64_MAX: never. */
  uint64_t until;
  void (*lost) (gpointer user_data);
  gpointer user_data;
} BusSource;

static gboolean prepare (GSource *source, gint *timeout) {
  BusSource *self = (BusSource *)source;
  int events = sd_bus_get_events (self->bus);
  *timeout = -1;
  self->until = UINT64_MAX;
  if (events < 0 || sd_bus_get_timeout (self->bus, &self->until) < 0) return FALSE;
  /* Each change wakes the context up once more. */
  if (events != self->events) g_source_modify_unix_fd (source, self->tag, (GIOCondition)(self->events = events));
  if (self->until == UINT64_MAX) return FALSE;
  /* 0: messages came while somebody waited for an answer, and are still to be looked at. */
  uint64_t now = (uint64_t)g_get_monotonic_time ();
  if (self->until <= now) return TRUE;
  *timeout = (gint)MIN ((self->until - now) / 1000 + 1, G_MAXINT);
  return FALSE;
}

static gboolean dispatch (GSource *source, GSourceFunc callback, gpointer user_data) {
  BusSource *self = (BusSource *)source;
  sd_bus *bus = sd_bus_ref (self->bus);
  int more;
  (void)callback, (void)user_data;
  do more = sd_bus_process (bus, NULL);
  while (more > 0 && !g_source_is_destroyed (source));
  sd_bus_unref (bus);
  if (more >= 0) return G_SOURCE_CONTINUE;
  /* A bus that has gone does not come back to this connection. */
  if (!g_source_is_destroyed (source)) self->lost (self->user_data);
  return G_SOURCE_REMOVE;
}

static gboolean check (GSource *source) {
  BusSource *self = (BusSource *)source;
  return g_source_query_unix_fd (source, self->tag) != 0 || self->until <= (uint64_t)g_get_monotonic_time ();
}

static void finalize (GSource *source) { sd_bus_unref (((BusSource *)source)->bus); }

static GSourceFuncs functions = { .prepare = prepare, .check = check, .dispatch = dispatch, .finalize = finalize };

void pctl_bus_attach (PctlBus *self, GMainContext *context, void (*lost) (gpointer user_data), gpointer user_data) {
  self->source = g_source_new (&functions, sizeof (BusSource));
  BusSource *source = (BusSource *)self->source;
  source->bus = sd_bus_ref (self->bus);
  source->events = G_IO_IN;
  source->lost = lost;
  source->user_data = user_data;
  source->tag = g_source_add_unix_fd (self->source, sd_bus_get_fd (self->bus), G_IO_IN);
  g_source_attach (self->source, context);
}

/* ------------------------------------------------------------------------------------------------ Connection ----- */

static void set_system_error (GError **error, int number, const char *what) {
  g_set_error (error, G_IO_ERROR, (int)g_io_error_from_errno (number), "%s: %s", what, g_strerror (number));
}

PctlBus *pctl_bus_new (GBusType type, GError **error) {
  /* GLib knows where a bus is when the environment does not say. */
  char *address = g_dbus_address_get_for_bus_sync (type, NULL, error);
  PctlBus *made = address == NULL ? NULL : pctl_bus_new_for_address (address, error);
  g_free (address);
  return made;
}

PctlBus *pctl_bus_new_for_address (const char *address, GError **error) {
  sd_bus *bus = NULL;
  int r = sd_bus_new (&bus);
  if (r >= 0) r = sd_bus_set_address (bus, address);
  if (r >= 0) r = sd_bus_set_bus_client (bus, 1);
  if (r >= 0) r = sd_bus_start (bus);
  /* Its name is needed before anything else, and is what tells whether there is a bus. */
  const char *name;
  if (r >= 0) r = sd_bus_get_unique_name (bus, &name);
  if (r < 0) {
    set_system_error (error, -r, "Could not connect");
    sd_bus_close_unref (bus);
    return NULL;
  }
  PctlBus *self = g_new0 (PctlBus, 1);
  self->bus = bus;
  self->address = g_strdup (address);
  return self;
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

sd_bus_message *pctl_bus_call (PctlBus *self, const char *name, const char *path, const char *interface,
                               const char *member, GError **error, const char *types, ...) {
  sd_bus_message *call = NULL, *reply = NULL;
  sd_bus_error failed = SD_BUS_ERROR_NULL;
  va_list arguments;
  va_start (arguments, types);
  int r = sd_bus_message_new_method_call (self->bus, &call, name, path, interface, member);
  if (r >= 0) r = sd_bus_message_appendv (call, types, arguments);
  va_end (arguments);
  if (r >= 0) r = sd_bus_call (self->bus, call, TIMEOUT_US, &failed, &reply);
  if (r < 0 && sd_bus_error_is_set (&failed)) {
    /* As GDBus has it, so that scripts find the same domain, code and words. */
    GError *made = g_dbus_error_new_for_dbus_error (failed.name, failed.message);
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
  GVariant *boxed = pctl_bus_read (reply);
  sd_bus_message_unref (reply);
  if (boxed == NULL || !g_variant_is_of_type (boxed, G_VARIANT_TYPE_VARIANT)) {
    if (boxed != NULL) g_variant_unref (g_variant_ref_sink (boxed));
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s is of another type", property);
    return NULL;
  }
  GVariant *value = g_variant_get_variant (g_variant_ref_sink (boxed));
  g_variant_unref (boxed);
  return value;
}

/* ---------------------------------------------------------------------------------------------------- Values ----- */

static GVariant *read_basic (sd_bus_message *message, char type) {
  union {
    uint8_t byte;
    int b;
    int16_t n;
    uint16_t q;
    int32_t i;
    uint32_t u;
    int64_t x;
    uint64_t t;
    double d;
    const char *s;
  } value;
  if (sd_bus_message_read_basic (message, type, &value) <= 0) return NULL;
  switch (type) {
    case 'y': return g_variant_new_byte (value.byte);
    case 'b': return g_variant_new_boolean (value.b);
    case 'n': return g_variant_new_int16 (value.n);
    case 'q': return g_variant_new_uint16 (value.q);
    case 'i': return g_variant_new_int32 (value.i);
    case 'u': return g_variant_new_uint32 (value.u);
    case 'x': return g_variant_new_int64 (value.x);
    case 't': return g_variant_new_uint64 (value.t);
    case 'd': return g_variant_new_double (value.d);
    case 's': return g_variant_new_string (value.s);
    case 'o': return g_variant_new_object_path (value.s);
    case 'g': return g_variant_new_signature (value.s);
    /* An open file, of which the number alone is kept. */
    case 'h': return g_variant_new_handle (0);
    default: return NULL;
  }
}

/* Reads the children of a container that has been entered, into a builder of its type. */
static GVariant *read_children (sd_bus_message *message, const char *type) {
  GVariantBuilder builder;
  GVariant *child;
  g_variant_builder_init (&builder, (const GVariantType *)type);
  while ((child = pctl_bus_read (message)) != NULL) g_variant_builder_add_value (&builder, child);
  return g_variant_builder_end (&builder);
}

/* Returns the type of a container as GLib writes it. */
static char *container_type (char type, const char *contents) {
  if (type == SD_BUS_TYPE_ARRAY) return g_strconcat ("a", contents, NULL);
  if (type == SD_BUS_TYPE_STRUCT) return g_strconcat ("(", contents, ")", NULL);
  return g_strconcat ("{", contents, "}", NULL);
}

/* Reads bytes at once: pictures come so. */
static GVariant *read_bytes (sd_bus_message *message) {
  const void *bytes = NULL;
  size_t size = 0;
  if (sd_bus_message_read_array (message, 'y', &bytes, &size) < 0) return NULL;
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes, size, 1);
}

GVariant *pctl_bus_read (sd_bus_message *message) {
  const char *contents;
  char type;
  if (sd_bus_message_peek_type (message, &type, &contents) <= 0) return NULL;
  if (strchr ("avre", type) == NULL) return read_basic (message, type);
  if (type == SD_BUS_TYPE_ARRAY && strcmp (contents, "y") == 0) return read_bytes (message);
  if (sd_bus_message_enter_container (message, type, contents) <= 0) return NULL;
  GVariant *value;
  if (type == SD_BUS_TYPE_VARIANT) {
    GVariant *inner = pctl_bus_read (message);
    value = inner == NULL ? NULL : g_variant_new_variant (inner);
  } else {
    char *whole = container_type (type, contents);
    value = read_children (message, whole);
    g_free (whole);
  }
  (void)sd_bus_message_exit_container (message);
  return value;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Reads the values of messages. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bus.h"

/* The most values that are read from a message: more than all properties of a player have. Millions would fit into
 * one. */
#define MOST_VALUES 16384
/* The cost of a value in addition to its bytes: making a value takes as long as reading so many bytes. */
#define BYTES_OF_VALUE 64
/* The most bytes of a message that sd-bus refuses and GDBus reads. */
#define MOST_PASSED (256u << 10)
/* The cost of each byte of a message that GDBus reads: the longest one uses up the limit for a second. */
#define COST_OF_PASSING (PCTL_MOST_BYTES / MOST_PASSED)
/* The most steps of an authentication; it needs two. */
#define MOST_TURNS 16

/* A message, and how much of it may still be read. */
typedef struct {
  sd_bus_message *message;
  guint values;
  gsize bytes;
} Reading;

/* Reads the next value, as a floating reference. Returns 1; 0 at the end of a container; or a negative errno. */
static int read_value (Reading *self, GVariant **ret);

/* ------------------------------------------------------------------------------------------------- By sd-bus ----- */

/* Spends a part of the message's budget. Returns FALSE when it is exhausted. */
static gboolean spend (Reading *self, gsize bytes) {
  if (bytes > self->bytes) return FALSE;
  self->bytes -= bytes;
  return TRUE;
}

static int read_basic (Reading *self, char type, GVariant **ret) {
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
  int r = sd_bus_message_read_basic (self->message, type, &value);
  if (r <= 0) return r;
  if (strchr ("sog", type) != NULL && !spend (self, strlen (value.s))) return -E2BIG;
  switch (type) {
    case 'y': *ret = g_variant_new_byte (value.byte); break;
    case 'b': *ret = g_variant_new_boolean (value.b); break;
    case 'n': *ret = g_variant_new_int16 (value.n); break;
    case 'q': *ret = g_variant_new_uint16 (value.q); break;
    case 'i': *ret = g_variant_new_int32 (value.i); break;
    case 'u': *ret = g_variant_new_uint32 (value.u); break;
    case 'x': *ret = g_variant_new_int64 (value.x); break;
    case 't': *ret = g_variant_new_uint64 (value.t); break;
    case 'd': *ret = g_variant_new_double (value.d); break;
    case 's': *ret = g_variant_new_string (value.s); break;
    case 'o': *ret = g_variant_new_object_path (value.s); break;
    case 'g': *ret = g_variant_new_signature (value.s); break;
    /* For a file descriptor only the type is kept. */
    case 'h': *ret = g_variant_new_handle (0); break;
    default: return -EOPNOTSUPP;
  }
  return 1;
}

/* Reads the children of an entered container into a container of its type. */
static int read_children (Reading *self, const char *type, GVariant **ret) {
  GVariantBuilder builder;
  GVariant *child;
  int r;
  g_variant_builder_init (&builder, (const GVariantType *)type);
  while ((r = read_value (self, &child)) > 0) g_variant_builder_add_value (&builder, child);
  if (r < 0) {
    g_variant_builder_clear (&builder);
    return r;
  }
  *ret = g_variant_builder_end (&builder);
  return 1;
}

/* Returns the type of a container in GLib's notation. */
static char *container_type (char type, const char *contents) {
  if (type == SD_BUS_TYPE_ARRAY) return g_strconcat ("a", contents, NULL);
  if (type == SD_BUS_TYPE_STRUCT) return g_strconcat ("(", contents, ")", NULL);
  return g_strconcat ("{", contents, "}", NULL);
}

/* Reads an array of bytes at once, since pictures come in this form. */
static int read_bytes (Reading *self, GVariant **ret) {
  const void *bytes = NULL;
  size_t size = 0;
  int r = sd_bus_message_read_array (self->message, 'y', &bytes, &size);
  if (r < 0) return r;
  if (!spend (self, size)) return -E2BIG;
  *ret = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes, size, 1);
  return 1;
}

static int read_container (Reading *self, char type, const char *contents, GVariant **ret) {
  char *whole = container_type (type, contents);
  int r = sd_bus_message_enter_container (self->message, type, contents);
  if (r > 0) r = type == SD_BUS_TYPE_VARIANT ? read_value (self, ret) : read_children (self, whole, ret);
  if (r > 0 && type == SD_BUS_TYPE_VARIANT) *ret = g_variant_new_variant (*ret);
  g_free (whole);
  /* The end of the surrounding container must not come here. */
  if (r <= 0) return r < 0 ? r : -EBADMSG;
  r = sd_bus_message_exit_container (self->message);
  if (r < 0) g_variant_unref (g_variant_ref_sink (*ret));
  return r;
}

static int read_value (Reading *self, GVariant **ret) {
  const char *contents;
  char type;
  int r = sd_bus_message_peek_type (self->message, &type, &contents);
  if (r <= 0) return r;
  if (self->values == 0 || !spend (self, BYTES_OF_VALUE)) return -E2BIG;
  self->values--;
  if (strchr ("avre", type) == NULL) return read_basic (self, type, ret);
  if (type == SD_BUS_TYPE_ARRAY && strcmp (contents, "y") == 0) return read_bytes (self, ret);
  return read_container (self, type, contents, ret);
}

/* -------------------------------------------------------------------------------------------------- By GDBus ----- */

/* Connects an sd-bus connection to a socket of this process. Returns a negative errno on failure. */
static int greet (sd_bus *bus, int inner, int outer) {
  static const char greeting[] = "\0AUTH ANONYMOUS\r\nBEGIN\r\n";
  char answer[256];
  int r = sd_bus_set_fd (bus, inner, inner);
  if (r < 0) {
    close (inner);
    return r;
  }
  r = sd_bus_set_server (bus, 1, (sd_id128_t){ { 0 } });
  if (r >= 0) r = sd_bus_set_anonymous (bus, 1);
  if (r >= 0) r = sd_bus_start (bus);
  if (r >= 0 && send (outer, greeting, sizeof greeting - 1, MSG_NOSIGNAL) < 0) r = -errno;
  for (int turn = 0; r >= 0 && turn < MOST_TURNS && sd_bus_is_ready (bus) == 0; turn++) r = sd_bus_process (bus, NULL);
  if (r >= 0 && recv (outer, answer, sizeof answer, 0) <= 0) r = -EPROTO;
  return r;
}

/* Returns the bytes of a message; NULL when it is too long, or has file descriptors. */
static GByteArray *to_bytes (sd_bus_message *message) {
  int ends[2];
  sd_bus *bus = NULL;
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) return NULL;
  int r = sd_bus_new (&bus);
  if (r < 0) close (ends[0]);
  if (r >= 0) r = greet (bus, ends[0], ends[1]);
  if (r >= 0) r = sd_bus_send (bus, message, NULL);
  GByteArray *bytes = g_byte_array_new ();
  /* Ends when two reads in a row bring nothing. One is not enough, because the call of sd_bus_process() after it may
   * send more without reporting it. */
  for (int empty = 0; r >= 0 && empty < 2 && bytes->len <= MOST_PASSED;) {
    guint8 part[16384];
    ssize_t got = recv (ends[1], part, sizeof part, 0);
    if (got > 0) g_byte_array_append (bytes, part, (guint)got);
    else r = sd_bus_process (bus, NULL);
    empty = got > 0 ? 0 : empty + 1;
  }
  sd_bus_close_unref (bus);
  close (ends[1]);
  if (r >= 0 && bytes->len <= MOST_PASSED) return bytes;
  g_byte_array_unref (bytes);
  return NULL;
}

/* Reads a message with a text that D-Bus permits and sd-bus refuses, such as one with U+FFFE from tags in the wrong
 * byte order. sd-bus forwards the bytes unchanged, and GDBus reads them. */
static GVariant *read_refused (sd_bus_message *message) {
  GByteArray *bytes = to_bytes (message);
  if (bytes == NULL) return NULL;
  GDBusMessage *passed = g_dbus_message_new_from_blob (bytes->data, bytes->len, G_DBUS_CAPABILITY_FLAGS_NONE, NULL);
  g_byte_array_unref (bytes);
  if (passed == NULL) return NULL;
  GVariant *body = g_dbus_message_get_body (passed);
  if (body != NULL) g_variant_ref (body);
  g_object_unref (passed);
  return body;
}

/* ------------------------------------------------------------------------------------------------ A message ------ */

GVariant *pctl_bus_read (PctlBus *self, sd_bus_message *message, const char *types) {
  Reading reading = { .message = message, .values = MOST_VALUES, .bytes = PCTL_MOST_BYTES };
  GVariant *read = NULL;
  if (sd_bus_message_has_signature (message, types) <= 0) return NULL;
  char *whole = container_type (SD_BUS_TYPE_STRUCT, types);
  int r = read_children (&reading, whole, &read);
  g_free (whole);
  if (r > 0) read = g_variant_ref_sink (read);
  else if (r == -EBADMSG) read = read_refused (message);
  /* A reply does not count towards a flood: asking again would only bring the same reply. */
  if (sd_bus_message_is_signal (message, NULL, NULL) <= 0) return read;
  if (read == NULL) self->bytes = PCTL_MOST_BYTES + 1;
  else self->bytes += r > 0 ? PCTL_MOST_BYTES - reading.bytes : g_variant_get_size (read) * COST_OF_PASSING;
  return read;
}

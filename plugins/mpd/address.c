/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The address of an MPD, in the syntax of MPD_HOST that MPD's other clients use, with an optional name before it and
 * port behind it. */
#include "mpd-remote.h"

#include <gio/gio.h>
#include <string.h>

#define DEFAULT_PORT 6600
/* How long libmpdclient waits for the connection, and for each reply of MPD, in milliseconds. */
#define TIMEOUT ((unsigned)(PATIENCE / 1000))

/* Splits HOST:PORT and [HOST]:PORT; a password before them is left to libmpdclient. Returns false for anything else. */
static bool set_place(struct address *address, const char *text) {
  const char *at = strchr(text, '@');
  const char *host = at != NULL && at > text ? at + 1 : text;
  if (host[0] == '/' || host[0] == '@') {
    address->place = g_strdup(text);
    return true;
  }
  GSocketConnectable *found = g_network_address_parse(host, DEFAULT_PORT, NULL);
  if (found == NULL) return false;
  const char *name = g_network_address_get_hostname(G_NETWORK_ADDRESS(found));
  bool is_right = name[0] != '\0';
  address->port = g_network_address_get_port(G_NETWORK_ADDRESS(found));
  address->place = g_strdup_printf("%.*s%s", (int)(host - text), text, name);
  g_object_unref(found);
  return is_right && address->port != 0;
}

bool address_parse(struct address *address, const char *text) {
  const char *sign = text != NULL ? strchr(text, '=') : NULL;
  const char *place = sign != NULL ? sign + 1 : text;
  *address = (struct address){0};
  if (place != NULL && !set_place(address, place)) return false;
  struct mpd_settings *settings = mpd_settings_new(address->place, address->port, TIMEOUT, NULL, NULL);
  if (settings == NULL) return false;
  const char *host = mpd_settings_get_host(settings);
  unsigned port = mpd_settings_get_port(settings);
  address->id = port != 0 ? g_strdup_printf("%s:%u", host, port) : g_strdup(host);
  address->name = sign > text ? g_strndup(text, (size_t)(sign - text)) : g_strdup(host);
  mpd_settings_free(settings);
  return true;
}

struct mpd_connection *address_connect(const struct address *address) {
  struct mpd_connection *mpd = mpd_connection_new(address->place, address->port, TIMEOUT);
  if (mpd == NULL) g_error("there is no memory for a connection");
  return mpd;
}

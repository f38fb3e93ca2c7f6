/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The address of an MPD, in the syntax of MPD_HOST that MPD's other clients use, with an optional name before it and
 * port behind it. */
#define _GNU_SOURCE /* asprintf */
#include "mpd-remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char default_port[] = "6600";

static bool is_socket(const char *host) { return host[0] == '/' || host[0] == '@'; }

/* Splits HOST:PORT and [HOST]:PORT. A host with several colons and no brackets is an IPv6 address. */
static bool set_host(struct address *address, const char *text) {
  const char *colon = strrchr(text, ':');
  size_t length = strlen(text);
  if (is_socket(text)) {
    address->host = strdup(text);
    return true;
  }
  address->port = strdup(default_port);
  if (text[0] == '[') {
    const char *end = strchr(text, ']');
    if (end == NULL || (end[1] != '\0' && end[1] != ':')) return false;
    colon = end[1] == ':' ? end + 1 : NULL;
    length = (size_t)(end - ++text);
  } else if (colon != NULL && colon == strchr(text, ':')) {
    length = (size_t)(colon - text);
  } else {
    colon = NULL;
  }
  address->host = strndup(text, length);
  if (colon != NULL) {
    char *end;
    long port = strtol(colon + 1, &end, 10);
    if (port < 1 || port > 65535 || *end != '\0') return false;
    free(address->port);
    address->port = strdup(colon + 1);
  }
  return length > 0;
}

static bool set_default(struct address *address) {
  struct mpd_settings *settings = mpd_settings_new(NULL, 0, 0, NULL, NULL);
  if (settings == NULL) return false;
  const char *host = mpd_settings_get_host(settings), *password = mpd_settings_get_password(settings);
  bool done = true;
  address->host = strdup(host != NULL ? host : "localhost");
  if (password != NULL) address->password = quote(password);
  if (!is_socket(address->host)) done = asprintf(&address->port, "%u", mpd_settings_get_port(settings)) >= 0;
  mpd_settings_free(settings);
  return done;
}

bool address_parse(struct address *address, const char *text) {
  *address = (struct address){0};
  const char *sign;
  if (text == NULL) {
    if (!set_default(address)) return false;
  } else {
    if ((sign = strchr(text, '=')) != NULL) {
      if (sign > text) address->name = strndup(text, (size_t)(sign - text));
      text = sign + 1;
    }
    if ((sign = strchr(text, '@')) != NULL && sign > text) {
      char *password = strndup(text, (size_t)(sign - text));
      address->password = password != NULL ? quote(password) : NULL;
      free(password);
      text = sign + 1;
    }
    if (!set_host(address, text)) return false;
  }
  if (address->name == NULL) address->name = strdup(address->host);
  return asprintf(&address->id, "%s%s%s", address->host, address->port != NULL ? ":" : "",
                  address->port != NULL ? address->port : "") >= 0;
}

void address_free(struct address *address) {
  free(address->name);
  free(address->host);
  free(address->port);
  free(address->password);
  free(address->id);
}

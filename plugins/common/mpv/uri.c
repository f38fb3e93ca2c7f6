/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool is_uri(const char *path) {
  size_t scheme = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
  return scheme > 0 && strncmp(path + scheme, "://", 3) == 0;
}

void set_address(nowplaying_content *content, const char *path) {
  char whole[NOWPLAYING_MAX_TEXT_BYTES];
  if (is_uri(path) || *path == '/') {
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, path);
  } else if (strcmp(path, "-") != 0 && getcwd(whole, sizeof whole) != NULL) {
    size_t folder = strlen(whole);
    /* A path that is cut is too long for an address, too. */
    snprintf(whole + folder, sizeof whole - folder, "/%s", path);
    nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, whole);
  }
}

static char *decode(const char *uri) {
  char *path = malloc(strlen(uri) + 1), *end = path;
  if (path == NULL) return NULL;
  while (*uri != '\0') {
    unsigned byte = (unsigned char)*uri++;
    if (byte == '%' && isxdigit((unsigned char)uri[0]) && isxdigit((unsigned char)uri[1])) {
      sscanf(uri, "%2x", &byte);
      uri += 2;
    }
    *end++ = (char)byte;
  }
  *end = '\0';
  return path;
}

char *path_from_uri(const char *uri) {
  const char *whole = uri;
  if (strncasecmp(uri, "file:", 5) != 0) return strdup(uri);
  uri += 5;
  /* file:///path and file://localhost/path have a host, which is skipped; file:/path has none. */
  if (strncmp(uri, "//", 2) == 0) uri += 2 + strcspn(uri + 2, "/");
  /* mpv would take a relative path for another protocol. */
  if (*uri != '/') return strdup(whole);
  return decode(uri);
}

char *name_from_path(const char *path) {
  const char *last = strrchr(path, '/');
  const char *name = last != NULL && last[1] != '\0' ? last + 1 : path;
  return is_uri(path) ? decode(name) : strdup(name);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "media.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool is_uri(const char *path) {
  size_t scheme = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
  return scheme > 0 && strncmp(path + scheme, "://", 3) == 0;
}

char *uri_from_path(const char *path) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  if (is_uri(path)) return strdup(path);
  char *absolute = realpath(path, NULL);
  if (absolute == NULL) return NULL;
  char *uri = malloc(strlen("file://") + 3 * strlen(absolute) + 1);
  if (uri != NULL) {
    char *end = stpcpy(uri, "file://");
    for (const char *byte = absolute; *byte != '\0'; ++byte) {
      if (strchr(plain, *byte) != NULL) {
        *end++ = *byte;
      } else {
        end += sprintf(end, "%%%02X", (unsigned char)*byte);
      }
    }
    *end = '\0';
  }
  free(absolute);
  return uri;
}

static int hex_digit(char digit) {
  const char *digits = "0123456789abcdef";
  const char *found = digit == '\0' ? NULL : strchr(digits, digit >= 'A' && digit <= 'F' ? digit + ('a' - 'A') : digit);
  return found == NULL ? -1 : (int)(found - digits);
}

char *path_from_uri(const char *uri) {
  const char *whole = uri;
  if (strncasecmp(uri, "file:", 5) != 0) return strdup(uri);
  uri += 5;
  /* file:///path and file://localhost/path name a host, file:/path does not. */
  if (strncmp(uri, "//", 2) == 0) uri += 2 + strcspn(uri + 2, "/");
  /* What begins otherwise would be another protocol to mpv. */
  if (*uri != '/') return strdup(whole);
  char *path = malloc(strlen(uri) + 1);
  if (path == NULL) return NULL;
  char *end = path;
  while (*uri != '\0') {
    int high = *uri == '%' ? hex_digit(uri[1]) : -1;
    int low = high >= 0 ? hex_digit(uri[2]) : -1;
    *end++ = low >= 0 ? (char)(high * 16 + low) : *uri;
    uri += low >= 0 ? 3 : 1;
  }
  *end = '\0';
  return path;
}

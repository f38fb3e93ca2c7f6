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

/* Writes a path percent-encoded; returns its end. */
static char *encode(char *end, const char *path) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  for (; *path != '\0'; ++path) {
    end += sprintf(end, strchr(plain, *path) != NULL ? "%c" : "%%%02X", (unsigned char)*path);
  }
  return end;
}

/* Removes "./" and "../" from the start of a path, and for the latter the last part of the folder. */
static const char *find_from(char *folder, const char *path) {
  for (;;) {
    bool above = strncmp(path, "../", 3) == 0;
    if (!above && strncmp(path, "./", 2) != 0) return path;
    char *last = strrchr(folder, '/');
    if (above && last != NULL) *last = '\0';
    path += above ? 3 : 2;
  }
}

char *uri_from_path(const char *path) {
  char *uri, *end, *folder;
  if (is_uri(path)) return strdup(path);
  if (strcmp(path, "-") == 0 || (folder = getcwd(NULL, 0)) == NULL) return NULL;
  if (*path == '/' || strcmp(folder, "/") == 0) *folder = '\0';
  path = find_from(folder, path);
  uri = malloc(strlen("file://") + 3 * (strlen(folder) + strlen(path)) + 2);
  if (uri != NULL) {
    end = encode(stpcpy(uri, "file://"), folder);
    encode(*path != '/' ? stpcpy(end, "/") : end, path);
  }
  free(folder);
  return uri;
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

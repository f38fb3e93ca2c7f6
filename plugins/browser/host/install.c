/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tells the browsers of this user where the host is: each reads a manifest from a folder of its own. */
#include "host.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "org.nowplaying.browser"
#define CHROMIUM_EXTENSION "chrome-extension://pmmdihnipclnbodbfndfppbajpcachko/"
#define FIREFOX_EXTENSION "browser@nowplaying.org"

/* The browsers: where each keeps what it knows of a user, and in which of its folders it looks for hosts. */
static const struct {
  const char *name;
  bool is_firefox;
  bool in_config; /* below $XDG_CONFIG_HOME, else below $HOME */
  const char *place;
} browsers[] = {
    {"Chromium", false, true, "chromium"},
    {"Google Chrome", false, true, "google-chrome"},
    {"Brave", false, true, "BraveSoftware/Brave-Browser"},
    {"Vivaldi", false, true, "vivaldi"},
    {"Microsoft Edge", false, true, "microsoft-edge"},
    {"Firefox", true, false, ".mozilla"},
    {"LibreWolf", true, false, ".librewolf"},
};

/* Stores the folder of a browser for this user. Returns false where the user has not started it yet. */
static bool find_place(size_t index, char *ret_place, size_t size) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  struct stat found;
  if (home == NULL) return false;
  if (!browsers[index].in_config) snprintf(ret_place, size, "%s/%s", home, browsers[index].place);
  else if (config != NULL && *config == '/') snprintf(ret_place, size, "%s/%s", config, browsers[index].place);
  else snprintf(ret_place, size, "%s/.config/%s", home, browsers[index].place);
  return stat(ret_place, &found) == 0 && S_ISDIR(found.st_mode);
}

static struct json_object *new_manifest(bool is_firefox, const char *program) {
  struct json_object *manifest = json_object_new_object(), *allowed = json_object_new_array();
  const char *extension = is_firefox ? FIREFOX_EXTENSION : CHROMIUM_EXTENSION;
  json_object_array_add(allowed, json_object_new_string(extension));
  json_object_object_add(manifest, "name", json_object_new_string(NAME));
  json_object_object_add(manifest, "description", json_object_new_string("Shows on the desktop what tabs play"));
  json_object_object_add(manifest, "path", json_object_new_string(program));
  json_object_object_add(manifest, "type", json_object_new_string("stdio"));
  json_object_object_add(manifest, is_firefox ? "allowed_extensions" : "allowed_origins", allowed);
  return manifest;
}

static bool write_manifest(const char *path, bool is_firefox, const char *program) {
  struct json_object *manifest = new_manifest(is_firefox, program);
  const int style = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE;
  bool is_written = json_object_to_file_ext(path, manifest, style) == 0;
  json_object_put(manifest);
  return is_written;
}

int install(bool is_wanted) {
  char program[PATH_MAX], place[PATH_MAX], path[PATH_MAX + 80];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  int failures = 0, count = 0;
  if (length < 0) return 1;
  program[length] = '\0';
  for (size_t i = 0; i < COUNT(browsers); ++i) {
    if (!find_place(i, place, sizeof place)) continue;
    const char *folder = browsers[i].is_firefox ? "native-messaging-hosts" : "NativeMessagingHosts";
    snprintf(path, sizeof path, "%s/%s", place, folder);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/%s/%s.json", place, folder, NAME);
    bool is_done = is_wanted ? write_manifest(path, browsers[i].is_firefox, program)
                             : unlink(path) == 0 || errno == ENOENT;
    printf("%s: %s%s\n", browsers[i].name, path, is_done ? "" : " cannot be changed");
    failures += !is_done;
    ++count;
  }
  if (count == 0) printf("No browser is found: start it once, and then this again.\n");
  return failures > 0 || count == 0;
}

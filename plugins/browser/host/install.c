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
  const char *shared; /* the folder with the hosts of all users, in which packages install one; NULL: not known */
} browsers[] = {
    {"Chromium", false, true, "chromium", "/etc/chromium/native-messaging-hosts"},
    {"Google Chrome", false, true, "google-chrome", "/etc/opt/chrome/native-messaging-hosts"},
    {"Brave", false, true, "BraveSoftware/Brave-Browser", NULL},
    {"Vivaldi", false, true, "vivaldi", NULL},
    {"Microsoft Edge", false, true, "microsoft-edge", "/etc/opt/edge/native-messaging-hosts"},
    {"Firefox", true, false, ".mozilla", FIREFOX_HOSTS},
    {"LibreWolf", true, false, ".librewolf", NULL},
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

/* Stores the path of this user's manifest for a browser, and makes its folder if that is wanted. */
static void own_path(size_t index, const char *place, char *ret_path, size_t size, bool make) {
  const char *folder = browsers[index].is_firefox ? "native-messaging-hosts" : "NativeMessagingHosts";
  snprintf(ret_path, size, "%s/%s", place, folder);
  if (make) mkdir(ret_path, 0755);
  snprintf(ret_path, size, "%s/%s/%s.json", place, folder, NAME);
}

/* Writes or removes the manifest of a browser. Returns whether it is as it is wanted. */
static bool change(size_t index, const char *path, const char *program, bool is_wanted) {
  bool is_done = is_wanted ? write_manifest(path, browsers[index].is_firefox, program)
                           : unlink(path) == 0 || errno == ENOENT;
  printf("%s: %s%s\n", browsers[index].name, path, is_done ? "" : " cannot be changed");
  return is_done;
}

/* Prints the manifest by which a browser finds a host, this one or another. Returns whether it finds one that runs. */
static bool show(size_t index, const char *path) {
  char shared[PATH_MAX];
  struct json_object *manifest = json_object_from_file(path);
  if (manifest == NULL && browsers[index].shared != NULL) {
    snprintf(shared, sizeof shared, "%s/%s.json", browsers[index].shared, NAME);
    path = shared;
    manifest = json_object_from_file(path);
  }
  const char *program = text_of(manifest, "path");
  bool is_there = program != NULL && access(program, X_OK) == 0;
  if (is_there) printf("%s: %s\n", browsers[index].name, path);
  else if (program != NULL) printf("%s: %s names %s, which is not there\n", browsers[index].name, path, program);
  else printf("%s: knows no host\n", browsers[index].name);
  json_object_put(manifest);
  return is_there;
}

int install(const char *word) {
  char program[PATH_MAX], place[PATH_MAX], path[PATH_MAX + 80];
  const bool is_wanted = strcmp(word, "install") == 0, is_shown = strcmp(word, "list") == 0;
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  int failures = 0, count = 0;
  if (!is_wanted && !is_shown && strcmp(word, "remove") != 0) {
    fprintf(stderr, "The words are install, list and remove, and not '%s'\n", word);
    return 1;
  }
  if (length < 0) return 1;
  program[length] = '\0';
  for (size_t i = 0; i < COUNT(browsers); ++i) {
    if (!find_place(i, place, sizeof place)) continue;
    own_path(i, place, path, sizeof path, is_wanted);
    failures += is_shown ? !show(i, path) : !change(i, path, program, is_wanted);
    ++count;
  }
  if (count == 0) printf("No browser is found: start it once, and then this again.\n");
  return failures > 0 || count == 0;
}

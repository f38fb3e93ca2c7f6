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

/* Begins the path of a folder that is below $XDG_CONFIG_HOME, else ~/.config; any other is below $HOME. */
#define CONFIG "config:"

/* The browsers: in which folder each looks for hosts of a user, and the folders that show that the user has it. */
static const struct {
  const char *name;
  bool is_firefox;
  const char *place;
  const char *shared; /* the folder with the hosts of all users, in which packages install one; NULL: not known */
  const char *signs[4]; /* beside `place` itself */
} browsers[] = {
    {"Chromium", false, CONFIG "chromium", "/etc/chromium/native-messaging-hosts", {NULL}},
    {"Google Chrome", false, CONFIG "google-chrome", "/etc/opt/chrome/native-messaging-hosts", {NULL}},
    {"Brave", false, CONFIG "BraveSoftware/Brave-Browser", NULL, {NULL}},
    {"Vivaldi", false, CONFIG "vivaldi", NULL, {NULL}},
    {"Microsoft Edge", false, CONFIG "microsoft-edge", "/etc/opt/edge/native-messaging-hosts", {NULL}},
    /* Since version 147 its profiles are in the second place, and hosts are still looked for in the first. What starts
     * hosts for a Firefox in a sandbox looks there as well. */
    {"Firefox", true, ".mozilla", FIREFOX_HOSTS,
     {CONFIG "mozilla", ".var/app/org.mozilla.firefox", "snap/firefox/common"}},
    {"LibreWolf", true, ".librewolf", NULL, {CONFIG "librewolf"}},
};

/* Browsers in a sandbox that starts no program outside of it. */
static const struct {
  const char *name, *sign;
} enclosed[] = {
    {"Chromium (Flatpak)", ".var/app/org.chromium.Chromium"},
    {"Chromium (Snap)", "snap/chromium/common"},
    {"Google Chrome (Flatpak)", ".var/app/com.google.Chrome"},
    {"Brave (Flatpak)", ".var/app/com.brave.Browser"},
    {"Brave (Snap)", "snap/brave/common"},
    {"Vivaldi (Flatpak)", ".var/app/com.vivaldi.Vivaldi"},
    {"Microsoft Edge (Flatpak)", ".var/app/com.microsoft.Edge"},
    {"LibreWolf (Flatpak)", ".var/app/io.gitlab.librewolf-community"},
};

/* Stores the path of a folder of this user. Returns whether it is there. */
static bool find_folder(const char *folder, char *ret_path, size_t size) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  struct stat found;
  if (home == NULL) return false;
  if (strncmp(folder, CONFIG, strlen(CONFIG)) != 0) snprintf(ret_path, size, "%s/%s", home, folder);
  else if (config != NULL && *config == '/') snprintf(ret_path, size, "%s/%s", config, folder + strlen(CONFIG));
  else snprintf(ret_path, size, "%s/.config/%s", home, folder + strlen(CONFIG));
  return stat(ret_path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Stores the path of the folder in which a browser of this user has the folder of its hosts. Returns false if this user
 * has not started the browser yet. */
static bool find_place(size_t index, char *ret_place, size_t size) {
  char sign[PATH_MAX];
  bool is_there = find_folder(browsers[index].place, ret_place, size);
  for (size_t i = 0; i < COUNT(browsers[index].signs) && browsers[index].signs[i] != NULL; ++i) {
    if (find_folder(browsers[index].signs[i], sign, sizeof sign)) is_there = true;
  }
  return is_there;
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
  if (make) {
    mkdir(place, 0700);
    mkdir(ret_path, 0755);
  }
  snprintf(ret_path, size, "%s/%s/%s.json", place, folder, NAME);
}

/* Writes or removes the manifest of a browser. Returns whether it could be done. */
static bool change(size_t index, const char *path, const char *program, bool is_wanted) {
  bool is_done = is_wanted ? write_manifest(path, browsers[index].is_firefox, program)
                           : unlink(path) == 0 || errno == ENOENT;
  write_line(stdout, "%s: %s%s", browsers[index].name, path, is_done ? "" : " cannot be changed");
  return is_done;
}

/* Prints the path of the manifest by which a browser finds a host: that of the user, else that of the system. Returns
 * whether the browser finds a host that can be run. */
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
  const char *name = browsers[index].name;
  if (is_there) write_line(stdout, "%s: %s", name, path);
  else if (program != NULL) write_line(stdout, "%s: %s names %s, which is not there", name, path, program);
  else printf("%s: knows no host\n", name);
  json_object_put(manifest);
  return is_there;
}

/* Tells which browsers cannot reach a host, whatever is installed. */
static void show_enclosed(void) {
  char path[PATH_MAX];
  for (size_t i = 0; i < COUNT(enclosed); ++i) {
    if (!find_folder(enclosed[i].sign, path, sizeof path)) continue;
    printf("%s: starts no program outside of its sandbox\n", enclosed[i].name);
  }
}

int install(const char *word) {
  char program[PATH_MAX], place[PATH_MAX], path[PATH_MAX + 80];
  const bool is_wanted = strcmp(word, "install") == 0, is_shown = strcmp(word, "list") == 0;
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  int failures = 0, count = 0;
  if (!is_wanted && !is_shown && strcmp(word, "remove") != 0) {
    write_line(stderr, "The words are install, list and remove, and not '%s'", word);
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
  show_enclosed();
  if (count == 0) printf("No browser is found: start it once, and then this again.\n");
  return failures > 0 || count == 0;
}

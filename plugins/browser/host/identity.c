/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Finds which browser has started the host, so that the desktop shows its name and icon. */
#include "host.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The browsers whose program has another name than their desktop entry, or than people call them. */
static const struct {
  const char *program;
  struct identity identity;
} browsers[] = {
    {"brave", {"brave", "Brave", "brave-browser"}},
    {"chrome", {"chrome", "Google Chrome", "google-chrome"}},
    {"chromium", {"chromium", "Chromium", "chromium"}},
    {"chromium-browser", {"chromium", "Chromium", "chromium-browser"}},
    {"firefox", {"firefox", "Firefox", "firefox"}},
    {"firefox-bin", {"firefox", "Firefox", "firefox"}},
    {"firefox-esr", {"firefox", "Firefox", "firefox-esr"}},
    {"librewolf", {"librewolf", "LibreWolf", "librewolf"}},
    {"msedge", {"edge", "Microsoft Edge", "microsoft-edge"}},
    {"opera", {"opera", "Opera", "opera"}},
    {"vivaldi-bin", {"vivaldi", "Vivaldi", "vivaldi-stable"}},
};

/* Programs that start hosts for a browser in a sandbox. */
static const char *const proxies[] = {"xdg-desktop-portal", "xdg-native-messaging-proxy"};

static struct identity of_program(const char *program) {
  for (size_t i = 0; i < COUNT(browsers); ++i) {
    if (strcasecmp(browsers[i].program, program) == 0) return browsers[i].identity;
  }
  return (struct identity){NULL, NULL, NULL};
}

/* Returns the name of the program that has started this one; "" where it cannot be seen. */
static const char *parent_program(void) {
  static char program[PATH_MAX];
  char link[32];
  snprintf(link, sizeof link, "/proc/%d/exe", (int)getppid());
  ssize_t length = readlink(link, program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  const char *slash = strrchr(program, '/');
  return slash != NULL ? slash + 1 : program;
}

int identity_process(void) {
  const char *program = parent_program();
  for (size_t i = 0; i < COUNT(proxies); ++i) {
    if (strcmp(proxies[i], program) == 0) return 0;
  }
  return (int)getppid();
}

struct identity identity_find(const char *fallback) {
  static char name[64];
  struct identity identity = of_program(parent_program());
  if (identity.application_id != NULL) return identity;
  /* A sandbox hides the browser: what the extension says is taken. */
  snprintf(name, sizeof name, "%s", fallback != NULL && *fallback != '\0' ? fallback : "Browser");
  identity = of_program(name);
  if (identity.application_id == NULL) identity = (struct identity){name, name, name};
  return identity;
}

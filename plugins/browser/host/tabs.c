/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The tabs that have something to play. Each is a session, and the one that began to play last is primary. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static nowplaying_app *app;
static struct tab *tabs[MAX_TABS];
static size_t tab_count;
static uint64_t begun;
static struct tab *primary;

void tabs_open(const char *browser) {
  struct identity identity = identity_find(browser);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = identity.application_id;
  options.display_name = identity.name;
  options.desktop_entry = identity.desktop_entry;
  options.loop = NOWPLAYING_LOOP_FD;
  if (nowplaying_app_new(&options, &app_callbacks, &app) != NOWPLAYING_OK) {
    write_line(stderr, "nowplaying-browser-host: %s", nowplaying_last_error());
  }
}

nowplaying_app *tabs_app(void) { return app; }

struct tab *tabs_primary(void) { return primary; }

static struct tab *make_tab(const char *id) {
  nowplaying_session_callbacks callbacks = session_callbacks;
  struct tab *tab;
  if (tab_count == MAX_TABS || (tab = calloc(1, sizeof *tab)) == NULL) return NULL;
  snprintf(tab->id, sizeof tab->id, "%s", id);
  callbacks.user_data = tab;
  if (nowplaying_session_new(app, id, &callbacks, &tab->session) != NOWPLAYING_OK) {
    write_line(stderr, "nowplaying-browser-host: %s", nowplaying_last_error());
    free(tab);
    return NULL;
  }
  tabs[tab_count++] = tab;
  return tab;
}

struct tab *tabs_find(const char *id, bool make) {
  size_t length = strlen(id);
  for (size_t i = 0; i < tab_count; ++i) {
    if (strcmp(tabs[i]->id, id) == 0) return tabs[i];
  }
  return make && length > 0 && length < MAX_TAB_ID_BYTES ? make_tab(id) : NULL;
}

void tabs_note(struct tab *tab, bool plays) {
  bool begins = plays && !tab->plays;
  tab->plays = plays;
  if (begins) tab->began = ++begun;
  if (begins || primary == NULL) {
    primary = tab;
    if (plays) nowplaying_session_request_system_primary(tab->session);
    else nowplaying_session_request_application_primary(tab->session);
  }
}

/* Returns the tab to show: one that plays before one that does not, and the one that began last. */
static struct tab *best(void) {
  struct tab *found = NULL;
  for (size_t i = 0; i < tab_count; ++i) {
    struct tab *tab = tabs[i];
    if (found == NULL || tab->plays > found->plays || (tab->plays == found->plays && tab->began > found->began)) {
      found = tab;
    }
  }
  return found;
}

void tabs_remove(struct tab *tab) {
  for (size_t i = 0; i < tab_count; ++i) {
    if (tabs[i] == tab) tabs[i] = tabs[--tab_count];
  }
  if (primary == tab) {
    primary = best();
    /* Takes its place before it is gone, so that the player does not vanish for a moment. */
    if (primary != NULL && primary->plays) nowplaying_session_request_system_primary(primary->session);
    else if (primary != NULL) nowplaying_session_request_application_primary(primary->session);
  }
  nowplaying_session_free(tab->session);
  free(tab);
}

void tabs_close(void) {
  while (tab_count > 0) tabs_remove(tabs[tab_count - 1]);
  nowplaying_app_free(app);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include "names.h"

#define PCTL_N_BUSES 2

/** A connection that listens to names. */
typedef struct {
  PlayerctlPlayerManager *manager;
  PctlBus *bus;
  PlayerctlSource source;
  /** Of a bus that has gone: where it was, and what looks for it there. */
  char *address;
  GSource *retry;
  guint pause;
  /** Whether playerctld was none of the players, so that the one of the next bus is none. */
  gboolean hides_daemon;
} PctlWatch;

struct _PlayerctlPlayerManagerPrivate {
  PctlWatch watches[PCTL_N_BUSES];
  GMainContext *context;
  GError *error;
  gboolean is_ready;
  GList *names, *players;
  GCompareDataFunc sort;
  gpointer sort_data;
  GDestroyNotify sort_notify;
};

enum { PCTL_NAME_APPEARED, PCTL_NAME_VANISHED, PCTL_PLAYER_APPEARED, PCTL_PLAYER_VANISHED, PCTL_N_MANAGER_SIGNALS };

G_GNUC_INTERNAL extern guint pctl_manager_signals[PCTL_N_MANAGER_SIGNALS];

/** Connects to a bus and listens; no error where there is none. */
G_GNUC_INTERNAL gboolean pctl_watch_begin (PlayerctlPlayerManager *manager, PctlWatch *self, PlayerctlSource source,
                                           GError **error);
/** Lets the manager's main context turn the connection. */
G_GNUC_INTERNAL void pctl_watch_attach (PctlWatch *self);
/** Ends the connection, or looks for none any more. */
G_GNUC_INTERNAL void pctl_watch_end (PctlWatch *self);

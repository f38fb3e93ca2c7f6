/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#pragma once
#include "names.h"

#define PCTL_N_BUSES 2

/** A connection on which a manager watches names. */
typedef struct {
  PlayerctlPlayerManager *manager;
  PctlBus *bus;
  PlayerctlSource source;
  /** After a bus has gone: its address, and the timer that tries to connect again. */
  char *address;
  GSource *retry;
  guint pause;
  /** Whether playerctld was not among the players, so that the next bus's playerctld is left out too. */
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
/** Has the manager's main context process the connection. */
G_GNUC_INTERNAL void pctl_watch_attach (PctlWatch *self);
/** Closes the connection, or ends the attempts to connect. */
G_GNUC_INTERNAL void pctl_watch_end (PctlWatch *self);

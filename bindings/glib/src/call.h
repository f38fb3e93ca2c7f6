/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A call of a player that waits for its answer. */
#pragma once
#include <gio/gio.h>
#include <nowplaying/surface.h>
#include <npg-types.h>

/** A call under way. It frees itself when it is answered. */
typedef struct {
  nowplaying_surface *surface;
  nowplaying_surface_action action;
  GTask *task;
  /** The surface's, for `cancel`. */
  GMainContext *context;
  /** Cancels the action, in the loop of the surface; NULL without a cancellable. */
  GSource *cancel;
  gboolean gives_media;
} NpgCall;

/** Makes a call of a session. NULL when the task has an error already: the surface has gone, or it is cancelled.
 * tag: the function that the caller has called. */
G_GNUC_INTERNAL NpgCall *npg_call_new (NpgSession *session, gboolean gives_media, gpointer tag,
                                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/** Takes the status with which the function of the library has begun the action, or has not. */
G_GNUC_INTERNAL void npg_call_begun (NpgCall *call, nowplaying_status status);
/** Takes the answer: a nowplaying_surface_done. */
G_GNUC_INTERNAL void npg_call_done (nowplaying_surface *surface, const nowplaying_surface_result *result,
                                    void *user_data);
G_GNUC_INTERNAL gboolean npg_call_finish (NpgSession *session, GAsyncResult *result, gpointer tag, GError **error);
G_GNUC_INTERNAL NpgMedia *npg_call_finish_media (NpgSession *session, GAsyncResult *result, gpointer tag,
                                                 GError **error);

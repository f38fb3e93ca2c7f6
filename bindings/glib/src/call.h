/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A call to a player that waits for its answer. */
#pragma once
#include <gio/gio.h>
#include <nowplaying/surface.h>
#include <npg-types.h>

/** A pending call. It frees itself when it is answered. */
typedef struct {
  nowplaying_surface *surface;
  nowplaying_surface_action action;
  GTask *task;
  /** The surface's main context, to which `cancel` is attached. */
  GMainContext *context;
  /** Cancels the action in the surface's loop; NULL without a cancellable. */
  GSource *cancel;
  gboolean gives_media;
} NpgCall;

/** Makes a call for a session. Returns NULL when the task already has an error: the surface is gone, or the task is
 * cancelled. tag: the function that the caller used. */
G_GNUC_INTERNAL NpgCall *npg_call_new (NpgSession *session, gboolean gives_media, gpointer tag,
                                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/** Takes the status with which the library's function has begun the action or refused it. */
G_GNUC_INTERNAL void npg_call_begun (NpgCall *call, nowplaying_status status);
/** Takes the answer. It is used as a nowplaying_surface_done. */
G_GNUC_INTERNAL void npg_call_done (nowplaying_surface *surface, const nowplaying_surface_result *result,
                                    void *user_data);
G_GNUC_INTERNAL gboolean npg_call_finish (NpgSession *session, GAsyncResult *result, gpointer tag, GError **error);
G_GNUC_INTERNAL NpgMedia *npg_call_finish_media (NpgSession *session, GAsyncResult *result, gpointer tag,
                                                 GError **error);

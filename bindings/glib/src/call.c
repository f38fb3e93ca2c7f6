/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "call.h"

#include "media.h"
#include "session.h"
#include "surface.h"

/* Cancels the action. The surface's loop calls this, whichever thread has cancelled the cancellable. */
static gboolean cancel (GCancellable *cancellable, gpointer user_data) {
  NpgCall *call = user_data;
  (void)cancellable;
  (void)nowplaying_surface_cancel (call->surface, call->action);
  return G_SOURCE_REMOVE;
}

static void free_call (NpgCall *call) {
  if (call->cancel != NULL) {
    g_source_destroy (call->cancel);
    g_source_unref (call->cancel);
  }
  g_object_unref (call->task);
  g_free (call);
}

NpgCall *npg_call_new (NpgSession *session, gboolean gives_media, gpointer tag, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer user_data) {
  GTask *task = g_task_new (session, cancellable, callback, user_data);
  g_task_set_source_tag (task, tag);
  nowplaying_surface *surface = npg_surface_handle (npg_session_surface (session));
  if (g_task_return_error_if_cancelled (task)) {
    g_object_unref (task);
    return NULL;
  }
  if (surface == NULL) {
    g_task_return_new_error (task, NPG_ERROR, NPG_ERROR_INVALID_STATE, "The surface of the session has gone.");
    g_object_unref (task);
    return NULL;
  }
  NpgCall *call = g_new0 (NpgCall, 1);
  call->surface = surface;
  call->task = task;
  call->context = npg_surface_context (npg_session_surface (session));
  call->gives_media = gives_media;
  if (cancellable != NULL) {
    call->cancel = g_cancellable_source_new (cancellable);
    g_source_set_callback (call->cancel, G_SOURCE_FUNC (cancel), call, NULL);
  }
  return call;
}

void npg_call_begun (NpgCall *call, nowplaying_status status) {
  if (status != NOWPLAYING_OK) {
    g_task_return_new_error (call->task, NPG_ERROR, status, "%s", nowplaying_surface_last_error ());
    free_call (call);
  } else if (call->cancel != NULL) {
    g_source_attach (call->cancel, call->context);
  }
}

/* Returns the result of a successful call to the task. */
static void return_result (NpgCall *call, const nowplaying_surface_result *result) {
  GError *error = NULL;
  if (!call->gives_media) {
    g_task_return_boolean (call->task, TRUE);
    return;
  }
  NpgMedia *media = npg_media_new (result, &error);
  if (media == NULL) g_task_return_error (call->task, error);
  else g_task_return_pointer (call->task, media, g_object_unref);
}

void npg_call_done (nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  NpgCall *call = user_data;
  (void)surface;
  /* Completing the task runs code of the caller, which may do anything: nothing may lead to the call before that. */
  if (call->cancel != NULL) g_source_destroy (call->cancel);
  if (result->status == NOWPLAYING_OK) return_result (call, result);
  else g_task_return_new_error (call->task, NPG_ERROR, result->status, "%s", result->message);
  free_call (call);
}

gboolean npg_call_finish (NpgSession *session, GAsyncResult *result, gpointer tag, GError **error) {
  g_return_val_if_fail (g_task_is_valid (result, session), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, tag), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

NpgMedia *npg_call_finish_media (NpgSession *session, GAsyncResult *result, gpointer tag, GError **error) {
  g_return_val_if_fail (g_task_is_valid (result, session), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, tag), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

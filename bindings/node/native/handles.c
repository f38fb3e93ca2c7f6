/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Handles of the libraries behind values of JavaScript, and the watches of their descriptors. */
#include "addon.h"

#include <stdlib.h>

void release(Handle *handle) {
  void *pointer = handle->pointer;
  handle->pointer = NULL;
  handle->owner = NULL;
  if (handle->place != NULL) {
    *handle->place = handle->next;
    if (handle->next != NULL) {
      handle->next->place = handle->place;
    }
    handle->place = NULL;
  }
  if (pointer == NULL) {
    return;
  }
  switch (handle->kind) {
    case KIND_APP:
      api.nowplaying_app_free(pointer);
      break;
    case KIND_SESSION:
      api.nowplaying_session_free(pointer);
      break;
    case KIND_CONTENT:
      api.nowplaying_content_free(pointer);
      break;
    case KIND_SURFACE:
      api.nowplaying_surface_free(pointer);
      break;
    case KIND_SURFACE_SESSION:
      api.nowplaying_surface_session_unref(pointer);
      break;
  }
}

static void poll_closed(uv_handle_t *watch) {
  Poll *poll = watch->data;
  State *state = poll->state;
  free(poll);
  state->open_polls--;
  if (state->ends && state->open_polls == 0) {
    napi_remove_async_cleanup_hook(state->hook);
    free(state);
  }
}

void stop_watching(Handle *handle) {
  Poll *poll = handle->poll;
  handle->poll = NULL;
  if (poll != NULL) {
    poll->handle = NULL;
    uv_poll_stop(&poll->watch);
    uv_close((uv_handle_t *)&poll->watch, poll_closed);
  }
}

/** Frees a handle whose value JavaScript's garbage collector has freed. */
static void finalize(napi_env env, void *data, void *hint) {
  (void)env;
  (void)hint;
  Handle *handle = data;
  if (handle->poll != NULL) {
    stop_watching(handle);
  }
  release(handle);
  free(handle);
}

static napi_value new_handle(napi_env env, State *state, Kind kind, void *pointer, Handle **result) {
  Handle *handle = calloc(1, sizeof *handle);
  napi_value value = NULL;
  if (handle == NULL) {
    return NULL;
  }
  handle->kind = kind;
  handle->pointer = pointer;
  handle->state = state;
  if (napi_create_external(env, handle, finalize, NULL, &value) != napi_ok) {
    release(handle);
    free(handle);
    return NULL;
  }
  if (result != NULL) {
    *result = handle;
  }
  return value;
}

napi_value from_handle(Call *call, Kind kind, void *pointer) {
  return new_handle(call->env, call->state, kind, pointer, NULL);
}

napi_value from_session(Owner *owner, nowplaying_surface_session *session) {
  return new_handle(owner->state->env, owner->state, KIND_SURFACE_SESSION,
                    api.nowplaying_surface_session_ref(session), NULL);
}

Handle *handle_of(Call *call, napi_value value) {
  napi_valuetype type = napi_undefined;
  void *handle = NULL;
  napi_typeof(call->env, value, &type);
  if (type == napi_external) {
    napi_get_value_external(call->env, value, &handle);
  }
  return handle;
}

void *to_handle(Call *call, napi_value value, Kind kind) {
  napi_valuetype type = napi_undefined;
  Handle *handle = handle_of(call, value);
  if (handle == NULL) {
    napi_typeof(call->env, value, &type);
  }
  if (handle == NULL ? type != napi_null && type != napi_undefined : handle->kind != kind) {
    refuse(call, "the handle", "of another kind");
  }
  return handle != NULL && handle->kind == kind ? handle->pointer : NULL;
}

Owner *owner_of(Call *call, size_t index) {
  Handle *handle = handle_of(call, call->values[index]);
  return handle != NULL ? handle->owner : NULL;
}

nowplaying_request *to_request(Call *call, napi_value value) {
  double number = 0;
  napi_get_value_double(call->env, value, &number);
  for (Request *each = call->state->requests; each != NULL; each = each->next) {
    if ((double)(uintptr_t)each->pointer == number) {
      return each->pointer;
    }
  }
  return NULL;
}

napi_value own(Call *call, Kind kind, void *pointer, Owner *owner, Handle **result) {
  Handle *handle = NULL;
  napi_value value = new_handle(call->env, call->state, kind, pointer, &handle);
  if (value == NULL) {
    return NULL;
  }
  State *state = call->state;
  handle->owner = owner;
  handle->next = state->handles;
  handle->place = &state->handles;
  if (state->handles != NULL) {
    state->handles->place = &handle->next;
  }
  state->handles = handle;
  if (result != NULL) {
    *result = handle;
  }
  return value;
}

bool watch(Call *call, Handle *handle, int fd) {
  Poll *poll = calloc(1, sizeof *poll);
  if (poll == NULL || uv_poll_init(call->state->loop, &poll->watch, fd) != 0) {
    free(poll);
    return false;
  }
  poll->watch.data = poll;
  poll->state = call->state;
  poll->handle = handle;
  handle->poll = poll;
  call->state->open_polls++;
  uv_unref((uv_handle_t *)&poll->watch);
  return uv_poll_start(&poll->watch, UV_READABLE, readable) == 0;
}

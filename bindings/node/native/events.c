/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Calls that the library makes inside a dispatch, kept for JavaScript until the dispatch has returned. */
#include "addon.h"

#include <stdlib.h>

bool keep_event(Owner *owner, nowplaying_request *request, const napi_value *values, size_t count) {
  State *state = owner->state;
  napi_value event = from_list(state->env, values, count), target = NULL;
  uint32_t place = 0;
  Request *kept = request != NULL ? malloc(sizeof *kept) : NULL;
  if (state->events == NULL || event == NULL || (request != NULL && kept == NULL) ||
      napi_get_reference_value(state->env, owner->target, &target) != napi_ok ||
      napi_set_element(state->env, event, 0, target) != napi_ok ||
      napi_get_array_length(state->env, state->events, &place) != napi_ok ||
      napi_set_element(state->env, state->events, place, event) != napi_ok) {
    free(kept);
    return false;
  }
  if (kept != NULL) {
    *kept = (Request){.pointer = request, .next = state->requests, .place = &state->requests};
    if (state->requests != NULL) {
      state->requests->place = &kept->next;
    }
    state->requests = kept;
  }
  return true;
}

nowplaying_status session_callbacks_position(nowplaying_session *session, int64_t *ret, void *user_data) {
  (void)session;
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  napi_value target, function, answer;
  double elapsed = 0;
  if (napi_get_reference_value(env, owner->target, &target) != napi_ok ||
      napi_get_named_property(env, target, "position", &function) != napi_ok ||
      napi_call_function(env, target, function, 0, NULL, &answer) != napi_ok ||
      napi_get_value_double(env, answer, &elapsed) != napi_ok || !(elapsed > -0x1p62 && elapsed < 0x1p62)) {
    napi_get_and_clear_last_exception(env, &answer);  // with which the events of this dispatch could not be kept
    return NOWPLAYING_ERROR_NOT_SUPPORTED;
  }
  *ret = (int64_t)elapsed;
  return NOWPLAYING_OK;
}

napi_value open_events(State *state) {
  napi_value before = state->events;
  state->events = NULL;
  napi_create_array(state->env, &state->events);
  return before;
}

void readable(uv_poll_t *watch, int status, int bits) {
  (void)bits;
  Handle *handle = ((Poll *)watch->data)->handle;
  if (handle == NULL || handle->pointer == NULL) {
    return;
  }
  State *state = handle->state;
  napi_env env = state->env;
  napi_handle_scope scope;
  if (napi_open_handle_scope(env, &scope) != napi_ok) {
    return;
  }
  open_events(state);
  nowplaying_status served = handle->kind == KIND_APP ? api.nowplaying_app_dispatch(handle->pointer)
                                                                 : api.nowplaying_surface_dispatch(handle->pointer);
  if (status < 0 || served < 0) {
    uv_poll_stop(watch);  // it would be readable for ever
  }
  napi_value events = state->events, deliver, ignored;
  uint32_t count = 0;
  state->events = NULL;
  if (napi_get_array_length(env, events, &count) == napi_ok && count > 0 &&
      napi_get_reference_value(env, state->deliver, &deliver) == napi_ok) {
    napi_status called = napi_make_callback(env, state->context, events, deliver, 1, &events, &ignored);
    napi_value error;
    if (called == napi_pending_exception && napi_get_and_clear_last_exception(env, &error) == napi_ok) {
      napi_fatal_exception(env, error);
    }
  }
  napi_close_handle_scope(env, scope);
}

/** Drops the reference to a request. A request that was not answered fails by that. */
napi_value request_unref(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "request_unref", 1);
  nowplaying_request *request = call.failed ? NULL : to_request(&call, call.values[0]);
  for (Request *each = request != NULL ? call.state->requests : NULL; each != NULL; each = each->next) {
    if (each->pointer == request) {
      *each->place = each->next;
      if (each->next != NULL) {
        each->next->place = each->place;
      }
      free(each);
      api.nowplaying_request_unref(request);
      break;
    }
  }
  return end(&call, NULL);
}

/** Returns the state of a request as the number of its status; throws no exception for a status that is an error. */
napi_value request_get_state(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_get_state", 1);
  nowplaying_request *request = call.failed ? NULL : to_request(&call, call.values[0]);
  return end(&call, call.failed ? NULL : from_double(env, api.nowplaying_request_get_state(request)));
}

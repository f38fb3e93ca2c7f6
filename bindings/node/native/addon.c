/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The addon makes both libraries available as functions of JavaScript. The files here do handles, the loop and events.
 * All other functions are generated from the description of the headers (calls.h); the checks of values are in lib.
 *
 * The loop: an app or a surface has NOWPLAYING_LOOP_FD, and its descriptor is watched by the loop of its environment,
 * so that there is no thread, and everything happens on the thread of JavaScript. Calls that the library makes inside a
 * dispatch are kept and handed to JavaScript when the dispatch has returned, because a handler may free anything, and
 * may end the process. Requests are answered later (NOWPLAYING_PENDING) for the same reason. Only `position`, which
 * needs its answer at once, is called inside the dispatch. */
#include "addon.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Api api;

static bool has_function(Call *call, napi_value target, const char *name);
static void action_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data);

#include "calls.h"

/* ---------------------------------------------------------------------------------------------- Libraries -------- */

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static uint32_t versions[2];

/** Loads a library by a path or a soname, for all environments. Returns its version, or 0 if that is older than
 * `oldest`. A library that was loaded before is not replaced. */
static napi_value load(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "load", 3);
  const char *path = NULL;
  uint32_t is_surface = 0, oldest = 0;
  if (call.failed || !to_text(&call, call.values[0], "path", &path) || path == NULL ||
      !to_number(&call, call.values[1], "isSurface", UINT32, &is_surface) ||
      !to_number(&call, call.values[2], "oldest", UINT32, &oldest)) {
    return end(&call, NULL);
  }
  pthread_mutex_lock(&loading);
  uint32_t *version = &versions[is_surface != 0];
  const Symbol *symbols = is_surface ? SURFACE_SYMBOLS : PLAYER_SYMBOLS;
  size_t count = is_surface ? sizeof SURFACE_SYMBOLS / sizeof(Symbol) : sizeof PLAYER_SYMBOLS / sizeof(Symbol);
  const char *fault = NULL;
  uint32_t found = *version;
  void *library = found == 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library != NULL) {
    uint32_t (*version_of)(void) = (uint32_t(*)(void))dlsym(library, symbols[0].name);
    found = version_of != NULL ? version_of() : 0;
    fault = version_of == NULL ? "this is another library" : NULL;
    found = found >= oldest ? found : 0;
    for (size_t index = 0; found != 0 && index < count; index++) {
      void *symbol = dlsym(library, symbols[index].name);
      fault = symbol == NULL ? symbols[index].name : fault;
      memcpy((char *)&api + symbols[index].offset, &symbol, sizeof symbol);
    }
    // From here on begin() lets other threads call the library's functions.
    __atomic_store_n(version, fault == NULL ? found : 0, __ATOMIC_RELEASE);
  } else if (found == 0) {
    fault = dlerror();
  }
  if (fault != NULL) {
    napi_throw_error(env, NULL, fault);
    call.failed = true;
  }
  pthread_mutex_unlock(&loading);
  return end(&call, from_double(env, found));
}

/* -------------------------------------------------------------------------------------------------- Calls -------- */

static bool is_of_surface(const char *name) { return strncmp(name, "nowplaying_surface", 18) == 0; }

Call begin(napi_env env, napi_callback_info info, const char *name, size_t count) {
  Call call = {.env = env, .name = name};
  if (strncmp(name, "nowplaying_", 11) == 0 && __atomic_load_n(&versions[is_of_surface(name)], __ATOMIC_ACQUIRE) == 0) {
    napi_throw_error(env, NULL, "the library of this function is not loaded yet: call load() first");
    call.failed = true;
    return call;
  }
  size_t given = count;
  if (napi_get_instance_data(env, (void **)&call.state) != napi_ok ||
      napi_get_cb_info(env, info, &given, call.values, NULL, NULL) != napi_ok) {
    call.failed = true;
  }
  return call;
}

napi_value end(Call *call, napi_value result) {
  while (call->blocks != NULL) {
    Block *block = call->blocks;
    call->blocks = block->next;
    free(block);
  }
  return call->failed ? NULL : result;
}

bool has_nothing(nowplaying_status status) {
  return status == NOWPLAYING_ERROR_NO_SUCH_CONTENT || status == NOWPLAYING_ERROR_INVALID_STATE;
}

bool succeeded(Call *call, nowplaying_status status) {
  if (status >= 0) {
    return true;
  }
  napi_value make, error, nothing, values[3] = {
      from_double(call->env, status), from_text(call->env, call->name),
      from_text(call->env,
                is_of_surface(call->name) ? api.nowplaying_surface_last_error() : api.nowplaying_last_error())};
  call->failed = true;
  napi_get_undefined(call->env, &nothing);
  if (napi_get_reference_value(call->env, call->state->make_error, &make) == napi_ok &&
      napi_call_function(call->env, nothing, make, 3, values, &error) == napi_ok) {
    napi_throw(call->env, error);
  }
  return false;
}

static bool has_function(Call *call, napi_value target, const char *name) {
  napi_value value;
  napi_valuetype type = napi_undefined;
  if (napi_get_named_property(call->env, target, name, &value) != napi_ok) {
    call->failed = true;
    return false;
  }
  napi_typeof(call->env, value, &type);
  return type == napi_function;
}

static void action_done(nowplaying_surface *surface, const nowplaying_surface_result *result, void *user_data) {
  (void)surface;
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  nowplaying_surface_result kept = {.fd = -1};
  memcpy(&kept, result, result->struct_size < sizeof kept ? result->struct_size : sizeof kept);
  // The result of a video has a descriptor and no data. JavaScript gets a duplicate of it, and closes that.
  kept.fd = kept.data == NULL && kept.fd >= 0 ? fcntl(kept.fd, F_DUPFD_CLOEXEC, 3) : -1;
  napi_value values[] = {NULL, from_text(env, "done"), from_struct(env, &TABLE_surface_result, &kept)};
  if (!keep_event(owner, NULL, values, 3) && kept.fd >= 0) {
    close(kept.fd);
  }
}

/* --------------------------------------------------------------------------- What has callbacks, and its end ----- */

static void destroyed(void *user_data) {
  Owner *owner = user_data;
  napi_delete_reference(owner->state->env, owner->target);
  free(owner);
}

static Owner *new_owner(Call *call, napi_value target) {
  Owner *owner = calloc(1, sizeof *owner);
  napi_valuetype type = napi_undefined;
  napi_typeof(call->env, target, &type);
  if (type != napi_object || owner == NULL) {
    free(owner);
    refuse(call, "callbacks", "an object");
    return NULL;
  }
  owner->state = call->state;
  napi_create_reference(call->env, target, 1, &owner->target);
  return owner;
}

/** Makes the JavaScript value of a new app or surface, and watches its descriptor. */
static napi_value watched(Call *call, Kind kind, void *pointer, Owner *owner, int fd) {
  Handle *handle = NULL;
  napi_value value = own(call, kind, pointer, owner, &handle);
  if (value == NULL || !watch(call, handle, fd)) {
    refuse(call, "the loop", "one that takes a descriptor");
    if (value != NULL) {
      stop_watching(handle);
      release(handle);
    }
  }
  return value;
}

static napi_value app_new(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_new", 2);
  nowplaying_app_options *options = NULL;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  nowplaying_app *app = NULL;
  int32_t fd = -1;
  Owner *owner = NULL;
  if (call.failed || !to_struct(&call, call.values[0], "options", &TABLE_app_options, (void **)&options) ||
      (owner = new_owner(&call, call.values[1])) == NULL) {
    return end(&call, NULL);
  }
  set_app_callbacks(&call, call.values[1], &callbacks);
  callbacks.user_data = owner;
  callbacks.destroy = destroyed;
  if (options != NULL) {
    options->loop = NOWPLAYING_LOOP_FD;
  }
  if (call.failed || !succeeded(&call, api.nowplaying_app_new(options, &callbacks, &app))) {
    destroyed(owner);
    return end(&call, NULL);
  }
  api.nowplaying_app_get_fd(app, &fd);
  return end(&call, watched(&call, KIND_APP, app, owner, fd));
}

static napi_value surface_new(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_new", 2);
  nowplaying_surface_options *options = NULL;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_surface *surface = NULL;
  int32_t fd = -1;
  Owner *owner = NULL;
  if (call.failed || !to_struct(&call, call.values[0], "options", &TABLE_surface_options, (void **)&options) ||
      (owner = new_owner(&call, call.values[1])) == NULL) {
    return end(&call, NULL);
  }
  set_surface_callbacks(&call, call.values[1], &callbacks);
  callbacks.user_data = owner;
  callbacks.destroy = destroyed;
  if (options != NULL) {
    options->loop = NOWPLAYING_LOOP_FD;
  }
  if (call.failed || !succeeded(&call, api.nowplaying_surface_new(options, &callbacks, &surface))) {
    destroyed(owner);
    return end(&call, NULL);
  }
  api.nowplaying_surface_get_fd(surface, &fd);
  return end(&call, watched(&call, KIND_SURFACE, surface, owner, fd));
}

/** Makes a session. Its arguments: the app, the id, the callbacks, and whether it plays on other devices. */
static napi_value session_new(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_new", 4);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  nowplaying_session *session = NULL;
  const char *id = NULL;
  uint32_t is_remote = 0;
  Owner *owner = NULL;
  nowplaying_app *app = call.failed ? NULL : to_handle(&call, call.values[0], KIND_APP);
  if (call.failed || !to_text(&call, call.values[1], "id", &id) ||
      !to_number(&call, call.values[3], "isRemote", UINT32, &is_remote) ||
      (owner = new_owner(&call, call.values[2])) == NULL) {
    return end(&call, NULL);
  }
  set_session_callbacks(&call, call.values[2], &callbacks);
  callbacks.user_data = owner;
  callbacks.destroy = destroyed;
  if (call.failed || !succeeded(&call, is_remote ? api.nowplaying_session_new_remote(app, id, &callbacks, &session)
                                                 : api.nowplaying_session_new(app, id, &callbacks, &session))) {
    destroyed(owner);
    return end(&call, NULL);
  }
  return end(&call, own(&call, KIND_SESSION, session, owner, NULL));
}

/** Frees any handle; returns the events by which the library tells what that has ended. */
static napi_value handle_free(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "free", 1);
  Handle *handle = call.failed ? NULL : handle_of(&call, call.values[0]);
  if (handle == NULL) {
    refuse(&call, "the handle", "one");
    return end(&call, NULL);
  }
  napi_value before = open_events(call.state), events = call.state->events;
  stop_watching(handle);
  release(handle);
  call.state->events = before;
  return end(&call, events);
}

/** Says whether an app or a surface keeps the loop alive. */
static napi_value keep_alive(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "keepAlive", 2);
  Handle *handle = call.failed ? NULL : handle_of(&call, call.values[0]);
  uint32_t alive = 0;
  if (handle != NULL && handle->poll != NULL && to_number(&call, call.values[1], "alive", UINT32, &alive)) {
    (alive ? uv_ref : uv_unref)((uv_handle_t *)&handle->poll->watch);
  }
  return end(&call, NULL);
}

/* ------------------------------------------------------------------------------- Lists of unknown length --------- */

static napi_value surface_get_sessions(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_sessions", 1);
  nowplaying_surface *surface = call.failed ? NULL : to_handle(&call, call.values[0], KIND_SURFACE);
  size_t capacity = 0, count = 0;
  nowplaying_surface_session **sessions = NULL;
  if (call.failed || !succeeded(&call, api.nowplaying_surface_get_sessions(surface, NULL, 0, &capacity)) ||
      (sessions = allocate(&call, (capacity + 1) * sizeof *sessions)) == NULL ||
      !succeeded(&call, api.nowplaying_surface_get_sessions(surface, sessions, capacity, &count))) {
    return end(&call, NULL);
  }
  napi_value result = NULL;
  napi_create_array(env, &result);
  for (uint32_t index = 0; index < count && index < capacity; index++) {
    napi_set_element(env, result, index, from_handle(&call, KIND_SURFACE_SESSION, sessions[index]));
  }
  return end(&call, result);
}

static napi_value surface_get_names(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_names", 1);
  nowplaying_surface *surface = call.failed ? NULL : to_handle(&call, call.values[0], KIND_SURFACE);
  size_t size = 0;
  char *names = NULL;
  if (call.failed || !succeeded(&call, api.nowplaying_surface_get_names(surface, NULL, 0, &size)) ||
      (names = allocate(&call, size + 1)) == NULL ||
      !succeeded(&call, api.nowplaying_surface_get_names(surface, names, size, &size))) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, names));
}

/* -------------------------------------------------------------------------------------------- Environment -------- */

/** Gives the addon two functions of JavaScript: one makes an error, the other takes events. */
static napi_value setup(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "setup", 2);
  if (!call.failed && call.state->make_error == NULL) {
    napi_create_reference(env, call.values[0], 1, &call.state->make_error);
    napi_create_reference(env, call.values[1], 1, &call.state->deliver);
  }
  return end(&call, NULL);
}

/** Frees the requests and handles that are still there when the environment ends, as when a worker is terminated. */
static void end_environment(napi_async_cleanup_hook_handle hook, void *data) {
  State *state = data;
  napi_handle_scope scope;
  state->ends = true;
  bool has_scope = napi_open_handle_scope(state->env, &scope) == napi_ok;
  while (state->requests != NULL) {
    Request *request = state->requests;
    state->requests = request->next;
    api.nowplaying_request_unref(request->pointer);
    free(request);
  }
  while (state->handles != NULL) {
    Handle *handle = state->handles;
    stop_watching(handle);
    release(handle);
  }
  if (has_scope) {
    napi_close_handle_scope(state->env, scope);
  }
  if (state->open_polls == 0) {
    napi_remove_async_cleanup_hook(hook);
    free(state);
  }
}

NAPI_MODULE_INIT() {
  static const Export OWN[] = {
      {"setup", setup},
      {"load", load},
      {"app_new", app_new},
      {"session_new", session_new},
      {"surface_new", surface_new},
      {"free", handle_free},
      {"keepAlive", keep_alive},
      {"request_unref", request_unref},
      {"request_get_state", request_get_state},
      {"surface_get_sessions", surface_get_sessions},
      {"surface_get_names", surface_get_names},
  };
  State *state = calloc(1, sizeof *state);
  napi_value name;
  if (state == NULL) {
    return exports;
  }
  state->env = env;
  napi_create_string_utf8(env, "libnowplaying", NAPI_AUTO_LENGTH, &name);
  if (napi_get_uv_event_loop(env, &state->loop) != napi_ok ||
      napi_async_init(env, NULL, name, &state->context) != napi_ok ||
      napi_set_instance_data(env, state, NULL, NULL) != napi_ok ||
      napi_add_async_cleanup_hook(env, end_environment, state, &state->hook) != napi_ok) {
    free(state);
    return exports;
  }
  for (size_t index = 0; index < (sizeof OWN + sizeof CALLS) / sizeof(Export); index++) {
    size_t own = sizeof OWN / sizeof(Export);
    const Export *each = index < own ? &OWN[index] : &CALLS[index - own];
    napi_value function;
    napi_create_function(env, each->name, NAPI_AUTO_LENGTH, each->function, NULL, &function);
    napi_set_named_property(env, exports, each->name, function);
  }
  return exports;
}

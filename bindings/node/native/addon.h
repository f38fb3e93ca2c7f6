/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The addon's types, and the functions that its files share: conversions of values, handles and events. */
#pragma once

#define NAPI_VERSION 8
#include <node_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include <nowplaying/surface.h>

#define DECLARATIONS
#include "calls.h"
#undef DECLARATIONS

/** The functions of the loaded libraries; one table for the whole process. */
extern Api api;

typedef struct Handle Handle;
typedef struct Owner Owner;
typedef struct Request Request;

/** The addon in one environment: the main thread, or a worker. */
typedef struct State {
  napi_env env;
  uv_loop_t *loop;
  napi_async_context context;
  /** The two functions of JavaScript that setup() was given: one makes an error, the other takes events. */
  napi_ref make_error, deliver;
  /** The events of the dispatch that runs: an array of JavaScript; NULL while no dispatch runs. */
  napi_value events;
  /** Handles that are to be freed, the newest first, and requests that are to be answered. */
  Handle *handles;
  Request *requests;
  napi_async_cleanup_hook_handle hook;
  size_t open_polls;
  bool ends;
} State;

/** The watch of the descriptor of an app or a surface. It is a block of its own, because libuv uses it until uv_close()
 * has called back, when the handle may be freed. */
typedef struct Poll {
  uv_poll_t watch;
  State *state;
  Handle *handle;
} Poll;

/** The user_data of callbacks. It refers to the object of JavaScript whose functions are called for them. */
struct Owner {
  State *state;
  napi_ref target;
};

/** A handle of a library, behind a value of JavaScript. */
struct Handle {
  Kind kind;
  void *pointer;
  State *state;
  Owner *owner;
  /** Of an app or a surface: the watch of its descriptor. */
  Poll *poll;
  Handle *next, **place;
};

/** A request that JavaScript has not answered yet. */
struct Request {
  nowplaying_request *pointer;
  Request *next, **place;
};

/** A block of memory that lives as long as a call. */
typedef struct Block {
  struct Block *next;
} Block;

/** A call of the addon by JavaScript. */
typedef struct Call {
  napi_env env;
  State *state;
  const char *name;
  napi_value values[8];
  /** An exception was thrown. */
  bool failed;
  Block *blocks;
} Call;

/** The type of a field of a struct, or of an argument. */
typedef enum Type { INT32, UINT32, INT64, UINT64, DOUBLE, SIZE, TEXT, TEXTS, INT64S, DOUBLES, BYTES } Type;

/** A field of a struct. */
typedef struct Row {
  const char *name;
  Type type;
  size_t offset, count;
} Row;

/** A struct. */
typedef struct Table {
  const Row *rows;
  size_t row_count, size;
  /** The struct as its _INIT macro makes it. */
  const void *initial;
} Table;

/** A function of a library, and its place in Api. */
typedef struct Symbol {
  const char *name;
  size_t offset;
} Symbol;

/** A function of the addon. */
typedef struct Export {
  const char *name;
  napi_callback function;
} Export;

/** Begins a call, and reads its arguments, of which there are `count`. name: the library's function that is called, or
 * one of the addon's own, which calls none. Throws an exception where the library of that function is not loaded. */
Call begin(napi_env env, napi_callback_info info, const char *name, size_t count);
/** Ends a call and returns its result; NULL is undefined. */
napi_value end(Call *call, napi_value result);
/** Allocates memory that is freed at the end of the call. Without memory it throws an exception and returns NULL. */
void *allocate(Call *call, size_t size);
/** Throws a TypeError that says what an argument or a field must be; returns false. */
bool refuse(Call *call, const char *name, const char *expected);
/** Returns true for the status of a success; throws an exception for that of an error, and returns false. */
bool succeeded(Call *call, nowplaying_status status);
/** Whether a status says that there is nothing to get. */
bool has_nothing(nowplaying_status status);

/* Functions that convert arguments; each returns false after it has thrown an exception. */
bool to_number(Call *call, napi_value value, const char *name, Type type, void *result);
bool to_text(Call *call, napi_value value, const char *name, const char **result);
bool to_texts(Call *call, napi_value value, const char *name, const char *const **result, size_t *count);
bool to_bytes(Call *call, napi_value value, const char *name, const void **result, size_t *size);
bool to_struct(Call *call, napi_value value, const char *name, const Table *table, void **result);
bool to_structs(Call *call, napi_value value, const char *name, const Table *table, void **result, size_t *count);
bool to_handles(Call *call, napi_value value, const char *name, Kind kind, void ***result, size_t *count);
/** Returns the library's pointer of a handle; NULL if the handle was freed, and for null. */
void *to_handle(Call *call, napi_value value, Kind kind);
nowplaying_request *to_request(Call *call, napi_value value);

/* Functions that make results; each returns NULL where there is no memory. */
napi_value from_double(napi_env env, double value);
napi_value from_text(napi_env env, const char *text);
napi_value from_struct(napi_env env, const Table *table, const void *value);
napi_value from_list(napi_env env, const napi_value *values, size_t count);
napi_value from_handle(Call *call, Kind kind, void *pointer);
/** Makes a value of a session that the library has passed to a callback of a surface, and takes a reference to it. */
napi_value from_session(Owner *owner, nowplaying_surface_session *session);

/* Handles. */
/** Returns the handle behind a value; NULL for a value that is no handle. */
Handle *handle_of(Call *call, napi_value value);
/** Returns the owner of the handle that is the argument at an index; NULL if there is none. */
Owner *owner_of(Call *call, size_t index);
/** Makes a value of an app, a session or a surface. Its handle is freed at the latest when the environment ends.
 * owner: the user_data of its callbacks. */
napi_value own(Call *call, Kind kind, void *pointer, Owner *owner, Handle **result);
/** Frees the object of the library behind a handle; has no effect when called again. */
void release(Handle *handle);
/** Has the loop watch a descriptor. The watch does not keep the loop alive until keep_alive() says so. */
bool watch(Call *call, Handle *handle, int fd);
/** Ends the watch of a descriptor, before the library closes it. */
void stop_watching(Handle *handle);

/* Events. */
/** Begins to keep events in a new array; returns the array that was in use before, or NULL. */
napi_value open_events(State *state);
/** Keeps a call of the library for JavaScript as an event. values: the target, which this function fills in, the name
 * of its function, and the arguments. request: NULL, or the request that JavaScript is to answer and to free. Returns
 * false while no events are kept, or without memory. */
bool keep_event(Owner *owner, nowplaying_request *request, const napi_value *values, size_t count);
/** Asks JavaScript for the position. Its function returns microseconds, or anything else if it does not know. */
nowplaying_status session_callbacks_position(nowplaying_session *session, int64_t *ret, void *user_data);
/** Dispatches an app or a surface whose descriptor is readable, and then hands the events to JavaScript. */
void readable(uv_poll_t *watch, int status, int bits);
/* Functions that JavaScript calls with a request. */
napi_value request_unref(napi_env env, napi_callback_info info);
napi_value request_get_state(napi_env env, napi_callback_info info);

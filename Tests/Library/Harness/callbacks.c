/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Callbacks that call random functions, keep requests, and answer by random statuses. */
#include <stdatomic.h>

#include "../../Lab/C/app.h"
#include "harness.h"

enum { MOST_NESTED_CALLS = 3 };

__thread int controlled_thread;
static __thread int depth;
static atomic_int called, owed;
static int marker; /* The target of user_data. */

int inside_callback(void) { return depth > 0; }
int callbacks_called(void) { return atomic_load(&called); }
int destroys_owed(void) { return atomic_load(&owed); }

static void call_inside(const void *user_data) {
  atomic_fetch_add(&called, 1);
  CHECK(user_data == &marker);
  if (!controlled_thread || depth > 0) return;
  depth++;
  for (int calls = random_below(MOST_NESTED_CALLS + 1); calls > 0; calls--) call_something();
  depth--;
}

static nowplaying_status answer_request(nowplaying_request *request, const void *user_data) {
  if (!controlled_thread) return NOWPLAYING_OK;
  int kept = !random_once_in(4);
  if (kept && pools[REQUESTS].count >= pools[REQUESTS].limit) { /* A new one is worth more than one long answered. */
    nowplaying_request *old = pools[REQUESTS].handles[0];
    pool_remove(REQUESTS, old);
    nowplaying_request_unref(old);
  }
  int pending = kept && !random_once_in(4); /* Then it is ours without another reference. */
  if (kept) pool_add(REQUESTS, pending ? request : nowplaying_request_ref(request));
  call_inside(user_data);
  return pending ? NOWPLAYING_PENDING : random_once_in(2) ? NOWPLAYING_OK : -random_below(22);
}

/* Answers a request for a picture or video at once, later, or never. */
static nowplaying_status answer_by_picture(nowplaying_request *request, int is_video, const void *user_data) {
  if (controlled_thread && random_once_in(2)) values_complete(request, random_once_in(8) ? !is_video : is_video);
  return answer_request(request, user_data);
}

static void on_destroy(void *user_data) {
  CHECK(user_data == &marker);
  CHECK(atomic_fetch_sub(&owed, 1) > 0);
}
static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  test_log(app, level, message, user_data);
  call_inside(user_data);
}
static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) { call_inside(user_data); }
static nowplaying_status on_app_request(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  return answer_request(request, user_data);
}
static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  CHECK(uri && (!path || *path == '/'));
  return answer_request(request, user_data);
}
static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  CHECK(fullscreen == 0 || fullscreen == 1);
  return answer_request(request, user_data);
}
/* Called on the library's thread. Does nothing, because the harness dispatches every app all the time. */
static void on_wakeup(nowplaying_app *app, void *user_data) {
  CHECK(user_data == &marker);
  CHECK_EQUAL(nowplaying_app_dispatch(app), NOWPLAYING_ERROR_BUSY);
}
static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  CHECK(event->struct_size == sizeof *event);
  CHECK(!event->id == (event->kind != NOWPLAYING_COMMAND_CUSTOM) && event->rating >= 0 && event->rating <= 1);
  return answer_request(request, user_data);
}
static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  CHECK(event->struct_size == sizeof *event && event->artwork_id);
  return answer_by_picture(request, 0, user_data);
}
static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  CHECK(volume >= 0 && volume <= NOWPLAYING_MAX_VOLUME);
  return answer_request(request, user_data);
}
static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  call_inside(user_data);
}
static void on_primary_changed(nowplaying_session *session, nowplaying_primary_flags primary, void *user_data) {
  call_inside(user_data);
}
static void on_primary_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                              void *user_data) {
  call_inside(user_data);
}
static void on_interruption(nowplaying_session *session, nowplaying_interruption interruption, void *user_data) {
  call_inside(user_data);
}
static nowplaying_status on_preview(nowplaying_session *session, nowplaying_request *request,
                                   const nowplaying_animated_artwork_event *event, void *user_data) {
  CHECK(event->struct_size == sizeof *event && event->artwork_id);
  return answer_by_picture(request, 0, user_data);
}
static nowplaying_status on_video(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_animated_artwork_event *event, void *user_data) {
  CHECK(event->struct_size == sizeof *event && event->artwork_id);
  return answer_by_picture(request, 1, user_data);
}
static nowplaying_status on_device_volume(nowplaying_session *session, nowplaying_request *request, const char *device,
                                          double volume, void *user_data) {
  CHECK(device && volume >= 0 && volume <= 1);
  return answer_request(request, user_data);
}
static nowplaying_status on_device_step(nowplaying_session *session, nowplaying_request *request, const char *device,
                                        int32_t step, void *user_data) {
  CHECK(device && (step == 1 || step == -1));
  return answer_request(request, user_data);
}
static nowplaying_status on_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist,
                                              void *user_data) {
  CHECK(playlist && *playlist);
  return answer_request(request, user_data);
}
static void ask_row(nowplaying_request *request, int is_start) {
  int64_t row = -77;
  nowplaying_status status = nowplaying_request_get_queue_row(request, &row);
  /* Other threads may have removed the entry from the queue meanwhile. */
  if (status) CHECK(status == NOWPLAYING_ERROR_NO_SUCH_CONTENT && row == -77);
  else CHECK(is_start ? row == -1 : row >= 0);
}
static nowplaying_status on_entry(nowplaying_session *session, nowplaying_request *request, const char *entry,
                                  void *user_data) {
  CHECK(entry && *entry);
  ask_row(request, 0);
  return answer_request(request, user_data);
}
static nowplaying_status on_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri,
                                      const char *after, int32_t play, void *user_data) {
  CHECK(*uri && (!after || *after) && (play == 0 || play == 1));
  ask_row(request, !after);
  return answer_request(request, user_data);
}
static nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data) {
  (void)session;
  call_inside(user_data);
  *ret_elapsed_us = (int64_t)random_bits();
  return random_once_in(3) ? NOWPLAYING_ERROR_IO : NOWPLAYING_OK;
}
static nowplaying_status on_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track, void *user_data) {
  CHECK(kind >= NOWPLAYING_TRACK_AUDIO && kind <= NOWPLAYING_TRACK_CAPTIONS);
  CHECK(track ? *track : kind != NOWPLAYING_TRACK_AUDIO);
  return answer_request(request, user_data);
}
static void on_aspect_ratios(nowplaying_app *app, uint32_t ratios, void *user_data) {
  CHECK(ratios <= (NOWPLAYING_ASPECT_RATIOS_SQUARE | NOWPLAYING_ASPECT_RATIOS_TALL));
  call_inside(user_data);
}

#define MOSTLY(callback) (random_once_in(6) ? NULL : (callback))

void fill_app_callbacks(nowplaying_app_callbacks *callbacks, size_t struct_size) {
  *callbacks = (nowplaying_app_callbacks){.struct_size = struct_size,
                                          .user_data = &marker,
                                          .destroy = on_destroy,
                                          .log = MOSTLY(on_log),
                                          .bus_state = MOSTLY(on_bus_state),
                                          .raise = MOSTLY(on_app_request),
                                          .quit = MOSTLY(on_app_request),
                                          .open_uri = MOSTLY(on_open_uri),
                                          .fullscreen = MOSTLY(on_fullscreen),
                                          .wakeup = MOSTLY(on_wakeup),
                                          .aspect_ratios = MOSTLY(on_aspect_ratios),
                                          .activate_playlist = MOSTLY(on_activate_playlist)};
}

void fill_session_callbacks(nowplaying_session_callbacks *callbacks, size_t struct_size) {
  *callbacks = (nowplaying_session_callbacks){.struct_size = struct_size,
                                              .user_data = &marker,
                                              .destroy = on_destroy,
                                              .command = MOSTLY(on_command),
                                              .artwork = MOSTLY(on_artwork),
                                              .volume = MOSTLY(on_volume),
                                              .request_cancelled = MOSTLY(on_cancelled),
                                              .primary_changed = MOSTLY(on_primary_changed),
                                              .primary_result = MOSTLY(on_primary_result),
                                              .interruption = MOSTLY(on_interruption),
                                              .preview = MOSTLY(on_preview),
                                              .video = MOSTLY(on_video),
                                              .device_volume = MOSTLY(on_device_volume),
                                              .device_step = MOSTLY(on_device_step),
                                              .queue_go_to = MOSTLY(on_entry),
                                              .queue_add = MOSTLY(on_queue_add),
                                              .queue_remove = MOSTLY(on_entry),
                                              .position = MOSTLY(on_position),
                                              .select_track = MOSTLY(on_track)};
}

void note_created(const void *callbacks, argument_sort sort) {
  if (!callbacks || (sort != APP_CALLBACKS && sort != SESSION_CALLBACKS)) return;
  size_t size = *(const size_t *)callbacks;
  if (size >= offsetof(nowplaying_app_callbacks, destroy) + sizeof(void *)) atomic_fetch_add(&owed, 1);
}

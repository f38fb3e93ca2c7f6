/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

enum { MAX_KEPT = 8, MAX_TURNS = 64, MAX_VOLUME = 2, DEVICES = 3 };

/* -------------------------------------------------------------------------------------------------- Stage -------- */

static bytes *answers;
static nowplaying_request *kept[MAX_KEPT];
static int kept_count, destroyed;

static nowplaying_status answer(nowplaying_request *request) {
  uint8_t choice = take_byte(answers);
  if (choice < 128) return NOWPLAYING_OK;
  if (choice < 160) return -(choice - 128);
  if (choice >= 250) nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, take_text(answers, 1));
  if (choice < 200 && kept_count < MAX_KEPT) kept[kept_count++] = request;
  else nowplaying_request_unref(request); /* It is dropped before the callback returns. */
  return NOWPLAYING_PENDING;
}

static void answer_one_kept(void) {
  if (!kept_count) return;
  nowplaying_request *request = kept[--kept_count];
  nowplaying_request_complete(request, NOWPLAYING_OK, NULL);
  nowplaying_request_unref(request);
}

static void on_destroy(void *user_data) { destroyed++; }
static nowplaying_status on_app_request(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  return answer(request);
}
static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  CHECK(fullscreen == 0 || fullscreen == 1);
  CHECK_OK(nowplaying_app_set_fullscreen(app, fullscreen));
  return answer(request);
}
static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  CHECK(!path || *path == '/');
  CHECK(strncmp(uri, "file:", 5) == 0 || strncmp(uri, "FILE:", 5) == 0 || strchr(uri, ':'));
  return answer(request);
}
static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  CHECK(event->kind >= NOWPLAYING_COMMAND_PLAY && event->kind <= NOWPLAYING_COMMAND_CUSTOM);
  CHECK(event->time_us >= 0 && event->time_us <= 200000000 && event->rate == event->rate);
  nowplaying_session_set_volume(session, 0.5);
  nowplaying_session_commit(session);
  return answer(request);
}
static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  CHECK(event->artwork_id && event->artwork_id[0]);
  size_t size = take_byte(answers) % (test_png_size + 1);
  nowplaying_request_complete_artwork_data(request, test_png, size);
  /* If the data is not a picture, it may be a URL. This has no effect otherwise. */
  static const char *const addresses[] = {"https://example.org/a.png", "file:///dev/null", "file:///a%00b", "%"};
  nowplaying_request_complete_artwork_url(request, take_one_of(answers, addresses, 4));
  return NOWPLAYING_ERROR_NO_SUCH_CONTENT; /* If it is open still. */
}
static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  CHECK(volume >= 0 && volume <= MAX_VOLUME);
  return answer(request);
}

static nowplaying_status on_preview(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_animated_artwork_event *event, void *user_data) {
  CHECK(strcmp(event->artwork_id, STAGE_MOVING) == 0 && event->width >= 0 && event->height >= 0);
  uint8_t choice = take_byte(answers);
  if (choice < 128) nowplaying_request_complete_artwork_data(request, test_png, test_png_size);
  else if (choice < 160) nowplaying_request_complete_artwork_file(request, take_text(answers, 1));
  return answer(request);
}
nowplaying_status (*stage_video)(nowplaying_request *request);
static nowplaying_status on_video(nowplaying_session *session, nowplaying_request *request,
                                  const nowplaying_animated_artwork_event *event, void *user_data) {
  CHECK(strcmp(event->artwork_id, STAGE_MOVING) == 0 && event->width >= 0 && event->height >= 0);
  if (stage_video) return stage_video(request);
  static const char video[] = "\0\0\0\x14" "ftypisom";
  static const char *const addresses[] = {"https://example.org/a.mp4", "file:///dev/null", "file:///a%00b", "%"};
  uint8_t choice = take_byte(answers);
  if (choice < 128) nowplaying_request_complete_video_data(request, video, choice % sizeof video);
  else if (choice < 160) nowplaying_request_complete_video_url(request, take_one_of(answers, addresses, 4));
  return answer(request);
}
nowplaying_status (*stage_position)(nowplaying_session *session, int64_t *ret_elapsed_us);
static nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data) {
  return stage_position(session, ret_elapsed_us);
}
static nowplaying_status on_device_volume(nowplaying_session *session, nowplaying_request *request, const char *device,
                                          double volume, void *user_data) {
  CHECK(device[0] && volume >= 0 && volume <= 1);
  return answer(request);
}
static nowplaying_status on_device_step(nowplaying_session *session, nowplaying_request *request, const char *device,
                                        int32_t step, void *user_data) {
  CHECK(device[0] && (step == 1 || step == -1));
  return answer(request);
}
static nowplaying_status on_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track, void *user_data) {
  CHECK(kind == NOWPLAYING_TRACK_SUBTITLES && (!track || strcmp(track, "a") == 0));
  return answer(request);
}
static void on_aspect_ratios(nowplaying_app *app, uint32_t ratios, void *user_data) {
  CHECK(ratios <= (NOWPLAYING_ASPECT_RATIOS_SQUARE | NOWPLAYING_ASPECT_RATIOS_TALL));
}

void stage_show(nowplaying_session *session, int has_moving) {
  nowplaying_content *content = test_content("first", "Title", STAGE_ARTWORK);
  const char *moving = has_moving ? STAGE_MOVING : NULL;
  CHECK_OK(nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_SQUARE, moving));
  CHECK_OK(nowplaying_content_set_animated_artwork(content, NOWPLAYING_ASPECT_RATIO_TALL, moving));
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
}

/* Offers everything that surfaces can ask for. */
static void publish(nowplaying_session *session) {
  nowplaying_track track = NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_SUBTITLES);
  track.id = "a";
  CHECK_OK(nowplaying_session_set_tracks(session, &track, 1));
  test_session_publish(session, "Title");
  stage_show(session, 1);
}

static void publish_remote(stage *on, const nowplaying_session_callbacks *callbacks) {
  nowplaying_device devices[DEVICES];
  static const char *const names[DEVICES] = {"a", "b", "c"};
  for (int i = 0; i < DEVICES; i++) {
    devices[i] = (nowplaying_device)NOWPLAYING_DEVICE_INIT;
    devices[i].id = devices[i].name = names[i];
    devices[i].volume = i == 2 ? -1 : 0.5;
    devices[i].can_step = i > 0;
  }
  CHECK_OK(nowplaying_session_new_remote(on->app, "remote", callbacks, &on->remote));
  CHECK_OK(nowplaying_session_set_devices(on->remote, devices, DEVICES));
  publish(on->remote);
}

/* Listens for two connections at an abstract socket, which leaves no file behind. */
static int listen_at(char *address, size_t size) {
  static int listener = -1;
  static char name[64];
  if (listener < 0) {
    snprintf(name, sizeof name, "nowplaying-fuzz-%d", (int)getpid());
    listener = peer_listen(name);
  }
  snprintf(address, size, "unix:abstract=%s", name);
  return listener;
}

static void await_client(stage *on, peer *to, int listener) {
  for (int turns = 0; !peer_accept(to, listener); turns++) {
    CHECK(turns < MAX_TURNS);
    CHECK_OK(nowplaying_app_dispatch(on->app));
  }
}

void stage_open(stage *on, bytes *from, uint64_t refusals, int has_remote) {
  *on = (stage){0};
  answers = from;
  destroyed = 0;
  test_expect_client_bugs(1); /* Nearly all that is set is wrong. */
  static const char *const schemes[] = {"file", "https"};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "fuzz";
  options.uri_schemes = schemes;
  options.uri_scheme_count = 2;
  char address[128];
  int listener = has_remote ? listen_at(address, sizeof address) : -1;
  if (has_remote) options.bus_address = address;
  else options.bus_fd = peer_open(&on->bus);
  on->bus.refusals = refusals;
  options.loop = NOWPLAYING_LOOP_FD;
  options.log_level = NOWPLAYING_LOG_DEBUG;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.destroy = on_destroy;
  callbacks.log = test_log;
  callbacks.raise = callbacks.quit = on_app_request;
  callbacks.open_uri = on_open_uri;
  callbacks.fullscreen = on_fullscreen;
  callbacks.aspect_ratios = on_aspect_ratios;
  nowplaying_session_callbacks session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  session_callbacks.destroy = on_destroy;
  session_callbacks.command = on_command;
  session_callbacks.artwork = on_artwork;
  session_callbacks.volume = on_volume;
  session_callbacks.preview = on_preview;
  session_callbacks.video = on_video;
  if (stage_position) session_callbacks.position = on_position;
  session_callbacks.device_volume = on_device_volume;
  session_callbacks.device_step = on_device_step;
  session_callbacks.select_track = on_track;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &on->app));
  CHECK_OK(nowplaying_session_new(on->app, NULL, &session_callbacks, &on->session));
  CHECK_OK(nowplaying_session_set_volume_maximum(on->session, MAX_VOLUME));
  publish(on->session);
  if (has_remote) {
    await_client(on, &on->bus, listener);
    publish_remote(on, &session_callbacks);
    await_client(on, &on->remote_bus, listener);
    on->remote_bus.refusals = refusals;
  }
  stage_settle(on);
}

void stage_settle(stage *on) {
  /* The number of turns is bounded: a library whose replies cause further replies endlessly would never rest. */
  unsigned received, turns = 0;
  do {
    received = on->bus.received + on->remote_bus.received;
    CHECK_OK(nowplaying_app_dispatch(on->app));
    peer_process(&on->bus);
    if (on->remote) peer_process(&on->remote_bus);
    CHECK(turns++ < MAX_TURNS);
  } while (on->bus.received + on->remote_bus.received != received || turns < 3);
  answer_one_kept();
}

void stage_close(stage *on) {
  nowplaying_session_free(on->session);
  peer_hang_up(&on->bus); /* Nobody reads any more, and the library would wait for that. */
  if (on->remote) peer_hang_up(&on->remote_bus);
  int created = on->remote ? 3 : 2;
  nowplaying_app_free(on->app);
  nowplaying_session_free(on->remote);
  while (kept_count) answer_one_kept();
  peer_close(&on->bus);
  if (on->remote) peer_close(&on->remote_bus);
  CHECK_EQUAL(destroyed, created);
}

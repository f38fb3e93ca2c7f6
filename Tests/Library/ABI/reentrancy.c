/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that every function may be called inside every callback, except dispatch, which returns BUSY; that freeing a
 * session or an app inside its own callback takes effect afterwards; and that `destroy` is called exactly once, last.
 * usage: reentrancy thread|fd */
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

/* The callbacks of both tables, for the record of which were called. */
enum { RAISE, QUIT, OPEN_URI, FULLSCREEN, LOG, BUS_STATE, APP_DESTROY, COMMAND, ARTWORK, VOLUME, REQUEST_CANCELLED,
       PRIMARY_CHANGED, PRIMARY_RESULT, INTERRUPTION, POSITION, SESSION_DESTROY, CALLBACKS };
static const char *const names[CALLBACKS] = {
    "raise", "quit", "open_uri", "fullscreen", "log", "bus_state", "destroy of an app", "command", "artwork", "volume",
    "request_cancelled", "primary_changed", "primary_result", "interruption", "position",
    "destroy of a session"};

/* Protected by the state lock. */
static int reached[CALLBACKS], artwork_kept, rival_results;

static nowplaying_loop_mode loop;
static test_bus bus;
static nowplaying_content *shared_content; /* Set once, before any callback. */
static __thread int depth;

/* The wakeup callback of an app that is never dispatched. */
static void on_wakeup(nowplaying_app *app, void *user_data) { (void)app, (void)user_data; }

/* Calls every function of the header. app, session, request: live handles, or NULL. */
static void call_everything(nowplaying_app *app, nowplaying_session *session, nowplaying_request *request, int where) {
  depth++;
  STATE(reached[where]++);
  CHECK(nowplaying_version() && nowplaying_version_string() && nowplaying_strerror(0) && nowplaying_last_error());

  nowplaying_content *content = NULL;
  const char *texts[] = {"a", "b"};
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "inside", &content));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, names[where]));
  CHECK_OK(nowplaying_content_set_texts(content, NOWPLAYING_FIELD_ARTISTS, texts, 2));
  CHECK_OK(nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, 1));
  CHECK_OK(nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, 0.5));
  CHECK_OK(nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO));
  CHECK_OK(nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, 1000));
  CHECK_OK(nowplaying_content_set_artwork(content, NULL));
  CHECK_OK(nowplaying_content_unset(content, NOWPLAYING_FIELD_TITLE));
  nowplaying_content_free(content);

  if (app) {
    int32_t number = 0;
    nowplaying_status wrong_mode = loop == NOWPLAYING_LOOP_FD ? NOWPLAYING_OK : NOWPLAYING_ERROR_INVALID_STATE;
    nowplaying_status busy = loop == NOWPLAYING_LOOP_THREAD ? NOWPLAYING_ERROR_INVALID_STATE : NOWPLAYING_ERROR_BUSY;
    check_status(__FILE__, __LINE__, "get_fd inside", nowplaying_app_get_fd(app, &number), wrong_mode);
    check_status(__FILE__, __LINE__, "dispatch inside", nowplaying_app_dispatch(app), busy);
    CHECK_OK(nowplaying_app_get_bus_state(app, &number));
    char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1];
    CHECK_OK(nowplaying_app_get_bus_name(app, name, sizeof name));
    CHECK_OK(nowplaying_app_set_display_name(app, names[where]));
    CHECK_OK(nowplaying_app_set_fullscreen(app, 1));
    nowplaying_session *other = NULL;
    CHECK_OK(nowplaying_session_new(app, NULL, NULL, &other));
    CHECK_OK(nowplaying_session_set_content(other, shared_content));
    CHECK_OK(nowplaying_session_commit(other));
    nowplaying_session_free(other);
  }
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "other";
  options.bus_address = "unix:path=/nonexistent/bus";
  options.loop = loop;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.wakeup = on_wakeup;
  nowplaying_app *other_app = NULL;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &other_app));
  if (loop != NOWPLAYING_LOOP_THREAD) CHECK_OK(nowplaying_app_dispatch(other_app));
  nowplaying_app_free(other_app);

  if (session) {
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    nowplaying_primary_flags primary = 0;
    CHECK_OK(nowplaying_session_set_snapshot(session, &snapshot));
    CHECK_OK(nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_NEXT, 1));
    CHECK_OK(nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_FEEDBACK, 1));
    CHECK_OK(nowplaying_session_set_volume(session, 0.5));
    CHECK_OK(nowplaying_session_set_volume_maximum(session, 1.5));
    CHECK_OK(nowplaying_session_provide_artwork_data(session, "inside", test_png, test_png_size));
    CHECK_OK(nowplaying_session_provide_artwork_none(session, "inside"));
    CHECK_OK(nowplaying_session_commit(session));
    CHECK_OK(nowplaying_session_get_primary(session, &primary));
    /* Each of these leads to another callback that calls everything, so they are called once. */
    state_lock();
    int first = reached[where] == 1;
    state_unlock();
    if (first) {
      CHECK_OK(nowplaying_session_request_application_primary(session));
      CHECK_OK(nowplaying_session_resign_system_primary(session));
      CHECK_OK(nowplaying_session_request_system_primary(session));
    }
  }
  if (request) {
    CHECK(nowplaying_request_ref(request) == request);
    CHECK(nowplaying_request_unref(request) == NULL);
    nowplaying_request_get_state(request);
    nowplaying_status expected = where == ARTWORK ? NOWPLAYING_ERROR_NOT_AN_IMAGE : NOWPLAYING_ERROR_INVALID_ARGUMENT;
    if (where == REQUEST_CANCELLED) expected = nowplaying_request_get_state(request);
    check_status(__FILE__, __LINE__, "complete_artwork_data inside",
                 nowplaying_request_complete_artwork_data(request, "no", 2), expected);
    if (where != REQUEST_CANCELLED && where != ARTWORK)
      CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_file(request, "/etc/hostname"));
    if (where == COMMAND) CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  }
  depth--;
}

/* An app with a session, and the callback in which they are freed. Under the state lock. */
typedef struct subject {
  test_app host;
  nowplaying_session *session;
  int free_app_in, free_session_in;
  /* How many callbacks use the handles now; whether freeing has begun. */
  int in_use, app_gone, session_gone;
  int app_destroyed, session_destroyed;
} subject;

#define NOWHERE (-1)

/* Claims the handles for the calling thread, which then frees them: no callback that begins later uses them. */
static void retire(subject *of, int session_too, int app_too) {
  WAIT_AND(of->in_use == 0, of->session_gone |= session_too; of->app_gone |= app_too; of->host.released |= app_too);
}

/* An app or session that is freed in this callback stays a valid handle until the callback returns, but its functions
 * fail with INVALID_STATE. */
static void all_is_over(nowplaying_session *session) {
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_primary_flags primary = 77;
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_content(session, shared_content));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_snapshot(session, &snapshot));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_commands(session, NULL, 0));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_set_volume(session, 0.5));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_commit(session));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_request_application_primary(session));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_request_system_primary(session));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_resign_system_primary(session));
  CHECK_ERROR(INVALID_STATE, nowplaying_session_get_primary(session, &primary));
  CHECK_EQUAL(primary, 77);
}

static void note(subject *of, int where, nowplaying_request *request) {
  state_lock();
  CHECK(where < COMMAND ? !of->app_destroyed : !of->session_destroyed);
  nowplaying_app *app = of->app_gone ? NULL : of->host.app;
  nowplaying_session *session = of->session_gone || where < COMMAND ? NULL : of->session;
  int free_session = of->free_session_in == where, free_app = of->free_app_in == where;
  if (free_session || free_app) of->free_session_in = of->free_app_in = NOWHERE;
  of->in_use++;
  state_unlock();
  call_everything(app, session, request, where);
  STATE(of->in_use--);
  if (!free_session && !free_app) return;
  retire(of, free_session, free_app);
  if (free_session) nowplaying_session_free(of->session);
  if (free_app) nowplaying_app_free(of->host.app);
  all_is_over(of->session);
  STATE(CHECK(!of->app_destroyed && !of->session_destroyed)); /* It takes effect afterwards. */
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  test_log(app, level, message, NULL);
  CHECK_EQUAL(depth, 0); /* Not from another function of the header. */
  int seen;
  STATE(seen = reached[LOG]);
  if (seen < 20) note(user_data, LOG, NULL);
}
static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  note(user_data, BUS_STATE, NULL);
}
static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  note(user_data, RAISE, request);
  return NOWPLAYING_OK;
}
static nowplaying_status on_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  note(user_data, QUIT, request);
  return NOWPLAYING_OK;
}
static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  CHECK_TEXT(uri, "file:///music");
  CHECK_TEXT(path, "/music");
  note(user_data, OPEN_URI, request);
  return NOWPLAYING_OK;
}
static nowplaying_status on_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                       void *user_data) {
  CHECK_EQUAL(fullscreen, 1);
  note(user_data, FULLSCREEN, request);
  return NOWPLAYING_OK;
}
static void on_app_destroy(void *user_data) {
  subject *of = user_data;
  call_everything(NULL, NULL, NULL, APP_DESTROY);
  STATE(CHECK(!of->app_destroyed++));
}
static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  note(user_data, COMMAND, request);
  return NOWPLAYING_OK;
}
static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  if (strcmp(event->artwork_id, "kept") == 0) {
    STATE(artwork_kept = 1);
    return NOWPLAYING_PENDING; /* Released by request_cancelled. */
  }
  if (strcmp(event->artwork_id, "broken") == 0) return NOWPLAYING_ERROR_IO; /* The error is logged. */
  note(user_data, ARTWORK, request);
  return nowplaying_request_complete_artwork_data(request, test_png, test_png_size);
}
static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  note(user_data, VOLUME, request);
  return NOWPLAYING_OK;
}
static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  note(user_data, REQUEST_CANCELLED, request);
  nowplaying_request_unref(request);
}
static void on_primary_changed(nowplaying_session *session, nowplaying_primary_flags primary, void *user_data) {
  note(user_data, PRIMARY_CHANGED, NULL);
}
static void on_primary_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                              void *user_data) {
  note(user_data, PRIMARY_RESULT, NULL);
}
static void on_interruption(nowplaying_session *session, nowplaying_interruption interruption, void *user_data) {
  note(user_data, INTERRUPTION, NULL);
}
static nowplaying_status on_position(nowplaying_session *session, int64_t *ret_elapsed_us, void *user_data) {
  (void)session;
  note(user_data, POSITION, NULL);
  *ret_elapsed_us = 1000000;
  return NOWPLAYING_OK;
}
static void on_rival_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                            void *user_data) {
  if (which == NOWPLAYING_PRIMARY_SYSTEM) STATE(rival_results++);
}
static void on_session_destroy(void *user_data) {
  subject *of = user_data;
  call_everything(NULL, NULL, NULL, SESSION_DESTROY);
  STATE(CHECK(!of->session_destroyed++));
}

static void start(subject *of) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  const char *schemes[] = {"file"};
  options.uri_schemes = schemes;
  options.uri_scheme_count = 1;
  options.log_level = NOWPLAYING_LOG_DEBUG;
  options.flags = NOWPLAYING_APP_INTERRUPTIONS;
  nowplaying_app_callbacks callbacks = {.struct_size = sizeof callbacks,
                                        .user_data = of,
                                        .destroy = on_app_destroy,
                                        .log = on_log,
                                        .bus_state = on_bus_state,
                                        .raise = on_raise, .quit = on_quit,
                                        .open_uri = on_open_uri,
                                        .fullscreen = on_fullscreen};
  nowplaying_session_callbacks session_callbacks = {.struct_size = sizeof session_callbacks,
                                                    .user_data = of,
                                                    .destroy = on_session_destroy,
                                                    .command = on_command,
                                                    .artwork = on_artwork,
                                                    .volume = on_volume,
                                                    .request_cancelled = on_cancelled,
                                                    .primary_changed = on_primary_changed,
                                                    .primary_result = on_primary_result,
                                                    .interruption = on_interruption,
                                                    .position = on_position};
  state_lock(); /* The first callbacks wait: one of them may free what is published here. */
  test_app_start(&of->host, &bus, loop, &options, &callbacks);
  CHECK_OK(nowplaying_session_new(of->host.app, NULL, &session_callbacks, &of->session));
  test_session_publish(of->session, "Title");
  state_unlock();
}

static void wait_for_name(sd_bus *client) {
  for (;;) {
    int result = sd_bus_call_method(client, "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetNameOwner", NULL,
                                    NULL, "s", TEST_PLAYER_NAME);
    if (result >= 0) return;
  }
}

static void set_artwork(subject *of, const char *id) {
  nowplaying_content *content = test_content(id, "Title", id);
  state_lock(); /* Any callback may commit what is staged here, and the one for the artwork may free it all. */
  CHECK_OK(nowplaying_session_set_content(of->session, content));
  CHECK_OK(nowplaying_session_commit(of->session));
  state_unlock();
  nowplaying_content_free(content);
}

static void everything_everywhere(sd_bus *client) {
  step("every function in every callback");
  static subject first = {.free_app_in = NOWHERE, .free_session_in = NOWHERE};
  client_reply reply;
  start(&first);
  wait_for_name(client);
  client_press(client, TEST_ROOT_INTERFACE, "Raise");
  client_press(client, TEST_ROOT_INTERFACE, "Quit");
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "OpenUri", "s", "file:///music");
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  CHECK(sd_bus_set_property(client, TEST_PLAYER_NAME, "/org/mpris/MediaPlayer2", TEST_ROOT_INTERFACE, "Fullscreen",
                            NULL, "b", 1) >= 0);
  client_press(client, TEST_PLAYER_INTERFACE, "Next");
  client_send_volume(client, &reply, 0.25);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  set_artwork(&first, "picture");
  WAIT_FOR(reached[ARTWORK]);
  set_artwork(&first, "broken");
  WAIT_FOR(reached[LOG]);
  set_artwork(&first, "kept");
  WAIT_FOR(artwork_kept);
  set_artwork(&first, "picture");
  WAIT_FOR(reached[REQUEST_CANCELLED]);
  WAIT_FOR(reached[PRIMARY_RESULT] && reached[PRIMARY_CHANGED] && reached[BUS_STATE]);

  /* Another app takes the system primary and gives it back. */
  test_app rival;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "rival";
  test_app_start(&rival, &bus, loop, &options, NULL);
  nowplaying_session *session = NULL;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.primary_result = on_rival_result;
  CHECK_OK(nowplaying_session_new(rival.app, NULL, &callbacks, &session));
  test_session_publish(session, "Rival");
  for (int round = 1, interrupted = 0; !interrupted; round++) { /* Ours may be taking it at this moment. */
    CHECK_OK(nowplaying_session_request_system_primary(session));
    WAIT_FOR(rival_results >= round);
    STATE(interrupted = reached[INTERRUPTION]);
    CHECK(round < 10000);
  }
  nowplaying_session_free(session);
  test_app_end(&rival);

  retire(&first, 1, 1);
  nowplaying_session_free(first.session);
  test_app_halt(&first.host);
  nowplaying_app_free(first.host.app);
  STATE(CHECK_EQUAL(first.session_destroyed, 1); CHECK_EQUAL(first.app_destroyed, 1));
}

/* Has the callback `where` free the session, the app, or both; `provoke` causes the callback. */
static void free_inside(sd_bus *client, int where, int session_too, int app_too) {
  step("%s frees %s%s", names[where], session_too ? "the session " : "", app_too ? "the app" : "");
  subject of = {.free_session_in = session_too ? where : NOWHERE, .free_app_in = app_too ? where : NOWHERE};
  client_reply reply = {0};
  STATE(memset(reached, 0, sizeof reached));
  start(&of);
  if (where == COMMAND || where == VOLUME || where == RAISE) {
    wait_for_name(client);
    if (where == COMMAND) client_send(client, &reply, TEST_PLAYER_INTERFACE, "Next", NULL);
    if (where == RAISE) client_send(client, &reply, TEST_ROOT_INTERFACE, "Raise", NULL);
    if (where == VOLUME) client_send_volume(client, &reply, 0.25);
    client_wait(client, &reply);
    CHECK_TEXT(reply.error, ""); /* The call ended the session or the app. */
  }
  if (where == ARTWORK) set_artwork(&of, "picture");
  if (session_too) WAIT_FOR(of.session_destroyed);
  if (app_too) WAIT_FOR(of.app_destroyed);
  retire(&of, 1, !app_too);
  test_app_halt(&of.host);
  if (!session_too) nowplaying_session_free(of.session);
  if (!app_too) nowplaying_app_free(of.host.app);
  STATE(CHECK_EQUAL(of.session_destroyed, 1); CHECK_EQUAL(of.app_destroyed, 1));
}

int main(int argc, char **argv) {
  loop = test_loop_argument(argc, argv);
  test_bus_start(&bus);
  shared_content = test_content("shared", "Shared", NULL);
  sd_bus *client = client_open(bus.address);
  test_expect_client_bugs(1); /* Some of the functions are called with wrong arguments. */
  everything_everywhere(client);
  for (int callback = 0; callback < CALLBACKS; callback++)
    if (!reached[callback]) check_failed(__FILE__, __LINE__, "%s was never called", names[callback]);
  const int wheres[] = {COMMAND, ARTWORK, VOLUME, PRIMARY_CHANGED, PRIMARY_RESULT, BUS_STATE, RAISE, POSITION};
  for (size_t i = 0; i < sizeof wheres / sizeof *wheres; i++) {
    free_inside(client, wheres[i], 1, 0);
    free_inside(client, wheres[i], 0, 1);
    free_inside(client, wheres[i], 1, 1);
  }
  client_close(client);
  nowplaying_content_free(shared_content);
  test_bus_end(&bus);
  return 0;
}

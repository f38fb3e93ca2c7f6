/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A thread that is cancelled (pthread_cancel) inside a function of the library ends after it: no wake is lost, no lock
 * stays taken, no app stays half freed.
 * usage: cancel thread|fd */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

static test_app host;
static nowplaying_session *session;
static sd_bus *client;
static nowplaying_loop_mode loop;
static nowplaying_request *kept; /* Under the state lock. */
static pthread_barrier_t barrier;

static nowplaying_status on_command(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  STATE(kept = request);
  return NOWPLAYING_PENDING;
}

/* Runs a body in a thread whose cancellation is already pending: the first cancellation point ends the thread. */
static void run_cancelled(void *(*body)(void *), void *argument) {
  pthread_t thread;
  void *result = NULL;
  CHECK(pthread_create(&thread, NULL, body, argument) == 0);
  CHECK(pthread_cancel(thread) == 0);
  pthread_barrier_wait(&barrier);
  CHECK(pthread_join(thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED); /* It was pending all the time. */
}

/* pthread_barrier_wait() may not be cancelled; so the cancellation is pending when it returns. */
#define CANCELLED_BODY(name, statement) \
  static void *name(void *argument) { \
    (void)argument; \
    pthread_barrier_wait(&barrier); \
    statement; \
    pthread_testcancel(); \
    return NULL; \
  }

static void stage(const char *title) {
  nowplaying_content *content = test_content(title, title, NULL);
  CHECK_OK(nowplaying_session_set_content(session, content));
  nowplaying_content_free(content);
}

CANCELLED_BODY(commit, CHECK_OK(nowplaying_session_commit(session)))
CANCELLED_BODY(ask, CHECK_OK(nowplaying_session_request_application_primary(session)))
CANCELLED_BODY(complete, CHECK_OK(nowplaying_request_complete(argument, NOWPLAYING_OK, NULL)))
CANCELLED_BODY(drop, nowplaying_request_unref(argument))
CANCELLED_BODY(free_session, nowplaying_session_free(argument))
CANCELLED_BODY(free_app, nowplaying_app_free(argument))
CANCELLED_BODY(dispatch, nowplaying_app_dispatch(argument))
/* The wakeup callback of an app that is never dispatched. */
static void on_wakeup(nowplaying_app *app, void *user_data) { (void)app, (void)user_data; }

CANCELLED_BODY(make, {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "made";
  options.loop = loop;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.wakeup = on_wakeup;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, argument));
})
CANCELLED_BODY(make_session, CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, argument)))

/* Waits until a client on the bus reads this title. */
static void see(const char *title) {
  for (;;) {
    char *shown = client_title(client);
    int same = strcmp(shown, title) == 0;
    free(shown);
    if (same) return;
  }
}

static nowplaying_request *keep_next(client_reply *reply) {
  client_send(client, reply, TEST_PLAYER_INTERFACE, "Next", NULL);
  WAIT_FOR(kept);
  nowplaying_request *request = kept;
  STATE(kept = NULL);
  return request;
}

int main(int argc, char **argv) {
  loop = test_loop_argument(argc, argv);
  test_bus bus;
  test_bus_start(&bus);
  CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
  test_app_start(&host, &bus, loop, NULL, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "First");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  client = client_open(bus.address);

  step("a commit is emitted, and so are those after it");
  stage("Second");
  run_cancelled(commit, NULL);
  see("Second");
  stage("Third");
  CHECK_OK(nowplaying_session_commit(session));
  see("Third");

  step("requests are answered, and the app lives on");
  client_reply reply;
  nowplaying_request *request = keep_next(&reply);
  run_cancelled(complete, request);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  nowplaying_request_unref(request);
  test_expect_client_bugs(1);
  run_cancelled(drop, keep_next(&reply));
  client_wait(client, &reply);
  CHECK(reply.error[0]);
  test_await_client_bug("the last reference to a request was dropped");
  test_expect_client_bugs(0);
  run_cancelled(ask, NULL);

  step("what is made is whole, and what is freed is gone");
  nowplaying_session *second = NULL;
  run_cancelled(make_session, &second);
  CHECK_OK(nowplaying_session_commit(second));
  run_cancelled(free_session, second);
  nowplaying_app *made = NULL;
  run_cancelled(make, &made);
  CHECK(made);
  if (loop != NOWPLAYING_LOOP_THREAD) {
    run_cancelled(dispatch, made);
    CHECK_OK(nowplaying_app_dispatch(made));
  }
  run_cancelled(free_app, made);

  run_cancelled(free_session, session);
  test_app_halt(&host);
  run_cancelled(free_app, host.app);
  STATE(CHECK_EQUAL(host.destroyed, 1));
  client_close(client);
  test_bus_end(&bus);
  return 0;
}

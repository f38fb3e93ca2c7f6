/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks requests that are answered at once, later, from another thread or twice, or are dropped, cancelled or timed
 * out: the caller on the bus always gets exactly one reply. usage: requests thread|fd */
#include <string.h>
#include <time.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

/* How the callbacks answer the next request. */
typedef enum { RETURN_STATUS, KEEP, DROP, COMPLETE_INSIDE } answer_manner;

/* Protected by the state lock. */
static answer_manner manner;
static nowplaying_status status_to_return;
static nowplaying_request *kept_command, *kept_volume, *kept_artwork;
static int cancelled, artwork_asked, destroyed;

static nowplaying_loop_mode loop;
static test_bus bus;
static test_app host;
static nowplaying_session *session;
static sd_bus *client;

static nowplaying_status answer(nowplaying_request *request, nowplaying_request **keep) {
  state_lock();
  answer_manner present = manner;
  nowplaying_status status = status_to_return;
  if (present == KEEP) *keep = request;
  state_unlock();
  if (present == COMPLETE_INSIDE) CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  if (present == DROP) nowplaying_request_unref(request); /* While the library still looks at it. */
  return present == KEEP || present == DROP ? NOWPLAYING_PENDING : present == RETURN_STATUS ? status : NOWPLAYING_OK;
}

static nowplaying_status on_command(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  CHECK_OK(nowplaying_request_get_state(request));
  return answer(request, &kept_command);
}

static nowplaying_status on_volume(nowplaying_session *from, nowplaying_request *request, double volume,
                                   void *user_data) {
  return answer(request, &kept_volume);
}

static nowplaying_status on_artwork(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  CHECK(event->artwork_id && event->width > 0 && event->height > 0);
  STATE(artwork_asked++; kept_artwork = request);
  return NOWPLAYING_PENDING;
}

static void on_cancelled(nowplaying_session *from, nowplaying_request *request, void *user_data) {
  nowplaying_status state = nowplaying_request_get_state(request);
  CHECK(state == NOWPLAYING_ERROR_CANCELLED || state == NOWPLAYING_ERROR_TIMED_OUT);
  STATE(cancelled++);
}

static void on_destroy(void *user_data) { STATE(destroyed++); }

static void answer_by(answer_manner new_manner, nowplaying_status status) {
  STATE(manner = new_manner; status_to_return = status);
}

static int seen(const int *count) {
  int value;
  STATE(value = *count);
  return value;
}

static void start_session(void) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.volume = on_volume;
  callbacks.artwork = on_artwork;
  callbacks.request_cancelled = on_cancelled;
  callbacks.destroy = on_destroy;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
}

static void send_next(client_reply *reply) { client_send(client, reply, TEST_PLAYER_INTERFACE, "Next", NULL); }

static void check_failed_reply(client_reply *reply) {
  client_wait(client, reply);
  CHECK(reply->error[0]);
  CHECK(reply->message[0]); /* Every error has a text. */
}

/* Sends Next with the callback keeping the request; returns the request. */
static nowplaying_request *keep_next(client_reply *reply) {
  answer_by(KEEP, NOWPLAYING_OK);
  send_next(reply);
  WAIT_FOR(kept_command);
  nowplaying_request *request = kept_command;
  STATE(kept_command = NULL);
  CHECK_OK(nowplaying_request_get_state(request));
  return request;
}

static void answered_at_once(void) {
  step("answered by the returned status");
  client_reply reply;
  answer_by(RETURN_STATUS, NOWPLAYING_OK);
  client_press(client, TEST_PLAYER_INTERFACE, "Next");
  answer_by(RETURN_STATUS, NOWPLAYING_ERROR_NO_SUCH_CONTENT);
  send_next(&reply);
  check_failed_reply(&reply);
  CHECK_TEXT(reply.message, nowplaying_strerror(NOWPLAYING_ERROR_NO_SUCH_CONTENT));
  answer_by(RETURN_STATUS, -4242);
  send_next(&reply);
  check_failed_reply(&reply);
}

static void answered_inside(void) {
  step("completed inside the callback");
  answer_by(COMPLETE_INSIDE, NOWPLAYING_OK);
  client_press(client, TEST_PLAYER_INTERFACE, "Next");
}

static void answered_later(void) {
  step("answered later, a second answer is refused");
  client_reply reply;
  nowplaying_request *request = keep_next(&reply);
  CHECK(nowplaying_request_ref(request) == request);
  CHECK(nowplaying_request_unref(request) == NULL);
  test_expect_client_bugs(1);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete(request, NOWPLAYING_PENDING, NULL));
  test_await_client_bug("nowplaying_request_complete: status is neither");
  test_expect_client_bugs(0);
  CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_OK, "not used"));
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete(request, NOWPLAYING_ERROR_IO, "again"));
  CHECK_EQUAL(nowplaying_request_get_state(request), NOWPLAYING_ERROR_ALREADY_ANSWERED);
  nowplaying_request_unref(request);

  request = keep_next(&reply);
  CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, "The tape is torn."));
  check_failed_reply(&reply);
  CHECK_TEXT(reply.message, "The tape is torn.");
  nowplaying_request_unref(request);
}

static void *complete_and_unref(void *request) {
  CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  return nowplaying_request_unref(request);
}

static void answered_from_another_thread(void) {
  step("answered from another thread");
  client_reply reply;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, complete_and_unref, keep_next(&reply)) == 0);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  pthread_join(thread, NULL);
}

static void dropped(void) {
  step("dropped requests are failures, and the log says whose mistake it is");
  client_reply reply;
  test_expect_client_bugs(1);
  nowplaying_request_unref(keep_next(&reply));
  check_failed_reply(&reply);
  test_await_client_bug("command: the last reference to a request was dropped");
  answer_by(DROP, NOWPLAYING_OK);
  send_next(&reply);
  check_failed_reply(&reply);
  test_await_client_bug("command: the last reference to a request was dropped");
  answer_by(RETURN_STATUS, 7);
  send_next(&reply);
  check_failed_reply(&reply);
  test_await_client_bug("command: an unknown status");
  test_expect_client_bugs(0);
}

static void caller_gone(void) {
  step("the answer to a caller that is gone is harmless");
  sd_bus *usual = client;
  client_reply reply;
  client = client_open(bus.address);
  nowplaying_request *request = keep_next(&reply);
  sd_bus_slot_unref(reply.slot);
  client_close(client);
  client = usual;
  answer_by(RETURN_STATUS, NOWPLAYING_OK);
  client_press(client, TEST_PLAYER_INTERFACE, "Next");
  nowplaying_status status = nowplaying_request_complete(request, NOWPLAYING_OK, NULL);
  CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_CANCELLED);
  nowplaying_request_unref(request);
}

static void set_artwork(const char *content_id, const char *artwork_id) {
  nowplaying_content *content = test_content(content_id, content_id, artwork_id);
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
}

static nowplaying_request *take_artwork(void) {
  WAIT_FOR(kept_artwork);
  nowplaying_request *request = kept_artwork;
  STATE(kept_artwork = NULL);
  return request;
}

static void cancelled_by_content(void) {
  step("a new content cancels the artwork request of the old one");
  int before = seen(&cancelled);
  set_artwork("a", "picture a");
  nowplaying_request *old = take_artwork();
  set_artwork("b", "picture b");
  nowplaying_request *new = take_artwork();
  WAIT_FOR(cancelled == before + 1);
  CHECK_EQUAL(nowplaying_request_get_state(old), NOWPLAYING_ERROR_CANCELLED);
  CHECK_ERROR(CANCELLED, nowplaying_request_complete_artwork_data(old, test_png, test_png_size));
  CHECK_ERROR(CANCELLED, nowplaying_request_complete(old, NOWPLAYING_ERROR_IO, NULL));
  CHECK_OK(nowplaying_request_complete_artwork_data(new, test_png, test_png_size));
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete_artwork_data(new, test_png, test_png_size));
  nowplaying_request_unref(old);
  nowplaying_request_unref(new);

  step("an artwork that is remembered is not asked for again");
  int asked = seen(&artwork_asked);
  set_artwork("c", "picture b");
  set_artwork("d", "picture d");
  nowplaying_request *request = take_artwork();
  CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_ERROR_IO, NULL));
  nowplaying_request_unref(request);
  CHECK_EQUAL(seen(&artwork_asked), asked + 1);
}

static void kept_beyond_the_session(void) {
  step("a command that was kept is answered after its session was freed, an artwork request is cancelled");
  client_reply reply, dropped;
  set_artwork("last", "last picture");
  nowplaying_request *artwork = take_artwork(), *request = keep_next(&reply), *other = keep_next(&dropped);
  nowplaying_session_free(session);
  CHECK_EQUAL(seen(&destroyed), 1);
  CHECK_ERROR(CANCELLED, nowplaying_request_get_state(artwork));
  CHECK_ERROR(CANCELLED, nowplaying_request_complete_artwork_data(artwork, test_png, test_png_size));
  CHECK_OK(nowplaying_request_get_state(request));
  CHECK_OK(nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  nowplaying_request_unref(other); /* Not a mistake: what it was for is gone. */
  check_failed_reply(&dropped);
  nowplaying_request_unref(artwork);
  nowplaying_request_unref(request);
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_CONNECTED); /* Nothing is shown any more. */
}

static double monotonic_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void timed_out(void) {
  step("requests that are not answered within ten seconds have failed");
  start_session();
  test_expect_client_bugs(1);
  int before = seen(&cancelled);
  double start = monotonic_s();
  client_reply reply, volume_reply;
  nowplaying_request *command = keep_next(&reply);
  client_send_volume(client, &volume_reply, 0.5);
  WAIT_FOR(kept_volume);
  set_artwork("slow", "slow picture");
  nowplaying_request *requests[] = {command, kept_volume, take_artwork()};
  check_failed_reply(&reply);
  double took = monotonic_s() - start;
  if (took < 9.9) check_failed(__FILE__, __LINE__, "the command timed out after %.1f s", took);
  CHECK_TEXT(reply.error, "org.freedesktop.DBus.Error.Timeout"); /* sd-bus itself gives up by another, after 25 s. */
  client_wait(client, &volume_reply);
  WAIT_FOR(cancelled == before + 3);
  test_await_client_bug("command: the request was not answered within ten seconds "
                        "(it returned 1, which is NOWPLAYING_PENDING)");
  test_await_client_bug("volume: the request was not answered within ten seconds");
  test_expect_client_bugs(0);
  for (int i = 0; i < 3; i++) {
    CHECK_EQUAL(nowplaying_request_get_state(requests[i]), NOWPLAYING_ERROR_TIMED_OUT);
    CHECK_ERROR(TIMED_OUT, nowplaying_request_complete(requests[i], NOWPLAYING_ERROR_IO, NULL));
    nowplaying_request_unref(requests[i]);
  }
  nowplaying_session_free(session);
}

int main(int argc, char **argv) {
  loop = test_loop_argument(argc, argv);
  test_bus_start(&bus);
  client = client_open(bus.address);
  test_app_start(&host, &bus, loop, NULL, NULL);
  start_session();
  answered_at_once();
  answered_inside();
  answered_later();
  answered_from_another_thread();
  dropped();
  caller_gone();
  cancelled_by_content();
  kept_beyond_the_session();
  timed_out();
  test_app_end(&host);
  client_close(client);
  test_bus_end(&bus);
  return 0;
}

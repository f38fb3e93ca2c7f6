/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks every documented error of the functions of a request; a wrong artwork leaves the request open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../Lab/C/client.h"
#include "misuse.h"

static nowplaying_request *command_request, *artwork_request; /* Under the state lock. */

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  STATE(command_request = request);
  return NOWPLAYING_PENDING;
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  STATE(artwork_request = request);
  return NOWPLAYING_PENDING;
}

static void check_handles(bad_handles bad) {
  step("every function of a request checks its handle");
  REFUSED(bad, nowplaying_request, r, nowplaying_request_complete(r, NOWPLAYING_OK, NULL));
  REFUSED(bad, nowplaying_request, r, nowplaying_request_complete_artwork_data(r, test_png, test_png_size));
  REFUSED(bad, nowplaying_request, r, nowplaying_request_complete_artwork_file(r, "/nonexistent"));
  REFUSED(bad, nowplaying_request, r, nowplaying_request_complete_artwork_url(r, "https://example.org/a.png"));
  REFUSED(bad, nowplaying_request, r, nowplaying_request_get_state(r));
  int64_t row = -77;
  REFUSED(bad, nowplaying_request, r, nowplaying_request_get_queue_row(r, &row));
  CHECK_EQUAL(row, -77);
  for (int i = 0; i < bad.count; i++) {
    CHECK(nowplaying_request_ref(bad.handles[i]) == NULL);
    CHECK(nowplaying_request_unref(bad.handles[i]) == NULL);
  }
}

static void check_data(void) {
  step("artwork data are checked, and the request stays open");
  static unsigned char noise[64] = "this is a text and no picture at all";
  nowplaying_request *request = artwork_request;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete(request, NOWPLAYING_OK, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete(request, 7, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_data(request, NULL, 10));
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_request_complete_artwork_data(request, noise, 0));
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_request_complete_artwork_data(request, noise, sizeof noise));
  for (size_t size = 1; size < 8; size++)
    CHECK_ERROR(NOT_AN_IMAGE, nowplaying_request_complete_artwork_data(request, test_png, size));
  CHECK_ERROR(TOO_LARGE, nowplaying_request_complete_artwork_data(request, test_png, 33554433));
  CHECK_ERROR(TOO_LARGE, nowplaying_request_complete_artwork_data(request, test_png, SIZE_MAX));
  CHECK_OK(nowplaying_request_get_state(request));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_data(command_request, test_png, test_png_size));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_file(command_request, "/nonexistent"));
  CHECK_OK(nowplaying_request_get_state(command_request));
}

static void check_rows(void) {
  step("only a request about the queue has a row");
  int64_t rows[2] = {-77, -77};
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_get_queue_row(command_request, rows));
  CHECK(strstr(nowplaying_last_error(), "not about the queue"));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_get_queue_row(artwork_request, rows));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_get_queue_row(command_request, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_get_queue_row(command_request, (int64_t *)((char *)rows + 1)));
  CHECK(strstr(nowplaying_last_error(), "ret_row is NULL or misaligned"));
  CHECK_EQUAL(rows[0], -77);
}

static void write_file(const char *path, const void *data, size_t size) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void check_urls(const char *directory) {
  step("addresses of artwork are checked, and the request stays open");
  nowplaying_request *request = artwork_request;
  static char too_long[NOWPLAYING_MAX_TEXT_BYTES + 2] = "https://example.org/";
  memset(too_long + 20, 'a', sizeof too_long - 21);
  const char *const wrong[] = {NULL, "", "cover.png", "/cover.png", "https", "ftp://example.org/a.png",
                               "data:image/png;base64,iVBORw0KGgo=", "https://example.org/a b.png",
                               "https://example.org/\xc3\xa4.png", "https://example.org/\n", "file:cover.png",
                               "file://elsewhere/cover.png", "file:///cover%2.png", "file:///a%00b.png", "https:",
                               "https://", "https:cover.png", "http:/example.org/a.png", "https:///a.png", too_long};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_url(request, wrong[i]));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_url(command_request, "https://example.org/a.png"));
  CHECK_ERROR(IO, nowplaying_request_complete_artwork_url(request, "file:///nonexistent/cover.png"));
  CHECK(strstr(nowplaying_last_error(), "No such file or directory"));
  char path[128], url[160];
  snprintf(path, sizeof path, "%s/text.png", directory);
  snprintf(url, sizeof url, "file://%s/te%%78t.png", directory);
  write_file(path, "a text that is no picture", 25);
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_request_complete_artwork_url(request, url));
  CHECK_OK(nowplaying_request_get_state(request));
}

static void check_files(const char *directory) {
  step("artwork files are checked, and the request stays open");
  nowplaying_request *request = artwork_request;
  char path[128];
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_request_complete_artwork_file(request, NULL));
  CHECK_ERROR(IO, nowplaying_request_complete_artwork_file(request, "/nonexistent/cover.png"));
  CHECK(strstr(nowplaying_last_error(), "No such file or directory"));
  CHECK_ERROR(IO, nowplaying_request_complete_artwork_file(request, directory));
  CHECK(strstr(nowplaying_last_error(), "Invalid argument"));
  CHECK_ERROR(IO, nowplaying_request_complete_artwork_file(request, "/dev/zero"));
  snprintf(path, sizeof path, "%s/fifo", directory);
  CHECK(mkfifo(path, 0600) == 0);
  CHECK_ERROR(IO, nowplaying_request_complete_artwork_file(request, path)); /* And does not wait for a writer. */
  snprintf(path, sizeof path, "%s/cover.png", directory);
  write_file(path, "", 0);
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_request_complete_artwork_file(request, path));
  write_file(path, "a text that is no picture", 25);
  CHECK_ERROR(NOT_AN_IMAGE, nowplaying_request_complete_artwork_file(request, path));
  write_file(path, test_png, test_png_size);
  CHECK(truncate(path, 33554433) == 0);
  CHECK_ERROR(TOO_LARGE, nowplaying_request_complete_artwork_file(request, path));
  CHECK(strstr(nowplaying_last_error(), "File too large"));
  CHECK_OK(nowplaying_request_get_state(request));
  CHECK(truncate(path, (off_t)test_png_size) == 0);
  CHECK_OK(nowplaying_request_complete_artwork_file(request, path));
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete_artwork_file(request, path));
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete_artwork_data(request, test_png, test_png_size));
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete_artwork_url(request, "https://example.org/a.png"));
  CHECK_ERROR(ALREADY_ANSWERED, nowplaying_request_complete(request, NOWPLAYING_ERROR_IO, NULL));
}

int main(void) {
  test_bus bus;
  test_app host;
  test_bus_start(&bus);
  test_expect_client_bugs(1);
  test_app_start(&host, &bus, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "Title");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  nowplaying_content *content = test_content("with picture", "Title", "picture");
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  sd_bus *client = client_open(bus.address);
  client_reply reply;
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "Next", NULL);
  WAIT_FOR(command_request && artwork_request);

  check_handles(bad_handles_make(command_request, host.app, session, content));
  check_data();
  check_rows();
  check_urls(bus.directory);
  check_files(bus.directory);

  CHECK_OK(nowplaying_request_complete(command_request, NOWPLAYING_OK, "\xff broken text is repaired"));
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  nowplaying_request_unref(command_request);
  nowplaying_request_unref(artwork_request);
  client_close(client);
  nowplaying_content_free(content);
  nowplaying_session_free(session);
  test_app_end(&host);
  test_bus_end(&bus);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that clients can read any bytes that a player gives as text: Unicode's noncharacters, which sd-bus refuses,
 * become U+FFFD in every text. An empty text counts as none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

#include "fields_table.h"

#define MARK "\xef\xbf\xbd"

static const char *const bad[] = {"a\xef\xbf\xbe", "a\xef\xbf\xbf", "a\xef\xb7\x90", "a\xef\xb7\xaf",
                                  "a\xf0\x9f\xbf\xbe", "a\xf4\x8f\xbf\xbf"};
enum { BAD = sizeof bad / sizeof *bad };

static int calls; /* Under the state lock. */

static nowplaying_status on_command(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  int call;
  STATE(call = calls++);
  return nowplaying_request_complete(request, NOWPLAYING_ERROR_COMMAND_FAILED, bad[call % BAD]);
}

static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  return NOWPLAYING_OK;
}

/* Reads all properties of an interface, or the error. */
static void read_all(sd_bus *client, const char *interface) {
  sd_bus_error error = SD_BUS_ERROR_NULL;
  sd_bus_message *message = NULL;
  if (sd_bus_call_method(client, TEST_PLAYER_NAME, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties",
                         "GetAll", &error, &message, "s", interface) < 0)
    check_failed(__FILE__, __LINE__, "%s cannot be read: %s", interface, error.message);
  sd_bus_message_unref(message);
}

/* Sets each text field that the kind has to `text`, and each list of texts to all bad texts. */
static void fill(nowplaying_content *content, int kind, const char *text) {
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    int field = fields[i].field;
    if (!(fields[i].kinds & 1 << kind)) continue;
    if (field < 100) CHECK_OK(nowplaying_content_set_text(content, field, text));
    if (field >= 100 && field < 200) CHECK_OK(nowplaying_content_set_texts(content, field, bad, BAD));
  }
}

static void content_can_be_read(sd_bus *client, nowplaying_session *session, int kind) {
  for (int i = 0; i < BAD; i++) {
    step("content of kind %d, text %d", kind, i + 1);
    nowplaying_content *content = NULL;
    CHECK_OK(nowplaying_content_new(kind, bad[i], &content));
    fill(content, kind, bad[i]);
    CHECK_OK(nowplaying_content_set_extra(content, "test:own", bad[i]));
    CHECK_OK(nowplaying_session_set_content(session, content));
    CHECK_OK(nowplaying_session_commit(session));
    nowplaying_content_free(content);
    char *title = client_title(client);
    char *own = client_text(client, "test:own");
    CHECK_TEXT(title, "a" MARK);
    CHECK_TEXT(own, "a" MARK);
    free(title);
    free(own);
    read_all(client, TEST_PLAYER_INTERFACE);
  }
}

static void errors_can_be_read(sd_bus *client) {
  for (int i = 0; i < BAD; i++) {
    step("message of text %d", i + 1);
    client_reply reply;
    client_send(client, &reply, TEST_PLAYER_INTERFACE, "Next", NULL);
    client_wait(client, &reply);
    CHECK_TEXT(reply.message, "a" MARK);
  }
}

static void texts_keep_to_their_limit(sd_bus *client, nowplaying_session *session) {
  step("texts and lyrics are as long as the header says, also when all of their bytes are replaced");
  static char text[NOWPLAYING_MAX_LYRICS_BYTES + 2];
  for (int replaced = 0; replaced <= 1; replaced++) {
    memset(text, replaced ? 0xff : 'x', sizeof text - 1);
    /* Contains a valid UTF-8 character: without one the text would count as Windows-1252. */
    if (replaced) memcpy(text, "\xc3\xa4", 2);
    nowplaying_content *content = test_content(replaced ? "replaced" : "long", text, NULL);
    CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_LYRICS, text));
    CHECK_OK(nowplaying_content_set_extra(content, "test:own", text));
    CHECK_OK(nowplaying_session_set_content(session, content));
    CHECK_OK(nowplaying_session_commit(session));
    nowplaying_content_free(content);
    char *title = client_title(client), *lyrics = client_text(client, "xesam:asText");
    char *own = client_text(client, "test:own");
    /* U+FFFD has three bytes, and is not cut. */
    CHECK_EQUAL(strlen(title), NOWPLAYING_MAX_TEXT_BYTES - (replaced ? (NOWPLAYING_MAX_TEXT_BYTES - 2) % 3 : 0));
    CHECK_EQUAL(strlen(lyrics), NOWPLAYING_MAX_LYRICS_BYTES - (replaced ? (NOWPLAYING_MAX_LYRICS_BYTES - 2) % 3 : 0));
    CHECK_TEXT(own, title);
    free(title);
    free(lyrics);
    free(own);
  }
}

static void names_keep_to_their_limit(sd_bus *client, const char *entry) {
  step("a name is as long as the header says");
  char *read = NULL;
  CHECK(sd_bus_get_property_string(client, TEST_PLAYER_NAME, "/org/mpris/MediaPlayer2", TEST_ROOT_INTERFACE, "Identity",
                                   NULL, &read) >= 0);
  CHECK_EQUAL(strlen(entry), NOWPLAYING_MAX_ID_BYTES + 1);
  CHECK_EQUAL(strlen(read), NOWPLAYING_MAX_ID_BYTES);
  CHECK(strncmp(read, entry, NOWPLAYING_MAX_ID_BYTES) == 0);
  free(read);
}

static double volume(sd_bus *client) {
  double read = -1;
  CHECK(sd_bus_get_property_trivial(client, TEST_PLAYER_NAME, "/org/mpris/MediaPlayer2", TEST_PLAYER_INTERFACE,
                                    "Volume", NULL, 'd', &read) >= 0);
  return read;
}

static void volumes_are_clamped(sd_bus *client, nowplaying_session *session) {
  step("a volume above the maximum, which may be another, is no mistake");
  static const double maximums[] = {0.5, 2, 1};
  for (int i = 0; i < 3; i++) {
    double highest = 1.5 * (maximums[i] > 1 ? maximums[i] : 1);
    CHECK_OK(nowplaying_session_set_volume_maximum(session, maximums[i]));
    CHECK_OK(nowplaying_session_set_volume(session, highest));
    CHECK_OK(nowplaying_session_commit(session));
    CHECK(volume(client) == highest);
  }
  step("a volume is as high as the header says");
  test_expect_client_bugs(1); /* A player whose volume is so high counts to 100. */
  CHECK_OK(nowplaying_session_set_volume(session, 1e300));
  CHECK_OK(nowplaying_session_commit(session));
  CHECK(volume(client) == NOWPLAYING_MAX_VOLUME);
  test_await_client_bug("a session has a volume of 10000 %: 1.0 is full");
  test_expect_client_bugs(0);
}

static void empty_is_none(sd_bus *client, nowplaying_session *session) {
  step("a radio with an empty title shows its station");
  nowplaying_content *content = NULL;
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_RADIO, "radio", &content));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, "BBC"));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "News"));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, ""));
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
  char *title = client_title(client);
  CHECK_TEXT(title, "BBC");
  free(title);
}

static void uris_are_bounded(sd_bus *client) {
  step("OpenUri takes as many bytes as the header says and refuses more");
  static char uri[NOWPLAYING_MAX_URI_BYTES + 2];
  memset(uri, 'a', sizeof uri - 1);
  memcpy(uri, "file:///", 8);
  client_reply reply;
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "OpenUri", "s", uri);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "org.freedesktop.DBus.Error.LimitsExceeded");
  uri[NOWPLAYING_MAX_URI_BYTES] = '\0';
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "OpenUri", "s", uri);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
}

int main(void) {
  test_bus bus;
  test_app host;
  test_bus_start(&bus);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.desktop_entry = "abitest\xef\xbf\xbf";
  char name[NOWPLAYING_MAX_ID_BYTES + 2] = "abitest";
  memset(name + strlen(name), 'x', sizeof name - 1 - strlen(name));
  options.display_name = name;
  const char *schemes[] = {"file", bad[0], bad[5]};
  options.uri_schemes = schemes;
  options.uri_scheme_count = 3;
  options.mime_types = bad;
  options.mime_type_count = BAD;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  app_callbacks.open_uri = on_open_uri;
  test_app_start(&host, &bus, NOWPLAYING_LOOP_THREAD, &options, &app_callbacks);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  nowplaying_session *session = NULL;
  CHECK_OK(nowplaying_session_new(host.app, "id\xef\xbf\xbe", &callbacks, &session));
  test_session_publish(session, bad[1]);
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  sd_bus *client = client_open(bus.address);
  step("the root interface can be read");
  read_all(client, TEST_ROOT_INTERFACE);
  for (int kind = NOWPLAYING_CONTENT_MUSIC; kind <= NOWPLAYING_CONTENT_GENERIC; kind++)
    content_can_be_read(client, session, kind);
  errors_can_be_read(client);
  texts_keep_to_their_limit(client, session);
  names_keep_to_their_limit(client, name);
  volumes_are_clamped(client, session);
  empty_is_none(client, session);
  uris_are_bounded(client);
  client_close(client);
  nowplaying_session_free(session);
  test_app_end(&host);
  test_bus_end(&bus);
  return 0;
}

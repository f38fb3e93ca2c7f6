/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that after fork() the child's calls return FORKED, that it can free inherited objects and make its own app,
 * and that neither process hangs or is harmed. usage: fork thread|fd */
#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

static test_app host;
static nowplaying_session *session;
static nowplaying_content *content;
static nowplaying_request *kept; /* Under the state lock. */
static atomic_int stop_committing;

static nowplaying_status on_command(nowplaying_session *from, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  STATE(kept = request);
  return NOWPLAYING_PENDING;
}

static void all_calls_are_refused(void) {
  int32_t number = -77;
  char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1] = {77};
  nowplaying_session *made = NULL;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_primary_flags primary = 77;
  int64_t row = -77;
  CHECK_ERROR(FORKED, nowplaying_app_get_bus_state(host.app, &number));
  CHECK_ERROR(FORKED, nowplaying_app_get_fd(host.app, &number));
  CHECK_ERROR(FORKED, nowplaying_app_dispatch(host.app));
  CHECK_ERROR(FORKED, nowplaying_app_get_bus_name(host.app, name, sizeof name));
  CHECK_EQUAL(name[0], 77);
  CHECK_ERROR(FORKED, nowplaying_app_set_display_name(host.app, "child"));
  CHECK_ERROR(FORKED, nowplaying_app_set_fullscreen(host.app, 1));
  CHECK_ERROR(FORKED, nowplaying_app_set_playlists(host.app, NULL, 0));
  CHECK_ERROR(FORKED, nowplaying_app_set_active_playlist(host.app, NULL));
  CHECK_EQUAL(number, -77);
  CHECK_ERROR(FORKED, nowplaying_session_new(host.app, NULL, NULL, &made));
  CHECK(made == NULL);
  CHECK_ERROR(FORKED, nowplaying_session_set_content(session, content));
  CHECK_ERROR(FORKED, nowplaying_session_set_snapshot(session, &snapshot));
  CHECK_ERROR(FORKED, nowplaying_session_set_commands(session, NULL, 0));
  CHECK_ERROR(FORKED, nowplaying_session_set_command(session, &(nowplaying_command){0}));
  CHECK_ERROR(FORKED, nowplaying_session_set_command_enabled(session, NOWPLAYING_COMMAND_PLAY, 1));
  CHECK_ERROR(FORKED, nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_FEEDBACK, 1));
  CHECK_ERROR(FORKED, nowplaying_session_set_volume(session, 1));
  CHECK_ERROR(FORKED, nowplaying_session_set_volume_maximum(session, 2));
  CHECK_ERROR(FORKED, nowplaying_session_set_queue(session, NULL, 0));
  CHECK_ERROR(FORKED, nowplaying_session_provide_artwork_data(session, "a", test_png, test_png_size));
  CHECK_ERROR(FORKED, nowplaying_session_provide_artwork_file(session, "a", "/nonexistent"));
  CHECK_ERROR(FORKED, nowplaying_session_provide_artwork_url(session, "a", "https://example.org/a.png"));
  CHECK_ERROR(FORKED, nowplaying_session_provide_artwork_none(session, "a"));
  CHECK_ERROR(FORKED, nowplaying_session_set_queue_row(session, 0));
  CHECK_ERROR(FORKED, nowplaying_session_commit(session));
  CHECK_ERROR(FORKED, nowplaying_session_request_application_primary(session));
  CHECK_ERROR(FORKED, nowplaying_session_request_system_primary(session));
  CHECK_ERROR(FORKED, nowplaying_session_resign_system_primary(session));
  CHECK_ERROR(FORKED, nowplaying_session_get_primary(session, &primary));
  CHECK_EQUAL(primary, 77);
  CHECK_ERROR(FORKED, nowplaying_request_get_state(kept));
  CHECK_ERROR(FORKED, nowplaying_request_get_queue_row(kept, &row));
  CHECK_EQUAL(row, -77);
  CHECK_ERROR(FORKED, nowplaying_request_complete(kept, NOWPLAYING_OK, NULL));
  CHECK_ERROR(FORKED, nowplaying_request_complete_artwork_data(kept, test_png, test_png_size));
  CHECK_ERROR(FORKED, nowplaying_request_complete_artwork_file(kept, "/nonexistent"));
  CHECK_ERROR(FORKED, nowplaying_request_complete_artwork_url(kept, "https://example.org/a.png"));
  CHECK(nowplaying_request_ref(kept) == NULL);
  /* FORKED comes before the check of the arguments, so that wrong ones are not logged either. */
  CHECK_ERROR(FORKED, nowplaying_session_set_volume(session, -1.0 / 0.0));
  CHECK_ERROR(FORKED, nowplaying_request_complete(kept, NOWPLAYING_PENDING, NULL));
}

static int sockets(void) {
  int count = 0;
  DIR *listing = opendir("/proc/self/fd");
  CHECK(listing);
  for (struct dirent *entry; (entry = readdir(listing));) {
    char path[300], target[300];
    snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
    ssize_t length = readlink(path, target, sizeof target);
    count += length > 7 && strncmp(target, "socket:", 7) == 0;
  }
  closedir(listing);
  return count;
}

static void child(void) {
  all_calls_are_refused();
  int before = sockets();
  nowplaying_request_unref(kept);
  nowplaying_content_free(content);
  nowplaying_session_free(session);
  nowplaying_app_free(host.app);
  CHECK_EQUAL(sockets(), before - 1); /* With the parent's the bus would not see the parent's end. */

  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "child";
  nowplaying_app *own = NULL;
  nowplaying_session *own_session = NULL;
  CHECK_OK(nowplaying_app_new(&options, NULL, &own));
  CHECK_OK(nowplaying_session_new(own, NULL, NULL, &own_session));
  CHECK_OK(nowplaying_session_commit(own_session));
  nowplaying_session_free(own_session);
  nowplaying_app_free(own);
}

/* Takes the app's lock as often as it can, so that a child is made while it is taken. */
static void *commit_on(void *unused) {
  double volume = 0;
  while (!atomic_load(&stop_committing)) {
    CHECK_OK(nowplaying_session_set_volume(session, volume = 1 - volume));
    CHECK_OK(nowplaying_session_commit(session));
  }
  return unused;
}

int main(int argc, char **argv) {
  nowplaying_loop_mode loop = test_loop_argument(argc, argv);
  test_bus bus;
  test_bus_start(&bus);
  test_app_start(&host, &bus, loop, NULL, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  content = test_content("parent", "Parent", NULL);
  test_session_publish(session, "Parent");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  sd_bus *client = client_open(bus.address);
  client_reply reply;
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "Next", NULL);
  WAIT_FOR(kept);

  step("forks");
  test_expect_client_bugs(1); /* On a slow machine the request is not answered in time. */
  pthread_t committer;
  CHECK(pthread_create(&committer, NULL, commit_on, NULL) == 0);
  for (int round = 0; round < 100; round++) run_in_child(child);

  atomic_store(&stop_committing, 1);
  pthread_join(committer, NULL);
  step("the parent goes on");
  (void)nowplaying_request_complete(kept, NOWPLAYING_OK, NULL);
  nowplaying_request_unref(kept);
  client_wait(client, &reply);
  test_expect_client_bugs(0);
  STATE(kept = NULL);
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "Next", NULL);
  WAIT_FOR(kept);
  CHECK_OK(nowplaying_request_complete(kept, NOWPLAYING_OK, NULL));
  nowplaying_request_unref(kept);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  CHECK_OK(nowplaying_session_commit(session));
  char *title = client_title(client);
  CHECK_TEXT(title, "Parent");
  free(title);
  nowplaying_content_free(content);
  nowplaying_session_free(session);
  test_app_end(&host);
  client_close(client);
  test_bus_end(&bus);
  return 0;
}

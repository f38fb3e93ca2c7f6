/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that an app that was used in every way releases all memory, descriptors and files when it is freed, whatever
 * the state of the app, its sessions and its requests. usage: leaves_nothing thread|fd
 * Counts blocks of memory itself: a checker of leaks does not report an object to which something still refers. */
#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../../Lab/C/app.h"
#include "../../Lab/C/client.h"

/* ---- Memory: the blocks that this process and its libraries hold. ---- */

static atomic_long blocks;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void *counted(void *block) {
  if (block) atomic_fetch_add(&blocks, 1);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
int posix_memalign(void **ret_block, size_t alignment, size_t size) {
  *ret_block = aligned_alloc(alignment, size);
  return *ret_block ? 0 : ENOMEM;
}
void *realloc(void *block, size_t size) {
  if (!block) return malloc(size);
  void *moved = __libc_realloc(block, size);
  if (!moved && !size) atomic_fetch_sub(&blocks, 1); /* it was freed */
  return moved;
}
void free(void *block) {
  if (block) atomic_fetch_sub(&blocks, 1);
  __libc_free(block);
}

static int entries(const char *path) {
  int count = 0;
  DIR *directory = opendir(path);
  while (directory && readdir(directory)) count++;
  if (directory) closedir(directory);
  return count;
}

/* ---- A host. ---- */

static nowplaying_loop_mode loop;
static test_bus bus;
/* Protected by the state lock. */
static nowplaying_request *kept[4];
static int kept_count, cancelled, system_results, interruptions;

static nowplaying_status keep(nowplaying_request *request) {
  STATE(CHECK(kept_count < 4); kept[kept_count++] = request);
  return NOWPLAYING_PENDING;
}

static nowplaying_status on_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  return keep(request);
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  if (event->kind == NOWPLAYING_COMMAND_NEXT) return NOWPLAYING_OK;
  if (event->kind == NOWPLAYING_COMMAND_PREVIOUS) { /* Dropped before it was asked for. */
    nowplaying_request_unref(request);
    return NOWPLAYING_PENDING;
  }
  if (event->kind == NOWPLAYING_COMMAND_STOP) return NOWPLAYING_ERROR_NOT_PERMITTED;
  return keep(request);
}

static nowplaying_status on_artwork(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_artwork_event *event, void *user_data) {
  if (strcmp(event->artwork_id, "kept") == 0) return keep(request);
  if (strcmp(event->artwork_id, "none") == 0) return nowplaying_request_complete_artwork_data(request, "no", 2);
  return nowplaying_request_complete_artwork_data(request, test_png, test_png_size);
}

static nowplaying_status on_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                   void *user_data) {
  return NOWPLAYING_OK;
}

static void on_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  STATE(cancelled++);
}

static void on_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status,
                      void *user_data) {
  CHECK_EQUAL(status, NOWPLAYING_OK);
  if (which == NOWPLAYING_PRIMARY_SYSTEM) STATE(system_results++);
}

static void on_interruption(nowplaying_session *session, nowplaying_interruption interruption, void *user_data) {
  STATE(interruptions++);
}

static void set_artwork(nowplaying_session *session, const char *id) {
  nowplaying_content *content = test_content(id, id, id);
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
}

/* ---- A life. ---- */

static void press(sd_bus *client, client_reply *reply, const char *interface, const char *member) {
  client_send(client, reply, interface, member, NULL);
  if (strcmp(member, "Raise") && strcmp(member, "Pause")) client_wait(client, reply);
}

static void wait_for_title(sd_bus *client, const char *expected) {
  for (int found = 0; !found;) {
    char *title = client_title(client);
    found = strcmp(title, expected) == 0;
    free(title);
  }
}

/* Makes every call that a desktop makes. The calls in `open` are answered when the app ends. */
static void everything(sd_bus *client, nowplaying_session *session, client_reply open[2]) {
  client_reply reply;
  press(client, &reply, TEST_PLAYER_INTERFACE, "Next");
  CHECK_TEXT(reply.error, "");
  press(client, &reply, TEST_PLAYER_INTERFACE, "Previous");
  press(client, &reply, TEST_PLAYER_INTERFACE, "Stop");
  CHECK(reply.error[0]);
  client_send_volume(client, &reply, 0.25);
  client_wait(client, &reply);
  CHECK_TEXT(reply.error, "");
  client_send(client, &reply, TEST_PLAYER_INTERFACE, "OpenUri", "s", "file:///x");
  client_wait(client, &reply);
  set_artwork(session, "none");
  set_artwork(session, "red");
  CHECK_OK(nowplaying_session_provide_artwork_data(session, "provided", test_png, test_png_size));
  set_artwork(session, "provided");
  CHECK_OK(nowplaying_session_provide_artwork_data(session, "never shown", test_png, test_png_size));
  CHECK_OK(nowplaying_session_provide_artwork_none(session, "never shown either"));
  set_artwork(session, "kept");
  WAIT_FOR(kept_count == 1);
  press(client, &open[0], TEST_ROOT_INTERFACE, "Raise");
  press(client, &open[1], TEST_PLAYER_INTERFACE, "Pause");
  WAIT_FOR(kept_count == 3);
  set_artwork(session, "blue");
  WAIT_FOR(cancelled == 1);
}

static void let_go_of_requests(void) {
  for (int i = 0; i < 3; i++) CHECK(nowplaying_request_unref(kept[i]) == NULL);
  STATE(kept_count = cancelled = system_results = interruptions = 0);
}

/* Another app takes the system primary, and ends. */
static void rival(void) {
  test_app host;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "rival";
  nowplaying_session *session = NULL;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.primary_result = on_result;
  test_app_start(&host, &bus, loop, &options, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  test_session_publish(session, "Rival");
  CHECK_OK(nowplaying_session_request_system_primary(session));
  WAIT_FOR(system_results == 2 && interruptions == 1);
  test_app_end(&host);
  nowplaying_session_free(session);
  WAIT_FOR(interruptions == 2);
}

/* Runs one app. In even rounds its sessions are freed after it. */
static void life(sd_bus *client, int round) {
  test_app host;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.flags = NOWPLAYING_APP_INTERRUPTIONS;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  app_callbacks.raise = on_raise;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  callbacks.artwork = on_artwork;
  callbacks.volume = on_volume;
  callbacks.request_cancelled = on_cancelled;
  callbacks.primary_result = on_result;
  callbacks.interruption = on_interruption;
  nowplaying_session *first = NULL, *second = NULL;
  client_reply open[2];
  test_app_start(&host, &bus, loop, &options, &app_callbacks);
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &first));
  CHECK_OK(nowplaying_session_new(host.app, "second", NULL, &second));
  test_session_publish(first, "First");
  WAIT_FOR(host.bus_state == NOWPLAYING_BUS_PUBLISHED);
  test_session_publish(second, "Second");
  wait_for_title(client, "Second");
  CHECK_OK(nowplaying_session_request_system_primary(first));
  WAIT_FOR(system_results == 1);
  wait_for_title(client, "First");
  everything(client, first, open);
  rival();
  if (round % 2) {
    nowplaying_session_free(second);
    nowplaying_session_free(first);
  }
  test_app_end(&host);
  for (int i = 0; i < 2; i++) client_wait(client, &open[i]);
  if (round % 2 == 0) {
    nowplaying_session_free(second);
    nowplaying_session_free(first);
  }
  let_go_of_requests();
}

/* Runs an app that finds no bus, and frees it during an attempt to connect. */
static void lonely_life(void) {
  test_app host;
  nowplaying_session *session = NULL;
  test_app_start(&host, NULL, loop, NULL, NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  test_session_publish(session, "Lonely");
  CHECK_OK(nowplaying_session_request_system_primary(session));
  test_app_end(&host);
  nowplaying_session_free(session);
}

int main(int argc, char **argv) {
  loop = test_loop_argument(argc, argv);
  test_expect_client_bugs(1); /* One request is not kept. */
  test_bus_start(&bus);
  sd_bus *client = client_open(bus.address);
  long held[4];
  int descriptors[4], files[4];
  for (int i = 0; i < 4; i++) {
    step("two lives, and one without a bus");
    for (int round = 0; round < 2; round++) life(client, round);
    lonely_life();
    held[i] = atomic_load(&blocks);
    descriptors[i] = entries("/proc/self/fd");
    files[i] = entries(bus.directory);
  }
  /* The first descriptors belong to caches that libraries keep for ever. */
  CHECK_EQUAL(descriptors[3], descriptors[1]);
  CHECK_EQUAL(files[3], files[1]);
  CHECK_EQUAL(held[3], held[1]);
  client_close(client);
  test_bus_end(&bus);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks that structs of every header so far, and of a newer (larger) one, work, and that smaller and absurd sizes are
 * refused. The library must never read beyond struct_size: each struct ends at a forbidden page, so that reading
 * further crashes. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../Lab/C/app.h"

/* Copies the first `size` bytes of a struct (zeros beyond `full`) `count` times right before a forbidden page, and
 * stores `size` in the first field of each copy. */
static void *at_the_edge(const void *original, size_t full, size_t size, size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size * count + page - 1) / page * page;
  char *memory = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  CHECK(mprotect(memory + room, page, PROT_NONE) == 0);
  char *first = memory + room - size * count;
  for (size_t i = 0; i < count; i++) {
    memcpy(first + i * size, (const char *)original + i * full, size < full ? size : full);
    memcpy(first + i * size, &size, sizeof size);
  }
  return first;
}

/* The size of each struct in the first version that had it (0.1 for the first five), computed from its members in that
 * version. These sizes never change, however long the structs become. */
enum {
  FIRST_OPTIONS = sizeof(struct { void *pointers[9]; int32_t numbers[4]; }),
  FIRST_APP_CALLBACKS = sizeof(void *[8]),
  FIRST_SESSION_CALLBACKS = sizeof(void *[10]),
  FIRST_SNAPSHOT = sizeof(struct { size_t size; int64_t times[2]; double rates[2]; int32_t numbers[2]; }),
  FIRST_COMMAND = sizeof(struct { size_t size; int32_t kind[2]; uint64_t tag; void *lists[4]; int32_t modes[2];
                                  void *titles[2]; }),
  FIRST_CHAPTER = sizeof(struct { size_t size; int64_t start; void *texts[2]; }),
  FIRST_TRACK = sizeof(struct { size_t size; void *texts[3]; int32_t numbers[4]; }),
  FIRST_DEVICE = sizeof(struct { size_t size; void *texts[2]; double volume; int32_t numbers[2]; }),
};
_Static_assert(sizeof(void *) != 8 || (FIRST_OPTIONS == 88 && FIRST_APP_CALLBACKS == 64 &&
               FIRST_SESSION_CALLBACKS == 80 && FIRST_SNAPSHOT == 48 && FIRST_COMMAND == 80 &&
               FIRST_CHAPTER == 32 && FIRST_TRACK == 48 && FIRST_DEVICE == 40), "with 64 bits");

/* Runs a block for every size of a struct, from a bare size field to more than a page; calls with sizes below `first`
 * or over a page must fail, others succeed. */
#define FOR_SIZES(type, size) \
  for (size_t size = _Alignof(type); size <= 4104; size += size < 256 ? _Alignof(type) : size < 4096 ? 960 : 1)
#define IS_LEGAL(size, first) ((size) >= (first) && (size) <= 4096)
#define CHECK_SIZED(size, first, call) \
  check_status(__FILE__, __LINE__, #call, (call), \
               IS_LEGAL(size, first) ? NOWPLAYING_OK : NOWPLAYING_ERROR_INVALID_ARGUMENT)

static void options_of_all_sizes(void) {
  step("nowplaying_app_options");
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "sizes";
  FOR_SIZES(nowplaying_app_options, size) {
    nowplaying_app *app = NULL;
    CHECK_SIZED(size, FIRST_OPTIONS,
                nowplaying_app_new(at_the_edge(&options, sizeof options, size, 1), NULL, &app));
    nowplaying_app_free(app);
  }
}

static int destroyed;

static void count_destroy(void *user_data) {
  CHECK(user_data == &destroyed);
  destroyed++;
}

static void callbacks_of_all_sizes(nowplaying_app *app) {
  step("nowplaying_app_callbacks and nowplaying_session_callbacks");
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "sizes";
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  app_callbacks.user_data = &destroyed;
  app_callbacks.destroy = count_destroy;
  FOR_SIZES(nowplaying_app_callbacks, size) {
    nowplaying_app *made = NULL;
    destroyed = 0;
    CHECK_SIZED(size, FIRST_APP_CALLBACKS,
                nowplaying_app_new(&options, at_the_edge(&app_callbacks, sizeof app_callbacks, size, 1), &made));
    nowplaying_app_free(made);
    CHECK_EQUAL(destroyed, made != NULL);
  }
  nowplaying_session_callbacks session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  session_callbacks.user_data = &destroyed;
  session_callbacks.destroy = count_destroy;
  FOR_SIZES(nowplaying_session_callbacks, size) {
    nowplaying_session *made = NULL;
    destroyed = 0;
    const void *edge = at_the_edge(&session_callbacks, sizeof session_callbacks, size, 1);
    CHECK_SIZED(size, FIRST_SESSION_CALLBACKS, nowplaying_session_new(app, NULL, edge, &made));
    nowplaying_session_free(made);
    CHECK_EQUAL(destroyed, made != NULL);
  }
}

static void snapshots_of_all_sizes(nowplaying_session *session) {
  step("nowplaying_snapshot");
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  snapshot.elapsed_us = 5;
  FOR_SIZES(nowplaying_snapshot, size)
  CHECK_SIZED(size, FIRST_SNAPSHOT,
              nowplaying_session_set_snapshot(session, at_the_edge(&snapshot, sizeof snapshot, size, 1)));
}

static void commands_of_all_sizes(nowplaying_session *session) {
  step("nowplaying_command, as an array");
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT)};
  FOR_SIZES(nowplaying_command, size) {
    void *array = at_the_edge(commands, sizeof commands[0], size, 3);
    CHECK_OK(nowplaying_session_set_commands(session, NULL, 0));
    CHECK_SIZED(size, FIRST_COMMAND, nowplaying_session_set_commands(session, array, 3));
    if (!IS_LEGAL(size, FIRST_COMMAND)) continue;
    for (int i = 0; i < 3; i++) CHECK_OK(nowplaying_session_set_command_enabled(session, commands[i].kind, 0));
  }
  /* All descriptors of an array have the same size. */
  nowplaying_command mixed[] = {commands[0], commands[1]};
  mixed[1].struct_size += 8;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_commands(session, mixed, 2));
}

static void chapters_of_all_sizes(void) {
  step("nowplaying_chapter, as an array");
  nowplaying_content *content = NULL;
  CHECK_OK(nowplaying_content_new(NOWPLAYING_CONTENT_BOOK, "book", &content));
  const nowplaying_chapter chapters[] = {{sizeof(nowplaying_chapter), 0, "One", "a"},
                                         {sizeof(nowplaying_chapter), 5, "Two", NULL}};
  FOR_SIZES(nowplaying_chapter, size)
  CHECK_SIZED(size, FIRST_CHAPTER,
              nowplaying_content_set_chapters(content, at_the_edge(chapters, sizeof chapters[0], size, 2), 2));
  nowplaying_chapter mixed[] = {chapters[0], chapters[1]};
  mixed[1].struct_size += 8;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_content_set_chapters(content, mixed, 2));
  nowplaying_content_free(content);
}

static void tracks_of_all_sizes(nowplaying_session *session) {
  step("nowplaying_track, as an array");
  nowplaying_track tracks[] = {NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_AUDIO),
                               NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_CAPTIONS)};
  tracks[0].id = tracks[1].id = "1";
  FOR_SIZES(nowplaying_track, size)
  CHECK_SIZED(size, FIRST_TRACK,
              nowplaying_session_set_tracks(session, at_the_edge(tracks, sizeof tracks[0], size, 2), 2));
  tracks[1].struct_size += 8;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_tracks(session, tracks, 2));
}

static void devices_of_all_sizes(nowplaying_app *app) {
  step("nowplaying_device, as an array");
  nowplaying_session *remote = NULL;
  CHECK_OK(nowplaying_session_new_remote(app, "remote", NULL, &remote));
  nowplaying_device devices[] = {NOWPLAYING_DEVICE_INIT, NOWPLAYING_DEVICE_INIT};
  devices[0].id = devices[0].name = "1";
  devices[1].id = devices[1].name = "2";
  FOR_SIZES(nowplaying_device, size)
  CHECK_SIZED(size, FIRST_DEVICE,
              nowplaying_session_set_devices(remote, at_the_edge(devices, sizeof devices[0], size, 2), 2));
  devices[1].struct_size += 8;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_devices(remote, devices, 2));
  nowplaying_session_free(remote);
}

static nowplaying_status on_command(nowplaying_session *session, nowplaying_request *request,
                                    const nowplaying_command_event *event, void *user_data) {
  return NOWPLAYING_OK;
}

int main(void) {
  test_expect_client_bugs(1);
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
  test_app host;
  nowplaying_session *session = NULL;
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.command = on_command;
  CHECK_OK(nowplaying_session_new(host.app, NULL, &callbacks, &session));
  options_of_all_sizes();
  callbacks_of_all_sizes(host.app);
  snapshots_of_all_sizes(session);
  commands_of_all_sizes(session);
  chapters_of_all_sizes();
  tracks_of_all_sizes(session);
  devices_of_all_sizes(host.app);
  nowplaying_session_free(session);
  test_app_end(&host);
  return 0;
}

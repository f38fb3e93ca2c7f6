/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Loads the library, publishes, frees and unloads it, twice: neither a thread nor a file descriptor may remain. A host
 * may unload it at any moment: code that still runs must stay loaded. LeakSanitizer and valgrind check the memory.
 * usage: lifetime LIBRARY */
#include <dirent.h>
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../Lab/C/bus.h"
#include "../../Lab/C/check.h"

static int published, destroyed;

#define FUNCTIONS(X) \
  X(app_new) X(app_free) X(app_get_fd) X(app_dispatch) X(session_new) X(session_free) X(session_set_content) \
  X(session_set_snapshot) X(session_set_commands) X(session_set_volume) X(session_commit) \
  X(session_request_application_primary) X(content_new) X(content_free) X(content_set_text)

static struct functions {
#define DECLARE(name) __typeof__(nowplaying_##name) *name;
  FUNCTIONS(DECLARE)
} np;

static void on_destroy(void *user_data) { destroyed++; }

static void on_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  if (state == NOWPLAYING_BUS_PUBLISHED) STATE(published = 1);
}

static int count_entries(const char *directory) {
  DIR *listing = opendir(directory);
  CHECK(listing);
  int count = 0;
  while (readdir(listing)) count++;
  closedir(listing);
  return count;
}

static void use_library(nowplaying_loop_mode loop) {
  published = destroyed = 0;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "lifetime";
  options.loop = loop;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  app_callbacks.destroy = on_destroy;
  app_callbacks.bus_state = on_bus_state;
  nowplaying_session_callbacks session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  session_callbacks.destroy = on_destroy;
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  nowplaying_content *content = NULL;
  CHECK(np.app_new(&options, &app_callbacks, &app) == 0);
  CHECK(np.session_new(app, NULL, &session_callbacks, &session) == 0);
  CHECK(np.content_new(NOWPLAYING_CONTENT_MUSIC, "1", &content) == 0);
  CHECK(np.content_set_text(content, NOWPLAYING_FIELD_TITLE, "Title") == 0);
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_command play = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);
  CHECK(np.session_set_content(session, content) == 0);
  CHECK(np.session_set_snapshot(session, &snapshot) == 0);
  CHECK(np.session_set_commands(session, &play, 1) == 0);
  CHECK(np.session_commit(session) == 0);
  CHECK(np.session_request_application_primary(session) == 0);
  if (loop == NOWPLAYING_LOOP_FD) {
    struct pollfd poll_fd = {.events = POLLIN};
    CHECK(np.app_get_fd(app, &poll_fd.fd) == 0);
    while (!published) {
      CHECK(poll(&poll_fd, 1, 30000) == 1);
      CHECK(np.app_dispatch(app) == 0);
    }
  } else {
    WAIT_FOR(published);
  }
  np.content_free(content);
  np.session_free(session);
  np.app_free(app);
  CHECK(destroyed == 2);
}

static nowplaying_app *freed_inside;

static void on_destroy_inside(void *user_data) { STATE(destroyed = 1); }

static void free_inside(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  if (freed_inside) return;
  freed_inside = app;
  np.app_free(app);
}

/* Frees an app inside one of its callbacks; when its `destroy` is called the host unloads its plugin at once. */
static void free_inside_and_go(void) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "lifetime";
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.destroy = on_destroy_inside;
  callbacks.log = free_inside;
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  destroyed = 0;
  freed_inside = NULL;
  CHECK(np.app_new(&options, &callbacks, &app) == 0);
  CHECK(np.session_new(app, NULL, NULL, &session) == 0);
  CHECK(np.session_set_volume(session, 0.0 / 0.0) == NOWPLAYING_ERROR_INVALID_ARGUMENT); /* The refusal is logged. */
  WAIT_FOR(destroyed);
  np.session_free(session);
}

static void *load(const char *path, int scope) {
  void *library = dlopen(path, RTLD_NOW | scope);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
#define LOOK_UP(name) \
  *(void **)&np.name = dlsym(library, "nowplaying_" #name); \
  CHECK(np.name);
  FUNCTIONS(LOOK_UP)
  return library;
}

static void copy_file(const char *from, const char *to) {
  FILE *source = fopen(from, "rb"), *target = fopen(to, "wb");
  CHECK(source && target);
  char bytes[65536];
  for (size_t count; (count = fread(bytes, 1, sizeof bytes, source));) CHECK(fwrite(bytes, 1, count, target) == count);
  CHECK(!ferror(source) && fclose(target) == 0 && fclose(source) == 0);
}

/* A host and its plugin each load a copy of the library, and the plugin's copy could bind to the host's global
 * symbols. */
static void use_two_copies(const char *path) {
  char copy[] = "/tmp/nowplaying-copy-XXXXXX";
  int descriptor = mkstemp(copy);
  CHECK(descriptor >= 0 && close(descriptor) == 0);
  copy_file(path, copy);
  void *first = load(path, RTLD_GLOBAL);
  struct functions own = np;
  published = destroyed = 0;
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "first";
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.bus_state = on_bus_state;
  callbacks.destroy = on_destroy;
  nowplaying_app *app = NULL;
  nowplaying_session *session = NULL;
  CHECK(np.app_new(&options, &callbacks, &app) == 0);
  CHECK(np.session_new(app, NULL, NULL, &session) == 0);
  CHECK(np.session_set_volume(session, 0.5) == 0 && np.session_commit(session) == 0);
  void *second = load(copy, RTLD_LOCAL);
  CHECK(np.app_new != own.app_new);
  use_library(NOWPLAYING_LOOP_THREAD);
  use_library(NOWPLAYING_LOOP_FD);
  CHECK(dlclose(second) == 0 && unlink(copy) == 0);
  np = own;
  destroyed = 0;
  CHECK(np.session_set_volume(session, 1.0) == 0 && np.session_commit(session) == 0);
  np.session_free(session);
  np.app_free(app);
  CHECK(destroyed == 1 && dlclose(first) == 0);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s LIBRARY\n", argv[0]);
    return 2;
  }
  test_bus bus;
  test_bus_start(&bus);
  int descriptors = count_entries("/proc/self/fd"), threads = count_entries("/proc/self/task");
  for (int round = 0; round < 2; round++) {
    void *library = load(argv[1], RTLD_LOCAL);
    use_library(NOWPLAYING_LOOP_THREAD);
    use_library(NOWPLAYING_LOOP_FD);
    CHECK(dlclose(library) == 0);
    CHECK(count_entries("/proc/self/fd") == descriptors);
    /* The kernel lists a thread that was joined for a moment longer. */
    /* sleeps: paces a loop that waits for a condition */
    for (int tries = 0; tries < 1000 && count_entries("/proc/self/task") != threads; tries++) usleep(10000);
    CHECK(count_entries("/proc/self/task") == threads);
    step("round %d: loaded, published, freed, unloaded", round + 1);
  }
  step("unloaded as soon as an app that was freed in a callback is gone");
  for (int round = 0; round < 300; round++) {
    void *library = load(argv[1], RTLD_LOCAL);
    free_inside_and_go();
    CHECK(dlclose(library) == 0);
  }
  use_two_copies(argv[1]);
  step("two copies in one process");
  test_bus_end(&bus);
  return 0;
}

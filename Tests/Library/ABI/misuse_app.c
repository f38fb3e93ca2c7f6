/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks every documented error of the functions of an app: the status, a text, unchanged outputs, no side effect. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "misuse.h"

#define UNTOUCHED ((nowplaying_app *)&destroyed)

static int destroyed;

static void count_destroy(void *user_data) { destroyed++; }

static nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;

/* Checks that wrong options are refused: an error, no app, and no call of `destroy`. */
static void refuse(const nowplaying_app_options *options) {
  nowplaying_app *app = UNTOUCHED;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_new(options, &callbacks, &app));
  CHECK(app == UNTOUCHED);
  CHECK_EQUAL(destroyed, 0);
}

#define REFUSE_WITH(change) \
  do { \
    nowplaying_app_options wrong = NOWPLAYING_APP_OPTIONS_INIT; \
    wrong.application_id = "misuse"; \
    wrong.change; \
    refuse(&wrong); \
  } while (0)

static void new_refuses_wrong_options(void) {
  step("nowplaying_app_new refuses wrong options");
  refuse(NULL);
  nowplaying_app_options good = NOWPLAYING_APP_OPTIONS_INIT;
  good.application_id = "misuse";
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_new(&good, &callbacks, NULL));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_new(&good, &callbacks, (nowplaying_app **)((char *)&good + 1)));
  CHECK_EQUAL(destroyed, 0);
  refuse((nowplaying_app_options *)((char *)&good + 1));
  step("nowplaying_app_new refuses a track_path_prefix that is no object path, or is reserved");
  REFUSE_WITH(track_path_prefix = "/");
  REFUSE_WITH(track_path_prefix = "org/example");
  REFUSE_WITH(track_path_prefix = "/org//example");
  REFUSE_WITH(track_path_prefix = "/org/example/");
  REFUSE_WITH(track_path_prefix = "/org/exam-ple");
  REFUSE_WITH(track_path_prefix = "/org/mpris");
  REFUSE_WITH(track_path_prefix = "/org/nowplaying");
  REFUSE_WITH(track_path_prefix = "/org/nowplaying/track/1");
  REFUSE_WITH(track_path_prefix = "/org/mpris/MediaPlayer2/TrackList");
  step("nowplaying_app_new refuses a bus_name that is none");
  REFUSE_WITH(bus_name = ".");
  REFUSE_WITH(bus_name = "org.");
  REFUSE_WITH(bus_name = ".Music");
  REFUSE_WITH(bus_name = "org..Music");
  REFUSE_WITH(bus_name = "org.2Music");
  REFUSE_WITH(bus_name = "org gnome");
  REFUSE_WITH(bus_name = "org/gnome");
  REFUSE_WITH(bus_name = "m\xc3\xbcsic");
  char long_name[102];
  memset(long_name, 'a', sizeof long_name);
  long_name[101] = 0;
  REFUSE_WITH(bus_name = long_name);
  REFUSE_WITH(application_id = NULL);
  REFUSE_WITH(application_id = "");
  REFUSE_WITH(struct_size = 0);
  REFUSE_WITH(struct_size = 1);
  REFUSE_WITH(struct_size = SIZE_MAX);
  REFUSE_WITH(loop = NOWPLAYING_LOOP_WAKEUP); /* Without the callback. */
  REFUSE_WITH(loop = 3);
  REFUSE_WITH(loop = -1);
  REFUSE_WITH(flags = 1u << 31);
  REFUSE_WITH(uri_scheme_count = 1);
  REFUSE_WITH(mime_type_count = 1);

  const char *many[NOWPLAYING_MAX_MIME_TYPES + 1];
  for (int i = 0; i <= NOWPLAYING_MAX_MIME_TYPES; i++) many[i] = "x";
  nowplaying_app_options wrong = good;
  wrong.uri_schemes = many;
  wrong.uri_scheme_count = NOWPLAYING_MAX_URI_SCHEMES + 1;
  refuse(&wrong);
  wrong = good;
  wrong.mime_types = many;
  wrong.mime_type_count = NOWPLAYING_MAX_MIME_TYPES + 1;
  refuse(&wrong);

  step("and takes as many URI schemes and MIME types as the header says");
  nowplaying_app_options full = good;
  full.uri_schemes = full.mime_types = many;
  full.uri_scheme_count = NOWPLAYING_MAX_URI_SCHEMES;
  full.mime_type_count = NOWPLAYING_MAX_MIME_TYPES;
  nowplaying_app *app = NULL;
  CHECK_OK(nowplaying_app_new(&full, NULL, &app));
  nowplaying_app_free(app);
}

static void new_refuses_wrong_callbacks(void) {
  step("nowplaying_app_new refuses callbacks of an impossible size");
  nowplaying_app_options good = NOWPLAYING_APP_OPTIONS_INIT;
  good.application_id = "misuse";
  nowplaying_app *app = UNTOUCHED;
  const size_t impossible[] = {0, 1, sizeof(size_t) - 1, SIZE_MAX};
  for (int i = 0; i < 4; i++) {
    nowplaying_app_callbacks wrong = callbacks;
    wrong.struct_size = impossible[i];
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_new(&good, &wrong, &app));
  }
  CHECK_ERROR(INVALID_ARGUMENT,
              nowplaying_app_new(&good, (nowplaying_app_callbacks *)((char *)&callbacks + 1), &app));
  CHECK(app == UNTOUCHED);
  CHECK_EQUAL(destroyed, 0);
}

static void new_refuses_wrong_descriptors(void) {
  step("nowplaying_app_new refuses a bus_fd that is no connected stream socket, and leaves it open");
  REFUSE_WITH(bus_fd = 999);
  CHECK(strstr(nowplaying_last_error(), "use the _INIT macro")); /* Of options that were zeroed it is 0. */
  REFUSE_WITH(bus_fd = -2);
  int file = open("/dev/null", O_RDWR | O_CLOEXEC);
  REFUSE_WITH(bus_fd = file);
  CHECK(fcntl(file, F_GETFD) >= 0);
  close(file);
  int socket_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  REFUSE_WITH(bus_fd = socket_fd);
  CHECK(fcntl(socket_fd, F_GETFD) >= 0);
  close(socket_fd);
}

static int descriptors(void) {
  DIR *listing = opendir("/proc/self/fd");
  CHECK(listing);
  int count = 0;
  while (readdir(listing)) count++;
  closedir(listing);
  return count;
}

static void on_wakeup(nowplaying_app *app, void *user_data) { (void)app, (void)user_data; }

static void new_without_a_thread(nowplaying_loop_mode loop) {
  step("nowplaying_app_new without a thread leaves nothing behind");
  pthread_attr_t usual, huge;
  CHECK(pthread_getattr_default_np(&usual) == 0);
  CHECK(pthread_attr_init(&huge) == 0);
  /* New threads get a stack larger than the address space, so that none can be made. */
  /* musl refuses such a size: this cannot be tested there. */
  if (pthread_attr_setstacksize(&huge, SIZE_MAX / 4 * 3 & ~(size_t)0xFFFF) != 0) return;
  CHECK(pthread_setattr_default_np(&huge) == 0);
  nowplaying_app_options good = NOWPLAYING_APP_OPTIONS_INIT;
  good.application_id = "misuse";
  good.loop = loop;
  nowplaying_app_callbacks waking = callbacks;
  waking.wakeup = on_wakeup;
  nowplaying_app *app = UNTOUCHED;
  int before = descriptors();
  CHECK_ERROR(SYSTEM, nowplaying_app_new(&good, &waking, &app));
  CHECK(app == UNTOUCHED);
  CHECK_EQUAL(descriptors(), before);
  CHECK_EQUAL(destroyed, 0);
  CHECK(pthread_setattr_default_np(&usual) == 0);
  pthread_attr_destroy(&usual);
  pthread_attr_destroy(&huge);
}

/* Protected by the state lock. */
static sigset_t mask;
static int mask_known;

static void note_mask(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  STATE(pthread_sigmask(SIG_SETMASK, NULL, &mask); mask_known = 1);
}

static void only_faults_reach_the_thread(void) {
  step("the library's thread blocks all signals but those of a fault");
  nowplaying_app_callbacks logging = NOWPLAYING_APP_CALLBACKS_INIT;
  logging.log = note_mask;
  test_app host;
  nowplaying_session *session = NULL;
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, &logging);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_session_set_volume(session, 1.0 / 0.0)); /* The refusal is logged. */
  WAIT_FOR(mask_known);
  const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGABRT};
  for (int i = 0; i < 7; i++) CHECK(!sigismember(&mask, faults[i]));
  const int others[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGRTMIN};
  for (int i = 0; i < 9; i++) CHECK(sigismember(&mask, others[i]));
  nowplaying_session_free(session);
  test_app_end(&host);
}

static void handles_are_checked(void) {
  step("every function of an app checks its handle and its output");
  test_app host;
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  nowplaying_session *session = NULL;
  nowplaying_content *content = test_content(NULL, "Title", NULL);
  CHECK_OK(nowplaying_session_new(host.app, NULL, NULL, &session));
  bad_handles bad = bad_handles_make(host.app, session, content, NULL);

  int32_t number = -77;
  REFUSED(bad, nowplaying_app, app, nowplaying_app_get_fd(app, &number));
  REFUSED(bad, nowplaying_app, app, nowplaying_app_dispatch(app));
  REFUSED(bad, nowplaying_app, app, nowplaying_app_get_bus_state(app, &number));
  CHECK_ERROR(INVALID_STATE, nowplaying_app_get_fd(host.app, &number));
  CHECK_ERROR(INVALID_STATE, nowplaying_app_dispatch(host.app));
  char name[NOWPLAYING_MAX_BUS_NAME_BYTES + 1] = {77};
  REFUSED(bad, nowplaying_app, app, nowplaying_app_get_bus_name(app, name, sizeof name));
  REFUSED(bad, nowplaying_app, app, nowplaying_app_set_display_name(app, "Name"));
  REFUSED(bad, nowplaying_app, app, nowplaying_app_set_fullscreen(app, 1));
  REFUSED(bad, nowplaying_app, app, nowplaying_app_set_playlists(app, NULL, 0));
  REFUSED(bad, nowplaying_app, app, nowplaying_app_set_active_playlist(app, "a"));
  test_expect_client_bugs(1);
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_get_fd(host.app, NULL));
  test_await_client_bug("client bug: nowplaying_app_get_fd: ret_fd is NULL");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_get_bus_state(host.app, NULL));
  test_await_client_bug("client bug: nowplaying_app_get_bus_state: ret_state is NULL");
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_get_bus_name(host.app, NULL, sizeof name));
  test_await_client_bug("client bug: nowplaying_app_get_bus_name: ret_name is NULL");
  test_expect_client_bugs(0);
  CHECK_ERROR(TOO_LARGE, nowplaying_app_get_bus_name(host.app, name, 0));
  CHECK_EQUAL(name[0], 77);
  CHECK_OK(nowplaying_app_get_bus_name(host.app, name, 1)); /* There is no bus, so the name is empty. */
  CHECK_TEXT(name, "");
  CHECK_OK(nowplaying_app_set_display_name(host.app, NULL));
  CHECK_OK(nowplaying_app_set_display_name(host.app, "\xff"));
  CHECK_EQUAL(number, -77);
  CHECK_OK(nowplaying_app_get_bus_state(host.app, &number));
  CHECK(number >= NOWPLAYING_BUS_NONE && number <= NOWPLAYING_BUS_PUBLISHED);

  nowplaying_session *untouched = session;
  REFUSED(bad, nowplaying_app, app, nowplaying_session_new(app, NULL, NULL, &untouched));
  CHECK(untouched == session);
  for (int i = 0; i < bad.count; i++) nowplaying_app_free(bad.handles[i]);
  CHECK_OK(nowplaying_session_commit(session)); /* The frees with wrong handles freed nothing. */

  nowplaying_content_free(content);
  nowplaying_session_free(session);
  test_app_end(&host);
}

static void playlists_are_checked(void) {
  step("nowplaying_app_set_playlists checks each playlist");
  test_expect_client_bugs(1);
  test_app host;
  test_app_start(&host, NULL, NOWPLAYING_LOOP_THREAD, NULL, NULL);
  nowplaying_playlist two[2] = {NOWPLAYING_PLAYLIST_INIT, NOWPLAYING_PLAYLIST_INIT};
  two[0].id = "a", two[1].id = "b";
  two[0].name = two[1].name = "Name";
  CHECK_OK(nowplaying_app_set_playlists(host.app, NULL, 0));
  CHECK_OK(nowplaying_app_set_playlists(host.app, two, 0));
  CHECK_OK(nowplaying_app_set_playlists(host.app, two, 2));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_set_playlists(host.app, NULL, 1));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_set_playlists(host.app, (nowplaying_playlist *)((char *)two + 1), 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_app_set_playlists(host.app, two, NOWPLAYING_MAX_PLAYLISTS + 1));
  CHECK_ERROR(TOO_LARGE, nowplaying_app_set_playlists(host.app, two, SIZE_MAX));
  const size_t impossible[] = {0, 1, sizeof(size_t), sizeof *two - 8, 4097, SIZE_MAX};
  for (int i = 0; i < 6; i++) {
    two[0].struct_size = impossible[i];
    CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_set_playlists(host.app, two, 1));
  }
  two[0].struct_size = sizeof *two;
  two[1].id = "a";
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_set_playlists(host.app, two, 2));
  CHECK(strstr(nowplaying_last_error(), "two playlists have the same id (index 1)"));
  two[1].id = "";
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_set_playlists(host.app, two, 2));
  two[1].id = "b", two[1].name = NULL;
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_set_playlists(host.app, two, 2));
  CHECK(strstr(nowplaying_last_error(), "a playlist has no id or no name (index 1)"));
  CHECK_OK(nowplaying_app_set_active_playlist(host.app, "not there"));
  CHECK_OK(nowplaying_app_set_active_playlist(host.app, NULL));
  test_app_end(&host);
}

static void fd_loop_is_checked(void) {
  step("nowplaying_app_get_fd checks its output and always tells the same");
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "misuse";
  options.bus_address = "unix:path=/nonexistent/bus";
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_app *app = NULL;
  CHECK_OK(nowplaying_app_new(&options, &callbacks, &app));
  CHECK_ERROR(INVALID_ARGUMENT, nowplaying_app_get_fd(app, NULL));
  int32_t fd = -1, again = -2;
  CHECK_OK(nowplaying_app_get_fd(app, &fd));
  CHECK_OK(nowplaying_app_dispatch(app));
  CHECK_OK(nowplaying_app_get_fd(app, &again));
  CHECK(fd >= 0 && fd == again);
  CHECK((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
  nowplaying_app_free(app);
  CHECK_EQUAL(destroyed, 1);
  CHECK(fcntl(fd, F_GETFD) < 0);
}

int main(void) {
  callbacks.destroy = count_destroy;
  test_expect_client_bugs(1);
  new_refuses_wrong_options();
  new_refuses_wrong_callbacks();
  new_refuses_wrong_descriptors();
  new_without_a_thread(NOWPLAYING_LOOP_THREAD);
  new_without_a_thread(NOWPLAYING_LOOP_WAKEUP);
  only_faults_reach_the_thread();
  handles_are_checked();
  fd_loop_is_checked();
  playlists_are_checked();
  nowplaying_app_free(NULL);
  return 0;
}

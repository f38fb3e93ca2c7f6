/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Calls every function of surface.h like harness.c, on a private bus with the reference player, an app with an empty
 * session, and a player of MPRIS: each function must succeed, and fail with each error that its comment names, and with
 * no other. The players are in a random state at each call.
 * usage: harness-surface [CALLS [SEED]] */
#include "surface.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../Lab/C/app.h"
#include "../Surface/host.h"

enum { MAX_TRIES = 1000, MOST_SESSIONS = 64, EVERY = 20000, LONGEST_S = 60 };

/* Allows few surfaces only, since sessions of other surfaces count as gone. */
pool pools[POOLS] = {[SURFACES] = {.limit = 2}, [SURFACE_SESSIONS] = {.limit = 40}};
const int header_names_errors = 1;

static long answers_owed, next_ordeal;
static test_bus bus;
static test_player plain;
static test_app idle;
static pid_t reference;
static int may_open = 1, is_calm; /* No calls in callbacks. */

/* -------------------------------------------------------------------------------------------------- Calls -------- */

int call_is_wanted(const function_entry *entry, int frees) {
  if (is_calm) return 0;
  int is_new = !strcmp(entry->name, "nowplaying_surface_new"), is_ref = strstr(entry->name, "session_ref") != NULL;
  int many = pools[SURFACE_SESSIONS].count > pools[SURFACE_SESSIONS].limit / 2;
  if (is_new) return pools[SURFACES].count < pools[SURFACES].limit && random_once_in(8);
  if (is_ref || strstr(entry->name, "get_sessions")) return !many;
  /* The reference player ends when it is told to quit, and must be restarted. */
  if (strstr(entry->name, "_quit")) return surface_freed_here() || random_once_in(1000);
  return !frees || random_once_in(entry->returns != RETURNS_VOID ? (many ? 1 : 8) : inside_callback() ? 20 : 400);
}

/* Makes the next opening of a descriptor fail, or lifts this limit. */
static void limit_descriptors(int is_limited) {
  struct rlimit limit;
  int next = is_limited ? fcntl(0, F_DUPFD_CLOEXEC, 0) : -1;
  if (is_limited) close(next);
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = is_limited ? (rlim_t)next : limit.rlim_max;
  CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
}

void call_begins(const function_entry *entry, const argument *arguments) {
  if (entry->returns == RETURNS_VOID) surface_note_free(arguments[0].pointer);
  may_open = strcmp(entry->name, "nowplaying_surface_new") || !random_once_in(3);
  if (!may_open) limit_descriptors(1);
}

void call_ended(const function_entry *entry, const argument *arguments, int success) {
  if (!may_open) limit_descriptors(0);
  may_open = 1;
  for (int i = 0; success && i < entry->parameter_count; i++) {
    if (entry->parameters[i] == DONE) answers_owed += arguments[i].pointer != NULL;
    if (entry->parameters[i] == SURFACE_CALLBACKS) surface_note_created(arguments[i].pointer);
    if (entry->parameters[i] != RET_SURFACE_SESSION || !arguments[i].pointer) continue;
    size_t count = arguments[i + 1].count, all = *(size_t *)arguments[i + 2].pointer;
    void **given = arguments[i].pointer;
    for (size_t j = 0; j < count && j < all; j++) {
      if (pools[SURFACE_SESSIONS].count < pools[SURFACE_SESSIONS].limit) pool_add(SURFACE_SESSIONS, given[j]);
      else nowplaying_surface_session_unref(given[j]);
    }
  }
}

static void dispatch_all(int wait_ms) {
  struct pollfd fds[8];
  nfds_t count = 0;
  for (int i = 0; i < pools[SURFACES].count; i++) {
    nowplaying_surface *surface = pools[SURFACES].handles[i];
    nowplaying_status status = nowplaying_surface_dispatch(surface);
    CHECK(status == NOWPLAYING_OK || status == NOWPLAYING_ERROR_INVALID_STATE);
    int32_t fd = -1;
    if (i < pools[SURFACES].count && pools[SURFACES].handles[i] == (void *)surface &&
        nowplaying_surface_get_fd(surface, &fd) == NOWPLAYING_OK)
      fds[count++] = (struct pollfd){.fd = fd, .events = POLLIN};
  }
  if (wait_ms) poll(fds, count, wait_ms);
}

static void start_reference_player(void) {
  pid_t parent = getpid();
  reference = fork();
  CHECK(reference >= 0);
  if (reference) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  execl(REFERENCE_PLAYER, "trial-player", NULL);
  _exit(1);
}

static void end_reference_player(void) {
  kill(reference, SIGKILL);
  waitpid(reference, NULL, 0);
}

/* Restarts the reference player, which ends when it is asked to quit. */
static void keep_reference_player(void) {
  if (waitpid(reference, NULL, WNOHANG) == reference) start_reference_player();
}

/* ------------------------------------------------------------------------------------------------ Ordeals -------- */

/* While an ordeal runs, the pools have one surface and one session, which all calls then use. The former pools are kept
 * here. */
typedef struct alone {
  pool surfaces, sessions;
  nowplaying_surface *surface;
} alone;

static void begin_alone(alone *with, const char *display_name, const char *session_id) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_session *all[MOST_SESSIONS], *found = NULL;
  struct pollfd fd = {.events = POLLIN};
  options.loop = NOWPLAYING_LOOP_FD;
  is_calm = 1;
  long since_s = state_now_s();
  SURFACE_OK(nowplaying_surface_new(&options, NULL, &with->surface));
  SURFACE_OK(nowplaying_surface_get_fd(with->surface, &fd.fd));
  while (!found) {
    size_t count = 0;
    keep_reference_player();
    CHECK(poll(&fd, 1, 100) >= 0 && state_now_s() < since_s + LONGEST_S);
    SURFACE_OK(nowplaying_surface_dispatch(with->surface));
    SURFACE_OK(nowplaying_surface_get_sessions(with->surface, all, MOST_SESSIONS, &count));
    for (size_t i = 0; i < count; i++) {
      nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
      SURFACE_OK(nowplaying_surface_session_get_info(all[i], &info));
      /* Device names are part of a remote session's name. */
      int is_named = !strncmp(info.display_name, display_name, strlen(display_name));
      if (!found && is_named && !strcmp(info.session_id, session_id)) found = all[i];
      else nowplaying_surface_session_unref(all[i]);
    }
  }
  with->surfaces = pools[SURFACES], with->sessions = pools[SURFACE_SESSIONS];
  pools[SURFACES].handles[0] = with->surface, pools[SURFACES].count = 1;
  pools[SURFACE_SESSIONS].handles[0] = found, pools[SURFACE_SESSIONS].count = 1;
}

static void end_alone(alone *with) {
  CHECK(pools[SURFACES].count == 1 && pools[SURFACE_SESSIONS].count == 1);
  nowplaying_surface_session_unref(pools[SURFACE_SESSIONS].handles[0]);
  nowplaying_surface_free(with->surface);
  pools[SURFACES] = with->surfaces, pools[SURFACE_SESSIONS] = with->sessions;
  is_calm = 0;
}

static void fail_with(int function, nowplaying_status error) {
  int tries = 0;
  while (call_by_chance(function) != error)
    if (tries++ == MAX_TRIES)
      check_failed(__FILE__, __LINE__, "%s does not fail with %d", functions[function].name, error);
}

static int begins_action(const function_entry *entry) {
  for (int i = 0; i < entry->parameter_count; i++)
    if (entry->parameters[i] == DONE) return 1;
  return 0;
}

/* Begins as many actions as can be pending, and checks that a further one fails with BUSY. */
static void crowd(void) {
  alone with;
  nowplaying_command_event next = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  begin_alone(&with, plain.name, "");
  nowplaying_surface_session *session = pools[SURFACE_SESSIONS].handles[0];
  STATE(plain.is_silent = 1);
  for (int i = 0; i < NOWPLAYING_SURFACE_MAX_ACTIONS; i++)
    SURFACE_OK(nowplaying_surface_send_command(with.surface, session, &next, NULL, NULL, NULL));
  for (int i = 0; i < function_count; i++)
    if (begins_action(&functions[i])) fail_with(i, NOWPLAYING_ERROR_BUSY);
  end_alone(&with);
  STATE(plain.is_silent = 0);
}

/* Changes volumes of devices by steps until a step has succeeded, which takes the devices some time. */
static void step_devices(void) {
  alone with;
  int step = 0;
  while (!strstr(functions[step].name, "step_volume")) step++;
  begin_alone(&with, "Trial Player", "kitchen");
  for (long since_s = state_now_s(); !outcomes_of(step, NOWPLAYING_OK);) {
    CHECK(state_now_s() < since_s + LONGEST_S);
    call_by_chance(step);
    dispatch_all(10);
  }
  end_alone(&with);
}

/* Calls functions in a forked child. */
static void fork_away(void) {
  alone with;
  int status = 0;
  begin_alone(&with, plain.name, "");
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(60); /* A hang kills the child, and the parent sees it. */
    for (int i = 0; i < function_count; i++)
      if (functions[i].errors & 1u << -NOWPLAYING_ERROR_FORKED) fail_with(i, NOWPLAYING_ERROR_FORKED);
    nowplaying_surface_free(with.surface);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  if (!WIFEXITED(status) || WEXITSTATUS(status)) check_failed(__FILE__, __LINE__, "the child ended by %x", status);
  for (int i = 0; i < function_count; i++)
    if (functions[i].errors & 1u << -NOWPLAYING_ERROR_FORKED) call_note_failure(i, NOWPLAYING_ERROR_FORKED);
  end_alone(&with);
}

/* ---------------------------------------------------------------------------------------------------- Run -------- */

/* Returns a function that begins an action and whose action has never succeeded, except those that quit a player; NULL
 * when there is none. */
static const char *missing_outcome(void) {
  for (int i = 0; i < function_count; i++)
    if (begins_action(&functions[i]) && !strstr(functions[i].name, "_quit") && !outcomes_of(i, NOWPLAYING_OK))
      return functions[i].name;
  return NULL;
}

/* Returns the errors that cannot occur: get_sessions fails with SYSTEM only when memory is missing, and then Swift ends
 * the program first. */
static uint32_t is_no_memory(const function_entry *entry) {
  return strstr(entry->name, "get_sessions") ? 1u << -NOWPLAYING_ERROR_SYSTEM : 0;
}

static const char *missing(void) {
  const char *function = calls_missing(), *error = calls_missing_error(is_no_memory);
  return function ? function : error ? error : missing_outcome();
}

static nowplaying_status on_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri,
                                     const char *path, void *user_data) {
  return NOWPLAYING_OK;
}
static nowplaying_status on_request(nowplaying_app *app, nowplaying_request *request, const char *what,
                                    void *user_data) {
  return NOWPLAYING_OK;
}
static nowplaying_status on_entry(nowplaying_session *session, nowplaying_request *request, const char *entry_id,
                                  void *user_data) {
  return NOWPLAYING_OK;
}
static nowplaying_status on_addition(nowplaying_session *session, nowplaying_request *request, const char *uri,
                                     const char *after_id, int32_t play, void *user_data) {
  return NOWPLAYING_OK;
}

static nowplaying_status on_track(nowplaying_session *session, nowplaying_request *request,
                                  nowplaying_track_kind kind, const char *track, void *user_data) {
  return NOWPLAYING_OK;
}

/* Publishes an item of which there is something to read by each function: a chapter with a picture, lyrics with times,
 * an integer (the track's number) and a floating-point number (the rating). */
static void publish_item(nowplaying_session *session) {
  nowplaying_content *content = test_content("first", "Title", NULL);
  nowplaying_chapter chapter = NOWPLAYING_CHAPTER_INIT;
  chapter.title = "Chapter", chapter.artwork_id = "picture";
  CHECK_OK(nowplaying_content_set_chapters(content, &chapter, 1));
  CHECK_OK(nowplaying_content_set_text(content, NOWPLAYING_FIELD_LYRICS, "[00:01.00]A line\n[00:02.00]Another"));
  CHECK_OK(nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, 3));
  CHECK_OK(nowplaying_content_set_number(content, NOWPLAYING_FIELD_USER_RATING, 0.5));
  CHECK_OK(nowplaying_session_provide_artwork_data(session, "picture", test_png, test_png_size));
  CHECK_OK(nowplaying_session_set_content(session, content));
  CHECK_OK(nowplaying_session_commit(session));
  nowplaying_content_free(content);
}

/* Publishes a session with a queue and a track, and an app with playlists. */
static void publish_lists(nowplaying_session **ret_session) {
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  nowplaying_playlist playlist = NOWPLAYING_PLAYLIST_INIT;
  nowplaying_content *entry = test_content("first", "First", NULL);
  callbacks.queue_go_to = callbacks.queue_remove = on_entry;
  callbacks.queue_add = on_addition;
  callbacks.select_track = on_track;
  CHECK_OK(nowplaying_session_new(idle.app, "shown", &callbacks, ret_session));
  CHECK_OK(nowplaying_session_set_queue(*ret_session, (const nowplaying_content *const *)&entry, 1));
  nowplaying_content_free(entry);
  nowplaying_track track = NOWPLAYING_TRACK_INIT(NOWPLAYING_TRACK_AUDIO);
  track.id = "tv"; /* among the texts that the calls give */
  CHECK_OK(nowplaying_session_set_tracks(*ret_session, &track, 1));
  playlist.id = "a", playlist.name = "Evening";
  CHECK_OK(nowplaying_app_set_playlists(idle.app, &playlist, 1));
}

/* Reads an element that some session has. A random call hardly ever has this session, the place of the element, and a
 * bad result. */
static void read_something(void) {
  static const struct {
    const char *function;
    argument place;
    argument_sort result;
  } reads[] = {
    {"nowplaying_surface_session_get_integer", {.int32 = NOWPLAYING_FIELD_TRACK_NUMBER}, RET_INT64},
    {"nowplaying_surface_session_get_number", {.int32 = NOWPLAYING_FIELD_USER_RATING}, RET_DOUBLE},
    {"nowplaying_surface_session_get_queue_entry", {.count = 0}, RET_QUEUE_ENTRY},
    {"nowplaying_surface_session_get_playlist", {.count = 0}, RET_PLAYLIST},
  };
  const pool *sessions = &pools[SURFACE_SESSIONS];
  if (!sessions->count) return;
  int read = random_below(4);
  size_t mark = values_mark();
  argument arguments[] = {{.pointer = sessions->handles[random_below(sessions->count)]},
                          reads[read].place,
                          value_make(reads[read].result, NULL, 0)};
  call_function(reads[read].function, arguments);
  values_release(mark);
}

static void release_everything(void) {
  while (pools[SURFACES].count) nowplaying_surface_free(pools[SURFACES].handles[--pools[SURFACES].count]);
  while (pools[SURFACE_SESSIONS].count)
    nowplaying_surface_session_unref(pools[SURFACE_SESSIONS].handles[--pools[SURFACE_SESSIONS].count]);
  CHECK_EQUAL(destroys_owed(), 0);
  CHECK_EQUAL(answers_come(), answers_owed);
}

static void report(void) {
  calls_report();
  for (int i = 0; i < function_count; i++)
    if (begins_action(&functions[i]))
      printf("%-46s %7ld done %7ld failed by the player\n", functions[i].name, outcomes_of(i, NOWPLAYING_OK),
             outcomes_of(i, NOWPLAYING_ERROR_COMMAND_FAILED));
  calls_check_all(missing);
  printf("%ld calls, %d callbacks, %ld answers, no crash\n", calls_made(), callbacks_called(), answers_come());
}

int main(int argc, char **argv) {
  calls_read_arguments(argc, argv);
  test_bus_start(&bus);
  values_prepare(bus.address);
  test_player_start(&plain, &bus, "plain");
  start_reference_player();
  nowplaying_session *shown = NULL, *empty = NULL;
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.open_uri = on_open_uri;
  callbacks.activate_playlist = on_request;
  static const char *const schemes[] = {"file"};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.uri_schemes = schemes, options.uri_scheme_count = 1;
  test_app_start(&idle, &bus, NOWPLAYING_LOOP_THREAD, &options, &callbacks);
  publish_lists(&shown);
  CHECK_OK(nowplaying_session_new(idle.app, "empty", NULL, &empty));
  test_session_publish(shown, "Title");
  publish_item(shown);
  controlled_thread = 1;
  calls_prepare();
  while (calls_go_on(missing)) {
    call_something();
    if (random_once_in(5)) dispatch_all(random_once_in(20));
    if (random_once_in(20)) read_something();
    keep_reference_player();
    if (calls_made() < next_ordeal) continue;
    next_ordeal = calls_made() + EVERY;
    /* A stop ends the reference player's session with devices for good; only a new player has this session again. */
    end_reference_player();
    start_reference_player();
    crowd();
    step_devices();
    fork_away();
  }
  release_everything();
  report();
  end_reference_player();
  nowplaying_session_free(empty);
  nowplaying_session_free(shown);
  test_app_end(&idle);
  test_player_end(&plain);
  test_bus_end(&bus);
  return 0;
}

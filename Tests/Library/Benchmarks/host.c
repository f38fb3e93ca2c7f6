/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Measures the costs of the library in the player's own process. The library and a bare sd-bus server are in one
 * process, and run batch by batch in turn.
 *
 * usage: host cost     BARE_NAME NAME ROUNDS         an emission, a new track, an unchanged session
 *        host lone     BARE_NAME NAME ROUNDS         an emission and a new track, while everything sleeps
 *        host sessions NAME NAME ROUNDS              memory of each of 1,000 sessions; commits with 1 and with 1,000
 *        host blocked  NAME NAME BUS_PID             the slowest change of track while nobody serves the bus
 *        host flood    NAME COUNT                    COUNT changes of track without a pause
 *        host queue    NAME ROUNDS                   sets of a queue of 10,000 rows, 100 of them moved
 * Starts to measure at a byte on standard input. Output: lines "ROW LABEL ROUND VALUE"; VALUE is in nanoseconds except
 * for sessions' `bytes`, blocked's `switches` and flood's `before` and `after` (bytes).
 */
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/resource.h>

#include "bare.h"
#include "published.h"
#include "server.h"

#define BATCH 50
#define CHEAP_BATCH 500
#define SESSIONS 1000
#define BLOCKED_COMMITS 10000
#define ROWS 10000
#define PACE_NS INT64_C(70000000)

static bare bare_server;
static published one, many;

static void print_value(const char *row, const char *label, int round, int64_t value) {
  printf("%s %s %d %lld\n", row, label, round, (long long)value);
}

/** Runs the library until `load` has seen it published and `run` sends "go". */
static void serve_until_byte(published *self) {
  struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {-1, POLLIN, 0}};
  nowplaying_app_get_fd(self->app, &fds[1].fd);
  while (!fds[0].revents) {
    poll(fds, 2, -1);
    if (fds[1].revents) nowplaying_app_dispatch(self->app);
  }
  control_read();
}

/** Returns the bytes of anonymous memory of this process. */
static int64_t anonymous_bytes(void) {
  char line[256];
  long kib = -1;
  FILE *file = fopen("/proc/self/smaps_rollup", "r");
  while (file && fgets(line, sizeof line, file) && sscanf(line, "Anonymous: %ld", &kib) != 1) { }
  if (file) fclose(file);
  if (kib < 0) check(-1, "reading /proc/self/smaps_rollup");
  return kib * 1024;
}

/** Waits, outside of any measurement, until the bus has taken all that the bare server emitted. */
static void drain(void) {
  check(sd_bus_call_method(bare_server.bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                           "GetId", NULL, NULL, NULL),
        "asking the bus");
  while (check(sd_bus_process(bare_server.bus, NULL), "sd_bus_process") > 0) { }
}

/* ----------------------------------------------------------------------------------------------- Cost ------------ */

static void emit(void) {
  bare_next(&bare_server);
  check(bare_emit_metadata(&bare_server), "emitting");
}

/** Shows a new track: a content set field by field, a snapshot, a commit. */
static void new_track(void) {
  published_next(&one);
  published_commit(&one);
}

/** Stages the same state again, like a player that does so at every turn of its loop. */
static void same_state(void) {
  published_stage_time(one.session, &one.time);
  nowplaying_session_set_volume(one.session, 1.0);
  published_commit(&one);
}

static void commit_only(void) { published_commit(&one); }

static void many_new_track(void) {
  published_next(&many);
  published_commit(&many);
}

/** Returns the nanoseconds per call in a batch. */
static int64_t batch(void (*step)(void), int count) {
  int64_t start = now_ns();
  for (int i = 0; i < count; i++) step();
  return (now_ns() - start) / count;
}

static void cost(int rounds) {
  for (int round = 0; round < rounds; round++) {
    print_value("cost", "emit", round, batch(emit, BATCH));
    drain();
    print_value("cost", "new", round, batch(new_track, BATCH));
    print_value("cost", "same", round, batch(same_state, CHEAP_BATCH));
    print_value("cost", "unchanged", round, batch(commit_only, CHEAP_BATCH));
  }
}

static void lone(int rounds) {
  int64_t next = now_ns();
  for (int round = 0; round < rounds; round++) {
    sleep_until(next += PACE_NS / 2); /* sleeps: paces the changes */
    print_value("lone", "emit", round, batch(emit, 1));
    drain();
    sleep_until(next += PACE_NS / 2); /* sleeps: paces the changes */
    print_value("lone", "new", round, batch(new_track, 1));
  }
}

/* ------------------------------------------------------------------------------------------- Sessions ------------ */

static void sessions(int rounds) {
  static nowplaying_session *others[SESSIONS];
  char id[32];
  int64_t before = anonymous_bytes();
  for (int i = 0; i < SESSIONS; i++) {
    snprintf(id, sizeof id, "session %d", i);
    others[i] = published_session(&many, id);
  }
  print_value("sessions", "bytes", 0, (anonymous_bytes() - before) / SESSIONS);
  for (int round = 0; round < rounds; round++) {
    print_value("sessions", "one", round, batch(new_track, BATCH));
    print_value("sessions", "many", round, batch(many_new_track, BATCH));
  }
  for (int i = 0; i < SESSIONS; i++) nowplaying_session_free(others[i]);
}

/* -------------------------------------------------------------------------------------------- Blocked ------------ */

static sem_t entered, released;

static void block(void *user_data) {
  sem_post(&entered);
  while (sem_wait(&released)) { }
}

/** Changes tracks; prints the slowest change, and how often this thread had to wait. A change does not count if the
 * scheduler preempted the thread, and the thread itself did not wait. */
static void print_slowest(const char *label, published *self) {
  struct rusage first, before, after;
  int64_t slowest = 0;
  getrusage(RUSAGE_THREAD, &first);
  before = first;
  for (int i = 0; i < BLOCKED_COMMITS; i++) {
    int64_t start = now_ns();
    published_next(self);
    published_commit(self);
    int64_t taken = now_ns() - start;
    getrusage(RUSAGE_THREAD, &after);
    bool preempted = after.ru_nivcsw > before.ru_nivcsw, waited = after.ru_nvcsw > before.ru_nvcsw;
    if (taken > slowest && (waited || !preempted)) slowest = taken;
    before = after;
  }
  print_value("blocked", label, 0, slowest);
  print_value("switches", label, 0, after.ru_nvcsw - first.ru_nvcsw);
}

/** Measures the app `one`, which is never dispatched, and the app `many`, which the library dispatches on a thread:
 * first while a callback blocks that thread, then while the bus is stopped. */
static void blocked(const char *name, pid_t bus_pid) {
  print_slowest("undispatched", &one);

  sem_init(&entered, 0, 0);
  sem_init(&released, 0, 0);
  many.on_command = block;
  sd_bus *client;
  check(sd_bus_open_user(&client), "connecting to the bus");
  sd_bus_message *call;
  check(sd_bus_message_new_method_call(client, &call, name, "/org/mpris/MediaPlayer2",
                                       "org.mpris.MediaPlayer2.Player", "PlayPause"), "calling");
  check(sd_bus_message_set_expect_reply(call, 0), "calling");
  check(sd_bus_send(client, call, NULL), "calling");
  check(sd_bus_flush(client), "calling");
  sd_bus_message_unref(call);
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 30;
  while (sem_timedwait(&entered, &until))
    if (errno == ETIMEDOUT) check(-ETIMEDOUT, "waiting for the command callback");
  print_slowest("callback", &many);
  sem_post(&released);

  if (kill(bus_pid, SIGSTOP) < 0) check(-1, "stopping the bus");
  print_slowest("bus", &many);
  kill(bus_pid, SIGCONT);
  sd_bus_flush_close_unref(client);
}

/* ---------------------------------------------------------------------------------------------- Flood ------------ */

static void flood(int count) {
  for (int i = 0; i < BLOCKED_COMMITS; i++) new_track();
  print_value("flood", "before", 0, anonymous_bytes());
  for (int i = 0; i < count; i++) new_track();
  print_value("flood", "after", 0, anonymous_bytes());
  published_stage(one.session, &one.tracks[LAST_TRACK], &one.time);
  published_commit(&one);
  fflush(stdout);
  control_read();
}

/* ---------------------------------------------------------------------------------------------- Queue ------------ */

/** Moves 100 rows of a queue, sets the queue, and prints the time that setting it took. */
static void move_and_set(nowplaying_content **rows, const char *label, int round) {
  for (int i = 0; i < 100; i++) {
    int from = rand() % ROWS, to = rand() % ROWS;
    nowplaying_content *moved = rows[from];
    if (from < to) memmove(rows + from, rows + from + 1, (size_t)(to - from) * sizeof *rows);
    else memmove(rows + to + 1, rows + to, (size_t)(from - to) * sizeof *rows);
    rows[to] = moved;
  }
  int64_t start = now_ns();
  nowplaying_session_set_queue(one.session, (const nowplaying_content *const *)rows, ROWS);
  print_value("queue", label, round, now_ns() - start);
  published_commit(&one);
}

/** Each row of `apart` has an id of its own; in `twice` two rows share each id. */
static void queue(int rounds) {
  static nowplaying_content *apart[ROWS], *twice[ROWS];
  char id[32];
  for (int i = 0; i < ROWS; i++) {
    snprintf(id, sizeof id, "/music/song %d.flac", i);
    check(nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &apart[i]), "making a row");
    twice[i] = apart[i / 2];
  }
  for (int round = 0; round < rounds; round++) {
    nowplaying_session_set_queue(one.session, NULL, 0);
    published_commit(&one);
    for (int set = 0; set < 3; set++) move_and_set(apart, "apart", 3 * round + set);
    nowplaying_session_set_queue(one.session, NULL, 0);
    published_commit(&one);
    for (int set = 0; set < 3; set++) move_and_set(twice, "twice", 3 * round + set);
  }
}

int main(int argc, char **argv) {
  const char *mode = argc > 3 ? argv[1] : "";
  int number = argc > 3 ? atoi(argv[argc - 1]) : 0;
  bool is_cost = strcmp(mode, "cost") == 0, is_lone = strcmp(mode, "lone") == 0, is_flood = strcmp(mode, "flood") == 0;
  bool is_sessions = strcmp(mode, "sessions") == 0, is_blocked = strcmp(mode, "blocked") == 0;
  bool is_queue = strcmp(mode, "queue") == 0, is_single = is_flood || is_queue;
  if (argc != (is_single ? 4 : 5) || !(is_cost || is_lone || is_single || is_sessions || is_blocked)) {
    fprintf(stderr, "usage: host cost|lone|sessions|blocked|flood|queue NAME [NAME] NUMBER, see the head of host.c\n");
    return 2;
  }
  if (is_cost || is_lone) bare_start(&bare_server, argv[2]);
  if (is_sessions || is_blocked) published_start(&many, argv[3], NOWPLAYING_LOOP_THREAD, true);
  const char *name = argv[is_cost || is_lone ? 3 : 2];
  published_start(&one, name, is_blocked ? NOWPLAYING_LOOP_FD : NOWPLAYING_LOOP_THREAD, true);
  serve_until_byte(&one);
  if (is_cost) cost(number);
  else if (is_lone) lone(number);
  else if (is_sessions) sessions(number);
  else if (is_blocked) blocked(argv[3], number);
  else if (is_queue) queue(number);
  else flood(number);
  nowplaying_session_free(many.session);
  nowplaying_session_free(one.session);
  nowplaying_app_free(many.app);
  nowplaying_app_free(one.app);
  return 0;
}

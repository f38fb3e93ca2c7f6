/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The load generator: one client that puts the same load on several servers in turn and prints every single time.
 *
 * usage: load show     KEYS NAME                    waits, and prints the numbers of properties and metadata keys
 *        load repeat   METHOD COUNT NAME            only calls, while somebody counts instructions
 *        load unread   METHOD COUNT NAME            calls, reads no answer, prints "sent", waits
 *        load calls    METHOD ROUNDS BATCH LABEL=NAME...            call round trips
 *        load pipelined METHOD ROUNDS BATCH LABEL=NAME...           a batch of calls at once, the time of one of them
 *        load changes  ROUNDS LABEL=NAME=CONTROL_FD=STAMP_FILE...   change to PropertiesChanged; "-": no stamp
 *        load starts   ROUNDS LABEL=NAME=PROGRAM=ARGUMENT[=ARGUMENT]...  process start to NameOwnerChanged
 *        load flood    NAME                         counts PropertiesChanged up to the last track
 * METHOD is PlayPause, Position or GetAll. Output: lines "ROW LABEL ROUND NANOSECONDS".
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>

#include "server.h"

#define PATH "/org/mpris/MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define MAX_TARGETS 8
/** The pause between two changes of one server: more than the 50 ms for which any server may hold a signal back. */
#define PACE_NS INT64_C(70000000)
/** The pause between two calls while instructions are counted. It is so long that even under callgrind the server has
 * finished one call before the next arrives. */
#define COUNTING_PACE_NS INT64_C(3000000)
/** A server that is silent for so long is broken, and the benchmark ends. */
#define TIMEOUT_US UINT64_C(30000000)

typedef struct target {
  const char *label, *name;
  /** The parts that follow the name in the argument LABEL=NAME=…. */
  char *more[3];
  sd_bus_slot *slot;
  /** When the awaited signal of this server arrived; 0: not yet. */
  int64_t arrived_ns;
} target;

static sd_bus *bus;
static target targets[MAX_TARGETS];
static int target_count;

static void parse_targets(int count, char **words) {
  if (count > MAX_TARGETS) count = MAX_TARGETS;
  for (target_count = 0; target_count < count; target_count++) {
    target *t = &targets[target_count];
    char *rest = words[target_count];
    t->label = strsep(&rest, "=");
    t->name = strsep(&rest, "=");
    for (int i = 0; i < 3; i++) t->more[i] = strsep(&rest, "=");
  }
}

/** Returns the i-th target of a round; each round begins with another one. */
static target *in_turn(int round, int i) { return &targets[(round + i) % target_count]; }

static void print_time(const char *row, const target *t, int round, int64_t ns) {
  printf("%s %s %d %lld\n", row, t->label, round, (long long)ns);
}

/* ---------------------------------------------------------------------------------------------- Calls ------------ */

static sd_bus_message *new_call(const char *name, const char *method) {
  sd_bus_message *call;
  if (strcmp(method, "PlayPause") == 0) {
    check(sd_bus_message_new_method_call(bus, &call, name, PATH, PLAYER, method), method);
  } else if (strcmp(method, "Position") == 0) {
    check(sd_bus_message_new_method_call(bus, &call, name, PATH, PROPERTIES, "Get"), method);
    check(sd_bus_message_append(call, "ss", PLAYER, method), method);
  } else {
    check(sd_bus_message_new_method_call(bus, &call, name, PATH, PROPERTIES, "GetAll"), method);
    check(sd_bus_message_append(call, "s", PLAYER), method);
  }
  return call;
}

/** Makes one call. Returns the time from the first byte sent to the reply. */
static int64_t round_trip(const char *name, const char *method) {
  sd_bus_message *call = new_call(name, method), *reply = NULL;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  int64_t start = now_ns();
  int r = sd_bus_call(bus, call, TIMEOUT_US, &error, &reply);
  int64_t taken = now_ns() - start;
  if (r < 0) fprintf(stderr, "%s of %s: %s\n", method, name, error.message);
  check(r, method);
  sd_bus_message_unref(call);
  sd_bus_message_unref(reply);
  return taken;
}

/** Sends calls as fast as the bus accepts them, and never reads. */
static int unread(const char *method, int count, const char *name) {
  for (int i = 0; i < count; i++) {
    sd_bus_message *call = new_call(name, method);
    uint64_t cookie, queued;
    check(sd_bus_send(bus, call, &cookie), method);
    sd_bus_message_unref(call);
    check(sd_bus_get_n_queued_write(bus, &queued), method);
    if (!queued) continue;
    /* sd_bus_flush would not sleep while there are answers to be read. */
    struct pollfd writable = {.fd = sd_bus_get_fd(bus), .events = POLLOUT};
    if (poll(&writable, 1, (int)(TIMEOUT_US / 1000)) <= 0) check(-ETIMEDOUT, method);
    check(sd_bus_flush(bus), method);
  }
  printf("sent\n");
  fflush(stdout);
  while (getchar() != EOF) { }
  return 0;
}

static int calls(const char *method, int rounds, int batch) {
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < target_count; i++)
      for (int n = 0; n < batch; n++) {
        target *t = in_turn(round, i);
        print_time(method, t, round, round_trip(t->name, method));
      }
  return 0;
}

static int on_answer(sd_bus_message *answer, void *user_data, sd_bus_error *error) {
  if (sd_bus_message_is_method_error(answer, NULL)) check(-sd_bus_message_get_errno(answer), "an answer");
  ++*(int *)user_data;
  return 0;
}

/** Sends a batch of calls before it reads the first answer. */
static int pipelined(const char *method, int rounds, int batch) {
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < target_count; i++) {
      const target *t = in_turn(round, i);
      int answered = 0;
      int64_t start = now_ns();
      for (int n = 0; n < batch; n++) {
        sd_bus_message *call = new_call(t->name, method);
        check(sd_bus_call_async(bus, NULL, call, on_answer, &answered, TIMEOUT_US), method);
        sd_bus_message_unref(call);
      }
      while (answered < batch)
        if (check(sd_bus_process(bus, NULL), method) == 0) check(sd_bus_wait(bus, TIMEOUT_US), method);
      print_time("pipelined", t, round, (now_ns() - start) / batch);
    }
  return 0;
}

/** Counts the entries of an a{sv}, and those of the Metadata in it. */
static int count_entries(sd_bus_message *m, int *metadata) {
  int count = 0;
  check(sd_bus_message_enter_container(m, 'a', "{sv}"), "reading a dictionary");
  while (check(sd_bus_message_enter_container(m, 'e', "sv"), "reading an entry") > 0) {
    const char *key;
    check(sd_bus_message_read_basic(m, 's', &key), "reading a key");
    if (metadata && strcmp(key, "Metadata") == 0) {
      check(sd_bus_message_enter_container(m, 'v', "a{sv}"), "reading Metadata");
      *metadata = count_entries(m, NULL);
      check(sd_bus_message_exit_container(m), "reading Metadata");
    } else {
      check(sd_bus_message_skip(m, "v"), key);
    }
    check(sd_bus_message_exit_container(m), key);
    count++;
  }
  check(sd_bus_message_exit_container(m), "reading a dictionary");
  return count;
}

/* -------------------------------------------------------------------------------------------- Signals ------------ */

static int on_signal(sd_bus_message *m, void *user_data, sd_bus_error *error) {
  target *t = user_data;
  if (!t->arrived_ns) t->arrived_ns = now_ns();
  return 0;
}

/** Processes the bus until `done` is set or nothing has arrived for too long. */
static void wait_for(const int64_t *done, const char *what) {
  while (!*done) {
    if (check(sd_bus_process(bus, NULL), what) > 0) continue;
    if (check(sd_bus_wait(bus, TIMEOUT_US), what) == 0) check(-ETIMEDOUT, what);
  }
}

/** Works on the bus until a point in time, so that late signals are not taken for awaited ones. */
static void work_until(int64_t until) {
  for (int64_t left; (left = until - now_ns()) > 0;)
    if (check(sd_bus_process(bus, NULL), "reading") == 0) check(sd_bus_wait(bus, (uint64_t)left / 1000 + 1), "waiting");
}

/** Waits until a server has its name and shows this many metadata keys, and prints the numbers. */
static int show(target *t, int keys) {
  char match[512];
  snprintf(match, sizeof match, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='%s'",
           t->name);
  check(sd_bus_add_match(bus, NULL, match, on_signal, t), "matching");
  check(sd_bus_match_signal(bus, NULL, NULL, PATH, PROPERTIES, "PropertiesChanged", on_signal, t), "matching");
  for (;;) {
    sd_bus_message *call = new_call(t->name, "GetAll"), *reply = NULL;
    int metadata = 0, properties = 0;
    t->arrived_ns = 0;
    if (sd_bus_call(bus, call, TIMEOUT_US, NULL, &reply) >= 0) properties = count_entries(reply, &metadata);
    sd_bus_message_unref(call);
    sd_bus_message_unref(reply);
    if (properties && metadata >= keys) return printf("%d %d\n", properties, metadata) < 0;
    wait_for(&t->arrived_ns, t->name);
  }
}

static void watch_changes(target *t, sd_bus_message_handler_t handler) {
  sd_bus_creds *owner;
  const char *unique;
  check(sd_bus_get_name_creds(bus, t->name, SD_BUS_CREDS_UNIQUE_NAME, &owner), t->name);
  check(sd_bus_creds_get_unique_name(owner, &unique), t->name);
  check(sd_bus_match_signal(bus, &t->slot, unique, PATH, PROPERTIES, "PropertiesChanged", handler, t), "matching");
  sd_bus_creds_unref(owner);
}

/** Makes a server change its state: by one byte for this project's, by a line of JSON for mpv. */
static void trigger(const target *t) {
  static const char peer[] = "{\"command\":[\"cycle\",\"pause\"]}\n", own[] = {CONTROL_NEXT, 0};
  bool is_peer = strcmp(t->label, "peer") == 0;
  int fd = atoi(t->more[0]);
  const char *text = is_peer ? peer : own;
  if (write(fd, text, strlen(text)) < 0) check(-errno, t->label);
  if (!is_peer) return;
  char answers[4096];
  while (read(fd, answers, sizeof answers) == sizeof answers) { }
}

static int changes(int rounds) {
  _Atomic int64_t *stamps[MAX_TARGETS] = {0};
  for (int i = 0; i < target_count; i++) {
    watch_changes(&targets[i], on_signal);
    if (strcmp(targets[i].more[1], "-") != 0) stamps[i] = stamp_open(targets[i].more[1]);
  }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < target_count; i++) {
      target *t = in_turn(round, i);
      _Atomic int64_t *stamp = stamps[t - targets];
      /* Two changes of one target are at least PACE_NS apart. Each round begins with the next target, so there may be
       * only target_count - 1 pauses between the changes of a target in two rounds. */
      work_until(now_ns() + (target_count > 1 ? PACE_NS / (target_count - 1) : PACE_NS));
      t->arrived_ns = 0;
      int64_t start = now_ns();
      trigger(t);
      wait_for(&t->arrived_ns, t->name);
      print_time("outside", t, round, t->arrived_ns - start);
      if (stamp) print_time("commit", t, round, t->arrived_ns - atomic_load(stamp));
    }
  return 0;
}

/* --------------------------------------------------------------------------------------------- Starts ------------ */

static int on_owner(sd_bus_message *m, void *user_data, sd_bus_error *error) {
  target *t = user_data;
  const char *name, *before, *after;
  check(sd_bus_message_read(m, "sss", &name, &before, &after), "reading NameOwnerChanged");
  t->arrived_ns = now_ns();
  return 0;
}

static int starts(int rounds) {
  extern char **environ;
  for (int i = 0; i < target_count; i++) {
    char match[512];
    snprintf(match, sizeof match, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='%s'",
             targets[i].name);
    check(sd_bus_add_match(bus, &targets[i].slot, match, on_owner, &targets[i]), "matching");
  }
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < target_count; i++) {
      target *t = in_turn(round, i);
      int control[2];
      if (pipe(control) < 0) check(-errno, "pipe");
      posix_spawn_file_actions_t actions;
      posix_spawn_file_actions_init(&actions);
      posix_spawn_file_actions_adddup2(&actions, control[0], STDIN_FILENO);
      posix_spawn_file_actions_addclose(&actions, control[0]);
      posix_spawn_file_actions_addclose(&actions, control[1]);
      char *arguments[] = {t->more[0], (char *)t->name, t->more[1], t->more[2], NULL};
      pid_t child;
      t->arrived_ns = 0;
      int64_t start = now_ns();
      check(-posix_spawn(&child, t->more[0], &actions, NULL, arguments, environ), t->more[0]);
      wait_for(&t->arrived_ns, t->name);
      print_time("start", t, round, t->arrived_ns - start);
      t->arrived_ns = 0;
      close(control[0]);
      close(control[1]);
      waitpid(child, NULL, 0);
      wait_for(&t->arrived_ns, t->name);
      posix_spawn_file_actions_destroy(&actions);
    }
  return 0;
}

/* ---------------------------------------------------------------------------------------------- Flood ------------ */

#define MAX_SIGNALS 100000
static int64_t arrivals[MAX_SIGNALS];
static int arrival_count;

/** Notes every signal; the one with the title of the last track ends the flood. */
static int on_flood(sd_bus_message *m, void *user_data, sd_bus_error *error) {
  target *t = user_data;
  if (arrival_count < MAX_SIGNALS) arrivals[arrival_count++] = now_ns();
  const char *interface, *key;
  check(sd_bus_message_read_basic(m, 's', &interface), "reading");
  check(sd_bus_message_enter_container(m, 'a', "{sv}"), "reading");
  while (check(sd_bus_message_enter_container(m, 'e', "sv"), "reading") > 0) {
    check(sd_bus_message_read_basic(m, 's', &key), "reading");
    bool is_metadata = strcmp(key, "Metadata") == 0;
    if (is_metadata) check(sd_bus_message_enter_container(m, 'v', "a{sv}"), key);
    if (is_metadata) check(sd_bus_message_enter_container(m, 'a', "{sv}"), key);
    while (is_metadata && check(sd_bus_message_enter_container(m, 'e', "sv"), key) > 0) {
      const char *title = "";
      check(sd_bus_message_read_basic(m, 's', &key), "reading");
      if (strcmp(key, "xesam:title") == 0) check(sd_bus_message_read(m, "v", "s", &title), key);
      else check(sd_bus_message_skip(m, "v"), key);
      if (strcmp(title, LAST_TITLE) == 0) t->arrived_ns = now_ns();
      check(sd_bus_message_exit_container(m), key);
    }
    if (is_metadata) check(sd_bus_message_exit_container(m), key);
    if (is_metadata) check(sd_bus_message_exit_container(m), key);
    else check(sd_bus_message_skip(m, "v"), key);
    check(sd_bus_message_exit_container(m), key);
  }
  return 0;
}

/** Prints the number of signals, the nanoseconds from the first to the last, and the shortest time in which 21 signals
 * came in a row (0: there were fewer). */
static int flood(target *t) {
  watch_changes(t, on_flood);
  printf("ready\n");
  fflush(stdout);
  wait_for(&t->arrived_ns, "the last state");
  work_until(now_ns() + 1000000000);
  int64_t busiest = 0;
  for (int i = 20; i < arrival_count; i++)
    if (!busiest || arrivals[i] - arrivals[i - 20] < busiest) busiest = arrivals[i] - arrivals[i - 20];
  printf("%d %lld %lld\n", arrival_count, (long long)(arrivals[arrival_count - 1] - arrivals[0]), (long long)busiest);
  return 0;
}

int main(int argc, char **argv) {
  const char *mode = argc > 2 ? argv[1] : "";
  signal(SIGPIPE, SIG_IGN);
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  check(sd_bus_open_user(&bus), "connecting to the bus");
  if (strcmp(mode, "repeat") == 0 && argc == 5) {
    for (int i = atoi(argv[3]); i > 0; i--) {
      round_trip(argv[4], argv[2]);
      sleep_until(now_ns() + COUNTING_PACE_NS); /* sleeps: paces the calls */
    }
    return 0;
  }
  if (strcmp(mode, "unread") == 0 && argc == 5) return unread(argv[2], atoi(argv[3]), argv[4]);
  if ((strcmp(mode, "calls") == 0 || strcmp(mode, "pipelined") == 0) && argc > 5) {
    parse_targets(argc - 5, argv + 5);
    return (strcmp(mode, "calls") == 0 ? calls : pipelined)(argv[2], atoi(argv[3]), atoi(argv[4]));
  }
  if ((strcmp(mode, "changes") == 0 || strcmp(mode, "starts") == 0) && argc > 3) {
    parse_targets(argc - 3, argv + 3);
    return strcmp(mode, "changes") == 0 ? changes(atoi(argv[2])) : starts(atoi(argv[2]));
  }
  targets[0].name = argv[argc - 1];
  if (strcmp(mode, "show") == 0 && argc == 4) return show(&targets[0], atoi(argv[2]));
  if (strcmp(mode, "flood") == 0) return flood(&targets[0]);
  fprintf(stderr, "usage: load show|repeat|unread|calls|pipelined|changes|starts|flood ..., see the head of load.c\n");
  return 2;
}

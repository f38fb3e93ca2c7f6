/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Surfaces of org.nowplaying, which ask publishers and follow them, and print every single time.
 *
 * usage: surface artwork  ROUNDS LABEL=NAME...     GetArtwork of a picture
 *        surface objects  ROUNDS SESSIONS LABEL=NAME...    SESSIONS times MPRIS's GetAll of each, and
 *                                                  GetManagedObjects of the last, "objects"
 *        surface follow   CHANGES LABEL=NAME=CONTROL_FD=FOLLOWERS...  changes of track, and CPU time of the publisher
 *        surface waiting  ROUNDS REMOTE LABEL=NAME...      commands, while REMOTE others of the last have no answer
 *        surface register NAME                     shows animated artwork until the end of standard input
 * Output: lines "ROW LABEL ROUND VALUE"; VALUE is nanoseconds but for follow's `seen` and waiting's `answers`.
 */
#include <stdarg.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "server.h"

#define ROOT "/org/nowplaying"
#define SESSION "org.nowplaying.Session1"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define MAX_TARGETS 4
#define MAX_REMOTE 32
#define BATCH 20
/** The pause between two changes of one publisher: more than the 50 ms for which it may hold a signal back. */
#define PACE_NS INT64_C(70000000)
/** The pause between two rounds while others wait for two seconds, so that some of them are answered in between. */
#define WAITING_PACE_NS INT64_C(60000000)

typedef struct target {
  const char *label, *name;
  /** The words of the target's command line after its name. */
  char *more[2];
  /** The objects of a local session, and of a remote one with its publisher's name. */
  char session[256], remote_session[256], remote[256];
  clockid_t cpu_clock;
  int64_t cpu_ns;
} target;

static sd_bus *bus;
static target targets[MAX_TARGETS];
static int target_count;

static void parse_targets(int count, char **words) {
  for (target_count = 0; target_count < count && target_count < MAX_TARGETS; target_count++) {
    char *rest = words[target_count];
    targets[target_count].label = strsep(&rest, "=");
    targets[target_count].name = strsep(&rest, "=");
    for (int i = 0; i < 2; i++) targets[target_count].more[i] = strsep(&rest, "=");
  }
}

static void print_value(const char *row, const char *label, int round, int64_t value) {
  printf("%s %s %d %lld\n", row, label, round, (long long)value);
}

/** Makes a call, which must succeed. Returns the reply. */
static sd_bus_message *ask(sd_bus *from, const char *name, const char *path, const char *interface, const char *method,
                           const char *types, ...) {
  sd_bus_message *reply;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  va_list arguments;
  va_start(arguments, types);
  int r = sd_bus_call_methodv(from, name, path, interface, method, &error, &reply, types, arguments);
  va_end(arguments);
  if (r < 0) fprintf(stderr, "%s of %s: %s\n", method, name, error.message);
  check(r, method);
  return reply;
}

static sd_bus_message *get_objects(sd_bus *from, const char *name) {
  return ask(from, name, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL);
}

/** Finds any session of a publisher; they are alike. */
static void find_session(const char *name, char ret_path[256]) {
  sd_bus_message *reply = get_objects(bus, name);
  const char *path = "";
  check(sd_bus_message_enter_container(reply, 'a', "{oa{sa{sv}}}"), "reading objects");
  while (strncmp(path, ROOT "/session/", strlen(ROOT "/session/")) != 0) {
    if (check(sd_bus_message_enter_container(reply, 'e', "oa{sa{sv}}"), "reading objects") == 0)
      check(-1, "finding a session");
    check(sd_bus_message_read_basic(reply, 'o', &path), "reading objects");
    check(sd_bus_message_skip(reply, "a{sa{sv}}"), "reading objects");
    check(sd_bus_message_exit_container(reply), "reading objects");
  }
  snprintf(ret_path, 256, "%s", path);
  sd_bus_message_unref(reply);
}

/* ---------------------------------------------------------------------------------------- Pictures, objects ------- */

static void artwork(int rounds) {
  for (int i = 0; i < target_count; i++) find_session(targets[i].name, targets[i].session);
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < target_count; i++) {
      const target *t = &targets[(round + i) % target_count];
      int64_t start = now_ns();
      sd_bus_message *reply =
        ask(bus, t->name, t->session, SESSION, "GetArtwork", "suu", "the album's cover", 512, 512);
      print_value("artwork", t->label, round, now_ns() - start);
      sd_bus_message_unref(reply);
    }
}

static void get_all(const target *t) {
  sd_bus_message_unref(ask(bus, t->name, "/org/mpris/MediaPlayer2", PROPERTIES, "GetAll", "s",
                           "org.mpris.MediaPlayer2.Player"));
}

static void objects(int rounds, int sessions) {
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i <= target_count; i++) {
      int turn = (round + i) % (target_count + 1);
      int64_t start = now_ns();
      if (turn == target_count) sd_bus_message_unref(get_objects(bus, targets[target_count - 1].name));
      else for (int n = 0; n < sessions; n++) get_all(&targets[turn]);
      print_value("objects", turn == target_count ? "objects" : targets[turn].label, round, now_ns() - start);
    }
}

/* --------------------------------------------------------------------------------------------- Followers ---------- */

typedef struct follower {
  sd_bus *bus;
  const target *of;
  int seen;
  char last[64];
} follower;

/** When the tracks change. The publisher's CPU time is measured over BATCH changes: if the system runs the publisher
 * late, it does a part of its work for one change only after the next one has begun. */
static struct {
  sd_event *event;
  int left, round;
  int64_t next_ns;
  target *turn;
} pace;

/** Takes the id of the item out of the dictionary Content. */
static void read_content(sd_bus_message *m, follower *self) {
  const char *key, *id;
  check(sd_bus_message_enter_container(m, 'v', "a{sv}"), "reading Content");
  check(sd_bus_message_enter_container(m, 'a', "{sv}"), "reading Content");
  while (check(sd_bus_message_enter_container(m, 'e', "sv"), "reading Content") > 0) {
    check(sd_bus_message_read_basic(m, 's', &key), "reading Content");
    if (strcmp(key, "id") == 0) {
      check(sd_bus_message_read(m, "v", "s", &id), key);
      self->seen += strcmp(self->last, id) != 0;
      snprintf(self->last, sizeof self->last, "%s", id);
    } else {
      check(sd_bus_message_skip(m, "v"), key);
    }
    check(sd_bus_message_exit_container(m), key);
  }
  check(sd_bus_message_exit_container(m), "reading Content");
  check(sd_bus_message_exit_container(m), "reading Content");
}

static int on_signal(sd_bus_message *m, void *user_data, sd_bus_error *error) {
  const char *interface, *key;
  if (!sd_bus_message_is_signal(m, PROPERTIES, "PropertiesChanged")) return 0;
  check(sd_bus_message_read_basic(m, 's', &interface), "reading");
  if (strcmp(interface, SESSION) != 0) return 0;
  check(sd_bus_message_enter_container(m, 'a', "{sv}"), "reading");
  while (check(sd_bus_message_enter_container(m, 'e', "sv"), "reading") > 0) {
    check(sd_bus_message_read_basic(m, 's', &key), "reading");
    if (strcmp(key, "Content") == 0) read_content(m, user_data);
    else check(sd_bus_message_skip(m, "v"), key);
    check(sd_bus_message_exit_container(m), key);
  }
  return 0;
}

static void follow(follower *self, const target *t) {
  self->of = t;
  check(sd_bus_open_user(&self->bus), "connecting to the bus");
  char match[512];
  snprintf(match, sizeof match, "type='signal',sender='%s',path_namespace='" ROOT "'", t->name);
  check(sd_bus_add_match(self->bus, NULL, match, on_signal, self), "matching");
  sd_bus_message_unref(get_objects(self->bus, t->name));
  check(sd_bus_set_close_on_exit(self->bus, 0), "attaching");
  check(sd_bus_attach_event(self->bus, pace.event, 0), "attaching");
}

static void watch_cpu(target *t) {
  sd_bus_creds *owner;
  pid_t pid;
  check(sd_bus_get_name_creds(bus, t->name, SD_BUS_CREDS_PID, &owner), t->name);
  check(sd_bus_creds_get_pid(owner, &pid), t->name);
  check(-clock_getcpuclockid(pid, &t->cpu_clock), t->name);
  sd_bus_creds_unref(owner);
}

static int64_t read_cpu(const target *t) {
  struct timespec time;
  check(clock_gettime(t->cpu_clock, &time), t->name);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/** Makes one publisher after the other go to the next track. */
static int on_time(sd_event_source *source, uint64_t now, void *user_data) {
  target *t = pace.turn;
  if (pace.round % BATCH == 0) {
    int64_t cpu_ns = read_cpu(t);
    if (pace.round > 0) print_value("cpu", t->label, pace.round / BATCH, (cpu_ns - t->cpu_ns) / BATCH);
    t->cpu_ns = cpu_ns;
  }
  if (pace.left > 0 && write(atoi(t->more[0]), &(char){CONTROL_NEXT}, 1) != 1) check(-1, "asking for a change");
  bool is_last = t == &targets[target_count - 1];
  pace.turn = is_last ? targets : t + 1;
  if (is_last && pace.left-- == 0) return sd_event_exit(pace.event, 0);
  if (is_last) pace.round++;
  pace.next_ns += PACE_NS / target_count;
  check(sd_event_source_set_time(source, (uint64_t)pace.next_ns / 1000), "pacing");
  return sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

static void follow_all(int changes) {
  check(sd_event_default(&pace.event), "sd_event_default");
  int count = 0;
  for (int i = 0; i < target_count; i++) count += atoi(targets[i].more[1]);
  follower *followers = calloc((size_t)count, sizeof *followers);
  if (!followers) abort();
  for (int i = 0, next = 0; i < target_count; i++) {
    watch_cpu(&targets[i]);
    for (int n = atoi(targets[i].more[1]); n > 0; n--) follow(&followers[next++], &targets[i]);
  }
  pace.left = changes;
  pace.turn = targets;
  pace.next_ns = now_ns() + PACE_NS;
  check(sd_event_add_time(pace.event, NULL, CLOCK_MONOTONIC, (uint64_t)pace.next_ns / 1000, 1, on_time, NULL),
        "pacing");
  check(sd_event_loop(pace.event), "sd_event_loop");
  for (int i = 0; i < count; i++) {
    /* Once this reply is read, all signals that were sent before it have been read as well. */
    sd_bus_message_unref(get_objects(followers[i].bus, followers[i].of->name));
    while (check(sd_bus_process(followers[i].bus, NULL), "reading") > 0) { }
    print_value("seen", followers[i].of->label, i, followers[i].seen);
  }
}

/* --------------------------------------------------------------------------------------------- Waiting ------------ */

/** A second surface for the slow calls, so that the measuring one does not read their replies. */
static sd_bus *patient;
static int answers;

typedef struct device {
  char name[256], session[256];
} device;

static int on_answer(sd_bus_message *m, void *user_data, sd_bus_error *error);

static void ask_device(device *self) {
  check(sd_bus_call_method_async(patient, NULL, self->name, self->session, SESSION, "SendCommand", on_answer, self,
                                 "sa{sv}", "next", 0), "asking a device");
}

static int on_answer(sd_bus_message *m, void *user_data, sd_bus_error *error) {
  check(-sd_bus_message_get_errno(m), "SendCommand of a device");
  answers++;
  ask_device(user_data);
  return 0;
}

/** Waits until `wanted` publishers of sessions that play on other devices are on the bus, and finds them. */
static int find_devices(const char *name, device *ret_devices, int wanted) {
  char prefix[256], match[512];
  snprintf(prefix, sizeof prefix, "%s.", name);
  snprintf(match, sizeof match, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
           "arg0namespace='%s'", name);
  check(sd_bus_add_match(bus, NULL, match, NULL, NULL), "matching");
  for (;;) {
    char **names;
    int found = 0;
    check(sd_bus_list_names(bus, &names, NULL), "asking for names");
    for (char **next = names; *next; next++) {
      if (strncmp(*next, prefix, strlen(prefix)) == 0 && found < wanted)
        snprintf(ret_devices[found++].name, sizeof ret_devices->name, "%s", *next);
      free(*next);
    }
    free(names);
    if (found == wanted) break;
    if (check(sd_bus_process(bus, NULL), "reading") == 0) check(sd_bus_wait(bus, UINT64_MAX), "waiting");
  }
  for (int i = 0; i < wanted; i++) find_session(ret_devices[i].name, ret_devices[i].session);
  return wanted;
}

static void print_commands(const char *row, const target *t, const char *name, const char *session, int round) {
  for (int n = 0; n < BATCH; n++) {
    int64_t start = now_ns();
    sd_bus_message *reply = ask(bus, name, session, SESSION, "SendCommand", "sa{sv}", "toggle-play-pause", 0);
    print_value(row, t->label, round, now_ns() - start);
    sd_bus_message_unref(reply);
  }
}

/** Processes the messages of the surface `patient` until a point in time. */
static void work_until(int64_t until_ns) {
  for (int64_t left_ns; (left_ns = until_ns - now_ns()) > 0;)
    if (check(sd_bus_process(patient, NULL), "reading") == 0)
      check(sd_bus_wait(patient, (uint64_t)left_ns / 1000 + 1), "waiting");
}

static void waiting(int rounds, int remote) {
  static device devices[MAX_REMOTE];
  check(sd_bus_open_user(&patient), "connecting to the bus");
  for (int i = 0; i < target_count; i++) {
    target *t = &targets[i];
    bool is_last = i == target_count - 1;
    find_session(t->name, t->session);
    find_devices(t->name, devices, is_last ? remote + 1 : 1);
    /* This remote session has no waiting call; the other remote sessions of the last target are called below. */
    snprintf(t->remote, sizeof t->remote, "%s", devices[is_last ? remote : 0].name);
    snprintf(t->remote_session, sizeof t->remote_session, "%s", devices[is_last ? remote : 0].session);
  }
  for (int i = 0; i < remote; i++) ask_device(&devices[i]);
  int64_t next_ns = now_ns();
  for (int round = 0; round < rounds; round++) {
    work_until(next_ns += WAITING_PACE_NS);
    for (int i = 0; i < target_count; i++) {
      const target *t = &targets[(round + i) % target_count];
      print_commands("local", t, t->name, t->session, round);
      print_commands("remote", t, t->remote, t->remote_session, round);
    }
  }
  print_value("answers", targets[target_count - 1].label, 0, answers);
}

/* -------------------------------------------------------------------------------------------- Registered ---------- */

static void stay_registered(const char *name) {
  sd_bus_message_unref(get_objects(bus, name));
  sd_bus_message_unref(ask(bus, name, ROOT "/app", "org.nowplaying.Surfaces1", "Register", "a{sv}", 2, "name", "s",
                           "benchmark", "aspect-ratios", "as", 1, "1:1"));
  printf("registered\n");
  fflush(stdout);
  control_read();
}

int main(int argc, char **argv) {
  const char *mode = argc > 2 ? argv[1] : "";
  bool has_number = strcmp(mode, "objects") == 0 || strcmp(mode, "waiting") == 0;
  int first = has_number ? 4 : 3;
  check(sd_bus_open_user(&bus), "connecting to the bus");
  if (argc > first) parse_targets(argc - first, argv + first);
  int rounds = argc > 2 ? atoi(argv[2]) : 0, number = argc > 3 ? atoi(argv[3]) : 0;
  if (strcmp(mode, "artwork") == 0 && target_count > 0) artwork(rounds);
  else if (strcmp(mode, "objects") == 0 && target_count > 0) objects(rounds, number);
  else if (strcmp(mode, "follow") == 0 && target_count > 0) follow_all(rounds);
  else if (strcmp(mode, "waiting") == 0 && target_count > 0 && number < MAX_REMOTE) waiting(rounds, number);
  else if (strcmp(mode, "register") == 0 && argc == 3) stay_registered(argv[2]);
  else {
    fprintf(stderr, "usage: surface artwork|objects|follow|waiting|register ..., see the head of surface.c\n");
    return 2;
  }
  return 0;
}

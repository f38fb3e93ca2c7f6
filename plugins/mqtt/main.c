/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: nowplaying-mqtt [--try | --check | --list] [OPTION…]
 *
 * Tells a broker of MQTT what plays on this machine, and shows here what plays on others, until Ctrl-C or SIGTERM. */
#include "bridge.h"

#include <errno.h>
#include <mosquitto.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int64_t time_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t now_us(void) { return time_of(CLOCK_MONOTONIC); }

/* ---------------------------------------------------------------------------------------------- Messages --------- */

/* Takes a message about a session: np/1/HOST/s/ID/WORD. */
static void take_of_session(char **words, const struct message *message) {
  bool is_own = strcmp(words[2], options.host) == 0;
  if (!is_name(words[4])) return;
  if (is_own && strcmp(words[5], "do") == 0 && options.out) obey(words[4], message);
  else if (is_own && message->is_retained && message->size > 0 && options.out) out_found(words[4]);
  for (enum part part = 0; part < PART_COUNT && !is_own && options.in; ++part) {
    if (strcmp(words[5], part_words[part]) == 0) hosts_take(words[2], words[4], part, message);
  }
}

/* Takes a message about a machine: np/1/HOST/WORD. */
static void take_of_host(char **words, const struct message *message) {
  bool is_own = strcmp(words[2], options.host) == 0;
  if (is_own && strcmp(words[3], "ask") == 0 && !message->is_retained) out_asked();
  if (is_own || !options.in) return;
  if (strcmp(words[3], "status") == 0) hosts_set_status(words[2], message);
  else if (strcmp(words[3], "about") == 0) hosts_set_about(words[2], message);
}

/* Takes what is not about players: Home Assistant has come. */
static void take_status_of_home(char **words, int count, const struct message *message) {
  if (options.home == NULL || count != 2 || strcmp(words[0], "homeassistant") != 0) return;
  if (message->size == 6 && memcmp(message->payload, "online", 6) == 0) home_asked();
}

/* Takes a message below np/1/HOST. */
static void take(char **words, int count, const struct message *message) {
  bool is_own = strcmp(words[2], options.host) == 0;
  if (is_own && options.home != NULL && count > 4 && strcmp(words[3], "ha") == 0) {
    home_take(words + 4, count - 4, message);
  } else if (count == 4) {
    take_of_host(words, message);
  } else if (count == 5 && strcmp(words[3], "answer") == 0) {
    ask_answered(words[2], message);
  } else if (count == 6 && strcmp(words[3], "s") == 0) {
    take_of_session(words, message);
  }
}

static void on_message(const struct message *message) {
  char **words = NULL;
  int count = 0;
  try_show(message);
  if (mosquitto_sub_topic_tokenise(message->topic, &words, &count) != MOSQ_ERR_SUCCESS) return;
  bool is_whole = count >= 2;
  for (int i = 0; i < count; ++i) is_whole = is_whole && words[i] != NULL;
  bool is_ours = is_whole && count >= 4 && strcmp(words[0], "np") == 0 && strcmp(words[1], "1") == 0;
  if (is_ours && is_name(words[2])) take(words, count, message);
  else if (is_whole) take_status_of_home(words, count, message);
  mosquitto_sub_topic_tokens_free(&words, count);
}

static void on_connected(void) {
  if (options.out) out_connected();
  home_connected();
  try_connected();
  if (options.in) hosts_connected();
}

static void on_disconnected(void) {
  if (options.in) hosts_disconnected();
}

static const struct broker_events events = {on_connected, on_disconnected, on_message};

/* ------------------------------------------------------------------------------------------------- Sleep --------- */

/* Makes a timer that becomes readable when the clock is set, as it is when the machine wakes. */
static int open_timer(void) {
  int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec never = {.it_value.tv_sec = (time_t)1 << 40};
  timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
  return timer;
}

/* Connects anew if the machine has slept: the broker has given it up meanwhile, and it knows only by its silence. */
static void look_for_suspend(int timer) {
  static int64_t asleep = NEVER;
  uint64_t count;
  if (read(timer, &count, sizeof count) < 0 && errno != ECANCELED && errno != EAGAIN) return;
  int64_t asleep_now = time_of(CLOCK_BOOTTIME) - time_of(CLOCK_MONOTONIC);
  if (asleep != NEVER && asleep_now > asleep + SECONDS(2)) broker_reconnect();
  asleep = asleep_now;
}

/* -------------------------------------------------------------------------------------------------- Loop --------- */

/* Returns the timeout of poll(), in milliseconds; -1 for none. */
static int timeout(void) {
  int64_t ours = earlier(out_deadline(), home_deadline()), theirs = earlier(hosts_deadline(), ask_deadline()),
          first = earlier(broker_deadline(), earlier(ours, theirs)), now = now_us();
  if (first == NEVER) return -1;
  return first <= now ? 0 : (int)((first - now + 999) / 1000);
}

/* Serves until a signal comes. Returns whether one has come: otherwise the broker of --try has ended. */
static bool run(int signals, int timer) {
  struct pollfd fds[4 + MAX_REMOTES] = {{.fd = signals, .events = POLLIN}, {.fd = timer, .events = POLLIN}};
  while (fds[0].revents == 0 && !try_has_ended()) {
    look_for_suspend(timer);
    broker_turn();
    out_turn();
    home_turn();
    hosts_turn();
    ask_turn();
    fds[2] = broker_pollfd();
    fds[3] = out_pollfd();
    size_t count = 4 + hosts_pollfds(fds + 4);
    if (poll(fds, count, timeout()) < 0 && errno != EINTR) break;
  }
  return fds[0].revents != 0;
}

int main(int argc, char **argv) {
  sigset_t ends;
  if (!options_read(argc, argv)) return 2;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  signal(SIGPIPE, SIG_IGN);
  broker_init(&events);
  if (options.check) return check();
  if (options.list) return list();
  if (options.try && !try_open()) return 2;
  if (options.out && !out_open()) return 2;
  bool is_wanted = run(signalfd(-1, &ends, SFD_CLOEXEC), open_timer());
  out_close();
  if (options.in) hosts_disconnected();
  broker_close();
  try_close();
  return is_wanted ? 0 : 2;
}

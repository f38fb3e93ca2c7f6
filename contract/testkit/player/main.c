/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The reference player: a player without sound. README.md says exactly what it plays and how it answers, so that a
 * surface of org.nowplaying can be tested with it, and the library with any such surface.
 *
 * usage: trial-player     on the session bus, until SIGTERM */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "player.h"

nowplaying_app *app;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t main_thread;
static atomic_int is_ending;

void state_lock(void) { pthread_mutex_lock(&lock); }
void state_unlock(void) { pthread_mutex_unlock(&lock); }

void must(nowplaying_status status, const char *file, int line) {
  // A callback may still be running when the app has begun to end.
  if (status == NOWPLAYING_OK || atomic_load(&is_ending)) return;
  fprintf(stderr, "%s:%d: %s\n", file, line, nowplaying_last_error());
  abort();
}

void wake_main_thread(void) { pthread_kill(main_thread, SIGUSR1); }

/** The signals that the main thread waits for; the library's thread has all blocked. */
static sigset_t block_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return set;
}

static void run(const sigset_t *set) {
  int number = SIGUSR1;
  while (number != SIGTERM && number != SIGINT) {
    state_lock();
    int64_t left = kitchen_work();
    state_unlock();
    struct timespec until = {left / SECOND, left % SECOND * 1000};
    number = sigtimedwait(set, NULL, left < 0 ? NULL : &until);
  }
}

int main(void) {
  sigset_t set = block_signals();
  main_thread = pthread_self();
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "trial-player";
  options.display_name = "Trial Player";
  options.desktop_entry = "trial-player";
  MUST(nowplaying_app_new(&options, NULL, &app));

  // The session "main", which becomes the primary, is last, so that all sessions are there when the app gets its name.
  state_lock();
  kitchen_start();
  side_start();
  studio_start();
  main_start();
  state_unlock();
  run(&set);

  atomic_store(&is_ending, 1);
  nowplaying_app_free(app);
  // No callback runs any more.
  kitchen_end();
  side_end();
  studio_end();
  main_end();
  return 0;
}

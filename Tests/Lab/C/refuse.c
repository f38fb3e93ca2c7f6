/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "refuse.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

static int threads_are_refused;

/* Replaces the function of the C library, also for the library under test. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  return threads_are_refused ? EAGAIN : real(thread, attributes, body, argument);
}

/** Takes all descriptors that there are. Returns how many. */
static int take_all(int *taken) {
  int count = 0;
  while ((taken[count] = dup(STDERR_FILENO)) >= 0) count++;
  CHECK_EQUAL(errno, EMFILE);
  return count;
}

static void refuse_descriptors(void (*make)(nowplaying_loop_mode, nowplaying_status)) {
  enum { MOST = 64 };
  const struct rlimit few = {.rlim_cur = MOST, .rlim_max = MOST};
  int taken[MOST], more[MOST];
  CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
  int count = take_all(taken);
  for (int room = 0; room <= 3; room++) {
    make(NOWPLAYING_LOOP_FD, room < 3 ? NOWPLAYING_ERROR_SYSTEM : NOWPLAYING_OK);
    CHECK_EQUAL(take_all(more), room);
    for (int i = 0; i < room; i++) close(more[i]);
    close(taken[--count]);
  }
  while (count > 0) close(taken[--count]);
}

void test_refuse(void (*make)(nowplaying_loop_mode, nowplaying_status)) {
  const nowplaying_loop_mode loops[] = {NOWPLAYING_LOOP_THREAD, NOWPLAYING_LOOP_WAKEUP};
  for (int i = 0; i < 2; i++) {
    step("a thread");
    threads_are_refused = 1;
    make(loops[i], NOWPLAYING_ERROR_SYSTEM);
    threads_are_refused = 0;
    make(loops[i], NOWPLAYING_OK);
  }
  step("descriptors");
  refuse_descriptors(make);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Functions for handles, threads, the last error and time. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"

static const uint64_t dead_magic = 0x64656164646561ULL;

np_cell *np_cell_new(uint64_t magic, void *object) {
  np_cell *cell = malloc(sizeof *cell);
  if (!cell) return NULL;
  cell->magic = magic;
  cell->object = object;
  return cell;
}

/* The last handle that was refused in a thread, and the magic that it should have had. */
static _Thread_local const void *wrong_cell;
static _Thread_local uint64_t wrong_magic;

void *np_cell_get(const void *cell, uint64_t magic) {
  /* The first page is never mapped, so that a small integer given as a pointer is refused without being read. */
  const np_cell *candidate = cell;
  if ((uintptr_t)cell >= 4096 && !((uintptr_t)cell % _Alignof(np_cell)) && candidate->magic == magic)
    return candidate->object;
  wrong_cell = cell;
  wrong_magic = magic;
  return NULL;
}

uint64_t np_cell_wanted(void) { return wrong_magic; }

bool np_cell_was_null(void) { return !wrong_cell; }

void np_cell_free(np_cell *cell) {
  /* volatile, so that the compiler writes the magic although the cell is freed next. */
  volatile uint64_t *magic = &cell->magic;
  *magic = dead_magic;
  free(cell);
}

struct np_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  /** The number of threads that wait for the condition: nearly always none. */
  unsigned waiting;
};

np_monitor *np_monitor_new(void) {
  np_monitor *monitor = malloc(sizeof *monitor);
  if (!monitor) return NULL;
  pthread_mutex_init(&monitor->mutex, NULL);
  pthread_cond_init(&monitor->condition, NULL);
  monitor->waiting = 0;
  return monitor;
}

void np_monitor_free(np_monitor *monitor) {
  pthread_cond_destroy(&monitor->condition);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void np_monitor_lock(np_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }
void np_monitor_unlock(np_monitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }

void np_monitor_wait(np_monitor *monitor) {
  monitor->waiting++;
  pthread_cond_wait(&monitor->condition, &monitor->mutex);
  monitor->waiting--;
}

void np_monitor_broadcast(np_monitor *monitor) {
  if (monitor->waiting) pthread_cond_broadcast(&monitor->condition);
}

/** The least size of the stack, in bytes. The host's callbacks run in the library's thread, and musl's default is only
 * 128 KB. */
static const size_t least_stack = 512 << 10;

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  np_cancel_disable(); /* This thread belongs to the library alone. */
  pthread_setname_np(pthread_self(), "nowplaying");
  start.body(start.context);
  return NULL;
}

int32_t np_thread_start(void (*body)(void *), void *context, uint64_t *ret_thread) {
  struct start *start = malloc(sizeof *start);
  if (!start) return -ENOMEM;
  *start = (struct start){body, context};
  /* The host's signals are blocked, because the host's handlers must never run in the library's thread. Signals of
   * faults are not: if a callback of the host causes a fault, its handler must run, or the process would be killed. */
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGABRT};
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  pthread_attr_t attributes;
  size_t size = 0;
  pthread_attr_init(&attributes);
  pthread_attr_getstacksize(&attributes, &size);
  if (size < least_stack) pthread_attr_setstacksize(&attributes, least_stack);
  int error = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) {
    free(start);
    return -error;
  }
  *ret_thread = (uint64_t)thread;
  return 0;
}

void np_thread_join(uint64_t thread) { pthread_join((pthread_t)thread, NULL); }
void np_thread_detach(uint64_t thread) { pthread_detach((pthread_t)thread); }
uint64_t np_thread_self(void) { return (uint64_t)pthread_self(); }

int32_t np_cancel_disable(void) {
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}

void np_cancel_restore(int32_t before) { pthread_setcancelstate(before, NULL); }

/* The only state that all apps of a process share: it tells a function, without a system call, that the process is a
 * child of fork(). Only pthread_atfork() can do that. */
static _Atomic uint32_t fork_generation;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void forked(void) { atomic_fetch_add(&fork_generation, 1); }
static void watch_forks(void) { pthread_atfork(NULL, NULL, forked); }

void np_fork_watch(void) { pthread_once(&fork_once, watch_forks); }

uint32_t np_fork_generation(void) { return atomic_load_explicit(&fork_generation, memory_order_relaxed); }

static _Thread_local char last_error[512];

void np_last_error_set(const char *utf8, size_t length) {
  if (length >= sizeof last_error) {
    length = sizeof last_error - 1;
    while (length && ((unsigned char)utf8[length] & 0xC0) == 0x80) length--;
  }
  memcpy(last_error, utf8, length);
  last_error[length] = 0;
}

const char *np_last_error_get(void) { return last_error; }

void np_print(const uint8_t *text, size_t length) {
  /* The reader of stderr may have ended. The SIGPIPE that writing then raises is removed, unless one was pending
   * before. */
  int32_t cancellation = np_cancel_disable();
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  if (write(STDERR_FILENO, text, length) < 0 && errno == EPIPE && !sigismember(&pending, SIGPIPE))
    sigtimedwait(&pipe, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  np_cancel_restore(cancellation);
}

size_t np_text_length(const char *text, size_t limit) { return strnlen(text, limit); }

static int64_t read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t np_now_us(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t np_thread_time_us(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

uint64_t np_random(void) {
  uint64_t value;
  if (getrandom(&value, sizeof value, GRND_NONBLOCK) != sizeof value)
    value = (uint64_t)np_now_us() * 0x9E3779B97F4A7C15ULL ^ (uint64_t)getpid() << 32;
  return value;
}

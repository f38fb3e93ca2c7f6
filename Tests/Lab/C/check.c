/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;

/* musl has no pthread_cond_clockwait(). */
__attribute__((constructor)) static void wait_by_monotonic_clock(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  pthread_condattr_destroy(&attributes);
}

#ifndef TIMEOUT_S
#define TIMEOUT_S 30
#endif

/* Defined by fuzzers only. */
__attribute__((weak)) int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

void check_failed(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  if (LLVMFuzzerTestOneInput) abort(); /* libFuzzer writes the input down. */
  _exit(1); /* Other threads still run: no exit handlers, no leak report on top of the failure. */
}

void check_equal(const char *file, int line, const char *text, long long actual, long long expected) {
  if (actual != expected) check_failed(file, line, "%s is %lld, expected %lld", text, actual, expected);
}

void check_text(const char *file, int line, const char *text, const char *actual, const char *expected) {
  if (!actual || strcmp(actual, expected) != 0)
    check_failed(file, line, "%s is \"%s\", expected \"%s\"", text, actual ? actual : "(null)", expected);
}

void state_lock(void) { pthread_mutex_lock(&lock); }

void state_unlock(void) {
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

long state_now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

void state_wait(const char *file, int line, const char *text, long since_s) {
  struct timespec deadline = {since_s + TIMEOUT_S, 0};
  if (pthread_cond_timedwait(&changed, &lock, &deadline) == ETIMEDOUT)
    check_failed(file, line, "waited %d s in vain for: %s", TIMEOUT_S, text);
}

void step(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  fflush(stdout);
}

/* Gives each thread its own list of freed memory. Otherwise a child hangs that is forked while another thread holds the
 * lock of AddressSanitizer's shared list (compiler-rt's sanitizer_quarantine.h), the only lock that is not taken before
 * fork(). With a list of this size no thread needs the shared one. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "thread_local_quarantine_size_kb=1048576"; }

void run_in_child(void (*body)(void)) {
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    alarm(20); /* A hang kills the child, and the parent sees it. */
    body();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(pid, &status, 0) == pid);
  if (WIFSIGNALED(status)) check_failed(__FILE__, __LINE__, "the child ended by signal %d", WTERMSIG(status));
  CHECK_EQUAL(WEXITSTATUS(status), 0);
}

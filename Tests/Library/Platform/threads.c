/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Tests handles, locks, threads, the last error, printing, and memory. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform.h"
#include "system.h"

/* ---- The system, with simulated faults. ---- */

/** The stack size of the last started thread, in bytes. */
static size_t stack_size;
static int pthread_create_fails, getrandom_fails, malloc_fails;
/** How many allocated blocks have not been freed. */
static _Atomic int mallocs;
/** A cell, and the magic number that it had when it was freed. */
static np_cell *watched;
static uint64_t freed_magic;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
  CHECK_EQUAL(pthread_attr_getstacksize(attributes, &stack_size), 0);
  return pthread_create_fails ? EAGAIN : __real_pthread_create(thread, attributes, body, context);
}

ssize_t __real_getrandom(void *buffer, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *buffer, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *buffer, size_t size, unsigned flags) {
  return getrandom_fails ? -1 : __real_getrandom(buffer, size, flags);
}

static int clock_stands;
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
  if (!clock_stands) return __real_clock_gettime(clock, now);
  *now = (struct timespec){.tv_sec = 12345};
  return 0;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  mallocs++;
  return malloc_fails ? NULL : __real_malloc(size);
}

/** The size of the last allocation. */
static size_t aligned_size;
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  mallocs++;
  aligned_size = size;
  return malloc_fails ? NULL : __real_aligned_alloc(alignment, size);
}

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory) {
  if (memory) mallocs--;
  if (memory && memory == watched) freed_magic = watched->magic;
  __real_free(memory);
}

/* ---- Handles. ---- */

static void handles(void) {
  int object = 0;
  np_cell *cell = np_cell_new(42, &object);
  CHECK(np_cell_get(cell, 42) == &object);
  CHECK(np_cell_get(cell, 43) == NULL);
  CHECK(np_cell_get(NULL, 42) == NULL);
  for (uintptr_t small = 1; small < 4096; small++) CHECK(np_cell_get((void *)small, 42) == NULL);
  for (uintptr_t i = 1; i < 8; i++) CHECK(np_cell_get((char *)cell + i, 42) == NULL);
  watched = cell;
  np_cell_free(cell);
  CHECK(freed_magic && freed_magic != 42);
  watched = NULL;
  malloc_fails = 1;
  CHECK(np_cell_new(42, &object) == NULL && np_monitor_new() == NULL);
  malloc_fails = 0;
}

/* ---- Threads. ---- */

static np_monitor *monitor;
static int woken, go, cancel_state = -1;
static sigset_t mask;
static char thread_name[16];

static void wait_for_go(void *context) {
  CHECK(context == &woken);
  np_monitor_lock(monitor);
  while (!go) np_monitor_wait(monitor);
  woken++;
  np_monitor_unlock(monitor);
}

static void look_around(void *context) {
  uint64_t *self = context;
  pthread_sigmask(SIG_BLOCK, NULL, &mask);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &cancel_state);
  pthread_getname_np(pthread_self(), thread_name, sizeof thread_name);
  CHECK_TEXT(np_last_error_get(), "");
  np_last_error_set("of the thread", 13);
  *self = np_thread_self();
}

static void locks(void) {
  uint64_t threads[3];
  monitor = np_monitor_new();
  for (int i = 0; i < 3; i++) CHECK_EQUAL(np_thread_start(wait_for_go, &woken, &threads[i]), 0);
  np_monitor_lock(monitor);
  go = 1;
  np_monitor_broadcast(monitor);
  np_monitor_unlock(monitor);
  for (int i = 0; i < 3; i++) np_thread_join(threads[i]);
  CHECK_EQUAL(woken, 3);
  np_monitor_free(monitor);
}

/** The library's threads have 512 KB of stack where the default is less, and else the default. */
static void stacks(void) {
  const size_t least = 512 << 10;
  const size_t defaults[] = {PTHREAD_STACK_MIN, 128 << 10, least - 4096, least, least + 4096, 2 << 20};
  pthread_attr_t before, attributes;
  uint64_t thread, self;
  pthread_getattr_default_np(&before);
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
    pthread_attr_init(&attributes);
    CHECK_EQUAL(pthread_attr_setstacksize(&attributes, defaults[i]), 0);
    CHECK_EQUAL(pthread_setattr_default_np(&attributes), 0);
    pthread_attr_destroy(&attributes);
    CHECK_EQUAL(np_thread_start(look_around, &self, &thread), 0);
    np_thread_join(thread);
    CHECK_EQUAL(stack_size, defaults[i] < least ? least : defaults[i]);
  }
  pthread_setattr_default_np(&before);
  pthread_attr_destroy(&before);
}

static void threads(void) {
  uint64_t thread = 0, self = 0;
  sigset_t before, after;
  pthread_sigmask(SIG_BLOCK, NULL, &before);
  np_last_error_set("ours", 4);
  CHECK_EQUAL(np_thread_start(look_around, &self, &thread), 0);
  np_thread_join(thread);
  CHECK(thread && self == thread && np_thread_self() == (uint64_t)pthread_self());
  CHECK_EQUAL(cancel_state, PTHREAD_CANCEL_DISABLE);
  CHECK_TEXT(thread_name, "nowplaying");
  CHECK_TEXT(np_last_error_get(), "ours");
  for (int number = 1; number < 32; number++) {
    if (number == SIGKILL || number == SIGSTOP) continue;
    int is_fault = number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGSYS ||
                   number == SIGTRAP || number == SIGABRT;
    CHECK_EQUAL(sigismember(&mask, number), !is_fault);
  }
  int held = mallocs;
  pthread_create_fails = 1;
  CHECK_EQUAL(np_thread_start(look_around, &self, &thread), -EAGAIN);
  pthread_create_fails = 0;
  CHECK_EQUAL(mallocs, held);
  malloc_fails = 1;
  CHECK_EQUAL(np_thread_start(look_around, &self, &thread), -ENOMEM);
  malloc_fails = 0;
  pthread_sigmask(SIG_BLOCK, NULL, &after);
  for (int number = 1; number < 32; number++) CHECK_EQUAL(sigismember(&after, number), sigismember(&before, number));
  CHECK_EQUAL(np_cancel_disable(), PTHREAD_CANCEL_ENABLE);
  CHECK_EQUAL(np_cancel_disable(), PTHREAD_CANCEL_DISABLE);
  np_cancel_restore(PTHREAD_CANCEL_ENABLE);
  CHECK_EQUAL(np_cancel_disable(), PTHREAD_CANCEL_ENABLE);
  np_cancel_restore(PTHREAD_CANCEL_ENABLE);
}

static void forks(void) {
  np_fork_watch();
  uint32_t before = np_fork_generation();
  for (int i = 0; i < 2; i++) {
    pid_t child = fork();
    if (child == 0) _exit(np_fork_generation() == before + 1 ? 0 : 1);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK_EQUAL(np_fork_generation(), before);
  }
}

/* ---- Texts. ---- */

static void last_errors(void) {
  char text[600];
  memset(text, 'x', sizeof text);
  np_last_error_set(text, 511);
  CHECK_EQUAL(strlen(np_last_error_get()), 511);
  np_last_error_set(text, 512);
  CHECK_EQUAL(strlen(np_last_error_get()), 511);
  np_last_error_set("short", 5);
  CHECK_TEXT(np_last_error_get(), "short");
  /* Cut at a character: é has two bytes, and € three. */
  memcpy(text + 510, "\xC3\xA9", 2);
  np_last_error_set(text, 600);
  CHECK_EQUAL(strlen(np_last_error_get()), 510);
  memcpy(text + 509, "\xE2\x82\xAC", 3);
  np_last_error_set(text, 600);
  CHECK_EQUAL(strlen(np_last_error_get()), 509);
  memcpy(text + 508, "\xE2\x82\xACx", 4);
  np_last_error_set(text, 600);
  CHECK_EQUAL(strlen(np_last_error_get()), 511);
  memset(text, 0x80, sizeof text);
  np_last_error_set(text, 600);
  CHECK_TEXT(np_last_error_get(), "");
  CHECK_EQUAL(np_text_length("abc", 5), 3);
  CHECK_EQUAL(np_text_length("abc", 2), 2);
}

static int is_pending(int number) {
  sigset_t pending;
  sigpending(&pending);
  return sigismember(&pending, number);
}

/** Fills the stack with ones, so that uninitialised memory is not 0 by chance. */
static void __attribute__((noinline)) soil_the_stack(void) {
  volatile char stack[8192];
  for (size_t i = 0; i < sizeof stack; i++) stack[i] = -1;
}

/** Prints into a pipe without a reader, which must not end the process. */
static void print_to_nobody(void) {
  sigset_t now, pipe_signal, others;
  sigemptyset(&others);
  sigaddset(&others, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &others, NULL);
  raise(SIGUSR1);
  soil_the_stack();
  np_print((const uint8_t *)"x", 1);
  CHECK(is_pending(SIGUSR1));
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  CHECK(!sigismember(&now, SIGPIPE));
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, NULL);
  np_print((const uint8_t *)"x", 1);
  CHECK(!is_pending(SIGPIPE));
  raise(SIGPIPE);
  np_print((const uint8_t *)"x", 1);
  CHECK(is_pending(SIGPIPE)); /* one that waited before is the program's own */
}

static void printing(void) {
  int pipes[2], status = -1;
  char text[8] = "";
  CHECK(pipe2(pipes, O_CLOEXEC) == 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(pipes[1], STDERR_FILENO);
    np_print((const uint8_t *)"words", 4);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(read(pipes[0], text, sizeof text) == 4 && memcmp(text, "word", 4) == 0);
  close(pipes[0]);
  child = fork();
  if (child == 0) {
    int errors = dup(STDERR_FILENO);
    dup2(pipes[1], STDERR_FILENO);
    close(pipes[1]);
    print_to_nobody();
    dup2(errors, STDERR_FILENO);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  close(pipes[1]);
}

/* ---- Time, random numbers and memory. ---- */

static void chance(void) {
  struct timespec now;
  int64_t before = np_now_us();
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t between = now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
  CHECK(before <= between && between <= np_now_us());
  CHECK(np_random() != np_random() && np_random() >> 32 && (uint32_t)np_random());
  getrandom_fails = 1;
  uint64_t first = np_random();
  for (before = np_now_us(); np_now_us() - before < 10;) continue;
  CHECK(first != np_random());
  /* Simulates two processes at the same moment. */
  clock_stands = 1;
  first = np_random();
  CHECK(first == np_random());
  pid_t child = fork();
  if (child == 0) _exit(np_random() == first);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  clock_stands = 0;
  getrandom_fails = 0;
}

static void memory(void) {
  for (size_t alignment = sizeof(void *); alignment <= 4096; alignment *= 2) {
    for (size_t size = 1; size < 5000; size += 333) {
      void *block = NULL;
      CHECK_EQUAL(posix_memalign(&block, alignment, size), 0);
      CHECK(block && (uintptr_t)block % alignment == 0);
      memset(block, 1, size);
      free(block);
    }
  }
  /* The size is a multiple of the alignment, as C11 requires. */
  const size_t sizes[][2] = {{1, 64}, {64, 64}, {65, 128}, {128, 128}, {190, 192}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    void *block = NULL;
    CHECK_EQUAL(posix_memalign(&block, 64, sizes[i][0]), 0);
    CHECK_EQUAL(aligned_size, sizes[i][1]);
    free(block);
  }
  void *block = &block;
  malloc_fails = 1;
  CHECK_EQUAL(posix_memalign(&block, 64, 64), ENOMEM);
  CHECK_EQUAL(posix_memalign(&block, 16, 16), ENOMEM);
  malloc_fails = 0;
}

static int bits(uint64_t word) { return __builtin_popcountll(word); }

static void hashes(void) {
  unsigned char data[61];
  for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)(i * 7);
  uint64_t whole = np_hash(data, sizeof data, 1);
  CHECK(np_hash(data, sizeof data, 1) == whole);
  CHECK(bits(np_hash(data, sizeof data, 2) ^ whole) > 8);
  for (size_t size = 0; size < sizeof data; size++) CHECK(bits(np_hash(data, size, 1) ^ whole) > 8);
  int least = 64, changed = 0;
  for (size_t bit = 0; bit < 8 * sizeof data; bit++) {
    data[bit / 8] ^= (unsigned char)(1 << bit % 8);
    int difference = bits(np_hash(data, sizeof data, 1) ^ whole);
    least = difference < least ? difference : least;
    changed += difference;
    data[bit / 8] ^= (unsigned char)(1 << bit % 8);
  }
  CHECK(least > 8 && changed / (8 * (int)sizeof data) >= 24);
  /* Words that change places. */
  CHECK(np_hash("aaaaaaaabbbbbbbb", 16, 1) != np_hash("bbbbbbbbaaaaaaaa", 16, 1));
  CHECK(np_hash("\0\0\0\0\0\0\0\0", 8, 1) != np_hash("\0\0\0\0\0\0\0\0", 7, 1));
  /* The value is the same in all versions: gnome-shell caches by the name. */
  CHECK(np_hash("hello world", 11, 1) == 0x78BC6919E8C915CEULL);
  CHECK(np_hash("hello world", 11, 2) == 0xA609DB8DCC7DCF49ULL);
}

static void errors(void) {
  CHECK_TEXT(np_strerror(ENOENT), "No such file or directory");
  CHECK_TEXT(np_strerror(-ENOENT), "No such file or directory");
  CHECK_TEXT(np_strerror(-99999), "Unknown error 99999");
  CHECK_TEXT(np_strerror(0), "Success");
  const int lost[] = {ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN, ESTALE};
  for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) CHECK(np_is_disconnect(-lost[i]));
  CHECK(!np_is_disconnect(-ENOMEM) && !np_is_disconnect(0) && !np_is_disconnect(ENOTCONN));
  CHECK_EQUAL(np_user_id(), geteuid());
  setenv("PLATFORM_TEST", "value", 1);
  CHECK_TEXT(np_getenv("PLATFORM_TEST"), "value");
  CHECK(np_getenv("PLATFORM_TEST_MISSING") == NULL);
}

int main(void) {
  step("handles");
  handles();
  step("locks");
  locks();
  step("threads");
  threads();
  stacks();
  forks();
  step("texts");
  last_errors();
  printing();
  step("chance");
  chance();
  memory();
  hashes();
  errors();
  return 0;
}

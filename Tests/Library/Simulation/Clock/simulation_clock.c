/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#define _GNU_SOURCE
#include "simulation_clock.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 1024 };

static int64_t now_us = 1000000000;
static uint64_t random_state = 1;
/** The times of the timers, by descriptor; 0 where a descriptor is no timer. */
static int64_t timers[MOST_DESCRIPTORS];
static struct {
  sim_connect_handler connect;
  sim_accept_handler accept;
  sim_wait_handler wait;
  void *user_data;
} handlers;

void sim_set_now(int64_t time) { now_us = time; }
int64_t sim_now(void) { return now_us; }

int64_t sim_real_us(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t sim_used_us(void) {
  int64_t used_us = 0;
  for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
    struct rusage usage;
    if (getrusage(who, &usage)) return 0;
    used_us += (int64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec +
               usage.ru_stime.tv_usec;
  }
  return used_us;
}

void sim_set_random(uint64_t seed) { random_state = seed; }

void sim_set_handlers(sim_connect_handler connect, sim_accept_handler accept, sim_wait_handler wait, void *user_data) {
  handlers.connect = connect;
  handlers.accept = accept;
  handlers.wait = wait;
  handlers.user_data = user_data;
}

/* ---- Clocks ---- */

int clock_gettime(clockid_t clock, struct timespec *ret_time) {
  /* No work costs time here, so that what a thread has used stays 0. */
  int64_t time = clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID ? 0 : now_us;
  *ret_time = (struct timespec){time / 1000000, time % 1000000 * 1000};
  return 0;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  (void)flags;
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < size; i++) {
    /* splitmix64 */
    uint64_t mixed = random_state += 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    bytes[i] = (unsigned char)(mixed >> 56);
  }
  return (ssize_t)size;
}

/* ---- Timers: an eventfd each, which becomes readable when the simulation says so ---- */

int timerfd_create(int clock, int flags) {
  (void)clock, (void)flags;
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd >= MOST_DESCRIPTORS) {
    close(fd);
    errno = EMFILE;
    return -1;
  }
  if (fd >= 0) timers[fd] = INT64_MAX;
  return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new_value, struct itimerspec *old_value) {
  (void)old_value;
  uint64_t drained;
  ssize_t size = read(fd, &drained, sizeof drained);
  (void)size;
  int64_t time = (int64_t)new_value->it_value.tv_sec * 1000000 + new_value->it_value.tv_nsec / 1000;
  if (new_value->it_value.tv_sec == 0 && new_value->it_value.tv_nsec == 0)
    timers[fd] = INT64_MAX;
  else
    timers[fd] = flags & TFD_TIMER_ABSTIME ? (time ? time : 1) : now_us + time;
  return 0;
}

int close(int fd) {
  if (fd >= 0 && fd < MOST_DESCRIPTORS) timers[fd] = 0;
  return (int)syscall(SYS_close, fd);
}

int64_t sim_next_timer(void) {
  int64_t next = INT64_MAX;
  for (int fd = 0; fd < MOST_DESCRIPTORS; fd++)
    if (timers[fd] && timers[fd] < next) next = timers[fd];
  return next;
}

int32_t sim_fire_timers(void) {
  int32_t count = 0;
  uint64_t one = 1;
  for (int fd = 0; fd < MOST_DESCRIPTORS; fd++) {
    if (!timers[fd] || timers[fd] > now_us) continue;
    timers[fd] = INT64_MAX;
    count += write(fd, &one, sizeof one) == sizeof one;
  }
  return count;
}

/* ---- Threads: the places at which another one may come first are those at which a lock is taken ---- */

static struct {
  sim_work work;
  void *user_data;
  int64_t locks;
  bool is_held;
} other;
/** The locks that this thread holds, and whether it is the other one. */
static _Thread_local int held;
static _Thread_local bool is_other;

void sim_run_in_thread(int64_t after_locks, sim_work work, void *user_data) {
  other.work = work;
  other.user_data = user_data;
  other.locks = after_locks;
}

void sim_hold_thread(bool holds) { other.is_held = holds; }

static void *run_other(void *work) {
  is_other = true;
  ((sim_work)(uintptr_t)work)(other.user_data);
  return NULL;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*lock)(pthread_mutex_t *);
  if (!lock) *(void **)&lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  if (other.work && !is_other && !other.is_held && !held && other.locks-- <= 0) {
    sim_work work = other.work;
    other.work = NULL;
    pthread_t thread;
    if (!pthread_create(&thread, NULL, run_other, (void *)(uintptr_t)work)) pthread_join(thread, NULL);
  }
  int error = lock(mutex);
  held += !error;
  return error;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  static int (*unlock)(pthread_mutex_t *);
  if (!unlock) *(void **)&unlock = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
  held -= held > 0;
  return unlock(mutex);
}

/* ---- Sockets ---- */

int connect(int fd, const struct sockaddr *address, socklen_t size) {
  const struct sockaddr_un *local = (const struct sockaddr_un *)address;
  if (address->sa_family != AF_UNIX || size <= sizeof local->sun_family || !handlers.connect)
    return (int)syscall(SYS_connect, fd, address, size);
  int error = handlers.connect(local->sun_path, handlers.user_data);
  int ends[2];
  if (!error && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) < 0) error = errno;
  if (error) {
    errno = error;
    return -1;
  }
  dup3(ends[0], fd, O_CLOEXEC);
  close(ends[0]);
  handlers.accept(ends[1], handlers.user_data);
  return 0;
}

/* A program that waits lets the simulation go on until its descriptor is ready, or its time has come. */
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  (void)mask;
  int64_t left = timeout ? (int64_t)timeout->tv_sec * 1000000 + timeout->tv_nsec / 1000 : INT64_MAX / 2;
  int64_t end = now_us + left;
  for (;;) {
    int ready = (int)syscall(SYS_poll, fds, count, 0);
    if (ready || left <= 0 || now_us >= end || !handlers.wait) return ready;
    if (!handlers.wait(end, handlers.user_data)) {
      if (now_us < end) now_us = end;
      return (int)syscall(SYS_poll, fds, count, 0);
    }
  }
}

int poll(struct pollfd *fds, nfds_t count, int timeout) {
  struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
  return ppoll(fds, count, timeout < 0 ? NULL : &time, NULL);
}

/* ---- The program ---- */

static int parent = -1;

int64_t sim_in_child(sim_body body, void *user_data, char *ret_text, uint64_t capacity) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  fflush(NULL);
  pid_t process = fork();
  if (process == 0) {
    parent = ends[1];
    body(user_data);
    _exit(1);
  }
  close(ends[1]);
  uint64_t filled = 0;
  ssize_t size = 0;
  while (filled + 1 < capacity && (size = read(ends[0], ret_text + filled, capacity - 1 - filled)) > 0)
    filled += (uint64_t)size;
  ret_text[filled] = '\0';
  close(ends[0]);
  int status = 0;
  waitpid(process, &status, 0);
  return status == 0 ? (int64_t)filled : -1;
}

void sim_tell(const char *text) {
  fflush(NULL);
  ssize_t size = write(parent, text, strlen(text));
  _exit(size < 0 ? 1 : 0);
}

int32_t nowplaying_tool_run(int32_t count, char *const *words);

int32_t sim_run_program(const char *const *words, uint64_t count) {
  return nowplaying_tool_run((int32_t)count, (char *const *)words);
}

void sim_make_file(const char *path) { sim_close(open(path, O_CREAT | O_CLOEXEC | O_WRONLY, 0600)); }
void sim_remove_file(const char *path) { unlink(path); }
int32_t sim_process(void) { return getpid(); }

int64_t sim_receive(int32_t fd, void *buffer, uint64_t capacity) {
  ssize_t size = recv(fd, buffer, capacity, MSG_DONTWAIT);
  if (size > 0) return size;
  return size < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

int64_t sim_send(int32_t fd, const void *data, uint64_t size) {
  ssize_t sent = send(fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent >= 0) return sent;
  return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

void sim_close(int32_t fd) { close(fd); }

bool sim_is_readable(int32_t fd) {
  struct pollfd one = {.fd = fd, .events = POLLIN};
  return syscall(SYS_poll, &one, 1, 0) > 0;
}

int32_t sim_open_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int32_t count = 0;
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count - 3; /* ".", "..", and the folder itself */
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "platform.h"

#ifdef NOWPLAYING_SWIFT_6_2
/* The compiler calls this function for an object whose initialiser has thrown, and the runtime of Embedded Swift lacks
 * it. */
void swift_deallocUninitializedObject(void *object, size_t size, size_t alignment) {
  (void)size, (void)alignment;
  free(object);
}
#endif

/* The whole program, which is written in Swift. */
int32_t nowplaying_tool_run(int32_t count, char *const *words);

int main(int argc, char **argv) { return nowplaying_tool_run(argc, argv); }

bool tool_is_terminal(int32_t fd) { return isatty(fd); }

int32_t tool_columns(int32_t fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

size_t tool_write_number(char *buffer, size_t size, int32_t digits, double value) {
  int length = snprintf(buffer, size, "%.*f", digits, value);
  return length > 0 && (size_t)length < size ? (size_t)length : 0;
}

double tool_read_number(const char *text, size_t *ret_length) {
  char *end = NULL;
  double value = strtod(text, &end);
  *ret_length = (size_t)(end - text);
  return value;
}

int32_t tool_write(int32_t fd, const void *data, size_t size) {
  const char *next = data;
  while (size > 0) {
    ssize_t written = write(fd, next, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return -errno;
    next += written;
    size -= (size_t)written;
  }
  return 0;
}

bool tool_await(int32_t fd, int32_t other, int32_t output, int64_t until_us) {
  struct pollfd all[] = {{.fd = fd, .events = POLLIN}, {.fd = output}, {.fd = other, .events = POLLIN}};
  int64_t left = until_us - np_now_us();
  if (left < 0) left = 0;
  int count = ppoll(all, other < 0 ? 2 : 3, &(struct timespec){left / 1000000, left % 1000000 * 1000}, NULL);
  return count <= 0 || all[1].revents == 0;
}

bool tool_is_broken_pipe(int32_t error) { return error == -EPIPE; }

bool tool_exists(const char *path) { return access(path, F_OK) == 0; }

bool tool_working_directory(char *buffer, size_t size) { return getcwd(buffer, size) != NULL; }

int32_t tool_create(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return fd < 0 ? -errno : fd;
}

int32_t tool_copy(int32_t from, int32_t to, int64_t size) {
  char buffer[65536];
  int64_t offset = 0;
  while (offset < size) {
    int64_t left = size - offset;
    ssize_t count = pread(from, buffer, left < (int64_t)sizeof buffer ? (size_t)left : sizeof buffer, offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? -errno : 0;
    int32_t result = np_write_all(to, buffer, (size_t)count);
    if (result < 0) return result;
    offset += count;
  }
  return 0;
}

int64_t tool_file_size(int32_t fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

bool tool_contains(const void *data, size_t size, const char *text) {
  return data && memmem(data, size, text, strlen(text));
}

bool tool_file_contains(const char *path, const char *text) {
  enum { most = 1 << 16, overlap = 256 };
  static char buffer[most + overlap];
  size_t kept = 0;
  bool found = false;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  while (fd >= 0 && !found) {
    ssize_t size = read(fd, buffer + kept, most);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    size_t filled = kept + (size_t)size;
    found = tool_contains(buffer, filled, text);
    /* The text may begin here and end in what is read next. */
    kept = filled < overlap ? filled : overlap;
    memmove(buffer, buffer + filled - kept, kept);
  }
  if (fd >= 0) close(fd);
  return found;
}

/* Whether this process has a terminal that has not been hung up. */
static bool has_terminal(void) {
  int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

static bool began_at_terminal;

int32_t tool_catch_end(void) {
  began_at_terminal = has_terminal();
  const int signals[] = {SIGTERM, SIGINT, SIGHUP};
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action;
    /* A signal that was ignored when the program started, as nohup does with SIGHUP, stays ignored. */
    if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&caught, signals[i]);
  }
  int fd = signalfd(-1, &caught, SFD_CLOEXEC);
  if (fd < 0) return -errno;
  sigprocmask(SIG_BLOCK, &caught, NULL);
  return fd;
}

bool tool_await_either(int32_t one, int32_t other, int32_t end) {
  struct pollfd all[] = {
      {.fd = one, .events = POLLIN}, {.fd = other, .events = POLLIN}, {.fd = end, .events = POLLIN}};
  poll(all, 3, -1);
  return all[2].revents == 0;
}

int32_t tool_take_signal(int32_t end) {
  struct signalfd_siginfo seen;
  if (read(end, &seen, sizeof seen) != sizeof seen) return SIGTERM;
  bool reloads = seen.ssi_signo == SIGHUP && (!began_at_terminal || has_terminal());
  return reloads ? 0 : (int32_t)seen.ssi_signo;
}

void tool_end(int32_t number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  signal(number, SIG_DFL);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
}

void tool_make_directory(const char *path) { mkdir(path, 0700); }

bool tool_launch(const char *desktop_file) {
  char *words[] = {"gio", "launch", (char *)desktop_file, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  pid_t process;
  /* The started process is never waited for: with SIG_IGN the system removes it when it ends. */
  signal(SIGCHLD, SIG_IGN);
  if (posix_spawn_file_actions_init(&files) != 0) return false;
  bool is_started = false;
  if (posix_spawnattr_init(&attributes) == 0) {
    /* Resets the signal mask and SIGCHLD, which the player would otherwise inherit from this process. */
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGCHLD);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    is_started = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0) == 0 &&
                 posix_spawnp(&process, words[0], &files, &attributes, words, environ) == 0;
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&files);
  return is_started;
}

void tool_become(const char *name, const char *word) {
  /* A name without a folder is looked for in $PATH. */
  static const char *const folders[] = {"", "/usr/local/libexec/", "/usr/libexec/", "/usr/lib/"};
  char program[96], option[32];
  snprintf(option, sizeof option, "--%s", word);
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    snprintf(program, sizeof program, "%s%s", folders[i], name);
    execlp(program, program, option, (char *)NULL);
  }
}

bool tool_find_page(const char *name, char *path, size_t size) {
  static const char *const folders[] = {"libnowplaying", "libnowplaying-dev"};
  char program[4096];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) return false;
  program[length] = '\0';
  for (int parts = 2; parts > 0; parts--) {
    char *slash = strrchr(program, '/');
    if (slash == NULL) return false;
    *slash = '\0';
  }
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    int written = snprintf(path, size, "%s/share/doc/%s/%s", program, folders[i], name);
    if (written > 0 && (size_t)written < size && access(path, R_OK) == 0) return true;
  }
  return false;
}

bool tool_confirms(void) {
  char first = 0, next = 0;
  if (read(0, &first, 1) != 1) return false;
  for (next = first; next != '\n';)
    if (read(0, &next, 1) != 1) break;
  return first == 'y' || first == 'Y';
}

void tool_set_bus(const char *address) { setenv("DBUS_SESSION_BUS_ADDRESS", address, 1); }

int32_t tool_process_id(void) { return getpid(); }

int64_t tool_real_time_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* For a first look: a mosquitto of one's own, which nobody else can reach, and what comes to it. */
#include "bridge.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[256], file[300], place[300];
static pid_t server;

static bool write_file(void) {
  FILE *made = fopen(file, "we");
  if (made == NULL) return false;
  fprintf(made, "listener 0 %s\nallow_anonymous true\npersistence false\nlog_type error\n%s", place,
          getuid() == 0 ? "user root\n" : "");
  return fclose(made) == 0;
}

/* Becomes the server, in the child. Debian's is not where users look for programs. */
static void run_server(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  execlp("mosquitto", "mosquitto", "-c", file, (char *)NULL);
  execl("/usr/sbin/mosquitto", "mosquitto", "-c", file, (char *)NULL);
  write_line(stderr, PROGRAM ": --try starts a mosquitto: install it (%s)", strerror(errno));
  _exit(127);
}

bool try_open(void) {
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  snprintf(folder, sizeof folder, "%.200s/nowplaying-mqtt-XXXXXX", runtime != NULL ? runtime : "/tmp");
  if (mkdtemp(folder) == NULL) {
    write_line(stderr, PROGRAM ": %s: %s", folder, strerror(errno));
    return false;
  }
  snprintf(file, sizeof file, "%s/mosquitto.conf", folder);
  snprintf(place, sizeof place, "%s/broker", folder);
  options.broker = place;
  options.port = 0;
  options.tls = options.in = false;
  snprintf(options.host, sizeof options.host, "here");
  if (!write_file() || (server = fork()) < 0) {
    write_line(stderr, PROGRAM ": %s: %s", file, strerror(errno));
    return false;
  }
  if (server == 0) run_server();
  printf("What plays on this machine, as it comes to a broker of its own, until Ctrl-C. Beside this, try:\n"
         "  mosquitto_sub --unix %s -t 'np/#' -v\n"
         "  mosquitto_pub --unix %s -t np/1/here/s/PLAYER/do -m '{\"command\":\"pause\"}'\n", place, place);
  fflush(stdout);
  return true;
}

void try_connected(void) {
  static const char *const all[] = {"np/#"};
  if (server != 0) broker_subscribe(all, 1, true);
}

void try_show(const struct message *message) {
  if (server == 0) return;
  const char *word = strrchr(message->topic, '/');
  if (message->size == 0) write_line(stdout, "%s  (nothing)", message->topic);
  else if (word != NULL && strcmp(word, "/art") == 0) {
    write_line(stdout, "%s  %zu bytes", message->topic, message->size);
  } else {
    int shown = message->size < 400 ? (int)message->size : 400;
    write_line(stdout, "%s  %.*s", message->topic, shown, (const char *)message->payload);
  }
  fflush(stdout);
}

bool try_has_ended(void) {
  if (server > 0 && waitpid(server, NULL, WNOHANG) == server) server = -1;
  return server < 0;
}

void try_close(void) {
  if (*folder == '\0') return;
  if (server > 0) kill(server, SIGTERM);
  if (server > 0) waitpid(server, NULL, 0);
  unlink(file);
  unlink(place);
  rmdir(folder);
}

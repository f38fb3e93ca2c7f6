/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A connection to an MPD that never blocks: not on the name service, not on the network, not on MPD.
 *
 * libmpdclient has one too, mpd_async, which gives up at a line of more than 4 KiB. One long tag is no reason to lose a
 * server, so lines are divided here, and libmpdclient understands them. */
#define _GNU_SOURCE /* getaddrinfo_a */
#include "mpd-remote.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The timeout for MPD's reply, shorter than the library's for a request. */
#define PATIENCE (NOWPLAYING_MAX_REQUEST_TIME_US - SECONDS(2))

/* A host name that the C library looks up on a thread of its own, which sends SIGRTMIN when it is done. */
struct lookup {
  struct gaicb request;
  struct addrinfo hints;
  char host[NI_MAXHOST];
};

void connection_init(struct connection *connection, const struct address *address,
                     const struct connection_events *events) {
  *connection = (struct connection){.address = address, .events = events, .fd = -1, .deadline = NEVER};
}

static void forget_lookup(struct connection *connection) {
  struct lookup *lookup = connection->lookup;
  /* A lookup that is under way cannot be cancelled; its result serves the next attempt. */
  if (lookup == NULL || gai_cancel(&lookup->request) == EAI_NOTCANCELED) return;
  if (lookup->request.ar_result != NULL) freeaddrinfo(lookup->request.ar_result);
  free(lookup);
  connection->lookup = NULL;
}

void connection_close(struct connection *connection) {
  forget_lookup(connection);
  if (connection->fd >= 0) close(connection->fd);
  connection->fd = -1;
  connection->state = CLOSED;
  connection->deadline = NEVER;
  connection->used = connection->unsent = connection->binary = 0;
  connection->skips = false;
}

static void lose(struct connection *connection, const char *why) {
  connection_close(connection);
  connection->events->lost(connection, why);
}

/* ------------------------------------------------------------------------------------------ Connecting ----------- */

/* Begins to connect to one address. Returns false when that fails at once. */
static bool try_address(struct connection *connection, const struct sockaddr *address, socklen_t size) {
  int on = 1, idle = 30, interval = 10, count = 3;
  connection->fd = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (connection->fd < 0) return false;
  if (address->sa_family != AF_UNIX) {
    /* An idle MPD sends nothing. Keep-alive probes detect that its computer was switched off. */
    setsockopt(connection->fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(connection->fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(connection->fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(connection->fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  connection->state = CONNECTING;
  connection->deadline = now_us() + PATIENCE;
  if (connect(connection->fd, address, size) == 0 || errno == EINPROGRESS) return true;
  int error = errno;
  close(connection->fd);
  connection->fd = -1;
  errno = error;
  return false;
}

/* Tries the next address of the host, after one has failed with `error`. */
static void try_next_address(struct connection *connection, int error) {
  if (connection->fd >= 0) close(connection->fd);
  connection->fd = -1;
  while (connection->next_address != NULL) {
    const struct addrinfo *address = connection->next_address;
    connection->next_address = address->ai_next;
    if (try_address(connection, address->ai_addr, address->ai_addrlen)) return;
    error = errno;
  }
  lose(connection, strerror(error));
}

static void open_socket(struct connection *connection) {
  const char *path = connection->address->host;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(path);
  connection->next_address = NULL;
  if (length >= sizeof address.sun_path) {
    lose(connection, strerror(ENAMETOOLONG));
    return;
  }
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = '\0';
  /* An abstract socket name has no NUL at its end. */
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] != '@'));
  if (!try_address(connection, (struct sockaddr *)&address, size)) lose(connection, strerror(errno));
}

static void look_up(struct connection *connection) {
  if (connection->lookup != NULL) return;
  struct lookup *lookup = calloc(1, sizeof *lookup);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
  if (lookup != NULL) {
    lookup->hints.ai_socktype = SOCK_STREAM;
    snprintf(lookup->host, sizeof lookup->host, "%s", connection->address->host);
    lookup->request.ar_name = lookup->host;
    lookup->request.ar_service = connection->address->port;
    lookup->request.ar_request = &lookup->hints;
    if (getaddrinfo_a(GAI_NOWAIT, &(struct gaicb *){&lookup->request}, 1, &event) == 0) {
      connection->lookup = lookup;
      return;
    }
  }
  free(lookup);
  lose(connection, "the name service cannot be asked");
}

static void finish_lookup(struct connection *connection) {
  int error = gai_error(&connection->lookup->request);
  if (error == EAI_INPROGRESS) return;
  if (error != 0) {
    lose(connection, gai_strerror(error));
    return;
  }
  connection->next_address = connection->lookup->request.ar_result;
  try_next_address(connection, ENOENT);
}

void connection_open(struct connection *connection) {
  connection_close(connection);
  connection->state = OPENING;
  connection->deadline = 0;
}

static void begin(struct connection *connection) {
  connection->state = LOOKING_UP;
  connection->deadline = now_us() + PATIENCE;
  if (connection->address->port == NULL) open_socket(connection);
  else look_up(connection);
}

static void finish_connecting(struct connection *connection) {
  int error = 0;
  struct pollfd writable = {.fd = connection->fd, .events = POLLOUT};
  if (poll(&writable, 1, 0) == 0) return;
  getsockopt(connection->fd, SOL_SOCKET, SO_ERROR, &error, &(socklen_t){sizeof error});
  if (error != 0) {
    try_next_address(connection, error);
    return;
  }
  forget_lookup(connection);
  connection->state = GREETING;
  connection->deadline = now_us() + PATIENCE;
}

/* ------------------------------------------------------------------------------------------------ Lines ---------- */

/* Extends the deadline, because more of the reply has arrived. */
static void extend_deadline(struct connection *connection) {
  if (connection->deadline != NEVER) connection->deadline = now_us() + PATIENCE;
}

static void get_ready(struct connection *connection) {
  connection->state = READY;
  connection->deadline = NEVER;
  connection->events->ready(connection);
}

static void take_line(struct connection *connection, char *line) {
  if (connection->state == READY) {
    extend_deadline(connection);
    connection->events->line(connection, line);
  } else if (connection->state == LOGGING_IN) {
    if (strcmp(line, "OK") == 0) get_ready(connection);
    else lose(connection, strncmp(line, "ACK ", 4) == 0 ? "the password is wrong" : "it does not speak as MPD does");
  } else if (strncmp(line, "OK MPD ", 7) != 0) {
    lose(connection, "this is no MPD");
  } else if (connection->address->password == NULL) {
    get_ready(connection);
  } else {
    connection->state = LOGGING_IN;
    if (!connection_send(connection, "password %s\n", connection->address->password)) {
      lose(connection, "the password is too long");
    }
  }
}

/* Passes on complete lines and bytes. A callback may close the connection, which empties `input`. */
static void take_input(struct connection *connection) {
  size_t taken = 0;
  while (taken < connection->used) {
    char *start = connection->input + taken;
    size_t rest = connection->used - taken;
    if (connection->binary > 0) {
      size_t count = rest < connection->binary ? rest : connection->binary;
      connection->binary -= count;
      taken += count;
      extend_deadline(connection);
      connection->events->bytes(connection, start, count);
      continue;
    }
    char *end = memchr(start, '\n', rest);
    bool skips = connection->skips;
    if (end == NULL && rest < sizeof connection->input - 1) break;
    /* A line that is too long is cut: its rest is skipped. */
    connection->skips = end == NULL;
    if (end == NULL) end = start + rest;
    taken += (size_t)(end - start) + !connection->skips;
    *end = '\0';
    if (!skips) take_line(connection, start);
  }
  if (connection->used == 0) return;
  connection->used -= taken;
  memmove(connection->input, connection->input + taken, connection->used);
}

void connection_read_bytes(struct connection *connection, size_t count) { connection->binary = count; }

static void receive(struct connection *connection) {
  /* One byte stays free for the NUL of a cut line. */
  ssize_t count = recv(connection->fd, connection->input + connection->used,
                       sizeof connection->input - 1 - connection->used, 0);
  if (count > 0) {
    connection->used += (size_t)count;
    take_input(connection);
  } else if (count == 0) {
    lose(connection, "it has closed the connection");
  } else if (errno != EAGAIN && errno != EINTR) {
    lose(connection, strerror(errno));
  }
}

/* ---------------------------------------------------------------------------------------------- Sending ---------- */

char *quote(const char *text) {
  char *quoted = malloc(2 * strlen(text) + 3), *to = quoted;
  if (quoted == NULL) return NULL;
  *to++ = '"';
  for (; *text != '\0'; ++text) {
    if (*text == '"' || *text == '\\') *to++ = '\\';
    *to++ = *text == '\n' ? ' ' : *text;
  }
  strcpy(to, "\"");
  return quoted;
}

bool connection_send(struct connection *connection, const char *format, ...) {
  size_t room = sizeof connection->output - connection->unsent;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(connection->output + connection->unsent, room, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= room) return false;
  connection->unsent += (size_t)length;
  if (connection->deadline == NEVER) connection->deadline = now_us() + PATIENCE;
  return true;
}

static void flush(struct connection *connection) {
  ssize_t count = send(connection->fd, connection->output, connection->unsent, MSG_NOSIGNAL);
  if (count < 0) {
    if (errno != EAGAIN && errno != EINTR) lose(connection, strerror(errno));
    return;
  }
  connection->unsent -= (size_t)count;
  memmove(connection->output, connection->output + count, connection->unsent);
}

/* ------------------------------------------------------------------------------------------------- Loop ---------- */

struct pollfd connection_pollfd(const struct connection *connection) {
  bool sends = connection->state == CONNECTING || connection->unsent > 0;
  return (struct pollfd){.fd = connection->fd, .events = (short)(POLLIN | (sends ? POLLOUT : 0))};
}

void connection_turn(struct connection *connection) {
  if (connection->state == OPENING) begin(connection);
  if (connection->state == LOOKING_UP) finish_lookup(connection);
  if (connection->state == CONNECTING) finish_connecting(connection);
  if (connection->state >= GREETING) receive(connection);
  if (connection->state >= GREETING && connection->unsent > 0) flush(connection);
  if (connection->state <= OPENING || now_us() < connection->deadline) return;
  if (connection->state == CONNECTING) try_next_address(connection, ETIMEDOUT);
  else lose(connection, "it does not answer");
}

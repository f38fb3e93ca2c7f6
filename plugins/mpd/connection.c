/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A connection to an MPD that never blocks. The name service, the network and the password may take their time, so
 * libmpdclient connects on a thread of its own; afterwards no call waits.
 *
 * libmpdclient could receive as well, but gives up at a line of more than 4 KiB. One long tag is no reason to lose a
 * server, so lines are divided here, and libmpdclient understands them. */
#include "mpd-remote.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

void connection_init(struct connection *connection, const struct address *address) {
  *connection = (struct connection){.address = address, .deadline = NEVER};
  connection->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/* ------------------------------------------------------------------------------------------ Connecting ----------- */

static gpointer run_thread(gpointer user_data) {
  struct connection *connection = user_data;
  struct mpd_connection *mpd = address_connect(connection->address);
  eventfd_write(connection->done, 1);
  return mpd;
}

void connection_open(struct connection *connection) {
  connection->thread = g_thread_new("connect", run_thread, connection);
}

bool connection_finish(struct connection *connection, const char **ret_why) {
  int on = 1, idle = 30, interval = 10, count = 3;
  eventfd_t done;
  if (eventfd_read(connection->done, &done) < 0) return false;
  connection->mpd = g_thread_join(connection->thread);
  connection->thread = NULL;
  if (mpd_connection_get_error(connection->mpd) != MPD_ERROR_SUCCESS) {
    *ret_why = mpd_connection_get_error_message(connection->mpd);
    return false;
  }
  /* An idle MPD sends nothing. Keep-alive probes detect that its computer was switched off. A local socket knows none
   * of these options. */
  int fd = mpd_connection_get_fd(connection->mpd);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return true;
}

void connection_close(struct connection *connection) {
  mpd_connection_free(connection->mpd);
  connection->mpd = NULL;
  connection->deadline = NEVER;
  connection->used = connection->taken = 0;
}

/* --------------------------------------------------------------------------------- Receiving, sending ------------ */

const char *connection_receive(struct connection *connection) {
  ssize_t count = recv(mpd_connection_get_fd(connection->mpd), connection->input + connection->used,
                       sizeof connection->input - connection->used, 0);
  if (count == 0) return "it has closed the connection";
  if (count < 0) return errno == EAGAIN || errno == EINTR ? NULL : strerror(errno);
  connection->used += (size_t)count;
  if (connection->deadline != NEVER) connection->deadline = g_get_monotonic_time() + PATIENCE;
  return NULL;
}

char *connection_take_line(struct connection *connection) {
  char *line = connection->input + connection->taken;
  char *end = memchr(line, '\n', connection->used - connection->taken);
  if (end != NULL) {
    *end = '\0';
    connection->taken = (size_t)(end + 1 - connection->input);
    return line;
  }
  connection->used -= connection->taken;
  connection->taken = 0;
  memmove(connection->input, line, connection->used);
  /* A line that is longer than the buffer loses a part behind its first 8 KiB; the library cuts texts before that. */
  if (connection->used == sizeof connection->input) connection->used /= 2;
  return NULL;
}

bool connection_send(struct connection *connection, const char *lines) {
  int fd = mpd_connection_get_fd(connection->mpd);
  size_t size = strlen(lines);
  if (send(fd, lines, size, MSG_NOSIGNAL) == (ssize_t)size) {
    if (connection->deadline == NEVER) connection->deadline = g_get_monotonic_time() + PATIENCE;
    return true;
  }
  /* The connection is broken: a socket has room for more than all commands to which MPD may owe replies. The next
   * connection_receive() finds it closed. */
  shutdown(fd, SHUT_RDWR);
  return false;
}

struct pollfd connection_pollfd(const struct connection *connection) {
  int fd = connection->mpd != NULL ? mpd_connection_get_fd(connection->mpd) : connection->done;
  return (struct pollfd){.fd = fd, .events = POLLIN};
}

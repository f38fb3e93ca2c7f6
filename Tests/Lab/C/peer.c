/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "peer.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "check.h"

#define UNIQUE_NAME ":1.1"

static int answer(sd_bus_message *call, peer *to) {
  const char *member = sd_bus_message_get_member(call);
  int refused = to->refusals & 1;
  to->refusals >>= 1;
  if (refused)
    return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_ACCESS_DENIED, "%s is refused.", member);
  if (strcmp(member, "Hello") == 0) return sd_bus_reply_method_return(call, "s", UNIQUE_NAME);
  if (strcmp(member, "RequestName") == 0) return sd_bus_reply_method_return(call, "u", 1u);
  if (strcmp(member, "ReleaseName") == 0) return sd_bus_reply_method_return(call, "u", 1u);
  if (strcmp(member, "NameHasOwner") == 0) {
    const char *name = ""; /* Senders are there until peer_leave(). */
    sd_bus_message_read(call, "s", &name);
    return sd_bus_reply_method_return(call, "b", name[0] == ':');
  }
  if (strcmp(member, "ListNames") == 0) return sd_bus_reply_method_return(call, "as", 1, UNIQUE_NAME);
  if (strcmp(member, "AddMatch") == 0 || strcmp(member, "RemoveMatch") == 0)
    return sd_bus_reply_method_return(call, NULL);
  return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_NAME_HAS_NO_OWNER, "%s: there is nobody.", member);
}

static int on_message(sd_bus_message *message, void *user_data, sd_bus_error *ret_error) {
  peer *to = user_data;
  to->received++;
  if (!sd_bus_message_is_method_call(message, NULL, NULL)) {
    if (to->heard) to->heard(to, message);
  } else if (!to->called || !to->called(to, message)) {
    answer(message, to);
  }
  return 1; /* Nothing else looks at it. */
}

/* Starts the daemon's end of a connection. */
static void start(peer *to, int fd) {
  *to = (peer){.raw_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0)};
  CHECK(to->raw_fd >= 0);
  CHECK(sd_bus_new(&to->bus) >= 0);
  CHECK(sd_bus_set_fd(to->bus, fd, fd) >= 0);
  sd_id128_t id = SD_ID128_MAKE(4e, 6f, 77, 50, 6c, 61, 79, 69, 6e, 67, 42, 75, 73, 00, 00, 01);
  CHECK(sd_bus_set_server(to->bus, 1, id) >= 0);
  CHECK(sd_bus_add_filter(to->bus, NULL, on_message, to) >= 0);
  CHECK(sd_bus_negotiate_fds(to->bus, 1) >= 0);
  CHECK(sd_bus_start(to->bus) >= 0);
}

int peer_open(peer *to) {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0);
  start(to, pair[0]);
  return pair[1];
}

int peer_listen(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  CHECK(length + 1 < sizeof address.sun_path);
  memcpy(address.sun_path + 1, name, length);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  CHECK(bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, SOMAXCONN) == 0);
  return listener;
}

int peer_accept(peer *to, int listener) {
  int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd >= 0) start(to, fd);
  return fd >= 0;
}

int peer_process(peer *to) {
  int progress = 0;
  while (sd_bus_process(to->bus, NULL) > 0) progress = 1;
  return progress;
}

sd_bus_message *peer_call(peer *to, const char *path, const char *interface, const char *member) {
  return peer_call_from(to, ":1.77", path, interface, member);
}

sd_bus_message *peer_call_from(peer *to, const char *sender, const char *path, const char *interface,
                               const char *member) {
  sd_bus_message *message = NULL;
  if (sd_bus_message_new_method_call(to->bus, &message, UNIQUE_NAME, path, interface, member) < 0) return NULL;
  sd_bus_message_set_sender(message, sender);
  return message;
}

uint64_t peer_send(peer *to, sd_bus_message *message) {
  uint64_t cookie = 0; /* Without a place for it, sd-bus says that no reply is wanted. */
  sd_bus_send(to->bus, message, &cookie); /* Fails when the client has left, which is its right. */
  sd_bus_message_unref(message);
  return cookie;
}

void peer_tell_owner(peer *to, const char *name, const char *old_owner, const char *new_owner) {
  sd_bus_message *message = NULL;
  const char *bus = "org.freedesktop.DBus";
  if (sd_bus_message_new_signal(to->bus, &message, "/org/freedesktop/DBus", bus, "NameOwnerChanged") < 0) return;
  sd_bus_message_set_sender(message, bus);
  sd_bus_message_append(message, "sss", name, old_owner, new_owner);
  peer_send(to, message);
}

void peer_leave(peer *to, const char *sender) { peer_tell_owner(to, sender, sender, ""); }

void peer_hang_up(peer *to) { shutdown(to->raw_fd, SHUT_WR); }

void peer_close(peer *to) {
  sd_bus_close_unref(to->bus);
  close(to->raw_fd);
}

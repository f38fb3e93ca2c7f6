/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "peer.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
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
  if (strcmp(member, "NameHasOwner") == 0) return sd_bus_reply_method_return(call, "b", 0);
  if (strcmp(member, "ListNames") == 0) return sd_bus_reply_method_return(call, "as", 1, UNIQUE_NAME);
  if (strcmp(member, "AddMatch") == 0 || strcmp(member, "RemoveMatch") == 0)
    return sd_bus_reply_method_return(call, NULL);
  return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_NAME_HAS_NO_OWNER, "%s: there is nobody.", member);
}

static int on_message(sd_bus_message *message, void *user_data, sd_bus_error *ret_error) {
  (void)ret_error;
  peer *to = user_data;
  to->received++;
  if (sd_bus_message_is_method_call(message, NULL, NULL)) answer(message, to);
  return 1; /* Nothing else looks at it. */
}

int peer_open(peer *to) {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0);
  *to = (peer){.raw_fd = fcntl(pair[0], F_DUPFD_CLOEXEC, 0)};
  CHECK(to->raw_fd >= 0);
  CHECK(sd_bus_new(&to->bus) >= 0);
  CHECK(sd_bus_set_fd(to->bus, pair[0], pair[0]) >= 0);
  sd_id128_t id = SD_ID128_MAKE(4e, 6f, 77, 50, 6c, 61, 79, 69, 6e, 67, 42, 75, 73, 00, 00, 01);
  CHECK(sd_bus_set_server(to->bus, 1, id) >= 0);
  CHECK(sd_bus_add_filter(to->bus, NULL, on_message, to) >= 0);
  CHECK(sd_bus_start(to->bus) >= 0);
  return pair[1];
}

int peer_process(peer *to) {
  int progress = 0;
  while (sd_bus_process(to->bus, NULL) > 0) progress = 1;
  return progress;
}

sd_bus_message *peer_call(peer *to, const char *path, const char *interface, const char *member) {
  sd_bus_message *message = NULL;
  if (sd_bus_message_new_method_call(to->bus, &message, UNIQUE_NAME, path, interface, member) < 0) return NULL;
  sd_bus_message_set_sender(message, ":1.77");
  return message;
}

void peer_send(peer *to, sd_bus_message *message) {
  uint64_t cookie; /* Without a place for it, sd-bus says that no reply is wanted. */
  sd_bus_send(to->bus, message, &cookie); /* Fails when the client has left, which is its right. */
  sd_bus_message_unref(message);
}

void peer_hang_up(peer *to) { shutdown(to->raw_fd, SHUT_WR); }

void peer_close(peer *to) {
  sd_bus_close_unref(to->bus);
  close(to->raw_fd);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A bus within one process: the daemon's end of a socket pair, for nowplaying_app_options.bus_fd. It answers the calls
 * that clients make to a daemon, and sends calls and signals in the name of any sender. Everything happens in
 * peer_process(), on the caller's thread, so that a run can be repeated exactly. */
#ifndef NOWPLAYING_TEST_PEER_H
#define NOWPLAYING_TEST_PEER_H

#include <stdint.h>
#include <systemd/sd-bus.h>

typedef struct peer {
  sd_bus *bus;
  /** A duplicate descriptor of the daemon's end, for writing raw bytes. */
  int raw_fd;
  /** One bit for each call of the client, that of the next call lowest: 1 refuses the call. Each call shifts them. */
  uint64_t refusals;
  /** How many messages the client has sent. */
  unsigned received;
  /** Called with each message of the client that is no call; may be NULL. */
  void (*heard)(struct peer *from, sd_bus_message *message);
  /** Called with each call of the client; returns whether it has answered the call, which is else answered as a daemon
   * would. May be NULL. */
  int (*called)(struct peer *from, sd_bus_message *call);
} peer;

/** Opens the pair. Returns the client's end, which the caller must pass on or close. */
int peer_open(peer *to);
/** Makes a socket at which clients find the bus: "unix:abstract=NAME". Returns its descriptor. */
int peer_listen(const char *name);
/** Accepts the next client at the socket of peer_listen(), without waiting. Returns whether there was one. */
int peer_accept(peer *to, int listener);
/** Reads and answers what there is, without waiting. Returns whether there was anything. */
int peer_process(peer *to);
/** Begins a call of the member to the client, from ":1.77". The caller adds arguments and gives it to peer_send(). NULL
 * when sd-bus refuses a name, or the connection is closed. */
sd_bus_message *peer_call(peer *to, const char *path, const char *interface, const char *member);
/** Begins a call as peer_call() does, from another sender. */
sd_bus_message *peer_call_from(peer *to, const char *sender, const char *path, const char *interface,
                               const char *member);
/** Sends and releases a message. Returns its serial number, to which the reply refers. */
uint64_t peer_send(peer *to, sd_bus_message *message);
/** Emits that a name has changed its owner; "" for none. */
void peer_tell_owner(peer *to, const char *name, const char *old_owner, const char *new_owner);
/** Says that a sender has left the bus. */
void peer_leave(peer *to, const char *sender);
/** Shuts down sending to the client, like a daemon that closes the connection. */
void peer_hang_up(peer *to);
void peer_close(peer *to);

#endif

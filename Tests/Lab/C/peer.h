/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A bus of one process: the daemon's side of a socket pair, for nowplaying_app_options.bus_fd. It answers what a
 * client asks a daemon, and sends calls and signals in any sender's name. Everything happens in peer_process(), in
 * the caller's thread, so that a run can be repeated exactly. */
#ifndef NOWPLAYING_TEST_PEER_H
#define NOWPLAYING_TEST_PEER_H

#include <stdint.h>
#include <systemd/sd-bus.h>

typedef struct peer {
  sd_bus *bus;
  /** A second descriptor of the daemon's end, to write raw bytes. */
  int raw_fd;
  /** Bits, one per call, the next one lowest: 1 refuses that call of the client. Shifted with each call. */
  uint64_t refusals;
  /** How many messages have come from the client. */
  unsigned received;
  /** Called with each message of the client that is no call; may be NULL. */
  void (*heard)(struct peer *from, sd_bus_message *message);
  /** Called with each call of the client; returns whether it is answered there, and not as a daemon would. May be
   * NULL. */
  int (*called)(struct peer *from, sd_bus_message *call);
} peer;

/** Opens the pair. Returns the client's end, which the caller gives away or closes. */
int peer_open(peer *to);
/** Makes a socket at which clients find the bus: "unix:abstract=NAME". Returns its descriptor. */
int peer_listen(const char *name);
/** Takes the next client of such a socket, without waiting. Returns whether there was one. */
int peer_accept(peer *to, int listener);
/** Reads and answers what there is, without waiting. Returns whether there was anything. */
int peer_process(peer *to);
/** Starts a call of the member to the client, from ":1.77"; to be filled and given to peer_send(). NULL when sd-bus
 * finds a name illegal or the connection is gone. */
sd_bus_message *peer_call(peer *to, const char *path, const char *interface, const char *member);
/** The same, from another sender. */
sd_bus_message *peer_call_from(peer *to, const char *sender, const char *path, const char *interface,
                               const char *member);
/** Sends and releases a message. Returns its serial number, to which the reply refers. */
uint64_t peer_send(peer *to, sd_bus_message *message);
/** Says that a name has gone from one owner to another; "" for none. */
void peer_tell_owner(peer *to, const char *name, const char *old_owner, const char *new_owner);
/** Says that a sender has left the bus. */
void peer_leave(peer *to, const char *sender);
/** Ends what is sent to the client, as a daemon does that closes the connection. */
void peer_hang_up(peer *to);
void peer_close(peer *to);

#endif

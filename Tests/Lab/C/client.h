/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The desktop's side in C: a second connection that reads and drives a player by sd-bus. */
#ifndef NOWPLAYING_TEST_CLIENT_H
#define NOWPLAYING_TEST_CLIENT_H

#include <systemd/sd-bus.h>

#define TEST_PLAYER_NAME "org.mpris.MediaPlayer2.abitest"
#define TEST_PLAYER_INTERFACE "org.mpris.MediaPlayer2.Player"
#define TEST_ROOT_INTERFACE "org.mpris.MediaPlayer2"

/** The answer to a call that was sent and may come later. */
typedef struct client_reply {
  sd_bus_slot *slot;
  int done;
  /** The name and text of the error; "" for success. */
  char error[128];
  char message[256];
} client_reply;

sd_bus *client_open(const char *address);
void client_close(sd_bus *client);

/** Sends a call to the player; `reply` must live until client_wait(). */
void client_send(sd_bus *client, client_reply *reply, const char *interface, const char *member, const char *types,
                 ...);
/** Waits for the answer of client_send(). */
void client_wait(sd_bus *client, client_reply *reply);
/** Calls a method of the player without arguments and fails the test unless it succeeds. */
void client_press(sd_bus *client, const char *interface, const char *member);
/** Sends a call that sets the player's volume; the reply comes as for client_send(). */
void client_send_volume(sd_bus *client, client_reply *reply, double volume);
/** Returns a text of the present metadata. The caller frees it. */
char *client_text(sd_bus *client, const char *wanted);
/** Returns the present xesam:title. The caller frees it. */
char *client_title(sd_bus *client);

#endif

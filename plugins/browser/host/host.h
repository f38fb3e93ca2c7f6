/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that the parts share.
 *
 *   main.c      starts, and runs the loop: the browser, the bus, signals
 *   channel.c   messages of the browser's native messaging: they come and go, and nothing ever waits
 *   identity.c  which browser has started the host
 *   tabs.c      the tabs that have something to play, each a session, and which of them is primary
 *   content.c   reads what the extension says of an item
 *   publish.c   tells the desktop how a tab plays
 *   commands.c  says to the extension what the desktop asks for
 *   install.c   tells browsers where the host is
 *   requests.c  the desktop's requests that the extension has yet to answer, and the pictures that come in pieces
 *
 * All of it runs in one thread, so nothing is locked. The extension is trusted as little as a page: whatever it sends,
 * each size, count and rate is bounded here once more. */
#ifndef HOST_H
#define HOST_H

#include "commands.h"
#include "json.h"
#include "terminal.h"

#include <nowplaying/nowplaying.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a message of the extension. Pictures come in several. */
#define MAX_MESSAGE_BYTES (512 * 1024)
/* Nested objects and arrays of a message. */
#define MAX_MESSAGE_DEPTH 8
/* Bytes that may wait for a browser that does not read. */
#define MAX_WAITING_BYTES (256 * 1024)
/* Messages that are read at once, and how many more each second. Beyond that they wait in the browser. */
#define MESSAGE_BURST 500
#define MESSAGES_PER_SECOND 100
#define MAX_TABS 64
#define MAX_TAB_ID_BYTES 64
#define MAX_REQUESTS 64
/* Bytes of a picture, and of all pictures that are on their way. */
#define MAX_PICTURE_BYTES (4 * 1024 * 1024)
#define MAX_COMING_BYTES (4 * MAX_PICTURE_BYTES)

/* channel.c */

/* Reads input that is there, and calls `take` for each message, as far as the rate permits. Returns false when the
 * browser has closed the channel. */
bool channel_receive(void (*take)(struct json_object *message));
/* Returns the events of standard input to wait for, and in how many milliseconds to receive without one; -1: never. */
short channel_events(int *ret_timeout);
/* Sends a message, and releases it. Returns false when the browser reads too slowly, or has gone. */
bool channel_send(struct json_object *message);
/* Sends as much of the waiting output as the browser reads now. Returns whether some is still waiting. */
bool channel_flush(void);

/* identity.c */

struct identity {
  const char *application_id; /* names the player on the bus */
  const char *name;           /* for people */
  const char *desktop_entry;
};

/* Finds the browser that is the parent of this process. fallback: its name, as the extension knows it. */
struct identity identity_find(const char *fallback);
/* Returns the id of the browser's process; 0 when another program has started the host for the browser. */
int identity_process(void);

/* tabs.c */

struct tab {
  char id[MAX_TAB_ID_BYTES];
  nowplaying_session *session;
  bool plays;
  /* Whether it is in a private window. */
  bool is_private;
  /* Counts up each time that a tab begins to play: the highest was the last. */
  uint64_t began;
};

/* Makes the app, once the extension has said which browser it is in. */
void tabs_open(const char *browser);
/* Returns the app; NULL before tabs_open(). */
nowplaying_app *tabs_app(void);
/* Returns the tab with an id; if there is none and `make` is true, makes one. NULL if there is none, or on failure. */
struct tab *tabs_find(const char *id, bool make);
/* Notes whether a tab plays. One that begins becomes primary. */
void tabs_note(struct tab *tab, bool plays);
/* Ends the session of a tab. If it was primary, the tab that played last takes its place. */
void tabs_remove(struct tab *tab);
/* Returns the primary tab, the one that the desktop shows for the browser; NULL for none. */
struct tab *tabs_primary(void);
void tabs_close(void);

/* content.c */

/* Converts seconds to microseconds. otherwise: for what is no number, is negative, or longer than a century. */
int64_t microseconds(double seconds, int64_t otherwise);
/* Makes the content of an item; to be freed. NULL where there is none. */
nowplaying_content *content_new(struct json_object *item);

/* publish.c */

/* Publishes the state of a tab. */
void publish(struct tab *tab, struct json_object *state);

/* commands.c */

/* The callbacks of a session. user_data is the tab. */
extern const nowplaying_session_callbacks session_callbacks;
/* The callbacks of the app. */
extern const nowplaying_app_callbacks app_callbacks;
/* The words of the extension for the commands that need nothing else, as "play". */
extern const struct command_word {
  nowplaying_command_kind kind;
  const char *word;
} command_words[];
extern const size_t command_word_count;

/* install.c */

/* Writes the host's manifest for each browser of the user (word: "install"), removes the manifests ("remove") or lists
 * them ("list"), and prints their paths. Returns an exit code: 1 on a failure, or if a listed browser finds no host. */
int install(const char *word);

/* requests.c */

/* Sends a message with the number of a request, to which a reply is due, and releases the message. Returns PENDING, or
 * an error. */
nowplaying_status requests_send(nowplaying_request *request, struct json_object *message);
/* Completes a request with a reply. */
void requests_reply(struct json_object *message);
/* Adds a piece to a picture, and completes its request with the last one. */
void requests_add_piece(struct json_object *message);
/* Forgets a request that the library has given up. */
void requests_forget(nowplaying_request *request);
/* Forgets all requests. */
void requests_close(void);

#endif

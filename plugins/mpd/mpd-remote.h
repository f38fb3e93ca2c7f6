/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that the parts share.
 *
 *   main.c        starts, and runs the loop: every server, the desktop's requests, signals
 *   server.c      one MPD: its conversation, and its session on the desktop for as long as it answers
 *   publish.c     tells the desktop what an MPD plays
 *   commands.c    says in MPD's words what the desktop asks for
 *   cover.c       fetches covers over a connection of their own, and makes them as small as was asked
 *   connection.c  a connection to an MPD: lines go out and come in, and nothing ever waits
 *   address.c     which MPD is meant
 *
 * All of it runs in the thread of the loop, so nothing is locked. */
#ifndef MPD_REMOTE_H
#define MPD_REMOTE_H

#include "clock.h"
#include "commands.h"
#include "picture.h"

#include <mpd/client.h>
#include <mpd/parser.h>
#include <nowplaying/nowplaying.h>
#include <poll.h>
#include <stdbool.h>

#define SECONDS(count) ((int64_t)(count) * 1000000)
#define NEVER INT64_MAX

/* address.c */

struct address {
  char *name;     /* what people call the server */
  char *host;     /* a host, or the path of a socket: "/…", or "@…" for an abstract one */
  char *port;     /* NULL for a socket with a path */
  char *password; /* quoted for MPD, or NULL */
  char *id;       /* names the server: "HOST:PORT" or the path */
};

/* Takes [NAME=][PASSWORD@]HOST[:PORT]; NULL: what MPD's other clients take, by MPD_HOST and MPD_PORT. */
bool address_parse(struct address *address, const char *text);
void address_free(struct address *address);

/* connection.c */

struct connection;

/* The callbacks to the owner of a connection. */
struct connection_events {
  /* MPD has greeted, and takes commands. */
  void (*ready)(struct connection *connection);
  /* A line of an answer, which may be written to. */
  void (*line)(struct connection *connection, char *line);
  /* A part of what connection_read_bytes() asked for. NULL where it is never called. */
  void (*bytes)(struct connection *connection, const void *bytes, size_t count);
  /* The connection has been closed, or could not be made; `why` is for people. */
  void (*lost)(struct connection *connection, const char *why);
};

struct lookup;

struct connection {
  const struct address *address;
  const struct connection_events *events;
  enum { CLOSED, OPENING, LOOKING_UP, CONNECTING, GREETING, LOGGING_IN, READY } state;
  int fd;
  /* When connection_turn() is due at the latest: then it is lost, unless it was to be opened. NEVER while MPD owes no
   * answer. */
  int64_t deadline;
  struct lookup *lookup;
  struct addrinfo *next_address;
  /* Bytes that are to come before the next line. */
  size_t binary;
  /* The rest of a line that was too long is left out. */
  bool skips;
  size_t used, unsent;
  char input[16384];
  char output[8192];
};

void connection_init(struct connection *connection, const struct address *address,
                     const struct connection_events *events);
/* The next connection_turn() begins to connect; until then nothing is called. */
void connection_open(struct connection *connection);
/* Calls nothing. */
void connection_close(struct connection *connection);
/* Returns the events to wait for. */
struct pollfd connection_pollfd(const struct connection *connection);
/* Goes on, after poll(). */
void connection_turn(struct connection *connection);
/* Sends what printf makes of it; false, and nothing is sent, where too much is waiting already. MPD has eight seconds
 * for each part of the answer, unless the owner sets another deadline. */
bool connection_send(struct connection *connection, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next `count` bytes are no lines. */
void connection_read_bytes(struct connection *connection, size_t count);
/* A text as one argument of a command. To be freed. */
char *quote(const char *text);

/* cover.c */

/* A cover that somebody waits for. */
struct cover_job {
  struct cover_job *next;
  nowplaying_request *request;
  int width, height;
  char *uri; /* quoted for MPD */
};

struct covers {
  struct connection connection;
  struct cover_job *first;
  struct picture *picture; /* the picture of the first job, as far as it has come */
};

void covers_init(struct covers *covers, const struct address *address);
nowplaying_status covers_fetch(struct covers *covers, nowplaying_request *request, const char *uri, int width,
                               int height);
/* Nobody waits for it any more. */
void covers_cancel(struct covers *covers, nowplaying_request *request);
void covers_cancel_all(struct covers *covers);

/* server.c */

/* The replies that MPD still owes, in this order. */
struct reply {
  enum { REPLY_IDLE, REPLY_STATE, REPLY_COMMAND } kind;
  nowplaying_request *request; /* of REPLY_COMMAND */
};

#define MAX_REPLIES 64

/* The state of an MPD by its own words. */
struct state {
  struct mpd_status *status;
  struct mpd_song *song; /* what plays, or what would; NULL while the queue is empty */
  struct mpd_output *outputs[NOWPLAYING_MAX_DEVICES];
  size_t output_count;
  int64_t time_us; /* when the status was said */
};

struct server {
  struct address address;
  struct connection connection; /* the first: a pointer to it is one to its server */
  struct covers covers;
  nowplaying_app *app;
  nowplaying_session *session; /* NULL while MPD does not answer */

  struct reply replies[MAX_REPLIES];
  size_t reply_count;
  /* Requests that MPD has carried out, until what came of it is shown. */
  nowplaying_request *done[MAX_REPLIES];
  size_t done_count;
  /* Something has changed since the state was asked for. */
  bool changed;

  /* As MPD said it last, and as it is saying it now: how many lists have arrived, and in which of them the song was. */
  struct state state, coming;
  unsigned lists, song_list;
  struct mpd_parser *parser;

  int64_t retry_at, wait, answered_at;
  char *trouble; /* what was logged last, so that it is logged once */
};

void server_init(struct server *server);
void server_free(struct server *server);
/* When server_turn() is due at the latest. */
int64_t server_deadline(const struct server *server);
/* Goes on, after poll(). */
void server_turn(struct server *server);
/* Gives MPD commands for a request of the desktop, which is answered when what came of it is shown: so who calls "play"
 * and then "next" finds that there is a next. `lines` end with "\n". */
nowplaying_status server_command(struct server *server, nowplaying_request *request, const char *lines);

/* publish.c */

/* Shows the server's state. */
void publish(struct server *server);
/* By which the library knows the cover of what is shown; "" if it has none. */
void artwork_id(const struct server *server, char ret_id[PICTURE_NAME_SIZE]);

/* commands.c */

/* The callbacks of a session, whose user_data is the server. */
extern const nowplaying_session_callbacks session_callbacks;

#endif

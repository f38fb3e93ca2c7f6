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

/* Parses [NAME=][PASSWORD@]HOST[:PORT]. NULL: uses MPD_HOST and MPD_PORT, as MPD's other clients do. */
bool address_parse(struct address *address, const char *text);
void address_free(struct address *address);

/* connection.c */

struct connection;

/* The callbacks to the owner of a connection. */
struct connection_events {
  /* MPD has sent its greeting, and accepts commands. */
  void (*ready)(struct connection *connection);
  /* A line of a reply; the callback may change it. */
  void (*line)(struct connection *connection, char *line);
  /* A piece of the bytes that connection_read_bytes() announced. NULL when that is never called. */
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
  /* The time by which connection_turn() must be called: then the connection is given up, or opened if that was planned.
   * NEVER while MPD owes no reply. */
  int64_t deadline;
  struct lookup *lookup;
  struct addrinfo *next_address;
  /* The number of bytes before the next line. */
  size_t binary;
  /* Whether the rest of an overlong line is being skipped. */
  bool skips;
  size_t used, unsent;
  char input[16384];
  char output[8192];
};

void connection_init(struct connection *connection, const struct address *address,
                     const struct connection_events *events);
/* Has the next connection_turn() begin to connect. No callback runs before that. */
void connection_open(struct connection *connection);
/* Closes the connection. Calls no callback. */
void connection_close(struct connection *connection);
/* Returns the events to wait for. */
struct pollfd connection_pollfd(const struct connection *connection);
/* Handles what is ready. Call it after poll(). */
void connection_turn(struct connection *connection);
/* Sends formatted text. Returns false, and sends nothing, when too much is already waiting. MPD has eight seconds for
 * each part of the reply, unless the owner sets another deadline. */
bool connection_send(struct connection *connection, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Announces that the next `count` bytes are not lines. */
void connection_read_bytes(struct connection *connection, size_t count);
/* Returns a text quoted as one argument of a command. Free it. */
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
/* Drops the job of a request that was cancelled. */
void covers_cancel(struct covers *covers, nowplaying_request *request);
void covers_cancel_all(struct covers *covers);

/* server.c */

/* The replies that MPD still owes, in order. */
struct reply {
  enum { REPLY_IDLE, REPLY_STATE, REPLY_COMMAND } kind;
  nowplaying_request *request; /* of REPLY_COMMAND */
};

#define MAX_REPLIES 64

/* The state of an MPD, as its replies have it. */
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
  /* Requests that MPD has carried out, and that are completed once the new state is shown. */
  nowplaying_request *done[MAX_REPLIES];
  size_t done_count;
  /* Whether something has changed since the state was last requested. */
  bool changed;

  /* The last complete state, and the one that is being received: how many of its lists have arrived, and in which of
   * them the song was. */
  struct state state, coming;
  unsigned lists, song_list;
  struct mpd_parser *parser;

  int64_t retry_at, wait, answered_at;
  char *trouble; /* what was logged last, so that it is logged once */
};

void server_init(struct server *server);
void server_free(struct server *server);
/* Returns the time by which server_turn() must be called. */
int64_t server_deadline(const struct server *server);
/* Handles what is ready. Call it after poll(). */
void server_turn(struct server *server);
/* Sends commands for a request of the desktop. The request is completed when the resulting state is shown: a client
 * that calls "play" and then "next" sees the effect of the first. Each line in `lines` ends with "\n". */
nowplaying_status server_command(struct server *server, nowplaying_request *request, const char *lines);

/* publish.c */

/* Publishes the server's state. */
void publish(struct server *server);
/* Stores the id under which the library knows the cover of the shown song; "" when it has none. */
void artwork_id(const struct server *server, char ret_id[PICTURE_NAME_SIZE]);

/* commands.c */

/* The callbacks of a session. user_data is the server. */
extern const nowplaying_session_callbacks session_callbacks;

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The declarations that the parts share.
 *
 *   main.c        starts, and runs the loop: every server, the desktop's requests, signals
 *   server.c      one MPD: its conversation, and its session on the desktop for as long as it answers
 *   publish.c     tells the desktop what an MPD plays
 *   commands.c    says in MPD's words what the desktop asks for
 *   cover.c       fetches covers over a connection of their own, and makes them as small as was asked
 *   connection.c  a connection to an MPD: lines go out and come in, and nothing ever waits
 *   address.c     which MPD is meant, and how it is reached
 *
 * All of it runs in the thread of the loop, so nothing is locked; but connecting and fetching covers, which wait, have
 * threads of their own. These use addresses, which never change, and live until the program ends. */
#ifndef MPD_REMOTE_H
#define MPD_REMOTE_H

#include "commands.h"
#include "content.h"
#include "terminal.h"

#include <glib.h>
#include <mpd/client.h>
#include <mpd/parser.h>
#include <nowplaying/nowplaying.h>
#include <poll.h>
#include <stdbool.h>

#define SECONDS(count) ((int64_t)(count) * 1000000)
#define NEVER INT64_MAX
/* The timeout for MPD's reply, shorter than the library's for a request. */
#define PATIENCE (NOWPLAYING_MAX_REQUEST_TIME_US - SECONDS(2))

/* address.c */

struct address {
  char *name;    /* what people call the server */
  char *id;      /* names the server: "HOST:PORT", or the path of its socket */
  char *place;   /* [PASSWORD@]HOST or [PASSWORD@]PATH, as libmpdclient takes it; NULL for MPD_HOST */
  unsigned port; /* 0 for a socket with a path, and for MPD_PORT */
};

/* Parses [NAME=][PASSWORD@]HOST[:PORT]. NULL: uses MPD_HOST and MPD_PORT, as MPD's other clients do. */
bool address_parse(struct address *address, const char *text);
/* Connects and logs in. It waits; call it on a thread of its own. Returns a connection that may have an error. */
struct mpd_connection *address_connect(const struct address *address);

/* connection.c */

struct connection {
  const struct address *address;
  GThread *thread;            /* connects; else NULL */
  struct mpd_connection *mpd; /* NULL while there is no connection */
  int done;                   /* an eventfd: the thread has ended */
  /* The time by which MPD must have sent more. NEVER while it owes no reply. */
  int64_t deadline;
  /* The number of bytes in `input`, and how many of them have been taken as lines. */
  size_t used, taken;
  char input[16384];
};

void connection_init(struct connection *connection, const struct address *address);
/* Begins to connect. */
void connection_open(struct connection *connection);
/* Returns whether the connection has just been made. When it could not be made, stores the cause, in words for people;
 * the caller must then close the connection. */
bool connection_finish(struct connection *connection, const char **ret_why);
void connection_close(struct connection *connection);
/* Receives what is there. Returns NULL, or why the connection is lost, for people. */
const char *connection_receive(struct connection *connection);
/* Returns the next line that was received, which the caller may change; NULL when there is no whole one. */
char *connection_take_line(struct connection *connection);
/* Sends lines, each of which ends with "\n", or returns false. MPD has eight seconds for each part of the reply, unless
 * the caller sets another deadline. */
bool connection_send(struct connection *connection, const char *lines);
/* Returns the events to wait for. */
struct pollfd connection_pollfd(const struct connection *connection);

/* cover.c */

/* Makes what fetches the covers of a server, one after the other. */
GThreadPool *covers_new(struct address *address);
/* Completes the request with the cover of a song, on another thread. */
void covers_fetch(GThreadPool *covers, nowplaying_request *request, const char *uri, int width, int height);

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
  struct connection connection;
  GThreadPool *covers;
  nowplaying_app *app;
  nowplaying_session *session; /* NULL while MPD does not answer */

  struct reply replies[MAX_REPLIES];
  size_t reply_count;
  /* Requests that MPD has carried out, and that are completed once the new state is shown. */
  nowplaying_request *done[MAX_REPLIES];
  size_t done_count;
  /* Whether something has changed since the state was last requested. */
  bool changed;

  /* The last complete state; and the state that is being received, with the number of its lists that have arrived, and
   * the list in which its song was. */
  struct state state, coming;
  unsigned lists, song_list;
  struct mpd_parser *parser;

  int64_t retry_at, wait, answered_at;
  char *trouble; /* what was logged last, so that it is logged once */
};

void server_init(struct server *server);
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

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* One MPD. The connection waits in MPD's command `idle`. It leaves `idle` when MPD reports a change or the desktop
 * has a request, and returns to `idle` when all replies have arrived. Nothing is polled. */
#include "mpd-remote.h"

#include <stdio.h>
#include <string.h>

#define SHORTEST_WAIT (SECONDS(1) / 2)
#define LONGEST_WAIT SECONDS(60)

/* The lists in the reply, one for each command. The queue's first song is the one that would play when there is no
 * current one. */
enum { LIST_STATUS, LIST_CURRENT_SONG, LIST_FIRST_SONG, LIST_OUTPUTS, NO_LIST = UINT32_MAX };
static const char ask_state[] =
    "command_list_ok_begin\nstatus\ncurrentsong\nplaylistinfo 0:1\noutputs\ncommand_list_end\n";

/* -------------------------------------------------------------------------------------------- The state ---------- */

static void forget_state(struct state *state) {
  if (state->status != NULL) mpd_status_free(state->status);
  if (state->song != NULL) mpd_song_free(state->song);
  while (state->output_count > 0) mpd_output_free(state->outputs[--state->output_count]);
  *state = (struct state){0};
}

static void take_song(struct server *server, const struct mpd_pair *pair) {
  struct state *state = &server->coming;
  if (state->song == NULL) {
    state->song = mpd_song_begin(pair);
    server->song_list = server->lists;
  } else if (server->song_list == server->lists && !mpd_song_feed(state->song, pair)) {
    /* Another song begins in the list: its fields must not be added to the stored song. */
    server->song_list = NO_LIST;
  }
}

static void take_output(struct state *state, const struct mpd_pair *pair) {
  size_t count = state->output_count;
  if (count > 0 && mpd_output_feed(state->outputs[count - 1], pair)) return;
  /* Beyond the limit, each further output replaces the last. */
  if (count == NOWPLAYING_MAX_DEVICES) mpd_output_free(state->outputs[state->output_count = --count]);
  if ((state->outputs[count] = mpd_output_begin(pair)) != NULL) ++state->output_count;
}

static void take_pair(struct server *server, const struct mpd_pair *pair) {
  switch (server->lists) {
  case LIST_STATUS:
    server->coming.time_us = g_get_monotonic_time();
    mpd_status_feed(server->coming.status, pair);
    break;
  case LIST_CURRENT_SONG:
  case LIST_FIRST_SONG: take_song(server, pair); break;
  case LIST_OUTPUTS: take_output(&server->coming, pair); break;
  default: break;
  }
}

/* ------------------------------------------------------------------------------------- The conversation ---------- */

static void say(struct server *server, const char *what) {
  if (g_strcmp0(server->trouble, what) == 0) return;
  g_free(server->trouble);
  server->trouble = g_strdup(what);
  write_line(stderr, "mpd-remote: %s: %s", server->address.name, what);
}

static bool owe(struct server *server, int kind, nowplaying_request *request, const char *lines) {
  if (server->reply_count + server->done_count >= MAX_REPLIES) return false;
  if (!connection_send(&server->connection, lines)) return false;
  server->replies[server->reply_count++] = (struct reply){.kind = kind, .request = request};
  return true;
}

/* Requests the state if it has changed, or waits with `idle`. Called when MPD owes no reply. */
static void go_on(struct server *server) {
  if (server->changed) {
    forget_state(&server->coming);
    server->coming.status = mpd_status_begin();
    server->lists = 0;
    server->changed = false;
    owe(server, REPLY_STATE, NULL, ask_state);
  } else {
    owe(server, REPLY_IDLE, NULL, "idle player mixer options playlist output\n");
    server->connection.deadline = NEVER;
  }
}

nowplaying_status server_command(struct server *server, nowplaying_request *request, const char *lines) {
  bool idles = server->reply_count > 0 && server->replies[server->reply_count - 1].kind == REPLY_IDLE;
  /* A "noidle" that was already sent serves this command too. */
  if (idles && server->connection.deadline == NEVER && !connection_send(&server->connection, "noidle\n")) {
    return NOWPLAYING_ERROR_COMMAND_FAILED;
  }
  return owe(server, REPLY_COMMAND, request, lines) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static void answer(nowplaying_request *request, nowplaying_status status, const char *message) {
  nowplaying_request_complete(request, status, message);
  nowplaying_request_unref(request);
}

static void answer_done(struct server *server) {
  for (size_t i = 0; i < server->done_count; ++i) answer(server->done[i], NOWPLAYING_OK, NULL);
  server->done_count = 0;
}

/* The server is gone and cannot be driven, so its session is removed from the desktop. */
static void lose(struct server *server, const char *why) {
  say(server, why);
  answer_done(server);
  for (size_t i = 0; i < server->reply_count; ++i) {
    if (server->replies[i].kind != REPLY_COMMAND) continue;
    answer(server->replies[i].request, NOWPLAYING_ERROR_COMMAND_FAILED, why);
  }
  server->reply_count = 0;
  nowplaying_session_free(server->session);
  server->session = NULL;
  forget_state(&server->state);
  forget_state(&server->coming);
  connection_close(&server->connection);
  /* Resets the wait to the shortest, if the server was connected for longer than the wait. */
  int64_t now = g_get_monotonic_time();
  if (server->answered_at != NEVER && now - server->answered_at > server->wait) server->wait = SHORTEST_WAIT;
  server->answered_at = NEVER;
  server->retry_at = now + server->wait;
  server->wait = server->wait < LONGEST_WAIT / 2 ? server->wait * 2 : LONGEST_WAIT;
}

/* Publishes the state once it is complete. */
static void show(struct server *server) {
  nowplaying_session_callbacks callbacks = session_callbacks;
  callbacks.user_data = server;
  if (server->session == NULL &&
      nowplaying_session_new_remote(server->app, server->address.id, &callbacks, &server->session) != NOWPLAYING_OK) {
    lose(server, nowplaying_last_error());
    return;
  }
  forget_state(&server->state);
  server->state = server->coming;
  server->coming = (struct state){0};
  if (server->answered_at == NEVER) server->answered_at = g_get_monotonic_time();
  say(server, "connected");
  publish(server);
  answer_done(server);
}

/* Handles the end of the oldest reply; error: MPD's message, or NULL. */
static void end_reply(struct server *server, const char *error) {
  struct reply reply = server->replies[0];
  memmove(server->replies, server->replies + 1, --server->reply_count * sizeof *server->replies);
  if (reply.kind == REPLY_COMMAND && error == NULL) {
    server->done[server->done_count++] = reply.request;
    server->changed = true;
  } else if (reply.kind == REPLY_COMMAND) {
    answer(reply.request, NOWPLAYING_ERROR_COMMAND_FAILED, error);
  } else if (error != NULL) {
    /* The most likely error is that MPD requires a password. */
    lose(server, error);
    return;
  } else if (reply.kind == REPLY_STATE) {
    show(server);
  }
  if (server->reply_count == 0 && server->connection.mpd != NULL) go_on(server);
}

static void take_line(struct server *server, char *line) {
  struct mpd_parser *parser = server->parser;
  enum mpd_parser_result result = mpd_parser_feed(parser, line);
  if (server->reply_count == 0 || result == MPD_PARSER_MALFORMED) {
    lose(server, "it does not speak as MPD does");
  } else if (result == MPD_PARSER_ERROR) {
    const char *message = mpd_parser_get_message(parser);
    end_reply(server, message != NULL ? message : "MPD says only that it failed");
  } else if (result == MPD_PARSER_SUCCESS) {
    if (mpd_parser_is_discrete(parser)) ++server->lists;
    else end_reply(server, NULL);
  } else {
    struct mpd_pair pair = {mpd_parser_get_name(parser), mpd_parser_get_value(parser)};
    if (server->replies[0].kind == REPLY_IDLE) server->changed = true;
    if (server->replies[0].kind == REPLY_STATE) take_pair(server, &pair);
  }
}

/* ------------------------------------------------------------------------------------------------- Life ---------- */

void server_init(struct server *server) {
  server->parser = mpd_parser_new();
  server->wait = SHORTEST_WAIT;
  server->answered_at = NEVER;
  server->covers = covers_new(&server->address);
  connection_init(&server->connection, &server->address);
}

int64_t server_deadline(const struct server *server) {
  const struct connection *connection = &server->connection;
  return connection->mpd != NULL || connection->thread != NULL ? connection->deadline : server->retry_at;
}

/* Goes on with the connection. Returns why it is lost, or NULL. */
static const char *turn_connection(struct server *server) {
  struct connection *connection = &server->connection;
  const char *why = NULL;
  char *line;
  if (connection->mpd != NULL) {
    why = connection_receive(connection);
    while ((line = connection_take_line(connection)) != NULL) take_line(server, line);
  } else if (connection->thread == NULL) {
    if (g_get_monotonic_time() >= server->retry_at) connection_open(connection);
  } else if (connection_finish(connection, &why)) {
    server->changed = true;
    go_on(server);
  }
  return why == NULL && g_get_monotonic_time() >= connection->deadline ? "it does not answer" : why;
}

void server_turn(struct server *server) {
  const char *why = turn_connection(server);
  if (why != NULL) lose(server, why);
}

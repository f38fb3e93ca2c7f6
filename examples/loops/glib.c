/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: glib-loop     A player whose main loop is GLib's, as in every GTK program, until Ctrl-C or SIGTERM. */
#include <glib-unix.h>
#include <nowplaying/nowplaying.h>

struct player {
  nowplaying_app *app;
  nowplaying_session *session;
  GMainLoop *loop;
  gboolean playing;
};

static nowplaying_status show(struct player *player) {
  nowplaying_content *content = NULL;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_status status;
  snapshot.state = player->playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
  (void)((status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "1", &content)) ||
         (status = nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "A song in GLib's loop")) ||
         (status = nowplaying_session_set_content(player->session, content)) ||
         (status = nowplaying_session_set_snapshot(player->session, &snapshot)) ||
         (status = nowplaying_session_commit(player->session)));
  nowplaying_content_free(content);
  return status;
}

/* Called inside nowplaying_app_dispatch(), so on the thread of the main loop: windows may be touched here. */
static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *user_data) {
  (void)session, (void)request;
  struct player *player = user_data;
  player->playing = event->kind == NOWPLAYING_COMMAND_PLAY;
  return show(player);
}

/* The desktop has something for us. */
static gboolean readable(gint fd, GIOCondition condition, gpointer user_data) {
  (void)fd, (void)condition;
  struct player *player = user_data;
  nowplaying_status status = nowplaying_app_dispatch(player->app);
  if (status < 0) g_warning("nowplaying: %s", nowplaying_strerror(status));
  return G_SOURCE_CONTINUE;
}

static gboolean end(gpointer user_data) {
  struct player *player = user_data;
  g_main_loop_quit(player->loop);
  return G_SOURCE_CONTINUE;
}

int main(void) {
  struct player player = {.loop = g_main_loop_new(NULL, FALSE), .playing = TRUE};
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = "glib-loop";
  options.loop = NOWPLAYING_LOOP_FD;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  callbacks.user_data = &player;
  callbacks.command = command;
  const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                         NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE)};
  int32_t fd;
  int failed = nowplaying_app_new(&options, NULL, &player.app) || nowplaying_app_get_fd(player.app, &fd) ||
               nowplaying_session_new(player.app, NULL, &callbacks, &player.session) ||
               nowplaying_session_set_commands(player.session, commands, 2) || show(&player) ||
               nowplaying_session_request_application_primary(player.session);
  if (failed) {
    g_printerr("glib-loop: %s\n", nowplaying_last_error());
  } else {
    guint sources[] = {g_unix_fd_add(fd, G_IO_IN, readable, &player), g_unix_signal_add(SIGINT, end, &player),
                       g_unix_signal_add(SIGTERM, end, &player)};
    g_main_loop_run(player.loop);
    /* The descriptor belongs to the app: stop watching it before the app is freed. */
    for (gsize i = 0; i < G_N_ELEMENTS(sources); ++i) g_source_remove(sources[i]);
  }
  nowplaying_session_free(player.session);
  nowplaying_app_free(player.app);
  g_main_loop_unref(player.loop);
  return failed;
}

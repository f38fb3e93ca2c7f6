/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: qt-loop     A player whose main loop is Qt's, until Ctrl-C or SIGTERM. */
#include <QCoreApplication>
#include <QDebug>
#include <QSocketNotifier>
#include <nowplaying/nowplaying.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

class Player {
public:
  ~Player() {
    nowplaying_session_free(session);
    nowplaying_app_free(app);
  }

  bool start() {
    nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
    options.application_id = "qt-loop";
    options.loop = NOWPLAYING_LOOP_FD;
    nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
    callbacks.user_data = this;
    callbacks.command = command;
    const nowplaying_command commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                           NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE)};
    return !nowplaying_app_new(&options, nullptr, &app) && !nowplaying_app_get_fd(app, &fd) &&
           !nowplaying_session_new(app, nullptr, &callbacks, &session) &&
           !nowplaying_session_set_commands(session, commands, 2) && !show() &&
           !nowplaying_session_request_application_primary(session);
  }

  void dispatch() {
    nowplaying_status status = nowplaying_app_dispatch(app);
    if (status < 0) qWarning() << "nowplaying:" << nowplaying_strerror(status);
  }

  int32_t fd = -1;

private:
  /* Called inside nowplaying_app_dispatch(), so on the thread of the main loop: widgets may be touched here. No
   * exception may leave it. */
  static nowplaying_status command(nowplaying_session *, nowplaying_request *, const nowplaying_command_event *event,
                                   void *user_data) {
    auto player = static_cast<Player *>(user_data);
    player->playing = event->kind == NOWPLAYING_COMMAND_PLAY;
    return player->show();
  }

  nowplaying_status show() {
    nowplaying_content *content = nullptr;
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    nowplaying_status status;
    snapshot.state = playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
    (void)((status = nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, "1", &content)) ||
           (status = nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, "A song in Qt's loop")) ||
           (status = nowplaying_session_set_content(session, content)) ||
           (status = nowplaying_session_set_snapshot(session, &snapshot)) ||
           (status = nowplaying_session_commit(session)));
    nowplaying_content_free(content);
    return status;
  }

  nowplaying_app *app = nullptr;
  nowplaying_session *session = nullptr;
  bool playing = true;
};

int main(int argc, char **argv) {
  /* The signals are blocked before threads exist, and read from a descriptor, because Qt has no way to handle them. */
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  int end_fd = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);

  QCoreApplication application(argc, argv);
  Player player;
  if (!player.start()) {
    qCritical() << "qt-loop:" << nowplaying_last_error();
    return 1;
  }
  /* The notifier is declared after the player, so that it is destroyed before it: the descriptor belongs to the app. */
  QSocketNotifier desktop(player.fd, QSocketNotifier::Read);
  QObject::connect(&desktop, &QSocketNotifier::activated, [&player] { player.dispatch(); });
  QSocketNotifier end(end_fd, QSocketNotifier::Read);
  QObject::connect(&end, &QSocketNotifier::activated, &QCoreApplication::quit);
  int code = application.exec();
  close(end_fd);
  return code;
}

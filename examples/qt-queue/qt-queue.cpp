/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: qt-queue [TITLE …]     A list of songs in a window of Qt's. The desktop sees it as a queue, and changes it.
 *
 * A double click plays a row, Delete takes one out, dragging moves one. Nothing is heard: a clock plays. */
#include <QApplication>
#include <QElapsedTimer>
#include <QListWidget>
#include <QShortcut>
#include <QSocketNotifier>
#include <QTimer>
#include <QUrl>
#include <algorithm>
#include <memory>
#include <nowplaying/nowplaying.h>
#include <vector>

static const int64_t LENGTH_US = 180000000;

using Content = std::unique_ptr<nowplaying_content, decltype(&nowplaying_content_free)>;

/* The list, and its playback. */
class Window : public QListWidget {
public:
  Window() {
    setDragDropMode(InternalMove);
    setWindowTitle("Queue");
    QObject::connect(this, &QListWidget::itemActivated, [this](QListWidgetItem *item) { play(item); });
    QObject::connect(new QShortcut(Qt::Key_Delete, this), &QShortcut::activated, [this] { remove(currentItem()); });
    /* Sets the queue anew, for each change of the list. */
    QObject::connect(model(), &QAbstractItemModel::rowsMoved, [this] { change(); });
    QObject::connect(model(), &QAbstractItemModel::rowsInserted, [this] { change(); });
    QObject::connect(model(), &QAbstractItemModel::rowsRemoved, [this] { change(); });
    /* One commit covers all changes of one turn of the main loop. */
    later.setSingleShot(true);
    QObject::connect(&later, &QTimer::timeout, [this] { show_to_desktop(); });
    end.setSingleShot(true);
    QObject::connect(&end, &QTimer::timeout, [this] { step(1); });
  }

  ~Window() override {
    /* The notifier is deleted before the app, to which its descriptor belongs. */
    notifier.reset();
    nowplaying_session_free(session);
    nowplaying_app_free(app);
  }

  bool start() {
    static const char *const schemes[] = {"file"};
    nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
    options.application_id = "qt-queue";
    options.display_name = "Qt Queue";
    options.loop = NOWPLAYING_LOOP_FD;
    options.flags = NOWPLAYING_APP_SHOW_IDLE | NOWPLAYING_APP_NO_DESKTOP_ENTRY;
    options.uri_schemes = schemes;
    options.uri_scheme_count = 1;
    nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
    app_callbacks.user_data = this;
    app_callbacks.raise = on_raise;
    app_callbacks.quit = on_quit;
    app_callbacks.open_uri = on_open_uri;
    nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
    callbacks.user_data = this;
    callbacks.command = on_command;
    callbacks.position = on_position;
    callbacks.queue_go_to = on_queue_go_to;
    callbacks.queue_add = on_queue_add;
    callbacks.queue_remove = on_queue_remove;
    int32_t fd = -1;
    if (nowplaying_app_new(&options, &app_callbacks, &app) || nowplaying_app_get_fd(app, &fd) ||
        nowplaying_session_new(app, nullptr, &callbacks, &session) ||
        nowplaying_session_request_application_primary(session))
      return false;
    notifier = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Read);
    QObject::connect(notifier.get(), &QSocketNotifier::activated, [this] { nowplaying_app_dispatch(app); });
    return true;
  }

  /* Inserts a song before a row. The same song may be there twice. */
  QListWidgetItem *insert(int row, const QString &title) {
    auto item = new QListWidgetItem(title);
    insertItem(row, item);
    return item;
  }

  void change() { later.start(0); }

private:
  /* ---------------------------------------------------------------------------------------------- Playing -------- */

  void play(QListWidgetItem *item) {
    current = item;
    is_playing = false;
    elapsed_us = 0;
    set_playing(item != nullptr);
  }

  void set_playing(bool plays) {
    elapsed_us = position();
    is_playing = plays;
    clock.start();
    if (plays) end.start(int((LENGTH_US - elapsed_us) / 1000)); else end.stop();
    setCurrentItem(current);
    change();
  }

  void step(int count) { play(item(row(current) + count)); }

  void remove(QListWidgetItem *item) {
    if (item == current) play(nullptr);
    delete item;
  }

  int64_t position() const {
    return std::min<int64_t>(LENGTH_US, elapsed_us + (is_playing && clock.isValid() ? clock.nsecsElapsed() / 1000 : 0));
  }

  /* ------------------------------------------------------------------------------------------- The desktop ------- */

  /* Returns the content of a row. Two rows of the same song have the same id; the library tells them apart. */
  static Content content(QListWidgetItem *item) {
    nowplaying_content *made = nullptr;
    if (nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, item->text().toUtf8(), &made) == NOWPLAYING_OK) {
      nowplaying_content_set_text(made, NOWPLAYING_FIELD_TITLE, item->text().toUtf8());
      nowplaying_content_set_duration(made, NOWPLAYING_DURATION_FINITE, LENGTH_US);
    }
    return Content(made, nowplaying_content_free);
  }

  /* Sets everything anew at each change: the library finds out what differs. */
  void show_to_desktop() {
    std::vector<Content> contents;
    std::vector<const nowplaying_content *> queue;
    for (int row = 0; row < count(); ++row) {
      contents.push_back(content(item(row)));
      queue.push_back(contents.back().get());
    }
    int row = current ? this->row(current) : -1;
    nowplaying_command play = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);
    nowplaying_command next = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
    nowplaying_command previous = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PREVIOUS);
    play.enabled = count() > 0;
    next.enabled = row + 1 < count();
    previous.enabled = row > 0;
    const nowplaying_command commands[] = {play, NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE), next, previous};
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    snapshot.state = is_playing ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
    snapshot.elapsed_us = position();
    if (nowplaying_session_set_queue(session, queue.data(), queue.size()) ||
        nowplaying_session_set_queue_row(session, row) ||
        nowplaying_session_set_content(session, row < 0 ? nullptr : queue[size_t(row)]) ||
        nowplaying_session_set_snapshot(session, &snapshot) || nowplaying_session_set_commands(session, commands, 4) ||
        nowplaying_session_commit(session))
      qWarning("qt-queue: %s", nowplaying_last_error());
  }

  /* The library calls all callbacks inside nowplaying_app_dispatch(), so on the thread of the widgets. */
  static nowplaying_status on_command(nowplaying_session *, nowplaying_request *,
                                      const nowplaying_command_event *event, void *user_data) {
    auto self = static_cast<Window *>(user_data);
    switch (event->kind) {
    case NOWPLAYING_COMMAND_PLAY: self->current ? self->set_playing(true) : self->play(self->item(0)); break;
    case NOWPLAYING_COMMAND_PAUSE: self->set_playing(false); break;
    case NOWPLAYING_COMMAND_NEXT: self->step(1); break;
    case NOWPLAYING_COMMAND_PREVIOUS: self->step(-1); break;
    default: return NOWPLAYING_ERROR_NOT_SUPPORTED;
    }
    return NOWPLAYING_OK;
  }

  static nowplaying_status on_position(nowplaying_session *, int64_t *ret_elapsed_us, void *user_data) {
    *ret_elapsed_us = static_cast<Window *>(user_data)->position();
    return NOWPLAYING_OK;
  }

  static nowplaying_status on_queue_go_to(nowplaying_session *, nowplaying_request *request, const char *,
                                          void *user_data) {
    auto self = static_cast<Window *>(user_data);
    int64_t row;
    nowplaying_status status = nowplaying_request_get_queue_row(request, &row);
    if (status == NOWPLAYING_OK) self->play(self->item(int(row)));
    return status;
  }

  /* Inserts after a row; -1 is the start. */
  static nowplaying_status on_queue_add(nowplaying_session *, nowplaying_request *request, const char *uri,
                                        const char *, int32_t play, void *user_data) {
    auto self = static_cast<Window *>(user_data);
    int64_t row;
    nowplaying_status status = nowplaying_request_get_queue_row(request, &row);
    if (status != NOWPLAYING_OK) return status;
    auto item = self->insert(int(row) + 1, QUrl(uri).fileName());
    if (play) self->play(item);
    return NOWPLAYING_OK;
  }

  static nowplaying_status on_queue_remove(nowplaying_session *, nowplaying_request *request, const char *,
                                           void *user_data) {
    auto self = static_cast<Window *>(user_data);
    int64_t row;
    nowplaying_status status = nowplaying_request_get_queue_row(request, &row);
    if (status == NOWPLAYING_OK) self->remove(self->item(int(row)));
    return status;
  }

  static nowplaying_status on_raise(nowplaying_app *, nowplaying_request *, void *user_data) {
    static_cast<Window *>(user_data)->activateWindow();
    return NOWPLAYING_OK;
  }

  /* Without this callback the library accepts no URIs, not even for the queue. */
  static nowplaying_status on_open_uri(nowplaying_app *, nowplaying_request *, const char *uri, const char *,
                                       void *user_data) {
    auto self = static_cast<Window *>(user_data);
    self->play(self->insert(self->count(), QUrl(uri).fileName()));
    return NOWPLAYING_OK;
  }

  static nowplaying_status on_quit(nowplaying_app *, nowplaying_request *, void *) {
    QCoreApplication::quit();
    return NOWPLAYING_OK;
  }

  nowplaying_app *app = nullptr;
  nowplaying_session *session = nullptr;
  std::unique_ptr<QSocketNotifier> notifier;
  QListWidgetItem *current = nullptr;
  bool is_playing = false;
  int64_t elapsed_us = 0;
  QElapsedTimer clock;
  QTimer end, later;
};

int main(int argc, char **argv) {
  QApplication application(argc, argv);
  Window window;
  if (!window.start()) {
    qCritical("qt-queue: %s", nowplaying_last_error());
    return 1;
  }
  for (const QString &title : application.arguments().mid(1)) window.insert(window.count(), title);
  window.change();
  window.show();
  return application.exec();
}

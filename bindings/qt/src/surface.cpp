/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Runs the C surface in Qt's event loop.
 *
 * Events of the C callbacks are kept until nowplaying_surface_dispatch() has returned, and emitted then, so that
 * receivers are never inside a C callback and may do anything. */
#include "surface.h"
#include "picture.h"
#include <QIcon>
#include <QLoggingCategory>
#include <QMetaMethod>
#include <QNetworkAccessManager>
#include <QSocketNotifier>
#include <QTimer>
#include <deque>

namespace NowPlaying {

/** How long the object of a removed session stays, in milliseconds. */
static const int farewell_ms = 1000;

Q_LOGGING_CATEGORY(category, "nowplaying.surface", QtWarningMsg)

/** An event from a C callback. */
struct Event {
  enum Kind { Added, Changed, Removed, Ordered, BusState, Listed, Log, Finished } kind;
  /** A session with a reference of its own, or nullptr. */
  nowplaying_surface_session *session = nullptr;
  /** The changes, the bus state, or the level of a log line. */
  uint number = 0;
  QString text;
  QPointer<Action> action;
};

struct Surface::Private {
  QString name, busAddress;
  int busState = BusNone, ratios = 0;
  bool isListed = false, isStarted = false, isUnordered = false, fetchesArtwork = false,
       twins = false;
  QNetworkAccessManager *network = nullptr;
  nowplaying_surface *surface = nullptr;
  SessionModel *model = nullptr;
  /** The parent of all actions. They are no children of the surface: when QML deletes an object, it marks the children
   * as deleted first, and gives null for them to the handlers of `finished`. */
  QObject actions;
  std::unique_ptr<QSocketNotifier> notifier;
  QHash<QString, Session *> sessions;
  /** Sessions that were added and removed since the model was last sorted. */
  QList<QPointer<Session>> added, removed;
  std::deque<Event> events;
  quint64 number = 0;
};

/** The callbacks that C calls in nowplaying_surface_dispatch() and _free(). */
struct Surface::Callbacks {
  static void keep(void *data, Event event) { static_cast<Surface *>(data)->d->events.push_back(std::move(event)); }

  static void keep(void *data, Event::Kind kind, nowplaying_surface_session *session, uint changes = 0) {
    keep(data, Event{kind, nowplaying_surface_session_ref(session), changes, QString(), nullptr});
  }

  static void log(nowplaying_surface *, nowplaying_log_level level, const char *message, void *data) {
    keep(data, Event{Event::Log, nullptr, uint(level), textOf(message), nullptr});
  }
  static void busState(nowplaying_surface *, nowplaying_bus_state state, void *data) {
    keep(data, Event{Event::BusState, nullptr, uint(state), QString(), nullptr});
  }
  static void listed(nowplaying_surface *, void *data) {
    keep(data, Event{Event::Listed, nullptr, 0, QString(), nullptr});
  }
  static void added(nowplaying_surface *, nowplaying_surface_session *session, void *data) {
    keep(data, Event::Added, session);
  }
  static void changed(nowplaying_surface *, nowplaying_surface_session *session, nowplaying_surface_changes changes,
                      void *data) {
    keep(data, Event::Changed, session, changes);
  }
  static void removed(nowplaying_surface *, nowplaying_surface_session *session, void *data) {
    keep(data, Event::Removed, session);
  }
  static void ordered(nowplaying_surface *, void *data) {
    keep(data, Event{Event::Ordered, nullptr, 0, QString(), nullptr});
  }

  /** The user data of a pending action, which may be deleted before its answer comes. */
  struct Waiting {
    Surface *surface;
    QPointer<Action> action;
  };
  static void done(nowplaying_surface *, const nowplaying_surface_result *result, void *data) {
    const std::unique_ptr<Waiting> waiting(static_cast<Waiting *>(data));
    if (!waiting->action) return;
    waiting->action->take(result);
    keep(waiting->surface, Event{Event::Finished, nullptr, 0, QString(), waiting->action});
  }
};

Surface::Surface(QObject *parent) : QObject(parent), d(new Private) {
  d->model = new SessionModel(this);
  d->number = PictureRequest::enter(this);
  QMetaObject::invokeMethod(this, [this] { start(); }, Qt::QueuedConnection);
}

Surface::~Surface() {
  PictureRequest::leave(d->number);
  // The surface may be deleted inside a slot of the notifier.
  if (d->notifier) d->notifier->setEnabled(false), d->notifier.release()->deleteLater();
  nowplaying_surface *surface = d->surface;
  d->surface = nullptr;
  if (surface) nowplaying_surface_free(surface);
  // Only the ends of actions are still emitted; other events have no use any more.
  while (!d->events.empty()) {
    const Event event = d->events.front();
    d->events.pop_front();
    nowplaying_surface_session_unref(event.session);
    if (event.kind == Event::Finished && event.action) event.action->finish();
  }
  const auto actions = d->actions.findChildren<Action *>(QString(), Qt::FindDirectChildrenOnly);
  for (const QPointer<Action> action : actions) {
    if (!action || action->isFinished()) continue;
    action->fail(ErrorCancelled, textOf(nowplaying_surface_strerror(ErrorCancelled)));
    action->finish();
  }
  // While `d` exists, models and sessions that views still hold can be read.
  d->model->setRows({});
  qDeleteAll(d->actions.findChildren<QObject *>(QString(), Qt::FindDirectChildrenOnly));
  qDeleteAll(findChildren<QObject *>(QString(), Qt::FindDirectChildrenOnly));
}

bool Surface::start() {
  if (d->isStarted) return d->surface;
  d->isStarted = true;
  const QByteArray name = d->name.toUtf8(), address = d->busAddress.toUtf8();
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  options.name = name.constData();
  options.bus_address = address.isEmpty() ? nullptr : address.constData();
  options.loop = NOWPLAYING_LOOP_FD;
  options.twins = d->twins;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  callbacks.user_data = this;
  callbacks.log = Callbacks::log;
  callbacks.bus_state = Callbacks::busState;
  callbacks.listed = Callbacks::listed;
  callbacks.added = Callbacks::added;
  callbacks.changed = Callbacks::changed;
  callbacks.removed = Callbacks::removed;
  callbacks.ordered = Callbacks::ordered;
  int32_t fd = -1;
  if (nowplaying_surface_new(&options, &callbacks, &d->surface) || nowplaying_surface_get_fd(d->surface, &fd)) {
    log(LogError, textOf(nowplaying_surface_last_error()));
    return false;
  }
  if (d->ratios) nowplaying_surface_set_aspect_ratios(d->surface, uint32_t(d->ratios));
  d->notifier.reset(new QSocketNotifier(fd, QSocketNotifier::Read));
  connect(d->notifier.get(), &QSocketNotifier::activated, this, [this] { dispatch(); });
  return true;
}

/* --------------------------------------------------------------------------------------------- Properties -------- */

QString Surface::name() const { return d->name; }
QString Surface::busAddress() const { return d->busAddress; }
bool Surface::twins() const { return d->twins; }
int Surface::busState() const { return d->busState; }
bool Surface::isListed() const { return d->isListed; }
SessionModel *Surface::sessions() const { return d->model; }
Session *Surface::first() const { return d->model->at(0); }
QList<Session *> Surface::list() const { return d->model->m_rows; }
Session *Surface::session(const QString &key) const { return d->sessions.value(key); }
int Surface::aspectRatios() const { return d->ratios; }
bool Surface::fetchesArtwork() const { return d->fetchesArtwork; }
nowplaying_surface *Surface::handle() const { return d->surface; }
uint Surface::version() { return nowplaying_surface_version(); }

QString Surface::iconName(const QString &icon) {
  return textOf(nowplaying_surface_icon_name(icon.toUtf8().constData()));
}

QString Surface::errorSentence(int kind) { return textOf(nowplaying_surface_error_sentence(kind)); }

bool Surface::hasIcon(const QString &name) {
  // By a slash a word of a player would lead out of the theme's folder, to any picture.
  return !name.isEmpty() && !name.contains(QLatin1Char('/')) && QIcon::hasThemeIcon(name);
}

void Surface::setName(const QString &name) {
  if (name == d->name) return;
  d->name = name;
  Q_EMIT optionsChanged();
}

void Surface::setBusAddress(const QString &address) {
  if (address == d->busAddress) return;
  d->busAddress = address;
  Q_EMIT optionsChanged();
}

void Surface::setTwins(bool twins) {
  if (twins == d->twins) return;
  d->twins = twins;
  Q_EMIT optionsChanged();
}

void Surface::setAspectRatios(int ratios) {
  if (ratios == d->ratios) return;
  if (d->surface && nowplaying_surface_set_aspect_ratios(d->surface, uint32_t(ratios))) {
    log(LogWarning, textOf(nowplaying_surface_last_error()));
    return;
  }
  d->ratios = ratios;
  Q_EMIT aspectRatiosChanged();
}

void Surface::setFetchesArtwork(bool fetches) {
  if (fetches == d->fetchesArtwork) return;
  d->fetchesArtwork = fetches;
  Q_EMIT fetchesArtworkChanged();
  const QList<Session *> sessions = list();
  for (Session *session : sessions) Q_EMIT session->itemChanged();
}

QNetworkAccessManager *Surface::network() {
  if (!d->network) d->network = new QNetworkAccessManager(this);
  return d->network;
}

/* ------------------------------------------------------------------------------------------------ Actions -------- */

/** Returns the last error of C, with the name of the function of Session that was called. */
static QString lastError() {
  const QString text = textOf(nowplaying_surface_last_error()), start = QStringLiteral("nowplaying_surface_");
  if (!text.startsWith(start)) return text;
  const int end = int(text.indexOf(QLatin1Char(':')));
  QStringList words = text.mid(start.size(), end - start.size()).split(QLatin1Char('_'));
  if (words.contains(QStringLiteral("send"))) words = QStringList(QStringLiteral("send"));
  for (int i = 1; i < words.size(); i++) words[i][0] = words[i].at(0).toUpper();
  return QStringLiteral("Session.") + words.join(QString()) + text.mid(end);
}

Action *Surface::begin(const Begin &begin) {
  Action *action = new Action(this, &d->actions);
  auto *waiting = new Callbacks::Waiting{this, action};
  nowplaying_surface_action number = 0;
  if (const nowplaying_status status = begin(Callbacks::done, waiting, &number)) {
    delete waiting;
    action->deleteLater();
    return refuse(status, lastError());
  }
  action->m_action = number;
  return action;
}

Action *Surface::refuse(int status, const QString &message) {
  Action *action = new Action(this, &d->actions);
  action->fail(status, message);
  d->events.push_back(Event{Event::Finished, nullptr, 0, QString(), action});
  QMetaObject::invokeMethod(this, [this] { deliver(); }, Qt::QueuedConnection);
  return action;
}

/* --------------------------------------------------------------------------------------------------- Loop -------- */

void Surface::dispatch() {
  nowplaying_surface_dispatch(d->surface);
  deliver();
}

void Surface::deliver() {
  const QPointer<Surface> self(this);
  while (self && !d->events.empty()) {
    const Event event = d->events.front();
    d->events.pop_front();
    QString key;
    if (event.session) {
      nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
      nowplaying_surface_session_get_info(event.session, &info);
      key = textOf(info.key);
    }
    const QPointer<Session> session = d->sessions.value(key);
    switch (event.kind) {
      case Event::Added:
        d->sessions[key] = new Session(this, event.session);
        d->added.append(d->sessions[key]);
        d->isUnordered = true;
        continue;
      case Event::Changed:
        if (!session) break;
        session->update(event.session, event.number);
        if (self && session) d->model->touch(session, event.number);
        if (self && session) Q_EMIT changed(session, event.number);
        continue;
      case Event::Removed:
        if (session) d->removed.append(session);
        d->sessions.remove(key);
        d->isUnordered = true;
        break;
      case Event::Ordered: synchronize(); break;
      case Event::BusState:
        d->busState = int(event.number);
        d->isListed = d->isListed && d->busState != BusNone;
        Q_EMIT busStateChanged();
        break;
      case Event::Listed:
        if (d->isUnordered) synchronize();
        if (!self) break;
        d->isListed = true;
        Q_EMIT listed();
        break;
      case Event::Log: log(int(event.number), event.text); break;
      case Event::Finished:
        if (event.action) event.action->finish();
        break;
    }
    nowplaying_surface_session_unref(event.session);
  }
  if (self && d->isUnordered) synchronize();
}

void Surface::synchronize() {
  d->isUnordered = false;
  size_t count = 0;
  nowplaying_surface_get_sessions(d->surface, nullptr, 0, &count);
  std::vector<nowplaying_surface_session *> handles(count);
  nowplaying_surface_get_sessions(d->surface, handles.data(), count, &count);
  handles.resize(std::min(count, handles.size()));
  QList<Session *> rows;
  for (nowplaying_surface_session *handle : handles) {
    nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
    nowplaying_surface_session_get_info(handle, &info);
    // A session that is not known yet comes with an event that is still pending.
    if (Session *session = d->sessions.value(textOf(info.key))) rows.append(session);
    nowplaying_surface_session_unref(handle);
  }
  const QPointer<Surface> self(this);
  const auto came = d->added, went = d->removed;
  d->added.clear();
  d->removed.clear();
  d->model->setRows(rows);
  for (const QPointer<Session> &session : came) {
    if (self && session && !went.contains(session)) Q_EMIT added(session);
  }
  for (const QPointer<Session> &session : went) {
    if (self && session && !came.contains(session)) Q_EMIT removed(session);
    // Views release the items that show it by their next frame.
    if (session) QTimer::singleShot(farewell_ms, session, &QObject::deleteLater);
  }
  if (self) Q_EMIT ordered();
}

void Surface::log(int level, const QString &message) {
  if (isSignalConnected(QMetaMethod::fromSignal(&Surface::logged))) {
    Q_EMIT logged(level, message);
  } else if (level <= LogWarning) {
    qCWarning(category, "%s", qUtf8Printable(message));
  } else {
    qCDebug(category, "%s", qUtf8Printable(message));
  }
}

} // namespace NowPlaying

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Answers questions about what a program with QML has drawn: Qt loads it as a plugin for input, by
 * QT_QPA_GENERIC_PLUGINS=probe. A line on the socket PROBE_SOCKET is an expression of JavaScript, in which `roots` are
 * the contents of the visible windows; the answer is a line of JSON. "frames EXPRESSION" has the expression evaluated
 * before each frame from now on, and "frames" answers what has come of it. */
#include <QGenericPlugin>
#include <QGuiApplication>
#include <QJSEngine>
#include <QLocalServer>
#include <QLocalSocket>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickWindow>

class Probe : public QObject {
  Q_OBJECT

public:
  Probe() {
    const QString path = qEnvironmentVariable("PROBE_SOCKET");
    connect(&m_server, &QLocalServer::newConnection, this, &Probe::take);
    if (!m_server.listen(path)) qWarning("The probe cannot listen at %s.", qPrintable(path));
  }

private:
  static void collect(QQuickItem *item, QList<QQuickItem *> &found) {
    found.append(item);
    for (QQuickItem *child : item->childItems()) collect(child, found);
  }

  /** Returns the contents of the windows, and in `engine` an engine that made something there. */
  QList<QQuickItem *> roots(QJSEngine *&engine) {
    QList<QQuickItem *> found;
    for (QWindow *window : QGuiApplication::allWindows()) {
      auto *quick = qobject_cast<QQuickWindow *>(window);
      if (!quick || !quick->isVisible()) continue;
      found.append(quick->contentItem());
      QList<QQuickItem *> items;
      collect(quick->contentItem(), items);
      for (QQuickItem *item : items) {
        // The applet's own engine knows the types of all its items.
        if (!qmlEngine(item) || !QByteArray(item->metaObject()->className()).contains("_QMLTYPE_")) continue;
        engine = qmlEngine(item);
      }
      connect(quick, &QQuickWindow::afterAnimating, this, &Probe::note, Qt::UniqueConnection);
    }
    return found;
  }

  QByteArray evaluate(const QString &expression) {
    QJSEngine *engine = nullptr;
    const QList<QQuickItem *> items = roots(engine);
    if (!engine) return "null";
    QJSValue list = engine->newArray(uint(items.size()));
    for (int i = 0; i < items.size(); i++) {
      QQmlEngine::setObjectOwnership(items[i], QQmlEngine::CppOwnership);
      list.setProperty(quint32(i), engine->newQObject(items[i]));
    }
    QJSValue made = engine->evaluate(QStringLiteral("(function(roots) { return JSON.stringify(") + expression +
                                           QStringLiteral(") })"));
    const QJSValue value = made.isCallable() ? made.call({list}) : made;
    if (value.isError()) return "{\"error\": \"" + value.toString().replace('"', '\'').toUtf8() + "\"}";
    return value.isUndefined() ? QByteArray("null") : value.toString().toUtf8();
  }

  QByteArray answer(const QString &line) {
    if (line == QLatin1String("frames")) return "[" + m_frames.join(',') + "]";
    if (!line.startsWith(QLatin1String("frames "))) return evaluate(line);
    m_frames.clear();
    m_noted = line.mid(7);
    return evaluate(m_noted);
  }

  void note() {
    if (!m_noted.isEmpty() && m_frames.size() < 2000) m_frames.append(evaluate(m_noted));
  }

  void take() {
    QLocalSocket *socket = m_server.nextPendingConnection();
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
      while (socket->canReadLine()) socket->write(answer(QString::fromUtf8(socket->readLine()).trimmed()) + "\n");
    });
  }

  QLocalServer m_server;
  QString m_noted;
  QByteArrayList m_frames;
};

class ProbePlugin : public QGenericPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "probe.json")

public:
  QObject *create(const QString &, const QString &) override { return new Probe; }
};

#include "probe.moc"

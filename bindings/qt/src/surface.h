/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Follows every player of the session bus, for panels, lock screens and other surfaces with Qt. */
#ifndef NOWPLAYING_QT_SURFACE_H
#define NOWPLAYING_QT_SURFACE_H

#include "action.h"
#include "session.h"
#include "sessionmodel.h"
#include <functional>
#include <memory>

QT_BEGIN_NAMESPACE
class QNetworkAccessManager;
QT_END_NAMESPACE

namespace NowPlaying {

/** A surface: nowplaying_surface, in the event loop of the thread that it was made in.
 *
 * A surface starts when start() is called, or else at the next turn of that loop, so that `name`, `busAddress` and
 * `twins` can be set before. It is no error when there is no bus: `busState` says so, and sessions appear once there is
 * one. Use the surface, its sessions and its actions in its own thread. All signals come from the event loop: their
 * receivers may call every function, and delete every object, also the surface itself. */
class NOWPLAYING_QT_EXPORT Surface : public QObject {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "Surface")
  Q_PROPERTY(QString name READ name WRITE setName NOTIFY optionsChanged)
  Q_PROPERTY(QString busAddress READ busAddress WRITE setBusAddress NOTIFY optionsChanged)
  Q_PROPERTY(bool twins READ twins WRITE setTwins NOTIFY optionsChanged)
  Q_PROPERTY(int busState READ busState NOTIFY busStateChanged)
  Q_PROPERTY(bool isListed READ isListed NOTIFY listed)
  Q_PROPERTY(NowPlaying::SessionModel *sessions READ sessions CONSTANT)
  Q_PROPERTY(NowPlaying::Session *first READ first NOTIFY ordered)
  Q_PROPERTY(bool fetchesArtwork READ fetchesArtwork WRITE setFetchesArtwork NOTIFY fetchesArtworkChanged)
  Q_PROPERTY(int aspectRatios READ aspectRatios WRITE setAspectRatios NOTIFY aspectRatiosChanged)
public:
  explicit Surface(QObject *parent = nullptr);
  /** Ends the surface. Pending actions emit `finished` with ErrorCancelled before. */
  ~Surface() override;

  /** The surface's name for the logs of players, "lock screen". Set it before the surface starts. */
  QString name() const;
  void setName(const QString &name);
  /** The address of a bus other than the session bus. Set it before the surface starts. */
  QString busAddress() const;
  void setBusAddress(const QString &address);
  /** Whether one playback that is on the bus under two names is shown as two sessions. If so, each has the key of the
   * other as its `twinKey`; otherwise only the better one is shown. Set it before the surface starts. */
  bool twins() const;
  void setTwins(bool twins);
  /** Returns BusNone or BusConnected. */
  int busState() const;
  /** Returns whether every player that was there when the surface connected to the bus has answered or timed out. */
  bool isListed() const;
  /** Returns all sessions as a model for views, the most important first. The surface owns the model. */
  SessionModel *sessions() const;
  /** Returns the most important session; nullptr when there is none. */
  Session *first() const;
  /** Returns all sessions, the most important first. The surface owns them. */
  QList<Session *> list() const;
  /** Returns the session with a key; nullptr when there is none. */
  Q_INVOKABLE NowPlaying::Session *session(const QString &key) const;
  /** Whether Session::artworkSource() also fetches pictures from the web: at most 8 MiB, within 15 seconds, without
   * cookies, and not of an item that is excluded from suggestions; from this machine and its network only where the
   * item's own address is at the same local host. It tells the server what is played: let the user choose. false, as in
   * a new surface: the source of such a picture is its address, which Image fetches wherever it is. */
  bool fetchesArtwork() const;
  void setFetchesArtwork(bool fetches);
  /** The aspect ratios in which the surface shows animated artwork, bits of AspectRatios. Players make previews and
   * videos only for surfaces that have set this: set it while animated artwork can be seen, and 0 when it cannot. */
  int aspectRatios() const;
  void setAspectRatios(int ratios);
  /** Starts the surface now instead of at the next turn of the event loop. Returns false, with an error in the log,
   * when the system refuses a resource. */
  bool start();
  /** Returns the C handle, for functions that have no Qt counterpart; nullptr before the start. */
  nowplaying_surface *handle() const;
  /** Returns the version of the C library that is loaded, as NOWPLAYING_VERSION. */
  Q_INVOKABLE static uint version();
  /** Returns the name in freedesktop's icon naming for the word of an icon, as nowplaying_surface_icon_name(); "" where
   * that naming has nothing. */
  Q_INVOKABLE static QString iconName(const QString &icon);
  /** Returns a sentence for people that says why a session does not play, as nowplaying_surface_error_sentence(): in
   * English, for translation. kind: as Session::errorKind. */
  Q_INVOKABLE static QString errorSentence(int kind);
  /** Returns whether the program's icon theme has an icon of this name. If not, show the title. */
  Q_INVOKABLE static bool hasIcon(const QString &name);

Q_SIGNALS:
  /** Emitted for a new session, which is in the model already. */
  void added(NowPlaying::Session *session);
  /** Emitted when a session has changed; `changes` has bits of Changes. */
  void changed(NowPlaying::Session *session, uint changes);
  /** Emitted when a session has gone, and was removed from the model. It keeps its last values, and is deleted a second
   * later. */
  void removed(NowPlaying::Session *session);
  /** Emitted when the order has changed, or a session was added or removed. */
  void ordered();
  /** Emitted when the bus was connected or lost. */
  void busStateChanged();
  /** Emitted when isListed() becomes true. */
  void listed();
  /** Emitted for a line of the log: one of LogLevel, and a sentence. Without a receiver, warnings and errors go to Qt's
   * log. */
  void logged(int level, const QString &message);
  void optionsChanged();
  void aspectRatiosChanged();
  void fetchesArtworkChanged();

private:
  friend class PictureRequest;
  friend class Session;
  struct Private;
  struct Callbacks;
  /** Begins an action: `begin` calls a C function with `done` and its user data. */
  using Begin = std::function<nowplaying_status(nowplaying_surface_done done, void *user_data,
                                                nowplaying_surface_action *ret_action)>;
  Action *begin(const Begin &begin);
  /** Returns an action that fails with this status. */
  Action *refuse(int status, const QString &message);
  void dispatch();
  void deliver();
  void synchronize();
  void log(int level, const QString &message);
  /** Returns the network manager that fetches pictures; the surface owns it. */
  QNetworkAccessManager *network();

  std::unique_ptr<Private> d;
};

} // namespace NowPlaying

#endif

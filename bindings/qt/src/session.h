/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A session of a player: its item and state, and requests to it. */
#ifndef NOWPLAYING_QT_SESSION_H
#define NOWPLAYING_QT_SESSION_H

#include "action.h"
#include <QObject>
#include <QSize>
#include <QVariant>

namespace NowPlaying {

/** An entry of a surface: the newest nowplaying_surface_session with its key.
 *
 * Properties are named like the members of nowplaying_surface_info, _item and nowplaying_snapshot, where they are
 * described; times are milliseconds, -1 where C has NOWPLAYING_TIME_UNKNOWN. They change when the player reports a
 * change, and each signal stands for one bit of C's `changed`. Values that change with the clock alone are in Playhead.
 * Texts come from foreign programs: show them as Text.PlainText.
 *
 * Each function that returns an Action asks the player; its description is that of C's function of the same name. */
class NOWPLAYING_QT_EXPORT Session : public QObject {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "Session")
  NOWPLAYING_QML_UNCREATABLE("Sessions are those of a Surface.")
  Q_PROPERTY(QString key READ key CONSTANT)
  Q_PROPERTY(QString sessionId READ sessionId NOTIFY infoChanged)
  Q_PROPERTY(QString busName READ busName NOTIFY infoChanged)
  Q_PROPERTY(QString applicationId READ applicationId NOTIFY infoChanged)
  Q_PROPERTY(QString displayName READ displayName NOTIFY infoChanged)
  Q_PROPERTY(QString desktopEntry READ desktopEntry NOTIFY infoChanged)
  Q_PROPERTY(int processId READ processId NOTIFY infoChanged)
  Q_PROPERTY(QString twinKey READ twinKey NOTIFY infoChanged)
  Q_PROPERTY(qreal volume READ volume NOTIFY infoChanged)
  Q_PROPERTY(bool primaryApplication READ primaryApplication NOTIFY infoChanged)
  Q_PROPERTY(bool primarySystem READ primarySystem NOTIFY infoChanged)
  Q_PROPERTY(bool speaksNowPlaying READ speaksNowPlaying NOTIFY infoChanged)
  Q_PROPERTY(bool isRemote READ isRemote NOTIFY infoChanged)
  Q_PROPERTY(bool canSetVolume READ canSetVolume NOTIFY infoChanged)
  Q_PROPERTY(bool canRaise READ canRaise NOTIFY infoChanged)
  Q_PROPERTY(bool canQuit READ canQuit NOTIFY infoChanged)
  Q_PROPERTY(bool mayShowVideo READ mayShowVideo NOTIFY infoChanged)
  Q_PROPERTY(bool isMuted READ isMuted NOTIFY infoChanged)
  Q_PROPERTY(bool isTwin READ isTwin NOTIFY infoChanged)
  Q_PROPERTY(bool isBare READ isBare NOTIFY infoChanged)
  Q_PROPERTY(bool hasItem READ hasItem NOTIFY itemChanged)
  Q_PROPERTY(QString itemId READ itemId NOTIFY itemChanged)
  Q_PROPERTY(QString firstLine READ firstLine NOTIFY itemChanged)
  Q_PROPERTY(QString secondLine READ secondLine NOTIFY itemChanged)
  Q_PROPERTY(QString thirdLine READ thirdLine NOTIFY itemChanged)
  Q_PROPERTY(QString artworkId READ artworkId NOTIFY itemChanged)
  Q_PROPERTY(QString artworkUrl READ artworkUrl NOTIFY itemChanged)
  Q_PROPERTY(QString animatedSquareId READ animatedSquareId NOTIFY itemChanged)
  Q_PROPERTY(QString animatedTallId READ animatedTallId NOTIFY itemChanged)
  Q_PROPERTY(double duration READ duration NOTIFY itemChanged)
  Q_PROPERTY(int kind READ kind NOTIFY itemChanged)
  Q_PROPERTY(int mediaType READ mediaType NOTIFY itemChanged)
  Q_PROPERTY(int durationKind READ durationKind NOTIFY itemChanged)
  Q_PROPERTY(QUrl artworkSource READ artworkSource NOTIFY itemChanged)
  Q_PROPERTY(QUrl animatedSquareSource READ animatedSquareSource NOTIFY itemChanged)
  Q_PROPERTY(QUrl animatedTallSource READ animatedTallSource NOTIFY itemChanged)
  Q_PROPERTY(QVariantMap fields READ fields NOTIFY itemChanged)
  Q_PROPERTY(QVariantMap extra READ extra NOTIFY itemChanged)
  Q_PROPERTY(QVariantList chapters READ chapterValues NOTIFY itemChanged)
  Q_PROPERTY(int state READ state NOTIFY playbackChanged)
  Q_PROPERTY(qreal rate READ rate NOTIFY playbackChanged)
  Q_PROPERTY(qreal defaultRate READ defaultRate NOTIFY playbackChanged)
  Q_PROPERTY(QString error READ error NOTIFY playbackChanged)
  Q_PROPERTY(int errorKind READ errorKind NOTIFY playbackChanged)
  Q_PROPERTY(bool isAtLiveEdge READ isAtLiveEdge NOTIFY playbackChanged)
  Q_PROPERTY(QVariantList commands READ commandValues NOTIFY commandsChanged)
  Q_PROPERTY(QVariantList controls READ controlValues NOTIFY controlsChanged)
  Q_PROPERTY(QVariantList devices READ deviceValues NOTIFY devicesChanged)
  Q_PROPERTY(QVariantList tracks READ trackValues NOTIFY tracksChanged)
  Q_PROPERTY(QVariant queue READ queueValue NOTIFY queueChanged)
  Q_PROPERTY(QVariantList queueEntries READ queueEntryValues NOTIFY queueChanged)
  Q_PROPERTY(QVariant playlists READ playlistsValue NOTIFY playlistsChanged)
  Q_PROPERTY(QVariantList playlistEntries READ playlistEntryValues NOTIFY playlistsChanged)
public:
  ~Session() override;

  /** Returns the snapshot of C, valid until the event loop turns; take a reference to keep it. */
  nowplaying_surface_session *handle() const { return m_handle; }

  QString key() const { return m_key; }
  QString sessionId() const;
  QString busName() const;
  QString applicationId() const;
  QString displayName() const;
  QString desktopEntry() const;
  /** Returns the process id; 0 when it is not known. */
  int processId() const;
  /** Returns the key of another entry that is the same playback, of a surface with `twins`; "" if there is none. */
  QString twinKey() const;
  /** Returns the volume; -1.0 when there is none. */
  qreal volume() const;
  bool primaryApplication() const;
  bool primarySystem() const;
  bool speaksNowPlaying() const;
  bool isRemote() const;
  bool canSetVolume() const;
  bool canRaise() const;
  bool canQuit() const;
  bool mayShowVideo() const;
  bool isMuted() const;
  bool isTwin() const;
  bool isBare() const;

  /** Returns whether the session has an item; without one the properties of the item are empty. */
  bool hasItem() const;
  QString itemId() const;
  QString firstLine() const;
  QString secondLine() const;
  QString thirdLine() const;
  QString artworkId() const;
  QString artworkUrl() const;
  QString animatedSquareId() const;
  QString animatedTallId() const;
  qint64 duration() const;
  int kind() const;
  int mediaType() const;
  int durationKind() const;
  /** Returns the item's picture for Image in QML and PictureRequest; empty if there is none. A picture that is on
   * the web, which only players of MPRIS have, is its address, which Image fetches. */
  QUrl artworkSource() const;
  /** Returns the still picture of animated artwork of 1:1; empty if there is none. See Surface::aspectRatios(). */
  QUrl animatedSquareSource() const;
  /** Returns the still picture of animated artwork of 3:4; empty if there is none. */
  QUrl animatedTallSource() const;
  /** Returns the fields of the item that it has, by their names in camel case: "title", "albumArtists" (a list),
   * "trackNumber", "userRating". Dates are seconds since 1970. */
  QVariantMap fields() const;
  /** Returns the texts under the player's own keys. */
  QVariantMap extra() const;

  int state() const;
  qreal rate() const;
  qreal defaultRate() const;
  QString error() const;
  int errorKind() const;
  bool isAtLiveEdge() const;
  /** Returns the state of playback at this moment. */
  Q_INVOKABLE NowPlaying::Snapshot snapshot() const;
  /** Returns the index of the chapter at a position; -1 if there is none. end: gets where it ends, -1: not known. */
  int chapterAt(qint64 position, qint64 *end = nullptr) const;
  /** Returns the line of the lyrics at a position, and whether there are lyrics with times. line: with "\n" between an
   * original and its translation. next: gets where the next line begins, -1 after the last. */
  bool lyricsAt(qint64 position, QString *line, qint64 *next = nullptr) const;

  QList<Chapter> chapters() const;
  QList<Command> commands() const;
  /** Returns the buttons to show, with their places: nowplaying_surface_session_get_control(). */
  QList<Control> controls() const;
  QList<Device> devices() const;
  QList<Track> tracks() const;
  /** Returns the queue, if it is followed and there is one; `has` gets whether. */
  Queue queue(bool *has = nullptr) const;
  QList<QueueEntry> queueEntries() const;
  Playlists playlists(bool *has = nullptr) const;
  QList<Playlist> playlistEntries() const;

  /** Sends a command, one of CommandKind. arguments: members of nowplaying_command_event by their names: the one that
   * the kind has, `time` in milliseconds, `rate`, `mode`, `phase`, `id` or `rating`; `button`, the number of a thumb;
   * and `toggle`, true for the press of a thumb or a star. Another key or value, or none where the kind needs
   * one, is ErrorInvalidArgument. */
  Q_INVOKABLE NowPlaying::Action *send(int kind, const QVariantMap &arguments = QVariantMap());
  /** Sends the command that a press on its button means. A command of modes or rates chooses the next one that the
   * player supports, CommandMute switches to the opposite, and a skip takes the interval that the player prefers.
   * CommandSeekToPosition and CommandSetRating need arguments: use send() for them. */
  Action *press(const Command &command);
  /** Does the same in QML: anything but a Command is ErrorInvalidArgument. */
  Q_INVOKABLE NowPlaying::Action *press(const QVariant &command);
  /** Sends what a press of a control means. phase: PhaseEnd when a control that is held is released. */
  Action *pressControl(const Control &control, int phase = PhaseBegin);
  /** Does the same in QML: anything but a Control is ErrorInvalidArgument. */
  Q_INVOKABLE NowPlaying::Action *pressControl(const QVariant &control, int phase = PhaseBegin);
  Q_INVOKABLE NowPlaying::Action *setVolume(qreal volume);
  /** Sets the volume of a device; deviceId: one of those of `devices`, and not "". */
  Q_INVOKABLE NowPlaying::Action *setDeviceVolume(const QString &deviceId, qreal volume);
  Q_INVOKABLE NowPlaying::Action *stepVolume(const QString &deviceId, int step);
  /** Chooses a track, one of TrackKind; trackId "": none. */
  Q_INVOKABLE NowPlaying::Action *selectTrack(int kind, const QString &trackId);
  /** Gets the picture of the item, whose bytes the action has; size: what would fit best, 0 × 0: no preference. */
  Q_INVOKABLE NowPlaying::Action *getArtwork(const QSize &size = QSize(0, 0));
  Q_INVOKABLE NowPlaying::Action *getChapterArtwork(int index, const QSize &size = QSize(0, 0));
  /** Gets the still picture of animated artwork; ratio: one of AspectRatio. */
  Q_INVOKABLE NowPlaying::Action *getPreview(int ratio, const QSize &size = QSize(0, 0));
  /** Gets the video of animated artwork, whose file the action has. */
  Q_INVOKABLE NowPlaying::Action *getVideo(int ratio, const QSize &size = QSize(0, 0));
  Q_INVOKABLE NowPlaying::Action *raise();
  Q_INVOKABLE NowPlaying::Action *quit();
  Q_INVOKABLE NowPlaying::Action *followQueue(bool follow = true);
  Q_INVOKABLE NowPlaying::Action *queueGoTo(const QString &id);
  /** Adds an entry to the queue; afterId "/": at the end; "": at the start. */
  Q_INVOKABLE NowPlaying::Action *queueAdd(const QString &uri, const QString &afterId = QStringLiteral("/"),
                                           bool play = false);
  Q_INVOKABLE NowPlaying::Action *queueRemove(const QString &id);
  /** Follows the playlists; order: one of Order. */
  Q_INVOKABLE NowPlaying::Action *followPlaylists(bool follow = true, int order = OrderAny, bool reverse = false);
  Q_INVOKABLE NowPlaying::Action *activatePlaylist(const QString &id);

  /** Returns the bit of Changes for which one of the signals below is emitted; 0 for another method. */
  static uint changesOf(int methodIndex);

Q_SIGNALS:
  void infoChanged();
  void itemChanged();
  void playbackChanged();
  void commandsChanged();
  void controlsChanged();
  void devicesChanged();
  void queueChanged();
  void playlistsChanged();
  void tracksChanged();
  /** Emitted when the item was played to its end and begins again, as when it repeats; not after a seek. */
  void beganAgain();
  /** Emitted when an action of this session has failed, for views that show errors. It is not emitted for pictures and
   * videos, which have other results, nor for cancelled actions. */
  void failed(int status, const QString &message);

private:
  friend class PictureRequest;
  friend class Surface;
  Session(Surface *surface, nowplaying_surface_session *handle);
  /** Takes a newer snapshot, and emits the signals of the changes. */
  void update(nowplaying_surface_session *handle, uint changes);
  /** Returns the URL of a picture on the web that must be fetched; empty when there is none. */
  QUrl fetchedUrl() const;
  /** Returns the host of the item's own address; empty where it has none. */
  QString home() const;
  /** Makes a URL for the image provider; `id` names the picture. */
  QUrl pictureSource(const char *what, const QString &id, const QString &item = QString()) const;
  /** Begins an action with a C function. */
  template <typename Function> Action *get(Function function);
  /** Begins an action with a C function, whose failure is emitted by `failed`. */
  template <typename Function> Action *begin(Function function);
  Action *send(const nowplaying_command_event &event);
  /** Returns an action that fails because of an argument, whose failure is emitted by `failed`. */
  Action *refuse(const QString &message);
  /** Has `failed` emit the failure of an action. */
  Action *reported(Action *action);

  QVariantList chapterValues() const;
  QVariantList commandValues() const;
  QVariantList controlValues() const;
  QVariantList deviceValues() const;
  QVariantList trackValues() const;
  QVariant queueValue() const;
  QVariantList queueEntryValues() const;
  QVariant playlistsValue() const;
  QVariantList playlistEntryValues() const;

  Surface *const m_surface;
  nowplaying_surface_session *m_handle;
  const QString m_key;
};

} // namespace NowPlaying

#endif

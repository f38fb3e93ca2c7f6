/* The player of bare.c on QtDBus: two adaptors, whose slots and properties Qt finds by their names.
 * usage: qtdbus BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include <QCoreApplication>
#include <QDBusAbstractAdaptor>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QSocketNotifier>
#include <QStringList>
#include <QVariantMap>
#include <unistd.h>

#include "peer.h"

class Root : public QDBusAbstractAdaptor {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.mpris.MediaPlayer2")
  Q_PROPERTY(bool CanQuit READ no)
  Q_PROPERTY(bool CanRaise READ no)
  Q_PROPERTY(bool HasTrackList READ no)
  Q_PROPERTY(QString Identity READ identity)
  Q_PROPERTY(QString DesktopEntry READ desktopEntry)
  Q_PROPERTY(QStringList SupportedUriSchemes READ schemes)
  Q_PROPERTY(QStringList SupportedMimeTypes READ types)

 public:
  explicit Root(QObject *parent) : QDBusAbstractAdaptor(parent) {}
  bool no() const { return false; }
  QString identity() const { return QStringLiteral("Benchmark"); }
  QString desktopEntry() const { return QStringLiteral("org.example.bench"); }
  QStringList schemes() const { return {QStringLiteral("file"), QStringLiteral("https")}; }
  QStringList types() const { return {QStringLiteral("audio/flac"), QStringLiteral("audio/mpeg")}; }

 public Q_SLOTS:
  void Raise() {}
  void Quit() {}
};

class Player : public QDBusAbstractAdaptor {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.mpris.MediaPlayer2.Player")
  Q_PROPERTY(QString PlaybackStatus READ status)
  Q_PROPERTY(QString LoopStatus READ loopStatus WRITE setLoopStatus)
  Q_PROPERTY(double Rate READ one WRITE setRate)
  Q_PROPERTY(bool Shuffle READ no WRITE setShuffle)
  Q_PROPERTY(QVariantMap Metadata READ metadata)
  Q_PROPERTY(double Volume READ volume WRITE setVolume)
  Q_PROPERTY(qlonglong Position READ position)
  Q_PROPERTY(double MinimumRate READ one)
  Q_PROPERTY(double MaximumRate READ one)
  Q_PROPERTY(bool CanGoNext READ yes)
  Q_PROPERTY(bool CanGoPrevious READ yes)
  Q_PROPERTY(bool CanPlay READ yes)
  Q_PROPERTY(bool CanPause READ yes)
  Q_PROPERTY(bool CanSeek READ yes)
  Q_PROPERTY(bool CanControl READ yes)

 public:
  explicit Player(QObject *parent) : QDBusAbstractAdaptor(parent) { player_start(&self); }

  bool yes() const { return true; }
  bool no() const { return false; }
  double one() const { return 1; }
  double volume() const { return self.volume; }
  qlonglong position() const { return player_position(&self); }
  QString status() const { return self.time.playing ? QStringLiteral("Playing") : QStringLiteral("Paused"); }
  QString loopStatus() const { return QStringLiteral("None"); }

  QVariantMap metadata() const {
    const track &t = self.tracks[self.current];
    return {{QStringLiteral("mpris:trackid"), QVariant::fromValue(QDBusObjectPath(t.id))},
            {QStringLiteral("mpris:length"), static_cast<qlonglong>(t.length_us)},
            {QStringLiteral("mpris:artUrl"), QStringLiteral(PEER_ARTWORK)},
            {QStringLiteral("xesam:title"), QString::fromUtf8(t.title)},
            {QStringLiteral("xesam:artist"), QStringList{track_artists[0], track_artists[1]}},
            {QStringLiteral("xesam:album"), QStringLiteral(TRACK_ALBUM)},
            {QStringLiteral("xesam:albumArtist"), QStringList{QStringLiteral(TRACK_ALBUM_ARTIST)}},
            {QStringLiteral("xesam:genre"), QStringList{QStringLiteral(TRACK_GENRE)}},
            {QStringLiteral("xesam:trackNumber"), t.number},
            {QStringLiteral("xesam:url"), QString::fromUtf8(t.url)}};
  }

  /* LoopStatus, Rate and Shuffle have one value each: the setters accept any value, and change nothing. */
  void setLoopStatus(const QString &) {}
  void setRate(double) {}
  void setShuffle(bool) {}
  void setVolume(double volume) {
    self.volume = volume;
    emitChanged(QStringLiteral("Volume"), volume);
  }

  player self;

 public Q_SLOTS:
  void PlayPause() { setPlaying(!self.time.playing); }
  void Play() { setPlaying(true); }
  void Pause() { setPlaying(false); }
  void Stop() { setPlaying(false); }
  void Next() {
    player_next(&self);
    if (self.publishes) emitChanged(QStringLiteral("Metadata"), metadata());
  }
  void Previous() { Next(); }
  void Seek(qlonglong offset) {
    timeline_set(&self.time, player_position(&self) + offset, self.time.playing);
    emit Seeked(position());
  }
  void SetPosition(const QDBusObjectPath &id, qlonglong position_us) {
    if (player_seek_to(&self, id.path().toUtf8().constData(), position_us)) emit Seeked(position());
  }
  void OpenUri(const QString &) {}

 Q_SIGNALS:
  void Seeked(qlonglong Position);

 private:
  /* QtDBus replies when the slot returns, so the signal is sent before the reply. */
  void setPlaying(bool playing) {
    player_set_playing(&self, playing);
    if (self.publishes) emitChanged(QStringLiteral("PlaybackStatus"), status());
  }

  static void emitChanged(const QString &name, const QVariant &value) {
    QDBusMessage signal =
        QDBusMessage::createSignal(QStringLiteral(PEER_PATH), QStringLiteral("org.freedesktop.DBus.Properties"),
                                   QStringLiteral("PropertiesChanged"));
    signal << QStringLiteral(PEER_PLAYER) << QVariantMap{{name, value}} << QStringList();
    QDBusConnection::sessionBus().send(signal);
  }
};

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  QCoreApplication app(argc, argv);
  QObject object;
  new Root(&object);
  auto *player = new Player(&object);
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.registerObject(QStringLiteral(PEER_PATH), &object) || !bus.registerService(argv[1])) return 1;
  QSocketNotifier control(STDIN_FILENO, QSocketNotifier::Read);
  QObject::connect(&control, &QSocketNotifier::activated, [player] {
    char byte = 0;
    if (read(STDIN_FILENO, &byte, 1) != 1) QCoreApplication::quit();
    player->self.publishes = player->self.publishes || byte == CONTROL_PUBLISH;
  });
  return QCoreApplication::exec();
}

#include "qtdbus.moc"

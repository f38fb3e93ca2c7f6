// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A part of Kaffeine for tests, which does what its own keys do: a line at the socket that KAFFEINE_DRIVER names gets
// one that says how Kaffeine is then, as words with a tab between each. It is compiled without regard to "private".
#include <QLocalServer>
#include <QLocalSocket>
#include <QUrl>
#include <QWidgetAction>

#include "backend-vlc/vlcmediawidget.h"
#include "mediawidget.h"
#include "playlist/playlistmodel.h"
#include "playlist/playlisttab.h"

namespace driver {

void pause(MediaWidget* media, bool is_paused) {
  media->actionPlayPause->setChecked(is_paused);
  media->pausedChanged(is_paused);
}

void order(MediaWidget* media, PlaylistTab* tab, const QStringList& words) {
  if (words[0] == "list") {
    QList<QUrl> urls;
    for (const QString& file : words.mid(1)) urls << QUrl::fromLocalFile(file);
    tab->appendToVisiblePlaylist(urls, false);
  } else if (words[0] == "jump") {
    tab->playTrack(tab->playlistBrowserModel->getCurrentPlaylist(), words[1].toInt());
  } else if (words[0] == "play" || words[0] == "pause") {
    pause(media, words[0] == "pause");
  } else if (words[0] == "stop") {
    media->stop();
  }
}

QString title(libvlc_media_t* media) {
  char* found = media ? libvlc_media_get_meta(media, libvlc_meta_Title) : nullptr;
  const QString text = QString::fromUtf8(found);
  free(found);
  return text;
}

// Returns state, title, milliseconds, volume, repeat, shuffle and the number of files. The state comes from libVLC,
// because Kaffeine does not notice all its changes.
QString answer(MediaWidget* media, PlaylistTab* tab) {
  VlcMediaWidget* vlc = static_cast<VlcMediaWidget*>(media->backend);
  libvlc_media_player_t* engine = vlc->vlcMediaPlayer;
  const Playlist* list = tab->playlistBrowserModel->getCurrentPlaylist();
  const libvlc_state_t state = libvlc_media_player_get_state(engine);

  return QStringList({state == libvlc_Playing ? "Playing" : state == libvlc_Paused ? "Paused" : "Stopped",
                      title(vlc->vlcMedia), QString::number(libvlc_media_player_get_time(engine)),
                      QString::number(media->getVolume()), QString::number(tab->getRepeat()),
                      QString::number(tab->getRandom()), QString::number(list->tracks.size())})
      .join('\t');
}

void start(MediaWidget* media, PlaylistTab* tab) {
  auto* server = new QLocalServer(media);
  if (!server->listen(QString::fromUtf8(qgetenv("KAFFEINE_DRIVER")))) qFatal("no socket for the driver");
  QObject::connect(server, &QLocalServer::newConnection, server, [media, tab, server] {
    QLocalSocket* connection = server->nextPendingConnection();
    QObject::connect(connection, &QLocalSocket::disconnected, connection, &QObject::deleteLater);
    connection->waitForReadyRead();
    order(media, tab, QString::fromUtf8(connection->readLine()).trimmed().split('\t'));
    connection->write(answer(media, tab).toUtf8() + "\n");
    connection->disconnectFromServer();
  });
}

}  // namespace driver

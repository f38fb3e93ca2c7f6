// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// A part of Clementine's main.cpp for tests, which does what its own keys do: a line at the socket that
// CLEMENTINE_DRIVER names gets one that says how Clementine is then, as words with a tab between each.
#include <QLocalServer>
#include <QLocalSocket>

#include "core/player.h"
#include "engines/enginebase.h"
#include "playlist/playlist.h"
#include "playlist/playlistmanager.h"
#include "playlist/playlistsequence.h"

namespace driver {

void order(Application* app, const QStringList& words) {
  Playlist* list = app->playlist_manager()->active();

  if (words[0] == "list" && list->rowCount() == 0) {
    QList<QUrl> urls;
    for (const QString& file : words.mid(1)) urls << QUrl::fromLocalFile(file);
    list->InsertUrls(urls);
  } else if (words[0] == "jump") {
    app->player()->PlayAt(words[1].toInt(), Engine::Manual, true);
  } else if (words[0] == "play") {
    app->player()->Play();
  } else if (words[0] == "pause") {
    app->player()->Pause();
  } else if (words[0] == "stop") {
    app->player()->Stop();
  }
}

// Returns the state, the title, nanoseconds, the volume, the modes of repeat and shuffle, and the number of songs.
QString answer(Application* app) {
  Player* player = app->player();
  const Engine::State state = player->GetState();
  const bool is_loaded = state == Engine::Playing || state == Engine::Paused;
  const PlaylistItemPtr item = player->GetCurrentItem();
  PlaylistSequence* sequence = app->playlist_manager()->sequence();

  return QStringList({state == Engine::Playing ? "Playing" : is_loaded ? "Paused" : "Stopped",
                      is_loaded && item ? item->Metadata().PrettyTitle() : QString(),
                      QString::number(player->engine()->position_nanosec()), QString::number(player->GetVolume()),
                      QString::number(sequence->repeat_mode()), QString::number(sequence->shuffle_mode()),
                      QString::number(app->playlist_manager()->active()->rowCount())})
      .join('\t');
}

void start(Application* app) {
  auto* server = new QLocalServer(app);
  if (!server->listen(QString::fromUtf8(qgetenv("CLEMENTINE_DRIVER")))) qFatal("no socket for the driver");
  QObject::connect(server, &QLocalServer::newConnection, server, [app, server] {
    QLocalSocket* connection = server->nextPendingConnection();
    QObject::connect(connection, &QLocalSocket::disconnected, connection, &QObject::deleteLater);
    connection->waitForReadyRead();
    if (app->playlist_manager()->active()) {
      order(app, QString::fromUtf8(connection->readLine()).trimmed().split('\t'));
      connection->write(answer(app).toUtf8() + "\n");
    }
    connection->disconnectFromServer();
  });
}

}  // namespace driver

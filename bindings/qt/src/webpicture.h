/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Fetches pictures from the web, whose addresses players say. */
#ifndef NOWPLAYING_QT_WEBPICTURE_H
#define NOWPLAYING_QT_WEBPICTURE_H

#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPointer>
#include <QUrl>
#include <functional>

namespace NowPlaying {

/** The fetch of one picture. It ends within 15 seconds, however the server sends, and then deletes itself; the network
 * manager owns it. It asks no address of this machine or its network, because a player may have the address from a page
 * or a tag; but if the item itself is played from a local host, that host is asked, as a server of music at home. */
class WebPicture : public QObject {
public:
  /** Receives the bytes, or none and a sentence. Called once, but not after abort() or the end of the manager. */
  using Done = std::function<void(const QByteArray &bytes, const QString &error)>;

  /** home: the host of the address at which the item is played; "" if there is none. */
  static WebPicture *begin(QNetworkAccessManager *network, const QUrl &url, const QString &home, Done done);
  void abort();

private:
  WebPicture(QNetworkAccessManager *network, const QString &home, Done done);
  void look(const QUrl &url);
  void judge(const QUrl &url, const QList<QHostAddress> &addresses);
  void ask(const QUrl &url);
  void take(const QUrl &url, QNetworkReply *reply);
  void fail(const QString &because);
  void finish(const QByteArray &bytes, const QString &error);

  QNetworkAccessManager *const m_network;
  const QString m_home;
  Done m_done;
  QPointer<QNetworkReply> m_reply;
  int m_hosts = 0;
  bool m_isHome = false;
};

} // namespace NowPlaying

#endif

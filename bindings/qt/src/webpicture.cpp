/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "webpicture.h"
#include <QHostInfo>
#include <QTimer>
#include <algorithm>

namespace NowPlaying {

/** The most bytes of a picture, the longest time of a fetch, and the most hosts that it asks. */
static const qint64 most_bytes = 8 << 20;
static const int most_ms = 15000;
static const int most_hosts = 10;

/** Whether an address is of this machine or its network, or is no address of the web for another reason. */
static bool isLocal(const QHostAddress &address) {
  static const char *const ranges[] = {"0.0.0.0/8",      "10.0.0.0/8",   "100.64.0.0/10",  "127.0.0.0/8",
                                       "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",   "192.168.0.0/16",
                                       "198.18.0.0/15",  "224.0.0.0/3"};
  bool is_v4 = false;
  const QHostAddress v4(address.toIPv4Address(&is_v4)); // also of "::ffff:192.168.1.1"
  const auto is_in = [](const QHostAddress &found, const char *range) {
    return found.isInSubnet(QHostAddress::parseSubnet(QLatin1String(range)));
  };
  if (is_v4) {
    return std::any_of(std::begin(ranges), std::end(ranges), [&](const char *range) { return is_in(v4, range); });
  }
  // The web is 2000::/3, but for 2002::/16 and 2001::/32, which have an address of IPv4 in them; and 64:ff9b::/96, by
  // which networks without IPv4 have that of the web.
  const bool is_web = is_in(address, "2000::/3") || is_in(address, "64:ff9b::/96");
  return !is_web || is_in(address, "2002::/16") || is_in(address, "2001::/32");
}

/** Whether a host has a name that none on the web can have, so that no server of the web can take it. */
static bool isNamedLocally(const QString &host) {
  static const QStringList ends{QStringLiteral(".local"), QStringLiteral(".lan"), QStringLiteral(".internal"),
                                QStringLiteral(".home.arpa"), QStringLiteral(".localhost")};
  return !QHostAddress(host).isNull() || !host.contains(QLatin1Char('.')) ||
         std::any_of(ends.begin(), ends.end(), [&](const QString &end) { return host.endsWith(end); });
}

WebPicture::WebPicture(QNetworkAccessManager *network, const QString &home, Done done)
    : QObject(network), m_network(network), m_home(home), m_done(std::move(done)) {
  QTimer::singleShot(most_ms, this, [this] { fail(QStringLiteral("The server took too long.")); });
}

WebPicture *WebPicture::begin(QNetworkAccessManager *network, const QUrl &url, const QString &home, Done done) {
  auto *made = new WebPicture(network, home, std::move(done));
  // Later, so that the caller has the fetch before it ends.
  QMetaObject::invokeMethod(made, [made, url] { made->look(url); }, Qt::QueuedConnection);
  return made;
}

void WebPicture::abort() {
  m_done = nullptr;
  finish(QByteArray(), QString());
}

void WebPicture::look(const QUrl &url) {
  const bool is_web = url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http");
  if (!is_web || url.host().isEmpty() || m_hosts++ == most_hosts) {
    fail(QStringLiteral("It leads to no address of the web."));
    return;
  }
  const QHostAddress literal(url.host());
  if (!literal.isNull()) {
    judge(url, {literal});
    return;
  }
  // Qt keeps the answer for a minute, so that the request asks one of the addresses that were judged.
  QHostInfo::lookupHost(url.host(), this, [this, url](const QHostInfo &info) { judge(url, info.addresses()); });
}

void WebPicture::judge(const QUrl &url, const QList<QHostAddress> &addresses) {
  const bool is_local = std::any_of(addresses.begin(), addresses.end(), isLocal);
  if (m_hosts == 1) m_isHome = is_local && url.host() == m_home && isNamedLocally(m_home);
  if (addresses.isEmpty()) {
    fail(QStringLiteral("Its server is not known."));
  } else if (is_local && !m_isHome) {
    fail(QStringLiteral("It is at an address of the local network."));
  } else {
    ask(url);
  }
}

void WebPicture::ask(const QUrl &url) {
  QNetworkRequest request(url);
  request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
  request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
  request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
  QNetworkReply *reply = m_reply = m_network->get(request);
  // The server may send more than it announces, and compressed data.
  connect(reply, &QNetworkReply::downloadProgress, reply, [reply](qint64 got, qint64 all) {
    if (got > most_bytes || all > most_bytes || reply->bytesAvailable() > most_bytes) reply->abort();
  });
  connect(reply, &QNetworkReply::finished, this, [this, url, reply] { take(url, reply); });
}

void WebPicture::take(const QUrl &url, QNetworkReply *reply) {
  reply->deleteLater();
  if (!m_done) return;
  const QUrl place = url.resolved(reply->attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl());
  if (!reply->error() && place != url) {
    if (url.scheme() == QLatin1String("https") && place.scheme() == QLatin1String("http")) {
      fail(QStringLiteral("It leads from https to http."));
    } else {
      look(place);
    }
    return;
  }
  const QByteArray bytes = reply->error() ? QByteArray() : reply->read(most_bytes + 1);
  if (bytes.isEmpty() || bytes.size() > most_bytes) {
    fail(reply->errorString());
  } else {
    finish(bytes, QString());
  }
}

void WebPicture::fail(const QString &because) {
  finish(QByteArray(), QStringLiteral("The picture cannot be fetched: ") + because);
}

void WebPicture::finish(const QByteArray &bytes, const QString &error) {
  Done done;
  done.swap(m_done);
  if (m_reply) m_reply->abort();
  deleteLater();
  if (done) done(bytes, error);
}

} // namespace NowPlaying

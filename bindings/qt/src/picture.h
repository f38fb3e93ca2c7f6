/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Gets and decodes pictures of players, for QML's Image and for programs without QML. */
#ifndef NOWPLAYING_QT_PICTURE_H
#define NOWPLAYING_QT_PICTURE_H

#include "constants.h"
#include <QImage>
#include <QPointer>
#include <QSize>
#include <QUrl>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace NowPlaying {

class Action;
class Surface;
class WebPicture;

/** Decodes the bytes of a PNG, JPEG, WebP or GIF; a null image, with a sentence in `error`, where they are something
 * else, or where the picture has more than 2^25 pixels. WebP needs Qt's plugin for it. May be called on any thread.
 * size: the picture is scaled down, in its own aspect ratio, as far as it still covers this size; 0: the size does not
 * matter in that direction. */
NOWPLAYING_QT_EXPORT QImage decodePicture(const QByteArray &bytes, const QSize &size = QSize(),
                                          QString *error = nullptr);

/** A picture that was requested by Session::artworkSource() or a similar URL. The bytes arrive on the surface's thread,
 * and are decoded in Qt's thread pool. */
class NOWPLAYING_QT_EXPORT PictureRequest : public std::enable_shared_from_this<PictureRequest> {
public:
  /** Receives the picture, or a null image and a text. Called exactly once, on any thread, without a lock held. */
  using Done = std::function<void(const QImage &image, const QString &error)>;

  /** Asks for a picture. May be called on any thread. source: "image://nowplaying/…" of a session of any surface.
   * size: what would fit best, as decodePicture() takes it. */
  static std::shared_ptr<PictureRequest> begin(const QUrl &source, const QSize &size, Done done);

  /** Stops waiting: `done` is called soon, unless it was called. May be called on any thread. */
  void cancel();

private:
  friend class Session;
  friend class Surface;
  explicit PictureRequest(Done done) : m_done(std::move(done)) {}

  /** Makes a URL from the kind of the picture, the session's key, the picture's id, and the item for which it is
   * meant. */
  static QUrl source(Surface *surface, const char *what, const QString &key, const QString &id, const QString &item);
  /** Returns a short hash that represents an address in a URL; "" for "". */
  static QString hashOf(const QString &address);
  /** Registers a surface. Returns the number that its URLs contain. */
  static quint64 enter(Surface *surface);
  static void leave(quint64 number);

  using Ticket = std::shared_ptr<PictureRequest>;
  void ask(Surface *surface, const Ticket &ticket);
  void fetch(Surface *surface, const QUrl &url, const QString &home, const Ticket &ticket);
  void decode(const QByteArray &bytes, int orientation);
  void finish(const QImage &image, const QString &error);

  std::mutex m_mutex;
  Done m_done;
  std::atomic<bool> m_isCancelled{false};
  QString m_what, m_key, m_id;
  QSize m_size;
  quint64 m_number = 0;
  /** Used on the surface's thread only. */
  QPointer<Action> m_action;
  QPointer<WebPicture> m_web;
};

} // namespace NowPlaying

#endif

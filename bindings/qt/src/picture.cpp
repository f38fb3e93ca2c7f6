/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "picture.h"
#include "surface.h"
#include "webpicture.h"
#include <QBuffer>
#include <QCryptographicHash>
#include <QImageReader>
#include <QRunnable>
#include <QThreadPool>
#include <QTransform>
#include <cmath>

namespace NowPlaying {

/* ----------------------------------------------------------------------------------------------- Decoding -------- */

/** The most pixels of a picture that is decoded: 128 MiB of memory. */
static const qint64 max_pixels = 1 << 25;

/** Returns the size to which a picture is scaled down so that it covers another size; its own size if it is smaller. */
static QSize scaledSize(const QSize &own, const QSize &wanted) {
  const double across = double(qMax(0, wanted.width())) / own.width();
  const double down = double(qMax(0, wanted.height())) / own.height();
  const double factor = qMax(across, down);
  if (factor <= 0 || factor >= 1) return own;
  return QSize(qMax(1, int(std::lround(own.width() * factor))), qMax(1, int(std::lround(own.height() * factor))));
}

/** Returns an image with its EXIF orientation applied: mirrored, then turned clockwise by quarters. */
static QImage turned(const QImage &image, int orientation) {
  static const int quarters[] = {0, 0, 2, 2, 3, 1, 1, 3};
  if (image.isNull() || orientation < 2 || orientation > 8) return image;
  const bool is_mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
  return image.transformed(QTransform().rotate(90 * quarters[orientation - 1]).scale(is_mirrored ? -1 : 1, 1));
}

/** Decodes a picture. orientation: the library's; 0 to use Qt's. */
static QImage decodeTurned(const QByteArray &bytes, const QSize &size, int orientation, QString *error) {
  QString unused;
  QString &message = error ? *error : unused;
  QBuffer buffer;
  buffer.setData(bytes);
  buffer.open(QIODevice::ReadOnly);
  // Chooses the decoder by the bytes, not by a given name or type, and allows no other: Qt may have many.
  const QByteArray format = QImageReader::imageFormat(&buffer);
  if (!QList<QByteArray>{"png", "jpeg", "webp", "gif"}.contains(format)) {
    message = QStringLiteral("The data is not a PNG, JPEG, WebP or GIF image.");
    return QImage();
  }
  QImageReader reader(&buffer, format);
  reader.setAutoTransform(!orientation);
  const QSize own = reader.size();
  if (own.isEmpty() || qint64(own.width()) * own.height() > max_pixels) {
    message = QStringLiteral("The picture has no size, or more pixels than are decoded.");
    return QImage();
  }
  const bool is_turned =
      orientation ? orientation >= 5 : bool(reader.transformation() & QImageIOHandler::TransformationRotate90);
  const QSize scaled = scaledSize(is_turned ? own.transposed() : own, size);
  reader.setScaledSize(is_turned ? scaled.transposed() : scaled);
  const QImage image = reader.read();
  if (image.isNull()) message = reader.errorString();
  return turned(image, orientation);
}

QImage decodePicture(const QByteArray &bytes, const QSize &size, QString *error) {
  return decodeTurned(bytes, size, 0, error);
}

/* ------------------------------------------------------------------------------------------------ Sources -------- */

/** The existing surfaces, by number. */
static struct {
  std::mutex mutex;
  QHash<quint64, Surface *> surfaces;
  quint64 last = 0;
} known;

quint64 PictureRequest::enter(Surface *surface) {
  const std::lock_guard<std::mutex> lock(known.mutex);
  known.surfaces[++known.last] = surface;
  return known.last;
}

void PictureRequest::leave(quint64 number) {
  const std::lock_guard<std::mutex> lock(known.mutex);
  known.surfaces.remove(number);
}

static QString coded(const QString &text) {
  return QString::fromLatin1(text.toUtf8().toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

static QString decoded(const QString &text) {
  return QString::fromUtf8(QByteArray::fromBase64(text.toLatin1(), QByteArray::Base64UrlEncoding));
}

QString PictureRequest::hashOf(const QString &address) {
  if (address.isEmpty()) return QString();
  return QString::fromLatin1(QCryptographicHash::hash(address.toUtf8(), QCryptographicHash::Sha256).toHex());
}

QUrl PictureRequest::source(Surface *surface, const char *what, const QString &key, const QString &id,
                            const QString &item) {
  const std::lock_guard<std::mutex> lock(known.mutex);
  // The ids are encoded in letters that no part of Qt changes.
  return QUrl(QStringLiteral("image://nowplaying/%1/%2/%3/%4/%5")
                  .arg(known.surfaces.key(surface))
                  .arg(QLatin1String(what), coded(key), coded(id), coded(item)));
}

/* ------------------------------------------------------------------------------------------------- Asking -------- */

std::shared_ptr<PictureRequest> PictureRequest::begin(const QUrl &source, const QSize &size, Done done) {
  const std::shared_ptr<PictureRequest> made(new PictureRequest(std::move(done)));
  const QStringList parts = source.path().split(QLatin1Char('/'));
  const bool is_ours = source.scheme() == QLatin1String("image") && source.host() == QLatin1String("nowplaying");
  if (!is_ours || parts.size() != 6) {
    made->finish(QImage(), QStringLiteral("This is no picture of a session."));
    return made;
  }
  made->m_number = parts[1].toULongLong();
  made->m_what = parts[2];
  made->m_key = decoded(parts[3]);
  made->m_id = decoded(parts[4]);
  made->m_size = QSize(qBound(0, size.width(), 16384), qBound(0, size.height(), 16384));
  // Everything that works for the request holds a ticket. When the last ticket is dropped without an answer, because
  // the surface has ended, the request has failed.
  const Ticket ticket(made.get(), [made](PictureRequest *request) {
    request->finish(QImage(), QStringLiteral("The surface has ended."));
  });
  const std::lock_guard<std::mutex> lock(known.mutex);
  Surface *surface = known.surfaces.value(made->m_number);
  const auto ask = [ticket, surface] { ticket->ask(surface, ticket); };
  if (surface) QMetaObject::invokeMethod(surface, ask, Qt::QueuedConnection);
  return made;
}

void PictureRequest::cancel() {
  if (m_isCancelled.exchange(true)) return;
  {
    const std::lock_guard<std::mutex> lock(known.mutex);
    Surface *surface = known.surfaces.value(m_number);
    auto self = shared_from_this();
    const auto end = [self] {
      if (self->m_action) self->m_action->cancel();
      if (self->m_web) self->m_web->abort();
    };
    if (surface) QMetaObject::invokeMethod(surface, end, Qt::QueuedConnection);
  }
  finish(QImage(), QStringLiteral("It was cancelled."));
}

void PictureRequest::finish(const QImage &image, const QString &error) {
  Done done;
  {
    const std::lock_guard<std::mutex> lock(m_mutex);
    done.swap(m_done);
  }
  if (done) done(image, error);
}

/** Returns the index of the chapter that has a picture; -1 when there is none. */
static int chapterWith(Session *session, const QString &artwork) {
  const QList<Chapter> chapters = session->chapters();
  for (int i = 0; i < chapters.size(); i++) {
    if (chapters[i].artworkId == artwork) return i;
  }
  return -1;
}

void PictureRequest::ask(Surface *surface, const Ticket &ticket) {
  if (m_isCancelled) return;
  Session *session = surface->session(m_key);
  const int chapter = session && m_what == QLatin1String("chapter") ? chapterWith(session, m_id) : -1;
  // The session may have another item by now, so that the picture is not requested.
  if (session && m_what == QLatin1String("artwork") && session->artworkId() == m_id) {
    m_action = session->getArtwork(m_size);
  } else if (chapter >= 0) {
    m_action = session->getChapterArtwork(chapter, m_size);
  } else if (session && m_what == QLatin1String("square") && session->animatedSquareId() == m_id) {
    m_action = session->getPreview(AspectRatioSquare, m_size);
  } else if (session && m_what == QLatin1String("tall") && session->animatedTallId() == m_id) {
    m_action = session->getPreview(AspectRatioTall, m_size);
  } else if (session && m_what == QLatin1String("web") && hashOf(session->fetchedUrl().toString()) == m_id) {
    fetch(surface, session->fetchedUrl(), session->home(), ticket);
    return;
  } else if (session && m_what == QLatin1String("address") && hashOf(session->artworkUrl()) == m_id) {
    m_action = session->getArtwork(m_size);
  } else {
    finish(QImage(), QStringLiteral("The session has no such picture any more."));
    return;
  }
  const QUrl web = m_what == QLatin1String("artwork") ? session->fetchedUrl() : QUrl();
  const QString home = session->home();
  QObject::connect(m_action, &Action::finished, [ticket, surface, web, home](Action *action) {
    if (action->status() == ErrorNotLocal && !web.isEmpty()) {
      ticket->fetch(surface, web, home, ticket);
      return;
    }
    if (action->status() != Ok) {
      ticket->finish(QImage(), action->message());
      return;
    }
    const QByteArray bytes = action->data();
    const int orientation = action->orientation();
    QThreadPool::globalInstance()->start([ticket, bytes, orientation] { ticket->decode(bytes, orientation); });
  });
}

void PictureRequest::fetch(Surface *surface, const QUrl &url, const QString &home, const Ticket &ticket) {
  m_web = WebPicture::begin(surface->network(), url, home, [ticket](const QByteArray &bytes, const QString &error) {
    if (bytes.isEmpty()) {
      ticket->finish(QImage(), error);
    } else {
      QThreadPool::globalInstance()->start([ticket, bytes] { ticket->decode(bytes, 0); });
    }
  });
}

void PictureRequest::decode(const QByteArray &bytes, int orientation) {
  QString error;
  const QImage image = m_isCancelled ? QImage() : decodeTurned(bytes, m_size, orientation, &error);
  finish(image, error);
}

} // namespace NowPlaying

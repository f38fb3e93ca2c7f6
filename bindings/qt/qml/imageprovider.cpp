/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "imageprovider.h"
#include "picture.h"

/** The response to an Image. QML's loader thread owns and deletes it. */
class Response : public QQuickImageResponse {
public:
  Response(const QString &id, const QSize &size) : m_box(new Box) {
    m_box->response = this;
    const std::shared_ptr<Box> box = m_box;
    m_request = NowPlaying::PictureRequest::begin(
        QUrl(QStringLiteral("image://nowplaying/") + id), size,
        [box](const QImage &image, const QString &error) { box->fill(image, error); });
  }

  ~Response() override {
    m_request->cancel();
    const std::lock_guard<std::mutex> lock(m_box->mutex);
    m_box->response = nullptr;
  }

  QQuickTextureFactory *textureFactory() const override {
    const std::lock_guard<std::mutex> lock(m_box->mutex);
    return QQuickTextureFactory::textureFactoryForImage(m_box->image);
  }

  QString errorString() const override {
    const std::lock_guard<std::mutex> lock(m_box->mutex);
    return m_box->error;
  }

  void cancel() override { m_request->cancel(); }

private:
  /** The state that threads share. It outlives the response, for pictures that come too late. */
  struct Box {
    std::mutex mutex;
    Response *response = nullptr;
    QImage image;
    QString error;

    void fill(const QImage &loaded, const QString &message) {
      const std::lock_guard<std::mutex> lock(mutex);
      image = loaded;
      error = loaded.isNull() && message.isEmpty() ? QStringLiteral("There is no picture.") : message;
      // Queued, because QML connects to the response only after this function has returned it.
      if (response) QMetaObject::invokeMethod(response, &QQuickImageResponse::finished, Qt::QueuedConnection);
    }
  };

  const std::shared_ptr<Box> m_box;
  std::shared_ptr<NowPlaying::PictureRequest> m_request;
};

QQuickImageResponse *ImageProvider::requestImageResponse(const QString &id, const QSize &size) {
  return new Response(id, size);
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "imageprovider.h"
#include "picture.h"

/** A picture on its way to an Image. It lives in a thread of QML's, and is QML's to delete. */
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
  /** The state that the threads share, which outlives the response where the picture comes too late for it. */
  struct Box {
    std::mutex mutex;
    Response *response = nullptr;
    QImage image;
    QString error;

    void fill(const QImage &loaded, const QString &message) {
      const std::lock_guard<std::mutex> lock(mutex);
      image = loaded;
      error = loaded.isNull() && message.isEmpty() ? QStringLiteral("There is no picture.") : message;
      // Later, because QML is not connected to the response before it has got it.
      if (response) QMetaObject::invokeMethod(response, &QQuickImageResponse::finished, Qt::QueuedConnection);
    }
  };

  const std::shared_ptr<Box> m_box;
  std::shared_ptr<NowPlaying::PictureRequest> m_request;
};

QQuickImageResponse *ImageProvider::requestImageResponse(const QString &id, const QSize &size) {
  return new Response(id, size);
}

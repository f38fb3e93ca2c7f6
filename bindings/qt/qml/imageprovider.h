/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Pictures of sessions for QML's Image. */
#ifndef NOWPLAYING_QT_IMAGEPROVIDER_H
#define NOWPLAYING_QT_IMAGEPROVIDER_H

#include <QQuickAsyncImageProvider>

/** Serves "image://nowplaying/…", the URLs of the properties of Session and Chapter whose names contain "Source". */
class ImageProvider : public QQuickAsyncImageProvider {
public:
  QQuickImageResponse *requestImageResponse(const QString &id, const QSize &size) override;
};

#endif

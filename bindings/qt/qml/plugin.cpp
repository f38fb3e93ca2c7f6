/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The QML module org.nowplaying. */
#include "imageprovider.h"
#include <QQmlEngine>
#include <QQmlEngineExtensionPlugin>

void qml_register_types_org_nowplaying();

class Plugin : public QQmlEngineExtensionPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QQmlEngineExtensionInterface_iid)
public:
  explicit Plugin(QObject *parent = nullptr) : QQmlEngineExtensionPlugin(parent) {
    // A reference, without which the linker would drop the function.
    volatile auto registration = &qml_register_types_org_nowplaying;
    Q_UNUSED(registration)
  }

  void initializeEngine(QQmlEngine *engine, const char *uri) override {
    Q_UNUSED(uri)
    engine->addImageProvider(QStringLiteral("nowplaying"), new ImageProvider);
  }
};

#include "plugin.moc"

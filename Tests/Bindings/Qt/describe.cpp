/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: describe     prints the classes, values and enumerations of the library as JSON, for the test that compares
 *                     them with nowplaying.abi.json, and the values of a snapshot that nobody has filled in */
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QMetaProperty>
#include <cstdio>
#include <nowplaying-qt/animatedartwork.h>
#include <nowplaying-qt/playhead.h>
#include <nowplaying-qt/surface.h>

using namespace NowPlaying;

static QJsonArray propertiesOf(const QMetaObject &type) {
  QJsonArray names;
  for (int i = type.propertyOffset(); i < type.propertyCount(); i++)
    names.append(QString::fromLatin1(type.property(i).name()));
  return names;
}

int main() {
  QJsonObject types, numbers, roles, unset;
  for (const QMetaObject *type :
       {&Session::staticMetaObject, &Surface::staticMetaObject, &Action::staticMetaObject, &Command::staticMetaObject,
        &Chapter::staticMetaObject, &Control::staticMetaObject, &Track::staticMetaObject, &Device::staticMetaObject, &Queue::staticMetaObject,
        &QueueEntry::staticMetaObject, &Playlists::staticMetaObject, &Playlist::staticMetaObject,
        &Snapshot::staticMetaObject})
    types[QString::fromLatin1(type->className())] = propertiesOf(*type);
  const QMetaObject &space = NowPlaying::staticMetaObject;
  for (int i = 0; i < space.enumeratorCount(); i++) {
    const QMetaEnum names = space.enumerator(i);
    for (int j = 0; j < names.keyCount(); j++) numbers[QString::fromLatin1(names.key(j))] = names.value(j);
  }
  Surface surface;
  const auto role_names = surface.sessions()->roleNames();
  for (auto each = role_names.cbegin(); each != role_names.cend(); ++each)
    roles[QString::fromLatin1(each.value())] = each.key();
  const Snapshot snapshot;
  for (int i = 0; i < Snapshot::staticMetaObject.propertyCount(); i++) {
    const QMetaProperty property = Snapshot::staticMetaObject.property(i);
    unset[QString::fromLatin1(property.name())] = QJsonValue::fromVariant(property.readOnGadget(&snapshot));
  }
  const QJsonObject all{{QStringLiteral("types"), types}, {QStringLiteral("numbers"), numbers},
                        {QStringLiteral("roles"), roles}, {QStringLiteral("unset"), unset}};
  printf("%s\n", QJsonDocument(all).toJson(QJsonDocument::Compact).constData());
}

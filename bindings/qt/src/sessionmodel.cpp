/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "sessionmodel.h"
#include <QMetaProperty>

namespace NowPlaying {

/** The properties of Session without those of QObject. */
static QList<QMetaProperty> properties() {
  QList<QMetaProperty> found;
  const QMetaObject &type = Session::staticMetaObject;
  for (int i = type.propertyOffset(); i < type.propertyCount(); i++) found.append(type.property(i));
  return found;
}

SessionModel::SessionModel(QObject *parent) : QAbstractListModel(parent) {}

int SessionModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant SessionModel::data(const QModelIndex &index, int role) const {
  Session *session = index.isValid() ? m_rows.value(index.row()) : nullptr;
  if (!session) return QVariant();
  if (role == SessionRole) return QVariant::fromValue(session);
  if (role == Qt::DisplayRole) return session->firstLine();
  const QMetaObject &type = Session::staticMetaObject;
  const int property = type.propertyOffset() + role - FirstPropertyRole;
  return role >= FirstPropertyRole && property < type.propertyCount() ? type.property(property).read(session)
                                                                      : QVariant();
}

QHash<int, QByteArray> SessionModel::roleNames() const {
  QHash<int, QByteArray> names{{Qt::DisplayRole, "display"}, {SessionRole, "session"}};
  int role = FirstPropertyRole;
  for (const QMetaProperty &property : properties()) names[role++] = property.name();
  return names;
}

void SessionModel::setRows(const QList<Session *> &rows) {
  const auto count = m_rows.size();
  for (int i = int(m_rows.size()) - 1; i >= 0; i--) {
    if (rows.contains(m_rows[i])) continue;
    beginRemoveRows(QModelIndex(), i, i);
    m_rows.removeAt(i);
    endRemoveRows();
  }
  for (int i = 0; i < rows.size(); i++) {
    if (m_rows.value(i) == rows[i]) continue;
    const int from = int(m_rows.indexOf(rows[i], i));
    if (from < 0) {
      beginInsertRows(QModelIndex(), i, i);
      m_rows.insert(i, rows[i]);
      endInsertRows();
    } else {
      beginMoveRows(QModelIndex(), from, from, QModelIndex(), i);
      m_rows.move(from, i);
      endMoveRows();
    }
  }
  if (m_rows.size() != count) Q_EMIT countChanged();
}

void SessionModel::touch(Session *session, uint changes) {
  const int row = int(m_rows.indexOf(session));
  if (row < 0) return;
  QVector<int> roles;
  int role = FirstPropertyRole;
  for (const QMetaProperty &property : properties()) {
    if (property.hasNotifySignal() && changes & Session::changesOf(property.notifySignal().methodIndex()))
      roles.append(role);
    role++;
  }
  if (changes & ChangedItem) roles.append(Qt::DisplayRole);
  if (!roles.isEmpty()) Q_EMIT dataChanged(index(row), index(row), roles);
}

} // namespace NowPlaying

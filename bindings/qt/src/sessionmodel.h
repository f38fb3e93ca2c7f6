/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* All sessions as a model for views. */
#ifndef NOWPLAYING_QT_SESSIONMODEL_H
#define NOWPLAYING_QT_SESSIONMODEL_H

#include "session.h"
#include <QAbstractListModel>

namespace NowPlaying {

/** The sessions of a surface in their order, the most important first.
 *
 * There is a role for each property of Session, by its name, and `session`, which is the session itself. */
class NOWPLAYING_QT_EXPORT SessionModel : public QAbstractListModel {
  Q_OBJECT
  Q_CLASSINFO("QML.Element", "SessionModel")
  NOWPLAYING_QML_UNCREATABLE("A model of sessions is a property of Surface.")
  Q_PROPERTY(int count READ count NOTIFY countChanged)
public:
  /** The role of the session itself, followed by the roles of its properties. */
  enum Role { SessionRole = Qt::UserRole, FirstPropertyRole };

  explicit SessionModel(QObject *parent);

  int rowCount(const QModelIndex &parent = QModelIndex()) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QHash<int, QByteArray> roleNames() const override;
  int count() const { return m_rows.size(); }
  /** Returns the session at a row; nullptr if there is none. */
  Q_INVOKABLE NowPlaying::Session *at(int row) const { return m_rows.value(row); }

Q_SIGNALS:
  void countChanged();

private:
  friend class Surface;
  /** Changes the rows to these by removals, insertions and moves. */
  void setRows(const QList<Session *> &rows);
  /** Emits that parts of a session have changed. */
  void touch(Session *session, uint changes);

  QList<Session *> m_rows;
};

} // namespace NowPlaying

#endif

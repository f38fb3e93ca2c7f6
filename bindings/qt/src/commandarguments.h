/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Checks what a program, mostly in QML, gives as a command and its arguments. */
#ifndef NOWPLAYING_QT_COMMANDARGUMENTS_H
#define NOWPLAYING_QT_COMMANDARGUMENTS_H

#include <QVariant>
#include <nowplaying/surface.h>

namespace NowPlaying {

/** The arguments of Session::send() as the struct of C, or what is wrong with them. */
class CommandArguments {
public:
  CommandArguments(int kind, const QVariantMap &arguments);
  /** Returns why a press of a button cannot mean this kind of command; "" if it can. */
  static QString errorOfPress(int kind);

  /** Valid as long as this object. */
  nowplaying_command_event event;
  /** A sentence that says what to write; "" if everything is right. */
  QString error;

private:
  Q_DISABLE_COPY(CommandArguments)
  void take(const QString &key, const QVariant &value);

  QByteArray m_id;
};

/** Returns a value that QML gave, in words: "undefined". */
QString inWords(const QVariant &value);

} // namespace NowPlaying

#endif

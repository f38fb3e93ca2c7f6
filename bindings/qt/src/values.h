/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Values for the entries of a session's lists, in C++ and QML. They are copies, which do not change.
 *
 * Members are named like those of the structs of nowplaying.h and surface.h, where they are described. Times are
 * milliseconds here, -1 where C has NOWPLAYING_TIME_UNKNOWN; texts are "" where C has NULL. Times and tags are doubles
 * in QML, whose tools know no integers of 64 bits. */
#ifndef NOWPLAYING_QT_VALUES_H
#define NOWPLAYING_QT_VALUES_H

#include "constants.h"
#include <QList>
#include <QMetaType>
#include <QString>
#include <QUrl>
#include <nowplaying/surface.h>

namespace NowPlaying {

/** A command that a session offers: nowplaying_command. */
class NOWPLAYING_QT_EXPORT Command {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(int kind MEMBER kind CONSTANT)
  Q_PROPERTY(bool enabled MEMBER enabled CONSTANT)
  Q_PROPERTY(uint button MEMBER button CONSTANT)
  Q_PROPERTY(QList<qreal> intervals MEMBER intervals CONSTANT)
  Q_PROPERTY(QList<qreal> rates MEMBER rates CONSTANT)
  Q_PROPERTY(int current MEMBER current CONSTANT)
  Q_PROPERTY(uint supported MEMBER supported CONSTANT)
  Q_PROPERTY(QString title MEMBER title CONSTANT)
  Q_PROPERTY(QString shortTitle MEMBER shortTitle CONSTANT)
  Q_PROPERTY(qreal rateMinimum MEMBER rateMinimum CONSTANT)
  Q_PROPERTY(qreal rateMaximum MEMBER rateMaximum CONSTANT)
  Q_PROPERTY(QString id MEMBER id CONSTANT)
  Q_PROPERTY(QString icon MEMBER icon CONSTANT)
  Q_PROPERTY(QString iconName MEMBER iconName CONSTANT)
  Q_PROPERTY(int slot MEMBER place CONSTANT)
  Q_PROPERTY(bool active MEMBER active CONSTANT)
  Q_PROPERTY(int steps MEMBER steps CONSTANT)
  Q_PROPERTY(bool derived MEMBER derived CONSTANT)
public:
  int kind = 0;
  bool enabled = false;
  quint32 button = 0;
  /** Milliseconds. */
  QList<qreal> intervals;
  QList<qreal> rates;
  int current = 0;
  uint supported = 0;
  QString title, shortTitle;
  qreal rateMinimum = 0, rateMaximum = 0;
  QString id, icon;
  /** The icon's name in freedesktop's naming, by nowplaying_surface_icon_name(). Empty for commands whose words tell
   * more than an icon; else the player's icon, or that of the kind. */
  QString iconName;
  /** The property `slot` in QML. */
  int place = 0;
  bool active = false;
  int steps = 0;
  bool derived = false;
};

/** A button that a surface shows for a session: nowplaying_surface_control. */
class NOWPLAYING_QT_EXPORT Control {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(int kind MEMBER kind CONSTANT)
  Q_PROPERTY(int mode MEMBER mode CONSTANT)
  Q_PROPERTY(uint button MEMBER button CONSTANT)
  Q_PROPERTY(double time MEMBER time CONSTANT)
  Q_PROPERTY(qreal rating MEMBER rating CONSTANT)
  Q_PROPERTY(QString id MEMBER id CONSTANT)
  Q_PROPERTY(bool toggle MEMBER toggle CONSTANT)
  Q_PROPERTY(int row MEMBER row CONSTANT)
  Q_PROPERTY(int slot MEMBER place CONSTANT)
  Q_PROPERTY(bool enabled MEMBER enabled CONSTANT)
  Q_PROPERTY(bool isSwitch MEMBER isSwitch CONSTANT)
  Q_PROPERTY(bool active MEMBER active CONSTANT)
  Q_PROPERTY(bool isHeld MEMBER isHeld CONSTANT)
  Q_PROPERTY(bool busy MEMBER busy CONSTANT)
  Q_PROPERTY(QString icon MEMBER icon CONSTANT)
  Q_PROPERTY(QString iconName MEMBER iconName CONSTANT)
  Q_PROPERTY(QString title MEMBER title CONSTANT)
  Q_PROPERTY(QString shortTitle MEMBER shortTitle CONSTANT)
  Q_PROPERTY(QString name MEMBER name CONSTANT)
  Q_PROPERTY(QString namePlural MEMBER namePlural CONSTANT)
  Q_PROPERTY(qreal number MEMBER number CONSTANT)
  Q_PROPERTY(QString label MEMBER label CONSTANT)
  Q_PROPERTY(QList<qreal> rates MEMBER rates CONSTANT)
public:
  int kind = 0, mode = 0;
  quint32 button = 0;
  /** Milliseconds. */
  double time = 0;
  qreal rating = 0;
  QString id;
  bool toggle = false;
  /** One of ControlRow; and, in the property `slot` in QML, one of Slot. */
  int row = 0, place = 0;
  bool enabled = false, isSwitch = false, active = false, isHeld = false, busy = false;
  /** The icon, and its name in freedesktop's naming, by nowplaying_surface_icon_name(). */
  QString icon, iconName;
  QString title, shortTitle, name, namePlural;
  qreal number = 0;
  /** The words on the button: the title, or else the name with the number in it, in English, "Back by 10 seconds". For
   * another language, translate `name` and `namePlural`, which have "%1" for `number`. */
  QString label;
  QList<qreal> rates;
};

/** A chapter of an item: nowplaying_chapter. */
class NOWPLAYING_QT_EXPORT Chapter {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(double start MEMBER start CONSTANT)
  Q_PROPERTY(QString title MEMBER title CONSTANT)
  Q_PROPERTY(QString artworkId MEMBER artworkId CONSTANT)
  Q_PROPERTY(QUrl artworkSource MEMBER artworkSource CONSTANT)
public:
  qint64 start = 0;
  QString title, artworkId;
  /** The URL for Image in QML; empty when the chapter has no picture of its own. */
  QUrl artworkSource;
};

/** An audio or subtitle track: nowplaying_track. */
class NOWPLAYING_QT_EXPORT Track {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(QString id MEMBER id CONSTANT)
  Q_PROPERTY(QString language MEMBER language CONSTANT)
  Q_PROPERTY(QString title MEMBER title CONSTANT)
  Q_PROPERTY(int kind MEMBER kind CONSTANT)
  Q_PROPERTY(uint characteristics MEMBER characteristics CONSTANT)
  Q_PROPERTY(bool selected MEMBER selected CONSTANT)
public:
  QString id, language, title;
  int kind = 0;
  uint characteristics = 0;
  bool selected = false;
};

/** A device on which a session plays: nowplaying_device. */
class NOWPLAYING_QT_EXPORT Device {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(QString id MEMBER id CONSTANT)
  Q_PROPERTY(QString name MEMBER name CONSTANT)
  Q_PROPERTY(qreal volume MEMBER volume CONSTANT)
  Q_PROPERTY(int type MEMBER type CONSTANT)
  Q_PROPERTY(bool canStep MEMBER canStep CONSTANT)
public:
  QString id, name;
  qreal volume = -1;
  int type = 0;
  bool canStep = false;
};

/** An entry of a queue: nowplaying_surface_queue_entry. */
class NOWPLAYING_QT_EXPORT QueueEntry {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(QString id MEMBER id CONSTANT)
  Q_PROPERTY(QString title MEMBER title CONSTANT)
  Q_PROPERTY(QString artists MEMBER artists CONSTANT)
  Q_PROPERTY(QString album MEMBER album CONSTANT)
  Q_PROPERTY(QString url MEMBER url CONSTANT)
  Q_PROPERTY(QString artworkUrl MEMBER artworkUrl CONSTANT)
  Q_PROPERTY(double duration MEMBER duration CONSTANT)
public:
  QString id, title, artists, album, url, artworkUrl;
  qint64 duration = 0;
};

/** A queue: nowplaying_surface_queue. */
class NOWPLAYING_QT_EXPORT Queue {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(int count MEMBER count CONSTANT)
  Q_PROPERTY(double total MEMBER total CONSTANT)
  Q_PROPERTY(int present MEMBER present CONSTANT)
  Q_PROPERTY(bool canEdit MEMBER canEdit CONSTANT)
public:
  /** The number of entries that can be read, in Session::queueEntries(). */
  int count = 0;
  qint64 total = 0;
  int present = -1;
  bool canEdit = false;
};

/** A playlist: nowplaying_surface_playlist. */
class NOWPLAYING_QT_EXPORT Playlist {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(QString id MEMBER id CONSTANT)
  Q_PROPERTY(QString name MEMBER name CONSTANT)
  Q_PROPERTY(QString iconUrl MEMBER iconUrl CONSTANT)
public:
  QString id, name, iconUrl;
};

/** The playlists of a player: nowplaying_surface_playlists. */
class NOWPLAYING_QT_EXPORT Playlists {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(int count MEMBER count CONSTANT)
  Q_PROPERTY(int active MEMBER active CONSTANT)
  Q_PROPERTY(uint orders MEMBER orders CONSTANT)
public:
  /** The number of playlists that can be read, in Session::playlistEntries(). */
  int count = 0;
  int active = -1;
  uint orders = 0;
};

/** The state of playback at one moment: nowplaying_snapshot, with the clock of the surface. */
class NOWPLAYING_QT_EXPORT Snapshot {
  Q_GADGET
  Q_CLASSINFO("QML.Element", "anonymous")
  Q_PROPERTY(double elapsed MEMBER elapsed CONSTANT)
  Q_PROPERTY(double timestamp MEMBER timestamp CONSTANT)
  Q_PROPERTY(qreal rate MEMBER rate CONSTANT)
  Q_PROPERTY(qreal defaultRate MEMBER defaultRate CONSTANT)
  Q_PROPERTY(int state MEMBER state CONSTANT)
  Q_PROPERTY(double seekableStart MEMBER seekableStart CONSTANT)
  Q_PROPERTY(double seekableEnd MEMBER seekableEnd CONSTANT)
  Q_PROPERTY(double buffered MEMBER buffered CONSTANT)
  Q_PROPERTY(QString error MEMBER error CONSTANT)
  Q_PROPERTY(int errorKind MEMBER errorKind CONSTANT)
  Q_PROPERTY(bool isAtLiveEdge MEMBER isAtLiveEdge CONSTANT)
public:
  qint64 elapsed = -1, timestamp = -1;
  qreal rate = 0, defaultRate = 1;
  int state = StateStopped;
  qint64 seekableStart = -1, seekableEnd = -1, buffered = -1;
  QString error;
  int errorKind = ErrorKindOther;
  bool isAtLiveEdge = false;
};

/** Returns a text of C's; "" for NULL. */
inline QString textOf(const char *text) { return text ? QString::fromUtf8(text) : QString(QLatin1String("")); }

/** Returns microseconds of C's as milliseconds; -1 for a time that is not known. */
inline qint64 millisecondsOf(qint64 microseconds) {
  return microseconds == NOWPLAYING_TIME_UNKNOWN ? -1 : microseconds / 1000;
}

/** Returns milliseconds as C's microseconds, clamped to what these can be; 0 for no number. */
NOWPLAYING_QT_EXPORT qint64 microsecondsOf(double milliseconds);

} // namespace NowPlaying

Q_DECLARE_METATYPE(NowPlaying::Command)
Q_DECLARE_METATYPE(NowPlaying::Control)
Q_DECLARE_METATYPE(NowPlaying::Chapter)
Q_DECLARE_METATYPE(NowPlaying::Track)
Q_DECLARE_METATYPE(NowPlaying::Device)
Q_DECLARE_METATYPE(NowPlaying::QueueEntry)
Q_DECLARE_METATYPE(NowPlaying::Queue)
Q_DECLARE_METATYPE(NowPlaying::Playlist)
Q_DECLARE_METATYPE(NowPlaying::Playlists)
Q_DECLARE_METATYPE(NowPlaying::Snapshot)

#endif

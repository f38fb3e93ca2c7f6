// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// MPRIS 2 by libnowplaying.
#ifndef MPRISNOWPLAYING_H
#define MPRISNOWPLAYING_H

#include <nowplaying/nowplaying.h>

#include <QElapsedTimer>
#include <QTimer>
#include <QUrl>

class AbstractMediaWidget;
class MainWindow;
class MediaSource;
class MediaWidget;
class Playlist;
class PlaylistTab;
class PlaylistTrack;

class MprisNowplaying : public QObject
{
public:
	MprisNowplaying(MainWindow *mainWindow_, MediaWidget *mediaWidget_, PlaylistTab *playlistTab_);
	~MprisNowplaying();

private:
	bool begin();
	void follow();
	void followEngine();
	void change();
	void show();

	nowplaying_content *newContent() const;
	nowplaying_content *newContent(const PlaylistTrack &track, qint64 length) const;
	void stageCommands();
	void stageQueue();

	nowplaying_status command(const nowplaying_command_event &event);
	nowplaying_status setPaused(bool paused);
	nowplaying_status seek(qint64 milliseconds);
	nowplaying_status getRow(nowplaying_request *request, qint64 *row);
	nowplaying_status goTo(nowplaying_request *request);
	nowplaying_status add(nowplaying_request *request, const QUrl &url, bool play);
	nowplaying_status remove(nowplaying_request *request);
	nowplaying_status raise();

	AbstractMediaWidget *backend() const;
	Playlist *playlist() const;
	bool isIdle() const;
	bool isUrl() const;
	bool isFullScreen() const;
	qint64 place() const;
	bool isOld(int time) const;

	MainWindow *mainWindow;
	MediaWidget *mediaWidget;
	PlaylistTab *playlistTab;
	nowplaying_app *app;
	nowplaying_session *session;
	QTimer later;

	// The item that plays, and whether the engine has not reported anything about it yet.
	MediaSource *source;
	bool isOpening;

	// The queue that the desktop has been given; -1: it must be given anew.
	Playlist *shownPlaylist;
	int shownSize;

	// In milliseconds: the valid position, the time since when it moves, the length, and the engine's last report.
	qint64 reported;
	QElapsedTimer since, sinceSeek;
	int total, lastTime, lastLength;
};

#endif /* MPRISNOWPLAYING_H */

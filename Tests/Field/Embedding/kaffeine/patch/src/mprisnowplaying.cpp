// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The part of MPRIS 2 that does what the desktop asks.
#include "log.h"

#include <QApplication>
#include <QSlider>
#include <QSocketNotifier>
#include <QWidgetAction>

#include "abstractmediawidget.h"
#include "mainwindow.h"
#include "mprisnowplaying.h"
#include "playlist/playlistmodel.h"
#include "playlist/playlisttab.h"

AbstractMediaWidget *MprisNowplaying::backend() const
{
	return mediaWidget->backend;
}

Playlist *MprisNowplaying::playlist() const
{
	return playlistTab->playlistBrowserModel->getCurrentPlaylist();
}

bool MprisNowplaying::isIdle() const
{
	return backend()->getPlaybackStatus() == MediaWidget::Idle;
}

bool MprisNowplaying::isUrl() const
{
	return mediaWidget->source->getType() == MediaSource::Url;
}

nowplaying_status MprisNowplaying::setPaused(bool paused)
{
	if (isIdle() && isUrl()) {
		playlistTab->playCurrentTrack();
	} else if (isIdle()) {
		mediaWidget->play();
	} else {
		mediaWidget->actionPlayPause->setChecked(paused);
		backend()->setPaused(paused);
	}

	return NOWPLAYING_OK;
}

nowplaying_status MprisNowplaying::seek(qint64 milliseconds)
{
	followEngine();
	mediaWidget->setPosition(int(milliseconds));
	reported = int(milliseconds);
	sinceSeek.start();

	if (since.isValid()) {
		since.start();
	}

	change();
	return NOWPLAYING_OK;
}

nowplaying_status MprisNowplaying::command(const nowplaying_command_event &event)
{
	switch (event.kind) {
	case NOWPLAYING_COMMAND_PLAY:
		return setPaused(false);
	case NOWPLAYING_COMMAND_PAUSE:
		return isIdle() ? NOWPLAYING_OK : setPaused(true);
	case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
		return setPaused(backend()->getPlaybackStatus() == MediaWidget::Playing);
	case NOWPLAYING_COMMAND_STOP:
		mediaWidget->stop();
		return NOWPLAYING_OK;
	case NOWPLAYING_COMMAND_NEXT:
		mediaWidget->next();
		return NOWPLAYING_OK;
	case NOWPLAYING_COMMAND_PREVIOUS:
		mediaWidget->previous();
		return NOWPLAYING_OK;
	case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
		return seek(event.time_us / 1000);
	case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
		playlistTab->setRepeat(event.mode == NOWPLAYING_REPEAT_ALL);
		return NOWPLAYING_OK;
	case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
		playlistTab->setRandom(event.mode == NOWPLAYING_SHUFFLE_ITEMS);
		return NOWPLAYING_OK;
	default:
		return NOWPLAYING_ERROR_NOT_SUPPORTED;
	}
}

// A row of the playlist as it is now, which may have been changed in this turn of the main loop.
nowplaying_status MprisNowplaying::getRow(nowplaying_request *request, qint64 *row)
{
	int64_t found = -1;

	stageQueue();
	nowplaying_session_commit(session);

	const nowplaying_status status = nowplaying_request_get_queue_row(request, &found);
	*row = found;
	return status;
}

nowplaying_status MprisNowplaying::goTo(nowplaying_request *request)
{
	qint64 row;
	const nowplaying_status status = getRow(request, &row);

	if (status == NOWPLAYING_OK) {
		playlistTab->playTrack(playlist(), int(row));
	}

	return status;
}

nowplaying_status MprisNowplaying::add(nowplaying_request *request, const QUrl &url, bool play)
{
	qint64 row;
	const nowplaying_status status = getRow(request, &row);

	if (status == NOWPLAYING_OK) {
		playlistTab->playlistModel->insertUrls(playlist(), int(row) + 1, QList<QUrl>() << url, play);
	}

	return status;
}

nowplaying_status MprisNowplaying::remove(nowplaying_request *request)
{
	qint64 row;
	const nowplaying_status status = getRow(request, &row);

	if (status == NOWPLAYING_OK) {
		playlistTab->removeTrack(int(row));
	}

	return status;
}

nowplaying_status MprisNowplaying::raise()
{
	mainWindow->show();
	mainWindow->raise();
	mainWindow->activateWindow();
	return NOWPLAYING_OK;
}

bool MprisNowplaying::isFullScreen() const
{
	const MediaWidget::DisplayMode mode = mediaWidget->getDisplayMode();
	return (mode == MediaWidget::FullScreenMode) || (mode == MediaWidget::FullScreenReturnToMinimalMode);
}

// Begin and end.

MprisNowplaying::MprisNowplaying(MainWindow *mainWindow_, MediaWidget *mediaWidget_, PlaylistTab *playlistTab_) :
	QObject(mainWindow_), mainWindow(mainWindow_), mediaWidget(mediaWidget_), playlistTab(playlistTab_), app(NULL),
	session(NULL), source(mediaWidget_->source), isOpening(false), shownPlaylist(NULL), shownSize(-1),
	reported(0), total(0), lastTime(0), lastLength(0)
{
	later.setSingleShot(true);
	connect(&later, &QTimer::timeout, this, [this] { show(); });

	if (begin()) {
		follow();
	} else {
		qCWarning(logMediaWidget, "MPRIS is not there: %s", nowplaying_last_error());
	}
}

MprisNowplaying::~MprisNowplaying()
{
	nowplaying_session_free(session);
	nowplaying_app_free(app);
}

bool MprisNowplaying::begin()
{
	static const char *const schemes[] = { "file", "http", "https", "ftp", "mms", "rtmp", "rtp", "rtsp", "smb", "udp",
		"cdda", "dvd", "vcd" };
	static const char *const types[] = { "application/ogg", "application/x-matroska", "application/xspf+xml", "audio/ac3",
		"audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/webm", "audio/x-flac", "audio/x-matroska",
		"audio/x-mp3", "audio/x-mpegurl", "audio/x-ms-wma", "audio/x-scpls", "audio/x-vorbis+ogg", "audio/x-wav",
		"video/dv", "video/mp2t", "video/mp4", "video/mpeg", "video/ogg", "video/quicktime", "video/webm",
		"video/x-flv", "video/x-matroska", "video/x-ms-asf", "video/x-ms-wmv", "video/x-msvideo" };
	nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
	nowplaying_app_callbacks ofApp = NOWPLAYING_APP_CALLBACKS_INIT;
	nowplaying_session_callbacks ofSession = NOWPLAYING_SESSION_CALLBACKS_INIT;

	options.application_id = "kaffeine";
	options.display_name = "Kaffeine";
	options.desktop_entry = "org.kde.kaffeine";
	options.uri_schemes = schemes;
	options.uri_scheme_count = sizeof(schemes) / sizeof(*schemes);
	options.mime_types = types;
	options.mime_type_count = sizeof(types) / sizeof(*types);
	options.loop = NOWPLAYING_LOOP_FD;
	options.flags = NOWPLAYING_APP_SHOW_IDLE;
	ofApp.user_data = ofSession.user_data = this;
	ofApp.raise = [](nowplaying_app *, nowplaying_request *, void *self) -> nowplaying_status {
		return static_cast<MprisNowplaying *>(self)->raise();
	};
	ofApp.quit = [](nowplaying_app *, nowplaying_request *, void *) -> nowplaying_status {
		QApplication::quit();
		return NOWPLAYING_OK;
	};
	ofApp.open_uri = [](nowplaying_app *, nowplaying_request *, const char *uri, const char *path,
			    void *self) -> nowplaying_status {
		const QUrl url = (path != NULL) ? QUrl::fromLocalFile(QString::fromUtf8(path)) : QUrl(QString::fromUtf8(uri));
		const bool done = QMetaObject::invokeMethod(static_cast<MprisNowplaying *>(self)->mainWindow, "openUrl",
			Q_ARG(QUrl, url));
		return done ? NOWPLAYING_OK : NOWPLAYING_ERROR_COMMAND_FAILED;
	};
	ofApp.fullscreen = [](nowplaying_app *, nowplaying_request *, int32_t fullscreen,
			      void *self) -> nowplaying_status {
		if (static_cast<MprisNowplaying *>(self)->isFullScreen() != bool(fullscreen)) {
			static_cast<MprisNowplaying *>(self)->mediaWidget->toggleFullScreen();
		}
		return NOWPLAYING_OK;
	};
	ofSession.command = [](nowplaying_session *, nowplaying_request *, const nowplaying_command_event *event,
			       void *self) -> nowplaying_status {
		return static_cast<MprisNowplaying *>(self)->command(*event);
	};
	ofSession.volume = [](nowplaying_session *, nowplaying_request *, double volume, void *self) -> nowplaying_status {
		static_cast<MprisNowplaying *>(self)->mediaWidget->setVolume(qRound(volume * 100));
		return NOWPLAYING_OK;
	};
	ofSession.queue_go_to = [](nowplaying_session *, nowplaying_request *request, const char *,
				   void *self) -> nowplaying_status {
		return static_cast<MprisNowplaying *>(self)->goTo(request);
	};
	ofSession.queue_add = [](nowplaying_session *, nowplaying_request *request, const char *uri, const char *,
				 int32_t play, void *self) -> nowplaying_status {
		return static_cast<MprisNowplaying *>(self)->add(request, QUrl(QString::fromUtf8(uri)), play);
	};
	ofSession.queue_remove = [](nowplaying_session *, nowplaying_request *request, const char *,
				    void *self) -> nowplaying_status {
		return static_cast<MprisNowplaying *>(self)->remove(request);
	};

	int32_t descriptor;

	if ((nowplaying_app_new(&options, &ofApp, &app) != 0) || (nowplaying_app_get_fd(app, &descriptor) != 0) ||
	    (nowplaying_session_new(app, NULL, &ofSession, &session) != 0) ||
	    (nowplaying_session_request_application_primary(session) != 0)) {
		return false;
	}

	QSocketNotifier *readable = new QSocketNotifier(descriptor, QSocketNotifier::Read, this);
	connect(readable, &QSocketNotifier::activated, this, [this] { nowplaying_app_dispatch(app); });
	return true;
}

void MprisNowplaying::follow()
{
	const auto changes = [this] { change(); };
	const auto listChanges = [this] {
		shownSize = -1;
		change();
	};
	PlaylistModel *model = playlistTab->playlistModel;

	connect(mediaWidget, &MediaWidget::updated, this, changes);
	connect(mediaWidget->volumeSlider, &QSlider::valueChanged, this, changes);
	connect(mediaWidget, &MediaWidget::displayModeChanged, this,
		[this] { nowplaying_app_set_fullscreen(app, isFullScreen()); });
	connect(playlistTab->randomAction, &QAction::toggled, this, changes);
	connect(playlistTab->repeatAction, &QAction::toggled, this, changes);
	connect(model, &QAbstractItemModel::dataChanged, this, listChanges);
	connect(model, &QAbstractItemModel::rowsInserted, this, listChanges);
	connect(model, &QAbstractItemModel::rowsRemoved, this, listChanges);
	connect(model, &QAbstractItemModel::layoutChanged, this, listChanges);
	connect(model, &QAbstractItemModel::modelReset, this, listChanges);
	change();
}

// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The part of MPRIS 2 that tells the desktop.
#include "log.h"

#include <QVector>
#include <QWidgetAction>

#include "abstractmediawidget.h"
#include "mprisnowplaying.h"
#include "playlist/playlistmodel.h"
#include "playlist/playlisttab.h"

// The time, in milliseconds, for which the desktop shows the last item while the engine opens the next one.
static const qint64 patience = 300;

static void set(nowplaying_content *content, nowplaying_field field, const QString &text)
{
	nowplaying_content_set_text(content, field, text.toUtf8().constData());
}

nowplaying_content *MprisNowplaying::newContent(const PlaylistTrack &track, qint64 length) const
{
	nowplaying_content *content = NULL;

	if (nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, track.url.toEncoded().constData(), &content) != 0) {
		return NULL;
	}

	set(content, NOWPLAYING_FIELD_TITLE, track.title);
	set(content, NOWPLAYING_FIELD_ARTISTS, track.artist);
	set(content, NOWPLAYING_FIELD_ALBUM, track.album);
	set(content, NOWPLAYING_FIELD_URL, track.url.toString(QUrl::FullyEncoded));
	nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, track.trackNumber);

	if (length > 0) {
		nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, length * 1000);
	}

	return content;
}

// A disc or a channel has a name alone.
nowplaying_content *MprisNowplaying::newContent() const
{
	const int row = playlist()->currentTrack;

	if (isUrl() && (row >= 0) && (row < playlist()->tracks.size())) {
		return newContent(playlist()->at(row), total);
	}

	const bool isLive = mediaWidget->source->hideCurrentTotalTime();
	const QString title = mediaWidget->source->overrideCaption() ? QString()
		: backend()->getMetadata().value(MediaWidget::Title);
	const QString name = title.isEmpty() ? mediaWidget->source->getDefaultCaption() : title;
	nowplaying_content *content = NULL;

	if (nowplaying_content_new(isLive ? NOWPLAYING_CONTENT_RADIO : NOWPLAYING_CONTENT_GENERIC,
	    (QByteArray::number(mediaWidget->source->getType()) + name.toUtf8()).constData(), &content) != 0) {
		return NULL;
	}

	set(content, isLive ? NOWPLAYING_FIELD_STATION_NAME : NOWPLAYING_FIELD_TITLE, name);
	nowplaying_content_set_media_type(content, NOWPLAYING_MEDIA_VIDEO);

	if (isLive) {
		nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
	} else if (total > 0) {
		nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, total * qint64(1000));
	}

	return content;
}

void MprisNowplaying::stageCommands()
{
	QVector<nowplaying_command> commands;
	const auto add = [&commands](nowplaying_command_kind kind, bool isEnabled, int mode = 0, uint modes = 0) {
		nowplaying_command command = NOWPLAYING_COMMAND_INIT(kind);
		command.enabled = isEnabled;
		command.current = mode;
		command.supported = modes;
		commands.append(command);
	};
	const int row = playlist()->currentTrack;
	const int size = playlist()->tracks.size();
	const bool isChannel = (mediaWidget->source->getType() == MediaSource::Dvb);
	const bool random = playlistTab->getRandom();
	const bool repeat = playlistTab->getRepeat();
	const bool canPlay = ((size > 0) || !isIdle() || !isUrl());

	add(NOWPLAYING_COMMAND_PLAY, canPlay);
	add(NOWPLAYING_COMMAND_PAUSE, true);
	add(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, canPlay);
	add(NOWPLAYING_COMMAND_STOP, true);
	add(NOWPLAYING_COMMAND_NEXT, isChannel || (isUrl() && (size > 0) && (random || repeat || (row + 1 < size))));
	add(NOWPLAYING_COMMAND_PREVIOUS, isChannel || (isUrl() && (row > 0)));
	add(NOWPLAYING_COMMAND_SEEK_TO_POSITION,
	    backend()->isSeekable() && !mediaWidget->source->hideCurrentTotalTime());
	add(NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, true, repeat ? NOWPLAYING_REPEAT_ALL : NOWPLAYING_REPEAT_OFF,
	    1u << NOWPLAYING_REPEAT_OFF | 1u << NOWPLAYING_REPEAT_ALL);
	add(NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, true, random ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF,
	    1u << NOWPLAYING_SHUFFLE_OFF | 1u << NOWPLAYING_SHUFFLE_ITEMS);
	nowplaying_session_set_commands(session, commands.constData(), commands.size());
}

// The model is that of the visible playlist, which may be another than the one that plays.
void MprisNowplaying::stageQueue()
{
	const QList<PlaylistTrack> &tracks = playlist()->tracks;

	if ((shownPlaylist != playlist()) || (shownSize != tracks.size())) {
		QVector<nowplaying_content *> contents;

		foreach (const PlaylistTrack &track, tracks) {
			contents.append(newContent(track, QTime(0, 0, 0).msecsTo(track.length)));
		}

		if (nowplaying_session_set_queue(session, contents.constData(), contents.size()) != 0) {
			qCWarning(logMediaWidget, "MPRIS: %s", nowplaying_last_error());
		}

		foreach (nowplaying_content *content, contents) {
			nowplaying_content_free(content);
		}

		shownPlaylist = playlist();
		shownSize = tracks.size();
	}

	nowplaying_session_set_queue_row(session, isUrl() ? playlist()->currentTrack : -1);
}

void MprisNowplaying::show()
{
	nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
	nowplaying_content *content = isIdle() ? NULL : newContent();

	isOpening = false;

	if (content != NULL) {
		const bool isPlaying = (backend()->getPlaybackStatus() == MediaWidget::Playing);
		snapshot.state = isPlaying ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
		snapshot.elapsed_us = place() * 1000;
	}

	stageCommands();
	stageQueue();
	nowplaying_session_set_content(session, content);
	nowplaying_session_set_snapshot(session, &snapshot);
	nowplaying_session_set_volume(session, mediaWidget->getVolume() / 100.0);

	if (nowplaying_session_commit(session) != 0) {
		qCWarning(logMediaWidget, "MPRIS: %s", nowplaying_last_error());
	}

	nowplaying_content_free(content);
}

// The engine reports its position four times a second; between the reports the position is computed.
qint64 MprisNowplaying::place() const
{
	return reported + (since.isValid() ? qMin(since.elapsed(), patience) : 0);
}

// Returns whether a report is from before the last seek: just after a seek the engine still gives the old position.
bool MprisNowplaying::isOld(int time) const
{
	return sinceSeek.isValid() && (sinceSeek.elapsed() < 1000) && (qAbs(time - place()) > 1500);
}

// While the engine opens an item, it still has the title, length and position of the last one.
void MprisNowplaying::followEngine()
{
	const int time = backend()->getCurrentTime();
	const int length = backend()->getTotalTime();
	const bool isPlaying = (backend()->getPlaybackStatus() == MediaWidget::Playing);
	const bool isNew = (source != mediaWidget->source);

	if (isNew) {
		source = mediaWidget->source;
		isOpening = true;
		reported = total = 0;
		since.invalidate();
		sinceSeek.invalidate();
		later.stop();
		mediaWidget->actionPlayPause->setChecked(false);
	} else if ((time != lastTime) || (length != lastLength)) {
		isOpening = false;
		total = length;

		if (!isOld(time)) {
			reported = time;
			since.start();
		}
	}

	if (!isPlaying && since.isValid()) {
		reported = place();
		since.invalidate();
	} else if (isPlaying && !since.isValid() && !isOpening) {
		since.start();
	}

	lastTime = time;
	lastLength = length;
}

// One commit covers all changes of one turn of the main loop.
void MprisNowplaying::change()
{
	followEngine();

	if (!isOpening) {
		later.start(0);
	} else if (!later.isActive()) {
		later.start(patience);
	}
}

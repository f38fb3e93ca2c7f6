/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* MPRIS with libnowplaying. */
#include <inttypes.h>
#include <nowplaying/nowplaying.h>
#include <stdio.h>

#include "cmus.h"
#include "mpris.h"
#include "options.h"
#include "output.h"
#include "path.h"
#include "player.h"
#include "track_info.h"
#include "ui_curses.h"
#include "utils.h"

int mpris_fd = -1;

static nowplaying_app *app;
static nowplaying_session *session;
/* The state that clients know: nothing is staged while it is the same. */
static struct track_info *shown;
static int shown_status = -1;
static int seeked;

/* -------------------------------------------------------------------------------------- From the desktop -------- */

static nowplaying_status command(nowplaying_session *s, nowplaying_request *request,
				 const nowplaying_command_event *event, void *data)
{
	switch (event->kind) {
	case NOWPLAYING_COMMAND_PLAY:
		player_play();
		break;
	case NOWPLAYING_COMMAND_PAUSE:
		player_pause_playback();
		break;
	case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
		player_pause();
		break;
	case NOWPLAYING_COMMAND_STOP:
		player_stop();
		break;
	case NOWPLAYING_COMMAND_NEXT:
		cmus_next();
		break;
	case NOWPLAYING_COMMAND_PREVIOUS:
		cmus_prev();
		break;
	case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
		player_seek(event->time_us / 1e6, 0, 0);
		break;
	case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
		player_repeat_current = event->mode == NOWPLAYING_REPEAT_ONE;
		if (!player_repeat_current)
			repeat = event->mode == NOWPLAYING_REPEAT_ALL;
		break;
	case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
		shuffle = event->mode; /* SHUFFLE_OFF, _TRACKS and _ALBUMS are the same numbers */
		break;
	default:
		return NOWPLAYING_ERROR_NOT_SUPPORTED;
	}
	update_statusline();
	return NOWPLAYING_OK;
}

static nowplaying_status set_volume(nowplaying_session *s, nowplaying_request *request, double volume, void *data)
{
	int percent = volume * 100 + 0.5;

	if (player_set_vol(percent, VF_PERCENTAGE, percent, VF_PERCENTAGE))
		return NOWPLAYING_ERROR_COMMAND_FAILED;
	update_statusline();
	return NOWPLAYING_OK;
}

static nowplaying_status position(nowplaying_session *s, int64_t *ret_elapsed_us, void *data)
{
	*ret_elapsed_us = player_get_position_us();
	return NOWPLAYING_OK;
}

static nowplaying_status open_uri(nowplaying_app *a, nowplaying_request *request, const char *uri, const char *path,
				  void *data)
{
	cmus_play_file(path ? path : uri);
	return NOWPLAYING_OK;
}

static nowplaying_status raise_terminal(nowplaying_app *a, nowplaying_request *request, void *data)
{
	cmus_raise_vte();
	return NOWPLAYING_OK;
}

/* ---------------------------------------------------------------------------------------- To the desktop -------- */

/* A stream stays one item, and its content changes with each song of the station. */
static void stage_content(const struct track_info *ti)
{
	const int is_radio = is_http_url(ti->filename);
	const char *title = ti->title ? ti->title : path_basename(ti->filename);
	nowplaying_content *content;
	char id[17];

	snprintf(id, sizeof(id), "%" PRIx64, ti->uid);
	if (nowplaying_content_new(is_radio ? NOWPLAYING_CONTENT_RADIO : NOWPLAYING_CONTENT_MUSIC, id, &content))
		return;
	if (is_radio) {
		const char *song = get_stream_title();

		nowplaying_content_set_text(content, NOWPLAYING_FIELD_STATION_NAME, title);
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_PROGRAM_NAME, song);
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, ti->filename);
		nowplaying_content_set_extra(content, "cmus:stream_title", song);
	} else {
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title);
	}
	if (ti->duration > 0)
		nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, ti->duration * INT64_C(1000000));
	nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, ti->artist);
	nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, ti->album);
	nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM_ARTISTS, ti->albumartist);
	nowplaying_content_set_text(content, NOWPLAYING_FIELD_GENRES, ti->genre);
	nowplaying_content_set_text(content, NOWPLAYING_FIELD_COMMENTS, ti->comment);
	nowplaying_content_set_integer(content, NOWPLAYING_FIELD_BEATS_PER_MINUTE, ti->bpm);
	nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, ti->tracknumber);
	nowplaying_content_set_integer(content, NOWPLAYING_FIELD_DISC_NUMBER, ti->discnumber);
	nowplaying_session_set_content(session, content);
	nowplaying_content_free(content);
}

static void stage_snapshot(void)
{
	static const nowplaying_playback_state states[] = {
		[PLAYER_STATUS_STOPPED] = NOWPLAYING_STATE_STOPPED,
		[PLAYER_STATUS_PLAYING] = NOWPLAYING_STATE_PLAYING,
		[PLAYER_STATUS_PAUSED] = NOWPLAYING_STATE_PAUSED,
	};
	nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;

	snapshot.state = states[player_info.status];
	snapshot.elapsed_us = player_get_position_us();
	nowplaying_session_set_snapshot(session, &snapshot);
}

static double current_volume(void)
{
	if (soft_vol)
		return (soft_vol_l + soft_vol_r) / 200.0;
	if (volume_max && volume_l >= 0 && volume_r >= 0)
		return (scale_to_percentage(volume_l, volume_max) + scale_to_percentage(volume_r, volume_max)) / 200.0;
	return -1;
}

void mpris_update(void)
{
	const int is_new = player_info.ti != shown || player_info.file_changed || player_info.metadata_changed;

	if (!app)
		return;
	if (is_new) {
		if (player_info.ti)
			stage_content(player_info.ti);
		else
			nowplaying_session_set_content(session, NULL);
	}
	if (player_info.ti != shown || player_info.file_changed || player_info.status != shown_status || seeked)
		stage_snapshot();
	shown = player_info.ti;
	shown_status = player_info.status;
	seeked = 0;
	nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE,
					    player_repeat_current ? NOWPLAYING_REPEAT_ONE
					    : repeat ? NOWPLAYING_REPEAT_ALL : NOWPLAYING_REPEAT_OFF);
	nowplaying_session_set_command_mode(session, NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, shuffle);
	nowplaying_session_set_volume(session, current_volume());
	nowplaying_session_commit(session);
}

/* The new position is known only after the player has passed it to the main loop. */
void mpris_seeked(void)
{
	seeked = 1;
}

/* ----------------------------------------------------------------------------------------- Begin and end -------- */

void mpris_init(void)
{
	static const char *const schemes[] = { "file", "http" };
	static const nowplaying_command commands[] = {
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_STOP),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PREVIOUS),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_SEEK_TO_POSITION),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE),
		NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE),
	};
	nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
	nowplaying_app_callbacks of_app = NOWPLAYING_APP_CALLBACKS_INIT;
	nowplaying_session_callbacks of_session = NOWPLAYING_SESSION_CALLBACKS_INIT;

	options.application_id = "cmus";
	options.loop = NOWPLAYING_LOOP_FD;
	options.flags = NOWPLAYING_APP_SHOW_IDLE | NOWPLAYING_APP_NO_DESKTOP_ENTRY;
	options.track_path_prefix = "/org/cmus";
	options.uri_schemes = schemes;
	options.uri_scheme_count = N_ELEMENTS(schemes);
	of_app.open_uri = open_uri;
	if (cmus_can_raise_vte())
		of_app.raise = raise_terminal;
	of_session.command = command;
	of_session.volume = set_volume;
	of_session.position = position;
	if (nowplaying_app_new(&options, &of_app, &app) || nowplaying_session_new(app, NULL, &of_session, &session) ||
	    nowplaying_session_set_commands(session, commands, N_ELEMENTS(commands)) ||
	    nowplaying_session_request_application_primary(session) || nowplaying_app_get_fd(app, &mpris_fd)) {
		error_msg("MPRIS will be disabled: %s", nowplaying_last_error());
		mpris_free();
	}
}

void mpris_process(void)
{
	nowplaying_app_dispatch(app);
}

void mpris_free(void)
{
	nowplaying_session_free(session);
	nowplaying_app_free(app);
	session = NULL;
	app = NULL;
	mpris_fd = -1;
}

/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* MPRIS with libnowplaying: the plugin, and the desktop's commands. */
#include "by-nowplaying.h"

#include <glib-unix.h>

#include "plugins/pragha-plugin-macros.h"
#include "src/pragha-file-utils.h"
#include "src/pragha-musicobject-mgmt.h"
#include "src/pragha-playback.h"
#include "src/pragha-playlists-mgmt.h"

GType by_nowplaying_get_type(void);
PRAGHA_PLUGIN_REGISTER(by_nowplaying_get_type(), ByNowplaying, by_nowplaying)

static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
				 const nowplaying_command_event *event, void *data)
{
	PraghaApplication *pragha = ((ByNowplayingPrivate *)data)->pragha;
	PraghaBackend *backend = pragha_application_get_backend(pragha);
	PraghaPreferences *preferences = pragha_application_get_preferences(pragha);

	if (pragha_backend_emitted_error(backend))
		return NOWPLAYING_ERROR_COMMAND_FAILED;
	switch (event->kind) {
	case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
		pragha_preferences_set_repeat(preferences, event->mode == NOWPLAYING_REPEAT_ALL);
		break;
	case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
		pragha_preferences_set_shuffle(preferences, event->mode == NOWPLAYING_SHUFFLE_ITEMS);
		break;
	case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
		pragha_playback_play_pause_resume(pragha);
		break;
	case NOWPLAYING_COMMAND_STOP:
		pragha_playback_stop(pragha);
		break;
	case NOWPLAYING_COMMAND_NEXT:
		pragha_playback_next_track(pragha);
		break;
	case NOWPLAYING_COMMAND_PREVIOUS:
		pragha_playback_prev_track(pragha);
		break;
	case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
		pragha_backend_seek(backend, event->time_us / G_USEC_PER_SEC);
		break;
	default:
		return NOWPLAYING_ERROR_NOT_SUPPORTED;
	}
	return NOWPLAYING_OK;
}

static nowplaying_status set_volume(nowplaying_session *session, nowplaying_request *request, double volume, void *data)
{
	ByNowplayingPrivate *self = data;

	pragha_backend_set_volume(pragha_application_get_backend(self->pragha), volume);
	return NOWPLAYING_OK;
}

static nowplaying_status position(nowplaying_session *session, int64_t *ret_elapsed_us, void *data)
{
	ByNowplayingPrivate *self = data;
	const gint64 nanoseconds = pragha_backend_get_current_position(pragha_application_get_backend(self->pragha));

	if (nanoseconds < 0)
		return NOWPLAYING_ERROR_COMMAND_FAILED;
	*ret_elapsed_us = nanoseconds / 1000;
	return NOWPLAYING_OK;
}

/* The id of a picture is its path. */
static nowplaying_status artwork(nowplaying_session *session, nowplaying_request *request,
				 const nowplaying_artwork_event *event, void *data)
{
	return nowplaying_request_complete_artwork_file(request, event->artwork_id);
}

static nowplaying_status go_to(nowplaying_session *session, nowplaying_request *request, const char *id, void *data)
{
	ByNowplayingPrivate *self = data;
	GtkTreePath *path;
	int64_t row;
	const nowplaying_status status = nowplaying_request_get_queue_row(request, &row);

	if (status != NOWPLAYING_OK)
		return status;
	path = gtk_tree_path_new_from_indices((int)row, -1);
	pragha_playlist_activate_path(pragha_application_get_playlist(self->pragha), path);
	gtk_tree_path_free(path);
	return NOWPLAYING_OK;
}

/* Songs are added after the last one, as Pragha's own keys do it. */
static nowplaying_status add(nowplaying_session *session, nowplaying_request *request, const char *uri,
			     const char *after_id, int32_t play, void *data)
{
	ByNowplayingPrivate *self = data;
	PraghaPlaylist *playlist = pragha_application_get_playlist(self->pragha);
	char *file = g_filename_from_uri(uri, NULL, NULL);
	GList *songs = file ? append_mobj_list_from_unknown_filename(NULL, file) : NULL;

	g_free(file);
	if (!songs)
		return NOWPLAYING_ERROR_NO_SUCH_CONTENT;
	pragha_playlist_append_mobj_list(playlist, songs);
	if (play)
		pragha_playlist_activate_unique_mobj(playlist, songs->data);
	g_list_free(songs);
	return NOWPLAYING_OK;
}

static nowplaying_status open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri, const char *path,
				  void *data)
{
	ByNowplayingPrivate *self = data;
	const gboolean is_song = path && pragha_file_get_media_type(path) == MEDIA_TYPE_AUDIO;
	PraghaMusicobject *song = is_song ? new_musicobject_from_file(path) : NULL;

	if (!song)
		return NOWPLAYING_ERROR_COMMAND_FAILED;
	pragha_playlist_append_mobj_and_play(pragha_application_get_playlist(self->pragha), song);
	return NOWPLAYING_OK;
}

static nowplaying_status activate(nowplaying_app *app, nowplaying_request *request, const char *id, void *data)
{
	PraghaApplication *pragha = ((ByNowplayingPrivate *)data)->pragha;
	char *name = g_strdup(id);

	pragha_playlist_remove_all(pragha_application_get_playlist(pragha));
	add_playlist_current_playlist(name, pragha);
	g_free(name);
	if (pragha_backend_get_state(pragha_application_get_backend(pragha)) == ST_STOPPED)
		pragha_playback_play_pause_resume(pragha);
	else
		pragha_playback_next_track(pragha);
	return NOWPLAYING_OK;
}

static nowplaying_status raise_window(nowplaying_app *app, nowplaying_request *request, void *data)
{
	gtk_window_present(GTK_WINDOW(pragha_application_get_window(((ByNowplayingPrivate *)data)->pragha)));
	return NOWPLAYING_OK;
}

static nowplaying_status quit(nowplaying_app *app, nowplaying_request *request, void *data)
{
	pragha_application_quit(((ByNowplayingPrivate *)data)->pragha);
	return NOWPLAYING_OK;
}

/* ------------------------------------------------------------------------------------------ Begin and end -------- */

static gboolean dispatch(gint fd, GIOCondition condition, gpointer data)
{
	nowplaying_app_dispatch(((ByNowplayingPrivate *)data)->app);
	return G_SOURCE_CONTINUE;
}

/* Connects or disconnects the signals for changes. */
static void follow(ByNowplayingPrivate *self, gboolean begins)
{
	PraghaApplication *pragha = self->pragha;
	gpointer preferences = pragha_application_get_preferences(pragha), list = pragha_application_get_playlist(pragha);
	gpointer backend = pragha_application_get_backend(pragha), database = pragha_application_get_database(pragha);
	gpointer cover = pragha_toolbar_get_album_art(pragha_application_get_toolbar(pragha));
	const struct {
		gpointer sender;
		const char *signal;
		void (*by)(ByNowplayingPrivate *self);
	} heard[] = {
		{ preferences, "notify::shuffle", by_nowplaying_change },
		{ preferences, "notify::repeat", by_nowplaying_change },
		{ backend, "notify::volume", by_nowplaying_change },
		{ backend, "notify::state", by_nowplaying_change },
		{ backend, "seeked", by_nowplaying_change },
		{ backend, "tags-changed", by_nowplaying_change },
		{ cover, "notify::path", by_nowplaying_change },
		{ list, "playlist-changed", by_nowplaying_change_list },
		{ database, "PlaylistsChanged", by_nowplaying_change_playlists },
	};

	for (guint place = 0; place < G_N_ELEMENTS(heard); place++) {
		if (begins)
			g_signal_connect_swapped(heard[place].sender, heard[place].signal,
						 G_CALLBACK(heard[place].by), self);
		else
			g_signal_handlers_disconnect_by_data(heard[place].sender, self);
	}
}

static void pragha_plugin_activate(PeasActivatable *activatable)
{
	static const char *const schemes[] = { "file", "cdda" };
	static const char *const types[] = { "application/ogg", "audio/ape", "audio/flac", "audio/mpeg", "audio/ogg",
					     "audio/vorbis", "audio/x-ape", "audio/x-flac", "audio/x-m4a",
					     "audio/x-mp3", "audio/x-ms-wma", "audio/x-wav" };
	ByNowplayingPrivate *self = ((ByNowplaying *)activatable)->priv;
	nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
	nowplaying_app_callbacks of_app = NOWPLAYING_APP_CALLBACKS_INIT;
	nowplaying_session_callbacks of_session = NOWPLAYING_SESSION_CALLBACKS_INIT;
	int32_t fd;

	self->pragha = g_object_get_data(G_OBJECT(activatable), "object");
	options.application_id = "pragha";
	options.display_name = "Pragha Music Player";
	options.track_path_prefix = "/org/pragha/TrackList";
	options.uri_schemes = schemes;
	options.uri_scheme_count = G_N_ELEMENTS(schemes);
	options.mime_types = types;
	options.mime_type_count = G_N_ELEMENTS(types);
	options.loop = NOWPLAYING_LOOP_FD;
	options.flags = NOWPLAYING_APP_SHOW_IDLE;
	of_app.user_data = of_session.user_data = self;
	of_app.raise = raise_window;
	of_app.quit = quit;
	of_app.open_uri = open_uri;
	of_app.activate_playlist = activate;
	of_session.command = command;
	of_session.artwork = artwork;
	of_session.volume = set_volume;
	of_session.position = position;
	of_session.queue_go_to = go_to;
	of_session.queue_add = add;
	if (nowplaying_app_new(&options, &of_app, &self->app) || nowplaying_app_get_fd(self->app, &fd) ||
	    nowplaying_session_new(self->app, NULL, &of_session, &self->session) ||
	    nowplaying_session_request_application_primary(self->session)) {
		g_warning("MPRIS is not there: %s", nowplaying_last_error());
		return;
	}
	self->readable = g_unix_fd_add(fd, G_IO_IN, dispatch, self);
	follow(self, TRUE);
	by_nowplaying_change_playlists(self);
	by_nowplaying_change_list(self);
}

static void pragha_plugin_deactivate(PeasActivatable *activatable)
{
	ByNowplayingPrivate *self = ((ByNowplaying *)activatable)->priv;

	if (self->readable) {
		g_source_remove(self->readable);
		follow(self, FALSE);
	}
	if (self->is_due)
		g_idle_remove_by_data(self);
	nowplaying_session_free(self->session);
	nowplaying_app_free(self->app);
	self->readable = self->is_due = 0;
	self->session = NULL;
	self->app = NULL;
}

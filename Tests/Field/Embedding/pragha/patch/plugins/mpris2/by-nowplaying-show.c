/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* MPRIS with libnowplaying: shows the player on the desktop. */
#include "by-nowplaying.h"

#include "src/pragha-playback.h"

static void set_number(nowplaying_content *content, const char *key, int number)
{
	char text[12];

	g_snprintf(text, sizeof(text), "%d", number);
	nowplaying_content_set_extra(content, key, text);
}

/* The id of a song is a number for its file; the row of the list that plays is set separately. */
static nowplaying_content *new_content(PraghaMusicobject *song)
{
	const char *file = pragha_musicobject_get_file(song), *title = pragha_musicobject_get_title(song);
	const int year = pragha_musicobject_get_year(song), track = pragha_musicobject_get_track_no(song);
	const gboolean is_local = pragha_musicobject_is_local_file(song);
	char *id = g_compute_checksum_for_string(G_CHECKSUM_MD5, file, -1);
	char *uri = is_local ? g_filename_to_uri(file, NULL, NULL) : g_strdup(file);
	char *name = g_filename_display_basename(file), *date = year > 0 ? g_strdup_printf("%04d", year) : NULL;
	const int64_t seconds = pragha_musicobject_get_length(song);
	nowplaying_content *content = NULL;

	if (nowplaying_content_new(NOWPLAYING_CONTENT_MUSIC, id, &content) == NOWPLAYING_OK) {
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title && *title ? title : name);
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, pragha_musicobject_get_artist(song));
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, pragha_musicobject_get_album(song));
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_GENRES, pragha_musicobject_get_genre(song));
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_COMMENTS, pragha_musicobject_get_comment(song));
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, date);
		nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
		nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, track > 0 ? track : -1);
		if (seconds > 0)
			nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, seconds * G_USEC_PER_SEC);
		else if (!is_local)
			nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
		set_number(content, "audio-bitrate", pragha_musicobject_get_bitrate(song));
		set_number(content, "audio-channels", pragha_musicobject_get_channels(song));
		set_number(content, "audio-samplerate", pragha_musicobject_get_samplerate(song));
	}
	g_free(date);
	g_free(id);
	g_free(name);
	g_free(uri);
	return content;
}

/* Stages the list, if it has changed, and the row that is marked as playing. */
static void stage_list(ByNowplayingPrivate *self)
{
	GtkTreeModel *model = pragha_playlist_get_model(pragha_application_get_playlist(self->pragha));
	GPtrArray *contents = g_ptr_array_new_with_free_func((GDestroyNotify)nowplaying_content_free);
	int64_t row = 0, playing = -1;
	GtkTreeIter at;

	for (gboolean is_one = gtk_tree_model_get_iter_first(model, &at); is_one; row++) {
		PraghaMusicobject *song;
		GdkPixbuf *sign;

		gtk_tree_model_get(model, &at, P_MOBJ_PTR, &song, P_STATUS_PIXBUF, &sign, -1);
		if (sign) {
			playing = row;
			g_object_unref(sign);
		}
		if (self->has_new_list)
			g_ptr_array_add(contents, new_content(song));
		is_one = gtk_tree_model_iter_next(model, &at);
	}
	if (self->has_new_list)
		nowplaying_session_set_queue(self->session, (const nowplaying_content *const *)contents->pdata,
					     contents->len);
	self->has_new_list = FALSE;
	nowplaying_session_set_queue_row(self->session, playing);
	g_ptr_array_unref(contents);
}

static void stage_commands(ByNowplayingPrivate *self, gboolean is_loaded)
{
	PraghaPreferences *preferences = pragha_application_get_preferences(self->pragha);
	const struct {
		nowplaying_command_kind kind;
		gboolean is_enabled;
		int current, other; /* mode */
	} offered[] = {
		{ NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, is_loaded || pragha_playback_get_no_tracks(self->pragha) > 0 },
		{ NOWPLAYING_COMMAND_STOP, is_loaded },
		{ NOWPLAYING_COMMAND_NEXT, pragha_playback_can_go_next(self->pragha) },
		{ NOWPLAYING_COMMAND_PREVIOUS, pragha_playback_can_go_prev(self->pragha) },
		{ NOWPLAYING_COMMAND_SEEK_TO_POSITION,
		  pragha_backend_can_seek(pragha_application_get_backend(self->pragha)) },
		{ NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, TRUE, pragha_preferences_get_repeat(preferences)
		  ? NOWPLAYING_REPEAT_ALL : NOWPLAYING_REPEAT_OFF, NOWPLAYING_REPEAT_ALL },
		{ NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, TRUE, pragha_preferences_get_shuffle(preferences)
		  ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF, NOWPLAYING_SHUFFLE_ITEMS },
	};
	nowplaying_command commands[G_N_ELEMENTS(offered)];

	for (guint place = 0; place < G_N_ELEMENTS(offered); place++) {
		commands[place] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(offered[place].kind);
		commands[place].enabled = offered[place].is_enabled;
		commands[place].current = offered[place].current;
		commands[place].supported = offered[place].other ? 1u | 1u << offered[place].other : 0;
	}
	nowplaying_session_set_commands(self->session, commands, G_N_ELEMENTS(commands));
}

/* Sets the whole state; the library finds out what has changed. */
static gboolean show(gpointer data)
{
	ByNowplayingPrivate *self = data;
	PraghaBackend *backend = pragha_application_get_backend(self->pragha);
	PraghaToolbar *toolbar = pragha_application_get_toolbar(self->pragha);
	const PraghaBackendState state = pragha_backend_get_state(backend);
	const gboolean is_loaded = state == ST_PLAYING || state == ST_PAUSED;
	nowplaying_content *content = is_loaded ? new_content(pragha_backend_get_musicobject(backend)) : NULL;
	nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
	const gint64 position = pragha_backend_get_current_position(backend);

	g_atomic_int_set(&self->is_due, FALSE);
	if (is_loaded) {
		nowplaying_content_set_artwork(content,
					       pragha_album_art_get_path(pragha_toolbar_get_album_art(toolbar)));
		snapshot.state = state == ST_PLAYING ? NOWPLAYING_STATE_PLAYING : NOWPLAYING_STATE_PAUSED;
		snapshot.elapsed_us = position < 0 ? 0 : position / 1000;
	}
	stage_list(self);
	stage_commands(self, is_loaded);
	nowplaying_session_set_content(self->session, content);
	nowplaying_session_set_snapshot(self->session, &snapshot);
	nowplaying_session_set_volume(self->session, pragha_backend_get_volume(backend));
	if (nowplaying_session_commit(self->session) != NOWPLAYING_OK)
		g_warning("MPRIS: %s", nowplaying_last_error());
	nowplaying_content_free(content);
	return G_SOURCE_REMOVE;
}

/* One commit covers all changes of one turn of the main loop. Some signals come on another thread. */
void by_nowplaying_change(ByNowplayingPrivate *self)
{
	if (g_atomic_int_compare_and_exchange(&self->is_due, FALSE, TRUE))
		g_idle_add_full(G_PRIORITY_DEFAULT, show, self, NULL);
}

void by_nowplaying_change_list(ByNowplayingPrivate *self)
{
	self->has_new_list = TRUE;
	by_nowplaying_change(self);
}

void by_nowplaying_change_playlists(ByNowplayingPrivate *self)
{
	char **names = pragha_database_get_playlist_names(pragha_application_get_database(self->pragha));
	const guint count = names ? g_strv_length(names) : 0;
	nowplaying_playlist *playlists = g_new(nowplaying_playlist, count);

	for (guint place = 0; place < count; place++) {
		playlists[place] = (nowplaying_playlist)NOWPLAYING_PLAYLIST_INIT;
		playlists[place].id = playlists[place].name = names[place];
	}
	nowplaying_app_set_playlists(self->app, playlists, count);
	g_free(playlists);
	g_strfreev(names);
}

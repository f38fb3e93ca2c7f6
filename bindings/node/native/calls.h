/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The calls of both libraries, their structs and their callbacks. Made by contract/generate: do not edit. */

#ifdef DECLARATIONS
/* The functions of both libraries. */
typedef struct Api {
  __typeof__(nowplaying_version) *nowplaying_version;
  __typeof__(nowplaying_version_string) *nowplaying_version_string;
  __typeof__(nowplaying_strerror) *nowplaying_strerror;
  __typeof__(nowplaying_last_error) *nowplaying_last_error;
  __typeof__(nowplaying_app_new) *nowplaying_app_new;
  __typeof__(nowplaying_app_free) *nowplaying_app_free;
  __typeof__(nowplaying_app_get_fd) *nowplaying_app_get_fd;
  __typeof__(nowplaying_app_dispatch) *nowplaying_app_dispatch;
  __typeof__(nowplaying_app_get_bus_state) *nowplaying_app_get_bus_state;
  __typeof__(nowplaying_app_get_bus_name) *nowplaying_app_get_bus_name;
  __typeof__(nowplaying_app_set_display_name) *nowplaying_app_set_display_name;
  __typeof__(nowplaying_app_set_fullscreen) *nowplaying_app_set_fullscreen;
  __typeof__(nowplaying_app_get_aspect_ratios) *nowplaying_app_get_aspect_ratios;
  __typeof__(nowplaying_app_set_playlists) *nowplaying_app_set_playlists;
  __typeof__(nowplaying_app_set_active_playlist) *nowplaying_app_set_active_playlist;
  __typeof__(nowplaying_content_new) *nowplaying_content_new;
  __typeof__(nowplaying_content_new_by_tags) *nowplaying_content_new_by_tags;
  __typeof__(nowplaying_content_get_kind) *nowplaying_content_get_kind;
  __typeof__(nowplaying_content_free) *nowplaying_content_free;
  __typeof__(nowplaying_content_set_text) *nowplaying_content_set_text;
  __typeof__(nowplaying_content_set_texts) *nowplaying_content_set_texts;
  __typeof__(nowplaying_content_set_integer) *nowplaying_content_set_integer;
  __typeof__(nowplaying_content_set_number) *nowplaying_content_set_number;
  __typeof__(nowplaying_content_set_extra) *nowplaying_content_set_extra;
  __typeof__(nowplaying_content_set_tag) *nowplaying_content_set_tag;
  __typeof__(nowplaying_content_get_text) *nowplaying_content_get_text;
  __typeof__(nowplaying_content_get_integer) *nowplaying_content_get_integer;
  __typeof__(nowplaying_content_get_number) *nowplaying_content_get_number;
  __typeof__(nowplaying_content_unset) *nowplaying_content_unset;
  __typeof__(nowplaying_content_set_media_type) *nowplaying_content_set_media_type;
  __typeof__(nowplaying_content_set_duration) *nowplaying_content_set_duration;
  __typeof__(nowplaying_content_set_artwork) *nowplaying_content_set_artwork;
  __typeof__(nowplaying_content_set_chapters) *nowplaying_content_set_chapters;
  __typeof__(nowplaying_content_set_animated_artwork) *nowplaying_content_set_animated_artwork;
  __typeof__(nowplaying_session_new) *nowplaying_session_new;
  __typeof__(nowplaying_session_new_remote) *nowplaying_session_new_remote;
  __typeof__(nowplaying_session_free) *nowplaying_session_free;
  __typeof__(nowplaying_session_set_content) *nowplaying_session_set_content;
  __typeof__(nowplaying_session_set_snapshot) *nowplaying_session_set_snapshot;
  __typeof__(nowplaying_session_set_commands) *nowplaying_session_set_commands;
  __typeof__(nowplaying_session_set_command) *nowplaying_session_set_command;
  __typeof__(nowplaying_session_set_command_enabled) *nowplaying_session_set_command_enabled;
  __typeof__(nowplaying_session_set_command_mode) *nowplaying_session_set_command_mode;
  __typeof__(nowplaying_session_set_custom_command) *nowplaying_session_set_custom_command;
  __typeof__(nowplaying_session_set_muted) *nowplaying_session_set_muted;
  __typeof__(nowplaying_session_set_tracks) *nowplaying_session_set_tracks;
  __typeof__(nowplaying_session_set_volume) *nowplaying_session_set_volume;
  __typeof__(nowplaying_session_set_volume_maximum) *nowplaying_session_set_volume_maximum;
  __typeof__(nowplaying_session_set_devices) *nowplaying_session_set_devices;
  __typeof__(nowplaying_session_set_queue) *nowplaying_session_set_queue;
  __typeof__(nowplaying_session_set_queue_row) *nowplaying_session_set_queue_row;
  __typeof__(nowplaying_session_commit) *nowplaying_session_commit;
  __typeof__(nowplaying_session_discard) *nowplaying_session_discard;
  __typeof__(nowplaying_session_provide_artwork_data) *nowplaying_session_provide_artwork_data;
  __typeof__(nowplaying_session_provide_artwork_file) *nowplaying_session_provide_artwork_file;
  __typeof__(nowplaying_session_provide_artwork_url) *nowplaying_session_provide_artwork_url;
  __typeof__(nowplaying_session_provide_artwork_none) *nowplaying_session_provide_artwork_none;
  __typeof__(nowplaying_session_request_application_primary) *nowplaying_session_request_application_primary;
  __typeof__(nowplaying_session_request_system_primary) *nowplaying_session_request_system_primary;
  __typeof__(nowplaying_session_resign_system_primary) *nowplaying_session_resign_system_primary;
  __typeof__(nowplaying_session_get_primary) *nowplaying_session_get_primary;
  __typeof__(nowplaying_request_ref) *nowplaying_request_ref;
  __typeof__(nowplaying_request_unref) *nowplaying_request_unref;
  __typeof__(nowplaying_request_complete) *nowplaying_request_complete;
  __typeof__(nowplaying_request_complete_artwork_data) *nowplaying_request_complete_artwork_data;
  __typeof__(nowplaying_request_complete_artwork_file) *nowplaying_request_complete_artwork_file;
  __typeof__(nowplaying_request_complete_artwork_url) *nowplaying_request_complete_artwork_url;
  __typeof__(nowplaying_request_complete_video_file) *nowplaying_request_complete_video_file;
  __typeof__(nowplaying_request_complete_video_data) *nowplaying_request_complete_video_data;
  __typeof__(nowplaying_request_complete_video_url) *nowplaying_request_complete_video_url;
  __typeof__(nowplaying_request_get_state) *nowplaying_request_get_state;
  __typeof__(nowplaying_request_get_queue_row) *nowplaying_request_get_queue_row;
  __typeof__(nowplaying_surface_version) *nowplaying_surface_version;
  __typeof__(nowplaying_surface_strerror) *nowplaying_surface_strerror;
  __typeof__(nowplaying_surface_last_error) *nowplaying_surface_last_error;
  __typeof__(nowplaying_surface_new) *nowplaying_surface_new;
  __typeof__(nowplaying_surface_free) *nowplaying_surface_free;
  __typeof__(nowplaying_surface_get_fd) *nowplaying_surface_get_fd;
  __typeof__(nowplaying_surface_dispatch) *nowplaying_surface_dispatch;
  __typeof__(nowplaying_surface_get_bus_state) *nowplaying_surface_get_bus_state;
  __typeof__(nowplaying_surface_get_sessions) *nowplaying_surface_get_sessions;
  __typeof__(nowplaying_surface_get_names) *nowplaying_surface_get_names;
  __typeof__(nowplaying_surface_set_aspect_ratios) *nowplaying_surface_set_aspect_ratios;
  __typeof__(nowplaying_surface_session_ref) *nowplaying_surface_session_ref;
  __typeof__(nowplaying_surface_session_unref) *nowplaying_surface_session_unref;
  __typeof__(nowplaying_surface_session_get_info) *nowplaying_surface_session_get_info;
  __typeof__(nowplaying_surface_session_get_item) *nowplaying_surface_session_get_item;
  __typeof__(nowplaying_surface_session_get_text) *nowplaying_surface_session_get_text;
  __typeof__(nowplaying_surface_session_get_extra) *nowplaying_surface_session_get_extra;
  __typeof__(nowplaying_surface_session_get_extra_key) *nowplaying_surface_session_get_extra_key;
  __typeof__(nowplaying_surface_session_get_integer) *nowplaying_surface_session_get_integer;
  __typeof__(nowplaying_surface_session_get_number) *nowplaying_surface_session_get_number;
  __typeof__(nowplaying_surface_session_get_snapshot) *nowplaying_surface_session_get_snapshot;
  __typeof__(nowplaying_surface_session_get_command) *nowplaying_surface_session_get_command;
  __typeof__(nowplaying_surface_icon_name) *nowplaying_surface_icon_name;
  __typeof__(nowplaying_surface_session_get_control) *nowplaying_surface_session_get_control;
  __typeof__(nowplaying_surface_error_sentence) *nowplaying_surface_error_sentence;
  __typeof__(nowplaying_surface_session_get_chapter) *nowplaying_surface_session_get_chapter;
  __typeof__(nowplaying_surface_session_get_chapter_at) *nowplaying_surface_session_get_chapter_at;
  __typeof__(nowplaying_surface_session_get_lyrics_at) *nowplaying_surface_session_get_lyrics_at;
  __typeof__(nowplaying_surface_session_get_track) *nowplaying_surface_session_get_track;
  __typeof__(nowplaying_surface_session_get_device) *nowplaying_surface_session_get_device;
  __typeof__(nowplaying_surface_session_get_queue) *nowplaying_surface_session_get_queue;
  __typeof__(nowplaying_surface_session_get_queue_entry) *nowplaying_surface_session_get_queue_entry;
  __typeof__(nowplaying_surface_session_get_playlists) *nowplaying_surface_session_get_playlists;
  __typeof__(nowplaying_surface_session_get_playlist) *nowplaying_surface_session_get_playlist;
  __typeof__(nowplaying_surface_send_command) *nowplaying_surface_send_command;
  __typeof__(nowplaying_surface_set_volume) *nowplaying_surface_set_volume;
  __typeof__(nowplaying_surface_step_volume) *nowplaying_surface_step_volume;
  __typeof__(nowplaying_surface_get_artwork) *nowplaying_surface_get_artwork;
  __typeof__(nowplaying_surface_get_chapter_artwork) *nowplaying_surface_get_chapter_artwork;
  __typeof__(nowplaying_surface_select_track) *nowplaying_surface_select_track;
  __typeof__(nowplaying_surface_get_preview) *nowplaying_surface_get_preview;
  __typeof__(nowplaying_surface_get_video) *nowplaying_surface_get_video;
  __typeof__(nowplaying_surface_raise) *nowplaying_surface_raise;
  __typeof__(nowplaying_surface_quit) *nowplaying_surface_quit;
  __typeof__(nowplaying_surface_follow_queue) *nowplaying_surface_follow_queue;
  __typeof__(nowplaying_surface_queue_go_to) *nowplaying_surface_queue_go_to;
  __typeof__(nowplaying_surface_queue_add) *nowplaying_surface_queue_add;
  __typeof__(nowplaying_surface_queue_remove) *nowplaying_surface_queue_remove;
  __typeof__(nowplaying_surface_follow_playlists) *nowplaying_surface_follow_playlists;
  __typeof__(nowplaying_surface_activate_playlist) *nowplaying_surface_activate_playlist;
  __typeof__(nowplaying_surface_cancel) *nowplaying_surface_cancel;
} Api;

/* The kind of a handle. */
typedef enum Kind {
  KIND_APP,
  KIND_SESSION,
  KIND_CONTENT,
  KIND_SURFACE,
  KIND_SURFACE_SESSION,
} Kind;
#else

static const Symbol PLAYER_SYMBOLS[] = {
  {"nowplaying_version", offsetof(Api, nowplaying_version)},
  {"nowplaying_version_string", offsetof(Api, nowplaying_version_string)},
  {"nowplaying_strerror", offsetof(Api, nowplaying_strerror)},
  {"nowplaying_last_error", offsetof(Api, nowplaying_last_error)},
  {"nowplaying_app_new", offsetof(Api, nowplaying_app_new)},
  {"nowplaying_app_free", offsetof(Api, nowplaying_app_free)},
  {"nowplaying_app_get_fd", offsetof(Api, nowplaying_app_get_fd)},
  {"nowplaying_app_dispatch", offsetof(Api, nowplaying_app_dispatch)},
  {"nowplaying_app_get_bus_state", offsetof(Api, nowplaying_app_get_bus_state)},
  {"nowplaying_app_get_bus_name", offsetof(Api, nowplaying_app_get_bus_name)},
  {"nowplaying_app_set_display_name", offsetof(Api, nowplaying_app_set_display_name)},
  {"nowplaying_app_set_fullscreen", offsetof(Api, nowplaying_app_set_fullscreen)},
  {"nowplaying_app_get_aspect_ratios", offsetof(Api, nowplaying_app_get_aspect_ratios)},
  {"nowplaying_app_set_playlists", offsetof(Api, nowplaying_app_set_playlists)},
  {"nowplaying_app_set_active_playlist", offsetof(Api, nowplaying_app_set_active_playlist)},
  {"nowplaying_content_new", offsetof(Api, nowplaying_content_new)},
  {"nowplaying_content_new_by_tags", offsetof(Api, nowplaying_content_new_by_tags)},
  {"nowplaying_content_get_kind", offsetof(Api, nowplaying_content_get_kind)},
  {"nowplaying_content_free", offsetof(Api, nowplaying_content_free)},
  {"nowplaying_content_set_text", offsetof(Api, nowplaying_content_set_text)},
  {"nowplaying_content_set_texts", offsetof(Api, nowplaying_content_set_texts)},
  {"nowplaying_content_set_integer", offsetof(Api, nowplaying_content_set_integer)},
  {"nowplaying_content_set_number", offsetof(Api, nowplaying_content_set_number)},
  {"nowplaying_content_set_extra", offsetof(Api, nowplaying_content_set_extra)},
  {"nowplaying_content_set_tag", offsetof(Api, nowplaying_content_set_tag)},
  {"nowplaying_content_get_text", offsetof(Api, nowplaying_content_get_text)},
  {"nowplaying_content_get_integer", offsetof(Api, nowplaying_content_get_integer)},
  {"nowplaying_content_get_number", offsetof(Api, nowplaying_content_get_number)},
  {"nowplaying_content_unset", offsetof(Api, nowplaying_content_unset)},
  {"nowplaying_content_set_media_type", offsetof(Api, nowplaying_content_set_media_type)},
  {"nowplaying_content_set_duration", offsetof(Api, nowplaying_content_set_duration)},
  {"nowplaying_content_set_artwork", offsetof(Api, nowplaying_content_set_artwork)},
  {"nowplaying_content_set_chapters", offsetof(Api, nowplaying_content_set_chapters)},
  {"nowplaying_content_set_animated_artwork", offsetof(Api, nowplaying_content_set_animated_artwork)},
  {"nowplaying_session_new", offsetof(Api, nowplaying_session_new)},
  {"nowplaying_session_new_remote", offsetof(Api, nowplaying_session_new_remote)},
  {"nowplaying_session_free", offsetof(Api, nowplaying_session_free)},
  {"nowplaying_session_set_content", offsetof(Api, nowplaying_session_set_content)},
  {"nowplaying_session_set_snapshot", offsetof(Api, nowplaying_session_set_snapshot)},
  {"nowplaying_session_set_commands", offsetof(Api, nowplaying_session_set_commands)},
  {"nowplaying_session_set_command", offsetof(Api, nowplaying_session_set_command)},
  {"nowplaying_session_set_command_enabled", offsetof(Api, nowplaying_session_set_command_enabled)},
  {"nowplaying_session_set_command_mode", offsetof(Api, nowplaying_session_set_command_mode)},
  {"nowplaying_session_set_custom_command", offsetof(Api, nowplaying_session_set_custom_command)},
  {"nowplaying_session_set_muted", offsetof(Api, nowplaying_session_set_muted)},
  {"nowplaying_session_set_tracks", offsetof(Api, nowplaying_session_set_tracks)},
  {"nowplaying_session_set_volume", offsetof(Api, nowplaying_session_set_volume)},
  {"nowplaying_session_set_volume_maximum", offsetof(Api, nowplaying_session_set_volume_maximum)},
  {"nowplaying_session_set_devices", offsetof(Api, nowplaying_session_set_devices)},
  {"nowplaying_session_set_queue", offsetof(Api, nowplaying_session_set_queue)},
  {"nowplaying_session_set_queue_row", offsetof(Api, nowplaying_session_set_queue_row)},
  {"nowplaying_session_commit", offsetof(Api, nowplaying_session_commit)},
  {"nowplaying_session_discard", offsetof(Api, nowplaying_session_discard)},
  {"nowplaying_session_provide_artwork_data", offsetof(Api, nowplaying_session_provide_artwork_data)},
  {"nowplaying_session_provide_artwork_file", offsetof(Api, nowplaying_session_provide_artwork_file)},
  {"nowplaying_session_provide_artwork_url", offsetof(Api, nowplaying_session_provide_artwork_url)},
  {"nowplaying_session_provide_artwork_none", offsetof(Api, nowplaying_session_provide_artwork_none)},
  {"nowplaying_session_request_application_primary", offsetof(Api, nowplaying_session_request_application_primary)},
  {"nowplaying_session_request_system_primary", offsetof(Api, nowplaying_session_request_system_primary)},
  {"nowplaying_session_resign_system_primary", offsetof(Api, nowplaying_session_resign_system_primary)},
  {"nowplaying_session_get_primary", offsetof(Api, nowplaying_session_get_primary)},
  {"nowplaying_request_ref", offsetof(Api, nowplaying_request_ref)},
  {"nowplaying_request_unref", offsetof(Api, nowplaying_request_unref)},
  {"nowplaying_request_complete", offsetof(Api, nowplaying_request_complete)},
  {"nowplaying_request_complete_artwork_data", offsetof(Api, nowplaying_request_complete_artwork_data)},
  {"nowplaying_request_complete_artwork_file", offsetof(Api, nowplaying_request_complete_artwork_file)},
  {"nowplaying_request_complete_artwork_url", offsetof(Api, nowplaying_request_complete_artwork_url)},
  {"nowplaying_request_complete_video_file", offsetof(Api, nowplaying_request_complete_video_file)},
  {"nowplaying_request_complete_video_data", offsetof(Api, nowplaying_request_complete_video_data)},
  {"nowplaying_request_complete_video_url", offsetof(Api, nowplaying_request_complete_video_url)},
  {"nowplaying_request_get_state", offsetof(Api, nowplaying_request_get_state)},
  {"nowplaying_request_get_queue_row", offsetof(Api, nowplaying_request_get_queue_row)},
};
static const Symbol SURFACE_SYMBOLS[] = {
  {"nowplaying_surface_version", offsetof(Api, nowplaying_surface_version)},
  {"nowplaying_surface_strerror", offsetof(Api, nowplaying_surface_strerror)},
  {"nowplaying_surface_last_error", offsetof(Api, nowplaying_surface_last_error)},
  {"nowplaying_surface_new", offsetof(Api, nowplaying_surface_new)},
  {"nowplaying_surface_free", offsetof(Api, nowplaying_surface_free)},
  {"nowplaying_surface_get_fd", offsetof(Api, nowplaying_surface_get_fd)},
  {"nowplaying_surface_dispatch", offsetof(Api, nowplaying_surface_dispatch)},
  {"nowplaying_surface_get_bus_state", offsetof(Api, nowplaying_surface_get_bus_state)},
  {"nowplaying_surface_get_sessions", offsetof(Api, nowplaying_surface_get_sessions)},
  {"nowplaying_surface_get_names", offsetof(Api, nowplaying_surface_get_names)},
  {"nowplaying_surface_set_aspect_ratios", offsetof(Api, nowplaying_surface_set_aspect_ratios)},
  {"nowplaying_surface_session_ref", offsetof(Api, nowplaying_surface_session_ref)},
  {"nowplaying_surface_session_unref", offsetof(Api, nowplaying_surface_session_unref)},
  {"nowplaying_surface_session_get_info", offsetof(Api, nowplaying_surface_session_get_info)},
  {"nowplaying_surface_session_get_item", offsetof(Api, nowplaying_surface_session_get_item)},
  {"nowplaying_surface_session_get_text", offsetof(Api, nowplaying_surface_session_get_text)},
  {"nowplaying_surface_session_get_extra", offsetof(Api, nowplaying_surface_session_get_extra)},
  {"nowplaying_surface_session_get_extra_key", offsetof(Api, nowplaying_surface_session_get_extra_key)},
  {"nowplaying_surface_session_get_integer", offsetof(Api, nowplaying_surface_session_get_integer)},
  {"nowplaying_surface_session_get_number", offsetof(Api, nowplaying_surface_session_get_number)},
  {"nowplaying_surface_session_get_snapshot", offsetof(Api, nowplaying_surface_session_get_snapshot)},
  {"nowplaying_surface_session_get_command", offsetof(Api, nowplaying_surface_session_get_command)},
  {"nowplaying_surface_icon_name", offsetof(Api, nowplaying_surface_icon_name)},
  {"nowplaying_surface_session_get_control", offsetof(Api, nowplaying_surface_session_get_control)},
  {"nowplaying_surface_error_sentence", offsetof(Api, nowplaying_surface_error_sentence)},
  {"nowplaying_surface_session_get_chapter", offsetof(Api, nowplaying_surface_session_get_chapter)},
  {"nowplaying_surface_session_get_chapter_at", offsetof(Api, nowplaying_surface_session_get_chapter_at)},
  {"nowplaying_surface_session_get_lyrics_at", offsetof(Api, nowplaying_surface_session_get_lyrics_at)},
  {"nowplaying_surface_session_get_track", offsetof(Api, nowplaying_surface_session_get_track)},
  {"nowplaying_surface_session_get_device", offsetof(Api, nowplaying_surface_session_get_device)},
  {"nowplaying_surface_session_get_queue", offsetof(Api, nowplaying_surface_session_get_queue)},
  {"nowplaying_surface_session_get_queue_entry", offsetof(Api, nowplaying_surface_session_get_queue_entry)},
  {"nowplaying_surface_session_get_playlists", offsetof(Api, nowplaying_surface_session_get_playlists)},
  {"nowplaying_surface_session_get_playlist", offsetof(Api, nowplaying_surface_session_get_playlist)},
  {"nowplaying_surface_send_command", offsetof(Api, nowplaying_surface_send_command)},
  {"nowplaying_surface_set_volume", offsetof(Api, nowplaying_surface_set_volume)},
  {"nowplaying_surface_step_volume", offsetof(Api, nowplaying_surface_step_volume)},
  {"nowplaying_surface_get_artwork", offsetof(Api, nowplaying_surface_get_artwork)},
  {"nowplaying_surface_get_chapter_artwork", offsetof(Api, nowplaying_surface_get_chapter_artwork)},
  {"nowplaying_surface_select_track", offsetof(Api, nowplaying_surface_select_track)},
  {"nowplaying_surface_get_preview", offsetof(Api, nowplaying_surface_get_preview)},
  {"nowplaying_surface_get_video", offsetof(Api, nowplaying_surface_get_video)},
  {"nowplaying_surface_raise", offsetof(Api, nowplaying_surface_raise)},
  {"nowplaying_surface_quit", offsetof(Api, nowplaying_surface_quit)},
  {"nowplaying_surface_follow_queue", offsetof(Api, nowplaying_surface_follow_queue)},
  {"nowplaying_surface_queue_go_to", offsetof(Api, nowplaying_surface_queue_go_to)},
  {"nowplaying_surface_queue_add", offsetof(Api, nowplaying_surface_queue_add)},
  {"nowplaying_surface_queue_remove", offsetof(Api, nowplaying_surface_queue_remove)},
  {"nowplaying_surface_follow_playlists", offsetof(Api, nowplaying_surface_follow_playlists)},
  {"nowplaying_surface_activate_playlist", offsetof(Api, nowplaying_surface_activate_playlist)},
  {"nowplaying_surface_cancel", offsetof(Api, nowplaying_surface_cancel)},
};

static const nowplaying_app_options nowplaying_app_options_init = NOWPLAYING_APP_OPTIONS_INIT;
static const Row ROWS_app_options[] = {
  {"application_id", TEXT, offsetof(nowplaying_app_options, application_id), 0},
  {"display_name", TEXT, offsetof(nowplaying_app_options, display_name), 0},
  {"desktop_entry", TEXT, offsetof(nowplaying_app_options, desktop_entry), 0},
  {"bus_address", TEXT, offsetof(nowplaying_app_options, bus_address), 0},
  {"uri_schemes", TEXTS, offsetof(nowplaying_app_options, uri_schemes), offsetof(nowplaying_app_options, uri_scheme_count)},
  {"mime_types", TEXTS, offsetof(nowplaying_app_options, mime_types), offsetof(nowplaying_app_options, mime_type_count)},
  {"bus_fd", INT32, offsetof(nowplaying_app_options, bus_fd), 0},
  {"loop", INT32, offsetof(nowplaying_app_options, loop), 0},
  {"log_level", INT32, offsetof(nowplaying_app_options, log_level), 0},
  {"flags", UINT32, offsetof(nowplaying_app_options, flags), 0},
  {"instance", TEXT, offsetof(nowplaying_app_options, instance), 0},
  {"track_path_prefix", TEXT, offsetof(nowplaying_app_options, track_path_prefix), 0},
  {"bus_name", TEXT, offsetof(nowplaying_app_options, bus_name), 0},
};
static const Table TABLE_app_options = {ROWS_app_options, sizeof(ROWS_app_options) / sizeof(Row), sizeof(nowplaying_app_options), &nowplaying_app_options_init};

static const nowplaying_playlist nowplaying_playlist_init = NOWPLAYING_PLAYLIST_INIT;
static const Row ROWS_playlist[] = {
  {"id", TEXT, offsetof(nowplaying_playlist, id), 0},
  {"name", TEXT, offsetof(nowplaying_playlist, name), 0},
  {"icon_url", TEXT, offsetof(nowplaying_playlist, icon_url), 0},
  {"created", INT64, offsetof(nowplaying_playlist, created), 0},
  {"modified", INT64, offsetof(nowplaying_playlist, modified), 0},
  {"last_played", INT64, offsetof(nowplaying_playlist, last_played), 0},
};
static const Table TABLE_playlist = {ROWS_playlist, sizeof(ROWS_playlist) / sizeof(Row), sizeof(nowplaying_playlist), &nowplaying_playlist_init};

static const nowplaying_chapter nowplaying_chapter_init = NOWPLAYING_CHAPTER_INIT;
static const Row ROWS_chapter[] = {
  {"start_us", INT64, offsetof(nowplaying_chapter, start_us), 0},
  {"title", TEXT, offsetof(nowplaying_chapter, title), 0},
  {"artwork_id", TEXT, offsetof(nowplaying_chapter, artwork_id), 0},
};
static const Table TABLE_chapter = {ROWS_chapter, sizeof(ROWS_chapter) / sizeof(Row), sizeof(nowplaying_chapter), &nowplaying_chapter_init};

static const nowplaying_snapshot nowplaying_snapshot_init = NOWPLAYING_SNAPSHOT_INIT;
static const Row ROWS_snapshot[] = {
  {"elapsed_us", INT64, offsetof(nowplaying_snapshot, elapsed_us), 0},
  {"timestamp_us", INT64, offsetof(nowplaying_snapshot, timestamp_us), 0},
  {"rate", DOUBLE, offsetof(nowplaying_snapshot, rate), 0},
  {"default_rate", DOUBLE, offsetof(nowplaying_snapshot, default_rate), 0},
  {"state", INT32, offsetof(nowplaying_snapshot, state), 0},
  {"seekable_start_us", INT64, offsetof(nowplaying_snapshot, seekable_start_us), 0},
  {"seekable_end_us", INT64, offsetof(nowplaying_snapshot, seekable_end_us), 0},
  {"buffered_us", INT64, offsetof(nowplaying_snapshot, buffered_us), 0},
  {"error", TEXT, offsetof(nowplaying_snapshot, error), 0},
  {"error_kind", INT32, offsetof(nowplaying_snapshot, error_kind), 0},
  {"is_at_live_edge", INT32, offsetof(nowplaying_snapshot, is_at_live_edge), 0},
};
static const Table TABLE_snapshot = {ROWS_snapshot, sizeof(ROWS_snapshot) / sizeof(Row), sizeof(nowplaying_snapshot), &nowplaying_snapshot_init};

static const nowplaying_command nowplaying_command_init = NOWPLAYING_COMMAND_INIT(0);
static const Row ROWS_command[] = {
  {"kind", INT32, offsetof(nowplaying_command, kind), 0},
  {"enabled", INT32, offsetof(nowplaying_command, enabled), 0},
  {"tag", UINT64, offsetof(nowplaying_command, tag), 0},
  {"intervals_us", INT64S, offsetof(nowplaying_command, intervals_us), offsetof(nowplaying_command, interval_count)},
  {"rates", DOUBLES, offsetof(nowplaying_command, rates), offsetof(nowplaying_command, rate_count)},
  {"current", INT32, offsetof(nowplaying_command, current), 0},
  {"supported", UINT32, offsetof(nowplaying_command, supported), 0},
  {"title", TEXT, offsetof(nowplaying_command, title), 0},
  {"short_title", TEXT, offsetof(nowplaying_command, short_title), 0},
  {"rate_minimum", DOUBLE, offsetof(nowplaying_command, rate_minimum), 0},
  {"rate_maximum", DOUBLE, offsetof(nowplaying_command, rate_maximum), 0},
  {"id", TEXT, offsetof(nowplaying_command, id), 0},
  {"icon", TEXT, offsetof(nowplaying_command, icon), 0},
  {"slot", INT32, offsetof(nowplaying_command, slot), 0},
  {"active", INT32, offsetof(nowplaying_command, active), 0},
  {"steps", INT32, offsetof(nowplaying_command, steps), 0},
};
static const Table TABLE_command = {ROWS_command, sizeof(ROWS_command) / sizeof(Row), sizeof(nowplaying_command), &nowplaying_command_init};

static const nowplaying_command_event nowplaying_command_event_init = {.struct_size = sizeof(nowplaying_command_event)};
static const Row ROWS_command_event[] = {
  {"kind", INT32, offsetof(nowplaying_command_event, kind), 0},
  {"phase", INT32, offsetof(nowplaying_command_event, phase), 0},
  {"tag", UINT64, offsetof(nowplaying_command_event, tag), 0},
  {"time_us", INT64, offsetof(nowplaying_command_event, time_us), 0},
  {"rate", DOUBLE, offsetof(nowplaying_command_event, rate), 0},
  {"mode", INT32, offsetof(nowplaying_command_event, mode), 0},
  {"toggle", INT32, offsetof(nowplaying_command_event, toggle), 0},
  {"id", TEXT, offsetof(nowplaying_command_event, id), 0},
  {"rating", DOUBLE, offsetof(nowplaying_command_event, rating), 0},
};
static const Table TABLE_command_event = {ROWS_command_event, sizeof(ROWS_command_event) / sizeof(Row), sizeof(nowplaying_command_event), &nowplaying_command_event_init};

static const Row ROWS_artwork_event[] = {
  {"artwork_id", TEXT, offsetof(nowplaying_artwork_event, artwork_id), 0},
  {"width", INT32, offsetof(nowplaying_artwork_event, width), 0},
  {"height", INT32, offsetof(nowplaying_artwork_event, height), 0},
};
static const Table TABLE_artwork_event = {ROWS_artwork_event, sizeof(ROWS_artwork_event) / sizeof(Row), sizeof(nowplaying_artwork_event), NULL};

static const Row ROWS_animated_artwork_event[] = {
  {"artwork_id", TEXT, offsetof(nowplaying_animated_artwork_event, artwork_id), 0},
  {"ratio", INT32, offsetof(nowplaying_animated_artwork_event, ratio), 0},
  {"width", INT32, offsetof(nowplaying_animated_artwork_event, width), 0},
  {"height", INT32, offsetof(nowplaying_animated_artwork_event, height), 0},
};
static const Table TABLE_animated_artwork_event = {ROWS_animated_artwork_event, sizeof(ROWS_animated_artwork_event) / sizeof(Row), sizeof(nowplaying_animated_artwork_event), NULL};

static const nowplaying_device nowplaying_device_init = NOWPLAYING_DEVICE_INIT;
static const Row ROWS_device[] = {
  {"id", TEXT, offsetof(nowplaying_device, id), 0},
  {"name", TEXT, offsetof(nowplaying_device, name), 0},
  {"volume", DOUBLE, offsetof(nowplaying_device, volume), 0},
  {"type", INT32, offsetof(nowplaying_device, type), 0},
  {"can_step", INT32, offsetof(nowplaying_device, can_step), 0},
};
static const Table TABLE_device = {ROWS_device, sizeof(ROWS_device) / sizeof(Row), sizeof(nowplaying_device), &nowplaying_device_init};

static const nowplaying_track nowplaying_track_init = NOWPLAYING_TRACK_INIT(0);
static const Row ROWS_track[] = {
  {"id", TEXT, offsetof(nowplaying_track, id), 0},
  {"language", TEXT, offsetof(nowplaying_track, language), 0},
  {"title", TEXT, offsetof(nowplaying_track, title), 0},
  {"kind", INT32, offsetof(nowplaying_track, kind), 0},
  {"characteristics", UINT32, offsetof(nowplaying_track, characteristics), 0},
  {"selected", INT32, offsetof(nowplaying_track, selected), 0},
};
static const Table TABLE_track = {ROWS_track, sizeof(ROWS_track) / sizeof(Row), sizeof(nowplaying_track), &nowplaying_track_init};

static const nowplaying_surface_options nowplaying_surface_options_init = NOWPLAYING_SURFACE_OPTIONS_INIT;
static const Row ROWS_surface_options[] = {
  {"name", TEXT, offsetof(nowplaying_surface_options, name), 0},
  {"bus_address", TEXT, offsetof(nowplaying_surface_options, bus_address), 0},
  {"bus_fd", INT32, offsetof(nowplaying_surface_options, bus_fd), 0},
  {"loop", INT32, offsetof(nowplaying_surface_options, loop), 0},
  {"twins", INT32, offsetof(nowplaying_surface_options, twins), 0},
};
static const Table TABLE_surface_options = {ROWS_surface_options, sizeof(ROWS_surface_options) / sizeof(Row), sizeof(nowplaying_surface_options), &nowplaying_surface_options_init};

static const nowplaying_surface_info nowplaying_surface_info_init = NOWPLAYING_SURFACE_INFO_INIT;
static const Row ROWS_surface_info[] = {
  {"key", TEXT, offsetof(nowplaying_surface_info, key), 0},
  {"session_id", TEXT, offsetof(nowplaying_surface_info, session_id), 0},
  {"bus_name", TEXT, offsetof(nowplaying_surface_info, bus_name), 0},
  {"application_id", TEXT, offsetof(nowplaying_surface_info, application_id), 0},
  {"display_name", TEXT, offsetof(nowplaying_surface_info, display_name), 0},
  {"desktop_entry", TEXT, offsetof(nowplaying_surface_info, desktop_entry), 0},
  {"volume", DOUBLE, offsetof(nowplaying_surface_info, volume), 0},
  {"primary", UINT32, offsetof(nowplaying_surface_info, primary), 0},
  {"abilities", UINT32, offsetof(nowplaying_surface_info, abilities), 0},
  {"process_id", INT32, offsetof(nowplaying_surface_info, process_id), 0},
  {"twin_key", TEXT, offsetof(nowplaying_surface_info, twin_key), 0},
};
static const Table TABLE_surface_info = {ROWS_surface_info, sizeof(ROWS_surface_info) / sizeof(Row), sizeof(nowplaying_surface_info), &nowplaying_surface_info_init};

static const nowplaying_surface_item nowplaying_surface_item_init = NOWPLAYING_SURFACE_ITEM_INIT;
static const Row ROWS_surface_item[] = {
  {"id", TEXT, offsetof(nowplaying_surface_item, id), 0},
  {"first_line", TEXT, offsetof(nowplaying_surface_item, first_line), 0},
  {"second_line", TEXT, offsetof(nowplaying_surface_item, second_line), 0},
  {"third_line", TEXT, offsetof(nowplaying_surface_item, third_line), 0},
  {"artwork_id", TEXT, offsetof(nowplaying_surface_item, artwork_id), 0},
  {"artwork_url", TEXT, offsetof(nowplaying_surface_item, artwork_url), 0},
  {"animated_square_id", TEXT, offsetof(nowplaying_surface_item, animated_square_id), 0},
  {"animated_tall_id", TEXT, offsetof(nowplaying_surface_item, animated_tall_id), 0},
  {"duration_us", INT64, offsetof(nowplaying_surface_item, duration_us), 0},
  {"kind", INT32, offsetof(nowplaying_surface_item, kind), 0},
  {"media_type", INT32, offsetof(nowplaying_surface_item, media_type), 0},
  {"duration_kind", INT32, offsetof(nowplaying_surface_item, duration_kind), 0},
};
static const Table TABLE_surface_item = {ROWS_surface_item, sizeof(ROWS_surface_item) / sizeof(Row), sizeof(nowplaying_surface_item), &nowplaying_surface_item_init};

static const nowplaying_surface_control nowplaying_surface_control_init = NOWPLAYING_SURFACE_CONTROL_INIT;
static const Row ROWS_surface_control[] = {
  {"kind", INT32, offsetof(nowplaying_surface_control, kind), 0},
  {"mode", INT32, offsetof(nowplaying_surface_control, mode), 0},
  {"tag", UINT64, offsetof(nowplaying_surface_control, tag), 0},
  {"time_us", INT64, offsetof(nowplaying_surface_control, time_us), 0},
  {"rating", DOUBLE, offsetof(nowplaying_surface_control, rating), 0},
  {"id", TEXT, offsetof(nowplaying_surface_control, id), 0},
  {"toggle", INT32, offsetof(nowplaying_surface_control, toggle), 0},
  {"row", INT32, offsetof(nowplaying_surface_control, row), 0},
  {"slot", INT32, offsetof(nowplaying_surface_control, slot), 0},
  {"enabled", INT32, offsetof(nowplaying_surface_control, enabled), 0},
  {"is_switch", INT32, offsetof(nowplaying_surface_control, is_switch), 0},
  {"active", INT32, offsetof(nowplaying_surface_control, active), 0},
  {"is_held", INT32, offsetof(nowplaying_surface_control, is_held), 0},
  {"busy", INT32, offsetof(nowplaying_surface_control, busy), 0},
  {"icon", TEXT, offsetof(nowplaying_surface_control, icon), 0},
  {"title", TEXT, offsetof(nowplaying_surface_control, title), 0},
  {"short_title", TEXT, offsetof(nowplaying_surface_control, short_title), 0},
  {"name", TEXT, offsetof(nowplaying_surface_control, name), 0},
  {"name_plural", TEXT, offsetof(nowplaying_surface_control, name_plural), 0},
  {"number", DOUBLE, offsetof(nowplaying_surface_control, number), 0},
  {"rates", DOUBLES, offsetof(nowplaying_surface_control, rates), offsetof(nowplaying_surface_control, rate_count)},
};
static const Table TABLE_surface_control = {ROWS_surface_control, sizeof(ROWS_surface_control) / sizeof(Row), sizeof(nowplaying_surface_control), &nowplaying_surface_control_init};

static const nowplaying_surface_queue nowplaying_surface_queue_init = NOWPLAYING_SURFACE_QUEUE_INIT;
static const Row ROWS_surface_queue[] = {
  {"count", SIZE, offsetof(nowplaying_surface_queue, count), 0},
  {"total", SIZE, offsetof(nowplaying_surface_queue, total), 0},
  {"present", INT64, offsetof(nowplaying_surface_queue, present), 0},
  {"can_edit", INT32, offsetof(nowplaying_surface_queue, can_edit), 0},
};
static const Table TABLE_surface_queue = {ROWS_surface_queue, sizeof(ROWS_surface_queue) / sizeof(Row), sizeof(nowplaying_surface_queue), &nowplaying_surface_queue_init};

static const nowplaying_surface_queue_entry nowplaying_surface_queue_entry_init = NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT;
static const Row ROWS_surface_queue_entry[] = {
  {"id", TEXT, offsetof(nowplaying_surface_queue_entry, id), 0},
  {"title", TEXT, offsetof(nowplaying_surface_queue_entry, title), 0},
  {"artists", TEXT, offsetof(nowplaying_surface_queue_entry, artists), 0},
  {"album", TEXT, offsetof(nowplaying_surface_queue_entry, album), 0},
  {"url", TEXT, offsetof(nowplaying_surface_queue_entry, url), 0},
  {"artwork_url", TEXT, offsetof(nowplaying_surface_queue_entry, artwork_url), 0},
  {"duration_us", INT64, offsetof(nowplaying_surface_queue_entry, duration_us), 0},
};
static const Table TABLE_surface_queue_entry = {ROWS_surface_queue_entry, sizeof(ROWS_surface_queue_entry) / sizeof(Row), sizeof(nowplaying_surface_queue_entry), &nowplaying_surface_queue_entry_init};

static const nowplaying_surface_playlists nowplaying_surface_playlists_init = NOWPLAYING_SURFACE_PLAYLISTS_INIT;
static const Row ROWS_surface_playlists[] = {
  {"count", SIZE, offsetof(nowplaying_surface_playlists, count), 0},
  {"active", INT64, offsetof(nowplaying_surface_playlists, active), 0},
  {"orders", UINT32, offsetof(nowplaying_surface_playlists, orders), 0},
};
static const Table TABLE_surface_playlists = {ROWS_surface_playlists, sizeof(ROWS_surface_playlists) / sizeof(Row), sizeof(nowplaying_surface_playlists), &nowplaying_surface_playlists_init};

static const nowplaying_surface_playlist nowplaying_surface_playlist_init = NOWPLAYING_SURFACE_PLAYLIST_INIT;
static const Row ROWS_surface_playlist[] = {
  {"id", TEXT, offsetof(nowplaying_surface_playlist, id), 0},
  {"name", TEXT, offsetof(nowplaying_surface_playlist, name), 0},
  {"icon_url", TEXT, offsetof(nowplaying_surface_playlist, icon_url), 0},
};
static const Table TABLE_surface_playlist = {ROWS_surface_playlist, sizeof(ROWS_surface_playlist) / sizeof(Row), sizeof(nowplaying_surface_playlist), &nowplaying_surface_playlist_init};

static const Row ROWS_surface_result[] = {
  {"action", UINT64, offsetof(nowplaying_surface_result, action), 0},
  {"message", TEXT, offsetof(nowplaying_surface_result, message), 0},
  {"data", BYTES, offsetof(nowplaying_surface_result, data), offsetof(nowplaying_surface_result, size)},
  {"mime_type", TEXT, offsetof(nowplaying_surface_result, mime_type), 0},
  {"status", INT32, offsetof(nowplaying_surface_result, status), 0},
  {"fd", INT32, offsetof(nowplaying_surface_result, fd), 0},
  {"width", INT32, offsetof(nowplaying_surface_result, width), 0},
  {"height", INT32, offsetof(nowplaying_surface_result, height), 0},
  {"orientation", INT32, offsetof(nowplaying_surface_result, orientation), 0},
};
static const Table TABLE_surface_result = {ROWS_surface_result, sizeof(ROWS_surface_result) / sizeof(Row), sizeof(nowplaying_surface_result), NULL};

static void app_callbacks_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "log"), from_double(env, (double)level), from_text(env, message)};
  (void)keep_event(owner, NULL, values, 4);
}

static void app_callbacks_bus_state(nowplaying_app *app, nowplaying_bus_state state, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "bus_state"), from_double(env, (double)state)};
  (void)keep_event(owner, NULL, values, 3);
}

static nowplaying_status app_callbacks_raise(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "raise"), from_double(env, (double)(uintptr_t)request)};
  return keep_event(owner, request, values, 3) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status app_callbacks_quit(nowplaying_app *app, nowplaying_request *request, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "quit"), from_double(env, (double)(uintptr_t)request)};
  return keep_event(owner, request, values, 3) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status app_callbacks_open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri, const char *path, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "open_uri"), from_double(env, (double)(uintptr_t)request), from_text(env, uri), from_text(env, path)};
  return keep_event(owner, request, values, 5) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status app_callbacks_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "fullscreen"), from_double(env, (double)(uintptr_t)request), from_double(env, (double)fullscreen)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static void app_callbacks_aspect_ratios(nowplaying_app *app, uint32_t ratios, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "aspect_ratios"), from_double(env, (double)ratios)};
  (void)keep_event(owner, NULL, values, 3);
}

static nowplaying_status app_callbacks_activate_playlist(nowplaying_app *app, nowplaying_request *request, const char *playlist_id, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)app;
  napi_value values[] = {NULL, from_text(env, "activate_playlist"), from_double(env, (double)(uintptr_t)request), from_text(env, playlist_id)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static void set_app_callbacks(Call *call, napi_value target, nowplaying_app_callbacks *callbacks) {
  if (has_function(call, target, "log")) {
    callbacks->log = app_callbacks_log;
  }
  if (has_function(call, target, "bus_state")) {
    callbacks->bus_state = app_callbacks_bus_state;
  }
  if (has_function(call, target, "raise")) {
    callbacks->raise = app_callbacks_raise;
  }
  if (has_function(call, target, "quit")) {
    callbacks->quit = app_callbacks_quit;
  }
  if (has_function(call, target, "open_uri")) {
    callbacks->open_uri = app_callbacks_open_uri;
  }
  if (has_function(call, target, "fullscreen")) {
    callbacks->fullscreen = app_callbacks_fullscreen;
  }
  if (has_function(call, target, "aspect_ratios")) {
    callbacks->aspect_ratios = app_callbacks_aspect_ratios;
  }
  if (has_function(call, target, "activate_playlist")) {
    callbacks->activate_playlist = app_callbacks_activate_playlist;
  }
}

static nowplaying_status session_callbacks_command(nowplaying_session *session, nowplaying_request *request, const nowplaying_command_event *event, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "command"), from_double(env, (double)(uintptr_t)request), from_struct(env, &TABLE_command_event, event)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_artwork(nowplaying_session *session, nowplaying_request *request, const nowplaying_artwork_event *event, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "artwork"), from_double(env, (double)(uintptr_t)request), from_struct(env, &TABLE_artwork_event, event)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_volume(nowplaying_session *session, nowplaying_request *request, double volume, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "volume"), from_double(env, (double)(uintptr_t)request), from_double(env, (double)volume)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static void session_callbacks_request_cancelled(nowplaying_session *session, nowplaying_request *request, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "request_cancelled"), from_double(env, (double)(uintptr_t)request)};
  (void)keep_event(owner, NULL, values, 3);
}

static void session_callbacks_primary_changed(nowplaying_session *session, nowplaying_primary_flags primary, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "primary_changed"), from_double(env, (double)primary)};
  (void)keep_event(owner, NULL, values, 3);
}

static void session_callbacks_primary_result(nowplaying_session *session, nowplaying_primary_flags which, nowplaying_status status, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "primary_result"), from_double(env, (double)which), from_double(env, (double)status)};
  (void)keep_event(owner, NULL, values, 4);
}

static void session_callbacks_interruption(nowplaying_session *session, nowplaying_interruption interruption, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "interruption"), from_double(env, (double)interruption)};
  (void)keep_event(owner, NULL, values, 3);
}

static nowplaying_status session_callbacks_preview(nowplaying_session *session, nowplaying_request *request, const nowplaying_animated_artwork_event *event, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "preview"), from_double(env, (double)(uintptr_t)request), from_struct(env, &TABLE_animated_artwork_event, event)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_video(nowplaying_session *session, nowplaying_request *request, const nowplaying_animated_artwork_event *event, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "video"), from_double(env, (double)(uintptr_t)request), from_struct(env, &TABLE_animated_artwork_event, event)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_device_volume(nowplaying_session *session, nowplaying_request *request, const char *device_id, double volume, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "device_volume"), from_double(env, (double)(uintptr_t)request), from_text(env, device_id), from_double(env, (double)volume)};
  return keep_event(owner, request, values, 5) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_device_step(nowplaying_session *session, nowplaying_request *request, const char *device_id, int32_t step, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "device_step"), from_double(env, (double)(uintptr_t)request), from_text(env, device_id), from_double(env, (double)step)};
  return keep_event(owner, request, values, 5) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_queue_go_to(nowplaying_session *session, nowplaying_request *request, const char *entry_id, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "queue_go_to"), from_double(env, (double)(uintptr_t)request), from_text(env, entry_id)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_queue_add(nowplaying_session *session, nowplaying_request *request, const char *uri, const char *after_id, int32_t play, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "queue_add"), from_double(env, (double)(uintptr_t)request), from_text(env, uri), from_text(env, after_id), from_double(env, (double)play)};
  return keep_event(owner, request, values, 6) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_queue_remove(nowplaying_session *session, nowplaying_request *request, const char *entry_id, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "queue_remove"), from_double(env, (double)(uintptr_t)request), from_text(env, entry_id)};
  return keep_event(owner, request, values, 4) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status session_callbacks_select_track(nowplaying_session *session, nowplaying_request *request, nowplaying_track_kind kind, const char *track_id, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)session;
  napi_value values[] = {NULL, from_text(env, "select_track"), from_double(env, (double)(uintptr_t)request), from_double(env, (double)kind), from_text(env, track_id)};
  return keep_event(owner, request, values, 5) ? NOWPLAYING_PENDING : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static void set_session_callbacks(Call *call, napi_value target, nowplaying_session_callbacks *callbacks) {
  if (has_function(call, target, "command")) {
    callbacks->command = session_callbacks_command;
  }
  if (has_function(call, target, "artwork")) {
    callbacks->artwork = session_callbacks_artwork;
  }
  if (has_function(call, target, "volume")) {
    callbacks->volume = session_callbacks_volume;
  }
  if (has_function(call, target, "request_cancelled")) {
    callbacks->request_cancelled = session_callbacks_request_cancelled;
  }
  if (has_function(call, target, "primary_changed")) {
    callbacks->primary_changed = session_callbacks_primary_changed;
  }
  if (has_function(call, target, "primary_result")) {
    callbacks->primary_result = session_callbacks_primary_result;
  }
  if (has_function(call, target, "interruption")) {
    callbacks->interruption = session_callbacks_interruption;
  }
  if (has_function(call, target, "preview")) {
    callbacks->preview = session_callbacks_preview;
  }
  if (has_function(call, target, "video")) {
    callbacks->video = session_callbacks_video;
  }
  if (has_function(call, target, "device_volume")) {
    callbacks->device_volume = session_callbacks_device_volume;
  }
  if (has_function(call, target, "device_step")) {
    callbacks->device_step = session_callbacks_device_step;
  }
  if (has_function(call, target, "queue_go_to")) {
    callbacks->queue_go_to = session_callbacks_queue_go_to;
  }
  if (has_function(call, target, "queue_add")) {
    callbacks->queue_add = session_callbacks_queue_add;
  }
  if (has_function(call, target, "queue_remove")) {
    callbacks->queue_remove = session_callbacks_queue_remove;
  }
  if (has_function(call, target, "position")) {
    callbacks->position = session_callbacks_position;
  }
  if (has_function(call, target, "select_track")) {
    callbacks->select_track = session_callbacks_select_track;
  }
}

static void surface_callbacks_log(nowplaying_surface *surface, nowplaying_log_level level, const char *message, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "log"), from_double(env, (double)level), from_text(env, message)};
  (void)keep_event(owner, NULL, values, 4);
}

static void surface_callbacks_bus_state(nowplaying_surface *surface, nowplaying_bus_state state, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "bus_state"), from_double(env, (double)state)};
  (void)keep_event(owner, NULL, values, 3);
}

static void surface_callbacks_listed(nowplaying_surface *surface, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "listed")};
  (void)keep_event(owner, NULL, values, 2);
}

static void surface_callbacks_added(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "added"), from_session(owner, session)};
  (void)keep_event(owner, NULL, values, 3);
}

static void surface_callbacks_changed(nowplaying_surface *surface, nowplaying_surface_session *session, nowplaying_surface_changes changes, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "changed"), from_session(owner, session), from_double(env, (double)changes)};
  (void)keep_event(owner, NULL, values, 4);
}

static void surface_callbacks_removed(nowplaying_surface *surface, nowplaying_surface_session *session, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "removed"), from_session(owner, session)};
  (void)keep_event(owner, NULL, values, 3);
}

static void surface_callbacks_ordered(nowplaying_surface *surface, void *user_data) {
  Owner *owner = user_data;
  napi_env env = owner->state->env;
  (void)surface;
  napi_value values[] = {NULL, from_text(env, "ordered")};
  (void)keep_event(owner, NULL, values, 2);
}

static void set_surface_callbacks(Call *call, napi_value target, nowplaying_surface_callbacks *callbacks) {
  if (has_function(call, target, "log")) {
    callbacks->log = surface_callbacks_log;
  }
  if (has_function(call, target, "bus_state")) {
    callbacks->bus_state = surface_callbacks_bus_state;
  }
  if (has_function(call, target, "listed")) {
    callbacks->listed = surface_callbacks_listed;
  }
  if (has_function(call, target, "added")) {
    callbacks->added = surface_callbacks_added;
  }
  if (has_function(call, target, "changed")) {
    callbacks->changed = surface_callbacks_changed;
  }
  if (has_function(call, target, "removed")) {
    callbacks->removed = surface_callbacks_removed;
  }
  if (has_function(call, target, "ordered")) {
    callbacks->ordered = surface_callbacks_ordered;
  }
}

static napi_value call_nowplaying_version(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_version", 0);
  if (call.failed) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)api.nowplaying_version()));
}

static napi_value call_nowplaying_version_string(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_version_string", 0);
  if (call.failed) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_version_string()));
}

static napi_value call_nowplaying_strerror(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_strerror", 1);
  nowplaying_status status;
  if (call.failed || !to_number(&call, call.values[0], "status", INT32, &status)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_strerror(status)));
}

static napi_value call_nowplaying_last_error(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_last_error", 0);
  if (call.failed) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_last_error()));
}

static napi_value call_nowplaying_app_get_bus_state(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_get_bus_state", 1);
  nowplaying_app *app;
  nowplaying_bus_state ret_state = 0;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_get_bus_state(app, &ret_state);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_state));
}

static napi_value call_nowplaying_app_get_bus_name(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_get_bus_name", 1);
  nowplaying_app *app;
  char *text = NULL;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed) ||
      !(text = allocate(&call, NOWPLAYING_MAX_LYRICS_BYTES + 1))) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_get_bus_name(app, text, NOWPLAYING_MAX_LYRICS_BYTES + 1);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, text));
}

static napi_value call_nowplaying_app_set_display_name(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_set_display_name", 2);
  nowplaying_app *app;
  const char * display_name;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed) ||
      !to_text(&call, call.values[1], "display_name", &display_name)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_set_display_name(app, display_name);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_app_set_fullscreen(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_set_fullscreen", 2);
  nowplaying_app *app;
  int32_t fullscreen;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed) ||
      !to_number(&call, call.values[1], "fullscreen", INT32, &fullscreen)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_set_fullscreen(app, fullscreen);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_app_get_aspect_ratios(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_get_aspect_ratios", 1);
  nowplaying_app *app;
  uint32_t ret_ratios = 0;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_get_aspect_ratios(app, &ret_ratios);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_ratios));
}

static napi_value call_nowplaying_app_set_playlists(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_set_playlists", 2);
  nowplaying_app *app;
  const nowplaying_playlist * playlists;
  size_t count;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed) ||
      !to_structs(&call, call.values[1], "playlists", &TABLE_playlist, (void **)&playlists, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_set_playlists(app, playlists, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_app_set_active_playlist(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_app_set_active_playlist", 2);
  nowplaying_app *app;
  const char * playlist_id;
  if (call.failed || !(app = to_handle(&call, call.values[0], KIND_APP), !call.failed) ||
      !to_text(&call, call.values[1], "playlist_id", &playlist_id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_app_set_active_playlist(app, playlist_id);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_new(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_new", 2);
  nowplaying_content_kind kind;
  const char * id;
  nowplaying_content *ret_content = NULL;
  if (call.failed || !to_number(&call, call.values[0], "kind", INT32, &kind) ||
      !to_text(&call, call.values[1], "id", &id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_new(kind, id, &ret_content);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_handle(&call, KIND_CONTENT, ret_content));
}

static napi_value call_nowplaying_content_new_by_tags(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_new_by_tags", 1);
  const char * id;
  nowplaying_content *ret_content = NULL;
  if (call.failed || !to_text(&call, call.values[0], "id", &id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_new_by_tags(id, &ret_content);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_handle(&call, KIND_CONTENT, ret_content));
}

static napi_value call_nowplaying_content_get_kind(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_get_kind", 1);
  nowplaying_content *content;
  nowplaying_content_kind ret_kind = 0;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_get_kind(content, &ret_kind);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_kind));
}

static napi_value call_nowplaying_content_set_text(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_text", 3);
  nowplaying_content *content;
  nowplaying_field field;
  const char * text;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field) ||
      !to_text(&call, call.values[2], "text", &text)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_text(content, field, text);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_texts(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_texts", 3);
  nowplaying_content *content;
  nowplaying_field field;
  const char *const * texts;
  size_t count;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field) ||
      !to_texts(&call, call.values[2], "texts", &texts, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_texts(content, field, texts, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_integer(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_integer", 3);
  nowplaying_content *content;
  nowplaying_field field;
  int64_t value;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field) ||
      !to_number(&call, call.values[2], "value", INT64, &value)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_integer(content, field, value);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_number(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_number", 3);
  nowplaying_content *content;
  nowplaying_field field;
  double value;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field) ||
      !to_number(&call, call.values[2], "value", DOUBLE, &value)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_number(content, field, value);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_extra(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_extra", 3);
  nowplaying_content *content;
  const char * key;
  const char * text;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_text(&call, call.values[1], "key", &key) ||
      !to_text(&call, call.values[2], "text", &text)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_extra(content, key, text);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_tag(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_tag", 3);
  nowplaying_content *content;
  const char * name;
  const void * bytes;
  size_t size;
  nowplaying_field ret_field = 0;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_text(&call, call.values[1], "name", &name) ||
      !to_bytes(&call, call.values[2], "bytes", &bytes, &size)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_tag(content, name, bytes, size, &ret_field);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_field));
}

static napi_value call_nowplaying_content_get_text(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_get_text", 3);
  nowplaying_content *content;
  nowplaying_field field;
  size_t index;
  char *text = NULL;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field) ||
      !to_number(&call, call.values[2], "index", SIZE, &index) ||
      !(text = allocate(&call, NOWPLAYING_MAX_LYRICS_BYTES + 1))) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_get_text(content, field, index, text, NOWPLAYING_MAX_LYRICS_BYTES + 1);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, text));
}

static napi_value call_nowplaying_content_get_integer(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_get_integer", 2);
  nowplaying_content *content;
  nowplaying_field field;
  int64_t ret_value = 0;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_get_integer(content, field, &ret_value);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_value));
}

static napi_value call_nowplaying_content_get_number(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_get_number", 2);
  nowplaying_content *content;
  nowplaying_field field;
  double ret_value = 0;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_get_number(content, field, &ret_value);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_value));
}

static napi_value call_nowplaying_content_unset(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_unset", 2);
  nowplaying_content *content;
  nowplaying_field field;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_unset(content, field);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_media_type(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_media_type", 2);
  nowplaying_content *content;
  nowplaying_media_type type;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "type", INT32, &type)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_media_type(content, type);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_duration(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_duration", 3);
  nowplaying_content *content;
  nowplaying_duration_kind kind;
  int64_t duration_us;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "kind", INT32, &kind) ||
      !to_number(&call, call.values[2], "duration_us", INT64, &duration_us)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_duration(content, kind, duration_us);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_artwork(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_artwork", 2);
  nowplaying_content *content;
  const char * artwork_id;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_text(&call, call.values[1], "artwork_id", &artwork_id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_artwork(content, artwork_id);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_chapters(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_chapters", 2);
  nowplaying_content *content;
  const nowplaying_chapter * chapters;
  size_t count;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_structs(&call, call.values[1], "chapters", &TABLE_chapter, (void **)&chapters, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_chapters(content, chapters, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_content_set_animated_artwork(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_content_set_animated_artwork", 3);
  nowplaying_content *content;
  nowplaying_aspect_ratio ratio;
  const char * artwork_id;
  if (call.failed || !(content = to_handle(&call, call.values[0], KIND_CONTENT), !call.failed) ||
      !to_number(&call, call.values[1], "ratio", INT32, &ratio) ||
      !to_text(&call, call.values[2], "artwork_id", &artwork_id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_content_set_animated_artwork(content, ratio, artwork_id);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_content(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_content", 2);
  nowplaying_session *session;
  nowplaying_content *content;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !(content = to_handle(&call, call.values[1], KIND_CONTENT), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_content(session, content);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_snapshot(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_snapshot", 2);
  nowplaying_session *session;
  const nowplaying_snapshot * snapshot;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_struct(&call, call.values[1], "snapshot", &TABLE_snapshot, (void **)&snapshot)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_snapshot(session, snapshot);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_commands(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_commands", 2);
  nowplaying_session *session;
  const nowplaying_command * commands;
  size_t count;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_structs(&call, call.values[1], "commands", &TABLE_command, (void **)&commands, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_commands(session, commands, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_command(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_command", 2);
  nowplaying_session *session;
  const nowplaying_command * command;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_struct(&call, call.values[1], "command", &TABLE_command, (void **)&command)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_command(session, command);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_command_enabled(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_command_enabled", 3);
  nowplaying_session *session;
  nowplaying_command_kind kind;
  int32_t enabled;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "kind", INT32, &kind) ||
      !to_number(&call, call.values[2], "enabled", INT32, &enabled)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_command_enabled(session, kind, enabled);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_command_mode(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_command_mode", 3);
  nowplaying_session *session;
  nowplaying_command_kind kind;
  int32_t mode;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "kind", INT32, &kind) ||
      !to_number(&call, call.values[2], "mode", INT32, &mode)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_command_mode(session, kind, mode);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_custom_command(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_custom_command", 4);
  nowplaying_session *session;
  const char * id;
  int32_t enabled;
  int32_t active;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_text(&call, call.values[1], "id", &id) ||
      !to_number(&call, call.values[2], "enabled", INT32, &enabled) ||
      !to_number(&call, call.values[3], "active", INT32, &active)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_custom_command(session, id, enabled, active);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_muted(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_muted", 2);
  nowplaying_session *session;
  int32_t muted;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "muted", INT32, &muted)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_muted(session, muted);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_tracks(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_tracks", 2);
  nowplaying_session *session;
  const nowplaying_track * tracks;
  size_t count;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_structs(&call, call.values[1], "tracks", &TABLE_track, (void **)&tracks, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_tracks(session, tracks, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_volume(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_volume", 2);
  nowplaying_session *session;
  double volume;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "volume", DOUBLE, &volume)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_volume(session, volume);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_volume_maximum(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_volume_maximum", 2);
  nowplaying_session *session;
  double maximum;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "maximum", DOUBLE, &maximum)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_volume_maximum(session, maximum);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_devices(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_devices", 2);
  nowplaying_session *session;
  const nowplaying_device * devices;
  size_t count;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_structs(&call, call.values[1], "devices", &TABLE_device, (void **)&devices, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_devices(session, devices, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_queue(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_queue", 2);
  nowplaying_session *session;
  const nowplaying_content *const * entries;
  size_t count;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_handles(&call, call.values[1], "entries", KIND_CONTENT, (void ***)&entries, &count)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_queue(session, entries, count);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_set_queue_row(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_set_queue_row", 2);
  nowplaying_session *session;
  int64_t row;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "row", INT64, &row)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_set_queue_row(session, row);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_commit(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_commit", 1);
  nowplaying_session *session;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_commit(session);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_discard(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_discard", 1);
  nowplaying_session *session;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_discard(session);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_provide_artwork_data(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_provide_artwork_data", 3);
  nowplaying_session *session;
  const char * artwork_id;
  const void * data;
  size_t size;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_text(&call, call.values[1], "artwork_id", &artwork_id) ||
      !to_bytes(&call, call.values[2], "data", &data, &size)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_provide_artwork_data(session, artwork_id, data, size);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_provide_artwork_file(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_provide_artwork_file", 3);
  nowplaying_session *session;
  const char * artwork_id;
  const char * path;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_text(&call, call.values[1], "artwork_id", &artwork_id) ||
      !to_text(&call, call.values[2], "path", &path)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_provide_artwork_file(session, artwork_id, path);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_provide_artwork_url(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_provide_artwork_url", 3);
  nowplaying_session *session;
  const char * artwork_id;
  const char * url;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_text(&call, call.values[1], "artwork_id", &artwork_id) ||
      !to_text(&call, call.values[2], "url", &url)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_provide_artwork_url(session, artwork_id, url);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_provide_artwork_none(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_provide_artwork_none", 2);
  nowplaying_session *session;
  const char * artwork_id;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed) ||
      !to_text(&call, call.values[1], "artwork_id", &artwork_id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_provide_artwork_none(session, artwork_id);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_request_application_primary(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_request_application_primary", 1);
  nowplaying_session *session;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_request_application_primary(session);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_request_system_primary(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_request_system_primary", 1);
  nowplaying_session *session;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_request_system_primary(session);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_resign_system_primary(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_resign_system_primary", 1);
  nowplaying_session *session;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_resign_system_primary(session);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_session_get_primary(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_session_get_primary", 1);
  nowplaying_session *session;
  nowplaying_primary_flags ret_primary = 0;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_session_get_primary(session, &ret_primary);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_primary));
}

static napi_value call_nowplaying_request_complete(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete", 3);
  nowplaying_request *request;
  nowplaying_status status;
  const char * message;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_number(&call, call.values[1], "status", INT32, &status) ||
      !to_text(&call, call.values[2], "message", &message)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete(request, status, message);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_complete_artwork_data(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete_artwork_data", 2);
  nowplaying_request *request;
  const void * data;
  size_t size;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_bytes(&call, call.values[1], "data", &data, &size)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete_artwork_data(request, data, size);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_complete_artwork_file(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete_artwork_file", 2);
  nowplaying_request *request;
  const char * path;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_text(&call, call.values[1], "path", &path)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete_artwork_file(request, path);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_complete_artwork_url(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete_artwork_url", 2);
  nowplaying_request *request;
  const char * url;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_text(&call, call.values[1], "url", &url)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete_artwork_url(request, url);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_complete_video_file(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete_video_file", 2);
  nowplaying_request *request;
  const char * path;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_text(&call, call.values[1], "path", &path)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete_video_file(request, path);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_complete_video_data(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete_video_data", 2);
  nowplaying_request *request;
  const void * data;
  size_t size;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_bytes(&call, call.values[1], "data", &data, &size)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete_video_data(request, data, size);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_complete_video_url(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_complete_video_url", 2);
  nowplaying_request *request;
  const char * url;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed) ||
      !to_text(&call, call.values[1], "url", &url)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_complete_video_url(request, url);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_request_get_queue_row(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_request_get_queue_row", 1);
  nowplaying_request *request;
  int64_t ret_row = 0;
  if (call.failed || !(request = to_request(&call, call.values[0]), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_request_get_queue_row(request, &ret_row);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_row));
}

static napi_value call_nowplaying_surface_version(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_version", 0);
  if (call.failed) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)api.nowplaying_surface_version()));
}

static napi_value call_nowplaying_surface_strerror(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_strerror", 1);
  nowplaying_status status;
  if (call.failed || !to_number(&call, call.values[0], "status", INT32, &status)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_strerror(status)));
}

static napi_value call_nowplaying_surface_last_error(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_last_error", 0);
  if (call.failed) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_last_error()));
}

static napi_value call_nowplaying_surface_get_bus_state(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_bus_state", 1);
  nowplaying_surface *surface;
  nowplaying_bus_state ret_state = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_get_bus_state(surface, &ret_state);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_state));
}

static napi_value call_nowplaying_surface_set_aspect_ratios(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_set_aspect_ratios", 2);
  nowplaying_surface *surface;
  uint32_t ratios;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !to_number(&call, call.values[1], "ratios", UINT32, &ratios)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_set_aspect_ratios(surface, ratios);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static napi_value call_nowplaying_surface_session_get_info(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_info", 1);
  nowplaying_surface_session *session;
  nowplaying_surface_info ret_info = NOWPLAYING_SURFACE_INFO_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_info(session, &ret_info);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_info, &ret_info));
}

static napi_value call_nowplaying_surface_session_get_item(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_item", 1);
  nowplaying_surface_session *session;
  nowplaying_surface_item ret_item = NOWPLAYING_SURFACE_ITEM_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_item(session, &ret_item);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_item, &ret_item));
}

static napi_value call_nowplaying_surface_session_get_text(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_text", 3);
  nowplaying_surface_session *session;
  nowplaying_field field;
  size_t index;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field) ||
      !to_number(&call, call.values[2], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_session_get_text(session, field, index)));
}

static napi_value call_nowplaying_surface_session_get_extra(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_extra", 2);
  nowplaying_surface_session *session;
  const char * key;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[1], "key", &key)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_session_get_extra(session, key)));
}

static napi_value call_nowplaying_surface_session_get_extra_key(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_extra_key", 2);
  nowplaying_surface_session *session;
  size_t index;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_session_get_extra_key(session, index)));
}

static napi_value call_nowplaying_surface_session_get_integer(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_integer", 2);
  nowplaying_surface_session *session;
  nowplaying_field field;
  int64_t ret_value = 0;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_integer(session, field, &ret_value);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_value));
}

static napi_value call_nowplaying_surface_session_get_number(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_number", 2);
  nowplaying_surface_session *session;
  nowplaying_field field;
  double ret_value = 0;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "field", INT32, &field)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_number(session, field, &ret_value);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)ret_value));
}

static napi_value call_nowplaying_surface_session_get_snapshot(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_snapshot", 2);
  nowplaying_surface_session *session;
  int64_t at_us;
  nowplaying_snapshot ret_snapshot = NOWPLAYING_SNAPSHOT_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "at_us", INT64, &at_us)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_snapshot(session, at_us, &ret_snapshot);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_snapshot, &ret_snapshot));
}

static napi_value call_nowplaying_surface_session_get_command(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_command", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_command ret_command = NOWPLAYING_COMMAND_INIT(0);
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_command(session, index, &ret_command);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_command, &ret_command));
}

static napi_value call_nowplaying_surface_icon_name(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_icon_name", 1);
  const char * icon;
  if (call.failed || !to_text(&call, call.values[0], "icon", &icon)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_icon_name(icon)));
}

static napi_value call_nowplaying_surface_session_get_control(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_control", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_surface_control ret_control = NOWPLAYING_SURFACE_CONTROL_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_control(session, index, &ret_control);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_control, &ret_control));
}

static napi_value call_nowplaying_surface_error_sentence(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_error_sentence", 1);
  nowplaying_error_kind kind;
  if (call.failed || !to_number(&call, call.values[0], "kind", INT32, &kind)) {
    return end(&call, NULL);
  }
  return end(&call, from_text(env, api.nowplaying_surface_error_sentence(kind)));
}

static napi_value call_nowplaying_surface_session_get_chapter(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_chapter", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_chapter ret_chapter = NOWPLAYING_CHAPTER_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_chapter(session, index, &ret_chapter);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_chapter, &ret_chapter));
}

static napi_value call_nowplaying_surface_session_get_chapter_at(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_chapter_at", 2);
  nowplaying_surface_session *session;
  int64_t position_us;
  size_t ret_index = 0;
  int64_t ret_end_us = 0;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "position_us", INT64, &position_us)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_chapter_at(session, position_us, &ret_index, &ret_end_us);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  napi_value results[] = {from_double(env, (double)ret_index), from_double(env, (double)ret_end_us)};
  return end(&call, from_list(env, results, 2));
}

static napi_value call_nowplaying_surface_session_get_lyrics_at(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_lyrics_at", 2);
  nowplaying_surface_session *session;
  int64_t position_us;
  const char *ret_line = NULL;
  int64_t ret_next_us = 0;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "position_us", INT64, &position_us)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_lyrics_at(session, position_us, &ret_line, &ret_next_us);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  napi_value results[] = {from_text(env, ret_line), from_double(env, (double)ret_next_us)};
  return end(&call, from_list(env, results, 2));
}

static napi_value call_nowplaying_surface_session_get_track(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_track", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_track ret_track = NOWPLAYING_TRACK_INIT(0);
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_track(session, index, &ret_track);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_track, &ret_track));
}

static napi_value call_nowplaying_surface_session_get_device(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_device", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_device ret_device = NOWPLAYING_DEVICE_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_device(session, index, &ret_device);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_device, &ret_device));
}

static napi_value call_nowplaying_surface_session_get_queue(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_queue", 1);
  nowplaying_surface_session *session;
  nowplaying_surface_queue ret_queue = NOWPLAYING_SURFACE_QUEUE_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_queue(session, &ret_queue);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_queue, &ret_queue));
}

static napi_value call_nowplaying_surface_session_get_queue_entry(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_queue_entry", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_surface_queue_entry ret_entry = NOWPLAYING_SURFACE_QUEUE_ENTRY_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_queue_entry(session, index, &ret_entry);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_queue_entry, &ret_entry));
}

static napi_value call_nowplaying_surface_session_get_playlists(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_playlists", 1);
  nowplaying_surface_session *session;
  nowplaying_surface_playlists ret_playlists = NOWPLAYING_SURFACE_PLAYLISTS_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_playlists(session, &ret_playlists);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_playlists, &ret_playlists));
}

static napi_value call_nowplaying_surface_session_get_playlist(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_session_get_playlist", 2);
  nowplaying_surface_session *session;
  size_t index;
  nowplaying_surface_playlist ret_playlist = NOWPLAYING_SURFACE_PLAYLIST_INIT;
  if (call.failed || !(session = to_handle(&call, call.values[0], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[1], "index", SIZE, &index)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_session_get_playlist(session, index, &ret_playlist);
  if (has_nothing(returned)) {
    return end(&call, NULL);
  }
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_struct(env, &TABLE_surface_playlist, &ret_playlist));
}

static napi_value call_nowplaying_surface_send_command(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_send_command", 3);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const nowplaying_command_event * command;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_struct(&call, call.values[2], "command", &TABLE_command_event, (void **)&command)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_send_command(surface, session, command, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_set_volume(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_set_volume", 4);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const char * device_id;
  double volume;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[2], "device_id", &device_id) ||
      !to_number(&call, call.values[3], "volume", DOUBLE, &volume)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_set_volume(surface, session, device_id, volume, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_step_volume(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_step_volume", 4);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const char * device_id;
  int32_t step;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[2], "device_id", &device_id) ||
      !to_number(&call, call.values[3], "step", INT32, &step)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_step_volume(surface, session, device_id, step, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_get_artwork(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_artwork", 4);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  int32_t width;
  int32_t height;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "width", INT32, &width) ||
      !to_number(&call, call.values[3], "height", INT32, &height)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_get_artwork(surface, session, width, height, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_get_chapter_artwork(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_chapter_artwork", 5);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  size_t index;
  int32_t width;
  int32_t height;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "index", SIZE, &index) ||
      !to_number(&call, call.values[3], "width", INT32, &width) ||
      !to_number(&call, call.values[4], "height", INT32, &height)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_get_chapter_artwork(surface, session, index, width, height, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_select_track(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_select_track", 4);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  nowplaying_track_kind kind;
  const char * track_id;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "kind", INT32, &kind) ||
      !to_text(&call, call.values[3], "track_id", &track_id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_select_track(surface, session, kind, track_id, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_get_preview(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_preview", 5);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  nowplaying_aspect_ratio ratio;
  int32_t width;
  int32_t height;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "ratio", INT32, &ratio) ||
      !to_number(&call, call.values[3], "width", INT32, &width) ||
      !to_number(&call, call.values[4], "height", INT32, &height)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_get_preview(surface, session, ratio, width, height, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_get_video(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_get_video", 5);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  nowplaying_aspect_ratio ratio;
  int32_t width;
  int32_t height;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "ratio", INT32, &ratio) ||
      !to_number(&call, call.values[3], "width", INT32, &width) ||
      !to_number(&call, call.values[4], "height", INT32, &height)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_get_video(surface, session, ratio, width, height, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_raise(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_raise", 2);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_raise(surface, session, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_quit(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_quit", 2);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_quit(surface, session, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_follow_queue(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_follow_queue", 3);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  int32_t follow;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "follow", INT32, &follow)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_follow_queue(surface, session, follow, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_queue_go_to(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_queue_go_to", 3);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const char * id;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[2], "id", &id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_queue_go_to(surface, session, id, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_queue_add(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_queue_add", 5);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const char * uri;
  const char * after_id;
  int32_t play;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[2], "uri", &uri) ||
      !to_text(&call, call.values[3], "after_id", &after_id) ||
      !to_number(&call, call.values[4], "play", INT32, &play)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_queue_add(surface, session, uri, after_id, play, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_queue_remove(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_queue_remove", 3);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const char * id;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[2], "id", &id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_queue_remove(surface, session, id, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_follow_playlists(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_follow_playlists", 5);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  int32_t follow;
  nowplaying_surface_order order;
  int32_t reverse;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_number(&call, call.values[2], "follow", INT32, &follow) ||
      !to_number(&call, call.values[3], "order", INT32, &order) ||
      !to_number(&call, call.values[4], "reverse", INT32, &reverse)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_follow_playlists(surface, session, follow, order, reverse, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_activate_playlist(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_activate_playlist", 3);
  nowplaying_surface *surface;
  nowplaying_surface_session *session;
  const char * id;
  nowplaying_surface_action action = 0;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !(session = to_handle(&call, call.values[1], KIND_SURFACE_SESSION), !call.failed) ||
      !to_text(&call, call.values[2], "id", &id)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_activate_playlist(surface, session, id, action_done, owner_of(&call, 0), &action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, from_double(env, (double)action));
}

static napi_value call_nowplaying_surface_cancel(napi_env env, napi_callback_info info) {
  Call call = begin(env, info, "nowplaying_surface_cancel", 2);
  nowplaying_surface *surface;
  nowplaying_surface_action action;
  if (call.failed || !(surface = to_handle(&call, call.values[0], KIND_SURFACE), !call.failed) ||
      !to_number(&call, call.values[1], "action", UINT64, &action)) {
    return end(&call, NULL);
  }
  nowplaying_status returned = api.nowplaying_surface_cancel(surface, action);
  if (!succeeded(&call, returned)) {
    return end(&call, NULL);
  }
  return end(&call, NULL);
}

static const Export CALLS[] = {
  {"version", call_nowplaying_version},
  {"version_string", call_nowplaying_version_string},
  {"strerror", call_nowplaying_strerror},
  {"last_error", call_nowplaying_last_error},
  {"app_get_bus_state", call_nowplaying_app_get_bus_state},
  {"app_get_bus_name", call_nowplaying_app_get_bus_name},
  {"app_set_display_name", call_nowplaying_app_set_display_name},
  {"app_set_fullscreen", call_nowplaying_app_set_fullscreen},
  {"app_get_aspect_ratios", call_nowplaying_app_get_aspect_ratios},
  {"app_set_playlists", call_nowplaying_app_set_playlists},
  {"app_set_active_playlist", call_nowplaying_app_set_active_playlist},
  {"content_new", call_nowplaying_content_new},
  {"content_new_by_tags", call_nowplaying_content_new_by_tags},
  {"content_get_kind", call_nowplaying_content_get_kind},
  {"content_set_text", call_nowplaying_content_set_text},
  {"content_set_texts", call_nowplaying_content_set_texts},
  {"content_set_integer", call_nowplaying_content_set_integer},
  {"content_set_number", call_nowplaying_content_set_number},
  {"content_set_extra", call_nowplaying_content_set_extra},
  {"content_set_tag", call_nowplaying_content_set_tag},
  {"content_get_text", call_nowplaying_content_get_text},
  {"content_get_integer", call_nowplaying_content_get_integer},
  {"content_get_number", call_nowplaying_content_get_number},
  {"content_unset", call_nowplaying_content_unset},
  {"content_set_media_type", call_nowplaying_content_set_media_type},
  {"content_set_duration", call_nowplaying_content_set_duration},
  {"content_set_artwork", call_nowplaying_content_set_artwork},
  {"content_set_chapters", call_nowplaying_content_set_chapters},
  {"content_set_animated_artwork", call_nowplaying_content_set_animated_artwork},
  {"session_set_content", call_nowplaying_session_set_content},
  {"session_set_snapshot", call_nowplaying_session_set_snapshot},
  {"session_set_commands", call_nowplaying_session_set_commands},
  {"session_set_command", call_nowplaying_session_set_command},
  {"session_set_command_enabled", call_nowplaying_session_set_command_enabled},
  {"session_set_command_mode", call_nowplaying_session_set_command_mode},
  {"session_set_custom_command", call_nowplaying_session_set_custom_command},
  {"session_set_muted", call_nowplaying_session_set_muted},
  {"session_set_tracks", call_nowplaying_session_set_tracks},
  {"session_set_volume", call_nowplaying_session_set_volume},
  {"session_set_volume_maximum", call_nowplaying_session_set_volume_maximum},
  {"session_set_devices", call_nowplaying_session_set_devices},
  {"session_set_queue", call_nowplaying_session_set_queue},
  {"session_set_queue_row", call_nowplaying_session_set_queue_row},
  {"session_commit", call_nowplaying_session_commit},
  {"session_discard", call_nowplaying_session_discard},
  {"session_provide_artwork_data", call_nowplaying_session_provide_artwork_data},
  {"session_provide_artwork_file", call_nowplaying_session_provide_artwork_file},
  {"session_provide_artwork_url", call_nowplaying_session_provide_artwork_url},
  {"session_provide_artwork_none", call_nowplaying_session_provide_artwork_none},
  {"session_request_application_primary", call_nowplaying_session_request_application_primary},
  {"session_request_system_primary", call_nowplaying_session_request_system_primary},
  {"session_resign_system_primary", call_nowplaying_session_resign_system_primary},
  {"session_get_primary", call_nowplaying_session_get_primary},
  {"request_complete", call_nowplaying_request_complete},
  {"request_complete_artwork_data", call_nowplaying_request_complete_artwork_data},
  {"request_complete_artwork_file", call_nowplaying_request_complete_artwork_file},
  {"request_complete_artwork_url", call_nowplaying_request_complete_artwork_url},
  {"request_complete_video_file", call_nowplaying_request_complete_video_file},
  {"request_complete_video_data", call_nowplaying_request_complete_video_data},
  {"request_complete_video_url", call_nowplaying_request_complete_video_url},
  {"request_get_queue_row", call_nowplaying_request_get_queue_row},
  {"surface_version", call_nowplaying_surface_version},
  {"surface_strerror", call_nowplaying_surface_strerror},
  {"surface_last_error", call_nowplaying_surface_last_error},
  {"surface_get_bus_state", call_nowplaying_surface_get_bus_state},
  {"surface_set_aspect_ratios", call_nowplaying_surface_set_aspect_ratios},
  {"surface_session_get_info", call_nowplaying_surface_session_get_info},
  {"surface_session_get_item", call_nowplaying_surface_session_get_item},
  {"surface_session_get_text", call_nowplaying_surface_session_get_text},
  {"surface_session_get_extra", call_nowplaying_surface_session_get_extra},
  {"surface_session_get_extra_key", call_nowplaying_surface_session_get_extra_key},
  {"surface_session_get_integer", call_nowplaying_surface_session_get_integer},
  {"surface_session_get_number", call_nowplaying_surface_session_get_number},
  {"surface_session_get_snapshot", call_nowplaying_surface_session_get_snapshot},
  {"surface_session_get_command", call_nowplaying_surface_session_get_command},
  {"surface_icon_name", call_nowplaying_surface_icon_name},
  {"surface_session_get_control", call_nowplaying_surface_session_get_control},
  {"surface_error_sentence", call_nowplaying_surface_error_sentence},
  {"surface_session_get_chapter", call_nowplaying_surface_session_get_chapter},
  {"surface_session_get_chapter_at", call_nowplaying_surface_session_get_chapter_at},
  {"surface_session_get_lyrics_at", call_nowplaying_surface_session_get_lyrics_at},
  {"surface_session_get_track", call_nowplaying_surface_session_get_track},
  {"surface_session_get_device", call_nowplaying_surface_session_get_device},
  {"surface_session_get_queue", call_nowplaying_surface_session_get_queue},
  {"surface_session_get_queue_entry", call_nowplaying_surface_session_get_queue_entry},
  {"surface_session_get_playlists", call_nowplaying_surface_session_get_playlists},
  {"surface_session_get_playlist", call_nowplaying_surface_session_get_playlist},
  {"surface_send_command", call_nowplaying_surface_send_command},
  {"surface_set_volume", call_nowplaying_surface_set_volume},
  {"surface_step_volume", call_nowplaying_surface_step_volume},
  {"surface_get_artwork", call_nowplaying_surface_get_artwork},
  {"surface_get_chapter_artwork", call_nowplaying_surface_get_chapter_artwork},
  {"surface_select_track", call_nowplaying_surface_select_track},
  {"surface_get_preview", call_nowplaying_surface_get_preview},
  {"surface_get_video", call_nowplaying_surface_get_video},
  {"surface_raise", call_nowplaying_surface_raise},
  {"surface_quit", call_nowplaying_surface_quit},
  {"surface_follow_queue", call_nowplaying_surface_follow_queue},
  {"surface_queue_go_to", call_nowplaying_surface_queue_go_to},
  {"surface_queue_add", call_nowplaying_surface_queue_add},
  {"surface_queue_remove", call_nowplaying_surface_queue_remove},
  {"surface_follow_playlists", call_nowplaying_surface_follow_playlists},
  {"surface_activate_playlist", call_nowplaying_surface_activate_playlist},
  {"surface_cancel", call_nowplaying_surface_cancel},
};

#endif

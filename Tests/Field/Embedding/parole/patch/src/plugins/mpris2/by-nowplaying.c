/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* MPRIS with libnowplaying. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <glib-unix.h>
#include <nowplaying/nowplaying.h>

#define PAROLE_COMPILATION /* parole-gst.h is the player's own */
#include "src/gst/parole-gst.h"
#include "src/plugins/mpris2/mpris2-provider.h"

struct _Mpris2ProviderClass {
    GObjectClass parent_class;
};

struct _Mpris2Provider {
    GObject               parent;
    ParoleProviderPlayer *player;
    ParoleConf           *conf;
    nowplaying_app       *app;
    nowplaying_session   *session;
    guint                 readable; /* a source of the main loop */
    gint                  is_due;   /* whether one is there that shows what has changed */
    gchar                *uri;      /* of the song whose bit rate is kept */
    guint                 bitrate;  /* the first one that the engine has told; it tells others many times a second */
};

static void mpris2_provider_iface_init(ParoleProviderPluginIface *iface);

PAROLE_DEFINE_TYPE_WITH_CODE(Mpris2Provider, mpris2_provider, G_TYPE_OBJECT,
                             PAROLE_IMPLEMENT_INTERFACE(PAROLE_TYPE_PROVIDER_PLUGIN, mpris2_provider_iface_init));

/* ------------------------------------------------------------------------------------------------- State --------- */

static guint find_bitrate(Mpris2Provider *provider, const gchar *uri, guint bitrate) {
    if (g_strcmp0(provider->uri, uri) != 0) {
        g_free(provider->uri);
        provider->uri = g_strdup(uri);
        provider->bitrate = 0;
    }
    if (provider->bitrate == 0)
        provider->bitrate = bitrate;
    return provider->bitrate;
}

static nowplaying_content *new_content(Mpris2Provider *provider) {
    gchar *uri, *title, *artist, *album, *year, *comment, *genre, *picture, *id, *name;
    guint track, bitrate;
    gint64 seconds;
    gboolean has_video, is_live;
    nowplaying_content *content = NULL;

    g_object_get(G_OBJECT(parole_provider_player_get_stream(provider->player)), "uri", &uri, "title", &title,
                 "artist", &artist, "album", &album, "year", &year, "comment", &comment, "genre", &genre,
                 "image_uri", &picture, "track", &track, "bitrate", &bitrate, "duration", &seconds,
                 "has-video", &has_video, "live", &is_live, NULL);
    id = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri != NULL ? uri : "", -1);
    name = uri != NULL ? g_path_get_basename(uri) : NULL;
    if (nowplaying_content_new(has_video ? NOWPLAYING_CONTENT_MOVIE : NOWPLAYING_CONTENT_MUSIC, id, &content) ==
        NOWPLAYING_OK) {
        gchar *path = picture != NULL && !has_video ? g_filename_from_uri(picture, NULL, NULL) : NULL;
        const guint told = find_bitrate(provider, uri, bitrate);
        gchar *number = told > 0 ? g_strdup_printf("%u", told) : NULL;

        nowplaying_content_set_text(content, NOWPLAYING_FIELD_TITLE, title != NULL ? title : name);
        nowplaying_content_set_text(content, NOWPLAYING_FIELD_ARTISTS, artist);
        nowplaying_content_set_text(content, NOWPLAYING_FIELD_ALBUM, album);
        nowplaying_content_set_text(content, NOWPLAYING_FIELD_GENRES, genre);
        nowplaying_content_set_text(content, NOWPLAYING_FIELD_COMMENTS, comment);
        nowplaying_content_set_text(content, NOWPLAYING_FIELD_RELEASE_DATE, year);
        nowplaying_content_set_text(content, NOWPLAYING_FIELD_URL, uri);
        nowplaying_content_set_integer(content, NOWPLAYING_FIELD_TRACK_NUMBER, track > 0 ? (int64_t)track : -1);
        nowplaying_content_set_artwork(content, path);
        nowplaying_content_set_extra(content, "audio-bitrate", number);
        if (seconds > 0)
            nowplaying_content_set_duration(content, NOWPLAYING_DURATION_FINITE, seconds * G_USEC_PER_SEC);
        else if (is_live)
            nowplaying_content_set_duration(content, NOWPLAYING_DURATION_LIVE, 0);
        g_free(number);
        g_free(path);
    }
    g_free(uri);
    g_free(title);
    g_free(artist);
    g_free(album);
    g_free(year);
    g_free(comment);
    g_free(genre);
    g_free(picture);
    g_free(id);
    g_free(name);
    return content;
}

/* Parole knows the state that it has asked the engine for, and the one that the engine is in. */
static int32_t find_state(Mpris2Provider *provider) {
    const ParoleState state = parole_provider_player_get_state(provider->player);

    switch (parole_gst_get_gst_target_state(PAROLE_GST(parole_gst_get()))) {
        case GST_STATE_PLAYING:
            if (state == PAROLE_STATE_PLAYING || state == PAROLE_STATE_ABOUT_TO_FINISH)
                return NOWPLAYING_STATE_PLAYING;
            return state == PAROLE_STATE_PLAYBACK_FINISHED ? NOWPLAYING_STATE_STOPPED : NOWPLAYING_STATE_BUFFERING;
        case GST_STATE_PAUSED:
            return NOWPLAYING_STATE_PAUSED;
        default:
            return NOWPLAYING_STATE_STOPPED;
    }
}

static gboolean is_enabled(Mpris2Provider *provider, ParolePlayerAction action) {
    return g_action_get_enabled(G_ACTION(parole_provider_player_get_action(provider->player, action)));
}

static void stage_commands(Mpris2Provider *provider, gboolean is_loaded) {
    gboolean repeats, shuffles, is_seekable;

    g_object_get(G_OBJECT(provider->conf), "repeat", &repeats, "shuffle", &shuffles, NULL);
    g_object_get(G_OBJECT(parole_provider_player_get_stream(provider->player)), "seekable", &is_seekable, NULL);

    const struct {
        nowplaying_command_kind kind;
        gboolean enabled;
        int current, other; /* mode */
    } offered[] = {
        { NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE, is_loaded || is_enabled(provider, PAROLE_PLAYER_ACTION_PLAYPAUSE) },
        { NOWPLAYING_COMMAND_STOP, is_loaded },
        { NOWPLAYING_COMMAND_NEXT, is_enabled(provider, PAROLE_PLAYER_ACTION_NEXT) },
        { NOWPLAYING_COMMAND_PREVIOUS, is_enabled(provider, PAROLE_PLAYER_ACTION_PREVIOUS) },
        { NOWPLAYING_COMMAND_SEEK_TO_POSITION, is_loaded && is_seekable },
        { NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE, TRUE,
          repeats ? NOWPLAYING_REPEAT_ALL : NOWPLAYING_REPEAT_OFF, NOWPLAYING_REPEAT_ALL },
        { NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE, TRUE,
          shuffles ? NOWPLAYING_SHUFFLE_ITEMS : NOWPLAYING_SHUFFLE_OFF, NOWPLAYING_SHUFFLE_ITEMS },
    };
    nowplaying_command commands[G_N_ELEMENTS(offered)];

    for (guint place = 0; place < G_N_ELEMENTS(offered); place++) {
        commands[place] = (nowplaying_command)NOWPLAYING_COMMAND_INIT(offered[place].kind);
        commands[place].enabled = offered[place].enabled;
        commands[place].current = offered[place].current;
        commands[place].supported = offered[place].other ? 1u | 1u << offered[place].other : 0;
    }
    nowplaying_session_set_commands(provider->session, commands, G_N_ELEMENTS(commands));
}

/* Sets the whole state; the library finds out what has changed. */
static gboolean show(gpointer data) {
    Mpris2Provider *provider = data;
    nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
    nowplaying_content *content = NULL;
    gint volume;

    g_atomic_int_set(&provider->is_due, FALSE);
    snapshot.state = find_state(provider);
    snapshot.elapsed_us = 0;
    if (snapshot.state != NOWPLAYING_STATE_STOPPED) {
        content = new_content(provider);
        snapshot.elapsed_us = (int64_t)parole_provider_player_get_stream_position(provider->player);
    }
    g_object_get(G_OBJECT(provider->conf), "volume", &volume, NULL);
    stage_commands(provider, content != NULL);
    nowplaying_session_set_content(provider->session, content);
    nowplaying_session_set_snapshot(provider->session, &snapshot);
    nowplaying_session_set_volume(provider->session, volume / 100.0);
    nowplaying_app_set_fullscreen(provider->app, parole_provider_player_get_fullscreen(provider->player));
    if (nowplaying_session_commit(provider->session) != NOWPLAYING_OK)
        g_warning("MPRIS: %s", nowplaying_last_error());
    nowplaying_content_free(content);
    return G_SOURCE_REMOVE;
}

/* One commit covers all changes of one turn of the main loop. Some signals come on another thread. */
static void change(Mpris2Provider *provider) {
    if (g_atomic_int_compare_and_exchange(&provider->is_due, FALSE, TRUE))
        g_idle_add_full(G_PRIORITY_DEFAULT, show, provider, NULL);
}

static gboolean change_window(Mpris2Provider *provider) {
    change(provider);
    return FALSE;
}

/* ---------------------------------------------------------------------------------------------- Commands --------- */

static nowplaying_status command(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_command_event *event, void *data) {
    Mpris2Provider *provider = data;
    GSimpleAction *action;

    switch (event->kind) {
        case NOWPLAYING_COMMAND_TOGGLE_PLAY_PAUSE:
            action = parole_provider_player_get_action(provider->player, PAROLE_PLAYER_ACTION_PLAYPAUSE);
            g_action_activate(G_ACTION(action), NULL);
            break;
        case NOWPLAYING_COMMAND_STOP:
            parole_provider_player_stop(provider->player);
            break;
        case NOWPLAYING_COMMAND_NEXT:
            parole_provider_player_play_next(provider->player);
            break;
        case NOWPLAYING_COMMAND_PREVIOUS:
            parole_provider_player_play_previous(provider->player);
            break;
        case NOWPLAYING_COMMAND_SEEK_TO_POSITION:
            parole_provider_player_seek(provider->player, (gdouble)event->time_us / G_USEC_PER_SEC);
            break;
        case NOWPLAYING_COMMAND_CHANGE_REPEAT_MODE:
            g_object_set(G_OBJECT(provider->conf), "repeat", event->mode == NOWPLAYING_REPEAT_ALL, NULL);
            break;
        case NOWPLAYING_COMMAND_CHANGE_SHUFFLE_MODE:
            g_object_set(G_OBJECT(provider->conf), "shuffle", event->mode == NOWPLAYING_SHUFFLE_ITEMS, NULL);
            break;
        default:
            return NOWPLAYING_ERROR_NOT_SUPPORTED;
    }
    return NOWPLAYING_OK;
}

static nowplaying_status set_volume(nowplaying_session *session, nowplaying_request *request, double volume,
                                    void *data) {
    g_object_set(G_OBJECT(((Mpris2Provider *)data)->conf), "volume", (gint)(volume * 100 + 0.5), NULL);
    return NOWPLAYING_OK;
}

static nowplaying_status position(nowplaying_session *session, int64_t *ret_elapsed_us, void *data) {
    *ret_elapsed_us = (int64_t)parole_provider_player_get_stream_position(((Mpris2Provider *)data)->player);
    return NOWPLAYING_OK;
}

/* The id of a picture is its path. */
static nowplaying_status artwork(nowplaying_session *session, nowplaying_request *request,
                                 const nowplaying_artwork_event *event, void *data) {
    return nowplaying_request_complete_artwork_file(request, event->artwork_id);
}

static nowplaying_status open_uri(nowplaying_app *app, nowplaying_request *request, const char *uri, const char *path,
                                  void *data) {
    const gboolean is_open = parole_provider_player_play_uri(((Mpris2Provider *)data)->player, uri);

    return is_open ? NOWPLAYING_OK : NOWPLAYING_ERROR_COMMAND_FAILED;
}

static nowplaying_status raise_window(nowplaying_app *app, nowplaying_request *request, void *data) {
    gtk_window_present(GTK_WINDOW(parole_provider_player_get_main_window(((Mpris2Provider *)data)->player)));
    return NOWPLAYING_OK;
}

static nowplaying_status quit(nowplaying_app *app, nowplaying_request *request, void *data) {
    gtk_main_quit();
    return NOWPLAYING_OK;
}

static nowplaying_status set_fullscreen(nowplaying_app *app, nowplaying_request *request, int32_t fullscreen,
                                        void *data) {
    parole_provider_player_set_fullscreen(((Mpris2Provider *)data)->player, fullscreen);
    return NOWPLAYING_OK;
}

/* ----------------------------------------------------------------------------------------- Begin and end --------- */

static const char *const schemes[] = { "cdda", "dvd", "file", "http", "https", "icy", "icyx", "mms", "mmsh", "net",
                                       "pnm", "rtmp", "rtp", "rtsp", "uvox" };

static gboolean dispatch(gint fd, GIOCondition condition, gpointer data) {
    nowplaying_app_dispatch(((Mpris2Provider *)data)->app);
    return G_SOURCE_CONTINUE;
}

static void follow(gpointer sender, const char *signal, Mpris2Provider *provider) {
    g_signal_connect_object(sender, signal, G_CALLBACK(change), provider, G_CONNECT_SWAPPED);
}

/* The types are those of Parole's desktop entry. */
static gchar **read_types(void) {
    GKeyFile *entry = g_key_file_new();
    gchar **types = NULL;

    if (g_key_file_load_from_data_dirs(entry, "applications/org.xfce.Parole.desktop", NULL, G_KEY_FILE_NONE, NULL))
        types = g_key_file_get_string_list(entry, "Desktop Entry", "MimeType", NULL, NULL);
    g_key_file_free(entry);
    return types;
}

static void mpris2_provider_set_player(ParoleProviderPlugin *plugin, ParoleProviderPlayer *player) {
    Mpris2Provider *provider = MPRIS2_PROVIDER(plugin);
    nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
    nowplaying_app_callbacks of_app = NOWPLAYING_APP_CALLBACKS_INIT;
    nowplaying_session_callbacks of_session = NOWPLAYING_SESSION_CALLBACKS_INIT;
    gchar **types = read_types();
    int32_t fd;

    provider->player = player;
    provider->conf = parole_conf_new();
    options.application_id = "parole";
    options.display_name = _("Parole Media Player");
    options.desktop_entry = "org.xfce.Parole";
    options.track_path_prefix = "/org/xfce/Parole/TrackList";
    options.uri_schemes = schemes;
    options.uri_scheme_count = G_N_ELEMENTS(schemes);
    options.mime_types = (const char *const *)types;
    options.mime_type_count = types != NULL ? g_strv_length(types) : 0;
    options.loop = NOWPLAYING_LOOP_FD;
    options.flags = NOWPLAYING_APP_SHOW_IDLE;
    of_app.user_data = of_session.user_data = provider;
    of_app.raise = raise_window;
    of_app.quit = quit;
    of_app.open_uri = open_uri;
    of_app.fullscreen = set_fullscreen;
    of_session.command = command;
    of_session.artwork = artwork;
    of_session.volume = set_volume;
    of_session.position = position;
    if (nowplaying_app_new(&options, &of_app, &provider->app) || nowplaying_app_get_fd(provider->app, &fd) ||
        nowplaying_session_new(provider->app, NULL, &of_session, &provider->session) ||
        nowplaying_session_request_application_primary(provider->session)) {
        g_warning("MPRIS is not there: %s", nowplaying_last_error());
    } else {
        provider->readable = g_unix_fd_add(fd, G_IO_IN, dispatch, provider);
        follow(player, "state_changed", provider);
        follow(player, "tag-message", provider);
        follow(player, "seeked", provider);
        follow(provider->conf, "notify::repeat", provider);
        follow(provider->conf, "notify::shuffle", provider);
        follow(provider->conf, "notify::volume", provider);
        for (int action = PAROLE_PLAYER_ACTION_PREVIOUS; action <= PAROLE_PLAYER_ACTION_PLAYPAUSE; action++)
            follow(parole_provider_player_get_action(player, action), "notify::enabled", provider);
        g_signal_connect_object(parole_provider_player_get_main_window(player), "window-state-event",
                                G_CALLBACK(change_window), provider, G_CONNECT_SWAPPED);
        change(provider);
    }
    g_strfreev(types);
}

static gboolean mpris2_provider_is_configurable(ParoleProviderPlugin *plugin) {
    return FALSE;
}

static void mpris2_provider_iface_init(ParoleProviderPluginIface *iface) {
    iface->get_is_configurable = mpris2_provider_is_configurable;
    iface->set_player = mpris2_provider_set_player;
}

static void mpris2_provider_finalize(GObject *object) {
    Mpris2Provider *provider = MPRIS2_PROVIDER(object);

    if (provider->readable)
        g_source_remove(provider->readable);
    if (provider->is_due)
        g_idle_remove_by_data(provider);
    nowplaying_session_free(provider->session);
    nowplaying_app_free(provider->app);
    g_clear_object(&provider->conf);
    g_free(provider->uri);
    G_OBJECT_CLASS(mpris2_provider_parent_class)->finalize(object);
}

static void mpris2_provider_class_init(Mpris2ProviderClass *klass) {
    G_OBJECT_CLASS(klass)->finalize = mpris2_provider_finalize;
}

static void mpris2_provider_init(Mpris2Provider *provider) {
}

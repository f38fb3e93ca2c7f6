/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A plugin for Parole that lets tests drive it. Each line at the socket in PAROLE_DRIVER is a command of the player's
 * own keys, and is answered with the player's state: words separated by tabs. */
#define PAROLE_COMPILATION

#include <glib-unix.h>
#include <gmodule.h>
#include <gtk/gtk.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "src/gst/parole-gst.h"
#include "src/misc/parole.h"
#include "src/parole-conf.h"
#include "src/parole-medialist.h"

typedef struct {
    GObjectClass parent_class;
} DriverClass;

typedef struct {
    GObject parent;
    ParoleProviderPlayer *player;
    ParoleConf *conf;
} Driver;

static void driver_iface_init(ParoleProviderPluginIface *iface);
PAROLE_DEFINE_TYPE_WITH_CODE(Driver, driver, G_TYPE_OBJECT,
                             PAROLE_IMPLEMENT_INTERFACE(PAROLE_TYPE_PROVIDER_PLUGIN, driver_iface_init));

static int count_rows(ParoleMediaList *list) {
    int rows = 0;
    for (GtkTreeRowReference *row; (row = parole_media_list_get_row_n(list, rows)) != NULL; ++rows) {
        gtk_tree_row_reference_free(row);
    }
    return rows;
}

static void order(Driver *driver, ParoleMediaList *list, const char *line) {
    ParoleState state = parole_provider_player_get_state(driver->player);
    if (g_str_has_prefix(line, "jump ")) {
        GtkTreeRowReference *row = parole_media_list_get_row_n(list, atoi(line + strlen("jump ")));
        if (row != NULL) g_signal_emit_by_name(list, "media-activated", row);
    } else if (strcmp(line, "play") == 0 && state != PAROLE_STATE_PLAYING) {
        g_action_activate(
            G_ACTION(parole_provider_player_get_action(driver->player, PAROLE_PLAYER_ACTION_PLAYPAUSE)), NULL);
    } else if (strcmp(line, "pause") == 0) {
        parole_provider_player_pause(driver->player);
    } else if (strcmp(line, "stop") == 0) {
        parole_provider_player_stop(driver->player);
    }
}

/* Returns the state, the title, seconds, the volume, whether it repeats, whether it shuffles, how many songs it has. */
static char *answer(Driver *driver, ParoleMediaList *list) {
    ParoleState state = parole_provider_player_get_state(driver->player);
    gboolean repeats, shuffles;
    char *title, *text;
    int volume;
    g_object_get(driver->conf, "repeat", &repeats, "shuffle", &shuffles, "volume", &volume, NULL);
    g_object_get((gpointer)parole_provider_player_get_stream(driver->player), "title", &title, NULL);
    text = g_strdup_printf("%s\t%s\t%f\t%f\t%d\t%d\t%d\n",
                           state == PAROLE_STATE_PLAYING  ? "Playing"
                           : state == PAROLE_STATE_PAUSED ? "Paused"
                                                          : "Stopped",
                           title != NULL && state >= PAROLE_STATE_PAUSED ? title : "",
                           parole_provider_player_get_stream_position(driver->player) / 1e6, volume / 100.0, repeats,
                           shuffles, count_rows(list));
    g_free(title);
    return text;
}

static gboolean serve(gint listener, GIOCondition condition, gpointer data) {
    int connection = accept(listener, NULL, NULL);
    ParoleMediaList *list = PAROLE_MEDIA_LIST(parole_media_list_get());
    char line[64] = "", *text;
    ssize_t size = read(connection, line, sizeof line - 1);
    g_strchomp(line);
    if (size > 0) order(data, list, line);
    text = answer(data, list);
    size = write(connection, text, strlen(text));
    g_free(text);
    g_object_unref(list);
    close(connection);
    return G_SOURCE_CONTINUE;
}

static gboolean is_configurable(ParoleProviderPlugin *plugin) { return FALSE; }

static void set_player(ParoleProviderPlugin *plugin, ParoleProviderPlayer *player) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    Driver *driver = (Driver *)plugin;
    driver->player = player;
    driver->conf = parole_conf_new();
    g_strlcpy(address.sun_path, g_getenv("PAROLE_DRIVER"), sizeof address.sun_path);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 8)) {
        g_error("no socket at %s", address.sun_path);
    }
    g_unix_fd_add(listener, G_IO_IN, serve, driver);
}

static void driver_iface_init(ParoleProviderPluginIface *iface) {
    iface->get_is_configurable = is_configurable;
    iface->set_player = set_player;
}

static void driver_class_init(DriverClass *klass) {}

static void driver_init(Driver *driver) {}

G_MODULE_EXPORT GType parole_plugin_initialize(ParoleProviderPlugin *plugin) {
    driver_register_type(plugin);
    return driver_get_type();
}

G_MODULE_EXPORT void parole_plugin_shutdown(void) {}

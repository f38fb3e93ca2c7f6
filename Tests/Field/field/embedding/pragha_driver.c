/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A plugin for Pragha that lets tests drive it. Each line at the socket in PRAGHA_DRIVER is a command of the player's
 * own keys, and is answered with the player's state: words separated by tabs. */
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "plugins/pragha-plugin-macros.h"
#include "src/pragha-playback.h"
#include "src/pragha.h"

typedef struct {
	guint source;
} DriverPrivate;

GType driver_get_type(void);
PRAGHA_PLUGIN_REGISTER(driver_get_type(), Driver, driver)

static void order(PraghaApplication *pragha, const char *line)
{
	PraghaBackend *backend = pragha_application_get_backend(pragha);

	if (g_str_has_prefix(line, "jump ")) {
		GtkTreePath *path = gtk_tree_path_new_from_string(line + strlen("jump "));

		pragha_playlist_activate_path(pragha_application_get_playlist(pragha), path);
		gtk_tree_path_free(path);
	} else if (strcmp(line, "play") == 0 && !pragha_backend_is_playing(backend)) {
		pragha_playback_play_pause_resume(pragha);
	} else if (strcmp(line, "pause") == 0) {
		pragha_backend_pause(backend);
	} else if (strcmp(line, "stop") == 0) {
		pragha_playback_stop(pragha);
	}
}

/* state, title, nanoseconds, volume, whether it repeats, whether it shuffles, how many songs it has */
static char *answer(PraghaApplication *pragha)
{
	PraghaBackend *backend = pragha_application_get_backend(pragha);
	PraghaPreferences *preferences = pragha_application_get_preferences(pragha);
	PraghaMusicobject *song = pragha_backend_get_musicobject(backend);
	const PraghaBackendState state = pragha_backend_get_state(backend);
	const char *title = song && state != ST_STOPPED ? pragha_musicobject_get_title(song) : "";

	return g_strdup_printf("%s\t%s\t%" G_GINT64_FORMAT "\t%f\t%d\t%d\t%d\n",
			       state == ST_PLAYING ? "Playing" : state == ST_PAUSED ? "Paused" : "Stopped", title,
			       pragha_backend_get_current_position(backend), pragha_backend_get_volume(backend),
			       pragha_preferences_get_repeat(preferences), pragha_preferences_get_shuffle(preferences),
			       pragha_playback_get_no_tracks(pragha));
}

static gboolean serve(gint listener, GIOCondition condition, gpointer pragha)
{
	const int connection = accept(listener, NULL, NULL);
	char line[64] = "";
	ssize_t size = read(connection, line, sizeof(line) - 1);
	char *text;

	g_strchomp(line);
	if (size > 0)
		order(pragha, line);
	text = answer(pragha);
	size = write(connection, text, strlen(text));
	g_free(text);
	close(connection);
	return G_SOURCE_CONTINUE;
}

static void pragha_plugin_activate(PeasActivatable *activatable)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	g_strlcpy(address.sun_path, g_getenv("PRAGHA_DRIVER"), sizeof(address.sun_path));
	if (bind(listener, (struct sockaddr *)&address, sizeof(address)) || listen(listener, 8))
		g_error("no socket at %s", address.sun_path);
	((Driver *)activatable)->priv->source =
		g_unix_fd_add(listener, G_IO_IN, serve, g_object_get_data(G_OBJECT(activatable), "object"));
}

static void pragha_plugin_deactivate(PeasActivatable *activatable)
{
	g_source_remove(((Driver *)activatable)->priv->source);
}

/* The player of bare.c on GDBus: introspection data, one table of functions for each interface, the main loop of GLib.
 * usage: gdbus BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include <gio/gio.h>
#include <glib-unix.h>
#include <unistd.h>

#include "peer.h"

static const char xml[] =
    "<node><interface name='org.mpris.MediaPlayer2'>"
    "<method name='Raise'/><method name='Quit'/>"
    "<property name='CanQuit' type='b' access='read'/>"
    "<property name='CanRaise' type='b' access='read'/>"
    "<property name='HasTrackList' type='b' access='read'/>"
    "<property name='Identity' type='s' access='read'/>"
    "<property name='DesktopEntry' type='s' access='read'/>"
    "<property name='SupportedUriSchemes' type='as' access='read'/>"
    "<property name='SupportedMimeTypes' type='as' access='read'/>"
    "</interface><interface name='org.mpris.MediaPlayer2.Player'>"
    "<method name='Next'/><method name='Previous'/><method name='Pause'/><method name='PlayPause'/>"
    "<method name='Stop'/><method name='Play'/>"
    "<method name='Seek'><arg type='x' name='Offset' direction='in'/></method>"
    "<method name='SetPosition'><arg type='o' name='TrackId' direction='in'/>"
    "<arg type='x' name='Position' direction='in'/></method>"
    "<method name='OpenUri'><arg type='s' name='Uri' direction='in'/></method>"
    "<signal name='Seeked'><arg type='x' name='Position'/></signal>"
    "<property name='PlaybackStatus' type='s' access='read'/>"
    "<property name='LoopStatus' type='s' access='readwrite'/>"
    "<property name='Rate' type='d' access='readwrite'/>"
    "<property name='Shuffle' type='b' access='readwrite'/>"
    "<property name='Metadata' type='a{sv}' access='read'/>"
    "<property name='Volume' type='d' access='readwrite'/>"
    "<property name='Position' type='x' access='read'/>"
    "<property name='MinimumRate' type='d' access='read'/>"
    "<property name='MaximumRate' type='d' access='read'/>"
    "<property name='CanGoNext' type='b' access='read'/>"
    "<property name='CanGoPrevious' type='b' access='read'/>"
    "<property name='CanPlay' type='b' access='read'/>"
    "<property name='CanPause' type='b' access='read'/>"
    "<property name='CanSeek' type='b' access='read'/>"
    "<property name='CanControl' type='b' access='read'/>"
    "</interface></node>";

static player self;
static GDBusConnection *bus;

static GVariant *metadata(void) {
  const track *t = &self.tracks[self.current];
  const char *const album_artists[] = {TRACK_ALBUM_ARTIST}, *const genres[] = {TRACK_GENRE};
  GVariantBuilder entries;
  g_variant_builder_init(&entries, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&entries, "{sv}", "mpris:trackid", g_variant_new_object_path(t->id));
  g_variant_builder_add(&entries, "{sv}", "mpris:length", g_variant_new_int64(t->length_us));
  g_variant_builder_add(&entries, "{sv}", "mpris:artUrl", g_variant_new_string(PEER_ARTWORK));
  g_variant_builder_add(&entries, "{sv}", "xesam:title", g_variant_new_string(t->title));
  g_variant_builder_add(&entries, "{sv}", "xesam:artist", g_variant_new_strv(track_artists, 2));
  g_variant_builder_add(&entries, "{sv}", "xesam:album", g_variant_new_string(TRACK_ALBUM));
  g_variant_builder_add(&entries, "{sv}", "xesam:albumArtist", g_variant_new_strv(album_artists, 1));
  g_variant_builder_add(&entries, "{sv}", "xesam:genre", g_variant_new_strv(genres, 1));
  g_variant_builder_add(&entries, "{sv}", "xesam:trackNumber", g_variant_new_int32(t->number));
  g_variant_builder_add(&entries, "{sv}", "xesam:url", g_variant_new_string(t->url));
  return g_variant_builder_end(&entries);
}

static GVariant *root_property(const char *name) {
  static const char *const schemes[] = {"file", "https"}, *const types[] = {"audio/flac", "audio/mpeg"};
  if (strcmp(name, "Identity") == 0) return g_variant_new_string("Benchmark");
  if (strcmp(name, "DesktopEntry") == 0) return g_variant_new_string("org.example.bench");
  if (strcmp(name, "SupportedUriSchemes") == 0) return g_variant_new_strv(schemes, 2);
  if (strcmp(name, "SupportedMimeTypes") == 0) return g_variant_new_strv(types, 2);
  return g_variant_new_boolean(FALSE);
}

static GVariant *player_property(const char *name) {
  if (strcmp(name, "PlaybackStatus") == 0) return g_variant_new_string(self.time.playing ? "Playing" : "Paused");
  if (strcmp(name, "Position") == 0) return g_variant_new_int64(player_position(&self));
  if (strcmp(name, "Metadata") == 0) return metadata();
  if (strcmp(name, "Volume") == 0) return g_variant_new_double(self.volume);
  if (strcmp(name, "LoopStatus") == 0) return g_variant_new_string("None");
  if (strcmp(name, "Shuffle") == 0) return g_variant_new_boolean(FALSE);
  if (strstr(name, "Rate")) return g_variant_new_double(1);
  return g_variant_new_boolean(TRUE);
}

static GVariant *get(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                     const char *name, GError **error, void *user_data) {
  return strcmp(interface, PEER_ROOT) == 0 ? root_property(name) : player_property(name);
}

static void emit_changed(const char *name) {
  GVariantBuilder changed;
  g_variant_builder_init(&changed, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&changed, "{sv}", name, player_property(name));
  g_dbus_connection_emit_signal(bus, NULL, PEER_PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                                g_variant_new("(sa{sv}as)", PEER_PLAYER, &changed, NULL), NULL);
}

static void emit_seeked(void) {
  g_dbus_connection_emit_signal(bus, NULL, PEER_PATH, PEER_PLAYER, "Seeked",
                                g_variant_new("(x)", player_position(&self)), NULL);
}

/** Sets Volume. LoopStatus, Rate and Shuffle have one value each: other values are accepted, and change nothing. */
static gboolean set(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                    const char *name, GVariant *value, GError **error, void *user_data) {
  if (strcmp(name, "Volume") == 0) {
    self.volume = g_variant_get_double(value);
    emit_changed(name);
  }
  return TRUE;
}

static void call(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                 const char *name, GVariant *arguments, GDBusMethodInvocation *invocation, void *user_data) {
  const char *changed = NULL;
  bool seeked = false;
  if (strcmp(name, "PlayPause") == 0 || strcmp(name, "Play") == 0 || strcmp(name, "Pause") == 0 ||
      strcmp(name, "Stop") == 0) {
    player_set_playing(&self, strcmp(name, "PlayPause") == 0 ? !self.time.playing : strcmp(name, "Play") == 0);
    changed = "PlaybackStatus";
  } else if (strcmp(name, "Next") == 0 || strcmp(name, "Previous") == 0) {
    player_next(&self);
    changed = "Metadata";
  } else if (strcmp(name, "Seek") == 0) {
    int64_t offset_us;
    g_variant_get(arguments, "(x)", &offset_us);
    timeline_set(&self.time, player_position(&self) + offset_us, self.time.playing);
    seeked = true;
  } else if (strcmp(name, "SetPosition") == 0) {
    const char *id;
    int64_t position_us;
    g_variant_get(arguments, "(&ox)", &id, &position_us);
    seeked = player_seek_to(&self, id, position_us);
  }
  g_dbus_method_invocation_return_value(invocation, NULL);
  if (changed && self.publishes) emit_changed(changed);
  if (seeked) emit_seeked();
}

static gboolean on_control(int fd, GIOCondition condition, void *user_data) {
  char byte = 0;
  if (read(fd, &byte, 1) != 1) g_main_loop_quit(user_data);
  self.publishes = self.publishes || byte == CONTROL_PUBLISH;
  return G_SOURCE_CONTINUE;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  static const GDBusInterfaceVTable functions = {call, get, set, {0}};
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(xml, NULL);
  player_start(&self);
  bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus || !node) return 1;
  for (int i = 0; node->interfaces[i]; i++)
    if (!g_dbus_connection_register_object(bus, PEER_PATH, node->interfaces[i], &functions, NULL, NULL, NULL)) return 1;
  g_bus_own_name_on_connection(bus, argv[1], G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  g_unix_fd_add(STDIN_FILENO, G_IO_IN | G_IO_HUP, on_control, loop);
  g_main_loop_run(loop);
  return 0;
}

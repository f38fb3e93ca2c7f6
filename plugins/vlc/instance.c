/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Keeps one VLC for all files, as the options one-instance and one-instance-when-started-from-file ask for. After the
 * interfaces VLC's core starts. It checks by "dbus-mpris-name" whether this VLC owns the name by which others find it.
 * If not, the core sends its files to the VLC that owns the name, by AddTrack of MPRIS's TrackList, and ends, whether
 * they were accepted or not. */
#include "plugin.h"

#include <dbus/dbus.h>

#define ROOT "org.mpris.MediaPlayer2"
#define NAME ROOT ".vlc"
#define PATH "/org/mpris/MediaPlayer2"

/* How long to wait for another VLC that hangs. */
#define PATIENCE_MS 2000

/* Returns whether an option asks for a single VLC. */
static bool is_alone(libvlc_int_t *vlc) {
  return var_InheritBool(vlc, "one-instance") ||
         (var_InheritBool(vlc, "one-instance-when-started-from-file") && var_InheritBool(vlc, "started-from-file"));
}

/* Returns whether another VLC accepts files: it answers for its TrackList, which one with an empty playlist lacks. */
static bool is_another_there(void) {
  const char *interface = ROOT ".TrackList", *property = "CanEditTracks";
  bool takes = false;
  /* A shared connection would stay open, and end VLC together with the bus. */
  DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
  if (bus == NULL) return false;
  dbus_connection_set_exit_on_disconnect(bus, FALSE);
  DBusMessage *question = dbus_message_new_method_call(NAME, PATH, DBUS_INTERFACE_PROPERTIES, "Get");
  if (question != NULL) {
    dbus_message_set_auto_start(question, FALSE);
    dbus_message_append_args(question, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    DBusMessage *answer = dbus_connection_send_with_reply_and_block(bus, question, PATIENCE_MS, NULL);
    takes = answer != NULL;
    if (takes) dbus_message_unref(answer);
    dbus_message_unref(question);
  }
  dbus_connection_close(bus);
  dbus_connection_unref(bus);
  return takes;
}

bool gives_files_away(libvlc_int_t *vlc) {
  /* VLC's own interface has set the variable, if both run. */
  if (var_Type(vlc, "dbus-mpris-name") != 0) return false;
  if (is_alone(vlc) && is_another_there()) return true;
  var_Create(vlc, "dbus-mpris-name", VLC_VAR_STRING);
  var_SetString(vlc, "dbus-mpris-name", NAME);
  return false;
}

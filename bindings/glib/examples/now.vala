// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Prints what plays, and each change of it, with Vala.
using NowPlayingGLib;

void show (Session session) {
    unowned Item? item = session.item;
    string words = item == null ? "nothing" : @"$(item.first_line) – $(item.second_line)";
    string does = session.state == PlaybackState.PLAYING ? "plays" : "has";
    print (@"$(session.display_name): $does $words\n");
}

int main () {
    Intl.setlocale ();
    try {
        var surface = new Surface ("now.vala");
        surface.session_added.connect ((session) => show (session));
        surface.session_changed.connect ((session, changes) => show (session));
        surface.session_removed.connect ((session) => print (@"$(session.display_name) has gone\n"));
        new MainLoop ().run ();
    } catch (GLib.Error error) {
        printerr ("%s\n", error.message);
        return 1;
    }
    return 0;
}

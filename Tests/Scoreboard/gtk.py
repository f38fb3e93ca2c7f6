# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players with GTK's windows, GNOME's among them."""

from player import Player
from terminals import start_mpd

QUODLIBET = """[plugins]
active_plugins = mpris
[memory]
browser = SearchBar
[settings]
scan = {songs}
[library]
refresh_on_start = true
[player]
gst_pipeline = pulsesink
"""
EXAILE = """[plugins]
enabled = L: ['mpris2']
[general]
first_run = B: False
"""




def connect_to_mpd(stage):
    """Clients of MPD that are players to the desktop; these have its usual port."""
    start_mpd(stage, 6600)


def play_in_rhythmbox(stage, _):
    stage.run("rhythmbox-client", "--no-start", "--clear-queue")
    for song in stage.songs:
        stage.run("rhythmbox-client", "--no-start", "--enqueue", song)
    stage.run("rhythmbox-client", "--no-start", "--play")


GTK = [
    Player("audacious", "Audacious", ("audacious", "audacious-plugins"), ("audacious", "-H", "SONGS")),
    Player("celluloid", "Celluloid", ("celluloid",), ("celluloid", "SONGS")),
    Player("exaile", "Exaile", ("exaile", "gir1.2-keybinder-3.0"), ("exaile", "SONGS"),
           files={".config/exaile/settings.ini": EXAILE}),
    Player("lollypop", "Lollypop", ("lollypop",), ("lollypop", "SONGS")),
    Player("parole", "Parole", ("parole", "xfconf"), ("parole", "SONGS")),
    Player("quodlibet", "Quod Libet", ("quodlibet", "gir1.2-gtk-3.0"), ("quodlibet", "--run", "--start-playing"),
           files={".config/quodlibet/config": QUODLIBET}),
    Player("rhythmbox", "Rhythmbox", ("rhythmbox", "rhythmbox-plugins"), ("rhythmbox",), after=play_in_rhythmbox),
    Player("totem", "Totem", ("totem", "totem-plugins"), ("totem", "SONGS")),
    Player("amberol", "Amberol", ("amberol",), ("amberol", "SONGS"), plays=False),
    Player("plattenalbum", "Plattenalbum, with mpd", ("plattenalbum", "mpd", "mpc"), ("plattenalbum",),
           before=connect_to_mpd),
    Player("pragha", "Pragha", ("pragha",), ("pragha", "SONGS")),
    Player("showtime", "Showtime", ("showtime",), ("showtime", "SONG")),
    Player("gnome-music", "GNOME Music", ("gnome-music",), ("gnome-music",), plays=False),
    Player("clapper", "Clapper", ("clapper",), ("clapper", "SONGS")),
]

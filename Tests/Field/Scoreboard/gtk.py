# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players with GTK's windows, GNOME's among them."""

from player import Player

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


def play_in_rhythmbox(stage, _):
    for song in stage.songs[1:]:
        stage.run("rhythmbox-client", "--no-start", f"--enqueue={song.as_uri()}")
    stage.run("rhythmbox-client", "--no-start", f"--play-uri={stage.songs[0].as_uri()}")


GTK = [
    Player("audacious", "Audacious", ("audacious", "audacious-plugins"), ("audacious", "-H", "SONGS")),
    Player("celluloid", "Celluloid", ("celluloid",), ("celluloid", "SONGS")),
    Player("exaile", "Exaile", ("exaile", "gir1.2-keybinder-3.0"), ("exaile", "SONGS"),
           files={".config/exaile/settings.ini": EXAILE},
           unsteady={"volume-floor": "after a Volume of -1 it is 0 in one run, and not in the next"}),
    Player("lollypop", "Lollypop", ("lollypop",), ("lollypop", "SONGS")),
    Player("quodlibet", "Quod Libet", ("quodlibet", "gir1.2-gtk-3.0"), ("quodlibet", "--run", "--start-playing"),
           files={".config/quodlibet/config": QUODLIBET}),
    Player("rhythmbox", "Rhythmbox", ("rhythmbox", "rhythmbox-plugins"), ("rhythmbox",), after=play_in_rhythmbox),
    Player("totem", "Totem", ("totem", "totem-plugins"), ("totem", "SONGS")),
    Player("amberol", "Amberol", ("amberol",), ("amberol", "SONGS"),
           unsteady={"emitted": "the new LoopStatus is emitted in one run, and not in the next"}),
    Player("pragha", "Pragha", ("pragha",), ("pragha", "SONGS"),
           after=lambda stage, _: stage.run("pragha", *stage.songs)),
    Player("showtime", "Showtime", ("showtime",), ("showtime", "SONG")),
    Player("clapper", "Clapper", ("clapper",), ("clapper", "SONGS")),
]

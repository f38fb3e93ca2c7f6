# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players of terminals, and those without any face."""

from player import Player
from field.servers import Server


def start_mpd(stage):
    """Starts a Music Player Daemon that plays the songs; mpDris2 and others are its clients."""
    server = Server(stage.home / "mpd")
    for song in stage.songs:
        (server.music / song.name).symlink_to(song)
    (server.music / "cover.png").symlink_to(stage.songs[0].parent / "cover.png")
    server.start().play()
    return server


def start_mpdris2(stage):
    server = start_mpd(stage)
    stage.start("mpDris2", "--host=127.0.0.1", f"--port={server.port}", f"--music-dir={server.music}")


def list_in_cmus(stage):
    stage.write(".config/cmus/lib.pl", "".join(f"{song}\n" for song in stage.songs))
    stage.write(".config/cmus/autosave", "set output_plugin=pulse\nset softvol=true\nset softvol_state=100 100\n")


def play_in_cmus(stage, _):
    for command in "view 2", "win-top", "win-activate":
        stage.run("cmus-remote", "--raw", command)


MOPIDY = """[file]
media_dirs = {songs}
[audio]
output = pulsesink
[http]
enabled = false
"""


def play_in_mopidy(stage, name):
    stage.open(name, stage.songs[0])


TERMINALS = [
    Player("mpv", "mpv, with mpv-mpris", ("mpv-mpris", "mpv"),
           ("mpv", "--ao=null", "--vo=null", "--no-terminal", "SONGS"),
           unsteady={"emitted": "the new Shuffle is emitted in one run, and not in the next"}),
    Player("mpdris2", "mpd, with mpDris2", ("mpdris2", "mpd", "mpc"), before=start_mpdris2),
    Player("cmus", "cmus", ("cmus", "cmus-plugin-ffmpeg"), ("cmus",), before=list_in_cmus,
           after=play_in_cmus, terminal=True),
    Player("mopidy", "Mopidy, with Mopidy-MPRIS", ("mopidy-mpris", "mopidy", "python3-gst-1.0"), ("mopidy",),
           files={".config/mopidy/mopidy.conf": MOPIDY}, after=play_in_mopidy),
    Player("vlc", "VLC", ("vlc-bin", "vlc-plugin-base"), ("vlc", "-I", "dummy", "--no-video", "SONGS")),
]

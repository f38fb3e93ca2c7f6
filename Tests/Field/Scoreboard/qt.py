# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players with Qt's windows, KDE's among them."""

from player import Player

QMMP = """[%General]
enabled_plugins=mpris
[Output]
current_plugin=pulse
"""


def press_escape(stage):
    """Answers the question of the first start by Escape, as soon as the question is there."""
    # sleeps: paces the key, which is pressed until the question is there
    stage.start("sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do sleep 2; xdotool key Escape; done")


QT = [
    Player("amarok", "Amarok", ("amarok", "phonon4qt6-backend-vlc"), ("amarok", "--play", "SONGS"),
           unsteady={"emitted": "the new Volume is emitted in one run, and not in the next"}),
    Player("clementine", "Clementine", ("clementine",), ("clementine", "SONGS")),
    Player("dragon", "Dragon Player", ("dragonplayer", "phonon4qt6-backend-vlc"), ("dragon", "SONG")),
    Player("elisa", "Elisa", ("elisa", "libkf6filemetadata-bin"), ("elisa", "SONGS")),
    Player("haruna", "Haruna", ("haruna",), ("haruna", "SONG")),
    Player("juk", "JuK", ("juk", "phonon4qt6-backend-vlc"), ("juk", "SONGS"), before=press_escape,
           unsteady={"emitted": "its Volume is emitted, when another program sets it"}),
    Player("qmmp", "Qmmp", ("qmmp",), ("qmmp", "SONGS"),
           unsteady={"position": "Position stands still for half a second, and jumps"},
           files={".config/qmmp/qmmp.conf": QMMP}),
    Player("deepin-music", "Deepin Music", ("deepin-music",), ("deepin-music", "SONGS")),
    Player("gogglesmm", "Goggles Music Manager", ("gogglesmm",), ("gogglesmm", "SONG")),
    Player("sayonara", "Sayonara", ("sayonara",), ("sayonara", "SONGS")),
]

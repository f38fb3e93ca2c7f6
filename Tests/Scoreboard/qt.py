# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Players with Qt's windows, KDE's among them."""

from player import Player

QMMP = """[General]
enabled_plugins=mpris
"""

QT = [
    Player("amarok", "Amarok", ("amarok", "phonon4qt6-backend-vlc"), ("amarok", "--play", "SONGS")),
    Player("clementine", "Clementine", ("clementine",), ("clementine", "SONGS")),
    Player("dragon", "Dragon Player", ("dragonplayer", "phonon4qt6-backend-vlc"), ("dragon", "SONG")),
    Player("elisa", "Elisa", ("elisa",), ("elisa", "SONGS")),
    Player("haruna", "Haruna", ("haruna",), ("haruna", "SONG")),
    Player("juk", "JuK", ("juk", "phonon4qt6-backend-vlc"), ("juk", "SONGS")),
    Player("qmmp", "Qmmp", ("qmmp",), ("qmmp", "SONGS"), files={".config/qmmp/qmmprc": QMMP}),
    Player("deepin-music", "Deepin Music", ("deepin-music",), ("deepin-music", "SONGS")),
    Player("gogglesmm", "Goggles Music Manager", ("gogglesmm",), ("gogglesmm", "SONG")),
    Player("sayonara", "Sayonara", ("sayonara",), ("sayonara", "SONGS")),
    Player("smplayer", "SMPlayer", ("smplayer", "mpv"), ("smplayer", "SONGS")),
    Player("strawberry", "Strawberry", ("strawberry",), ("strawberry", "SONGS")),
]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests the applet with a player of MPRIS alone: mpv with a plugin that is not of this project, and with hostile
texts."""

from screen import Screen, until

TITLE = "<b>Quagga</b> & <img src='file:///etc/passwd'>"


def status(screen):
    for name in screen.session.list_names():
        if name.startswith("org.mpris.MediaPlayer2.mpv"):
            return screen.call(name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get",
                               "org.mpris.MediaPlayer2.Player", "PlaybackStatus")
    return None


with Screen("plain", player=("mpv", "--ao=null", "--vo=null", "--force-media-title=" + TITLE,
                             "--loop-file", "av://lavfi:sine=d=600")) as s:
    s.sees("its title is seen as it is", TITLE)
    s.sees("with what MPRIS has", "Pause", "Next", "Previous", "Volume")
    s.leads("pause", lambda: status(s) == "Paused", s.press, "Pause")
    s.leads("play", lambda: status(s) == "Playing", s.press, "Play")
    s.check("nothing else is offered", until(lambda: "Like" not in s.names()), s.names())

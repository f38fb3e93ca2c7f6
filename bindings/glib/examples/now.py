#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Prints what plays, and each change of it, with Python's gi."""
import gi

gi.require_version("NowPlayingGLib", "0")
from gi.repository import GLib
from gi.repository import NowPlayingGLib as NowPlaying


def show(_surface, session, *_changes):
    item = session.props.item
    words = f"{item.props.first_line} – {item.props.second_line}" if item else "nothing"
    playing = session.props.state == NowPlaying.PlaybackState.PLAYING
    print(f"{session.props.display_name}: {'plays' if playing else 'has'} {words}", flush=True)


surface = NowPlaying.Surface.new("now.py")
surface.connect("session-added", show)
surface.connect("session-changed", show)
surface.connect("session-removed",
                lambda _surface, session: print(f"{session.props.display_name} has gone", flush=True))
GLib.MainLoop().run()

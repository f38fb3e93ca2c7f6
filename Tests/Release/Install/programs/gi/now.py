# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: now.py     Prints the line of the first player that comes, and ends."""
import gi

gi.require_version("NowPlayingGLib", "0")
from gi.repository import GLib
from gi.repository import NowPlayingGLib as NowPlaying


def added(_surface, session):
    print(f"{session.props.display_name}: {session.props.item.props.first_line}")
    loop.quit()


loop = GLib.MainLoop()
surface = NowPlaying.Surface.new("now.py")
surface.connect("session-added", added)
loop.run()

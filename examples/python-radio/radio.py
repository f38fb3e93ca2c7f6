#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: radio.py STATION URL     Plays a radio station by GStreamer, until Ctrl-C, SIGTERM or the desktop's Quit."""
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

from nowplaying import App, Command, GLibLoop, Radio, Session, Snapshot  # noqa: E402


def show(title=None):
    """Shows the station, and the song if the station sends its title. The content has no length, as Radio is live."""
    session.content = Radio(title, station_name=station, url=url)


def play():
    playbin.set_state(Gst.State.PLAYING)
    session.snapshot = Snapshot.playing()


def stop():
    playbin.set_state(Gst.State.NULL)
    session.snapshot = Snapshot.stopped()


def on_tag(_bus, message):
    is_known, title = message.parse_tag().get_string(Gst.TAG_TITLE)
    if is_known:
        show(title)


station, url = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)
Gst.init(None)
playbin, loop = Gst.ElementFactory.make("playbin"), GLib.MainLoop()
playbin.set_property("uri", url)
bus = playbin.get_bus()
bus.add_signal_watch()
bus.connect("message::tag", on_tag)
bus.connect("message::error", lambda _bus, message: (print(message.parse_error()[0].message, file=sys.stderr), stop()))
for number in (signal.SIGINT, signal.SIGTERM):
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, loop.quit)

with App("radio", display_name="Radio", loop=GLibLoop(), on_quit=loop.quit) as app:
    session = Session(app)
    # A live stream cannot pause: pause stops, so that the key for play and pause does something.
    session.commands = [Command.play(play), Command.pause(stop), Command.stop(stop)]
    show()
    play()
    session.request_application_primary()
    loop.run()
    stop()

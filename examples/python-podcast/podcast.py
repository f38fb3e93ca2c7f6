#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: podcast.py SHOW EPISODE URL     Plays an episode by GStreamer, until Ctrl-C, SIGTERM or the desktop's Quit."""
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

from nowplaying import App, Command, Feedback, GLibLoop, Podcast, Session, Snapshot  # noqa: E402

playing, rate = True, 1.0


def position():
    known, nanoseconds = playbin.query_position(Gst.Format.TIME)
    return nanoseconds / Gst.SECOND if known else None


def show(seconds):
    """Sets a snapshot only when something changes: while the podcast plays, the position moves by itself."""
    session.snapshot = (Snapshot.playing if playing else Snapshot.paused)(seconds, rate=rate)


def set_playing(wanted):
    global playing
    playing = wanted
    playbin.set_state(Gst.State.PLAYING if playing else Gst.State.PAUSED)
    show(position())


def go(seconds, speed=None):
    global rate
    rate, seconds = speed or rate, min(max(seconds, 0.0), duration)
    playbin.seek(rate, Gst.Format.TIME, Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE, Gst.SeekType.SET,
                 int(seconds * Gst.SECOND), Gst.SeekType.NONE, 0)
    playbin.get_state(Gst.SECOND)  # until it is there
    show(seconds)


show_name, title, url = sys.argv[1:] if len(sys.argv) == 4 else sys.exit(__doc__)
Gst.init(None)
playbin, loop = Gst.ElementFactory.make("playbin"), GLib.MainLoop()
playbin.set_property("uri", url)
playbin.set_state(Gst.State.PAUSED)
if playbin.get_state(Gst.CLOCK_TIME_NONE)[0] == Gst.StateChangeReturn.FAILURE:
    sys.exit(f"podcast.py: {url} cannot be played")
duration = playbin.query_duration(Gst.Format.TIME)[1] / Gst.SECOND
bus = playbin.get_bus()
bus.add_signal_watch()
bus.connect("message::eos", lambda *_: (set_playing(False), go(0.0)))  # play begins anew
for number in (signal.SIGINT, signal.SIGTERM):
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, loop.quit)

with App("podcast", display_name="Podcast", loop=GLibLoop(), on_quit=loop.quit) as app:
    session = Session(app)
    # The feed's guid would be the best id. The address is none: ids are published, and it may have a password in it.
    session.content = Podcast(title, show_name=show_name, duration=duration, id=f"{show_name}: {title}", url=url)
    session.commands = [
        Command.play(lambda: set_playing(True)), Command.pause(lambda: set_playing(False)),
        Command.seek_to_position(go), Command.skip_forward(lambda seconds: go(position() + seconds), intervals=[30.0]),
        Command.skip_backward(lambda seconds: go(position() - seconds), intervals=[15.0]),
        Command.change_rate(lambda speed: go(position(), speed), rates=[1.0, 1.25, 1.5, 2.0]),
        Command.feedback(session.set_feedback, supported=[Feedback.NEUTRAL, Feedback.POSITIVE], title="Like this")]
    set_playing(True)
    session.request_application_primary()
    loop.run()
    playbin.set_state(Gst.State.NULL)

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: engine.py FILE FILE     plays two files by GStreamer behind a sound server that is late.

On standard input: "where" prints the position that the engine has itself; play, pause, stop, next, and "seek SECONDS".
"""
import sys
import threading

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

from nowplaying import App, GLibLoop, Music, Session, Snapshot  # noqa: E402

Gst.init(None)
loop, files = GLib.MainLoop(), sys.argv[1:]
playbin = Gst.ElementFactory.make("playbin")
sink = Gst.ElementFactory.make("pulsesink")
# Two seconds of sound are buffered in the server, so that "playing" is reported long before the sound.
sink.set_property("buffer-time", 2_000_000)
sink.set_property("latency-time", 2_000_000)
playbin.set_property("flags", 0x2 | 0x10)  # audio, and the volume in software
playbin.set_property("audio-sink", sink)
playbin.set_property("uri", Gst.filename_to_uri(files[0]))


def position():
    known, nanoseconds = playbin.query_position(Gst.Format.TIME)
    return nanoseconds / Gst.SECOND if known else None


def show(state):
    """Sets the snapshot as players do: when the engine is called, with the position that the engine reports then."""
    playbin.set_state(state)
    with session.update():
        name = files[0].rsplit("/", 1)[-1]
        session.content = Music(name, id=name, duration=20)
        session.snapshot = {Gst.State.PLAYING: Snapshot.playing, Gst.State.PAUSED: Snapshot.paused}.get(
            state, Snapshot.stopped)(position() or 0)


def perform(word, *numbers):
    if word == "where":
        print(position(), flush=True)
    elif word == "seek":
        playbin.seek_simple(Gst.Format.TIME, Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE,
                            int(float(numbers[0]) * Gst.SECOND))
        session.snapshot = Snapshot.playing(float(numbers[0]))
    elif word == "next":
        playbin.set_state(Gst.State.READY)
        files.reverse()
        playbin.set_property("uri", Gst.filename_to_uri(files[0]))
        show(Gst.State.PLAYING)
    else:
        show({"play": Gst.State.PLAYING, "pause": Gst.State.PAUSED, "stop": Gst.State.READY}[word])


def read():
    for line in sys.stdin:
        GLib.idle_add(lambda words=line.split(): perform(*words) and False)
    GLib.idle_add(loop.quit)


with App("engine", loop=GLibLoop()) as app:
    session = Session(app, on_position=position)
    session.request_application_primary()
    show(Gst.State.PLAYING)
    threading.Thread(target=read, daemon=True).start()
    loop.run()
    playbin.set_state(Gst.State.NULL)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: minimal.py     The desktop shows a song and drives it, until the end of input (Ctrl-D) or SIGTERM."""
import signal
import sys

from nowplaying import App, Command, Music, Session, Snapshot

song = 1
snapshot = Snapshot.playing()


def show() -> None:
    """Shows the song. A real player also gives the position and the cover: see ../python-player."""
    with session.update():
        session.content = Music(f"Song {song}", "The Examples", id=f"Song {song}")
        session.snapshot = snapshot
    print(f"Song {song}: {snapshot.state.name.lower()}", file=sys.stderr)


def change(new_snapshot: Snapshot, step: int = 0) -> None:
    """Called when the user presses a button: on the panel, the keyboard, a headset. Runs on the library's thread."""
    global song, snapshot
    song, snapshot = song + step, new_snapshot
    show()


signal.signal(signal.SIGTERM, lambda *_: sys.exit())
with App("minimal") as app:
    session = Session(app)
    session.commands = [Command.play(lambda: change(Snapshot.playing())), Command.next(lambda: change(snapshot, 1)),
                        Command.pause(lambda: change(Snapshot.paused()))]
    show()
    session.request_application_primary()
    sys.stdin.read()

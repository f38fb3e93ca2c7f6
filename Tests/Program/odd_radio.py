#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A player in Python with a mistake, for the tests of doctor. It lives until the end of its input.

usage: odd_radio.py [forgets|waits|hangs|fails|bare|unread|ended|forks|closes]

forgets: it never asks to be shown. waits: it never calls the library from its own loop. hangs: it calls it no more once
it is shown. fails: its picture cannot be loaded. bare: it has no picture after all. unread: its picture's file is not
there. ended: it plays at the end of its song. forks: it has a helper. closes: it closes the session that was shown.
"""

import os
import sys
import time

from nowplaying import App, Artwork, Command, ManualLoop, Music, NowPlayingError, Session, Snapshot


def load(_width, _height):
    raise NowPlayingError("server said 404")


ARTWORKS = {"fails": Artwork("a", load), "bare": Artwork("a", lambda _width, _height: None),
            "unread": Artwork.file("/nowhere.png", id="a")}
MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""
IS_MANUAL = MISTAKE in ("waits", "hangs")
app = App("org.example.Radio", display_name="Example Radio", **({"loop": ManualLoop()} if IS_MANUAL else {}))
session = Session(app, "main")
with session.update():
    session.commands = [Command.play(lambda: None)]
    session.content = Music("A Title", duration=200, artwork=ARTWORKS.get(MISTAKE))
    session.snapshot = Snapshot.playing(200) if MISTAKE == "ended" else Snapshot.paused(5)
if MISTAKE != "forgets":
    session.request_application_primary()
    while MISTAKE != "waits" and not app.bus_name:
        if IS_MANUAL:
            app.dispatch()
        time.sleep(0.01)  # sleeps: paces a loop that waits for a condition
if MISTAKE == "closes":
    other = Session(app, "other")
    other.content = Music("Another Title")
    session.close()
    while app.bus_name:
        time.sleep(0.01)  # sleeps: paces a loop that waits for a condition
if MISTAKE == "forks" and os.fork() == 0:
    os.read(0, 1)
    os._exit(0)
print("ready", flush=True)
sys.stdin.read()

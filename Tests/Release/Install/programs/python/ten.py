# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Usage: ten.py     Shows a song until the end of input, and says "play" when the desktop does."""
import sys

from nowplaying import App, Command, Music, Session

with App("ten") as app:
    session = Session(app)
    with session.update():
        session.content = Music("Ten Lines", "Python")
        session.commands = [Command.play(lambda: print("play", file=sys.stderr))]
    session.request_application_primary()
    sys.stdin.read()

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""usage: player.py [--whole | --exact] ENGINE ADDRESS...     plays addresses by an engine, in a loop

Publishes all that it knows at each signal of its engine, as docs/engines.md says, and nothing of its own: no
comparison, no timer. Prints what the engine has reported, whenever that has changed, with the time. With --whole or
--exact the player tells its position when it is asked, in whole seconds or as the engine has it, and prints the
engine's position ten times a second, with the time.
"""
import json
import sys
import threading
import time

import engines

from nowplaying import App, Command, GLibLoop, Music, QtLoop, Session, Snapshot

STATES = {engines.STOPPED: Snapshot.stopped, engines.LOADING: Snapshot.buffering, engines.PAUSED: Snapshot.paused,
          engines.PLAYING: Snapshot.playing}


class Player:
    def __init__(self, name, files):
        self.files, self.index, self.lock, self.told = files, 0, threading.RLock(), None
        self.session = self.engine = None
        arguments = [self.following] if name == "gapless" else []
        self.engine = engines.ENGINES[name](self.changed, self.end, *arguments)

    @property
    def file(self):
        return self.files[self.index % len(self.files)]

    def following(self):
        return self.files[(self.index + 1) % len(self.files)]

    def go(self, step):
        with self.lock:
            self.index += step
            self.engine.play(self.file)

    def play(self):
        with self.lock:
            if self.engine.state == engines.STOPPED:
                self.engine.play(self.file)
            else:
                self.engine.resume()

    def end(self):
        """A file has ended; a gapless engine has begun the next one."""
        with self.lock:
            if isinstance(self.engine, engines.Gapless):
                self.index += 1
            else:
                self.go(1)

    def changed(self):
        with self.lock:
            engine = self.engine
            if engine is None:
                return
            known = (self.file, engine.title, engine.length and round(engine.length, 3), engine.state)
            if known != self.told:
                self.told = known
                print(json.dumps([time.monotonic(), *known]), flush=True)
            if self.session is None:
                return
            name = self.file.rsplit("/", 1)[-1]
            with self.session.update():
                self.session.content = Music(engine.title or name, "Somebody", id=self.file, duration=engine.length)
                self.session.snapshot = STATES[engine.state](engine.position() if engine.state != "buffering" else 0)


def print_positions(engine):
    while True:
        position = engine.position()
        if engine.state == engines.PLAYING and position is not None:
            print(json.dumps([time.monotonic(), position]), flush=True)
        time.sleep(0.1)  # sleeps: paces what is printed


def whole(seconds):
    return seconds if seconds is None else int(seconds)


def main(*arguments):
    how = arguments[0] if arguments[0].startswith("--") else None
    name, *files = arguments[1:] if how else arguments
    player = Player(name, files)
    engine = player.engine
    loop = GLibLoop() if hasattr(engine, "gst") else QtLoop(engine.qt) if hasattr(engine, "qt") else None
    with App("engine", **{"loop": loop} if loop else {}) as app:
        options = {}
        if how:
            options["on_position"] = engine.position if how == "--exact" else lambda: whole(engine.position())
            threading.Thread(target=print_positions, args=[engine], daemon=True).start()
        player.session = Session(app, **options)
        commands = [Command.play(player.play), Command.stop(engine.stop), Command.next(lambda: player.go(1)),
                    Command.previous(lambda: player.go(-1))]
        if hasattr(engine, "pause"):
            commands.append(Command.pause(engine.pause))
        player.session.commands = commands
        player.session.request_application_primary()
        player.play()
        engine.run()


main(*sys.argv[1:])

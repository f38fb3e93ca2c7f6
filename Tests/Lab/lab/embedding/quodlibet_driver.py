# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A plugin for Quod Libet that lets tests drive it and read its state: each line of JSON at a socket is answered by
one."""

import json
import os
import socket

from gi.repository import GLib

from quodlibet import app


def state():
    player = app.player
    return "Stopped" if not player.song else "Paused" if player.paused else "Playing"


def shown():
    """Returns {file name: song} of the playing list."""
    return {row[0]("~filename"): row[0] for row in app.window.songlist.get_model()}


def jump(name):
    app.player.go_to(shown()[name], explicit=True)
    app.player.paused = False


def list_songs(*names):
    """Puts the files into the library, all of which the browser shows; returns how many it does."""
    if not set(names) <= shown().keys():
        for name in names:
            app.library.add_filename(name)
        app.browser.activate()
    return len(shown().keys() & set(names))


def loop():
    options = app.player_options
    return "None" if not options.repeat else "Track" if options.single else "Playlist"


def pause():
    app.player.paused = True


ORDERS = {"list": list_songs, "jump": jump, "play": lambda: app.player.play(), "pause": pause,
          "stop": lambda: app.player.stop(), "state": state, "position": lambda: app.player.get_position(),
          "title": lambda: app.player.info and app.player.info("title") or "", "volume": lambda: app.player.volume,
          "LoopStatus": loop, "Shuffle": lambda: app.player_options.shuffle}


def accept(server, *_):
    connection, _ = server.accept()
    with connection:
        word, *rest = json.loads(connection.makefile().readline())
        connection.sendall(json.dumps(ORDERS[word](*rest)).encode() + b"\n")
    return True


def listen():
    if not getattr(app, "window", None) or not app.player:
        return True
    server = socket.socket(socket.AF_UNIX)
    server.bind(os.environ["QUODLIBET_DRIVER"])
    server.listen()
    GLib.io_add_watch(server.fileno(), GLib.IO_IN, lambda *_: accept(server))
    return False


GLib.timeout_add(100, listen)

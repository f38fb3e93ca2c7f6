# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base class of the drivers that run in players written in Python."""

import json
import os
import socket

from gi.repository import GLib


class Driver:
    """Answers at the socket that $PLAYER_DRIVER names. A line of JSON is a word and its arguments; the answer is the
    result of the method of this name, as a line of JSON."""

    def listen(self):
        server = socket.socket(socket.AF_UNIX)
        server.bind(os.environ["PLAYER_DRIVER"])
        server.listen()
        GLib.io_add_watch(server.fileno(), GLib.IO_IN, lambda *_: self.accept(server))

    def accept(self, server):
        connection, _ = server.accept()
        with connection:
            word, *rest = json.loads(connection.makefile().readline())
            connection.sendall(json.dumps(getattr(self, word)(*rest)).encode() + b"\n")
        return True

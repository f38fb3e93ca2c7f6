# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Fake servers, which answer as a test wants, and record the questions."""

import shlex
import socket
import threading

GREETING = b"OK MPD 0.23.5\n"
STATUS = {"volume": "50", "repeat": "0", "random": "0", "single": "0", "consume": "0", "playlist": "1",
          "playlistlength": "1", "state": "play", "song": "0", "songid": "1", "elapsed": "1.000", "duration": "60.000"}
SONG = {"file": "a.flac", "Title": "A Song", "duration": "60.000", "Pos": "0", "Id": "1"}
OUTPUT = {"outputid": "0", "outputname": "Speakers", "plugin": "null", "outputenabled": "1"}


def lines(pairs):
    """Returns the lines of an answer from its pairs of a name and a value, which may be text or bytes."""
    return b"".join(key.encode() + b": " + (value if isinstance(value, bytes) else value.encode()) + b"\n"
                    for key, value in (pairs.items() if isinstance(pairs, dict) else pairs))


class Listener:
    """A port of this computer; each connection is a thread in `serve`."""

    def __init__(self):
        self.listener, self.open = socket.create_server(("127.0.0.1", 0)), []
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.open.append(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def close(self):
        self.listener.close()
        for connection in self.open:
            connection.close()


class Fake(Listener):
    """Answers as MPD does, with what its attributes say."""

    def __init__(self):
        self.greeting, self.status, self.song, self.outputs = GREETING, dict(STATUS), dict(SONG), [dict(OUTPUT)]
        self.cover, self.limit = b"", 8192
        self.asked, self.connections = [], 0
        self.changes, self.version, self.subsystem = threading.Condition(), 0, ""
        super().__init__()

    def serve(self, connection):
        """Answers one client, until it leaves."""
        self.connections += 1
        state = {"seen": self.version, "ends": False}
        try:
            connection.sendall(self.greeting)
            reader = connection.makefile("rb")
            batch = None
            for raw in reader:
                line = raw.decode(errors="replace").rstrip("\n")
                with self.changes:
                    self.asked.append(line)
                    self.changes.notify_all()
                if line.startswith("command_list"):
                    if line == "command_list_end":
                        connection.sendall(b"".join(batch) + b"OK\n")
                    batch = [] if "begin" in line else None
                elif batch is not None:
                    batch.append(self.answer(line) + b"list_OK\n")
                elif line.startswith("idle"):
                    threading.Thread(target=self.idle, args=(connection, state), daemon=True).start()
                elif line == "noidle":
                    with self.changes:
                        state["ends"] = True
                        self.changes.notify_all()
                else:
                    connection.sendall(self.answer(line) + b"OK\n")
        except OSError:
            pass
        finally:
            connection.close()

    def idle(self, connection, state):
        with self.changes:
            self.changes.wait_for(lambda: state["ends"] or state["seen"] != self.version)
            changed = state["seen"] != self.version
            state["seen"], state["ends"] = self.version, False
        try:
            connection.sendall((f"changed: {self.subsystem}\n" if changed else "").encode() + b"OK\n")
        except OSError:
            pass

    def answer(self, line):
        """Returns the answer, without its "OK"."""
        word, *arguments = shlex.split(line)
        if word == "status":
            return lines(self.status)
        if word == "currentsong":
            return lines(self.song)
        if word == "outputs":
            return b"".join(lines(output) for output in self.outputs)
        if word == "binarylimit":
            self.limit = int(arguments[0])
        if word == "readpicture" and self.cover:
            offset = int(arguments[1])
            part = self.cover[offset:offset + self.limit]
            return lines({"size": str(len(self.cover)), "binary": str(len(part))}) + part + b"\n"
        return b""

    def change(self, subsystem="player"):
        """Tells clients that wait for changes which subsystem has changed."""
        with self.changes:
            self.subsystem = subsystem
            self.version += 1
            self.changes.notify_all()

    def wait_asked(self, command, count=1):
        with self.changes:
            found = self.changes.wait_for(lambda: self.asked.count(command) >= count, 20)
        assert found, f"it was not asked {command}, but {self.asked}"


class Script(Listener):
    """A server that sends the same text to every client, and then waits or hangs up."""

    def __init__(self, said, hangs_up=False):
        self.said, self.hangs_up = said, hangs_up
        self.seen = threading.Semaphore(0)
        super().__init__()

    def serve(self, connection):
        try:
            connection.sendall(self.said)
        except OSError:
            pass
        if self.hangs_up:
            connection.shutdown(socket.SHUT_RDWR)
        self.seen.release()

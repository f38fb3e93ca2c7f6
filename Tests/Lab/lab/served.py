# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Serves the files of a folder to browsers."""

import contextlib
import functools
import http.server
import threading
import time
from pathlib import Path

# An address below this path gives the file of the same address without it, late by so many seconds.
SLOW, DELAY = "/slow/", 1.5
# The end of an address that browsers must not cache: they fetch the file each time.
FRESH = "?fresh"
# Below the first of these folders, files have no end; below the other, none comes before the server is closed.
ENDLESS, NEVER = "/endless/", "/never/"
MOST_WITHOUT_END = 128 << 20


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, with ranges, by which browsers seek."""

    protocol_version = "HTTP/1.1"

    def send_head(self):
        self.server.asked.append((self.path, self.headers))
        if self.path.startswith(SLOW):
            self.path = self.path.replace(SLOW, "/", 1)
            time.sleep(DELAY)  # sleeps: is as slow as networks are
        if self.path.startswith(ENDLESS):
            return self.send_without_end()
        if self.path.startswith(NEVER):
            self.server.closed.wait()
            return None
        path = Path(self.translate_path(self.path))
        wanted = self.headers.get("Range", "")
        if not wanted.startswith("bytes=") or not path.is_file():
            return super().send_head()
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        size = path.stat().st_size
        start, end = int(first), min(int(last or size), size - 1)
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Range", f"bytes {start}-{end}/{size}")
        self.send_header("Content-Length", str(end + 1 - start))
        self.end_headers()
        file = path.open("rb")
        file.seek(start)
        self.left = end + 1 - start
        return file

    def send_without_end(self):
        """Sends until nobody takes more, or far more than anybody should have taken."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.end_headers()
        with contextlib.suppress(OSError):
            while self.server.sent_without_end < MOST_WITHOUT_END:
                self.wfile.write(bytes(1 << 16))
                self.server.sent_without_end += 1 << 16

    def end_headers(self):
        if self.path.endswith(FRESH):
            self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def copyfile(self, source, outputfile):
        left, self.left = getattr(self, "left", None), None
        with contextlib.suppress(OSError):  # the browser has enough
            outputfile.write(source.read(left) if left else source.read())

    def log_message(self, *_arguments):
        pass


class Pages:
    """A server of a folder."""

    def __init__(self, folder):
        self.folder = folder
        handler = functools.partial(Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        # The requests so far: what was asked for, and the headers.
        self.asked = self.server.asked = []
        self.server.sent_without_end, self.server.closed = 0, threading.Event()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.at = f"http://127.0.0.1:{self.server.server_port}"
        # Another origin, that is this server as well.
        self.elsewhere = f"http://localhost:{self.server.server_port}"

    def sent_without_end(self):
        """Returns how many bytes of files without an end have gone so far."""
        return self.server.sent_without_end

    def close(self):
        self.server.closed.set()
        self.server.shutdown()
        self.server.server_close()

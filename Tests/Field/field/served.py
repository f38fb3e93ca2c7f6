# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Serves the files of a folder to browsers."""

import contextlib
import functools
import http.server
import threading
import time
from pathlib import Path
from urllib.parse import unquote

# An address below this path gives the file of the same address without it, late by so many seconds.
SLOW, DELAY = "/slow/", 1.5
# The end of an address that browsers must not cache: they fetch the file each time.
FRESH = "?fresh"
# Below the first of these folders, files have no end; below the other, none comes before the server is closed.
ENDLESS, NEVER = "/endless/", "/never/"
MOST_WITHOUT_END = 128 << 20
# The seconds from one piece of 64 KiB to the next, of a file without an end.
PACE = 0.01
# Below this folder, files come without a length and without ranges, as from servers that make them as they go. Their
# last quarter does not come before the server is closed.
PASSING = "/passing/"
# Behind this path stands the address to which a request is redirected.
REDIRECT = "/redirect/"
# Names of the web, which the tests have browsers look up on this computer.
WEB_NAMES = ("music.example", "pictures.example")


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
        if self.path.startswith(REDIRECT):
            self.send_response(302)
            self.send_header("Location", unquote(self.path.removeprefix(REDIRECT)))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if self.path.startswith(PASSING):
            self.send_passing()
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

    def send_passing(self):
        self.close_connection = True
        path = Path(self.translate_path(self.path.replace(PASSING, "/", 1)))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.end_headers()
        data = path.read_bytes()
        with contextlib.suppress(OSError):
            self.wfile.write(data[:len(data) * 3 // 4])
            self.server.closed.wait()

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
                time.sleep(PACE)  # sleeps: is as slow as networks are, so that few bytes are under way at an end

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
        self.port = self.server.server_port
        self.at = f"http://127.0.0.1:{self.port}"
        # Two other origins, that are this server as well: a site, and its server of pictures.
        self.elsewhere, self.pictures = (f"http://{name}:{self.port}" for name in WEB_NAMES)

    def sent_without_end(self):
        """Returns how many bytes of files without an end have gone so far."""
        return self.server.sent_without_end

    def close(self):
        self.server.closed.set()
        self.server.shutdown()
        self.server.server_close()

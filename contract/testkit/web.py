# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A server with good pictures, and with answers that a surface must handle with care."""

import contextlib
import http.server
import threading

from .pictures import numbered

# The paths with a picture, and its number; and the paths without.
GOOD = {"/a.png": 8, "/a.png?again": 8, "/moved": 8, "/unsaid": 9, "/%C3%BC%20b.png": 10}
BAD = ["/large", "/large-and-said", "/endless", "/none", "/to-a-file", "/in-a-circle", "/text", "/empty"]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.asked.append((self.path, self.headers.get("Cookie")))
        with contextlib.suppress(OSError):  # the client has enough
            self.answer(self.path)

    def answer(self, path):
        picture = numbered(GOOD.get(path, 8))
        places = {"/moved": "/a.png", "/to-a-file": "file:///etc/passwd", "/in-a-circle": "/in-a-circle"}
        if path in places:
            self.begin(302, 0, Location=places[path])
        elif path in ("/large", "/endless"):
            self.begin(200, None)
            self.wfile.write(picture + bytes(9 << 20))
            while path == "/endless":
                self.wfile.write(bytes(1 << 20))
        elif path == "/large-and-said":
            self.begin(200, len(picture) + (9 << 20))
            self.wfile.write(picture + bytes(9 << 20))
        elif path == "/hung":
            self.server.hung.set()
            self.server.over.wait()
        elif path == "/drip":
            self.begin(200, None)
            while not self.server.over.wait(0.2):
                self.wfile.write(picture[:1])
        elif path == "/none":
            self.begin(404, len(picture))
            self.wfile.write(picture)
        else:
            data = {"/text": b"text" * 99, "/empty": b""}.get(path, picture)
            self.begin(200, None if path == "/unsaid" else len(data))
            self.wfile.write(data)

    def begin(self, status, length, **headers):
        """length: None where it is not said."""
        self.send_response(status)
        headers["Set-Cookie"] = "who=you"
        if length is None:
            headers["Connection"] = "close"
            self.close_connection = True
        else:
            headers["Content-Length"] = str(length)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_arguments):
        pass


@contextlib.contextmanager
def serving():
    """Yields the server: its address `at`; the path and cookie of each request in `asked`; and `hung`, which is set
    once a client waits for /hung, which never answers."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.asked, server.daemon_threads = [], True
        server.hung, server.over = threading.Event(), threading.Event()
        server.at = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()

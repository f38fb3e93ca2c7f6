# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests of engines as they are: how an item begins in a player that publishes at every signal, and docs/engines.md.

usage: python3 -m pytest -p no:cacheprovider [--build=DIR] [--rounds=N] Tests/Field/Engines [-k ENGINE]
"""
import http.server
import subprocess
import threading
import time

import pytest
from trial import LENGTHS

from testkit.desktop import start_sound_server

pytest_plugins = ["testkit.plugin"]


def pytest_addoption(parser):
    parser.addoption("--rounds", type=int, default=1,
                     help="for each 5 items after Next, 2 after a natural end, and 2 after Stop and Play")


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Returns the environment for a sound server that plays to nowhere."""
    folder = tmp_path_factory.mktemp("sound")
    server, address = start_sound_server(folder)
    yield {"PULSE_SERVER": address, "HOME": str(folder)}
    server.stop()


class Slow(http.server.SimpleHTTPRequestHandler):
    """A server that waits before each answer, and then sends the file in pieces."""

    def log_message(self, *_):
        pass

    def copyfile(self, source, output):
        time.sleep(0.15)  # sleeps: a server that is slow
        while piece := source.read(20_000):
            output.write(piece)
            time.sleep(0.02)  # sleeps: a line that is slow


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Returns two long files and two short ones, each with a title."""
    folder = tmp_path_factory.mktemp("files")
    for kind, seconds in LENGTHS.items():
        for number in range(2):
            subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"sine=duration={seconds}",
                            "-metadata", f"title={kind} {number}", folder / f"{kind}{number}.flac"], check=True)
    return folder


@pytest.fixture(scope="module")
def server(files):
    """Serves the files by a slow server, and yields its address."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Slow(*given, directory=files)) as made:
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{made.server_port}"
        made.shutdown()

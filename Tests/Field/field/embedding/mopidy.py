# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Mopidy, with its MPRIS extension."""

import contextlib
import json
import socket
import urllib.request
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Source

from .contender import Embedded, run

FOLDER = "mopidy_mpris"
CONFIG = """[core]
cache_dir = {home}/cache
config_dir = {home}/config
data_dir = {home}/data
[audio]
mixer = software
output = pulsesink
[http]
hostname = 127.0.0.1
port = {port}
zeroconf =
[file]
media_dirs = {music}
"""


class Mopidy(Embedded):
    name, called = "mopidy", "Mopidy"
    packages = ("ed", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good", "gstreamer1.0-pulseaudio", "mopidy",
                "pulseaudio", "python3-pydbus", "python3-setuptools")
    source = Source("mopidy-mpris", "bookworm", "mopidy-mpris_3.0.3.orig.tar.gz",
                    "ac7420348ca5b9d4c42fb4430bc748a7219330eb754dace7ea2fe8aca9523f85", "Mopidy-MPRIS-3.0.3")
    its_files = tuple(f"{FOLDER}/{name}.py" for name in (
        "__init__", "frontend", "interface", "player", "playlists", "root", "server"))
    no_longer = its_files[2:]
    kept = its_files[:1]
    track_id = r"/com/mopidy/track/(\d+)"
    level = 0.4

    @classmethod
    def build(cls, kind, tree, installed):
        run(["/usr/bin/python3", "-B", "setup.py", "-q", "egg_info"], tree, tree.parent / "build.log")

    def start(self):
        home = Path(self.bus.directory, "mopidy")
        home.mkdir()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        config = home / "mopidy.conf"
        config.write_text(CONFIG.format(home=home, port=self.port, music=self.files[0].parent))
        tree = self.trees[self.kind]
        path = f"{tree}:{self.environment.get('PYTHONPATH', '')}"
        self.entries = []
        return Program(["/usr/bin/python3", "-B", "-m", "mopidy", "--config", config],
                       self.environment | {"PYTHONPATH": path})

    def call(self, method, **parameters):
        """Calls a method of Mopidy's core, and returns its answer."""
        body = {"jsonrpc": "2.0", "id": 1, "method": f"core.{method}", "params": parameters}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/mopidy/rpc", json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["result"]

    def listed(self):
        with contextlib.suppress(OSError):
            if not self.entries:
                self.entries = self.call("tracklist.add", uris=[file.as_uri() for file in self.files])
            return True

    def order(self, word, *rest):
        if word == "jump":
            self.call("playback.play", tlid=self.entries[rest[0]]["tlid"])
        else:
            self.call(f"playback.{word}")

    def state(self):
        return self.call("playback.get_state").capitalize()

    def plays(self):
        track = self.call("playback.get_current_track")
        return track and track.get("name") or ""

    def engine(self):
        second = self.call("playback.get_time_position") / 1000
        return second, second

    def volume(self):
        return self.call("mixer.get_volume") / 100

    def mode(self, name):
        if name == "Shuffle":
            return self.call("tracklist.get_random")
        if not self.call("tracklist.get_repeat"):
            return "None"
        return "Track" if self.call("tracklist.get_single") else "Playlist"

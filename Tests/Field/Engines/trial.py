# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs a player with an engine as a program on a private bus."""
import json
import re
import subprocess
import sys
import threading
from pathlib import Path

import field
from testkit.bus import ROOT, is_changed, is_ours

FOLDER = Path(__file__).parent
NAME = ROOT + ".engine"
#: The kinds of files, and the seconds that each lasts.
LENGTHS = {"long": 20, "short": 1.2}
#: The headings of the table in docs/engines.md, by the engines.
HEADINGS = {"mpv": "libmpv", "vlc": "libVLC", "gstreamer": "GStreamer", "qt": "Qt Multimedia", "qt6": "Qt Multimedia",
            "qt6-ffmpeg": "Qt Multimedia", "mpd": "MPD"}


def says(name, engine, build):
    """Returns what a row of the table says of an engine. A cell may have another word for Qt with FFmpeg behind it."""
    page = next(field.installed(build).glob("share/doc/**/engines.md")).read_text(encoding="utf-8")
    headings, cells = (re.search(rf"^\|{title} \|(.*)\|$", page, re.M)[1].split("|") for title in ("", f" {name}"))
    cell = {heading.strip(): cell.strip() for heading, cell in zip(headings, cells)}[HEADINGS[engine]]
    usual, _, ffmpeg = cell.partition("; with FFmpeg ")
    return ffmpeg if ffmpeg and engine == "qt6-ffmpeg" else usual


class Trial:
    """A player on a bus, and the signals that it has sent since a time."""

    def __init__(self, bus, arguments, environment, build):
        self.bus, self.told, self.positions, self.client = bus, [], [], bus.client(NAME)
        self.process = subprocess.Popen(
            [sys.executable, FOLDER / "player.py", *arguments], text=True, stdout=subprocess.PIPE,
            env={**bus.environment, **environment, "PYTHONPATH": field.python_path(),
                 "NOWPLAYING_LIBRARY": str(field.library(build))})
        threading.Thread(target=self.read, daemon=True).start()
        bus.wait_name(NAME, timeout=30)

    def read(self):
        for line in self.process.stdout:
            said = json.loads(line)
            (self.told if len(said) > 2 else self.positions).append(said)

    def shown(self):
        """Returns the title, the length in seconds and the status, as a client reads them."""
        values = {name: variant.value for name, variant in self.client.get_all().items()}
        metadata = values["Metadata"]
        length = metadata["mpris:length"].value / 1e6 if "mpris:length" in metadata else None
        return metadata["xesam:title"].value, length, values["PlaybackStatus"]

    def wait(self, title, length):
        self.bus.wait_for(lambda: self.shown()[::2] == (title, "Playing")
                          and abs((self.shown()[1] or 0) - length) < 0.1, f"{title} plays, not {self.shown()}")

    def begun(self, start):
        """Returns the signals since a mark: for each its time, and the changed properties or, for Seeked, the
        position."""
        sent = [message for message in self.bus.since(start) if is_ours(message)]
        return [(message.time, {key: variant.value for key, variant in message.body[1].items()}
                 if is_changed(message) else message.body[0]) for message in sent]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.client.close()

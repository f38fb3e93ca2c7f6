# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Real Music Player Daemons, which play real files to nowhere."""

import os
import random
import shutil
import signal
import socket
import subprocess
from pathlib import Path

from testkit.desktop import wait_until

CONFIGURATION = """
music_directory "{music}"
db_file "{folder}/db"
state_file "{folder}/state"
bind_to_address "127.0.0.1"
port "{port}"
{more}
audio_output {{
  type "null"
  name "Speakers"
  mixer_type "software"
}}
audio_output {{
  type "null"
  name "Headphones"
  enabled "no"
  mixer_type "software"
}}
"""


def free_port():
    """Returns a free port outside the range from which the system gives ports to clients, so that a server that was
    killed finds it free again."""
    while True:
        port = random.randrange(10_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def listens(port):
    try:
        with socket.create_connection(("127.0.0.1", port)):
            return True
    except OSError:
        return False


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)


def make_cover(path, color, width, height):
    ffmpeg("-f", "lavfi", "-i", f"color=c={color}:s={width}x{height}", "-frames:v", 1, path)


def make_large_cover(path, side):
    """Makes a picture of noise, which cannot be compressed: with 1830 pixels on each side it has 10 MB."""
    ffmpeg("-f", "rawvideo", "-s", f"{side}x{side}", "-pix_fmt", "rgb24", "-i", "/dev/urandom", "-frames:v", 1, path)


def make_song(path, title, artist, seconds=90, cover=None, **tags):
    """Makes an audio file of a tone, with tags and perhaps an embedded cover."""
    picture = []
    if cover:
        picture = ["-i", cover, "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v", "attached_pic",
                   "-metadata:s:v", "comment=Cover (front)"]
    tags = {"title": title, "artist": artist, "album": f"The Album of {artist}", "track": "3/12", "date": "2006-05",
            "genre": "Tones", **tags}
    words = [word for key, value in tags.items() for word in ("-metadata", f"{key}={value}")]
    ffmpeg("-f", "lavfi", "-i", f"sine=frequency=330:duration={seconds}", *picture, *words, path)


class Server:
    """A music daemon, with the music in its folder."""

    def __init__(self, folder, port=None, more=""):
        self.folder, self.port = Path(folder), port or free_port()
        self.music = self.folder / "music"
        self.music.mkdir(parents=True, exist_ok=True)
        self.configuration = self.folder / "mpd.conf"
        self.configuration.write_text(CONFIGURATION.format(
            music=self.music, folder=self.folder, port=self.port, more=more), encoding="utf-8")
        self.process = None

    def start(self):
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(["mpd", "--no-daemon", "--stderr", self.configuration], stdout=log,
                                            stderr=log)
        wait_until("MPD answers", self.answers)
        return self

    def answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port)) as probe:
                return probe.recv(100).startswith(b"OK MPD")
        except OSError:
            return False

    def play(self):
        self.mpc("--wait", "update")
        self.mpc("clear")
        self.mpc("add", "/")
        self.mpc("play")

    def mpc(self, *words):
        done = subprocess.run(["mpc", "-h", "127.0.0.1", "-p", str(self.port), *words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, f"mpc {words}: {done.stderr}"
        return done.stdout

    def ask(self, *commands):
        """Returns the server's answer to commands of its protocol, as one dictionary."""
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            connection.sendall("".join(command + "\n" for command in (*commands, "close")).encode())
            text = b""
            while part := connection.recv(1 << 16):
                text += part
        return dict(line.split(": ", 1) for line in text.decode(errors="replace").split("\n") if ": " in line)

    def status(self):
        return self.ask("status")

    def send_signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def kitchen(folder):
    """Songs with embedded covers."""
    server = Server(os.path.join(folder, "kitchen"))
    make_cover(server.folder / "cover.png", "teal", 600, 600)
    for title, seconds in ("Moth", 90), ("Newt", 95), ("Owl", 100):
        make_song(server.music / f"{title}.flac", title, "The Oscillators", seconds, server.folder / "cover.png")
    return server


def bath(folder, more=""):
    """Makes a server with two songs: one has a cover of 10 MB beside it, the other has none."""
    server = Server(os.path.join(folder, "bath"), more=more)
    (server.music / "large").mkdir()
    (server.music / "none").mkdir()
    make_large_cover(server.music / "large/cover.png", 1830)
    make_song(server.music / "large/Wren.flac", "Wren", "The Pipes")
    make_song(server.music / "none/Yak.flac", "Yak", "The Pipes")
    return server

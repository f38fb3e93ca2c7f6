# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""cmus, in a virtual terminal."""

import contextlib
import fcntl
import os
import pty
import socket
import struct
import subprocess
import termios
import threading
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Source

from .contender import Embedded, run

OPTIONS = ["CONFIG_FLAC=y", "CONFIG_MAD=y", "CONFIG_PULSE=y", *(f"CONFIG_{name}=n" for name in (
    "AAC ALSA AO BASS CDDB CDIO CUE DISCID FFMPEG JACK MIKMOD MODPLUG MP4 MPC OPUS OSS SAMPLERATE SNDIO VORBIS VTX "
    "WAVPACK").split())]


class Terminal(Program):
    """A program in a virtual terminal."""

    def __init__(self, arguments, environment):
        self.said = []
        self.screen, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(arguments, env=environment | {"TERM": "xterm"}, stdin=its, stdout=its,
                                        stderr=its, start_new_session=True)
        os.close(its)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        with contextlib.suppress(OSError):  # it has ended
            while os.read(self.screen, 65536):
                pass

    def take(self):
        return self.said

    def stop(self):
        super().stop()
        self.reader.join()
        os.close(self.screen)


class Cmus(Embedded):
    name = called = "cmus"
    packages = ("ed", "gcc", "libc6-dev", "libflac-dev", "libmad0-dev", "libncurses-dev", "libpulse-dev",
                "libsystemd-dev", "make", "pkg-config", "pulseaudio")
    source = Source("cmus", "trixie", "cmus_2.12.0.orig.tar.gz",
                    "44b96cd5f84b0d84c33097c48454232d5e6a19cd33b9b6503ba9c13b6686bfc7", "cmus-2.12.0")
    its_files = ("mpris.c", "mpris.h")
    kept = ("mpris.h",)
    track_id = r"/(?:org/cmus/)?([0-9a-f]+)"
    key = "cmus:stream_title"
    level = 0.4

    @classmethod
    def build(cls, kind, tree, installed):
        prefix = tree.parent / "installed"
        variables = {"PKG_CONFIG_PATH": str(installed / "lib/pkgconfig")}
        own = ["CONFIG_NOWPLAYING=y", f"LDFLAGS=-Wl,-rpath,{installed / 'lib'}"] if kind == "ours" else [
            "CONFIG_MPRIS=y"]
        log = tree.parent / "build.log"
        run(["./configure", f"prefix={prefix}", *OPTIONS, *own], tree, log, **variables)
        run(["make", "-j2", "install"], tree, log, **variables)

    def start(self):
        home = Path(self.bus.directory, "cmus")
        home.mkdir()
        (home / "autosave").write_text("set output_plugin=pulse\nset softvol=true\nset softvol_state=100 100\n")
        (home / "lib.pl").write_text("".join(f"{file}\n" for file in self.files))
        self.environment |= {"CMUS_HOME": str(home)}
        return Terminal([self.trees[self.kind].parent / "installed/bin/cmus"], self.environment)

    def say(self, line):
        """Returns the answer of cmus to a command."""
        with socket.socket(socket.AF_UNIX) as remote:
            remote.settimeout(60)
            remote.connect(f"{self.bus.directory}/cmus-socket")
            remote.sendall(line.encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n\n") and answer != b"\n":
                received = remote.recv(65536)
                if not received:
                    break
                answer += received
        return answer.decode().strip()

    def status(self):
        """Returns {word: value} of the status."""
        lines = [line.split(" ", 2 if line.startswith(("tag ", "set ")) else 1) for line in self.say(
            "status").splitlines()]
        return {" ".join(words[:-1]): words[-1] for words in lines}

    def listed(self):
        with contextlib.suppress(OSError):
            return len(self.say("save -l -").splitlines()) == len(self.files)

    def order(self, word, *rest):
        if word == "jump":
            for line in ("view 2", "win-top", *["win-down"] * rest[0], "win-activate"):
                self.say(line)
        else:
            self.say({"play": "player-play", "pause": "player-pause", "stop": "player-stop"}[word])

    def tune(self, address):
        self.say(f"player-play {address}")

    def state(self):
        return self.status().get("status", "").capitalize()

    def plays(self):
        status = self.status()
        return status.get("tag title", "") or status.get("file", "")

    def engine(self):
        second = int(self.status().get("position", 0))
        return second, second + 1

    def volume(self):
        return int(self.status()["set vol_left"]) / 100

    def mode(self, name):
        status = self.status()
        if name == "Shuffle":
            return status["set shuffle"] not in ("false", "off")
        return "Track" if status["set repeat_current"] == "true" else (
            "Playlist" if status["set repeat"] == "true" else "None")

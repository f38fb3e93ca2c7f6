# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base class of all players."""

import contextlib
import json
import os
import socket
import subprocess
from pathlib import Path

from field.adapters.player import start_screen
from field.compared.contenders import Contender
from testkit.desktop import wait_until
from testkit.sources import lines_of, lines_of_patch

from . import patch_of

KINDS = ["peer", "ours"]
TITLES = ["First", "Second", "Third"]  # of what they play


class Embedded(Contender):
    """A player with its own MPRIS code ("peer") or with the library ("ours"). It has the files and does not play yet.

    An adapter also has `build()`, and the player's own commands: `order()`, `state()`, `plays()`, the title;
    `engine()`, the range of seconds in which the engine's position is; `listed()`, which waits until it has the files.
    """

    packages = ()  # packages for building and running it
    source = None
    its_files = ()  # the files of its source that are for MPRIS alone
    no_longer = ()  # those of its_files that are deleted where the library is used
    kept = ()  # those of its_files that are used with the library as well
    key = ""  # of its own, in the metadata of a station
    keys = set()  # those of a song's metadata in its own code, which scripts may read
    track_id = ""  # matches a track id as scripts know it, for which the player's own is the last group
    trees = {}  # kind → folder
    library = {}  # the variables by which programs find the library
    sound_server = ""  # its address

    @classmethod
    def leave(cls):
        """Ends programs that `build()` has started, such as the screen."""

    @classmethod
    def lines(cls):
        """Returns how many lines of code are for MPRIS alone: in the player itself, and with the library."""
        kept = lines_of(cls.trees["ours"] / name for name in cls.kept)
        return lines_of(cls.trees["peer"] / name for name in cls.its_files), kept + lines_of_patch(patch_of(cls.name))

    def __init__(self, kind, *files, bus=None):
        super().__init__(bus)
        self.kind, self.files = kind, files
        self.environment = self.bus.environment | {"PULSE_SERVER": self.sound_server} | self.library
        self.process = self.start()

    def __enter__(self):
        try:
            wait_until(f"{self.name} has begun", self.listed)
            if self.bus.daemon:
                self.bus.wait_name(self.bus_name, timeout=60)
            is_ours = "libnowplaying.so" in Path(f"/proc/{self.pid}/maps").read_text()
            assert is_ours == (self.kind == "ours"), f"{self.name}: the code of both is the same"
        except BaseException:
            print("\n".join(self.process.take()[-40:]), flush=True)
            self.close()
            raise
        return self

    def play(self, place=0):
        """Plays one of the files, and waits until the player reports it."""
        self.order("jump", place)
        wait_until(f"{self.name} plays {TITLES[place]}",
                   lambda: self.state() == "Playing" and TITLES[place] in self.plays())
        if self.bus.daemon:
            wait_until("it says so", lambda: self.title() == TITLES[place]
                       and self.get("PlaybackStatus") == "Playing")
        return self

    @property
    def has_ended(self):
        return self.process.process.poll() is not None


class Driven(Embedded):
    """A player with a window, which a plugin of ours drives: each line at its socket is answered by one."""

    screen = None
    socket = ""  # its path

    @classmethod
    def need_screen(cls):
        """Starts a screen, unless one is there: it is for both kinds."""
        if not cls.screen:
            cls.screen, cls.display = start_screen()

    @classmethod
    def leave(cls):
        cls.screen.stop()

    def tell(self, line):
        """Returns the answer to a line."""
        with socket.socket(socket.AF_UNIX) as driver:
            driver.settimeout(60)
            driver.connect(self.socket)
            driver.sendall(line.encode() + b"\n")
            return driver.makefile().readline().rstrip("\n")


class Answering(Driven):
    """A player whose driver, in Python, answers a word and its arguments, a line of JSON, by the result of the method
    of this name."""

    def prepare_gtk4(self, home):
        """Makes a home for a program on GTK 4, which finds the screen and its driver's socket in its environment."""
        home.mkdir()
        self.socket = str(home / "driver")
        self.environment |= {"HOME": str(home), "PLAYER_DRIVER": self.socket, "DISPLAY": self.display,
                             "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory",
                             "GTK_A11Y": "none", "GST_REGISTRY": str(self.trees[self.kind].parent / "registry")}

    def do(self, word, *rest):
        return json.loads(self.tell(json.dumps([word, *rest], default=str)))

    def listed(self):
        with contextlib.suppress(OSError, ValueError):
            return self.do("list") == len(self.files)

    def order(self, word, *rest):
        self.do(word, *rest)

    def state(self):
        return self.do("state")

    def plays(self):
        return self.do("title")

    def engine(self):
        second = self.do("position")
        return second, second

    def volume(self):
        return self.do("volume")

    def mode(self, name):
        return self.do("loop" if name == "LoopStatus" else "shuffle")


class Reporting(Driven):
    """A player whose driver answers each order with the player's whole state: state, title, position, volume, whether
    it repeats, whether it shuffles, and the number of its songs."""

    def do(self, line=""):
        return self.tell(line).split("\t")

    def listed(self):
        with contextlib.suppress(OSError):
            return int(self.do()[6]) == len(self.files)

    def order(self, word, *rest):
        self.do(" ".join([word, *map(str, rest)]))

    def state(self):
        return self.do()[0]

    def plays(self):
        return self.do()[1]

    def volume(self):
        return float(self.do()[3])

    def mode(self, name):
        _, _, _, _, repeats, shuffles, _ = self.do()
        return shuffles == "1" if name == "Shuffle" else "Playlist" if repeats == "1" else "None"


def run(words, folder, log, **variables):
    """Runs a command of a build, whose output is in a file."""
    with open(log, "a", encoding="utf-8") as file:
        done = subprocess.run(list(map(str, words)), cwd=folder, stdout=file, stderr=subprocess.STDOUT, check=False,
                              env=os.environ | variables, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))} failed; its own words: {log}")

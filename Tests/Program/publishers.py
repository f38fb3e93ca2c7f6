# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Real players without a screen and without sound, each started as its users start it, and the known faults of each."""

import os
import shutil
import signal
import subprocess

from field import servers
from testkit import HERE as TESTKIT
from testkit.bus import ROOT
from testkit.desktop import wait_until
from testkit.reference import ReferencePlayer

SONGS = [("One", 60), ("Two", 60), ("Short", 2), ("Last", 60)]
NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


def make_songs(folder):
    """Makes the files to play, in their order."""
    files = [folder / f"{number}.flac" for number in range(len(SONGS))]
    for file, (title, seconds) in zip(files, SONGS):
        servers.make_song(file, title, "A Band", seconds)
    return files


class Publisher:
    """A real player, which runs from `start` on. playerctl calls it by `name`, and nowplaying by `called`."""

    titles = [title for title, _ in SONGS]
    # Commands that the player does not offer.
    without = set()
    # Steps that the player itself does wrong, each with the reason.
    wrong = {}
    # The largest difference, in seconds, between the player's position and a correct one.
    precision = 0.1
    # Whether the player uses this library: then the checker judges everything that it sends.
    is_ours = False

    def __init__(self, bus, songs, folder):
        self.bus, self.songs = bus, songs
        self.folder = folder / type(self).__name__
        self.process = self.name = self.called = self.client = None

    def start(self):
        self.folder.mkdir(exist_ok=True)
        before = set(self.bus.names())
        self.begin()
        wait_until(f"there is a {type(self).__name__}", lambda: self.arrived(before))
        # The player's name is the shortest of the new names: the reference player has a second name, which begins with
        # the first, for sessions that play on other devices.
        self.name = min(self.arrived(before), key=len)
        unique = self.bus.owner(self.name)
        if not self.is_ours:
            self.bus.foreign.add((self.bus.epoch, unique))
        self.names = {name for name in self.arrived(before) if self.bus.owner(name) == unique}
        self.others = ",".join(name.removeprefix(ROOT + ".") for name in self.arrived(before) - self.names)
        self.client = self.bus.client(self.name)
        self.name = self.called = self.name.removeprefix(ROOT + ".")
        return self

    def arrived(self, before):
        assert self.process.poll() is None, f"it ended: {(self.folder / 'log').read_text()}"
        return set(self.bus.names()) - before

    def run(self, *command, **environment):
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                list(map(str, command)), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**self.bus.environment, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder),
                     "XDG_RUNTIME_DIR": str(self.folder), **environment})

    def kill(self):
        """Ends the player as a crash does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.client:
            self.client.close()
        if self.process and self.process.poll() is None:
            self.kill()


class Mpv(Publisher):
    """mpv with Debian's mpv-mpris, which mpv loads by itself."""

    wrong = {"play again": "to stop is to empty its list: there is nothing left to play",
             "change-shuffle-mode": "it says that it shuffles, whatever mpv does"}

    def begin(self):
        self.run("mpv", "--idle", "--ao=null", "--vo=null", "--no-terminal", *self.songs)


class Vlc(Publisher):
    """VLC runs as another user where root runs the tests, because it refuses to run as root."""

    wrong = {"volume": "it says 0 where its output has no volume, as the one that makes no sound",
             "seek-to-position 50": "while it is paused it sends no Seeked"}
    # VLC updates its position four times a second.
    precision = 0.4

    def begin(self):
        as_other = []
        if os.geteuid() == 0:
            as_other = NOBODY
            shutil.chown(self.folder, "nobody", "nogroup")
        self.run(*as_other, "vlc", "-I", "dummy", "--aout", "dummy", "--no-video", *self.songs)


class MpDris2(Publisher):
    """mpDris2 with a Music Player Daemon."""

    without = {"change-rate", "quit"}
    # mpDris2 counts in whole seconds.
    precision = 1.1
    server = None

    def begin(self):
        if not self.server:
            self.server = servers.Server(self.folder / "mpd")
            for song in self.songs:
                os.link(song, self.server.music / song.name)
            self.server.start().play()
        self.run("mpDris2", "--host=127.0.0.1", f"--port={self.server.port}", f"--music-dir={self.server.music}")

    def close(self):
        super().close()
        if self.server:
            self.server.close()


class Small(Publisher):
    """A player made with GLib alone, as many small players are."""

    words = []
    without = {"change-rate"}

    def begin(self):
        program = TESTKIT / "small_player.py"
        self.run("/usr/bin/python3", "-B", program, type(self).__name__, *self.words)


class Invalidating(Small):
    """A player that says which properties have changed, without their new values."""

    words = ["invalidates"]


class OurReference(Publisher):
    """The reference player of the protocol, with its two connections and four sessions."""

    is_ours = True
    titles = ["Trial Song", "Episode 7"]
    without = {"quit"}

    def begin(self):
        self.run(ReferencePlayer.program)

    def start(self):
        super().start()
        self.called = "main"
        return self


class OurPublisher(Publisher):
    """The player that desktops are tested with. When it is told to quit, it only writes that down."""

    is_ours = True
    titles = ["A", "A 1"]
    wrong = {"quit": "it writes that down, and goes on"}
    program = None  # set by conftest.py

    def begin(self):
        self.run(self.program, TITLE="A", CALLS=str(self.folder / "calls"))


ALL = [Mpv, Vlc, MpDris2, Small, Invalidating, OurReference, OurPublisher]

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""mpv, VLC and Audacious with the peer's plugin, with ours, and bare; each is asked and driven in its own way, too."""

import contextlib
import os
import re
import shutil
from pathlib import Path

from field.adapters import audacious, mpv, vlc
from field.adapters.mpv import BARE, PEER
from field.adapters.player import Player
from testkit.bus import PLAYER
from testkit.desktop import start_sound_server, wait_until
from testkit.sent import kinds_of_problems
from testkit.wire import DBusError

KINDS = ["peer", "ours", "bare"]
TITLES = ["First", "Second", "Third"]  # of what they play


class Contender(Player):
    """Facts about each player."""

    date = "2006-05-31"  # what it reads of the first file's
    version = ""  # of the peer, where it is not the package's
    stops = 3  # how often a client can stop it and have it play again
    clock = 0.3  # tolerated difference of the player's own position, in seconds
    mpris_client = None

    problems = set()  # all (kind, problem) pairs that the strict checker has found

    def __exit__(self, *_):
        """Collects the problems in the player's messages, which a row of the table reports, and ends the player."""
        if self.bus.daemon:
            Contender.problems |= {(self.kind, problem) for problem in kinds_of_problems(self.bus)}
        self.leave_bus()
        self.close()

    @property
    def mpris(self):
        """Returns a client that stays connected."""
        if not self.mpris_client:
            self.mpris_client = self.client()
        return self.mpris_client

    def metadata(self):
        """Returns the metadata without types; empty while the player is not on the bus."""
        try:
            return self.mpris.metadata()
        except (DBusError, KeyError):
            return {}

    def title(self):
        return self.metadata().get("xesam:title", "")

    def get(self, name, interface=PLAYER):
        try:
            return self.mpris.get(name, interface)
        except DBusError:
            return None

    def leave_bus(self):
        """Disconnects the client before the bus ends."""
        if self.mpris_client:
            self.mpris_client.close()
        self.mpris_client = None


class Mpv(Contender, mpv.Mpv):
    called, peer, package = "mpv", "mpv-mpris", "mpv-mpris"
    script, version = os.environ.get("MPV_MPRIS", PEER), os.environ.get("MPV_MPRIS_VERSION")
    fullscreen_can_be_set = True
    stops = 1  # the peer does not report that it plays again
    stays = "--idle"

    def __init__(self, kind, *words, **given):
        self.kind = kind
        script = {"peer": [f"--script={self.script}"], "ours": [f"--script={self.plugin}"], "bare": []}[kind]
        super().__init__(*words, **given, program=[*BARE, *script])

    def plays(self):
        """Returns a text with the title of the file that plays."""
        return self.ipc.get("media-title") or ""

    def order(self, word, *rest):
        if word in ("play", "pause"):
            self.ipc.set("pause", word == "pause")
        elif word == "jump":
            self.ipc("playlist-play-index", *rest)
        else:
            self.ipc("stop", "keep-playlist")


class Vlc(Contender, vlc.Vlc):
    called, peer, package = "VLC", "its own module", "vlc-plugin-base"
    rates, fullscreen_can_be_set, clock = (1 / 32, 32), True, 1.1
    stays = "--no-volume-save"
    sound_server = ""  # its address
    level = 1

    def __init__(self, kind, *words, **given):
        self.kind = kind
        bare = ["--no-dbus"] if kind == "bare" else []
        super().__init__(*bare, *words, ours=kind == "ours", aout="pulse", **given,
                         PULSE_SERVER=self.sound_server)

    def say(self, *words):
        """Returns VLC's answer to a command, and notes the volume if the answer has it."""
        lines = self.remote(*words)
        for level in re.findall(r"audio volume: (\d+)", " ".join(lines)):
            self.level = int(level) / 256
        return lines

    def state(self):
        """Returns the state of playback. A paused VLC answers any command only with how to continue."""
        said = " ".join(self.say("status"))
        if "to continue" in said:
            return "Paused"
        states = re.findall(r"\( (play|pause|stop) state: ", said)
        return {"play": "Playing", "pause": "Paused", "stop": "Stopped"}[states[-1]] if states else ""

    def plays(self):
        return " ".join(self.say("get_title"))

    def volume(self):
        """Returns the volume. A paused VLC does not tell it: then it is the last that VLC has told."""
        self.say("volume")
        return self.level

    def place(self):
        """Returns the queue position; None while it opens a file."""
        found = [place for place, title in enumerate(TITLES) if title in self.plays()]
        return found[0] if self.state() == "Playing" and found else None

    def jump(self, place):
        """Goes step by step, because VLC's numbers of the files are not in order."""
        if self.state() == "Stopped":
            self.say("play")
        while (now := wait_until("VLC plays", lambda: None if self.place() is None else [self.place()])[0]) != place:
            self.say("next" if now < place else "prev")
            wait_until("it goes there", lambda now=now: self.place() != now)
        if self.seconds():
            self.say("seek", 0)

    def order(self, word, *rest):
        """While it is paused, VLC accepts only the command to continue."""
        state = wait_until("VLC says how it is", self.state)
        if state == "Paused" and word != "pause":
            self.say("pause")
            wait_until("it goes on", lambda: self.state() == "Playing")
        if word == "jump":
            self.jump(*rest)
        elif (word, state) == ("pause", "Playing") or word == "stop" or (word, state) == ("play", "Stopped"):
            self.say(word)


class Audacious(Contender, audacious.Audacious):
    called, peer, package = "Audacious", "its own plugin", "audacious-plugins"
    fullscreen_can_be_set, date = False, "2006-01-01"
    stays = "-p"
    OWN = "org.atheme.audacious"

    def __init__(self, kind, *words, **given):
        self.kind = kind
        program = {"peer": "/usr/bin/audacious", "ours": None, "bare": self.bare}[kind]
        super().__init__(*words, program=program, **given)

    def __enter__(self):
        if self.bus.daemon:
            self.wait_playing()
            self.bus.wait_name(self.OWN)
        return self

    def own(self, member, signature="", *words):
        return self.bus.pinger.call(self.OWN, "/org/atheme/audacious", self.OWN, member, signature, *words)

    def state(self):
        return self.own("Status")[0].capitalize()

    def plays(self):
        return self.own("SongTitle", "u", self.own("Position")[0])[0]

    def seconds(self):
        return self.own("Time")[0] / 1000

    def volume(self):
        return self.own("Volume")[0] / 100

    def mode(self, name):
        if name == "LoopStatus":
            return "None" if not self.own("Repeat")[0] else "Playlist" if self.own("AutoAdvance")[0] else "Track"
        return self.own("Shuffle")[0] if name == "Shuffle" else None

    def order(self, word, *rest):
        if word == "jump":
            self.own("Jump", "u", *rest)
        elif word != "pause" or self.state() == "Playing":
            self.own(word.capitalize())


PLAYERS = {player.name: player for player in (Mpv, Vlc, Audacious)}


@contextlib.contextmanager
def prepared(player, plugin, folder):
    """Returns a kind of player that is ready to be started: the build is installed below the folder, with a sound
    server."""
    servers = []
    player.prepare(Path(plugin).resolve(), folder, servers.append)
    if player is Vlc:
        server, Vlc.sound_server = start_sound_server(folder)
        servers.append(server)
    if player is Audacious:
        # Audacious looks for its plugins beside itself.
        bare = shutil.copytree(folder / "installed", folder / "bare", symlinks=True)
        for plugin in bare.rglob("mpris2.so"):
            plugin.unlink()
        Audacious.bare = str(bare / "usr/bin/audacious")
    try:
        yield
    finally:
        for server in servers:
            server.stop()

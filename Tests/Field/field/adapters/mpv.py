# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""mpv, without a screen and with silent output."""

import json
import socket

from testkit.bus import ROOT
from testkit.desktop import Program, wait_until

from .player import Player, find_sanitizer, install, make_songs

HEADLESS = ["--ao=null", "--vo=null", "--no-input-default-bindings", "--no-ytdl"]
BARE = ["mpv", "--no-config", "--load-scripts=no", *HEADLESS]
PEER = "/etc/mpv/scripts/mpris.so"  # mpv-mpris


class Ipc:
    """mpv's JSON protocol for queries and commands."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_until("mpv listens", lambda: not self.socket.connect_ex(path))
        self.file = self.socket.makefile("rw", encoding="utf-8", errors="surrogateescape")

    def __call__(self, *words):
        """Returns the answer to a command."""
        self.file.write(json.dumps({"command": words, "request_id": 7}) + "\n")
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if answer.get("request_id") == 7 and "error" in answer:
                return answer.get("data")

    def get(self, name):
        return self("get_property", name)

    def set(self, name, value):
        return self("set_property", name, value)

    def close(self):
        self.file.close()
        self.socket.close()


class Mpv(Player):
    name, built, prepared = "mpv", "mpv-plugin/nowplaying.so", ("plugin", "home", "preload")
    ends = (0, 4)  # mpv exits with 4 after a signal
    idle, brief = ("--idle",), 0.3
    identity = "mpv"
    rates, levels = (0.01, 100.0), ((0.3, 0.3), (1.3, 1.3), (9.0, 1.5))
    refused = ("memory://#EXTM3U", "file:memory://#EXTM3U", "file://memory://#EXTM3U")
    threads = {state: ["mpv/SO plugin"] for state in Player.threads}

    plugin = ""
    home = ""  # a configuration folder of a user who has installed the plugin
    preload = ""  # what the plugin needs before it, when it was built with ASan

    def __init__(self, *words, bus=None, installed=False, program=None, watch=None, **variables):
        """words: for mpv. bus: False for none. installed: whether mpv itself finds and loads the plugin and mpv-mpris.
        program: what runs instead of mpv with the plugin. watch: a function that is called with the bus before mpv
        starts; the attribute `watch` has its result."""
        super().__init__(bus)
        self.watch = watch and watch(self.bus)
        preload = {"LD_PRELOAD": self.preload} if self.preload else {}
        self.environment = self.environment | preload | variables
        self.ipc_path = self.bus.directory + "/ipc"
        if installed:
            # Leaks of mpv-mpris and Python are not reported.
            self.environment |= {"XDG_CONFIG_HOME": self.home, "ASAN_OPTIONS": "detect_leaks=0"}
        program = program or (["mpv", *HEADLESS] if installed else [*BARE, f"--script={self.plugin}"])
        ipc = ("" if program[0].endswith("python3") else "--") + "input-ipc-server=" + self.ipc_path
        self.process = Program([*program, ipc, *map(str, words)], self.environment)
        self.ipc = None

    def __enter__(self):
        self.ipc = Ipc(self.ipc_path)
        return self

    @classmethod
    def audible(cls, folder):
        return cls.playing(folder, 1, words=["--volume-max=150"])

    @classmethod
    def quiet(cls, path, plain):
        """Returns an mpv that prints nothing by itself; without the plugin if it is plain."""
        return cls(path, program=[*BARE, "--no-terminal", *([] if plain else [f"--script={cls.plugin}"])])

    @classmethod
    def prepare(cls, plugin, folder, keep):
        (installed,) = install(plugin.parent, folder).rglob("mpv/scripts/nowplaying.so")
        cls.plugin, cls.home, cls.preload = str(plugin), str(installed.parents[2]), find_sanitizer(plugin)
        make_songs(folder, cls.song_seconds)

    def close(self):
        if self.ipc:
            self.ipc.close()
        super().close()

    def second(self, path):
        """Starts a second mpv."""
        return Program([*BARE, f"--script={self.plugin}", str(path)], self.environment)

    @staticmethod
    def is_of_ours(client):
        """Tells the players apart: ours says that it opens file://, mpv-mpris does not."""
        return "file" in client.get("SupportedUriSchemes", ROOT)

    def pardon(self, ours=None):
        """Does what the base class does, and ignores what mpv-mpris prints on the terminal. First waits for the
        connection of mpv-mpris, which may come after the plugin's, and can be excluded only when it exists."""
        self.expected = "g_dbus_connection_emit_signal", "g_dbus_connection_unregister_object"
        wait_until("mpv-mpris has connected", lambda: self.connections() - {ours})
        super().pardon(ours)

    def state(self):
        if self.ipc.get("idle-active"):
            return "Stopped"
        return "Paused" if self.ipc.get("pause") else "Playing"

    def seconds(self):
        return self.ipc.get("time-pos") or 0

    def volume(self):
        return self.ipc.get("volume") / 100

    def mode(self, name):
        if name == "LoopStatus":
            one, all_of_them = (self.ipc.get(f"loop-{what}") not in (False, "no") for what in ("file", "playlist"))
            return "Track" if one else "Playlist" if all_of_them else "None"
        return self.ipc.get({"Rate": "speed"}.get(name, name.lower()))

    def pause(self):
        self.ipc.set("pause", True)

    def seek(self, seconds):
        self.ipc("seek", seconds, "absolute")

    def loop(self):
        """Makes the player loop by a command of its own; returns the LoopStatus to which that leads."""
        self.ipc.set("loop-file", "inf")
        return "Track"

    def unshuffle(self):
        self.ipc.set("shuffle", False)

    def faster(self):
        self.ipc("multiply", "speed", 1.2)

    def set_volume(self, level):
        self.ipc.set("volume", 100 * level)

    def go_to_chapter(self, number):
        """number: from 0."""
        self.ipc.set("chapter", number)

    def chapter(self):
        """Returns the present chapter, from 0."""
        return self.ipc.get("chapter")

    def chosen(self, kind):
        """Returns the title or language of the present track of "audio" or "subtitles"; None for none."""
        kind = {"audio": "audio", "subtitles": "sub"}[kind]
        chosen = [track for track in self.ipc.get("track-list") if track["type"] == kind and track["selected"]]
        return chosen[0].get("title", chosen[0].get("lang")) if chosen else None

    def choose(self, kind, number):
        """Selects a track, from 0; None for none."""
        self.ipc.set({"audio": "aid", "subtitles": "sid"}[kind], "no" if number is None else number + 1)

    def is_muted(self):
        return self.ipc.get("mute")

    def mute(self, muted):
        self.ipc.set("mute", muted)

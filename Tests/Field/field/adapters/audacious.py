# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Audacious, by default without a window.

Audacious looks for plugins only below the folder of its program. Therefore a copy of the program has its own folder,
with this plugin and links to all others."""

import shutil
import subprocess
from pathlib import Path

from testkit.bus import PLAYLISTS
from testkit.desktop import Program, start_sound_server, wait_until

from .player import Player, find_sanitizer, install, make_songs, refuses

OWN = "/usr/bin/audacious"
PLUGINS = Path("/usr/lib/x86_64-linux-gnu/audacious")
# Audacious unloads its plugins at its end: the finder of leaks could then not name the functions that have leaked.
STAYS_LOADED = "int dlclose(void *library) { (void)library; return 0; }\n"
# audtool cannot sort a playlist: this plugin reverses it when it is turned on.
REVERSE = """
#include <libaudcore/playlist.h>
#include <libaudcore/plugin.h>
struct Reverse : GeneralPlugin {
  static constexpr PluginInfo info = {"Reverse", nullptr, nullptr, nullptr, 0};
  constexpr Reverse() : GeneralPlugin(info, false) {}
  bool init() override { return Playlist::active_playlist().reverse_order(), true; }
};
Reverse aud_plugin_instance;
"""


class Audacious(Player):
    name, built = "audacious", "audacious-plugin/mpris2.so"
    prepared = ("preload", "program", "sound_server")
    once, no_buses = ("-q",), ("unix:path=/nowhere", "nonsense")
    identity, schemes, mime_types = "Audacious", {"file", "http", "https"}, {"audio/flac", "audio/mpeg"}
    refused = ("file:stdin://", "file:,stdin://", "file:stdin%3A%2F%2F")
    has_fullscreen = False
    intervals = [5_000_000, 10_000_000]
    levels = ((0.3, 0.3), (1.7, 1.0))
    position_error, seek_error = (0.15, 0.15), 1.0
    unknown = frozenset({"xesam:composer", "xesam:discNumber", "xesam:audioBPM", "xesam:comment", "xesam:lyricist",
                         "xesam:musicBrainzAlbumID", "isrc"})
    second_is = "instance2"
    threads, rest = {"playing": ["nowplaying"], "paused": ["nowplaying", ""]}, 2

    preload = ""  # what the plugin needs before it, when it was built with ASan
    program = ""
    sound_server = ""  # its address

    def __init__(self, *words, bus=None, program=None, headless=True, **variables):
        """words: arguments for Audacious. bus: False for none. program: the command that is run instead of Audacious
        with the plugin."""
        super().__init__(bus)
        self.configuration = Path(self.bus.directory, "configuration")
        self.environment = self.bus.environment | {"XDG_CONFIG_HOME": str(self.configuration),
                                                   "PULSE_SERVER": self.sound_server}
        self.environment |= variables
        self.process = self.begin(*(["-H"] if headless else []), *words, program=program)
        if bus is False:
            self.expected = "D-Bus error",

    def begin(self, *words, program=None):
        preload = {"LD_PRELOAD": self.preload} if self.preload and not program else {}
        return Program([program or self.program, *map(str, words)], self.environment | preload)

    def restart(self, *words, program=None):
        """Quits Audacious, and starts it again with its saved state."""
        self.end()
        code = self.process.end()
        assert code == 0 or self.has_lost_its_tracer(code), code
        wait_until("its players have gone", lambda: not self.bus.names())
        self.process = self.begin("-H", *words, program=program)

    def second(self, path):
        """Starts a second instance."""
        return self.begin("-H", "-2", path)

    @classmethod
    def quiet(cls, path, plain):
        """Returns an instance that quits by itself; without the plugin if it is plain."""
        return cls("-q", path, program=OWN if plain else None)

    @classmethod
    def prepare(cls, plugin, folder, keep):
        root = install(plugin.parent, folder)
        for kind in PLUGINS.iterdir():
            beside = root / kind.relative_to("/")
            beside.mkdir(parents=True, exist_ok=True)
            for other in kind.glob("*.so"):
                (beside / other.name).symlink_to(other)
        (folder / "reverse.cpp").write_text(REVERSE)
        subprocess.run(["g++", "-std=c++17", "-shared", "-fPIC", folder / "reverse.cpp", "-o",
                        root / PLUGINS.relative_to("/") / "General/reverse.so"], check=True)
        (root / "usr/bin").mkdir()
        (root / "usr/share").symlink_to("/usr/share")
        cls.program = str(shutil.copy(OWN, root / "usr/bin"))
        sanitizer = find_sanitizer(plugin)
        if sanitizer:
            (folder / "stays.c").write_text(STAYS_LOADED)
            subprocess.run(["gcc", "-shared", "-fPIC", folder / "stays.c", "-o", folder / "stays.so"], check=True)
            cls.preload = f"{sanitizer} {folder}/stays.so"
        make_songs(folder, cls.song_seconds)
        server, cls.sound_server = start_sound_server(folder)
        keep(server)

    def finish(self):
        if self.process.process.poll() is None:
            self.end()
        if self.has_lost_its_tracer(self.process.end()):
            self.ends, self.expected = [1], (*self.expected, "LeakSanitizer", "==HINT: ")
        super().finish()

    def has_lost_its_tracer(self, code):
        """Returns whether LeakSanitizer has crashed and found nothing, as it may if a thread of Audacious ends while it
        searches."""
        return code == 1 and "Tracer caught signal" in "\n".join(self.process.take())

    @staticmethod
    def is_of_ours(client):
        return "LoopStatus" in client.get_all()

    def wait_queue(self):
        """Waits for the interfaces of the queue and of the playlists."""
        super().wait_queue()
        client = self.client()
        wait_until("its playlists show", lambda: not refuses(client.get_all, PLAYLISTS))

    def wait_playing(self):
        """Waits first: Audacious would abort if it were asked before playback has begun."""
        maps = Path(f"/proc/{self.pid}/maps")
        wait_until("Audacious decodes", lambda: "flacng.so" in maps.read_text())

    def tool(self, *words):
        """Returns what Audacious' own remote control prints."""
        return self.bus.tool("audtool", *map(str, words))

    def ask_tool(self, *words):
        """Returns the answer of audtool; "" while Audacious does not answer yet."""
        done = subprocess.run(["audtool", *map(str, words)], env=self.bus.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout.strip()

    def state(self):
        return self.tool("playback-status").capitalize()

    def seconds(self):
        return int(self.tool("current-song-output-length-frames")) / 1000

    def wait_settled(self):
        """Waits after a seek, when the output fills its buffer and then catches up."""
        before = self.seconds()
        wait_until("its clock runs", lambda: self.seconds() > before + 0.5)

    def volume(self):
        return int(self.tool("get-volume")) / 100

    def mode(self, name):
        def is_on(what):
            return self.tool(f"playlist-{what}-status") == "on"
        if name == "LoopStatus":
            return "None" if not is_on("repeat") else "Playlist" if is_on("auto-advance") else "Track"
        return is_on("shuffle") if name == "Shuffle" else None

    def pause(self):
        self.tool("playback-pause")

    def seek(self, seconds):
        self.tool("playback-seek", seconds)

    def loop(self):
        """Makes the player loop by a command of its own; returns the LoopStatus to which that leads."""
        self.tool("playlist-repeat-toggle")
        return "Playlist"

    def unshuffle(self):
        self.tool("playlist-shuffle-toggle")

    def set_volume(self, level):
        self.tool("set-volume", round(100 * level))

    def enqueue(self, path):
        self.tool("playlist-addurl", path)

    def clear(self):
        self.tool("playlist-clear")

    def jump(self, place):
        """place: from 0."""
        self.tool("playlist-jump", place + 1)

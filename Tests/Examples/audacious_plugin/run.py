# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Audacious with the plugin on a bus of its own, as playerctl, a surface of org.nowplaying and the checker see it.

Audacious looks for plugins only where its program lies: so a copy of the program has a folder of its own, with this
plugin and links to all others."""

import os
import shutil
import subprocess
from pathlib import Path

import media
from desktop import Program, wait_until
from harness.bus import ROOT
from players import Player, find_sanitizer

NAME = ROOT + ".audacious"
PLUGINS = Path("/usr/lib/x86_64-linux-gnu/audacious")
# Audacious unloads its plugins at its end, and the finder of leaks would not know whose they were.
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


class Run(Player):
    """A bus, and Audacious on it that plays something."""

    name = "audacious"

    # Set by prepare().
    preload = ""  # what the plugin needs before it, when it was built with ASan
    program = ""
    sound_server = ""

    def __init__(self, *words, bus=None, program=None, headless=True, **variables):
        """words: for Audacious. bus: False for none. program: what runs instead of Audacious with the plugin."""
        super().__init__(bus)
        self.configuration = Path(self.bus.directory, "configuration")
        self.environment = self.bus.environment | {"XDG_CONFIG_HOME": str(self.configuration),
                                                   "PULSE_SERVER": "unix:" + self.sound_server}
        self.environment |= variables
        self.process = self.begin(*(["-H"] if headless else []), *words, program=program)

    def begin(self, *words, program=None):
        preload = {"LD_PRELOAD": self.preload} if self.preload and not program else {}
        return Program([program or self.program, *map(str, words)], self.environment | preload)

    def restart(self, *words, program=None):
        """Ends it, and begins anew with what it has saved."""
        self.process.process.terminate()
        code = self.process.end()
        assert code == 0 or self.has_lost_its_tracer(code), code
        wait_until("its players have gone", lambda: not self.bus.names())
        self.process = self.begin("-H", *words, program=program)

    def tool(self, *words):
        """What Audacious' own remote control prints."""
        return self.bus.tool("audtool", *map(str, words))

    def has_lost_its_tracer(self, code):
        """A thread of Audacious that ends meanwhile can crash the finder of leaks, which then has found nothing."""
        return code == 1 and "Tracer caught signal" in "\n".join(self.process.take())

    def finish(self):
        if self.process.process.poll() is None:
            self.process.process.terminate()
        if self.has_lost_its_tracer(self.process.end()):
            self.ends, self.expected = [1], (*self.expected, "LeakSanitizer", "==HINT: ")
        super().finish()

    def ask_tool(self, *words):
        """The same, and "" while Audacious does not answer yet."""
        done = subprocess.run(["audtool", *map(str, words)], env=self.bus.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout.strip()

    def wait_lists(self):
        """Its queue is there, and its playlists are told: that is a moment after its name."""
        wait_until("its queue is there", lambda: self.client().get("HasTrackList", ROOT))
        self.bus.wait_changed(0, "PlaylistCount")

    def track(self):
        return self.client().metadata()["mpris:trackid"]


def prepare(plugin, folder):
    """Installs what was built, as a user does, but below a folder, and starts a sound server there."""
    plugin = Path(plugin).resolve()
    root = folder / "installed"
    subprocess.run(["cmake", "--install", plugin.parent], env=os.environ | {"DESTDIR": str(root)},
                   stdout=subprocess.DEVNULL, check=True)
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
    Run.program = shutil.copy("/usr/bin/audacious", root / "usr/bin")
    sanitizer = find_sanitizer(plugin)
    if sanitizer:
        (folder / "stays.c").write_text(STAYS_LOADED)
        subprocess.run(["gcc", "-shared", "-fPIC", folder / "stays.c", "-o", folder / "stays.so"], check=True)
        Run.preload = f"{sanitizer} {folder}/stays.so"
    for number in (1, 2, 3):
        media.sound(folder / f"{number}.flac", title=f"Song {number}", artist="A Band", album="An Album")
    Run.sound_server = str(folder / "sound.socket")
    return start_sound_server(folder)


def start_sound_server(folder):
    environment = os.environ | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
    server = Program(["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L", "module-null-sink", "-L",
                      f"module-native-protocol-unix socket={Run.sound_server} auth-anonymous=1"], environment)
    wait_until("there is a sound server", lambda: Path(Run.sound_server).exists())
    return server

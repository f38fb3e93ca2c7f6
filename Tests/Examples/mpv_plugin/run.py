# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""mpv with the plugin on a bus of its own, as playerctl, a surface of org.nowplaying and the strict checker see it."""

import json
import os
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import media
from desktop import Program, wait_until
from harness.bus import PLAYER, ROOT
from players import Player, find_sanitizer, wakeups_of


NAME = ROOT + ".mpv"
HEADLESS = ["--ao=null", "--vo=null", "--no-input-default-bindings", "--no-ytdl"]


class Ipc:
    """mpv's own way to be asked and told."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_until("mpv listens", lambda: not self.socket.connect_ex(path))
        self.file = self.socket.makefile("rw", encoding="utf-8", errors="surrogateescape")

    def __call__(self, *words):
        """The answer to a command."""
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


class Run(Player):
    """A bus, and mpv on it that plays something."""

    name = "mpv"
    ends = (0, 4)  # 4 is what mpv says of a signal

    # Set by prepare().
    plugin = ""
    home = ""  # a configuration folder of a user who has installed the plugin
    preload = ""  # what the plugin needs before it, when it was built with ASan

    def __init__(self, *words, bus=None, installed=False, program=None, watch=None, **variables):
        """words: for mpv. bus: False for none. installed: mpv finds the plugin by itself, and mpv-mpris. program: what
        runs instead of mpv with the plugin. watch: called with the bus before mpv starts, to be found as `watch`."""
        super().__init__(bus)
        self.watch = watch and watch(self.bus)
        preload = {"LD_PRELOAD": self.preload} if self.preload else {}
        self.environment = self.environment | preload | variables
        self.ipc_path = self.bus.directory + "/ipc"
        scripts = ["--no-config", "--load-scripts=no", f"--script={self.plugin}"]
        if installed:
            # What mpv-mpris and Python leave behind is not looked for.
            self.environment |= {"XDG_CONFIG_HOME": self.home, "ASAN_OPTIONS": "detect_leaks=0"}
            scripts = []
        program = program or ["mpv", *scripts, *HEADLESS]
        ipc = ("" if program[0].endswith("python3") else "--") + "input-ipc-server=" + self.ipc_path
        self.process = Program([*program, ipc, *map(str, words)], self.environment)
        self.ipc = None

    def __enter__(self):
        self.ipc = Ipc(self.ipc_path)
        return self

    def close(self):
        if self.ipc:
            self.ipc.close()
        super().close()


class Once:
    """A client that reads all properties of the player when its name comes, and never again."""

    def __init__(self, bus):
        self.client = bus.client(NAME)
        self.client.bus("AddMatch", "s", f"type='signal',member='NameOwnerChanged',arg0='{NAME}'")
        self.found = ThreadPoolExecutor().submit(self.read)

    def read(self):
        self.client.wait_signal(lambda message: message.member == "NameOwnerChanged")
        return {name: variant.value for interface in (PLAYER, ROOT)
                for name, variant in self.client.get_all(interface).items()}


def wakeups(pid):
    """How often the plugin's thread has waited for something."""
    return wakeups_of(pid, "mpv/SO plugin")


def prepare(plugin, folder):
    """Installs what was built, as a user does, but below a folder."""
    plugin = Path(plugin).resolve()
    subprocess.run(["cmake", "--install", plugin.parent], env=os.environ | {"DESTDIR": str(folder / "installed")},
                   stdout=subprocess.DEVNULL, check=True)
    (installed,) = (folder / "installed").rglob("mpv/scripts/nowplaying.so")
    Run.plugin, Run.home = str(plugin), str(installed.parents[2])
    Run.preload = find_sanitizer(plugin)
    for number in (1, 2, 3):
        media.sound(folder / f"{number}.flac", title=f"Song {number}", artist="A Band", album="An Album")

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""VLC with the plugin on a bus of its own."""

import os
import re
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import media
from desktop import Program, wait_until
from players import Player, thread_of, wakeups_of

# VLC refuses to run as root.
NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
HEADLESS = ["-I", "dummy", "--no-color", "--vout", "dummy"]
OWN = "libdbus_plugin.so"  # VLC's own
OURS = "libnowplaying_plugin.so"


class Remote:
    """VLC's own way to be asked and told: a socket that takes lines."""

    END = "the-answer-ends"

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_until("VLC listens", lambda: not self.socket.connect_ex(path))
        self.file = self.socket.makefile("rw", encoding="utf-8")

    def __call__(self, *words):
        """The lines of the answer."""
        self.file.write(" ".join(map(str, words)) + f"\n{self.END}\n")
        self.file.flush()
        lines = []
        while self.END not in (line := self.file.readline()):
            assert line, "VLC has gone"
            lines.append(line.strip())
        return lines

    def number(self, *words):
        """The only line of the answer that is a number; None where there is none."""
        numbers = [line for line in self(*words) if line.isdecimal()]
        return int(numbers[-1]) if numbers else None

    def state(self):
        """"play", "pause" or "stop"; "" where VLC does not say it at this moment."""
        answer = " ".join(self("status"))
        # All that it answers while it is paused.
        paused = ["pause"] if "Type 'pause' to continue." in answer else []
        return (re.findall(r"\( (\w+) state: ", answer) + paused or [""])[-1]

    def volume(self):
        return int(re.findall(r"audio volume: (\d+)", " ".join(self("status")))[-1]) / 256

    def close(self):
        self.file.close()
        self.socket.close()


class Run(Player):
    """A bus, and VLC on it that plays something."""

    name = "vlc"

    # Set by prepare().
    plugins = ""  # a folder with the plugin, or "" for VLC alone
    build = ""  # where it was built
    count = 0
    lock = threading.Lock()

    def __init__(self, *words, bus=None, ours=True, before=(), aout="dummy", **variables):
        """words: for VLC. bus: False for none. ours: False for VLC as it is. before: a program that runs VLC."""
        super().__init__(bus)
        with Run.lock:
            Run.count += 1
            self.home = Path(self.plugins).with_name(f"home{Run.count}")
        self.home.mkdir()
        os.chmod(self.bus.directory, 0o755)
        self.environment = self.environment | {name: str(self.home) for name in (
            "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        if ours:
            self.environment |= {"VLC_PLUGIN_PATH": self.plugins, "LD_LIBRARY_PATH": self.plugins}
        self.environment |= variables
        if NOBODY:
            shutil.chown(self.home, "nobody", "nogroup")
        self.socket_path = str(self.home / "rc")
        self.process = Program([*NOBODY, *before, "vlc", *HEADLESS, "--aout", aout, "--extraintf", "oldrc",
                                "--rc-fake-tty", "--rc-unix", self.socket_path, *map(str, words)], self.environment)
        self.remote = None

    def __enter__(self):
        try:
            self.remote = Remote(self.socket_path)
        except BaseException:
            self.__exit__(AssertionError)
            raise
        return self

    def close(self):
        if self.remote:
            self.remote.close()
        super().close()

    def time(self):
        """Where VLC is, in whole seconds."""
        return self.remote.number("get_time") or 0

    def cost(self):
        """The seconds of the processor that the thread of the plugin has had."""
        return int((thread_of(self.pid, "nowplaying") / "schedstat").read_text().split()[0]) / 1e9

    def wakeups(self):
        return wakeups_of(self.pid, "nowplaying")


def prepare(plugin, folder):
    """Installs what was built, as a user does, but below a folder."""
    plugin = Path(plugin).resolve()
    subprocess.run(["cmake", "--install", plugin.parent], env=os.environ | {"DESTDIR": str(folder / "installed")},
                   stdout=subprocess.DEVNULL, check=True)
    root = folder / "installed"
    (installed,) = root.rglob(f"vlc/plugins/control/{OURS}")
    os.chmod(folder, 0o755)
    Run.build = plugin.parent
    Run.plugins = str(folder / "plugins")
    Path(Run.plugins).mkdir()
    shutil.copy(installed, Run.plugins)
    # Whoever runs VLC may not see the folder in which the library is.
    said = subprocess.run(["ldd", installed], stdout=subprocess.PIPE, text=True, check=True).stdout
    shutil.copy(re.search(r"=> (\S+/libnowplaying\.so\.\S+)", said)[1], Run.plugins)
    # As a package of it has VLC do.
    own = Path("/", installed.relative_to(root)).parents[2]
    subprocess.run([own / "vlc-cache-gen", Run.plugins], env=os.environ | {"LD_LIBRARY_PATH": Run.plugins}, check=True)
    for number in (1, 2, 3):
        media.sound(folder / f"{number}.flac", title=f"Song {number}", artist="A Band", album="An Album")


def has_loaded(pid, library):
    return library in Path(f"/proc/{pid}/maps").read_text()

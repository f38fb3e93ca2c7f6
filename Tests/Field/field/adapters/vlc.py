# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""VLC, without a screen, and without a sound unless one is wanted."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from testkit.bus import ROOT
from testkit.desktop import Program, start_sound_server, wait_until

from .player import Player, install, make_songs, thread_of

# Runs a program as nobody, because VLC refuses to run as root.
NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
HEADLESS = ["-I", "dummy", "--no-color", "--vout", "dummy"]
OWN = "libdbus_plugin.so"  # VLC's own
OURS = "libnowplaying_plugin.so"


class Remote:
    """VLC's remote interface for queries and commands: a socket with a line protocol."""

    END = "the-answer-ends"

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_until("VLC listens", lambda: not self.socket.connect_ex(path))
        self.file = self.socket.makefile("rw", encoding="utf-8")

    def __call__(self, *words):
        """Returns the lines of the answer."""
        self.file.write(" ".join(map(str, words)) + f"\n{self.END}\n")
        self.file.flush()
        lines = []
        while self.END not in (line := self.file.readline()):
            assert line, "VLC has gone"
            lines.append(line.strip())
        return lines

    def number(self, *words):
        """Returns the only line of the answer that is a number; None when there is none."""
        numbers = [line for line in self(*words) if line.isdecimal()]
        return int(numbers[-1]) if numbers else None

    def close(self):
        self.file.close()
        self.socket.close()


class Vlc(Player):
    name, built, prepared = "vlc", f"vlc-plugin/{OURS}", ("plugins", "build", "homes")
    once = ("--play-and-exit",)
    answers_late, identity, no_scheme = True, "VLC media player", "vlc"
    rates = (0.03125, 31.25)
    levels, level_error = ((0.3, 0.3), (1.3, 1.3), (9.0, 2.0), (0.5, 0.5)), 0.02
    position_error = (0.3, 0.6)
    unknown = frozenset({"xesam:audioBPM"})
    # VLC reads the text before "://" as a list of its modules.
    refused = ("vlc://quit", "file:,vlc://quit", "http:,vlc://quit", "file:vlc://quit")
    threads = {state: ["nowplaying"] for state in Player.threads}

    plugins = ""  # a folder with the plugin, or "" for VLC alone
    build = ""  # where it was built
    homes = ""  # a folder for those of all runs

    def __init__(self, *words, bus=None, ours=True, before=(), aout="dummy", **variables):
        """words: for VLC. bus: False for none. ours: False for VLC as it is. before: a program that runs VLC."""
        super().__init__(bus)
        self.home = Path(tempfile.mkdtemp(dir=self.homes))
        os.chmod(self.bus.directory, 0o755)
        self.environment = self.environment | {name: str(self.home) for name in (
            "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        if ours:
            self.environment |= {"VLC_PLUGIN_PATH": self.plugins, "LD_LIBRARY_PATH": self.plugins}
        self.environment |= variables
        give_to_nobody(self.home)
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

    @classmethod
    @contextlib.contextmanager
    def audible(cls, folder):
        """Uses a sound server that has a volume for each program."""
        home = folder / "pulse"
        home.mkdir()
        give_to_nobody(home)
        server, address = start_sound_server(home, NOBODY)
        try:
            with cls.playing(folder, 1, aout="pulse", PULSE_SERVER=address) as run:
                asked = ["pactl", "-s", address, "list", "short", "sink-inputs"]
                wait_until("VLC plays by it", lambda: subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout)
                yield run
        finally:
            server.stop()

    @classmethod
    def prepare(cls, plugin, folder, keep):
        root = install(plugin.parent, folder)
        (installed,) = root.rglob(f"vlc/plugins/control/{OURS}")
        cls.build, cls.plugins, cls.homes = str(plugin.parent), str(folder / "plugins"), str(folder / "homes")
        folder.chmod(0o755)
        for name in cls.plugins, cls.homes:
            Path(name).mkdir()
        shutil.copy(installed, cls.plugins)
        # The user who runs VLC may not see the folder in which the library is.
        said = subprocess.run(["ldd", installed], stdout=subprocess.PIPE, text=True, check=True).stdout
        shutil.copy(re.search(r"=> (\S+/libnowplaying\.so\.\S+)", said)[1], cls.plugins)
        # Updates VLC's plugin cache, as the installation of a package does.
        own = Path("/", installed.relative_to(root)).parents[2]
        subprocess.run([own / "vlc-cache-gen", cls.plugins], env=os.environ | {"LD_LIBRARY_PATH": cls.plugins},
                       check=True)
        make_songs(folder, cls.song_seconds)

    def close(self):
        if self.remote:
            self.remote.close()
        super().close()

    def has_loaded(self, library):
        """Returns whether VLC has loaded a library. It is compared by its name, because there are copies."""
        return library in Path(f"/proc/{self.pid}/maps").read_text()

    @staticmethod
    def is_of_ours(client):
        """Returns whether a player on the bus is this project's plugin: ours says that it opens nfs://, VLC's own
        plugin does not."""
        return "nfs" in client.get("SupportedUriSchemes", ROOT)

    def cost(self):
        """Returns the processor time, in seconds, that the plugin's thread has used."""
        return int((thread_of(self.pid, "nowplaying") / "schedstat").read_text().split()[0]) / 1e9

    def state(self):
        """Returns the state of playback; "" where VLC does not say it at this moment."""
        answer = " ".join(self.remote("status"))
        # The answers while VLC is paused.
        paused = ["pause"] if "Type 'pause' to continue." in answer else []
        found = (re.findall(r"\( (\w+) state: ", answer) + paused or [""])[-1]
        return {"play": "Playing", "pause": "Paused", "stop": "Stopped"}.get(found, "")

    def seconds(self):
        """Returns whole seconds."""
        return self.remote.number("get_time") or 0

    def exact_seconds(self):
        """Returns the position just after it has reached the next whole second, since VLC gives whole seconds only."""
        before = self.seconds()
        return wait_until("a second has gone", lambda: now if (now := self.seconds()) > before else None)

    def volume(self):
        return int(re.findall(r"audio volume: (\d+)", " ".join(self.remote("status")))[-1]) / 256

    def mode(self, _):
        """Returns None, because VLC's remote control does not tell its modes."""
        return None

    def pause(self):
        self.remote("pause")

    def seek(self, seconds):
        self.remote("seek", seconds)

    def loop(self):
        """Makes the player loop by a command of its own; returns the LoopStatus to which that leads."""
        self.remote("repeat on")
        return "Track"

    def unshuffle(self):
        self.remote("random off")

    def faster(self):
        self.remote("faster")

    def set_volume(self, level):
        self.remote("volume", round(256 * level))

    def go_to_chapter(self, number):
        """number: from 0."""
        self.remote("chapter", number)

    def chapter(self):
        """Returns the present chapter, from 0."""
        found = re.findall(r"chapter (\d+)/", " ".join(self.remote("chapter")))
        return int(found[-1]) if found else None

    def chosen(self, kind):
        """Returns the title or language of the present track of "audio" or "subtitles"; None for none."""
        lines = self.remote({"audio": "atrack", "subtitles": "strack"}[kind])
        found = [re.search(r"\| -?\d+ - (.*) \*$", line) for line in lines]
        (name,) = [match[1] for match in found if match] or ["Disable"]
        return None if name == "Disable" else name

    def choose(self, kind, number):
        """Selects a track, from 0; None for none."""
        word = {"audio": "atrack", "subtitles": "strack"}[kind]
        found = [match[1] for line in self.remote(word) if (match := re.search(r"\| (-?\d+) - ", line))]
        self.remote(word, found[0 if number is None else number + 1])

    def sound(self):
        """Returns the number of VLC's stream at the sound server, and whether the stream is muted."""
        said = subprocess.run(["pactl", "-s", self.environment["PULSE_SERVER"], "list", "sink-inputs"],
                              stdout=subprocess.PIPE, text=True, check=True, env=os.environ | {"LC_ALL": "C"}).stdout
        return re.search(r"#(\d+)$", said, re.MULTILINE)[1], "Mute: yes" in said

    def is_muted(self):
        return self.sound()[1]

    def mute(self, muted):
        """Mutes VLC's stream at the sound server, or ends that, as a mixer does."""
        subprocess.run(["pactl", "-s", self.environment["PULSE_SERVER"], "set-sink-input-mute", self.sound()[0],
                        str(int(muted))], check=True)

    def enqueue(self, path):
        self.remote("enqueue", path)

    def clear(self):
        self.remote("clear")

    def jump(self, place):
        """place: from 0."""
        self.remote("goto", place)


def give_to_nobody(folder):
    folder.chmod(0o755)
    if NOBODY:
        shutil.chown(folder, "nobody", "nogroup")

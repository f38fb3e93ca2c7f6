# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Kodi with the add-on on a bus of its own, as playerctl, a surface of org.nowplaying and the strict checker see it."""

import contextlib
import filecmp
import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import media
from desktop import Program, wait_until
from players import Player

OURS, DRIVER, PEER = "service.nowplaying", "service.driver", "service.mpremote.interface"
FAULT = re.compile(r"service\.nowplaying: |error.*nowplaying|EXCEPTION|Traceback|left several classes|"
                   r"script didn't stop|(client|library) bug:")
ADVANCED = """<advancedsettings version="1.0"><loglevel>1</loglevel>
<jsonrpc><tcpport>{port}</tcpport></jsonrpc></advancedsettings>"""
SETTINGS = """<settings version="2"><setting id="services.esenabled">true</setting>
<setting id="lookandfeel.enablerssfeeds">false</setting><setting id="general.addonupdates">2</setting></settings>"""


class Rpc:
    """Kodi's own way to be asked and told: one connection, because Kodi 20 may crash when one is closed."""

    def __init__(self, port, is_running):
        self.port, self.is_running = port, is_running
        self.decoder, self.rest = json.JSONDecoder(), ""
        self.socket = wait_until("Kodi listens", self.connect)

    def connect(self):
        assert self.is_running(), "Kodi has ended"
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", self.port), 60)

    def __call__(self, method, **parameters):
        """The answer to a call; None where it ends Kodi."""
        call = {"jsonrpc": "2.0", "id": "test", "method": method, "params": parameters}
        self.socket.sendall(json.dumps(call).encode())
        while True:
            with contextlib.suppress(ValueError):
                answer, end = self.decoder.raw_decode(self.rest)
                self.rest = self.rest[end:].lstrip()
                if answer.get("id") == "test":
                    assert "error" not in answer, answer
                    return answer["result"]
                continue
            received = self.socket.recv(65536)
            if not received:
                return None
            self.rest += received.decode()

    def close(self):
        self.socket.close()


class Run(Player):
    """A bus, and Kodi on it that plays something."""

    name = "kodi"
    fault = FAULT

    # Set by prepare().
    home = ""  # the home of a user who has installed the add-on and enabled it
    desktop = {}  # the variables of a screen and a sound server

    def __init__(self, *, bus=None, home=None, **variables):
        """bus: False for none."""
        super().__init__(bus)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        kodi = Path(self.bus.directory, ".kodi")
        shutil.copytree(home or self.home, kodi)
        (kodi / "userdata").mkdir(exist_ok=True)
        (kodi / "userdata/advancedsettings.xml").write_text(ADVANCED.format(port=self.port))
        # Debian's command "kodi" takes the language away.
        own = {name: value for name, value in self.environment.items() if not name.startswith(("LC_", "LANG"))}
        self.environment = own | self.desktop | {"LIBGL_ALWAYS_SOFTWARE": "1"} | variables
        self.process = self.start()
        self.rpc = None
        self.is_installed = home is None

    def start(self):
        return Program([find_kodi(), "--windowing=x11", "--logging=console"], self.environment)

    def restart(self):
        """Ends Kodi, and starts it again with the same home."""
        self.rpc("Application.Quit")
        assert self.process.end() == 0
        self.rpc.close()
        self.process = self.start()
        self.__enter__()

    def __enter__(self):
        self.rpc = Rpc(self.port, lambda: self.process.process.poll() is None)
        wait_until("Kodi has begun", lambda: self.rpc("JSONRPC.Ping") == "pong")
        if self.is_installed and self.bus.daemon:
            self.bus.wait_name(self.bus_name, timeout=60)
        return self

    def close(self):
        if self.rpc:
            self.rpc.close()
        super().close()

    def end(self):
        self.rpc("Application.Quit")

    # Kodi's side

    def enable(self, addon, enabled=True):
        self.rpc("Addons.SetAddonEnabled", addonid=addon, enabled=enabled)

    def play(self, *paths, playlist=0):
        """Plays files in a queue."""
        self.rpc("Playlist.Clear", playlistid=playlist)
        for path in paths:
            self.rpc("Playlist.Add", playlistid=playlist, item={"file": str(path)})
        self.rpc("Player.Open", item={"playlistid": playlist, "position": 0})

    def playing(self, name, player=0):
        """A property of Kodi's player."""
        return self.rpc("Player.GetProperties", playerid=player, properties=[name])[name]

    def seconds(self, player=0):
        time = self.playing("time", player)
        return time["hours"] * 3600 + time["minutes"] * 60 + time["seconds"] + time["milliseconds"] / 1000

    def hand(self, **item):
        """Has an add-on play something of which it says what it is."""
        self.rpc("JSONRPC.NotifyAll", sender="test", message="play", data=item)


def find_kodi():
    """Its program; the command "kodi" is a script that starts it again after a crash."""
    return str(next(Path("/usr/lib").glob("*/kodi/kodi.bin")))


class Desk:
    """A screen that nobody sees and a sound server that nobody hears, for all runs."""

    def __init__(self, folder):
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "320x240x24", "-nolisten",
                                        "tcp"], pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as number:
            display = number.readline().strip()
        sound = folder / "sound"
        self.sound = subprocess.Popen(["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L",
                                       "module-null-sink", "-L",
                                       f"module-native-protocol-unix auth-anonymous=1 socket={sound}"],
                                      env=os.environ | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)},
                                      stderr=subprocess.DEVNULL)
        wait_until("there is sound", sound.exists)
        self.variables = {"DISPLAY": ":" + display, "PULSE_SERVER": f"unix:{sound}"}

    def stop(self):
        for program in self.sound, self.screen:
            program.kill()
            program.wait()


def prepare(built, folder):
    """Installs what was built, as a user does, but below a folder; and a Kodi that has seen and enabled it."""
    desk = Desk(folder)
    Run.desktop = desk.variables
    destination = folder / "installed"
    subprocess.run(["cmake", "--install", built], env=os.environ | {"DESTDIR": str(destination)},
                   stdout=subprocess.DEVNULL, check=True)
    (addon,) = destination.rglob(f"addons/{OURS}")
    (archive,) = Path(built).glob(f"{OURS}-*.zip")
    home = folder / "home"
    # As Kodi does with a zip.
    shutil.unpack_archive(archive, home / "addons")
    beside = filecmp.dircmp(addon, home / "addons" / OURS)
    assert not beside.left_only + beside.right_only + beside.diff_files, "what is installed is not what is in the zip"
    for name in DRIVER, PEER:
        shutil.copytree(Path(__file__).with_name("addons") / name, home / "addons" / name)
    (home / "userdata").mkdir()
    (home / "userdata/guisettings.xml").write_text(SETTINGS)
    first = Run(home=home)
    with first:
        for name in OURS, DRIVER:
            first.enable(name)
        first.bus.wait_name(first.bus_name, timeout=60)
        first.rpc("Application.Quit")
        first.process.end()
        shutil.rmtree(home)
        shutil.copytree(Path(first.bus.directory, ".kodi"), home, ignore=shutil.ignore_patterns("temp"))
    Run.home = home
    for number in (1, 2, 3):
        media.sound(folder / f"{number}.flac", 60, title=f"Song {number}", artist="A Band", album="An Album")
    return desk

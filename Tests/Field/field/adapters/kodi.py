# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Kodi, with a virtual screen and a silent sound server."""

import contextlib
import filecmp
import json
import re
import shutil
import socket
from pathlib import Path

from field import FIELD
from testkit.desktop import Program, start_sound_server, wait_until

from .player import Player, install, make_songs, start_screen

OURS, DRIVER, PEER = "service.nowplaying", "service.driver", "service.mpremote.interface"
FAULT = re.compile(r"service\.nowplaying: |error.*nowplaying|EXCEPTION|Traceback|left several classes|"
                   r"script didn't stop|(client|library) bug:")
ADVANCED = """<advancedsettings version="1.0"><loglevel>1</loglevel>
<jsonrpc><tcpport>{port}</tcpport></jsonrpc></advancedsettings>"""
SETTINGS = """<settings version="2"><setting id="services.esenabled">true</setting>
<setting id="lookandfeel.enablerssfeeds">false</setting><setting id="general.addonupdates">2</setting></settings>"""


class Rpc:
    """Kodi's own way to be asked and driven: one connection, because Kodi 20 may crash when one is closed."""

    def __init__(self, port, is_running):
        self.port, self.is_running = port, is_running
        self.decoder, self.rest = json.JSONDecoder(), ""
        self.socket = wait_until("Kodi listens", self.connect)

    def connect(self):
        assert self.is_running(), "Kodi has ended"
        with contextlib.suppress(OSError):
            return socket.create_connection(("127.0.0.1", self.port), 60)

    def __call__(self, method, **parameters):
        """Returns the answer to a call; None if the call ends Kodi."""
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


class Kodi(Player):
    name, built, prepared = "kodi", "kodi-addon", ("home", "desktop")
    fault = FAULT
    song_seconds = brief = 60
    no_buses = ("nonsense",)
    identity, no_scheme = "Kodi", "plugin"
    schemes = {"file", "https", "smb"}
    level_error, position_error = 1e-3, (0.5, 0.5)
    jumps = ()
    unknown = frozenset({"xesam:composer", "xesam:audioBPM", "xesam:lyricist", "xesam:musicBrainzTrackID",
                         "xesam:musicBrainzAlbumID", "isrc"})
    refused = ("plugin://plugin.video.any/", "file:plugin%3A%2F%2Fplugin.video.any%2F", "FILE:script://script.any/",
               "file://special://profile/", "file://example.org/etc/hostname")
    station_titles = ("Something", "Another")
    picture_beside = "folder.jpg"

    home = ""  # of a user who has installed the add-on and enabled it
    desktop = {}  # the variables for a screen and a sound server

    def __init__(self, *words, bus=None, home=None, **variables):
        """words: the files to play at the start. bus: False for none."""
        super().__init__(bus)
        self.words = words
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        kodi = Path(self.bus.directory, ".kodi")
        shutil.copytree(home or self.home, kodi)
        (kodi / "userdata").mkdir(exist_ok=True)
        (kodi / "userdata/advancedsettings.xml").write_text(ADVANCED.format(port=self.port))
        # Removes the locale, as Debian's command "kodi" does.
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
        self.process, self.words = self.start(), ()
        self.__enter__()

    def __enter__(self):
        self.rpc = Rpc(self.port, lambda: self.process.process.poll() is None)
        wait_until("Kodi has begun", lambda: self.rpc("JSONRPC.Ping") == "pong")
        if self.is_installed and self.bus.daemon:
            self.bus.wait_name(self.bus_name, timeout=60)
        if self.words and "://" in str(self.words[0]):
            self.client().do("OpenUri", "s", *self.words)
        elif self.words:
            self.play(*self.words)
        return self

    @classmethod
    def prepare(cls, plugin, folder, keep):
        """Does what the base class does, and prepares a home in which Kodi has found and enabled the add-on."""
        screen, display = start_screen()
        keep(screen)
        sound, address = start_sound_server(folder)
        keep(sound)
        cls.desktop, cls.home = {"DISPLAY": display, "PULSE_SERVER": address}, str(folder / "home")
        (addon,) = install(plugin, folder).rglob(f"addons/{OURS}")
        (archive,) = plugin.glob(f"{OURS}-*.zip")
        home = Path(cls.home)
        # Unpacks the add-on like Kodi does.
        shutil.unpack_archive(archive, home / "addons")
        found = filecmp.dircmp(addon, home / "addons" / OURS)
        assert not found.left_only + found.right_only + found.diff_files, "what is installed is not what is in the zip"
        for name in DRIVER, PEER:
            shutil.copytree(FIELD / "Players/addons" / name, home / "addons" / name)
        (home / "userdata").mkdir()
        (home / "userdata/guisettings.xml").write_text(SETTINGS)
        first = cls(home=home)
        with first:
            for name in OURS, DRIVER:
                first.enable(name)
            first.bus.wait_name(first.bus_name, timeout=60)
            first.rpc("Application.Quit")
            first.process.end()
            shutil.rmtree(home)
            shutil.copytree(Path(first.bus.directory, ".kodi"), home, ignore=shutil.ignore_patterns("temp"))
        make_songs(folder, cls.song_seconds)

    def close(self):
        if self.rpc:
            self.rpc.close()
        super().close()

    def end(self):
        self.rpc("Application.Quit")

    def enable(self, addon, enabled=True):
        self.rpc("Addons.SetAddonEnabled", addonid=addon, enabled=enabled)

    def is_enabled(self, addon):
        return self.rpc("Addons.GetAddonDetails", addonid=addon, properties=["enabled"])["addon"]["enabled"]

    def play(self, *paths, playlist=0):
        """Plays files in a queue."""
        self.rpc("Playlist.Clear", playlistid=playlist)
        for path in paths:
            self.enqueue(path, playlist)
        self.rpc("Player.Open", item={"playlistid": playlist, "position": 0})

    def playing_property(self, name, player=0):
        """Returns a property of Kodi's player."""
        return self.rpc("Player.GetProperties", playerid=player, properties=[name])[name]

    def hand(self, **item):
        """Makes an add-on play an item that the add-on itself describes."""
        self.rpc("JSONRPC.NotifyAll", sender="test", message="play", data=item)

    def wait_playing(self):
        wait_until("Kodi plays", lambda: self.state() != "Stopped" and self.seconds() > 0.5)

    def wait_played(self):
        """Does nothing: Kodi does not quit at the end."""
        self.wait_playing()

    def wait_queue(self):
        """Does nothing: Kodi shows clients no queue."""

    def wait_settled(self):
        wait_until("its clock runs", lambda: self.seconds() > 6)

    def wait_cover(self, path):
        """Compares sizes only, since Kodi has converted the picture."""
        self.wait_until("the picture shows", self.cover)

    def state(self):
        if not self.rpc("Player.GetActivePlayers"):
            return "Stopped"
        return "Playing" if self.playing_property("speed") else "Paused"

    def seconds(self, player=0):
        time = self.playing_property("time", player)
        return time["hours"] * 3600 + time["minutes"] * 60 + time["seconds"] + time["milliseconds"] / 1000

    def exact_seconds(self):
        """Returns the position after two seconds, when it is exact."""
        before = self.seconds()
        return wait_until("two seconds have gone", lambda: now if (now := self.seconds()) > before + 2 else None)

    def volume(self):
        return self.rpc("Application.GetProperties", properties=["volume"])["volume"] / 100

    def mode(self, name):
        if name == "LoopStatus":
            return {"one": "Track", "all": "Playlist", "off": "None"}[self.playing_property("repeat")]
        if name == "Fullscreen":
            return self.rpc("XBMC.GetInfoBooleans", booleans=["System.IsFullscreen"])["System.IsFullscreen"]
        return self.playing_property("shuffled") if name == "Shuffle" else None

    def pause(self):
        self.rpc("Player.PlayPause", playerid=0, play=False)

    def loop(self):
        """Makes the player loop by a command of its own; returns the LoopStatus to which that leads."""
        self.rpc("Player.SetRepeat", playerid=0, repeat="all")
        return "Playlist"

    def unshuffle(self):
        self.rpc("Player.SetShuffle", playerid=0, shuffle=False)

    def set_volume(self, level):
        self.rpc("Application.SetVolume", volume=round(100 * level))

    def chapter(self):
        """Returns the present chapter, from 0."""
        return int(self.rpc("XBMC.GetInfoLabels", labels=["Player.Chapter"])["Player.Chapter"] or 0) - 1

    def chosen(self, kind):
        """Returns the title or language of the present track of "audio" or "subtitles"; None for none."""
        if kind == "subtitles" and not self.playing_property("subtitleenabled", 1):
            return None
        chosen = {"audio": "currentaudiostream", "subtitles": "currentsubtitle"}[kind]
        return (self.playing_property(chosen, 1) or {}).get("name")

    def choose(self, kind, number):
        """Selects a track, from 0; None for none."""
        if kind == "audio":
            self.rpc("Player.SetAudioStream", playerid=1, stream=number)
        elif number is None:
            self.rpc("Player.SetSubtitle", playerid=1, subtitle="off")
        else:
            self.rpc("Player.SetSubtitle", playerid=1, subtitle=number, enable=True)

    def is_muted(self):
        return self.rpc("Application.GetProperties", properties=["muted"])["muted"]

    def mute(self, muted):
        self.rpc("Application.SetMute", mute=muted)

    def enqueue(self, path, playlist=0):
        self.rpc("Playlist.Add", playlistid=playlist, item={"file": str(path)})


def find_kodi():
    """Returns Kodi's program. The command "kodi" is a script that restarts it after a crash."""
    return str(next(Path("/usr/lib").glob("*/kodi/kodi.bin")))

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The players that the tests show to surfaces: our publisher in C; mpv or VLC with our plugin, which play real files.

The calls to a real player are inferred from changes of the player's own state, read by mpv's IPC or VLC's http, and not
from the bus. A player that becomes paused has got Pause or PlayPause: both are noted."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
import urllib.request

import dbus

ROOT, PATH = "org.mpris.MediaPlayer2", "/org/mpris/MediaPlayer2"
PLAYER = ROOT + ".Player"
DAEMON = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"

# The files for a real player.
LENGTH = 120  # seconds
LIST = range(-2, 3)  # the playlist, of which number 0 is played first
OTHERS = range(100, 105)  # another file, to be opened
JUMP = 2  # how many seconds a player must be off where it would be, to have been sent there


def until(condition, seconds=30):
    """Asks until the answer is true or the time is over, which is long enough for a desktop on a busy machine; returns
    the last answer."""
    end = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.05)  # sleeps: paces a loop that waits for a condition
    return answer


class Publisher:
    """A running publisher; settings are those of its usage."""

    identity, desktop_entry, can_raise = "Trial Player", "mpv", True
    uri = "file:///a.flac"  # that it may be asked to open

    def __init__(self, surface, label, settings):
        self.surface, self.label, self.bus_name = surface, label, f"{ROOT}.{label}"
        self.file = pathlib.Path(f"{label}.calls").resolve()
        self.process = self.start(settings)

    def start(self, settings):
        self.file.write_text("")
        process = self.surface.spawn(self.label, f"{self.surface.programs}/publisher", CALLS=str(self.file),
                                     PNAME=self.label, **settings)
        if not until(lambda: "published" in self.surface.log(self.label)):
            raise AssertionError(f"the publisher is not published: {self.surface.log(self.label)}")
        return process

    def calls(self, start=0):
        """Returns its calls and callbacks since, as [name, arguments …]."""
        return [json.loads(line)[1:] for line in self.file.read_text().splitlines()[start:]]

    def get(self, name):
        return self.surface.call(self.bus_name, PATH, dbus.PROPERTIES_IFACE, "Get", PLAYER, name)

    def take_over(self):
        """Asks for the system primary and plays."""
        self.process.send_signal(signal.SIGUSR1)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, words)], check=True)


def make_files(folder, title, cover):
    """Makes files of two minutes, one for each number, with the cover if there is one."""
    folder.mkdir()
    sound = folder / "sound.flac"
    ffmpeg("-f", "lavfi", "-i", f"sine=d={LENGTH}:r=8000", sound)
    picture = ["-i", cover, "-map", "0:a", "-map", "1:v", "-disposition:v", "attached_pic"] if cover.exists() else []
    for number in (*LIST, *OTHERS):
        tags = {"title": f"{title} {number}" if number else title, "artist": "Trial Artist Quokka",
                "album": "Trial Album"}
        words = [word for key, value in tags.items() for word in ("-metadata", f"{key}={value}")]
        ffmpeg("-i", sound, *picture, "-c", "copy", *words, folder / f"{number}.flac")
    (folder / "others.m3u8").write_text("".join(f"{number}.flac\n" for number in OTHERS))


def number_of(file):
    """Returns the number that is the name of a file; None for another name."""
    name = file.removesuffix(".flac")
    return int(name) if name.removeprefix("-").isdigit() else None


def calls_between(before, after, seconds):
    """Returns the calls that lead from one state of a player to another, which was seen some seconds later."""
    for name in ("Volume", "LoopStatus", "Shuffle"):
        if before[name] != after[name]:
            yield [name, after[name]]
    if before["status"] != after["status"]:
        yield [{"Playing": "Play", "Paused": "Pause", "Stopped": "Stop"}[after["status"]]]
        if after["status"] != "Stopped":
            yield ["PlayPause"]
    old, new = before["number"], after["number"]
    if old in LIST and new in OTHERS:
        yield ["OpenUri"]
    elif old != new:
        yield ["Next" if new > old else "Previous"]
    elif None not in (before["time"], after["time"]):
        jump = after["time"] - before["time"] - (seconds if before["status"] == "Playing" else 0)
        if abs(jump) > JUMP:
            yield ["SetPosition", after["time"]]
            yield ["Seek", jump]


class Player(Publisher):
    """A real player. `launch(files)` starts it; `state()` returns its own state, None when it has ended."""

    can_raise = False  # without a window
    def start(self, settings):
        self.folder = self.surface.here / self.label
        cover = pathlib.Path(settings.get("ART", os.environ["ART"]).removeprefix("file://"))
        make_files(self.folder, settings.get("TITLE", "Trial Title Zephyr"), cover)
        self.uri = f"file://{self.folder}/others.m3u8"
        self.happened = []
        process = self.launch([str(self.folder / f"{number}.flac") for number in LIST])
        self.bus_name = until(lambda: self.name_of(process), 20)
        if not self.bus_name:
            raise AssertionError(f"the player is not on the bus: {self.surface.log(self.label)}")
        assert until(lambda: (state := self.state()) and state["time"]), self.surface.log(self.label)
        threading.Thread(target=self.follow, daemon=True).start()
        return process

    def name_of(self, process):
        """Returns the bus name of a process."""
        for name in self.surface.session.list_names():
            if name.startswith(ROOT) and self.surface.call(*DAEMON, "GetConnectionUnixProcessID", name) == process.pid:
                return str(name)
        return None

    def follow(self):
        """Notes what happens to the player, until it ends."""
        before, then = self.state(), time.monotonic()
        while before and (after := self.state()):
            now = time.monotonic()
            # Between two files it has none.
            after["number"] = before["number"] if after["number"] is None else after["number"]
            self.happened += calls_between(before, after, now - then)
            before, then = after, now
            time.sleep(0.03)  # sleeps: paces the questions by which a player is watched

    def calls(self, start=0):
        return self.happened[start:]


class Mpv(Player):
    identity = desktop_entry = "mpv"
    ASKED = ("filename", "time-pos", "pause", "idle-active", "volume", "loop-file", "loop-playlist", "shuffle")

    def launch(self, files):
        path, first = str(self.folder / "ipc"), LIST.index(0)
        process = self.surface.spawn(
            self.label, "mpv", "--no-config", "--quiet", "--load-scripts=no",
            f"--script={self.surface.programs}/nowplaying.so", "--ao=null", "--vo=null", "--volume=50",
            f"--input-ipc-server={path}", f"--playlist-start={first}",
            *files[:first], "--{", "--start=30", files[first], "--}", *files[first + 1:])
        connection = socket.socket(socket.AF_UNIX)
        assert until(lambda: not connection.connect_ex(path)), self.surface.log(self.label)
        self.ipc = connection.makefile("rw", encoding="utf-8")
        return process

    def state(self):
        # Asks for everything in one call, so that all values are of the same time.
        text = "|".join("${=%s:}" % name for name in self.ASKED)
        try:
            self.ipc.write(json.dumps({"command": ["expand-text", text], "request_id": 1}) + "\n")
            self.ipc.flush()
            while (line := self.ipc.readline()) and json.loads(line).get("request_id") != 1:
                pass
        except OSError:
            line = ""
        if not line:
            return None
        file, position, paused, idle, volume, one, every, shuffle = json.loads(line)["data"].split("|")
        return {"number": number_of(file), "time": float(position) if position else None,
                "status": "Stopped" if idle == "yes" else "Paused" if paused == "yes" else "Playing",
                "Volume": float(volume) / 100, "Shuffle": shuffle == "yes",
                "LoopStatus": "Track" if one != "no" else "Playlist" if every != "no" else "None"}


class Vlc(Player):
    identity, desktop_entry = "VLC media player", "vlc"

    def launch(self, files):
        # Without a sound server VLC has no volume.
        self.surface.start_sound()
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/requests/"
        keys = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        keys.add_password(None, self.url, "", "trial")
        self.opener = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(keys))
        first = LIST.index(0)
        process = self.surface.spawn(
            self.label, "vlc", "-I", "dummy", "--no-color", "--vout", "dummy", "--aout", "pulse", "--extraintf", "http",
            "--http-host", "127.0.0.1", "--http-port", str(port), "--http-password", "trial",
            *files[:first + 1], ":start-time=30", *files[first + 1:], VLC_PLUGIN_PATH=self.surface.programs)
        assert until(lambda: (state := self.state()) and state["time"]), self.surface.log(self.label)
        # VLC has no option for the entry to begin with.
        entries = self.ask("playlist.json")["children"][0]["children"]
        self.ask(f"status.json?command=pl_play&id={entries[first]['id']}")
        until(lambda: (state := self.state()) and state["number"] == 0 and state["time"])
        self.ask("status.json?command=volume&val=128")
        return process

    def ask(self, what):
        try:
            with self.opener.open(self.url + what) as answer:
                return json.load(answer)
        except OSError:
            return None

    def state(self):
        said = self.ask("status.json")
        if not said:
            return None
        file = said.get("information", {}).get("category", {}).get("meta", {}).get("filename", "")
        # The position is in whole seconds.
        return {"number": number_of(file), "time": said["position"] * said["length"] if said["length"] > 0 else None,
                "status": said["state"].capitalize(), "Volume": said["volume"] / 256, "Shuffle": said["random"],
                "LoopStatus": "Track" if said["repeat"] else "Playlist" if said["loop"] else "None"}


KINDS = {"": Publisher, "mpv": Mpv, "vlc": Vlc}

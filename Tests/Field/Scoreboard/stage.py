# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""A screen and a sound server without a user, and for each run of a player a bus and a home of its own."""

import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from field.servers import ffmpeg
from testkit.desktop import start_sound_server, wait_until

ROOT = "org.mpris.MediaPlayer2"
PATH, PLAYER, PROPERTIES = "/org/mpris/MediaPlayer2", ROOT + ".Player", "org.freedesktop.DBus.Properties"
SONGS = [("Moth", 61), ("Newt", 62), ("Owl", 63)]
DOCTOR = Path("/use/doctor")


def make_songs(folder):
    """Makes the files of one album. The cover is in each file, and also lies beside them as cover.png."""
    folder.mkdir()
    cover = folder / "cover.png"
    cover.write_bytes((Path(__file__).parent / "cover.png").read_bytes())
    files = [folder / f"{number + 1} {title}.flac" for number, (title, _) in enumerate(SONGS)]
    for number, (file, (title, seconds)) in enumerate(zip(files, SONGS)):
        tags = {"title": title, "artist": "The Oscillators", "album": "Animals", "track": number + 1, "date": 2006}
        words = [word for key, value in tags.items() for word in ("-metadata", f"{key}={value}")]
        tone = f"sine=frequency={330 + 40 * number}:duration={seconds}"
        ffmpeg("-f", "lavfi", "-i", tone, "-i", cover, "-map", "0:a", "-map", "1:v", "-c:v", "copy",
               "-disposition:v", "attached_pic", *words, file)
    return files


def start_screen():
    """Returns its name."""
    number, name = os.pipe()
    subprocess.Popen(["Xvfb", "-displayfd", str(name), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                     pass_fds=[name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(name)
    with os.fdopen(number) as file:
        return ":" + file.readline().strip()


class Stage:
    """One run of one player. This process is the first of a namespace of processes: all that it starts ends with it."""

    def __init__(self, work, name):
        from gi.repository import Gio, GLib
        self.gio, self.glib = Gio, GLib
        self.work, self.songs = work, sorted((work / "songs").glob("*.flac"))
        self.home = work / name
        self.home.mkdir()
        _, sound = start_sound_server(self.home)
        runtime = self.home / "runtime"
        runtime.mkdir(mode=0o700)
        self.log = open(self.home / "log", "w", encoding="utf-8")
        self.processes = []
        self.environment = {
            "PATH": "/usr/bin:/bin:/usr/games", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "HOME": str(self.home),
            "USER": "listener", "DISPLAY": start_screen(), "PULSE_SERVER": sound,
            "XDG_RUNTIME_DIR": str(runtime), "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local/share"), "XDG_CACHE_HOME": str(self.home / ".cache"),
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "keyfile", "GDK_BACKEND": "x11",
            "QT_QPA_PLATFORM": "xcb", "LIBGL_ALWAYS_SOFTWARE": "1", "GSK_RENDERER": "cairo", "GIO_USE_VFS": "local",
            "XDG_CURRENT_DESKTOP": "X-Generic", "XDG_SESSION_TYPE": "x11"}
        address = f"unix:path={runtime}/bus"
        # The bus is started as a user's, with the services that players may need.
        bus = self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", f"--address={address}",
                         "--print-address", stdout=subprocess.PIPE)
        assert bus.stdout.readline(), "dbus-daemon does not start"
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        flags = Gio.DBusConnectionFlags
        self.connection = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)

    # Programs

    def start(self, *words, stdout=None, **variables):
        process = subprocess.Popen(
            list(map(str, words)), env={**self.environment, **variables}, stdin=subprocess.DEVNULL,
            stdout=stdout or self.log, stderr=self.log, cwd=self.home, start_new_session=True)
        self.processes.append(process)
        return process

    def start_on_terminal(self, *words, **variables):
        """Starts a program on a terminal that is not shown."""
        screen, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.processes.append(subprocess.Popen(
            words, env={**self.environment, "TERM": "xterm-256color", **variables}, stdin=its, stdout=its, stderr=its,
            cwd=self.home, start_new_session=True))
        os.close(its)

        def read():
            with contextlib.suppress(OSError):  # it has ended
                while os.read(screen, 65536):
                    pass
        threading.Thread(target=read, daemon=True).start()

    def run(self, *words, timeout=30, check=True, **variables):
        """Runs a command to its end, and returns its output."""
        done = subprocess.run(list(map(str, words)), env={**self.environment, **variables}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=self.log, text=True, timeout=timeout, cwd=self.home,
                              check=check)
        return done.stdout

    def shell(self, line):
        """Returns what a line for bash prints, on both outputs."""
        done = subprocess.run(["bash", "-c", line], env=self.environment, stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.stdout

    def write(self, path, text):
        """Writes a file below the player's home."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.format(home=self.home, songs=self.songs[0].parent), encoding="utf-8")
        return file

    def end(self):
        """Ends the player, and everything that was started with it."""
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    # MPRIS

    def call(self, name, path, interface, member, arguments=None):
        """Returns the answer, unpacked; None where it is an error."""
        with contextlib.suppress(self.glib.Error):
            answer = self.connection.call_sync(name, path, interface, member, arguments, None,
                                               self.gio.DBusCallFlags.NO_AUTO_START, 3000, None)
            return answer.unpack()
        return None

    def names(self):
        (names,) = self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames")
        return sorted(name for name in names if name.startswith(ROOT + "."))

    def properties(self, name):
        (found,) = self.call(name, PATH, PROPERTIES, "GetAll", self.glib.Variant("(s)", (PLAYER,))) or ({},)
        return found

    def do(self, name, member):
        return self.call(name, PATH, PLAYER, member)

    def open(self, name, song):
        return self.call(name, PATH, PLAYER, "OpenUri", self.glib.Variant("(s)", (song.as_uri(),)))

    def wait_name(self, timeout=45):
        """Waits for a player's name on the bus, where nothing else runs, and returns it."""
        def found():
            assert not [each for each in self.processes[1:] if each.poll() not in (None, 0)], "it ended"
            return self.names()
        return wait_until("it has a name", found, timeout)[0]

    def is_ready(self, name):
        """Returns whether the player plays an item with a title."""
        found = self.properties(name)
        return found.get("PlaybackStatus") == "Playing" and found.get("Metadata", {}).get("xesam:title")

    def wait_ready(self, name, timeout=30):
        """Waits until the player plays. Some must be asked to play, and again when they have loaded their list."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline - 5:
            with contextlib.suppress(AssertionError):
                return wait_until("it plays an item", lambda: self.is_ready(name), 5)
            self.do(name, "Play")
        wait_until("it plays an item", lambda: self.is_ready(name), 5)

    def begin_anew(self, name):
        """Has the player play from the first seconds of an item on. Returns whether it plays."""
        self.do(name, "Play")
        with contextlib.suppress(AssertionError):
            wait_until("it plays an item", lambda: self.is_ready(name), 5)
        if not self.is_ready(name):
            return False
        track = self.properties(name).get("Metadata", {}).get("mpris:trackid", "/none")
        if track.startswith("/"):
            self.call(name, PATH, PLAYER, "SetPosition", self.glib.Variant("(ox)", (track, 2_000_000)))
        return True

    def settle(self, name, seconds=3):
        """Waits until the start is over: nothing but the position has changed for some seconds."""
        last, since, deadline = None, time.monotonic(), time.monotonic() + 30
        while time.monotonic() - since < seconds and time.monotonic() < deadline:
            now = {key: value for key, value in self.properties(name).items() if key != "Position"}
            if now != last:
                last, since = now, time.monotonic()
            time.sleep(0.2)  # sleeps: paces a loop that waits for a condition

    def doctor(self, name):
        """Returns the line that doctor --strict prints about the player."""
        done = subprocess.run(
            [DOCTOR / "nowplaying", "doctor", "--strict", "--yes", "--json", name.removeprefix(ROOT + ".")],
            env={**self.environment, "LD_LIBRARY_PATH": str(DOCTOR)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
        assert done.returncode in (0, 1), done.stderr.strip()
        return done.stdout

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Shared by the tests of surfaces: private buses, a publisher, screenshots, reading them, and checks.

The test of each surface is a program, NAME.py. Tests/Field/Desktops/run starts it in a new folder, with the folder of
the publisher in $PROGRAMS. It prints one line for each check, and exits with 0 when all passed.
"""

import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import dbus
import dbus.bus

from field.screen.publishers import KINDS, until

COLOUR = "#E0107A"  # of cover.png, and of nothing else on any surface
WORD = "Zephyr"  # of the publisher's title
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER


def run(*command, seconds=20):
    """Returns the output of a short program; "" when it fails."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=seconds, text=True, errors="replace", check=False).stdout.strip()
    except subprocess.TimeoutExpired:
        return ""


def pixels(picture, colour=COLOUR):
    """Returns how many pixels have the colour of the cover."""
    # The order matters: the other order would count white text.
    count = run("convert", str(picture), "-fuzz", "6%", "-fill", "black", "+opaque", colour, "-fill", "white",
                "-opaque", colour, "-alpha", "off", "-format", "%[fx:int(mean*w*h+.5)]", "info:")
    return int(count or 0)


def text(picture, *options, scale=200):
    """Returns the words in a picture, read from an enlarged grey copy. options: for ImageMagick's convert."""
    grey = f"{picture}.grey.png"
    run("convert", str(picture), *options, "-colorspace", "gray", "-resize", f"{scale}%", grey)
    # With several threads tesseract may hang on a blank picture.
    words = run("env", "OMP_THREAD_LIMIT=1", "tesseract", grey, "-", "--psm", "11")
    return " | ".join(words.split("\n\n")).replace("\n", " ")


class Surface:
    """with Surface(NAME) as s: …     Everything that was started inside ends with the block."""

    def __init__(self, name, seconds=400):
        self.name, self.seconds = name, seconds
        self.here = pathlib.Path.cwd()
        self.programs = os.environ["PROGRAMS"]
        self.failed = False
        self.kind = KINDS[os.environ["PLAYER"]]
        self.publishers = []

    def __enter__(self):
        # Orphaned processes become children of this one, so that none is left behind.
        ctypes.CDLL(None).prctl(SUBREAPER, 1)
        signal.signal(signal.SIGALRM, self.expired)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        signal.alarm(self.seconds)
        runtime = self.here / "run"
        runtime.mkdir(mode=0o700)
        for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "DISPLAY", "WAYLAND_DISPLAY"):
            os.environ.pop(name, None)
        os.environ.update(HOME=str(self.here), XDG_RUNTIME_DIR=str(runtime), NO_AT_BRIDGE="1", LC_ALL="C.UTF-8",
                          GSETTINGS_BACKEND="memory", LIBGL_ALWAYS_SOFTWARE="1", PYTHONDONTWRITEBYTECODE="1")
        self.start_bus("session")
        return self

    def __exit__(self, kind, error, _):
        signal.alarm(0)
        if error is not None and kind is not SystemExit:
            self.check("went to its end", False, f"{kind.__name__}: {error}")
        for publisher in self.publishers:
            if bugs := re.findall(".*(?:library|client) bug.*", self.log(publisher.label)):
                self.check("there is no bug in the log", False, bugs[0])
        while left := children():
            for pid in left:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        sys.exit(1 if self.failed else 0)

    def expired(self, *_):
        raise TimeoutError(f"not finished after {self.seconds} s")

    # Processes and buses

    def spawn(self, label, *command, **settings):
        """Starts a program whose output goes to LABEL.log."""
        with open(f"{label}.log", "a", encoding="utf-8") as log:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                    env={**os.environ, **settings})

    def log(self, label):
        return pathlib.Path(f"{label}.log").read_text(errors="replace")

    def start_bus(self, which, name=None):
        """Starts a private bus, as the session's or the system's, for all programs that are started from now on."""
        address = f"unix:path={self.here}/run/{name or which}"
        os.environ[f"DBUS_{which.upper()}_BUS_ADDRESS"] = address
        self.spawn("bus", "dbus-daemon", "--session", "--nofork", "--nosyslog", "--address=" + address)

        def connect():
            # The socket exists before the daemon listens at it.
            try:
                return dbus.bus.BusConnection(address)
            except dbus.DBusException:
                return None

        bus = until(connect)
        assert bus, self.log("bus")
        setattr(self, which, bus)

    def call(self, name, path, interface, method, *arguments, bus=None):
        """Calls a method; None when it fails."""
        try:
            return (bus or self.session).call_blocking(name, path, interface, method, None, arguments, timeout=60)
        except dbus.DBusException:
            return None

    def mock_logind(self):
        """Starts a system bus on which logind has a session c1."""
        self.start_bus("system")
        os.environ.update(XDG_SESSION_ID="c1")
        self.spawn("logind", sys.executable, "-m", "dbusmock", "--system", "--template", "logind")
        path, mock = "/org/freedesktop/login1", "org.freedesktop.DBus.Mock"
        session = ("c1", "seat0", dbus.UInt32(os.getuid()), "tester", True)
        assert until(lambda: self.call("org.freedesktop.login1", path, mock, "AddSession", *session, bus=self.system))

    def start_sound(self):
        """Starts a silent sound server, unless there is one."""
        pulse = (self.here / "run/pulse/native").is_socket
        if not pulse():
            # Loads the module that remembers the volume of each program, because a desktop's sound server has it.
            self.spawn("pulseaudio", "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit",
                       "--load=module-native-protocol-unix", "--load=module-null-sink sink_name=n",
                       "--load=module-stream-restore")
            assert until(pulse), self.log("pulseaudio")

    def display(self, size):
        """Starts an X server on a free display."""
        self.spawn("xvfb", "sh", "-c", f"exec Xvfb -displayfd 3 -screen 0 {size}x24 -nolisten tcp -noreset 3>display")
        display = self.here / "display"
        assert until(lambda: display.exists() and display.read_text().endswith("\n")), self.log("xvfb")
        os.environ["DISPLAY"] = ":" + display.read_text().strip()
        run("dbus-update-activation-environment", "DISPLAY", "HOME", "XDG_RUNTIME_DIR")

    def window(self, name):
        """Waits for a window, moves it to the corner, and returns its number."""
        number = until(lambda: run("xdotool", "search", "--onlyvisible", "--name", name).split(), 40)
        assert number, f"there is no window {name}"
        run("xdotool", "windowmove", number[-1], "0", "0")
        return number[-1]

    def shot(self):
        run("import", "-window", "root", "shot.png")
        return "shot.png"

    def click(self, x, y):
        # Widgets must see the pointer come before they take the click.
        # sleeps: widgets must see the pointer come before they take the click
        run("xdotool", "mousemove", str(x), str(y), "sleep", ".3", "click", "1")

    def key(self, name):
        run("xdotool", "key", name)

    def wayland(self):
        """Waits for a compositor's socket, and makes it that of all that is started from now on."""
        name = until(lambda: [f.name for f in (self.here / "run").glob("wayland-?") if f.is_socket()])
        assert name, "the compositor does not start"
        os.environ["WAYLAND_DISPLAY"] = name[0]

    # Checks

    def check(self, what, passed, saw=""):
        self.failed |= not passed
        print(f"  {'ok   ' if passed else 'FAIL '} {self.name:<10} {what:<34} {saw}".rstrip()[:220], flush=True)

    def keep(self, name, picture):
        """Keeps a picture for people to look at, below $KEEP where that is set."""
        if os.environ.get("KEEP"):
            shutil.copy(picture, os.path.join(os.environ["KEEP"], f"{self.name}-{name}.png"))

    def publish(self, label="trial", **settings):
        self.publishers.append(self.kind(self, label, settings))
        return self.publishers[-1]

    def drive(self, publisher, what, action, *arguments):
        """Checks that `action` makes the call `what` arrive at the publisher."""
        start = len(publisher.calls())
        action(*arguments)
        arrived = until(lambda: [call for call in publisher.calls(start) if call[0] == what])
        saw = arrived[0][1:] or "" if arrived else f"there came {publisher.calls(start)}"
        self.check(f"{what} arrives", arrived, saw)

    def publish_seen(self, words, shot=None, least=300, colour=COLOUR, together=True):
        """Publishes an item, and checks that title and cover are visible. First checks that an item without a cover
        shows none.

        words() returns the text that the surface shows, shot() the file of a picture of it, in which the cover has that
        colour. together: the one without cover is still there when the other one comes."""
        if shot:
            control = self.publish("control", TITLE="Quagga", ART="file:///nonexistent/cover.png")
            seen = until(lambda: "Quagga" in words(), 30)
            most = 0
            for _ in range(4):
                most = max(most, pixels(shot(), colour))
            self.check("a missing cover is not seen", seen and most < least, f"{most} pixels")
            if not together:
                control.stop()
        trial = self.publish()
        if shot and together:
            # Stopped only now: Plasma 5.27's media keys stay dead after a time without any player.
            control.stop()
        until(lambda: WORD in words(), 30)
        seen = words()
        self.check("the title is seen", WORD in seen, seen)
        if shot:
            until(lambda: pixels(shot(), colour) >= least)
            seen = pixels(shot(), colour)
            self.check("the cover is seen", seen >= least, f"{seen} pixels")
        return trial


def hand_over(s, first, press):
    """Checks who gets a media key while players of ours take the system primary from each other.

    first is one that plays, press() presses the key for the next track."""
    def driven(who, other, when):
        start = len(other.calls())
        s.drive(who, "Next", press)
        s.check(f"only there, {when}", ["Next"] not in other.calls(start))

    def took_over(who, other, when):
        start, mine = len(other.calls()), len(who.calls())
        who.take_over()
        s.check(f"it is notified, {when}", until(lambda: ["SystemPrimary", 0] in who.calls(mine)))
        s.check(f"the other steps aside, {when}", until(lambda: ["InterruptionBegan"] in other.calls(start)))
        sent = until(lambda: (other.get("PlaybackStatus"), who.get("PlaybackStatus")) == ("Paused", "Playing"))
        s.check(f"one is paused, one plays, {when}", sent)
        driven(who, other, when)

    first.take_over()
    assert until(lambda: ["SystemPrimary", 0] in first.calls())
    assert until(lambda: first.get("PlaybackStatus") == "Playing")
    second = s.publish("second", STATE="Paused")
    driven(first, second, "while paused")
    took_over(second, first, "was paused")
    second.stop()
    s.check("the first resumes", until(lambda: first.calls()[-1] == ["InterruptionEnded"]))
    until(lambda: first.get("PlaybackStatus") == "Playing")
    third = s.publish("third")
    driven(first, third, "both play")
    took_over(third, first, "was playing")
    took_over(first, third, "back again")


def stirs(pid, seconds=3):
    """Returns how often the threads of a process have woken up and gone to sleep again within some seconds."""
    def counts():
        found = {}
        for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
            try:
                words = status.read_text().split("\nvoluntary_ctxt_switches:")[1].split()
            except OSError:  # just gone
                continue
            found[status.parent.name] = int(words[0])
        return found

    before = counts()
    time.sleep(seconds)  # sleeps: measures that nothing happens within it
    return sum(count - before.get(thread, 0) for thread, count in counts().items())


def children():
    """Returns the child processes, including adopted orphans."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # just gone
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(stat.parent.name))
    return found

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base class of all adapters: a real player with a plugin of this project on a private bus, observed by playerctl,
a surface of org.nowplaying and the strict checker."""

import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from testkit import scene
from testkit.bus import ROOT, TRACK_LIST
from testkit.desktop import Program, wait_until
from testkit.surface import Surface
from testkit.wire import DBusError, Variant

from . import media


def refuses(call, *words, **given):
    try:
        call(*words, **given)
    except DBusError:
        return True
    return False


def rest():
    """Leaves the processor to the players for a moment, since each run of playerctl takes some milliseconds of it."""
    time.sleep(0.03)  # sleeps: leaves the processor to the players for a moment


class Player(scene.Scene):
    """A bus and a player on it; `process` exists after `__init__`.

    An adapter also has these functions: `seconds()`, the position; `mode()` and `volume()`, the player's own
    LoopStatus, Shuffle, Rate, Fullscreen and Volume, None where it does not tell; and the player's own commands:
    `pause()`, `seek()`, `loop()`, `unshuffle()`, `set_volume()`, `enqueue()`, `clear()`, `jump()`.
    """

    name = ""  # of the player to playerctl
    built = ""  # the plugin, below the folder of all builds
    prepared = ()  # the attributes that prepare() sets
    fault = re.compile(r"nowplaying[:\[]|" + scene.FAULT)

    # The parameters for starting it.
    song_seconds = 30  # how long the songs are
    idle = ()  # words with which it waits for something to play
    once = ()  # options with which it plays its files and quits
    brief = 1  # the length of the files that it plays then, in seconds
    no_buses = ("unix:path=/nowhere", "nonsense", "")  # addresses with which it plays all the same

    # The player's abilities.
    answers_late = False  # whether commands are answered before they are done
    identity = ""
    schemes, no_scheme = {"file", "https"}, "memory"
    mime_types = {"audio/flac", "video/x-matroska"}
    has_fullscreen = True
    rates = (1.0, 1.0)  # MinimumRate and MaximumRate
    intervals = [10_000_000, 30_000_000]  # the first intervals of its skip commands
    levels = ((0.3, 0.3),)  # pairs of a requested volume and the resulting one
    level_error = 1e-6
    position_error = (0.3, 0.3)  # by how many seconds Position may be before and after `exact_seconds()`
    jumps, seek_error = (20, 5), 0.5
    unknown = frozenset()  # what of the tags of media.TAGS it does not read
    refused = ()  # addresses that it does not open
    station_titles = ("Somebody - Something", "Others - Another")
    picture_beside = "cover.jpg"
    second_is = r"instance\w+"  # how the name of a second one ends
    threads = {"playing": [""], "paused": [""]}  # threads that sleep then, by the beginnings of their names
    rest = 1  # seconds after which they do

    def __init__(self, bus=None):
        """bus: False for none."""
        super().__init__(bus)
        self.environment = self.bus.environment

    @classmethod
    @contextlib.contextmanager
    def playing(cls, folder, *numbers, words=(), **given):
        """Returns a player that plays songs of a folder, given by number."""
        with cls(*words, *[folder / f"{number}.flac" for number in numbers], **given) as run:
            run.wait_title(f"Song {numbers[0]}")
            yield run

    @classmethod
    def audible(cls, folder):
        """Returns a player that plays the first song with a volume."""
        return cls.playing(folder, 1)

    @classmethod
    def prepare(cls, plugin, folder, keep):
        """Installs the build below a folder, as a user does. Calls keep() with each program to stop at the end, as soon
        as it runs."""
        raise NotImplementedError

    @classmethod
    def settings(cls):
        return {name: getattr(cls, name) for name in cls.prepared}

    def kill(self):
        self.process.process.kill()
        self.process.process.wait()
        self.ends = [-signal.SIGKILL]

    @property
    def pid(self):
        return self.process.process.pid

    def has_loaded(self, library):
        return os.path.realpath(library) in Path(f"/proc/{self.pid}/maps").read_text()

    def wait_until(self, what, condition):
        result = wait_until(what, condition)
        print(f"ok    {what}", flush=True)
        return result

    # The player itself

    def wait_playing(self):
        wait_until("it plays", lambda: (self.seconds() or 0) > 0)

    def wait_played(self):
        """Plays a file once, without a bus, to its end."""
        assert self.process.end() == 0, f"it ends with {self.process.end()}"

    def check_state(self, state, what):
        """Waits for the result of a command. Most players answer only when it is there."""
        if self.answers_late:
            wait_until(f"{what}: it is {state}", lambda: self.state() == state)
        else:
            assert self.state() == state, what

    def wakeups(self, state):
        """Returns how often each thread that should sleep in this state has woken up."""
        return [wakeups_of(self.pid, name) for name in self.threads[state]]

    def exact_seconds(self):
        return self.seconds()

    def wait_settled(self):
        """Waits until the player's position advances evenly."""

    # MPRIS

    @property
    def bus_name(self):
        return f"{ROOT}.{self.name}"

    def together(self, *calls):
        """Makes calls that the plugin finds all at once: ("Stop",), ("OpenUri", uri), ("Shuffle", True) for a property,
        or ("AddTrack", uri, after, plays). Returns for each call the name of its error, or None."""
        client, answers = self.client(), []
        os.kill(self.pid, signal.SIGSTOP)
        try:
            serials = [client.start_set(name, Variant("b", *words)) if words in ([True], [False]) else
                       client.start_do(name, "sob", *words, interface=TRACK_LIST) if name == "AddTrack" else
                       client.start_do(name, "s" * len(words), *words) for name, *words in calls]
            client.bus("GetId")  # the bus has passed on what was sent before
        finally:
            os.kill(self.pid, signal.SIGCONT)
        for serial in serials:
            try:
                client.finish(serial)
                answers.append(None)
            except DBusError as error:
                answers.append(error.name.rpartition(".")[2])
        return answers

    def ctl(self, *words):
        return self.bus.playerctl("--player=" + self.name, *words)

    def ask(self, *words):
        """Returns what playerctl prints; "" when it fails."""
        done = subprocess.run(["playerctl", "--player=" + self.name, *words], env=self.bus.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        return done.stdout.strip()

    def title(self):
        return self.ask("metadata", "xesam:title")

    def wait_title(self, title):
        self.wait_until(f"{title or 'nothing'} shows", lambda: self.title() == title or rest())

    def wait_status(self, status):
        wait_until(f"it is {status}", lambda: self.ask("status") == status or rest())

    def client(self):
        """Returns a client of MPRIS."""
        self.bus.wait_name(self.bus_name)
        return self.bus.client(self.bus_name)

    def track(self):
        """Returns the present track id; None when there is none."""
        return self.client().metadata().get("mpris:trackid")

    def wait_queue(self):
        """Waits for the interface TrackList, which appears a moment after the name."""
        wait_until("its queue is there", lambda: self.client().get("HasTrackList", ROOT))

    def picture(self):
        """Returns the artwork URL."""
        return self.ask("metadata", "mpris:artUrl")

    def cover(self):
        """Returns the bytes of the picture that MPRIS names; b"" for none."""
        url = self.picture()
        return Path(url.removeprefix("file://")).read_bytes() if url else b""

    def wait_color(self, path):
        """Waits until the picture has the colour of a file's picture."""
        self.wait_until(f"the colour of {path.name} shows",
                        lambda: media.color_of(self.cover()) == media.color_of(path.read_bytes()) or rest())

    def wait_cover(self, path):
        self.wait_until("the picture shows", lambda: self.cover() == path.read_bytes() or rest())

    def changes(self, start):
        """Returns the properties of each PropertiesChanged since a mark."""
        return [change for change in self.bus.signals(start) if isinstance(change, dict)]

    def statuses(self, start):
        return [change["PlaybackStatus"] for change in self.changes(start) if "PlaybackStatus" in change]

    def titles(self, start):
        """Returns the titles emitted since a mark."""
        return [change["Metadata"]["xesam:title"].value for change in self.changes(start) if "Metadata" in change]

    def connections(self):
        """Returns the unique names of the player's connections to the bus."""
        found = set()
        for name in self.bus.pinger.bus("ListNames")[0]:
            with contextlib.suppress(DBusError):
                (pid,) = self.bus.pinger.bus("GetConnectionUnixProcessID", "s", name)
                if name.startswith(":") and pid == self.pid:
                    found.add(name)
        return found

    def pardon(self, ours=None):
        """Excludes messages of the player's own MPRIS plugin from the strict checker, but not those of the connection
        `ours`."""
        self.bus.foreign.update((self.bus.epoch, name) for name in self.connections() - {ours})

    def is_ours(self):
        """Returns whether the player on the bus is the one of this plugin; None when there is none."""
        try:
            return self.is_of_ours(self.bus.client(self.bus_name))
        except DBusError:
            return None

    def check_second(self, names, first, second):
        """Checks that, of two names on the bus, each shows the file of its own player."""
        assert names[0] == self.bus_name and re.fullmatch(rf"{self.bus_name}\.{self.second_is}", names[1]), names
        client = self.bus.client(names[1])
        wait_until("the second shows its own", lambda: client.metadata().get("xesam:title") == second)
        assert self.client().metadata().get("xesam:title") == first

    # The player by org.nowplaying

    def session(self):
        """Returns the session as a surface sees it."""
        if not self.surfaces:
            self.surfaces.append(Surface(self.bus))
        self.bus.wait_name(self.bus_name)
        return self.surfaces[-1].only(self.bus_name)


def thread_of(pid, name):
    """Returns the /proc folder of the thread whose name has this beginning; for "" the first thread."""
    def is_it(task):
        try:
            return (task / "comm").read_text().startswith(name) if name else task.name == str(pid)
        except (FileNotFoundError, ProcessLookupError):
            return False  # the thread has ended in the meantime
    (thread,) = filter(is_it, Path(f"/proc/{pid}/task").iterdir())
    return thread


def wakeups_of(pid, name):
    """Returns how often a thread (see thread_of()) has slept, read when it sleeps again."""
    thread = thread_of(pid, name)
    status = wait_until("it waits", lambda: text if "State:\tS" in (text := (thread / "status").read_text()) else "")
    return int(re.search(r"voluntary_ctxt_switches:\s*(\d+)", status)[1])


def find_sanitizer(plugin):
    """Returns the library of ASan, which must be loaded before a plugin that was built with ASan; "" for other
    plugins."""
    linked = subprocess.run(["ldd", plugin], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"libasan\S* => (\S+)", linked)
    return found[1] if found else ""


def install(built, folder):
    """Installs a build folder below another folder, and returns that."""
    root = folder / "installed"
    subprocess.run(["cmake", "--install", built], env=os.environ | {"DESTDIR": str(root)}, stdout=subprocess.DEVNULL,
                   check=True)
    return root


def start_screen():
    """Starts a virtual screen. Returns its program and name."""
    screen = Program(["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp"], os.environ)
    number = wait_until("there is a screen", lambda: [line for line in screen.take() if line.isdecimal()])
    return screen, ":" + number[0]


def make_songs(folder, seconds):
    """Makes the three songs that all scenarios have."""
    for number in (1, 2, 3):
        media.sound(folder / f"{number}.flac", seconds, title=f"Song {number}", artist="A Band", album="An Album")

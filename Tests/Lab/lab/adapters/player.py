# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The common part of all adapters: a real player with a plugin of ours on a bus of its own, as playerctl, a surface of
org.nowplaying and the strict checker see it."""

import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from lab.desktop import Program, wait_until
from lab.harness import scene
from lab.harness.bus import ROOT, TRACK_LIST
from lab.harness.surface import Surface
from lab.harness.wire import DBusError, Variant

from . import media


def refuses(call, *words, **given):
    try:
        call(*words, **given)
    except DBusError:
        return True
    return False


def rest():
    """Leaves the processor to the players for a moment: each run of playerctl takes it for some milliseconds."""
    time.sleep(0.03)  # sleeps: leaves the processor to the players for a moment


class Player(scene.Scene):
    """A bus, and a player on it, which is `process` from `__init__` on.

    An adapter also has `seconds()`, where the player is; `mode()` and `volume()`, what it has of LoopStatus, Shuffle,
    Rate, Fullscreen and Volume, None where it does not say it; and what its own keys and commands do: `pause()`,
    `seek()`, `loop()`, `unshuffle()`, `set_volume()`, `enqueue()`, `clear()`, `jump()`.
    """

    name = ""  # of the player to playerctl
    built = ""  # the plugin, below the folder of all builds
    prepared = ()  # the attributes that prepare() sets
    fault = re.compile(r"nowplaying[:\[]|" + scene.FAULT)

    # How it is started.
    song_seconds = 30  # how long the songs are
    idle = ()  # words with which it waits for something to play
    once = ()  # words with which it plays what it is given, and ends
    brief = 1  # seconds of what it plays then
    no_buses = ("unix:path=/nowhere", "nonsense", "")  # addresses with which it plays all the same

    # Its abilities.
    answers_late = False  # whether commands are answered before they are done
    identity = ""
    schemes, no_scheme = {"file", "https"}, "memory"
    mime_types = {"audio/flac", "video/x-matroska"}
    has_fullscreen = True
    rates = (1.0, 1.0)  # MinimumRate and MaximumRate
    intervals = [10_000_000, 30_000_000]  # the first ones of its skip commands
    levels = ((0.3, 0.3),)  # of the volume: what is asked for, and what comes of it
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
        """One that plays songs of a folder, by their numbers."""
        with cls(*words, *[folder / f"{number}.flac" for number in numbers], **given) as run:
            run.wait_title(f"Song {numbers[0]}")
            yield run

    @classmethod
    def audible(cls, folder):
        """One that plays the first song, and has a volume."""
        return cls.playing(folder, 1)

    @classmethod
    def prepare(cls, plugin, folder):
        """Installs what was built, as a user does, but below a folder. Returns the programs to stop at the end."""
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

    # The player's own side

    def wait_playing(self):
        wait_until("it plays", lambda: (self.seconds() or 0) > 0)

    def wait_played(self):
        """Plays a file once, without a bus, to its end."""
        assert self.process.end() == 0, f"it ends with {self.process.end()}"

    def check_state(self, state, what):
        """Waits for what it does after a command; other players answer a command when it is done."""
        if self.answers_late:
            wait_until(f"{what}: it is {state}", lambda: self.state() == state)
        else:
            assert self.state() == state, what

    def wakeups(self, state):
        """How often each of the threads that sleep then has waited for something."""
        return [wakeups_of(self.pid, name) for name in self.threads[state]]

    def exact_seconds(self):
        return self.seconds()

    def wait_settled(self):
        """Until its clock runs evenly."""

    # MPRIS

    @property
    def bus_name(self):
        return f"{ROOT}.{self.name}"

    def together(self, *calls):
        """Makes calls that the plugin finds all at once: ("Stop",), ("OpenUri", uri), ("Shuffle", True) for a property,
        or ("AddTrack", uri, after, plays). The name of the error that each gets, or None."""
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
        """A client of MPRIS."""
        self.bus.wait_name(self.bus_name)
        return self.bus.client(self.bus_name)

    def track(self):
        """The id of what plays; None where nothing does."""
        return self.client().metadata().get("mpris:trackid")

    def wait_queue(self):
        """Its queue is there, a moment after its name."""
        wait_until("its queue is there", lambda: self.client().get("HasTrackList", ROOT))

    def picture(self):
        """The address of the picture."""
        return self.ask("metadata", "mpris:artUrl")

    def cover(self):
        """The bytes of the picture that MPRIS names; b"" for none."""
        url = self.picture()
        return Path(url.removeprefix("file://")).read_bytes() if url else b""

    def wait_color(self, path):
        """Until the picture has the colour of that of a file."""
        self.wait_until(f"the colour of {path.name} shows",
                        lambda: media.color_of(self.cover()) == media.color_of(path.read_bytes()) or rest())

    def wait_cover(self, path):
        self.wait_until("the picture shows", lambda: self.cover() == path.read_bytes() or rest())

    def changes(self, start):
        """The properties of each PropertiesChanged since a mark."""
        return [change for change in self.bus.signals(start) if isinstance(change, dict)]

    def statuses(self, start):
        return [change["PlaybackStatus"] for change in self.changes(start) if "PlaybackStatus" in change]

    def titles(self, start):
        """The titles that were emitted since a mark."""
        return [change["Metadata"]["xesam:title"].value for change in self.changes(start) if "Metadata" in change]

    def pardon(self, ours=None):
        """Keeps messages of the player's own plugin from the strict checker; what the connection `ours` says,
        is."""
        for name in self.bus.pinger.bus("ListNames")[0]:
            with contextlib.suppress(DBusError):
                (pid,) = self.bus.pinger.bus("GetConnectionUnixProcessID", "s", name)
                if name.startswith(":") and pid == self.pid and name != ours:
                    self.bus.foreign.add((self.bus.epoch, name))

    def is_ours(self):
        """Whether the player on the bus is that of our plugin; None where there is none."""
        try:
            return self.is_of_ours(self.bus.client(self.bus_name))
        except DBusError:
            return None

    def check_second(self, names, first, second):
        """Of two names on the bus one is this player's, the other that of a second one; each shows its own."""
        assert names[0] == self.bus_name and re.fullmatch(rf"{self.bus_name}\.{self.second_is}", names[1]), names
        client = self.bus.client(names[1])
        wait_until("the second shows its own", lambda: client.metadata().get("xesam:title") == second)
        assert self.client().metadata().get("xesam:title") == first

    # org.nowplaying

    def session(self):
        """The session, as a surface sees it."""
        if not self.surfaces:
            self.surfaces.append(Surface(self.bus))
        self.bus.wait_name(self.bus_name)
        copy = self.surfaces[-1].follow(self.bus_name)
        self.surfaces[-1].wait(copy.sessions, "it has a session")
        (identifier,) = copy.sessions()
        return copy[identifier]


def thread_of(pid, name):
    """The folder of the thread whose name begins so; "": of the first."""
    def is_it(task):
        try:
            return (task / "comm").read_text().startswith(name) if name else task.name == str(pid)
        except (FileNotFoundError, ProcessLookupError):
            return False  # another one, which has ended meanwhile
    (thread,) = filter(is_it, Path(f"/proc/{pid}/task").iterdir())
    return thread


def wakeups_of(pid, name):
    """How often the thread whose name begins so has waited for something, read when it waits again; "": the first."""
    thread = thread_of(pid, name)
    status = wait_until("it waits", lambda: text if "State:\tS" in (text := (thread / "status").read_text()) else "")
    return int(re.search(r"voluntary_ctxt_switches:\s*(\d+)", status)[1])


def find_sanitizer(plugin):
    """The library that a plugin needs before it, when it was built with ASan; "" for none."""
    linked = subprocess.run(["ldd", plugin], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"libasan\S* => (\S+)", linked)
    return found[1] if found else ""


def install(built, folder):
    """Installs what was built in a folder below another one, which is returned."""
    root = folder / "installed"
    subprocess.run(["cmake", "--install", built], env=os.environ | {"DESTDIR": str(root)}, stdout=subprocess.DEVNULL,
                   check=True)
    return root


def start_screen():
    """Starts one that nobody sees; the program, and its name."""
    screen = Program(["Xvfb", "-displayfd", "1", "-screen", "0", "320x240x24", "-nolisten", "tcp"], os.environ)
    number = wait_until("there is a screen", lambda: [line for line in screen.take() if line.isdecimal()])
    return screen, ":" + number[0]


def make_songs(folder, seconds):
    """The three songs that all scenarios have."""
    for number in (1, 2, 3):
        media.sound(folder / f"{number}.flac", seconds, title=f"Song {number}", artist="A Band", album="An Album")

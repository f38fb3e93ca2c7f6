# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Judges for each method and each writable property whether the player carries it out."""

import time

from testkit.bus import PLAYER, ROOT, TRACK_LIST
from testkit.mpris_types import METHODS
from testkit.wire import DBusError, Variant

from .contenders import TITLES
from .judging import becomes
from .values import interfaces

SETTLED = 0.4  # seconds after which what should not happen has happened, or does not


class Steps:
    """The steps that are done to one player, in order. Their effect is read from the player itself where possible."""

    def __init__(self, one, files):
        self.one, self.files, self.cells = one, files, {}

    def step(self, row, act, *conditions, settles=False):
        """Performs a step, and notes whether the expected condition becomes true. settles: it must also stay true."""
        try:
            act()
        except (DBusError, TimeoutError) as error:
            name = error.name.rsplit(".", 1)[-1] if isinstance(error, DBusError) else "no answer"
            self.cells[row] = f"wrong: {name}" if self.is_named(row.removeprefix("set ").split()[0]) else "missing"
            return
        if settles:
            time.sleep(SETTLED)  # sleeps: what must not be done would be done within it
        is_right = all(becomes(condition, 0.1 if settles else 3) for condition in conditions)
        self.cells[row] = "right" if is_right else "wrong: is done" if settles else "wrong: is not done"

    def is_named(self, name):
        """Returns whether introspection contains a property or method."""
        return any(name in names for both in interfaces(self.one).values() for names in both)

    def do(self, *words, interface=PLAYER):
        return lambda: self.one.mpris.do(*words, interface=interface)

    def state(self, *states):
        return lambda: self.one.state() in states

    def plays(self, title):
        """Returns a condition: the file plays, and the player also reports its title, so that the next step is not too
        early."""
        return lambda: title in self.one.plays() and self.one.title() == title

    def at(self, first, last):
        """Returns whether the position is in a range of seconds, with tolerance for players that have whole seconds."""
        return lambda: first - 0.1 <= self.one.seconds() < last

    def anew(self, place=0):
        """Restarts the queue, from one of its files."""
        self.one.order("jump", place)
        self.one.order("play")
        becomes(lambda: TITLES[place] in self.one.plays() and self.one.state() == "Playing"
                and self.one.title() == TITLES[place] and self.one.get("PlaybackStatus") == "Playing")

    def track(self):
        return self.one.metadata().get("mpris:trackid", "/")

    def playback(self):
        for row, method, state in (("Pause", "Pause", "Paused"), ("Play", "Play", "Playing"),
                                   ("PlayPause", "PlayPause", "Paused"), ("PlayPause again", "PlayPause", "Playing")):
            self.step(row, self.do(method), self.state(state))
        self.step("Next", self.do("Next"), self.plays("Second"))
        self.step("Previous", self.do("Previous"), self.plays("First"))
        self.anew()
        self.step("Pause while paused", lambda: [self.one.mpris.do("Pause") for _ in range(2)], self.state("Paused"),
                  settles=True)
        self.anew()
        self.step("Stop", self.do("Stop"), self.state("Stopped"))
        self.step("Play after Stop", self.do("Play"), self.state("Playing"))

    def positions(self):
        self.step("Seek", self.do("Seek", "x", 8_000_000), self.at(8, 13))
        self.step("Play while it plays", self.do("Play"), self.at(8, 16), settles=True)
        self.step("Seek back", self.do("Seek", "x", -7_000_000), self.at(1, 8))
        self.step("SetPosition", lambda: self.one.mpris.do("SetPosition", "ox", self.track(), 20_000_000),
                  self.at(20, 24))
        for row, track, position in (("SetPosition of another track", "/other", 5_000_000),
                                     ("SetPosition beyond the end", None, 90_000_000)):
            self.step(row, lambda track=track, position=position: self.one.mpris.do(
                "SetPosition", "ox", track or self.track(), position), self.plays("First"), self.at(20, 27),
                settles=True)
        self.anew()
        self.step("Seek beyond the end", self.do("Seek", "x", 90_000_000), self.plays("Second"))

    def set(self, name, signature, value, interface=PLAYER):
        return lambda: self.one.mpris.set(name, Variant(signature, value), interface)

    def modes(self):
        """Reads by MPRIS what the player itself does not report."""
        slowest, fastest = self.one.rates
        rates = [("Rate 1.5", "Rate", "d", 1.5, PLAYER), ("Rate 1", "Rate", "d", 1.0, PLAYER)]
        screen = [("Fullscreen on", "Fullscreen", "b", True, ROOT), ("Fullscreen off", "Fullscreen", "b", False, ROOT)]
        for row, name, signature, value, interface in (
                ("LoopStatus Track", "LoopStatus", "s", "Track", PLAYER),
                ("LoopStatus Playlist", "LoopStatus", "s", "Playlist", PLAYER),
                ("LoopStatus None", "LoopStatus", "s", "None", PLAYER),
                ("Shuffle on", "Shuffle", "b", True, PLAYER), ("Shuffle off", "Shuffle", "b", False, PLAYER),
                *(rates if slowest < fastest else []), *(screen if self.one.fullscreen_can_be_set else [])):
            self.step("set " + row, self.set(name, signature, value, interface),
                      lambda name=name, value=value: self.is_near(self.one.mode(name), value),
                      lambda name=name, value=value, interface=interface: self.is_near(
                          self.one.get(name, interface), value))
        self.step("set Volume", self.set("Volume", "d", 0.4), lambda: abs(self.one.volume() - 0.4) < 0.02,
                  lambda: abs(self.one.get("Volume") - 0.4) < 0.02)

    @staticmethod
    def is_near(found, wanted):
        """Compares rates roughly, because VLC keeps the inverse of a rate in thousandths."""
        return found is None or found == wanted or isinstance(wanted, float) and abs(found - wanted) < 0.01

    def queue(self):
        """Judges the methods of TrackList. A player without it lacks all of them."""
        def tracks():
            return self.one.get("Tracks", TRACK_LIST) or []

        def call(method, signature, *words):
            return lambda: self.one.mpris.do(method, signature, *words, interface=TRACK_LIST)

        becomes(lambda: len(tracks()) == 3, 2)  # the interface may come a moment after the player
        shown = tracks() or ["/"] * 3
        ask = call("GetTracksMetadata", "ao", shown)
        # A player that reads tags only when it plays, such as mpv, has the file name as the title of later entries.
        names = [{title, file.name} for title, file in zip(TITLES, self.files)]
        self.step("GetTracksMetadata", ask, lambda: all(
            track["xesam:title"].value in name for track, name in zip(ask()[0], names, strict=True)))
        self.step("GoTo", call("GoTo", "o", shown[-1]), self.plays("Third"))
        self.step("AddTrack", call("AddTrack", "sob", self.files[3].as_uri(), shown[-1], False),
                  lambda: len(tracks()) == 4 and tracks()[:3] == shown)
        self.step("RemoveTrack", call("RemoveTrack", "o", (tracks() or ["/"])[-1]), lambda: len(tracks()) == 3)

    def program(self):
        self.step("Raise without a window", self.do("Raise", interface=ROOT), self.state("Playing"), settles=True)
        self.step("OpenUri", self.do("OpenUri", "s", self.files[3].as_uri()), self.plays("Opened"),
                  self.state("Playing"))
        self.step("Quit", self.do("Quit", interface=ROOT), lambda: self.one.process.process.poll() is not None)


def judge(begin, files):
    """Returns {row: "right", or what is wrong}. Each part runs on a new player, which `begin` makes."""
    cells = {}
    for part in Steps.playback, Steps.positions, Steps.modes, Steps.queue, Steps.program:
        with begin() as one:
            steps = Steps(one, files)
            steps.anew()
            part(steps)
            cells |= steps.cells
            if part is Steps.queue:
                known = {(interface, name) for interface, methods in METHODS.items() for name in methods}
                cells |= {f"{name} of {interface}": "wrong: not of MPRIS" for interface, (_, names) in
                          interfaces(one).items() for name in names if (interface, name) not in known}
    return cells

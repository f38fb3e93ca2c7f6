# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Runs mpd-remote on a bus of its own, and looks at it through playerctl, a surface of org.nowplaying and the strict
checker."""

import os
import subprocess

from testkit.bus import ROOT
from testkit.desktop import Program, wait_until
from testkit.received import bytes_of
from testkit.scene import Scene


class Run(Scene):
    """A bus, and mpd-remote on it with some servers."""

    program = None  # mpd-remote, as a list of words: set by the command line

    def __init__(self, *servers, bus=None, **variables):
        """servers: as mpd-remote takes them. bus: False for none."""
        super().__init__(bus)
        self.process = Program([*self.program, *servers], self.bus.environment | variables)

    def said(self):
        """Returns all lines that mpd-remote has printed."""
        return self.process.take()

    def expect(self, text):
        return self.process.expect(text, part=True)

    @staticmethod
    def wait_until(what, condition):
        return wait_until(what, condition)

    # MPRIS

    def places(self):
        """Returns the players' names, without their "MPD – "."""
        return sorted(identity.removeprefix("MPD – ") for identity in self.identities())

    def wait_places(self, *places):
        wait_until(f"the players are those of {places}", lambda: self.places() == sorted(places))

    def name(self, place):
        return self.identities().get("MPD – " + place)

    def player(self, place):
        """Waits for a player, and returns its name for playerctl."""
        name = wait_until(f"{place} has a player", lambda: self.name(place))
        return name.removeprefix(ROOT + ".")

    def ctl(self, place, *words):
        return self.bus.playerctl("--player", self.player(place), *words)

    def ask(self, place, *words):
        """Returns what playerctl prints; "" when it fails."""
        name = self.name(place)
        if not name:
            return ""
        done = subprocess.run(["playerctl", "--player", name.removeprefix(ROOT + "."), *words],
                              env=self.bus.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              check=False)
        return done.stdout.strip()

    def title(self, place):
        return self.ask(place, "metadata", "xesam:title")

    # org.nowplaying

    def session(self, place):
        """Returns the session of a player, as a surface sees it."""
        (session,) = self.follow(ROOT + "." + self.player(place))
        return session

    # Pictures

    def cover(self, place):
        """Returns the bytes of the picture that MPRIS names; b"" for none."""
        url = self.ask(place, "metadata", "mpris:artUrl")
        if not url:
            return b""
        with open(url.removeprefix("file://"), "rb") as file:
            return file.read()


def artwork(session, width, height):
    """Returns the picture that a surface gets: its MIME type, size and bytes."""
    reply = session.surface.reply(session.start_artwork(session.content["artwork"], width, height))
    assert reply.descriptors, f"no picture: {reply}"
    return reply.body[1], tuple(reply.body[2:4]), bytes_of(reply.descriptors[0])


def picture_size(data):
    """Returns width and height of a picture, by ffprobe."""
    done = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height",
                           "-of", "csv=p=0", "-i", "pipe:0"], input=data, stdout=subprocess.PIPE, check=True)
    return tuple(int(number) for number in done.stdout.decode().strip().split(",")[:2])


def open_sockets(pid):
    """Returns how many sockets a process has open."""
    count = 0
    for entry in os.scandir(f"/proc/{pid}/fd"):
        try:
            count += os.readlink(entry.path).startswith("socket:")
        except FileNotFoundError:
            pass
    return count

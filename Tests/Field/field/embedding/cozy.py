# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Cozy, with the libraries of Debian 13, on a screen that nobody sees."""

from math import inf
from pathlib import Path

from testkit.bus import PLAYER
from testkit.desktop import Program
from testkit.sources import Source

from .contender import Answering
from .debian13 import Debian13


class Cozy(Answering):
    name, called = "cozy", "Cozy"
    packages = ("ed", "mount", "pulseaudio", "xvfb")
    source = Source("cozy", "trixie", "cozy_1.3.0.orig.tar.gz",
                    "b4e5d438f5d3f5d236a49f3fcb433ca4fa489d7d5995961a5d967950bbb6c102", "cozy-1.3.0")
    its_files = ("cozy/control/mpris.py",)
    bus_name = "org.mpris.MediaPlayer2.Cozy"
    track_id = r"/com/github/geigi/cozy/TrackId/(\d+)"
    level = 0.4
    debian = None

    @classmethod
    def build(cls, kind, tree, installed):
        """Builds nothing: Python compiles at the first start, and Debian's package has the files that meson makes."""
        cls.need_screen()
        if not cls.debian:
            cls.debian = Debian13(tree.parents[1] / "debian", "cozy", "gstreamer1.0-plugins-base",
                                  "gstreamer1.0-plugins-good", "gstreamer1.0-pulseaudio", "libsystemd0")

    def start(self):
        tree = self.trees[self.kind]
        self.prepare_gtk4(Path(self.bus.directory, "cozy"))
        self.environment["PYTHONPYCACHEPREFIX"] = str(tree.parent / f"compiled-{self.kind}")
        return Program(self.debian.words("/usr/bin/python3", Path(__file__).with_name("cozy_driver.py"), tree,
                                         *self.files), self.environment)

    def get(self, name, interface=PLAYER):
        """Returns a property; None or, for Position, infinity, when there is no answer. Cozy's own code never answers
        Get for a value that is false or 0."""
        try:
            return super().get(name, interface)
        except TimeoutError:
            return inf if name == "Position" else None

    def mode(self, name):
        return False if name == "Shuffle" else "None"

# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""GNOME Music, on a screen that nobody sees."""

import compileall
import shutil
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Installed

from .contender import Answering


class GnomeMusic(Answering):
    name, called = "gnomemusic", "GNOME Music"
    packages = ("ed", "gnome-music", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good",
                "gstreamer1.0-pulseaudio", "pulseaudio", "xvfb")
    source = Installed("gnome-music", "42.1-1", "/usr/lib/python3/dist-packages", "gnomemusic")
    its_files = ("gnomemusic/mpris.py",)
    bus_name = "org.mpris.MediaPlayer2.org.gnome.Music"
    track_id = r"/org/gnome/GnomeMusic/TrackList/([0-9a-f]+?)(?:_\d+)?"
    level = 0.4

    @classmethod
    def build(cls, kind, tree, installed):
        """Compiles the Python modules, as the installation of a package does, and starts the screen for both kinds."""
        compileall.compile_dir(tree, quiet=1)
        cls.need_screen()

    def start(self):
        home, tree = Path(self.bus.directory, "gnomemusic"), self.trees[self.kind]
        self.prepare_gtk4(home)
        self.environment["GRL_PLUGIN_PATH"] = str(home)
        self.caches = home / ".cache", tree.parent / f"cache-{self.kind}"
        if self.caches[1].exists():
            shutil.copytree(self.caches[1], self.caches[0])
        return Program(["/usr/bin/python3", "-B", Path(__file__).with_name("gnomemusic_driver.py"),
                        tree, *self.files], self.environment)

    def close(self):
        """Keeps the caches of the first run for later ones: above all a database, which takes seconds to make."""
        if self.caches[0].exists() and not self.caches[1].exists():
            shutil.copytree(*self.caches)
        super().close()

    def volume(self):
        return 1.0

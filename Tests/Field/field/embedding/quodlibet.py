# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Quod Libet, on a virtual screen."""

import contextlib
import shutil
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Source

from .contender import Answering

FOLDER = "quodlibet/ext/events/mpris"
CONFIG = """[plugins]
active_plugins = mpris
[memory]
browser = SearchBar
[settings]
scan = {home}/plugins
[player]
gst_pipeline = pulsesink
"""


class QuodLibet(Answering):
    name, called = "quodlibet", "Quod Libet"
    packages = ("ed", "gir1.2-gstreamer-1.0", "gir1.2-gst-plugins-base-1.0", "gir1.2-gtk-3.0", "gir1.2-soup-2.4",
                "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good", "gstreamer1.0-pulseaudio", "pulseaudio",
                "python3-dbus", "python3-feedparser", "python3-gi", "python3-gi-cairo", "python3-mutagen",
                "xvfb")
    source = Source("quodlibet", "bookworm", "quodlibet_4.5.0.orig.tar.gz",
                    "301615829f652cbafedb35539237162a58bc1ee71a567d249f7789d9268245bc", "quodlibet-4.5.0")
    its_files = (f"{FOLDER}/__init__.py", f"{FOLDER}/mpris2.py", f"{FOLDER}/util.py")
    kept = its_files[:1]
    track_id = r"/net/sacredchao/QuodLibet/(\d+)"
    level = 0.4

    @classmethod
    def build(cls, kind, tree, installed):
        """Builds nothing, because the player is in Python; starts the screen for both kinds."""
        cls.need_screen()
        # Quod Libet would take each module beside the driver for a plugin.
        for name, place in ("quodlibet_driver", "driver"), ("answering", "modules/answering"):
            to = tree.parent / f"{place}.py"
            to.parent.mkdir(exist_ok=True)
            shutil.copy(Path(__file__).with_name(f"{name}.py"), to)

    def start(self):
        home = Path(self.bus.directory, "quodlibet")
        (home / "plugins").mkdir(parents=True)
        tree = self.trees[self.kind]
        shutil.copy(tree.parent / "driver.py", home / "plugins/driver.py")
        (home / "config").write_text(CONFIG.format(home=home))
        self.socket = str(home / "driver")
        self.environment |= {"QUODLIBET_USERDIR": str(home), "PLAYER_DRIVER": self.socket, "DISPLAY": self.display,
                             "GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
                             "PYTHONPATH": f"{tree.parent}/modules:{self.environment.get('PYTHONPATH', '')}"}
        return Program(["/usr/bin/python3", "-B", tree / "quodlibet.py", "--run"], self.environment)

    def listed(self):
        with contextlib.suppress(OSError, ValueError):
            return self.do("list", *self.files) == len(self.files)

    def order(self, word, *rest):
        self.do(word, *(self.files[place] for place in rest))

    def engine(self):
        second = self.do("position") / 1000
        return second, second

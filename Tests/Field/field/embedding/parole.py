# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Parole, on a virtual screen."""

import subprocess
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Source

from .contender import Reporting, run

FOLDER = "src/plugins/mpris2"
LIBRARIES = ("gmodule-2.0", "gtk+-3.0", "gstreamer-video-1.0", "libxfce4util-1.0", "libxfconf-0")
# The file of Parole's settings, which it reads through xfconf's daemon.
CONFIG = "xfce4/xfconf/xfce-perchannel-xml/parole.xml"
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="parole" version="1.0">
  <property name="parole" type="empty">
    <property name="plugins" type="string" value="parole-mpris2.so;driver.so"/>
  </property>
</channel>
"""
OF_DRIVER = "[Parole Plugin]\nModule=driver\nName=Driver\n"


class Parole(Reporting):
    name, called = "parole", "Parole"
    packages = ("ed", "gcc", "gettext", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good",
                "gstreamer1.0-pulseaudio", "gstreamer1.0-x", "libdbus-glib-1-dev",
                "libgstreamer-plugins-base1.0-dev", "libgtk-3-dev",
                "libtagc0-dev", "libxfce4ui-2-dev", "libxfce4util-dev", "libxfconf-0-dev", "meson", "pkg-config",
                "pulseaudio", "xfconf", "xvfb")
    source = Source("parole", "sid", "parole_4.20.0.orig.tar.xz",
                    "5cf753e670d6518701133eb860d8bceb3a08a496af6a2b7cc67b93320230c983", "parole-4.20.0")
    its_files = (f"{FOLDER}/mpris2-provider.c",)
    no_longer = its_files
    track_id = r"/org/(?:mpris/MediaPlayer2|xfce/Parole)/TrackList/(\w+)"
    level = 0.4

    @classmethod
    def build(cls, kind, tree, installed):
        cls.need_screen()
        prefix, log = tree.parent / "installed", tree.parent / "build.log"
        # Mends a crash of Parole: tags that come after a Stop have no address.
        player = tree / "src/parole-player.c"
        begin = "scheme = g_uri_parse_scheme(uri);"
        player.write_text(player.read_text().replace(begin, f"if (uri == NULL) return NULL; {begin}", 1))
        run(["meson", "setup", "build", f"--prefix={prefix}", "--libdir=lib", "-Dnotify-plugin=disabled",
             "-Dbuildtype=plain", f"-Dc_link_args=-Wl,-rpath,{installed / 'lib'}",
             *(["-Dnowplaying=enabled"] if kind == "ours" else [])], tree, log,
            PKG_CONFIG_PATH=str(installed / "lib/pkgconfig"))
        run(["meson", "install", "-C", "build"], tree, log)
        (prefix / "share/parole/parole-plugins-0/driver.desktop").write_text(OF_DRIVER)
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", *LIBRARIES], capture_output=True, text=True,
                               check=True).stdout.split()
        run(["gcc", "-shared", "-fPIC", "-w", "-I.", "-Ibuild", "-Ibuild/src", "-Ibuild/src/gst", "-Ibuild/src/misc",
             Path(__file__).with_name("parole_driver.c"), "-o", prefix / "lib/parole-0/driver.so", *flags], tree, log)

    def start(self):
        home = Path(self.bus.directory, "parole")
        config = home / "config" / CONFIG
        config.parent.mkdir(parents=True)
        config.write_text(SETTINGS)
        installed = self.trees[self.kind].parent / "installed"
        self.socket = str(home / "driver")
        self.environment |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache"),
                             "XDG_DATA_HOME": str(home / "data"), "PAROLE_DRIVER": self.socket,
                             "XDG_DATA_DIRS": f"{installed}/share:/usr/share", "DISPLAY": self.display,
                             "GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1"}
        if self.bus.daemon:
            daemon = next(Path("/usr/lib").glob("*/xfce4/xfconf/xfconfd"))
            self.settings = Program([daemon], self.environment)
            self.bus.wait_name("org.xfce.Xfconf")
        return Program([installed / "bin/parole", "--new-instance", "--add", *self.files], self.environment)

    def engine(self):
        """Returns a range of one second, because Parole cuts its position off to whole seconds."""
        second = float(self.do()[2])
        return second, second + 1

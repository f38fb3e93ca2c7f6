# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Pragha, on a virtual screen."""

import subprocess
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Source

from .contender import Reporting, run

FOLDER = "plugins/mpris2"
NOT_NEEDED = ("libnotify", "keybinder-3.0", "libglyr", "gudev-1.0", "libclastfm", "libcdio", "libmtp", "totem-plparser",
              "rygel-server-2.6", "grilo-0.3", "libsoup-2.4", "libxfce4ui", "libcurl")
LIBRARIES = ("gtk+-3.0", "libpeas-gtk-1.0", "gstreamer-1.0", "sqlite3", "taglib_c")
CONFIG = """[General]
installed_version=1.3.4
[PLUGINS]
Activated=mpris2;driver;
[Audio]
audio_sink=pulse
audio_device=null
"""
OF_DRIVER = "[Plugin]\nModule=driver\nName=Driver\n"


class Pragha(Reporting):
    name, called = "pragha", "Pragha"
    packages = ("autoconf", "automake", "ed", "gcc", "gettext", "gstreamer1.0-plugins-base",
                "gstreamer1.0-plugins-good", "gstreamer1.0-pulseaudio", "intltool",
                "libgstreamer-plugins-base1.0-dev", "libgtk-3-dev", "libpeas-dev",
                "libsqlite3-dev", "libtagc0-dev", "libtool-bin", "libtotem-plparser-dev", "make", "pkg-config",
                "pulseaudio", "xfce4-dev-tools", "xvfb")
    source = Source("pragha", "bookworm", "pragha_1.3.4.orig.tar.gz",
                    "8be35959f526d079cc19221653cb691fb66251e6819f994062e0b02e08b1809b", "pragha-1.3.4")
    its_files = (f"{FOLDER}/pragha-mpris2-plugin.c", f"{FOLDER}/pragha-mpris2-plugin.h")
    track_id = r"/org/(?:mpris/MediaPlayer2|pragha)/TrackList/(\w+)"
    level = 0.4

    @classmethod
    def build(cls, kind, tree, installed):
        cls.need_screen()
        prefix, log = tree.parent / "installed", tree.parent / "build.log"
        variables = {"PKG_CONFIG_PATH": str(installed / "lib/pkgconfig")}
        of_kind = [f"--{'enable' if kind == 'ours' else 'disable'}-nowplaying", "--enable-totem-plparser"]
        run(["xdt-autogen"], tree, log, NOCONFIGURE="1")
        run(["./configure", "-q", f"prefix={prefix}", "CFLAGS=-O0 -w", f"LDFLAGS=-Wl,-rpath,{installed / 'lib'}",
             *(f"--disable-{name}" for name in NOT_NEEDED), *of_kind], tree, log, **variables)
        for folder in "src", FOLDER, "data":
            run(["make", "-s", "-j2", "-C", folder, "install"], tree, log)
        driver = prefix / "lib/pragha/plugins/driver"
        driver.mkdir()
        (driver / "driver.plugin").write_text(OF_DRIVER)
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", *LIBRARIES], capture_output=True, text=True,
                               check=True).stdout.split()
        run(["gcc", "-shared", "-fPIC", "-w", "-I.", "-Isrc", Path(__file__).with_name("pragha_driver.c"), "-o",
             driver / "libdriver.so", *flags], tree, log)

    def start(self):
        home = Path(self.bus.directory, "pragha")
        (home / "config/pragha").mkdir(parents=True)
        (home / "config/pragha/config").write_text(CONFIG)
        self.socket = str(home / "driver")
        self.environment |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache"),
                             "XDG_DATA_HOME": str(home / "data"), "PRAGHA_DRIVER": self.socket,
                             "DISPLAY": self.display, "GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory",
                             "NO_AT_BRIDGE": "1"}
        return Program([self.trees[self.kind].parent / "installed/bin/pragha", *self.files], self.environment)

    def engine(self):
        second = int(self.do()[2]) / 1e9
        return second, second

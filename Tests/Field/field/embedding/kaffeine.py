# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Kaffeine, on a virtual screen. Its own code has MPRIS 1, which is used where others have MPRIS 2."""

import contextlib
import re
import shutil
from pathlib import Path

from testkit.bus import PLAYER, Client
from testkit.desktop import Program, wait_until
from testkit.sources import Source

from .clementine import update
from .contender import TITLES, Driven, run

# Compiles the headers of Qt once.
LIGHTER = """function(lighten)
  target_precompile_headers(kaffeine PRIVATE
    [["QtCore"]] [["QtGui"]] [["QtWidgets"]] [["QtNetwork"]] [["QtSql"]] [["QtDBus"]])
  set(driver ${CMAKE_SOURCE_DIR}/src/driver.cpp)
  target_sources(kaffeine PRIVATE ${driver})
  set_source_files_properties(${driver} TARGET_DIRECTORY kaffeine PROPERTIES
    COMPILE_OPTIONS -fno-access-control SKIP_PRECOMPILE_HEADERS ON)
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL lighten)
"""
DECLARED = "namespace driver {\nvoid start(MediaWidget *media, PlaylistTab *tab);\n}\n"
OLD = "org.freedesktop.MediaPlayer"
CAN_PLAY = 1 << 3


class OldClient(Client):
    """A client that says in MPRIS 1 what the others say in MPRIS 2."""

    def old(self, member, signature="", *body, path="/Player"):
        return self.call(self.player, path, OLD, member, signature, *body)

    def status(self):
        """Returns four numbers of MPRIS 1: the state, and whether songs are shuffled, the track is repeated, and the
        list is repeated."""
        return self.old("GetStatus")[0]

    def get(self, name, interface=PLAYER):
        if name == "Metadata":
            return self.old("GetMetadata")[0]
        if name == "Position":
            return self.old("PositionGet")[0] * 1000
        if name == "Volume":
            return self.old("VolumeGet")[0] / 100
        if name == "CanPlay":
            return bool(self.old("GetCaps")[0] & CAN_PLAY)
        state, shuffles, repeats_track, repeats = self.status()
        return {"PlaybackStatus": ("Playing", "Paused", "Stopped")[state], "Shuffle": bool(shuffles),
                "LoopStatus": "Track" if repeats_track else "Playlist" if repeats else "None"}[name]

    def get_all(self, interface=PLAYER):
        return [self.old(member) for member in ("GetStatus", "GetMetadata", "GetCaps", "VolumeGet", "PositionGet")]

    def set(self, name, value, interface=PLAYER):
        if name == "Volume":
            self.old("VolumeSet", "i", round(value.value * 100))
        elif name == "Shuffle":
            self.old("SetRandom", "b", value.value, path="/TrackList")
        else:
            self.old("Repeat", "b", value.value == "Track")
            self.old("SetLoop", "b", value.value == "Playlist", path="/TrackList")

    def do(self, member, signature="", *body, interface=PLAYER):
        if member == "OpenUri":
            self.old("AddTrack", "sb", *body, True, path="/TrackList")
        elif member == "Seek":
            self.old("PositionSet", "i", self.old("PositionGet")[0] + body[0] // 1000)
        else:
            self.old("Pause" if member == "PlayPause" else member)


class Kaffeine(Driven):
    name, called = "kaffeine", "Kaffeine"
    packages = ("cmake", "ed", "extra-cmake-modules", "g++", "gettext", "libdvbv5-dev", "libkf5coreaddons-dev",
                "libkf5dbusaddons-dev", "libkf5i18n-dev", "libkf5kio-dev", "libkf5solid-dev",
                "libkf5widgetsaddons-dev", "libkf5windowsystem-dev", "libkf5xmlgui-dev", "libqt5sql5-sqlite",
                "libqt5x11extras5-dev", "libvlc-dev", "libx11-dev", "libxss-dev", "ninja-build", "pkg-config",
                "pulseaudio", "qtbase5-dev", "vlc-plugin-base", "xvfb")
    source = Source("kaffeine", "trixie", "kaffeine_2.0.19.orig.tar.xz",
                    "8c70cfc587c2937eeff947a8649f82cfedf3f356adc82e8b08736f22c4c17aa4", "kaffeine-2.0.19")
    its_files = kept = ("src/dbusobjects.cpp", "src/dbusobjects.h")
    track_id = r"/org/nowplaying/track/1/(\w+)"
    level = 0.4
    is_given = False  # the player has its files

    @classmethod
    def build(cls, kind, tree, installed):
        """Builds both kinds in one place, one after the other, so that the common part is compiled once."""
        cls.need_screen()
        cls.prepare(tree)
        work, log = tree.parents[1], tree.parent / "build.log"
        common, built, lighter = work / "common", work / "built", work / "lighter.cmake"
        update(common, tree)
        lighter.write_text(LIGHTER)
        run(["cmake", "-G", "Ninja", "-S", common, "-B", built, f"-DCMAKE_PROJECT_kaffeine_INCLUDE={lighter}",
             f"-DENABLE_NOWPLAYING={'ON' if kind == 'ours' else 'OFF'}", "-DCMAKE_BUILD_TYPE=Debug",
             "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -w", "-DCMAKE_C_FLAGS_DEBUG=-O0 -w"], tree, log,
            PKG_CONFIG_PATH=str(installed / "lib/pkgconfig"))
        run(["nice", "cmake", "--build", built, "--target", "kaffeine"], tree, log)
        shutil.copy(next(path for path in (built / "bin/kaffeine", built / "src/kaffeine") if path.exists()),
                    tree.parent / "kaffeine")

    @staticmethod
    def prepare(tree):
        """Puts the driver in."""
        shutil.copy(Path(__file__).with_name("kaffeine_driver.cpp"), tree / "src/driver.cpp")
        window = tree / "src/mainwindow.cpp"
        text = re.sub(r"(?m)^(\tparseArgs\(\);)", r"\tdriver::start(mediaWidget, playlistTab);\n\1", window.read_text())
        window.write_text(text.replace("class StackedLayout", DECLARED + "class StackedLayout", 1))

    @property
    def bus_name(self):
        return "org.mpris.kaffeine" if self.kind == "peer" else super().bus_name

    def client(self):
        if self.kind == "ours":
            return super().client()
        self.bus.wait_name(self.bus_name)
        return OldClient(self.bus, self.bus_name)

    def start(self):
        home = Path(self.bus.directory, "kaffeine")
        home.mkdir()
        self.socket = str(home / "driver")
        self.environment |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache"),
                             "XDG_DATA_HOME": str(home / "data"), "KAFFEINE_DRIVER": self.socket,
                             "TMPDIR": str(home), "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb",
                             "NO_AT_BRIDGE": "1"}
        return Program([self.trees[self.kind].parent / "kaffeine"], self.environment)

    def play(self, place=0):
        """Plays one of the files. Kaffeine's own code has no metadata that could be waited for."""
        if self.kind == "ours":
            return super().play(place)
        self.order("jump", place)
        wait_until(f"{self.name} plays {TITLES[place]}",
                   lambda: self.state() == "Playing" and TITLES[place] in self.plays())
        return self

    def do(self, *words):
        """Gives the player an order, and returns its state after it."""
        return self.tell("\t".join(map(str, words))).split("\t")

    def listed(self):
        with contextlib.suppress(OSError, LookupError):
            if not self.is_given:
                self.do("list", *self.files)
                self.is_given = True
            return int(self.do("")[6]) == len(self.files)

    def order(self, word, *rest):
        self.do(word, *rest)

    def state(self):
        return self.do("")[0]

    def plays(self):
        return self.do("")[1]

    def engine(self):
        """libVLC updates the position three or four times a second."""
        second = max(int(self.do("")[2]), 0) / 1e3
        return second, second + 0.3

    def volume(self):
        return int(self.do("")[3]) / 100

    def mode(self, name):
        _, _, _, _, repeats, shuffles, _ = self.do("")
        return shuffles == "1" if name == "Shuffle" else "Playlist" if repeats == "1" else "None"

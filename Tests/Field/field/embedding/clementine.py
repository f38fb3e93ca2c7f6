# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Clementine, on a virtual screen."""

import contextlib
import filecmp
import re
import shutil
from pathlib import Path

from testkit.desktop import Program
from testkit.sources import Source

from .contender import Driven, run

VERSION = "1.4.1-27-g658f34ec4"
NOT_NEEDED = "AUDIOCD BOX DROPBOX GIO GOOGLE_DRIVE LIBGPOD LIBLASTFM LIBMTP MOODBAR SEAFILE SKYDRIVE TRANSLATIONS " \
    "VISUALISATIONS WIIMOTEDEV".split()
# Precompiles the headers of Qt, and merges moc's output into few files: the build then takes a fifth of the time.
LIGHTER = """function(lighten)
  target_precompile_headers(clementine_lib PRIVATE
    [["QtCore"]] [["QtGui"]] [["QtWidgets"]] [["QtNetwork"]] [["QtSql"]] [["QtConcurrent"]] [["QtDBus"]]
    [["functional"]] [["memory"]] [["algorithm"]])
  get_target_property(sources clementine_lib SOURCES)
  list(FILTER sources EXCLUDE REGEX "/moc_(c[^r]|[^c])[^/]*$")
  set_source_files_properties(${sources} TARGET_DIRECTORY clementine_lib PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_target_properties(clementine_lib PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 40)
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL lighten)
"""
UNGUARDED = "src/playlist/playlistlistview.h", "ext/libclementine-common/core/arraysize.h"
SQLITE = "add_library(qsqlite INTERFACE)\ntarget_link_libraries(qsqlite INTERFACE sqlite3)\n"


class Clementine(Driven):
    name, called = "clementine", "Clementine"
    packages = ("cmake", "ed", "g++", "gettext", "gstreamer1.0-plugins-base", "gstreamer1.0-plugins-good",
                "gstreamer1.0-pulseaudio", "libboost-dev", "libchromaprint-dev", "libcrypto++-dev", "libfftw3-dev",
                "libgl-dev", "libgstreamer-plugins-base1.0-dev", "libmygpo-qt-dev", "libprotobuf-dev", "libpulse-dev",
                "libqt5opengl5-dev", "libqt5sql5-sqlite", "libqt5x11extras5-dev", "libsqlite3-dev", "libtag1-dev",
                "libxml2-dev", "ninja-build", "pkg-config", "protobuf-compiler", "pulseaudio", "qtbase5-dev",
                "qtbase5-private-dev", "xvfb", "zlib1g-dev")
    source = Source("clementine", "trixie", "clementine_1.4.1+git27-g658f34ec4+dfsg.orig.tar.xz",
                    "aef3c3e1e90acaa56000a2302b835b9f4ec7a83e59fc8b2f9f923e999dda2cb0", f"Clementine-{VERSION}")
    its_files = tuple(f"src/{name}" for name in (
        "core/mpris.cpp", "core/mpris.h", "core/mpris2.cpp", "core/mpris2.h", "dbus/org.mpris.MediaPlayer2.xml",
        "dbus/org.mpris.MediaPlayer2.Player.xml", "dbus/org.mpris.MediaPlayer2.Playlists.xml",
        "dbus/org.mpris.MediaPlayer2.TrackList.xml"))
    kept = its_files[1:2]
    track_id = r"/org/clementineplayer/Clementine/Track/(\d+)"
    level = 0.4
    work = None  # the folder that is built in
    is_given = False  # its files

    @classmethod
    def build(cls, kind, tree, installed):
        """Builds both kinds in one folder, one after the other, so that most sources are compiled once."""
        cls.need_screen()
        cls.prepare(tree)
        work, log = cls.work or tree.parents[1], tree.parent / "build.log"
        common, built, lighter = work / "common", work / "built", work / "lighter.cmake"
        update(common, tree)
        lighter.write_text(LIGHTER)
        run(["cmake", "-G", "Ninja", "-S", common, "-B", built, f"-DFORCE_GIT_REVISION={VERSION}",
             f"-DCMAKE_PROJECT_clementine_INCLUDE={lighter}", "-DBUILD_WERROR=OFF",
             "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -w", "-DCMAKE_C_FLAGS_DEBUG=-O0 -w",
             *(f"-DENABLE_{name}=OFF" for name in NOT_NEEDED)], tree, log,
            PKG_CONFIG_PATH=str(installed / "lib/pkgconfig"))
        run(["nice", "cmake", "--build", built, "--target", "clementine", "clementine-tagreader"], tree, log)
        for name in "clementine", "clementine-tagreader":
            shutil.copy(built / name, tree.parent / name)

    @staticmethod
    def prepare(tree):
        """Makes Debian's sources compile: adds what its tarball lacks (a build file for Qt's SQLite driver, and two
        data files, empty) and guards for two headers. Then adds the test's driver to the program."""
        (tree / "3rdparty/qsqlite").mkdir()
        (tree / "3rdparty/qsqlite/CMakeLists.txt").write_text(SQLITE)
        for name in "hypnotoad.gif", "lumberjacksong.txt":
            (tree / "data" / name).touch()
        for name in UNGUARDED:
            (tree / name).write_text("#pragma once\n" + (tree / name).read_text())
        driver = Path(__file__).with_name("clementine_driver.cpp").read_text()
        main = re.sub(r"(?m)^Q_IMPORT_PLUGIN.*", "namespace driver {\nvoid start(Application* app);\n}",
                      (tree / "src/main.cpp").read_text())
        main = re.sub(r"(mpris::Mpris .*;)", r"\1\n  driver::start(&app);", main)
        (tree / "src/main.cpp").write_text(f"{main}\n{driver}")

    def start(self):
        home = Path(self.bus.directory, "clementine")
        home.mkdir()
        self.socket = str(home / "driver")
        self.environment |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache"),
                             "XDG_DATA_HOME": str(home / "data"), "CLEMENTINE_DRIVER": self.socket,
                             "TMPDIR": str(home), "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb",
                             "NO_AT_BRIDGE": "1"}
        return Program([self.trees[self.kind].parent / "clementine"], self.environment)

    def do(self, *words):
        """Gives the player an order, and returns its state after it."""
        return self.tell("\t".join(map(str, words))).split("\t")

    def listed(self):
        """Adds the files to the playlist, and waits until they are read."""
        with contextlib.suppress(OSError, LookupError):
            count = int(self.do("")[6])
            if not self.is_given:
                self.do("list", *self.files)
                self.is_given = True
            return count == len(self.files)

    def order(self, word, *rest):
        self.do(word, *rest)

    def state(self):
        return self.do("")[0]

    def plays(self):
        return self.do("")[1]

    def engine(self):
        second = int(self.do("")[2]) / 1e9
        return second, second

    def volume(self):
        return int(self.do("")[3]) / 100

    def mode(self, name):
        _, _, _, _, repeats, shuffles, _ = self.do("")
        return shuffles != "0" if name == "Shuffle" else ["None", "Track", "Playlist", "Playlist"][int(repeats)]


def update(common, tree):
    """Copies a folder to another one, without touching equal files."""
    wanted = {path.relative_to(tree) for path in tree.rglob("*") if path.is_file()}
    for path in [path for path in common.rglob("*") if path.is_file()]:
        if path.relative_to(common) not in wanted:
            path.unlink()
    for name in wanted:
        if not (common / name).exists() or not filecmp.cmp(common / name, tree / name, shallow=False):
            (common / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tree / name, common / name)
